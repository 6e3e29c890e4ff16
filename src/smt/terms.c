/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/terms.c - translation of expressions into Yices terms.
 *
 * In: a truth-valued expression; it is lowered to bit vectors first. Out: its
 * term. Every node is translated once and remembered by its id; the walk has
 * an explicit stack. A float variable is one Yices variable, its key; its
 * pattern is computed from that where something else than order is asked.
 *
 * Yices writes sums and products as polynomials, multiplied out: what was
 * shared is not shared any more (800 sums, each of one more addend, take it 19
 * seconds, products of sums for ever). So a sum or product that has become
 * large gets a name, a variable that is equal to it, where it goes on being
 * added or multiplied.
 */
#include "smt/terms.h"

#include "base/limits.h"
#include "base/diag.h"
#include "expr/node.h"

#include <stdlib.h>

#define MOST_COST 1000000000u /* microseconds: more is as bad */
#define POLL_MASK 255u

void tp_terms_init(tp_terms *t, tp_exprs *exprs, const tp_budget *budget) {
  *t = (tp_terms){.exprs = exprs, .budget = budget};
}

void tp_terms_free(tp_terms *t) {
  VEC_FREE(&t->of);
  VEC_FREE(&t->notes);
  tp_map_free(&t->var_at);
  VEC_FREE(&t->vars);
  VEC_FREE(&t->stack);
  VEC_FREE(&t->seen);
}

void tp_terms_list(const tp_terms *t, tp_term_list *out) {
  for (uint32_t i = 0; i < t->of.n; i++)
    if (t->of.at[i])
      VEC_PUSH(out, t->of.at[i] - 1);
  for (uint32_t i = 0; i < t->notes.n; i++)
    if (t->notes.at[i].name)
      VEC_PUSH(out, t->notes.at[i].name - 1);
  for (uint32_t i = 0; i < t->vars.n; i++)
    VEC_PUSH(out, t->vars.at[i].term);
}

static term_t known(const tp_terms *t, tp_expr e) {
  return e < t->of.n ? t->of.at[e] - 1 : -1;
}

static tp_term_note *note_of(tp_terms *t, tp_expr e) {
  if (t->notes.n <= e)
    VEC_RESIZE(&t->notes, e + 1);
  return &t->notes.at[e];
}

/* A copy: making the note of another may move all of them. */
static tp_term_note read_note(const tp_terms *t, tp_expr e) {
  return e < t->notes.n ? t->notes.at[e] : (tp_term_note){0};
}

static void remember(tp_terms *t, tp_expr e, term_t term) {
  if (t->of.n <= e)
    VEC_RESIZE(&t->of, e + 1);
  t->of.at[e] = term + 1;
}

/* ---- names --------------------------------------------------------------- */

static uint32_t monomials(term_t t) {
  return yices_term_is_bvsum(t) ? (uint32_t)yices_term_num_children(t) : 1;
}

/* The variable that stands for the term of e; a simple one for itself. */
static term_t named(tp_terms *t, tp_expr e) {
  term_t term = known(t, e);
  if (!yices_term_is_bvsum(term) && !yices_term_is_product(term))
    return term;
  tp_term_note *note = note_of(t, e);
  if (!note->name) {
    type_t type = yices_bv_type(tp_expr_width(t->exprs, e));
    note->name = yices_new_uninterpreted_term(type) + 1;
  }
  note->uses_names = true;
  return note->name - 1;
}

static bool is_too_large(tp_terms *t, const tp_expr_node *n) {
  uint32_t a = monomials(known(t, n->a)), b = monomials(known(t, n->b));
  if (n->aux == TP_BV_ADD || n->aux == TP_BV_SUB)
    return a + b > TP_LIMIT_SMT_MONOMIALS;
  return n->aux == TP_BV_MUL &&
         (a * b > TP_LIMIT_SMT_MONOMIALS ||
          read_note(t, n->a).degree + read_note(t, n->b).degree >
              TP_LIMIT_SMT_DEGREE);
}

/* Yices 2.6.5 takes the sign of a sum of 64 bits from bounds that it has added
 * without a look at their overflow, where the sum is taken apart into bits:
 * `(x + 0x7fffffffc0000000) ^ 1 < 0` is false to it for every x of 32 bits. Of
 * a variable that is equal to the sum it knows no bounds. */
static bool is_misjudged(tp_terms *t, const tp_expr_node *n, tp_expr kid) {
  bool takes_apart = n->op == TP_E_BV_NOT || n->op == TP_E_EXTRACT ||
                     n->op == TP_E_CONCAT || n->op == TP_E_ZEXT ||
                     n->op == TP_E_SEXT ||
                     (n->op == TP_E_BV && n->aux >= TP_BV_SHL);
  if (!takes_apart || !kid || tp_expr_width(t->exprs, kid) != 64)
    return false;
  tp_interval span = tp_expr_span(t->exprs, kid);
  return span.low == INT64_MIN && span.high == INT64_MAX;
}

static unsigned degree_of(tp_terms *t, const tp_expr_node *n) {
  if (n->op == TP_E_CONST)
    return 0;
  if (n->op != TP_E_BV || n->aux > TP_BV_MUL)
    return 1;
  unsigned a = read_note(t, n->a).degree, b = read_note(t, n->b).degree;
  unsigned degree = n->aux == TP_BV_MUL ? a + b : a > b ? a : b;
  return degree < TP_LIMIT_SMT_DEGREE ? degree : TP_LIMIT_SMT_DEGREE;
}

/* ---- what it costs to turn a node into bits ------------------------------ */

static bool is_constant(const tp_terms *t, tp_expr e) {
  return tp_expr_constant(t->exprs, e, NULL);
}

/* As measured, in microseconds. */
static uint32_t arithmetic_cost(const tp_terms *t, const tp_expr_node *n) {
  uint32_t w = n->width;
  bool has_constant = is_constant(t, n->a) || is_constant(t, n->b);
  switch ((tp_bv_op)n->aux) {
  case TP_BV_ADD:
  case TP_BV_SUB:
    return w + w / 2;
  case TP_BV_MUL:
    return has_constant ? w * w / 5 : w * w;
  case TP_BV_UDIV:
  case TP_BV_SDIV:
  case TP_BV_UREM:
  case TP_BV_SREM:
    return has_constant ? w * w : 3 * w * w;
  case TP_BV_SHL:
  case TP_BV_LSHR:
  case TP_BV_ASHR:
    return has_constant ? 1 : w * w / 10;
  default:
    return w / 3;
  }
}

static uint32_t cost_of(const tp_terms *t, const tp_expr_node *n) {
  switch ((tp_expr_op)n->op) {
  case TP_E_BV:
    return arithmetic_cost(t, n);
  case TP_E_BV_NEG:
  case TP_E_ULT:
  case TP_E_SLT:
  case TP_E_EQ:
    return tp_expr_width(t->exprs, n->a);
  case TP_E_ITE:
    return 1 + n->width / 2u;
  default:
    return 1;
  }
}

static void take_note(tp_terms *t, tp_expr e, const tp_expr_node *n) {
  tp_term_note note = read_note(t, e);
  const tp_expr kids[3] = {n->a, n->b, n->c};
  uint64_t most = cost_of(t, n);
  for (unsigned i = 0; i < 3; i++)
    if (kids[i]) {
      most += read_note(t, kids[i]).most;
      note.uses_names |= read_note(t, kids[i]).uses_names;
    }
  note.most = most < MOST_COST ? (uint32_t)most : MOST_COST;
  note.degree = (uint8_t)degree_of(t, n);
  *note_of(t, e) = note;
}

/* ---- translation --------------------------------------------------------- */

/* The Yices variable of variable node n, made on first use. */
static term_t variable(tp_terms *t, const tp_expr_node *n) {
  bool is_new;
  uint32_t *at = tp_map_put(&t->var_at, n->bits, &is_new);
  if (!is_new)
    return t->vars.at[*at].term;
  *at = t->vars.n;
  type_t type =
      n->sort == TP_X_BOOL ? yices_bool_type() : yices_bv_type(n->width);
  tp_term_var v = {.var = (uint32_t)n->bits,
                   .sort = (tp_sort)n->sort,
                   .width = n->width,
                   .term = yices_new_uninterpreted_term(type)};
  VEC_PUSH(&t->vars, v);
  return v.term;
}

/* A pattern from its key. */
static term_t pattern(term_t key, unsigned width) {
  uint64_t mask = (UINT64_C(1) << (width - 1)) - 1;
  term_t zero = yices_bvconst_uint64(width, 0);
  term_t turned = yices_bvxor2(key, yices_bvconst_uint64(width, mask));
  return yices_ite(yices_bvslt_atom(key, zero), turned, key);
}

/* n is tp_expr_fp_key of a float variable, whose node is returned. */
static const tp_expr_node *keyed_variable(tp_terms *t, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(t->exprs, e);
  if (n->op != TP_E_ITE)
    return NULL;
  tp_expr bits = n->c;
  const tp_expr_node *inner = tp_expr_get(t->exprs, bits);
  if (inner->op != TP_E_FP_BITS || tp_expr_fp_key(t->exprs, bits) != e)
    return NULL;
  inner = tp_expr_get(t->exprs, bits); /* the step above may build nodes */
  inner = tp_expr_get(t->exprs, inner->a);
  return inner->op == TP_E_VAR ? inner : NULL;
}

static term_t binary(tp_bv_op op, term_t a, term_t b) {
  switch (op) {
  case TP_BV_ADD:
    return yices_bvadd(a, b);
  case TP_BV_SUB:
    return yices_bvsub(a, b);
  case TP_BV_MUL:
    return yices_bvmul(a, b);
  case TP_BV_UDIV:
    return yices_bvdiv(a, b);
  case TP_BV_SDIV:
    return yices_bvsdiv(a, b);
  case TP_BV_UREM:
    return yices_bvrem(a, b);
  case TP_BV_SREM:
    return yices_bvsrem(a, b);
  case TP_BV_SHL:
    return yices_bvshl(a, b);
  case TP_BV_LSHR:
    return yices_bvlshr(a, b);
  case TP_BV_ASHR:
    return yices_bvashr(a, b);
  case TP_BV_AND:
    return yices_bvand2(a, b);
  case TP_BV_OR:
    return yices_bvor2(a, b);
  case TP_BV_XOR:
    return yices_bvxor2(a, b);
  }
  return -1;
}

static term_t of_bool(const tp_expr_node *n, term_t a) {
  return yices_ite(a, yices_bvconst_uint64(n->width, 1),
                   yices_bvconst_uint64(n->width, 0));
}

/* Node n over the terms of its kids. */
static term_t translate(const tp_terms *t, const tp_expr_node *n, term_t a,
                        term_t b, term_t c) {
  unsigned below = tp_expr_width(t->exprs, n->a);
  switch ((tp_expr_op)n->op) {
  case TP_E_NOT:
    return yices_not(a);
  case TP_E_AND:
    return yices_and2(a, b);
  case TP_E_OR:
    return yices_or2(a, b);
  case TP_E_ITE:
    return yices_ite(a, b, c);
  case TP_E_EQ:
    return yices_eq(a, b);
  case TP_E_BV:
    return binary((tp_bv_op)n->aux, a, b);
  case TP_E_BV_NOT:
    return yices_bvnot(a);
  case TP_E_BV_NEG:
    return yices_bvneg(a);
  case TP_E_ULT:
    return yices_bvlt_atom(a, b);
  case TP_E_SLT:
    return yices_bvslt_atom(a, b);
  case TP_E_EXTRACT:
    return yices_bvextract(a, n->aux, n->aux + n->width - 1u);
  case TP_E_CONCAT:
    return yices_bvconcat2(a, b);
  case TP_E_ZEXT:
    return yices_zero_extend(a, n->width - below);
  case TP_E_SEXT:
    return yices_sign_extend(a, n->width - below);
  case TP_E_OF_BOOL:
    return of_bool(n, a);
  default:
    tp_bug(__FILE__, __LINE__, "a lowered expression should have no floats");
  }
}

static term_t leaf(tp_terms *t, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(t->exprs, e);
  if (n->op == TP_E_VAR)
    return variable(t, n);
  if (n->op == TP_E_FP_BITS)
    return pattern(variable(t, tp_expr_get(t->exprs, n->a)), n->width);
  if (n->sort == TP_X_BOOL)
    return n->bits ? yices_true() : yices_false();
  return yices_bvconst_uint64(n->width, n->bits);
}

static bool push_kids(tp_terms *t, const tp_expr_node *n) {
  const tp_expr kids[3] = {n->a, n->b, n->c};
  uint32_t before = t->stack.n;
  for (unsigned i = 0; i < 3; i++)
    if (kids[i] && known(t, kids[i]) < 0)
      VEC_PUSH(&t->stack, kids[i]);
  return t->stack.n > before;
}

/* Translate the top of the stack, or push what it waits for. */
static term_t translate_top(tp_terms *t) {
  tp_expr e = VEC_LAST(&t->stack);
  const tp_expr_node *key_of = keyed_variable(t, e);
  tp_expr_node n = *tp_expr_get(t->exprs, e);
  term_t term;
  if (key_of) {
    term = variable(t, key_of);
  } else if (n.op == TP_E_VAR || n.op == TP_E_CONST || n.op == TP_E_FP_BITS) {
    term = leaf(t, e);
  } else {
    if (push_kids(t, &n))
      return 0;
    bool is_large = n.op == TP_E_BV && is_too_large(t, &n);
    term_t a =
        is_large || is_misjudged(t, &n, n.a) ? named(t, n.a) : known(t, n.a);
    term_t b =
        is_large || is_misjudged(t, &n, n.b) ? named(t, n.b) : known(t, n.b);
    term = translate(t, &n, a, b, known(t, n.c));
  }
  if (term >= 0)
    remember(t, e, term);
  take_note(t, e, &n);
  t->translated++;
  (void)VEC_POP(&t->stack);
  return term;
}

static bool is_time_over(const tp_terms *t) {
  return (t->translated & POLL_MASK) == 0 &&
         tp_budget_over(t->budget) != TP_STOP_NONE;
}

term_t tp_terms_of(tp_terms *t, tp_expr e) {
  if (known(t, e) >= 0)
    return known(t, e);
  tp_expr lowered = tp_expr_lower(t->exprs, e);
  VEC_CLEAR(&t->stack);
  if (known(t, lowered) < 0)
    VEC_PUSH(&t->stack, lowered);
  while (t->stack.n)
    if (known(t, VEC_LAST(&t->stack)) >= 0)
      (void)VEC_POP(&t->stack);
    else if (translate_top(t) < 0 || is_time_over(t))
      return -1;
  remember(t, e, known(t, lowered));
  *note_of(t, e) = read_note(t, lowered);
  return known(t, lowered);
}

const tp_term_note *tp_terms_note(tp_terms *t, tp_expr e) {
  return note_of(t, e);
}

static bool is_hard(const tp_terms *t, const tp_expr_node *n) {
  return n->op == TP_E_BV && n->aux >= TP_BV_MUL && n->aux <= TP_BV_SREM &&
         !is_constant(t, n->a) && !is_constant(t, n->b);
}

static void load_node(tp_terms *t, tp_expr e, const tp_expr_node *n,
                      tp_term_load *out) {
  const tp_term_note *note = note_of(t, e);
  out->cost += cost_of(t, n);
  out->hard += is_hard(t, n) ? cost_of(t, n) : 0;
  if (note->name)
    VEC_PUSH(&out->definitions, yices_eq(note->name - 1, known(t, e)));
}

void tp_terms_load_begin(tp_terms *t, tp_term_load *out) {
  out->cost = out->hard = 0;
  VEC_CLEAR(&out->definitions);
  t->round++;
}

static bool is_met_first(tp_terms *t, tp_expr e, tp_map *inside) {
  bool is_new;
  if (inside) {
    tp_map_put(inside, e, &is_new);
    return is_new;
  }
  if (t->seen.n <= e)
    VEC_RESIZE(&t->seen, tp_exprs_count(t->exprs) + 1);
  is_new = t->seen.at[e] != t->round;
  t->seen.at[e] = t->round;
  return is_new;
}

void tp_terms_load(tp_terms *t, tp_expr e, tp_map *inside, tp_term_load *out) {
  VEC_CLEAR(&t->stack);
  VEC_PUSH(&t->stack, tp_expr_lower(t->exprs, e));
  while (t->stack.n) {
    tp_expr at = VEC_POP(&t->stack);
    tp_expr_node n = *tp_expr_get(t->exprs, at);
    /* The inside of a float variable's key is not translated. */
    if (known(t, at) < 0 || n.op == TP_E_CONST || n.op == TP_E_VAR ||
        !is_met_first(t, at, inside))
      continue;
    load_node(t, at, &n, out);
    const tp_expr kids[3] = {n.a, n.b, n.c};
    for (unsigned i = 0; i < 3; i++)
      if (kids[i])
        VEC_PUSH(&t->stack, kids[i]);
  }
}

const tp_term_var *tp_terms_var(const tp_terms *t, uint32_t var) {
  const uint32_t *at = tp_map_get(&t->var_at, var);
  return at ? &t->vars.at[*at] : NULL;
}

bool tp_terms_value(const tp_term_var *v, model_t *model, uint64_t *bits) {
  int32_t bit[64] = {0};
  *bits = 0;
  if (v->sort == TP_X_BOOL) {
    int32_t value = 0;
    int32_t rc = yices_get_bool_value(model, v->term, &value);
    *bits = value != 0;
    return rc == 0;
  }
  if (yices_get_bv_value(model, v->term, bit) != 0)
    return false;
  for (unsigned i = 0; i < v->width; i++)
    *bits |= (uint64_t)(bit[i] != 0) << i;
  bool is_float = v->sort == TP_X_F32 || v->sort == TP_X_F64;
  uint64_t sign = UINT64_C(1) << (v->width - 1);
  if (is_float && (*bits & sign))
    *bits ^= sign - 1;
  return true;
}

static int by_number(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

bool tp_yices_core(context_t *ctx, const term_t *assumed, uint32_t n,
                   tp_vec_u32 *core) {
  term_vector_t terms;
  yices_init_term_vector(&terms);
  bool ok = yices_get_unsat_core(ctx, &terms) == 0;
  tp_map place = {0};
  for (uint32_t i = n; i-- > 0;)
    *tp_map_put(&place, (uint64_t)assumed[i], NULL) = i;
  for (uint32_t i = 0; i < terms.size && ok; i++) {
    const uint32_t *at = tp_map_get(&place, (uint64_t)terms.data[i]);
    ok = at != NULL;
    if (ok)
      VEC_PUSH(core, *at);
  }
  if (core->n > 1)
    qsort(core->at, core->n, sizeof(uint32_t), by_number);
  tp_map_free(&place);
  yices_delete_term_vector(&terms);
  return ok;
}
