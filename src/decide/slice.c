/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the result to the operands that it takes to know it: one false operand
 * of `and`, the condition of a choice and the arm it takes, both arms if they
 * are equal, else all operands. Where the operands are not known though the
 * result is, everything behind them is taken. Each expression is looked at once
 * as a known one, and once as one of which all is taken. What the walk knows
 * without a definition (what lies where an address never points) is known to
 * nobody else: where nothing else helps, everything is taken. */
#include "decide/slice.h"

#include "expr/node.h"

typedef struct slicer {
  tp_exprs *x;
  const tp_diary *t;
  tp_map seen, taken; /* expressions */
  tp_map added;       /* definitions */
  tp_vec_u32 known, open;
  tp_vec_u32 *out;
  bool has_facts;  /* of turns, too */
  bool is_guessed; /* something is known without a definition */
} slicer;

static void push(tp_map *seen, tp_vec_u32 *work, tp_expr e) {
  bool is_new = false;
  if (e)
    tp_map_put(seen, e, &is_new);
  if (is_new)
    VEC_PUSH(work, e);
}

static void need(slicer *s, tp_expr e) {
  uint64_t bits;
  if (e && tp_expr_known(s->x, e, &bits))
    push(&s->seen, &s->known, e);
  else
    push(&s->taken, &s->open, e);
}

static bool is_known(slicer *s, tp_expr e, uint64_t *bits) {
  return e && tp_expr_known(s->x, e, bits);
}

/* The definition of a name; NULL: it is none. */
static const tp_definition *add_definition(slicer *s, const tp_expr_node *n) {
  bool is_new;
  const tp_definition *d = tp_diary_find(s->t, (uint32_t)n->bits);
  if (!d)
    return NULL;
  tp_map_put(&s->added, n->bits, &is_new);
  if (is_new)
    VEC_PUSH(s->out, (uint32_t)(d - s->t->at.at));
  return d;
}

/* One operand that decides alone: it has these bits. */
static bool need_one(slicer *s, const tp_expr_node *n, uint64_t deciding) {
  uint64_t bits;
  tp_expr one = is_known(s, n->a, &bits) && bits == deciding   ? n->a
                : is_known(s, n->b, &bits) && bits == deciding ? n->b
                                                               : 0;
  need(s, one);
  return one != 0;
}

/* A name without a definition. */
static bool is_bare(const slicer *s, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(s->x, e);
  return n->op == TP_E_VAR && !tp_diary_find(s->t, (uint32_t)n->bits);
}

static bool need_few(slicer *s, tp_expr e, const tp_expr_node *n) {
  uint64_t value = 0, cond, yes, no;
  tp_expr_known(s->x, e, &value);
  switch (n->op) {
  case TP_E_AND:
    return !value && need_one(s, n, 0);
  case TP_E_OR:
    return value && need_one(s, n, 1);
  case TP_E_BV:
    return (n->aux == TP_BV_AND || n->aux == TP_BV_MUL) && !value &&
           need_one(s, n, 0);
  case TP_E_ITE:
    if (is_known(s, n->a, &cond)) {
      need(s, n->a);
      need(s, cond ? n->b : n->c);
      return true;
    }
    if (!is_known(s, n->b, &yes) || !is_known(s, n->c, &no) || yes != no)
      return false;
    need(s, is_bare(s, n->c) ? n->a : n->c);
    need(s, n->b);
    return true;
  default:
    return false;
  }
}

static void look_at_known(slicer *s, tp_expr e) {
  tp_expr_node n = *tp_expr_get(s->x, e);
  if (n.op == TP_E_VAR) {
    const tp_definition *d = add_definition(s, &n);
    need(s, d ? d->is : 0);
    s->is_guessed |= !d;
  } else if (!need_few(s, e, &n)) {
    need(s, n.a);
    need(s, n.b);
    need(s, n.c);
  }
}

/* What holds in each turn of a loop, if the variable says that it is one. */
static void add_facts(slicer *s, uint32_t var) {
  const uint32_t *slot = tp_map_get(&s->t->turn_of, var);
  const tp_told_turn *turn = slot ? &s->t->turns.at[*slot - 1] : NULL;
  for (uint32_t i = 0; turn && i < turn->n; i++) {
    uint32_t number = s->t->facts.at[turn->first + i].definition;
    VEC_PUSH(s->out, number);
    push(&s->taken, &s->open, s->t->at.at[number].is);
  }
}

static void look_at_open(slicer *s, tp_expr e) {
  tp_expr_node n = *tp_expr_get(s->x, e);
  if (n.op == TP_E_VAR && s->has_facts)
    add_facts(s, (uint32_t)n.bits);
  const tp_definition *d = n.op == TP_E_VAR ? add_definition(s, &n) : NULL;
  push(&s->taken, &s->open, d ? d->is : n.a);
  push(&s->taken, &s->open, n.b);
  push(&s->taken, &s->open, n.c);
}

static void finish(slicer *s) {
  tp_map_free(&s->seen);
  tp_map_free(&s->taken);
  tp_map_free(&s->added);
  VEC_FREE(&s->known);
  VEC_FREE(&s->open);
}

static bool take_all(slicer s, tp_expr e, uint32_t max) {
  push(&s.taken, &s.open, e);
  while (s.open.n && s.out->n <= max)
    look_at_open(&s, VEC_POP(&s.open));
  finish(&s);
  return s.out->n <= max;
}

void tp_slice(tp_exprs *x, const tp_diary *t, tp_expr e, tp_vec_u32 *out) {
  slicer s = {.x = x, .t = t, .out = out};
  uint32_t before = out->n;
  need(&s, e);
  while (s.known.n || s.open.n)
    if (s.known.n)
      look_at_known(&s, VEC_POP(&s.known));
    else
      look_at_open(&s, VEC_POP(&s.open));
  finish(&s);
  if (s.is_guessed) {
    out->n = before;
    take_all((slicer){.x = x, .t = t, .out = out}, e, UINT32_MAX);
  }
}

bool tp_slice_all(tp_exprs *x, const tp_diary *t, tp_expr e, uint32_t max,
                  tp_vec_u32 *out) {
  return take_all((slicer){.x = x, .t = t, .out = out, .has_facts = true}, e,
                  max);
}
