/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All assignments again and again, until nothing changes; what still grows
 * after a few rounds may be anything. */
#include "unit/ranges.h"

#include "base/bits.h"

enum { NONE, KNOWN, ANY };
enum { ROUNDS = 6 }; /* before what grows is given up */

typedef struct finder {
  const tp_program *p;
  tp_value_range *at;
  bool has_changed, is_late;
} finder;

static const tp_value_range anything = {ANY, 0, 0};
static const tp_value_range truth = {KNOWN, 0, 1};

static tp_value_range join(tp_value_range a, tp_value_range b) {
  if (a.kind == NONE || b.kind == ANY)
    return b;
  if (b.kind == NONE || a.kind == ANY)
    return a;
  return (tp_value_range){KNOWN, a.low < b.low ? a.low : b.low,
                          a.high > b.high ? a.high : b.high};
}

/* ---- types --------------------------------------------------------------- */

/* Numbers that fit int64_t. */
static bool type_range(const tp_program *p, tp_type_id id, int64_t *low,
                       int64_t *high) {
  const tp_type *t = tp_type_get(&p->types, id);
  bool is_signed = tp_type_is_signed(&p->types, id);
  if (!tp_type_is_integer(&p->types, id) || t->size == 0 || t->size > 8 ||
      (t->size == 8 && !is_signed))
    return false;
  unsigned bits = (unsigned)t->size * 8 - is_signed;
  *high = t->kind == TP_T_BOOL ? 1 : (int64_t)((UINT64_C(1) << bits) - 1);
  *low = is_signed ? -*high - 1 : 0;
  return true;
}

/* As a value of that type; one that does not fit may be any. */
static tp_value_range fit(const tp_program *p, tp_value_range r, tp_type_id t) {
  int64_t low, high;
  if (r.kind != KNOWN)
    return r;
  return type_range(p, t, &low, &high) && r.low >= low && r.high <= high
             ? r
             : anything;
}

/* ---- expressions --------------------------------------------------------- */

static bool is_constant(tp_value_range r) {
  return r.kind == KNOWN && r.low == r.high;
}

static tp_value_range add(tp_value_range a, tp_value_range b, bool is_minus) {
  tp_value_range out = {KNOWN, 0, 0};
  bool is_over = is_minus
                     ? __builtin_sub_overflow(a.low, b.high, &out.low) ||
                           __builtin_sub_overflow(a.high, b.low, &out.high)
                     : __builtin_add_overflow(a.low, b.low, &out.low) ||
                           __builtin_add_overflow(a.high, b.high, &out.high);
  return is_over ? anything : out;
}

static tp_value_range mask(tp_value_range a, tp_value_range b) {
  if (is_constant(b) && b.low >= 0)
    return (tp_value_range){KNOWN, 0, b.low};
  return is_constant(a) && a.low >= 0 ? (tp_value_range){KNOWN, 0, a.low}
                                      : anything;
}

static tp_value_range remainder_of(tp_value_range a, tp_value_range b) {
  if (!is_constant(b) || b.low <= 0)
    return anything;
  bool is_positive = a.kind == KNOWN && a.low >= 0;
  return (tp_value_range){KNOWN, is_positive ? 0 : 1 - b.low, b.low - 1};
}

static tp_value_range binary(tp_op op, tp_value_range a, tp_value_range b) {
  if (op >= TP_OP_LT && op <= TP_OP_NE)
    return truth;
  if (op == TP_OP_AND)
    return mask(a, b);
  if (op == TP_OP_MOD)
    return remainder_of(a, b);
  if (a.kind == NONE || b.kind == NONE)
    return (tp_value_range){0};
  if ((op == TP_OP_ADD || op == TP_OP_SUB) && a.kind == KNOWN &&
      b.kind == KNOWN)
    return add(a, b, op == TP_OP_SUB);
  return anything;
}

static tp_value_range of_variable(const finder *f, tp_decl_id d) {
  tp_decl_id same = f->p->decls.at[d].same;
  return f->at[same ? same : d];
}

/* Recursion: as deep as the expression is written; beyond 64 it is anything. */
static tp_value_range value_of(const finder *f, tp_node_id n, unsigned depth) {
  const tp_program *p = f->p;
  const tp_node *node = tp_node_get(p, n);
  tp_value_range out = anything;
  uint64_t bits;
  int64_t low, high;
  if (depth > 64 || !type_range(p, node->type, &low, &high))
    return anything;
  if (tp_node_constant(p, n, &bits))
    return (tp_value_range){KNOWN, (int64_t)bits, (int64_t)bits};
  switch (node->kind) {
  case TP_N_NAME:
    out = of_variable(f, node->ref);
    break;
  case TP_N_CAST:
    out = value_of(f, node->first, depth + 1);
    break;
  case TP_N_LOGICAL:
    return truth;
  case TP_N_UNARY:
    return node->op == TP_OP_NOT ? truth : anything;
  case TP_N_COND:
    if (!(node->flags & TP_F_ELVIS))
      out = join(value_of(f, tp_node_kid(p, n, 1), depth + 1),
                 value_of(f, tp_node_kid(p, n, 2), depth + 1));
    break;
  case TP_N_BINARY:
    out = binary((tp_op)node->op, value_of(f, tp_node_kid(p, n, 0), depth + 1),
                 value_of(f, tp_node_kid(p, n, 1), depth + 1));
    break;
  default:
    break;
  }
  return fit(p, out, node->type);
}

/* ---- what gives values --------------------------------------------------- */

static void give(finder *f, tp_decl_id d, tp_value_range r) {
  tp_decl_id same = f->p->decls.at[d].same;
  tp_value_range *to = &f->at[same ? same : d];
  tp_value_range now = join(*to, fit(f->p, r, f->p->decls.at[d].type));
  if (now.kind == to->kind &&
      (now.kind != KNOWN || (now.low == to->low && now.high == to->high)))
    return;
  *to = f->is_late ? anything : now;
  f->has_changed = true;
}

static void give_arguments(finder *f, const tp_node *call) {
  const tp_program *p = f->p;
  const tp_site *site = &p->sites.at[call->ref];
  tp_func_id callee = site->callee ? tp_decl_function(p, site->callee) : 0;
  if (!callee)
    return;
  const tp_func *func = &p->funcs.at[callee];
  for (uint32_t i = 0; i < func->params.n; i++) {
    tp_node_id arg = tp_node_kid(p, site->node, i + 1);
    give(f, func->params.at[i], arg ? value_of(f, arg, 0) : anything);
  }
}

static tp_decl_id named(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  return node->kind == TP_N_NAME ? node->ref : 0;
}

static void give_all(finder *f) {
  const tp_program *p = f->p;
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = tp_node_get(p, n);
    tp_decl_id to = 0;
    if (node->kind == TP_N_CALL)
      give_arguments(f, node);
    else if (node->kind == TP_N_VAR && node->first)
      give(f, node->ref, value_of(f, node->first, 0));
    else if (node->kind == TP_N_INCDEC || node->kind == TP_N_ASSIGN)
      to = named(p, node->first);
    if (to)
      give(f, to,
           node->kind == TP_N_ASSIGN && node->op == TP_OP_ASSIGN
               ? value_of(f, tp_node_kid(p, n, 1), 0)
               : anything);
  }
}

/* ---- what has no range --------------------------------------------------- */

static bool is_seen(const tp_program *p, const tp_decl *d, bool is_whole) {
  const tp_type *t = tp_type_get(&p->types, d->type);
  bool is_foreign = d->kind == TP_D_VAR && d->scope == 0 && !d->is_static &&
                    (!is_whole || d->is_system);
  return d->kind != TP_D_FUNCTION && !d->address_taken && !d->is_used_unseen &&
         !d->is_thread && !t->is_volatile && !is_foreign;
}

/* Functions that something else than a call names. */
static void find_named(tp_bits *out, const tp_program *p) {
  tp_bits callees;
  tp_bits_init(out, p->funcs.n);
  tp_bits_init(&callees, p->nodes.n);
  for (uint32_t i = 1; i < p->sites.n; i++)
    tp_bits_add(&callees, tp_node_get(p, p->sites.at[i].node)->first);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = tp_node_get(p, n);
    tp_func_id f = node->kind == TP_N_NAME && !tp_bits_has(&callees, n) &&
                           p->decls.at[node->ref].kind == TP_D_FUNCTION
                       ? tp_decl_function(p, node->ref)
                       : 0;
    if (f)
      tp_bits_add(out, f);
  }
  tp_bits_free(&callees);
}

static bool is_zero_at_first(const tp_program *p, const tp_decl *d) {
  bool is_static = d->scope == 0 || d->is_static;
  return d->kind == TP_D_VAR && is_static &&
         !(d->var && tp_node_get(p, d->var)->first);
}

static void begin(finder *f, bool is_whole) {
  const tp_program *p = f->p;
  tp_bits is_named;
  find_named(&is_named, p);
  for (tp_decl_id d = 1; d < p->decls.n; d++) {
    const tp_decl *decl = &p->decls.at[d];
    if (!is_seen(p, decl, is_whole))
      f->at[d] = anything;
    else if (is_zero_at_first(p, decl))
      f->at[d] = (tp_value_range){KNOWN, 0, 0};
  }
  for (tp_func_id g = 1; g < p->funcs.n; g++) {
    const tp_decl *decl = &p->decls.at[p->funcs.at[g].decl];
    bool is_open = tp_bits_has(&is_named, g) || g == p->entry ||
                   decl->is_used_unseen || (!is_whole && !decl->is_static);
    for (uint32_t i = 0; is_open && i < p->funcs.at[g].params.n; i++)
      f->at[p->funcs.at[g].params.at[i]] = anything;
  }
  tp_bits_free(&is_named);
}

void tp_ranges_find(tp_ranges *out, const tp_program *p, bool is_whole) {
  finder f = {.p = p, .at = TP_NEW_ARRAY(tp_value_range, p->decls.n + 1)};
  begin(&f, is_whole);
  for (unsigned round = 0; round == 0 || f.has_changed; round++) {
    f.has_changed = false;
    f.is_late = round >= ROUNDS;
    give_all(&f);
  }
  out->at = f.at;
}

void tp_ranges_free(tp_ranges *r) {
  tp_free(r->at);
  r->at = NULL;
}

bool tp_range_of(const tp_ranges *r, const tp_program *p, tp_decl_id d,
                 int64_t *low, int64_t *high) {
  tp_decl_id same = p->decls.at[d].same;
  tp_value_range range = r->at[same ? same : d];
  int64_t least, most;
  *low = range.low;
  *high = range.high;
  return range.kind == KNOWN &&
         type_range(p, p->decls.at[d].type, &least, &most) &&
         (range.low > least || range.high < most);
}
