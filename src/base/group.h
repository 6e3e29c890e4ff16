/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/group.h - which of many small integers belong together: each knows
 * another of its group, the root of a group itself. */
#ifndef TP_BASE_GROUP_H
#define TP_BASE_GROUP_H

#include <stdint.h>

/* Ways become shorter as they are gone. */
static inline uint32_t tp_group_root(uint32_t *other, uint32_t i) {
  while (other[i] != i) {
    other[i] = other[other[i]];
    i = other[i];
  }
  return i;
}

#endif
