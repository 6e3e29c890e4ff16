/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which places an address can be. An if-then-else of addresses is each of them;
 * base + symbolic offset inside one object runs over its cells. Pointers that
 * are swapped over and over share their parts: each part is looked at once,
 * with all the ways that lead to it. */
#include "decide/access.h"

#include "base/limits.h"
#include "expr/addends.h"
#include "expr/node.h"

#define MAX_CHOICES (2 * TP_LIMIT_DECIDE_TABLE) /* parts of an address */
#define MAX_ADDENDS 16                          /* of an address */
/* An index times the size of an element is less. */
#define FAR (INT64_C(1) << 40)

/* ---- base and index ------------------------------------------------------ */

static uint64_t common_factor(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* A number that an addend is a multiple of; 0: of every one. */
static uint64_t factor_of_addend(const tp_exprs *x, tp_expr e, uint64_t base) {
  const tp_expr_node *n = tp_expr_get(x, e);
  uint64_t bits;
  if (tp_expr_constant(x, e, &bits))
    return bits == base ? 0 : bits;
  if (n->op != TP_E_BV || n->aux != TP_BV_MUL ||
      (!tp_expr_constant(x, n->a, &bits) && !tp_expr_constant(x, n->b, &bits)))
    return 1;
  bits = bits >> 63 ? 0 - bits : bits;
  return bits >> 32 ? 1 : bits;
}

/* The same of a sum. `base` does not count. */
static uint64_t factor_of(const tp_exprs *x, tp_expr e, uint64_t base) {
  tp_addend_list addends = {0};
  uint64_t factor = 0;
  tp_expr_addends(x, e, &addends);
  for (uint32_t i = 0; i < addends.n && factor != 1; i++)
    factor = common_factor(factor, factor_of_addend(x, addends.at[i].e, base));
  VEC_FREE(&addends);
  return factor;
}

uint64_t tp_access_factor(const tp_exprs *x, tp_expr e) {
  return factor_of(x, e, 0);
}

/* Whether n bytes at an address are surely inside an object; else *when_not. */
static bool is_inside(tp_memory *m, tp_expr address, tp_object id,
                      unsigned size, tp_expr *when_not) {
  tp_exprs *x = m->sem.exprs;
  uint64_t object_size = m->objects.at[id].size;
  if (object_size < size)
    return false;
  tp_expr start = tp_memory_address(m, id, 0);
  tp_expr offset = tp_expr_bv_op(x, TP_BV_SUB, address, start);
  tp_interval span = tp_expr_span(x, offset);
  if (span.low >= 0 && (uint64_t)span.high <= object_size - size)
    return true;
  *when_not = tp_expr_not(
      x, tp_expr_ult(x, offset, tp_expr_bv(x, 64, object_size - size + 1)));
  return false;
}

/* base + something, base inside one object: every place there. */
static bool add_indexed(tp_memory *m, tp_expr address, uint64_t base,
                        unsigned size, tp_expr when, tp_target_list *out) {
  tp_exprs *x = m->sem.exprs;
  int64_t offset;
  tp_object id = tp_memory_object(m, base, &offset);
  if (!id || m->objects.at[id].is_dead || !m->objects.at[id].n_cells)
    return false;
  tp_object_info o = m->objects.at[id];
  tp_expr outside = 0;
  int64_t step = (int64_t)(factor_of(x, address, base) & INT32_MAX);
  step = step > 1 ? step : 1;
  int64_t at = offset % step < 0 ? offset % step + step : offset % step;
  if (o.size / (uint64_t)step > TP_LIMIT_DECIDE_TABLE)
    return false;
  for (; at + size <= (int64_t)o.size; at += step) {
    uint64_t bits;
    tp_expr here = tp_memory_address(m, id, at);
    tp_expr is_here = tp_expr_and(x, when, tp_expr_eq(x, address, here));
    tp_expr_constant(x, here, &bits);
    if (is_here != tp_expr_bool(x, false))
      VEC_PUSH(out, (tp_target){is_here, bits});
  }
  if (!is_inside(m, address, id, size, &outside))
    VEC_PUSH(out,
             (tp_target){outside ? tp_expr_and(x, when, outside) : when, 0});
  return true;
}

uint64_t tp_access_base(const tp_exprs *x, tp_expr address) {
  const tp_expr_node *n = tp_expr_get(x, address);
  uint64_t bits;
  while (n->op == TP_E_BV && n->aux == TP_BV_ADD) {
    if (tp_expr_constant(x, n->a, &bits) || tp_expr_constant(x, n->b, &bits))
      return bits;
    const tp_expr_node *a = tp_expr_get(x, n->a);
    n = a->op == TP_E_BV && a->aux == TP_BV_ADD ? a : tp_expr_get(x, n->b);
  }
  return 0;
}

/* ---- addresses that are chosen ------------------------------------------- */

/* Surely a number, as an index is, and no address nor a part of one. */
static bool is_number(tp_memory *m, tp_expr e) {
  tp_interval span = tp_expr_span(m->sem.exprs, e);
  return span.low > -FAR && span.high < FAR && !tp_memory_may_be_address(m, e);
}

/* NULL is no base of anything: what an index makes of it leads nowhere. */
static tp_expr moved(tp_memory *m, tp_expr base, tp_expr by) {
  uint64_t bits;
  if (tp_expr_constant(m->sem.exprs, base, &bits) && bits == 0 &&
      !tp_expr_constant(m->sem.exprs, by, &bits) && is_number(m, by))
    return base;
  return tp_expr_bv_op(m->sem.exprs, TP_BV_ADD, base, by);
}

/* The addend to be taken apart: one that is chosen, if it can be an address
 * rather than an index. */
static uint32_t find_choice(tp_memory *m, const tp_addend_list *addends) {
  uint32_t found = UINT32_MAX;
  for (uint32_t i = 0; i < addends->n && addends->n <= MAX_ADDENDS; i++) {
    const tp_addend *a = &addends->at[i];
    if (a->times != 1 || tp_expr_get(m->sem.exprs, a->e)->op != TP_E_ITE)
      continue;
    if (found == UINT32_MAX || !is_number(m, addends->at[i].e))
      found = i;
  }
  return found;
}

/* Make a sum with an if-then-else in it an if-then-else of sums. */
static bool split_sum(tp_memory *m, tp_expr e, tp_expr_node *n) {
  tp_exprs *x = m->sem.exprs;
  tp_addend_list addends = {0};
  tp_expr_addends(x, e, &addends);
  uint32_t at = find_choice(m, &addends);
  tp_expr rest = tp_expr_bv(x, 64, 0);
  for (uint32_t i = 0; i < addends.n && at != UINT32_MAX; i++)
    if (i != at)
      rest =
          tp_expr_bv_op(x, TP_BV_ADD, rest,
                        tp_expr_bv_op(x, TP_BV_MUL, addends.at[i].e,
                                      tp_expr_bv(x, 64, addends.at[i].times)));
  if (at != UINT32_MAX) {
    *n = *tp_expr_get(x, addends.at[at].e);
    n->b = moved(m, n->b, rest);
    n->c = moved(m, n->c, rest);
  }
  VEC_FREE(&addends);
  return at != UINT32_MAX;
}

static bool split_choice(tp_memory *m, tp_expr e, tp_expr_node *n) {
  bool is_sum = n->op == TP_E_BV && n->aux == TP_BV_ADD;
  return is_sum ? split_sum(m, e, n) : n->op == TP_E_ITE;
}

typedef struct choice {
  tp_expr e;
  tp_expr when;   /* the address is this one */
  tp_expr_node n; /* if-then-else, or what can't be taken apart */
  bool is_split;
} choice;

typedef struct choices {
  tp_memory *m;
  tp_exprs *x;    /* its */
  VEC(choice) at; /* parts before the whole */
  tp_map place;   /* address -> its place in `at` */
} choices;

static bool is_placed(const choices *c, tp_expr e) {
  return tp_map_get(&c->place, e) != NULL;
}

/* What an address is chosen from, each once; false: too much. */
static bool find_choices(choices *c, tp_expr address) {
  tp_vec_u32 work = {0};
  VEC_PUSH(&work, address);
  while (work.n && c->at.n < MAX_CHOICES && work.n < MAX_CHOICES) {
    tp_expr e = VEC_LAST(&work);
    tp_expr_node n = *tp_expr_get(c->x, e);
    bool is_split = split_choice(c->m, e, &n);
    uint32_t before = work.n;
    if (is_split && !is_placed(c, n.c))
      VEC_PUSH(&work, n.c);
    if (is_split && !is_placed(c, n.b))
      VEC_PUSH(&work, n.b);
    if (work.n > before)
      continue;
    work.n--;
    if (is_placed(c, e))
      continue;
    *tp_map_put(&c->place, e, NULL) = c->at.n;
    VEC_PUSH(&c->at, (choice){e, tp_expr_bool(c->x, false), n, is_split});
  }
  bool is_done = work.n == 0;
  VEC_FREE(&work);
  return is_done;
}

/* One more way to an address. */
static void lead_to(choices *c, tp_expr e, tp_expr when) {
  choice *to = &c->at.at[*tp_map_get(&c->place, e)];
  to->when = tp_expr_or(c->x, to->when, when);
}

static void lead_on(choices *c, const choice *from) {
  tp_expr no = tp_expr_not(c->x, from->n.a);
  lead_to(c, from->n.b, tp_expr_and(c->x, from->when, from->n.a));
  lead_to(c, from->n.c, tp_expr_and(c->x, from->when, no));
}

/* To be read, what is chosen from may include addresses that are not known:
 * there lies any value. */
static bool add_target(tp_memory *m, const tp_address_part *t, unsigned size,
                       bool is_any_known, tp_target_list *out) {
  uint64_t bits;
  if (tp_expr_constant(m->sem.exprs, t->e, &bits)) {
    if (bits >= TP_FIRST_PAGE) /* nothing goes on after one through NULL */
      VEC_PUSH(out, (tp_target){t->when, bits});
    return true;
  }
  uint64_t base = tp_access_base(m->sem.exprs, t->e);
  if (base && add_indexed(m, t->e, base, size, t->when, out))
    return true;
  if (is_any_known)
    VEC_PUSH(out, (tp_target){t->when, 0});
  return is_any_known;
}

bool tp_access_parts(tp_memory *m, tp_expr address, tp_address_parts *out) {
  choices c = {.m = m, .x = m->sem.exprs};
  bool ok = find_choices(&c, address);
  if (ok)
    lead_to(&c, address, tp_expr_bool(c.x, true));
  for (uint32_t i = c.at.n; ok && i-- > 0;) {
    choice t = c.at.at[i];
    if (t.when == tp_expr_bool(c.x, false))
      continue;
    if (t.is_split)
      lead_on(&c, &t);
    else
      VEC_PUSH(out, (tp_address_part){t.when, t.e});
  }
  VEC_FREE(&c.at);
  tp_map_free(&c.place);
  return ok;
}

bool tp_access_targets(tp_memory *m, tp_expr address, unsigned size,
                       bool is_read, tp_target_list *out) {
  tp_address_parts parts = {0};
  bool ok = tp_access_parts(m, address, &parts);
  for (uint32_t i = 0; ok && i < parts.n; i++)
    ok = add_target(m, &parts.at[i], size, is_read && parts.at[i].e != address,
                    out) &&
         out->n <= TP_LIMIT_DECIDE_TABLE;
  VEC_FREE(&parts);
  return ok;
}
