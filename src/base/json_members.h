/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/json_members.h - reading JSON by the names of its members: what is known
 * goes to its reader, all else is passed over, in whatever order it comes.
 */
#ifndef TP_BASE_JSON_MEMBERS_H
#define TP_BASE_JSON_MEMBERS_H

#include "base/json_read.h"

/* Reads the value of a member; the name was taken. */
typedef int (*tp_json_member_reader)(tp_json_reader *r, const char *name,
                                     void *to);
typedef int (*tp_json_element_reader)(tp_json_reader *r, void *to);

int tp_json_read_object(tp_json_reader *r, tp_json_member_reader read,
                        void *to);
int tp_json_read_array(tp_json_reader *r, tp_json_element_reader read,
                       void *to);
/* A text (owned; the old one is freed), or null, which changes nothing. */
int tp_json_read_text(tp_json_reader *r, char **out);
/* A number, or null, which changes nothing. */
int tp_json_read_number(tp_json_reader *r, uint32_t *out);

/* Where a member goes: one of the two. The last row has no name. */
typedef struct tp_json_member {
  const char *name;
  char **text;
  uint32_t *number;
} tp_json_member;

int tp_json_read_member(tp_json_reader *r, const char *name,
                        const tp_json_member *rows);

#endif
