/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C files in, a typed program out: preprocess (with what --inputs declares and
 * a driver put behind it), analyse, ask the compiler about what was not
 * understood, link.
 */
#include "front/front.h"

#include "checks/checks.h"
#include "input/candidates.h"
#include "front/check.h"
#include "input/driver.h"
#include "input/inputs.h"
#include "input/limits.h"
#include "front/link.h"
#include "input/monitor.h"
#include "front/reserved.h"
#include "input/rows.h"
#include "front/sema.h"
#include "input/slice.h"
#include "front/source.h"
#include "front/strange.h"
#include "front/supply.h"
#include "front/target.h"

static int load_unit(tp_sema *s, const tp_front_source *source,
                     const tp_front_options *opt, tp_diag *diag) {
  tp_unit_id unit = 0;
  if (tp_front_preprocess(s->p, &unit, source, opt, diag) < 0)
    return -1;
  if (tp_front_check_target(s->p, unit, opt->cc_words, diag) < 0 ||
      tp_front_check_reserved(s->p, unit, diag) < 0)
    return -1;
  if (opt->edits)
    tp_input_make_edits(opt->edits, unit, &s->p->units.at[unit]);
  tp_sema_unit(s, unit);
  if (tp_front_refuse_strange(s->p, diag) < 0)
    return -1;
  if (!s->is_doubtful)
    return 0;
  return tp_front_check(s->p, unit, s->doubt, source, opt, diag);
}

/* What --inputs declares against the program and the compiler. */
static int hold_against(tp_program *p, const tp_inputs_file *inputs,
                        const tp_front_source *sources,
                        const tp_front_options *opt, tp_diag *diag) {
  int rc = tp_input_check_defined(p, inputs, diag);
  for (tp_unit_id u = 1; rc == 0 && u < p->units.n; u++)
    if (p->units.at[u].supplied)
      rc = tp_front_check_supplied(&p->units.at[u], &sources[u - 1], opt, diag);
  return rc;
}

/* The units have been read: the program as a whole. */
static int put_together(tp_program *p, const tp_inputs_file *inputs,
                        const tp_front_options *opt, tp_diag *diag) {
  int rc = 0;
  if (opt->declared)
    rc = tp_input_check_callbacks(p, inputs, diag);
  if (rc == 0 && opt->declared)
    rc = tp_input_check_roles(p, inputs, diag);
  if (rc == 0 && opt->declared)
    rc = tp_input_check_members(p, inputs, diag);
  if (rc == 0 && opt->declared)
    rc = tp_input_limit(p, inputs, diag);
  if (rc == 0)
    rc = tp_front_link(p, inputs->audit.has_host ? "tp2ph_main" : opt->entry,
                       diag);
  if (rc == 0 && opt->declared)
    rc = tp_monitor_mark(p, inputs, diag);
  if (rc == 0 && opt->driver)
    tp_driver_mark(p, opt->driver);
  return rc;
}

/* A program of the same units with other texts, not analysed yet. Names mean
 * the same in both; the old one is gone. */
static tp_program *with_texts(tp_program *old, tp_checked *checked) {
  tp_program *p = tp_tree_new();
  tp_names_free(p->names);
  p->names = old->names;
  old->names = NULL;
  for (tp_unit_id u = 1; u < old->units.n; u++) {
    tp_unit unit = old->units.at[u];
    VEC_FREE(&unit.top);
    old->units.at[u] = (tp_unit){0};
    unit.first_node = unit.last_node = 0;
    unit.written = unit.text;
    unit.written_size = unit.size;
    unit.text = checked->units[u].text.at;
    unit.size = checked->units[u].text.n;
    unit.moves = checked->units[u].moves;
    checked->units[u].text = (tp_str){0};
    checked->units[u].moves = (tp_moves){0};
    VEC_PUSH(&p->units, unit);
  }
  tp_program_free(old);
  return p;
}

/* Once more, with checks. */
static int add_checks(tp_program **p, const tp_inputs_file *inputs,
                      const tp_front_options *opt, tp_diag *diag) {
  tp_checked checked;
  tp_sema s;
  tp_checks_write(&checked, *p, opt->checks);
  *p = with_texts(*p, &checked);
  tp_sema_init(&s, *p);
  for (tp_unit_id u = 1; u < (*p)->units.n; u++)
    tp_sema_unit(&s, u);
  int rc = put_together(*p, inputs, opt, diag);
  if (rc == 0)
    tp_checks_mark(*p, &checked);
  tp_sema_free(&s);
  tp_checked_free(&checked);
  return rc;
}

static int load(tp_program **out, const tp_front_source *sources, uint32_t n,
                tp_inputs_file *inputs, const tp_front_options *opt,
                tp_diag *diag) {
  tp_program *p = tp_tree_new();
  tp_sema s;
  tp_front_options with = *opt;
  tp_sema_init(&s, p);
  int rc = 0;
  with.declared = opt->inputs || opt->driver ? inputs : NULL;
  for (uint32_t i = 0; i < n && rc == 0; i++) {
    with.is_last = i + 1 == n;
    rc = load_unit(&s, &sources[i], &with, diag);
  }
  if (rc == 0 && with.declared)
    rc = hold_against(p, inputs, sources, opt, diag);
  if (rc == 0)
    rc = put_together(p, inputs, &with, diag);
  tp_sema_free(&s);
  if (rc == 0 && opt->checks)
    rc = add_checks(&p, inputs, &with, diag);
  if (rc < 0) {
    tp_program_free(p);
    p = NULL;
  } else {
    TP_CHECKED(tp_program_verify(p));
  }
  *out = p;
  return rc;
}

/* What is known when the program was read once: the bins that it may set, if
 * nobody says which there are, and where it reads global variables that
 * --assume names. Then it is read once more, with that in its text. */
typedef struct second_look {
  tp_input_numbers numbers;
  tp_vec_u32 rows;
  tp_input_edits edits;
  bool is_needed;
} second_look;

static void add_prototypes(tp_input_edits *edits, const tp_inputs_file *in) {
  tp_str_add(&edits->prototypes, "void tp2ph_assume_that(int);\n");
  for (uint32_t i = 0; i < in->audit.rows.n; i++)
    tp_str_addf(&edits->prototypes,
                "const void *tp2ph_read_%u(const void *);\n"
                "const void *tp2ph_copied_%u(const void *);\n"
                "const void *tp2ph_kept_%u(const void *);\n",
                i, i, i);
}

static int look(second_look *out, const tp_program *p,
                const tp_inputs_file *inputs, const tp_slice *slice,
                tp_diag *diag) {
  if (tp_inputs_has_open_bins(inputs)) {
    tp_input_collect_numbers(p, &out->numbers);
    out->is_needed = true;
  }
  if (tp_slice_reads(p, slice, &out->edits, diag) != 0)
    return -1;
  tp_rows_reads(p, inputs, &out->edits);
  tp_input_sort_edits(&out->edits);
  add_prototypes(&out->edits, inputs);
  out->is_needed |= out->edits.list.n > 0 || inputs->audit.rows.n > 0;
  return tp_rows_count(p, inputs, &out->rows, diag);
}

/* Whether it may have to be read twice: then checks wait for the second time,
 * as they change the text, too. */
static bool may_need_two(const tp_inputs_file *inputs, const tp_slice *slice) {
  return slice->at.n || inputs->audit.rows.n || tp_inputs_has_open_bins(inputs);
}

static int load_slice(tp_program **out, const tp_front_source *sources,
                      uint32_t n, const tp_slice *slice, second_look *second,
                      const tp_front_options *opt, tp_diag *diag) {
  tp_inputs_file inputs = {0};
  tp_front_options with = *opt;
  bool is_again = second->is_needed;
  int rc = tp_inputs_read(&inputs, opt->inputs, slice, diag);
  if (rc == 0 && is_again) {
    with.edits = &second->edits;
    tp_inputs_add_candidates(&inputs, second->numbers.at, second->numbers.n);
    for (uint32_t i = 0; i < second->rows.n; i++)
      inputs.audit.rows.at[i].count = second->rows.at[i];
  }
  if (rc == 0 && !is_again && opt->checks && may_need_two(&inputs, slice)) {
    with.checks = NULL;
    second->is_needed = true;
  }
  if (rc == 0)
    rc = load(out, sources, n, &inputs, &with, diag);
  if (rc == 0 && !is_again)
    rc = tp_slice_inputs(*out, slice, diag);
  if (rc == 0 && !is_again)
    rc = look(second, *out, &inputs, slice, diag);
  tp_inputs_free(&inputs);
  return rc;
}

static int load_twice(tp_program **out, const tp_front_source *sources,
                      uint32_t n, const tp_slice *slice,
                      const tp_front_options *opt, tp_diag *diag) {
  second_look second = {0};
  int rc = load_slice(out, sources, n, slice, &second, opt, diag);
  if (rc == 0 && second.is_needed) {
    tp_program_free(*out);
    *out = NULL;
    rc = load_slice(out, sources, n, slice, &second, opt, diag);
    if (rc == 0)
      rc = tp_slice_inputs(*out, slice, diag);
  }
  if (rc != 0 && *out) {
    tp_program_free(*out);
    *out = NULL;
  }
  tp_input_edits_free(&second.edits);
  VEC_FREE(&second.numbers);
  VEC_FREE(&second.rows);
  return rc;
}

int tp_front_load(tp_program **out, const tp_front_source *sources, uint32_t n,
                  const tp_front_options *opt, tp_diag *diag) {
  tp_slice slice = {0};
  *out = NULL;
  int rc = opt->assume ? tp_slice_read(&slice, opt->assume, diag) : 0;
  if (rc == 0)
    rc = load_twice(out, sources, n, &slice, opt, diag);
  tp_slice_free(&slice);
  return rc;
}
