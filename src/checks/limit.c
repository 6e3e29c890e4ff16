/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison of what depends on an input with what does not, its limit: at
 * the limit, one step to the side where the comparison holds (inside), one to
 * the other (outside), and a NaN. As C, in the numbers of the program itself:
 * the next double below L is `L - (1.11e-16 * fabs(L) + 4.94e-324)`, rounded as
 * the program rounds (Rump, Zimmermann, Boldo, Melquiond: Computing predecessor
 * and successor in rounding to nearest), which is exact but for the smallest
 * numbers. */
#include "checks/inside.h"

/* The value that is compared, its limit, and the type in which that is done. */
typedef struct comparison {
  tp_node_id node;
  const char *value, *limit; /* in parentheses */
  tp_type_id type;
  bool is_below; /* it holds below the limit */
  tp_grain grain;
} comparison;

static bool is_float(const tp_program *p, tp_type_id t) {
  return tp_type_is_float(&p->types, t);
}

static bool is_single(const tp_program *p, tp_type_id t) {
  return is_float(p, t) && tp_type_get(&p->types, t)->size == 4;
}

/* The number next to L, `times` as far as its neighbour at least. */
static void add_next(tp_str *out, const char *limit, char sign, int times,
                     bool is_single) {
  tp_str_addf(out, "(%s %c %d * (%s * __builtin_fabs%s(%s) + %s))", limit, sign,
              times,
              is_single ? "5.9604651880817983e-08f" : "1.1102230246251568e-16",
              is_single ? "f" : "", limit,
              is_single ? "1.4e-45f" : "4.9406564584124654e-324");
}

/* The float next to a double that may be none itself. */
static void add_next_single(tp_str *out, const char *limit, char sign) {
  tp_str single = {0};
  tp_str_addf(&single, "((float)%s)", limit);
  tp_str_addf(out,
              "(%s %c (%s %c= %s) * (5.9604651880817983e-08f * "
              "__builtin_fabsf(%s) + 1.4e-45f))",
              single.at, sign, single.at, sign == '-' ? '>' : '<', limit,
              single.at);
  tp_str_free(&single);
}

/* Some ulps that are lost where numbers much larger than the limit cancel. */
static void add_near(tp_str *out, const char *limit, char sign,
                     bool is_single) {
  tp_str_addf(out, "(%s %c __builtin_fabs%s(%s) * %s)", limit, sign,
              is_single ? "f" : "", limit,
              is_single ? "1.52587890625e-05f" : "9.094947017729282e-13");
}

/* The farthest value that is one step from the limit. */
static void add_bound(const tp_program *p, const comparison *c, char sign,
                      tp_str *out) {
  if (c->grain.kind == TP_GRAIN_STEP) /* some more: what is computed rounds */
    tp_str_addf(out, "(%s %c %.17g)", c->limit, sign,
                c->grain.step * (1 + 1e-12));
  else if (c->grain.kind == TP_GRAIN_COARSE)
    add_near(out, c->limit, sign, is_single(p, c->type));
  else if (c->grain.kind == TP_GRAIN_SINGLE && !is_single(p, c->type))
    add_next_single(out, c->limit, sign);
  else
    add_next(out, c->limit, sign, c->grain.kind == TP_GRAIN_ROUGH ? 2 : 1,
             is_single(p, c->type));
}

static void add_integer_step(const tp_program *p, const comparison *c,
                             bool is_below, tp_str *out) {
  const char *type = tp_type_c_name(&p->types, c->type);
  const char *high = is_below ? c->limit : c->value;
  const char *low = is_below ? c->value : c->limit;
  double step = c->grain.kind == TP_GRAIN_STEP && c->grain.step < 1e15
                    ? c->grain.step
                    : 1;
  tp_str_addf(out,
              "(%s %c %s) & ((unsigned long long)(%s)%s - (unsigned long "
              "long)(%s)%s <= %llu)",
              c->value, is_below ? '<' : '>', c->limit, type, high, type, low,
              (unsigned long long)step);
}

static void add_step(const tp_program *p, const comparison *c, bool is_below,
                     tp_str *out) {
  if (!is_float(p, c->type)) {
    add_integer_step(p, c, is_below, out);
    return;
  }
  tp_str_addf(out, "(%s %c %s) & (%s %c= ", c->value, is_below ? '<' : '>',
              c->limit, c->value, is_below ? '>' : '<');
  add_bound(p, c, is_below ? '-' : '+', out);
  tp_str_addc(out, ')');
}

static void add_edges(const tp_program *p, const comparison *c,
                      tp_on_condition on, void *state) {
  tp_str when = {0};
  tp_str_addf(&when, "%s == %s", c->value, c->limit);
  on(state, &(tp_condition){TP_CHECK_AT, c->node, "at", when.at, false, NULL});
  for (int is_outside = 0; is_outside < 2; is_outside++) {
    VEC_CLEAR(&when);
    add_step(p, c, c->is_below != is_outside, &when);
    on(state, &(tp_condition){is_outside ? TP_CHECK_OUTSIDE : TP_CHECK_INSIDE,
                              c->node, is_outside ? "outside" : "inside",
                              when.at, false, NULL});
  }
  if (is_float(p, c->type) && c->grain.kind != TP_GRAIN_STEP) {
    VEC_CLEAR(&when);
    tp_str_addf(&when, "%s != %s", c->value, c->value);
    on(state,
       &(tp_condition){TP_CHECK_NAN, c->node, "nan", when.at, false, NULL});
  }
  tp_str_free(&when);
}

bool tp_check_is_ordered(tp_op op) {
  return op == TP_OP_LT || op == TP_OP_LE || op == TP_OP_GT || op == TP_OP_GE;
}

void tp_check_limit(const tp_check_writer *w, const tp_arithmetic *a,
                    tp_on_condition on, void *state) {
  bool of_left = w->plan.depends(w->p, a->l->node, w->plan.state);
  bool of_right = w->plan.depends(w->p, a->r->node, w->plan.state);
  if (of_left == of_right || !tp_type_c_name(&w->p->types, a->type))
    return;
  const tp_operand *value = of_left ? a->l : a->r;
  bool is_less = a->op == TP_OP_LT || a->op == TP_OP_LE;
  comparison c = {.node = a->node,
                  .value = value->text.at,
                  .limit = (of_left ? a->r : a->l)->text.at,
                  .type = a->type,
                  .is_below = is_less == of_left,
                  .grain = tp_check_grain(w, value->node)};
  add_edges(w->p, &c, on, state);
}
