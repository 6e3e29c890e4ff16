/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growth of vectors: doubling, with the sizes checked. */
#include "base/vec.h"

#include "base/diag.h"

void *tp_vec_grow(void *at, uint32_t *cap, uint32_t need, size_t size) {
  TP_INVARIANT(need < UINT32_MAX / 2, "a vector should stay below 2^31");
  uint32_t room = *cap ? *cap : 8;
  while (room < need)
    room *= 2;
  *cap = room;
  return tp_realloc(at, room, size);
}
