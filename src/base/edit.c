/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edit list: texts in one pool, sorted once, then copied between the
 * unchanged stretches of the source. */
#include "base/edit.h"
#include "base/diag.h"

#include <ctype.h>
#include <stdlib.h>

static void add(tp_edits *edits, tp_edit edit, const char *text, size_t n) {
  edit.text = edits->pool.n;
  edit.size = (uint32_t)n;
  tp_str_addn(&edits->pool, text, n);
  VEC_PUSH(&edits->at, edit);
}

void tp_edits_insert(tp_edits *edits, uint32_t at, uint32_t order,
                     const char *text, size_t n) {
  add(edits, (tp_edit){.at = at, .order = order}, text, n);
}

void tp_edits_replace(tp_edits *edits, uint32_t begin, uint32_t end,
                      uint32_t order, const char *text, size_t n) {
  TP_INVARIANT(begin <= end, "a replaced range should not be reversed");
  add(edits, (tp_edit){.at = begin, .remove = end - begin, .order = order},
      text, n);
}

static int by_place(const void *a, const void *b) {
  const tp_edit *x = a, *y = b;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  return x->text < y->text ? -1 : x->text > y->text;
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static void append(tp_str *out, const char *text, size_t n) {
  if (n == 0)
    return;
  if (out->n && is_word(VEC_LAST(out)) && is_word(text[0]))
    tp_str_addc(out, ' ');
  tp_str_addn(out, text, n);
}

/* Append it, and note that it comes from there. */
static void move(tp_str *out, const char *text, uint32_t n, tp_move from,
                 tp_moves *moves) {
  append(out, text, n);
  from.at = out->n - n;
  if (moves && n)
    VEC_PUSH(moves, from);
}

void tp_edits_apply_noting(tp_edits *edits, const char *source, uint32_t size,
                           tp_str *out, tp_moves *moves) {
  uint32_t done = 0;
  if (edits->at.n)
    qsort(edits->at.at, edits->at.n, sizeof *edits->at.at, by_place);
  for (uint32_t i = 0; i < edits->at.n; i++) {
    const tp_edit *e = &edits->at.at[i];
    TP_INVARIANT(e->at >= done && e->at + e->remove <= size,
                 "edits should lie in the text and not overlap");
    /* No gap: the last text was an edit's, too. */
    if (e->at > done)
      move(out, source + done, e->at - done, (tp_move){.from = done}, moves);
    move(out, edits->pool.at + e->text, e->size,
         (tp_move){.from = e->at, .is_new = true}, moves);
    done = e->at + e->remove;
  }
  move(out, source + done, size - done, (tp_move){.from = done}, moves);
  tp_edits_free(edits);
}

void tp_edits_apply(tp_edits *edits, const char *source, uint32_t size,
                    tp_str *out) {
  tp_edits_apply_noting(edits, source, size, out, NULL);
}

/* The last stretch that begins at or before; NULL: there is none. */
static const tp_move *stretch(const tp_moves *moves, uint32_t at) {
  uint32_t low = 0, high = moves->n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (moves->at[middle].at <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? &moves->at[low - 1] : NULL;
}

uint32_t tp_moves_back(const tp_moves *moves, uint32_t at) {
  const tp_move *m = stretch(moves, at);
  return !m ? at : m->is_new ? m->from : m->from + (at - m->at);
}

bool tp_moves_is_new(const tp_moves *moves, uint32_t at) {
  const tp_move *m = stretch(moves, at);
  return m && m->is_new;
}

void tp_edits_free(tp_edits *edits) {
  VEC_FREE(&edits->at);
  tp_str_free(&edits->pool);
}
