/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C files in, a typed program out: preprocess (with what --inputs declares put
 * behind it), analyse, ask the compiler about what was not understood, link.
 */
#include "front/front.h"

#include "front/check.h"
#include "front/inputs.h"
#include "front/limits.h"
#include "front/link.h"
#include "front/monitor.h"
#include "front/reserved.h"
#include "front/sema.h"
#include "front/source.h"
#include "front/supply.h"
#include "front/target.h"

static int load_unit(tp_sema *s, const tp_front_source *source,
                     const tp_front_options *opt, tp_diag *diag) {
  tp_unit_id unit = 0;
  if (tp_front_preprocess(s->p, &unit, source, opt, diag) < 0)
    return -1;
  if (tp_front_check_target(s->p, unit, diag) < 0 ||
      tp_front_check_reserved(s->p, unit, diag) < 0)
    return -1;
  tp_sema_unit(s, unit);
  if (!s->is_doubtful)
    return 0;
  return tp_front_check(s->p, unit, s->doubt, source, opt, diag);
}

/* What --inputs declares against the program and the compiler. */
static int hold_against(tp_program *p, const tp_inputs *inputs,
                        const tp_front_source *sources,
                        const tp_front_options *opt, tp_diag *diag) {
  int rc = tp_front_check_defined(p, inputs, diag);
  for (tp_unit_id u = 1; rc == 0 && u < p->units.n; u++)
    if (p->units.at[u].supplied)
      rc = tp_front_check_supplied(&p->units.at[u], &sources[u - 1], opt, diag);
  if (rc == 0)
    rc = tp_front_check_callbacks(p, inputs, diag);
  return rc == 0 ? tp_front_limit(p, inputs, diag) : rc;
}

int tp_front_load(tp_program **out, const tp_front_source *sources, uint32_t n,
                  const tp_front_options *opt, tp_diag *diag) {
  tp_program *p = tp_program_new();
  tp_sema s;
  tp_inputs inputs = {0};
  tp_front_options with = *opt;
  int rc = 0;
  tp_sema_init(&s, p);
  if (opt->inputs) {
    rc = tp_inputs_read(&inputs, opt->inputs, diag);
    with.declared = &inputs;
  }
  for (uint32_t i = 0; i < n && rc == 0; i++) {
    with.is_last = i + 1 == n;
    rc = load_unit(&s, &sources[i], &with, diag);
  }
  if (rc == 0 && opt->inputs)
    rc = hold_against(p, &inputs, sources, opt, diag);
  if (rc == 0)
    rc = tp_front_link(p, inputs.audit.has_host ? "tp2ph_main" : opt->entry,
                       diag);
  if (rc == 0 && tp_inputs_is_watched(&inputs))
    rc = tp_monitor_mark(p, &inputs, diag);
  tp_sema_free(&s);
  tp_inputs_free(&inputs);
  if (rc < 0) {
    tp_program_free(p);
    p = NULL;
  }
  *out = p;
  return rc;
}
