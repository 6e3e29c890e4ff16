/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "decide/argument.h"

#include "decide/words.h"

void tp_argument_add(tp_argument *a, tp_expr name, tp_expr e, tp_str *text) {
  bool is_new = true;
  for (uint32_t i = 0; i < a->at.n && is_new; i++)
    is_new = a->at.at[i].name != name || a->at.at[i].e != e;
  if (is_new)
    VEC_PUSH(&a->at, (tp_smt_statement){name, e, tp_strdup(tp_str_text(text))});
  tp_str_free(text);
}

uint32_t tp_argument_number(const tp_decide_parts *parts, tp_sbranch b,
                            uint32_t way) {
  return b + 1 + way * parts->program->branches.n;
}

bool tp_argument_write(const tp_argument *a, const tp_decide_parts *parts,
                       tp_exprs *exprs, tp_sbranch b, uint32_t number) {
  tp_str head = {0};
  if (!parts->certify_dir)
    return false;
  tp_words_branch(parts->ir, b, &head);
  tp_str_add(&head, ": never");
  int rc = tp_smt_certify(exprs, tp_str_text(&head), a->at.at, a->at.n,
                          parts->certify_dir, number, parts->diag);
  tp_str_free(&head);
  return rc == 0;
}

void tp_argument_free(tp_argument *a) {
  for (uint32_t i = 0; i < a->at.n; i++)
    tp_free((char *)a->at.at[i].text);
  VEC_FREE(&a->at);
}
