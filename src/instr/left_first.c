/* SPDX-License-Identifier: GPL-3.0-or-later */
/* L op= R: gcc evaluates L first, unless R has side effects. Decisions in R are
 * none, but the calls that record them are. So L is made to come first:
 * "({__auto_type o=&(L);*o op= R;})". Inside of it is what else is put around
 * L, outside what is put around the whole. */
#include "instr/work.h"

#include <ctype.h>

static bool is_left_first(const tp_writer *w, const tp_node *assign) {
  tp_field field;
  tp_node_id left = assign->first, right = tp_w_node(w, left)->next;
  return !w->is_clang && right && assign->op != TP_OP_ASSIGN &&
         tp_w_is_impure(w, left) && !tp_w_is_impure(w, right) &&
         tp_bits_has(&w->effects.decisions, right) &&
         !tp_w_bitfield(w, left, &field);
}

/* Behind L and the parentheses it may stand in. */
static uint32_t end_of_left(const tp_writer *w, const tp_node *left) {
  uint32_t at = left->end, end = at;
  for (; w->text[at] == ')' || isspace((unsigned char)w->text[at]); at++)
    if (w->text[at] == ')')
      end = at + 1;
  return end;
}

void tp_w_keep_left_first(tp_writer *w, const tp_frame *f, uint32_t end_order) {
  static const char open[] = "({__auto_type __tp2ph_o=&(";
  static const char middle[] = ");*__tp2ph_o";
  static const char close[] = ";})";
  const tp_node *assign = tp_w_node(w, f->node);
  if (!is_left_first(w, assign))
    return;
  tp_edits_insert(&w->edits, assign->begin, f->kid_order[0] - 1, open,
                  sizeof open - 1);
  tp_edits_insert(&w->edits, end_of_left(w, tp_w_node(w, assign->first)),
                  w->order++, middle, sizeof middle - 1);
  tp_edits_insert(&w->edits, assign->end, end_order, close, sizeof close - 1);
}
