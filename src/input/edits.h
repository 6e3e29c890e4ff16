/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input/edits.h - changes of a unit's text between two readings of it: what a
 * program reads becomes something that does more (inside module front). */
#ifndef TP_INPUT_EDITS_H
#define TP_INPUT_EDITS_H

#include "ast/ast.h"

/* [begin, end) becomes `text`. */
typedef struct tp_input_edit {
  tp_unit_id unit;
  uint32_t begin, end;
  char *text; /* owned */
} tp_input_edit;

typedef struct tp_input_edits {
  VEC(tp_input_edit) list;
  tp_str prototypes; /* of what is called in them */
} tp_input_edits;

/* By node: what it is a kid of. */
typedef VEC(tp_node_id) tp_parents;

void tp_parents_find(const tp_program *p, tp_parents *out);
/* Whether the value of an lvalue is wanted: it is not only written, nor its
 * address taken, and it is no part of a larger one. */
bool tp_parents_is_read(const tp_program *p, const tp_parents *up,
                        tp_node_id n);
/* Whether the node stands in the user's text. */
bool tp_input_is_users(const tp_program *p, tp_node_id n);
/* The node of the user's text becomes this, which is taken over. */
void tp_input_add_edit(tp_input_edits *edits, const tp_program *p, tp_node_id n,
                       tp_str *text);
/* In the order of the text: before they are made. */
void tp_input_sort_edits(tp_input_edits *edits);
/* Make those of the unit. */
void tp_input_make_edits(const tp_input_edits *edits, tp_unit_id id,
                         tp_unit *unit);
void tp_input_edits_free(tp_input_edits *edits);

#endif
