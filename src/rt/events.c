/* SPDX-License-Identifier: MIT */
/* Conditions, switches and stores: what instrumented code reports as it goes.
 *
 * Each event looks whether one of its leaves is symbolic. If none is, a branch
 * is one word of trace and a store clears the shadow of its target. Otherwise
 * the leaves go into the trace, and a store defines a new symbol.
 */
#include "rt/shadow.h"
#include "rt/tp2ph_rt.h"

static void note_stale(uint32_t e) {
  if (RT.n_stale) {
    RT.n_stale = 0;
    __tp2ph_concretised(e, TP_WHY_STALE);
  }
}

/* ---- branches ---- */

static void plain_branch(unsigned decision, unsigned flags, uint64_t value) {
  unsigned n = flags & TP_RF_SWITCH ? 2 : 1;
  uint64_t *to = record(n);
  if (!to)
    return;
  to[0] = head(TP_R_BRANCH, flags, 0, decision);
  if (flags & TP_RF_SWITCH)
    to[1] = value;
  commit(n);
}

static void symbolic_branch(const leaves *in, unsigned decision, unsigned flags,
                            uint64_t value) {
  uint64_t n = 3 + (flags & TP_RF_SWITCH ? 1 : 0) + in->n_words;
  uint64_t *to = record(n);
  if (!to)
    return;
  *to++ = head(TP_R_BRANCH, flags | TP_RF_SYMBOLIC, in->n, decision);
  if (flags & TP_RF_SWITCH)
    *to++ = value;
  *to++ = in->expr;
  *to++ = in->tags;
  __builtin_memcpy(to, in->word, in->n_words * sizeof *to);
  commit(n);
}

/* What the condition compares, as plain values. */
static void measured_branch(unsigned e, unsigned flags, uint64_t value,
                            const void *const *pp) {
  const tp_wire_expr *x = &RT.exprs[e];
  const tp_wire_leaf *leaf = RT.leaves + x->first_leaf;
  uint64_t n = 2 + (flags & TP_RF_SWITCH ? 1 : 0) + (uint64_t)x->n_leaves;
  uint64_t *to = record(n);
  if (!to)
    return;
  *to++ = head(TP_R_BRANCH, flags | TP_RF_MEASURED, x->n_leaves, x->decision);
  if (flags & TP_RF_SWITCH)
    *to++ = value;
  *to++ = e;
  for (unsigned i = 0; i < x->n_leaves; i++, leaf++, pp++) {
    *to++ = load(*pp, leaf->size);
    pp += leaf->kind == TP_LEAF_TABLE;
  }
  commit(n);
}

static void branch(unsigned e, unsigned flags, uint64_t value,
                   const void *const *pp) {
  if (e >= RT.area->n_exprs)
    return;
  const tp_wire_expr *x = &RT.exprs[e];
  if (RT.area->is_measured) {
    measured_branch(e, flags, value, pp);
  } else if (RT.symbols.n && __tp2ph_any_symbolic(x, pp)) {
    __tp2ph_read_leaves(&RT.current, e, pp);
    if (RT.current.is_symbolic)
      symbolic_branch(&RT.current, x->decision, flags, value);
    else
      plain_branch(x->decision, flags, value);
    note_stale(e);
  } else {
    plain_branch(x->decision, flags, value);
  }
}

int __tp2ph_c0(unsigned decision, int v) {
  unsigned flags = v ? TP_RF_VALUE : 0;
  if (enter(FRAME())) {
    plain_branch(decision, flags, 0);
    leave();
  } else {
    __tp2ph_aside(decision, flags, 0);
  }
  return v;
}

static void measured_plainly(unsigned decision, unsigned flags, uint64_t a,
                             uint64_t b) {
  uint64_t *to = record(4);
  if (!to)
    return;
  to[0] = head(TP_R_BRANCH, flags | TP_RF_MEASURED, 2, decision);
  to[1] = 0;
  to[2] = a;
  to[3] = b;
  commit(4);
}

int __tp2ph_m0(unsigned decision, int v, long long a, long long b) {
  unsigned flags = v ? TP_RF_VALUE : 0;
  if (!RT.area || !RT.area->is_measured)
    return __tp2ph_c0(decision, v);
  if (enter(FRAME())) {
    measured_plainly(decision, flags, (uint64_t)a, (uint64_t)b);
    leave();
  } else {
    __tp2ph_aside(decision, flags, 0);
  }
  return v;
}

int __tp2ph_cn(unsigned e, int v, const void *const *pp) {
  unsigned flags = v ? TP_RF_VALUE : 0;
  if (enter(FRAME())) {
    branch(e, flags, 0, pp);
    leave();
  } else {
    __tp2ph_aside_of(e, flags, 0);
  }
  return v;
}

int __tp2ph_c1(unsigned e, int v, const void *p) {
  return __tp2ph_cn(e, v, &p);
}

int __tp2ph_c2(unsigned e, int v, const void *p, const void *q) {
  const void *const pp[] = {p, q};
  return __tp2ph_cn(e, v, pp);
}

int __tp2ph_c3(unsigned e, int v, const void *p, const void *q, const void *r) {
  const void *const pp[] = {p, q, r};
  return __tp2ph_cn(e, v, pp);
}

void __tp2ph_w0(unsigned decision, long long v) {
  if (enter(FRAME())) {
    plain_branch(decision, TP_RF_SWITCH, (uint64_t)v);
    leave();
  } else {
    __tp2ph_aside(decision, TP_RF_SWITCH, (uint64_t)v);
  }
}

void __tp2ph_wn(unsigned e, long long v, const void *const *pp) {
  if (enter(FRAME())) {
    branch(e, TP_RF_SWITCH, (uint64_t)v, pp);
    leave();
  } else {
    __tp2ph_aside_of(e, TP_RF_SWITCH, (uint64_t)v);
  }
}

void __tp2ph_w1(unsigned e, long long v, const void *p) {
  __tp2ph_wn(e, v, &p);
}

void __tp2ph_w2(unsigned e, long long v, const void *p, const void *q) {
  const void *const pp[] = {p, q};
  __tp2ph_wn(e, v, pp);
}

void __tp2ph_w3(unsigned e, long long v, const void *p, const void *q,
                const void *r) {
  const void *const pp[] = {p, q, r};
  __tp2ph_wn(e, v, pp);
}

/* ---- stores ---- */

static void define(const leaves *in, const void *dst) {
  unsigned size = RT.exprs[in->expr].dst_size;
  uint64_t n = 3 + (uint64_t)in->n_words, bits = load(dst, size);
  uint64_t *to = record(n);
  uint32_t number = to ? new_symbol(bits, size) : 0;
  if (number) {
    to[0] = head(TP_R_DEFINE, 0, in->n, in->expr);
    to[1] = bits;
    to[2] = in->tags;
    __builtin_memcpy(to + 3, in->word, in->n_words * sizeof *to);
    commit(n);
  }
  __tp2ph_shadow_symbol(dst, number, size);
}

static bool is_store(unsigned e) {
  return e < RT.area->n_exprs && RT.exprs[e].dst_size >= 1 &&
         RT.exprs[e].dst_size <= 8;
}

static void assign(unsigned e, const void *dst, const void *const *pp) {
  if (RT.symbols.n == 0 || !is_store(e))
    return;
  const tp_wire_expr *x = &RT.exprs[e];
  if (!__tp2ph_any_symbolic(x, pp)) {
    __tp2ph_shadow_clear(dst, x->dst_size);
    return;
  }
  __tp2ph_read_leaves(&RT.current, e, pp);
  if (RT.current.is_symbolic)
    define(&RT.current, dst);
  else
    __tp2ph_shadow_clear(dst, x->dst_size);
  note_stale(e);
}

void __tp2ph_a0(unsigned e, const void *dst) {
  if (enter(FRAME())) {
    if (RT.symbols.n && is_store(e))
      __tp2ph_shadow_clear(dst, RT.exprs[e].dst_size);
    leave();
  }
}

void __tp2ph_an(unsigned e, const void *dst, const void *const *pp) {
  if (enter(FRAME())) {
    assign(e, dst, pp);
    leave();
  }
}

void __tp2ph_a1(unsigned e, const void *dst, const void *p) {
  __tp2ph_an(e, dst, &p);
}

void __tp2ph_a2(unsigned e, const void *dst, const void *p, const void *q) {
  const void *const pp[] = {p, q};
  __tp2ph_an(e, dst, pp);
}

void __tp2ph_a3(unsigned e, const void *dst, const void *p, const void *q,
                const void *r) {
  const void *const pp[] = {p, q, r};
  __tp2ph_an(e, dst, pp);
}

/* ---- stores whose target is read, too ---- */

void __tp2ph_ln(unsigned e, const void *const *pp) {
  if (!enter(FRAME()))
    return;
  RT.pending.expr = e;
  RT.pending.is_symbolic = false;
  if (RT.symbols.n && is_store(e) && __tp2ph_any_symbolic(&RT.exprs[e], pp)) {
    __tp2ph_read_leaves(&RT.pending, e, pp);
    note_stale(e);
  }
  leave();
}

void __tp2ph_l1(unsigned e, const void *p) {
  __tp2ph_ln(e, &p);
}

void __tp2ph_l2(unsigned e, const void *p, const void *q) {
  const void *const pp[] = {p, q};
  __tp2ph_ln(e, pp);
}

void __tp2ph_l3(unsigned e, const void *p, const void *q, const void *r) {
  const void *const pp[] = {p, q, r};
  __tp2ph_ln(e, pp);
}

/* The target's new value from the leaves of the l before. */
static void store(unsigned e, const void *dst) {
  if (RT.symbols.n == 0 || !is_store(e))
    return;
  if (RT.pending.expr == e && RT.pending.is_symbolic)
    define(&RT.pending, dst);
  else
    __tp2ph_shadow_clear(dst, RT.exprs[e].dst_size);
  RT.pending.is_symbolic = false;
}

void __tp2ph_st(unsigned e, const void *dst) {
  if (enter(FRAME())) {
    store(e, dst);
    leave();
  }
}

/* Every element of the table may have been the target: each gets a symbol. */
static void store_table(const leaves *in) {
  const tp_wire_expr *x = &RT.exprs[in->expr];
  const tp_wire_leaf *leaf = &RT.leaves[x->first_leaf + x->n_leaves - 1];
  uint64_t n = 3 + (uint64_t)in->n_words;
  uint64_t *to = record(n);
  if (!to)
    return;
  to[0] = head(TP_R_TABLE_STORE, 0, in->n, in->expr);
  to[1] = in->n_elements;
  to[2] = in->tags;
  __builtin_memcpy(to + 3, in->word, in->n_words * sizeof *to);
  commit(n);
  for (uint32_t i = 0; i < in->n_elements; i++) {
    const uint8_t *p = __tp2ph_element(leaf, in->start, i);
    uint32_t number = new_symbol(load(p, leaf->size), leaf->size);
    __tp2ph_shadow_symbol(p, number, leaf->size);
  }
}

void __tp2ph_ts(unsigned e, const void *elem, const void *base) {
  (void)base; /* the l before has found it */
  if (!enter(FRAME()))
    return;
  leaves *in = &RT.pending;
  if (is_store(e) && in->expr == e && in->is_symbolic && in->has_table) {
    store_table(in);
    in->is_symbolic = false;
  } else {
    store(e, elem);
  }
  leave();
}

void __tp2ph_cp(const void *dst, const void *src, unsigned long n) {
  if (enter(FRAME())) {
    if (RT.symbols.n)
      __tp2ph_shadow_copy(dst, src, n);
    leave();
  }
}

void __tp2ph_clr(const void *dst, unsigned long n) {
  if (enter(FRAME())) {
    if (RT.symbols.n)
      __tp2ph_shadow_clear(dst, n);
    leave();
  }
}

void __tp2ph_own(const void *p, unsigned long n) {
  if (enter(FRAME())) {
    __tp2ph_begin_object(p, n, false);
    leave();
  }
}

/* Its parts: where the value lies, offset, size, expression of a bit-field. */
void *__tp2ph_lit(const void *p, unsigned long n, const void *const *pp) {
  __tp2ph_clr(p, n);
  __tp2ph_own(p, n);
  for (; *pp; pp += 4) {
    const char *to = (const char *)p + (uintptr_t)pp[1];
    unsigned e = (unsigned)(uintptr_t)pp[3];
    if (e) {
      __tp2ph_l2(e, pp[0], to);
      __tp2ph_st(e, to);
    } else {
      __tp2ph_cp(to, pp[0], (unsigned long)(uintptr_t)pp[2]);
    }
  }
  return (void *)(uintptr_t)p;
}

void __tp2ph_cz(unsigned id, unsigned reason, const void *p, unsigned long n) {
  if (enter(FRAME())) {
    if (RT.symbols.n && __tp2ph_shadow_any(p, n))
      __tp2ph_concretised(id, reason);
    leave();
  }
}
