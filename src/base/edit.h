/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/edit.h - changes to a text, by byte offset, applied in one pass.
 *
 * Edits may be added in any order. At one offset the smaller `order` comes
 * first, so a tree walk that numbers what it opens on the way down and what it
 * closes on the way up gets properly nested text. Replaced ranges must not
 * overlap, and nothing may be inserted inside one.
 */
#ifndef TP_BASE_EDIT_H
#define TP_BASE_EDIT_H

#include "base/str.h"

typedef struct tp_edit {
  uint32_t at, remove; /* bytes removed from there */
  uint32_t order;
  uint32_t text, size; /* in the pool */
} tp_edit;

typedef struct tp_edits { /* zeroed = none */
  VEC(tp_edit) at;
  tp_str pool;
} tp_edits;

void tp_edits_insert(tp_edits *edits, uint32_t at, uint32_t order,
                     const char *text, size_t n);
void tp_edits_replace(tp_edits *edits, uint32_t begin, uint32_t end,
                      uint32_t order, const char *text, size_t n);
/* Where a stretch of the edited text comes from. */
typedef struct tp_move {
  uint32_t at;   /* it begins there in the edited text */
  uint32_t from; /* in the source; of new text: where it was put */
  bool is_new;
} tp_move;

typedef VEC(tp_move) tp_moves; /* by at */

/* The offset in the source of one in the edited text. */
uint32_t tp_moves_back(const tp_moves *moves, uint32_t at);
/* Whether an edit put it there. */
bool tp_moves_is_new(const tp_moves *moves, uint32_t at);

/* Append the edited source to out; a space is put where an edit would glue two
 * words together. The edits are gone afterwards. */
void tp_edits_apply(tp_edits *edits, const char *source, uint32_t size,
                    tp_str *out);
/* The same, noting where each stretch of out (empty before) comes from. */
void tp_edits_apply_noting(tp_edits *edits, const char *source, uint32_t size,
                           tp_str *out, tp_moves *moves);
void tp_edits_free(tp_edits *edits);

#endif
