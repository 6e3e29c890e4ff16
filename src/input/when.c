/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `when key == "job"`, behind a declaration of --inputs: it holds for calls
 * with such an argument only. Several declarations of a function may say when;
 * the first that fits holds, and a last one without `when` for all others. */
#include "input/declaration.h"

static const char how[] =
    "an argument is written as: when NAME == VALUE or when NAME in { 1, 2 }";

static bool is_text(const tp_reading *r, tp_span value) {
  return value.from < value.to && tp_rd_word(r, value.from)->first == '"';
}

/* == VALUE, or in VALUES, from word `at` on. */
static int read_values(tp_reading *r, uint32_t at, uint32_t end,
                       tp_item *when) {
  if (at < end && tp_rd_is(r, at, "in")) {
    if (tp_clause_read_limits(r, at, end, when) != 0)
      return -1;
  } else if (at + 2 < end && tp_rd_is_char(r, at, '=') &&
             tp_rd_is_char(r, at + 1, '=')) {
    when->set = (tp_span){at + 2, end};
  } else {
    return tp_rd_refuse(r, at < end ? at : at - 1, how);
  }
  when->form = is_text(r, when->set) ? TP_FORM_TEXT : TP_FORM_NOTHING;
  when->is_argument = true;
  return 0;
}

int tp_when_read(tp_reading *r, uint32_t behind, uint32_t *end) {
  uint32_t at = tp_rd_find(r, (tp_span){behind, *end}, "when");
  r->d.when = (tp_item){.name = TP_NO_WORD};
  if (at == *end)
    return 0;
  const tp_item *param = at + 1 < *end ? tp_inputs_param(r, at + 1) : NULL;
  if (at + 1 == *end)
    return tp_rd_refuse(r, at, how);
  if (!param)
    return tp_rd_refuse(r, at + 1, "no parameter has this name");
  r->d.when.name = at + 1;
  if (read_values(r, at + 2, *end, &r->d.when) != 0)
    return -1;
  tp_rd_drop(r, (tp_span){at, *end});
  *end = at;
  return 0;
}

void tp_when_write(const tp_reading *r, tp_str *out) {
  tp_rd_add_hidden_line(out);
  tp_str_add(out, "if (");
  if (r->d.when.form == TP_FORM_TEXT) {
    tp_rd_add_word(r, out, r->d.when.name);
    tp_str_add(out, " && ");
  }
  tp_str_addc(out, '(');
  tp_rd_add_allowed(r, out, &r->d.when);
  tp_str_add(out, "))");
}
