/* C files in, a typed program out: preprocess, analyse, ask the compiler about
 * what was not understood, link.
 */
#include "front/front.h"

#include "front/check.h"
#include "front/link.h"
#include "front/sema.h"
#include "front/source.h"
#include "front/target.h"

static int load_unit(tp_sema *s, const tp_front_source *source,
                     const tp_front_options *opt, tp_diag *diag) {
  tp_unit_id unit = 0;
  if (tp_front_preprocess(s->p, &unit, source, opt, diag) < 0)
    return -1;
  if (tp_front_check_target(s->p, unit, diag) < 0)
    return -1;
  tp_sema_unit(s, unit);
  if (!s->is_doubtful)
    return 0;
  return tp_front_check(s->p, unit, s->doubt, source, opt, diag);
}

int tp_front_load(tp_program **out, const tp_front_source *sources, uint32_t n,
                  const tp_front_options *opt, tp_diag *diag) {
  tp_program *p = tp_program_new();
  tp_sema s;
  int rc = 0;
  tp_sema_init(&s, p);
  for (uint32_t i = 0; i < n && rc == 0; i++)
    rc = load_unit(&s, &sources[i], opt, diag);
  if (rc == 0)
    rc = tp_front_link(p, opt->entry, diag);
  tp_sema_free(&s);
  if (rc < 0) {
    tp_program_free(p);
    p = NULL;
  }
  *out = p;
  return rc;
}
