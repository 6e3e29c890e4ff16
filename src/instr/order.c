/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the order of evaluation shows.
 *
 * gcc decides late, after it has folded the expression, whether n or f() comes
 * first in n + f(), and anything that is put into the expression may change
 * that. So what is written into one whose order shows is as little as possible.
 * The order of a node's operands shows if a call in one of them may change what
 * another reads.
 *
 * One walk over each function, kids first. What is read and what is called in a
 * node lies on two stacks above its frame's marks. Both are sets; past MAX_SET
 * they are "everything".
 */
#include "instr/work.h"

#include "flow/changes.h"

#define MAX_SET 48
#define EVERYTHING UINT32_MAX

typedef struct part { /* of the two stacks, from here on */
  uint32_t reads, calls;
} part;

typedef struct frame {
  tp_node_id node, kid;
  bool is_place;     /* it is not read, only found */
  bool is_fragile;   /* in it: a choice with a call, which gcc may turn into a
                        comma and move */
  bool kid_fragile;  /* the same of the kid just left */
  bool is_open;      /* the order in it shows */
  bool is_own;       /* opens nothing around it: a new full value begins */
  part start, first; /* first: where the second kid's begin */
  uint32_t i;
} frame;

typedef struct finder {
  tp_writer *w;
  tp_changes changes;
  VEC(frame) frames;
  tp_vec_u32 reads, calls;
} finder;

/* ---- sets ---------------------------------------------------------------- */

/* Each member once; too many are everything. */
static void pack(tp_vec_u32 *v, uint32_t from) {
  uint32_t n = from;
  for (uint32_t i = from; i < v->n && n - from <= MAX_SET; i++) {
    uint32_t k = from;
    while (k < n && v->at[k] != v->at[i])
      k++;
    if (k == n)
      v->at[n++] = v->at[i];
  }
  v->n = n;
  if (n - from > MAX_SET) {
    v->n = from;
    VEC_PUSH(v, EVERYTHING);
  }
}

static bool may_change(finder *x, uint32_t changer, uint32_t object) {
  if (changer == EVERYTHING || object == EVERYTHING)
    return true;
  return tp_changes_may(&x->changes, changer, object);
}

/* A call in one part may change what another reads. */
static bool disturbs(finder *x, uint32_t calls, uint32_t calls_end,
                     uint32_t reads, uint32_t reads_end) {
  for (uint32_t c = calls; c < calls_end; c++)
    for (uint32_t r = reads; r < reads_end; r++)
      if (may_change(x, x->calls.at[c], x->reads.at[r]))
        return true;
  return false;
}

/* ---- down ---------------------------------------------------------------- */

static bool is_array(const finder *x, tp_node_id n) {
  tp_type_id t = tp_w_node(x->w, n)->type;
  return tp_type_get(&x->w->p->types, t)->kind == TP_T_ARRAY;
}

static bool kid_is_place(const finder *x, const frame *f, tp_node_id kid) {
  const tp_node *node = tp_w_node(x->w, f->node);
  if (node->first != kid)
    return false;
  switch (node->kind) {
  case TP_N_ADDR:
    return true;
  case TP_N_ASSIGN:
    return node->op == TP_OP_ASSIGN;
  case TP_N_MEMBER:
  case TP_N_GENERIC:
    return f->is_place;
  case TP_N_INDEX:
    return f->is_place && is_array(x, kid);
  default:
    return false;
  }
}

/* A call of a function that is followed like an operator has operands. */
static bool is_operator(const finder *x, tp_node_id n) {
  switch (tp_w_node(x->w, n)->kind) {
  case TP_N_BINARY:
  case TP_N_INDEX:
    return true;
  case TP_N_CALL:
    return tp_instr_callee(x->w, n) == TP_CALLEE_PURE;
  default:
    return false;
  }
}

/* The kid is a value of its own, whose order is its own. */
static bool begins_value(const finder *x, tp_node_id n, tp_node_id kid) {
  const tp_node *node = tp_w_node(x->w, n);
  switch (node->kind) {
  case TP_N_CALL:
    return kid != node->first && !is_operator(x, n);
  case TP_N_ASSIGN:
  case TP_N_COND:
  case TP_N_LOGICAL:
  case TP_N_INIT:
    return true;
  default:
    return !tp_node_is_expression(x->w->p, n);
  }
}

static void push(finder *x, tp_node_id n, bool is_place, bool is_own) {
  VEC_PUSH(&x->frames, (frame){.node = n,
                               .kid = tp_w_node(x->w, n)->first,
                               .is_place = is_place,
                               .is_own = is_own,
                               .start = {x->reads.n, x->calls.n}});
}

/* ---- up ------------------------------------------------------------------ */

/* The operand that was just left, against those before it. */
static void compare_operand(finder *x, frame *f, const part *kid) {
  const part *start = &f->start;
  bool before = kid->calls > start->calls, after = x->calls.n > kid->calls;
  if (disturbs(x, start->calls, kid->calls, kid->reads, x->reads.n) ||
      disturbs(x, kid->calls, x->calls.n, start->reads, kid->reads) ||
      (before && f->kid_fragile) || (after && f->is_fragile))
    f->is_open = true;
}

static bool is_record(const finder *x, tp_node_id n) {
  return tp_w_is_record(x->w, tp_w_type(x->w, n)) && tp_w_is_lvalue(x->w, n);
}

static bool any_changes(finder *x, const frame *f, tp_node_id lvalue) {
  tp_decl_id d = tp_w_root(x->w, lvalue);
  uint32_t object = tp_changes_object(&x->changes, d);
  if (d && tp_w_is_local(x->w, d))
    return false;
  for (uint32_t c = f->start.calls; c < x->calls.n; c++)
    if (may_change(x, x->calls.at[c], object))
      return true;
  return false;
}

/* A record that is an argument is copied when all arguments were evaluated. */
static void open_records(finder *x, const frame *f) {
  const tp_node *node = tp_w_node(x->w, f->node);
  for (tp_node_id arg = tp_w_node(x->w, node->first)->next; arg;
       arg = tp_w_node(x->w, arg)->next)
    if (is_record(x, arg) && any_changes(x, f, arg))
      tp_bits_add(&x->w->open, arg);
}

/* L = R: R's calls may change where L is, L's what R reads; with calls on both
 * sides either may come first. */
static void compare_sides(finder *x, frame *f) {
  const part *start = &f->start, *right = &f->first;
  if (disturbs(x, right->calls, x->calls.n, start->reads, right->reads))
    tp_bits_add(&x->w->moving, f->node);
  if ((right->calls > start->calls && x->calls.n > right->calls) ||
      disturbs(x, start->calls, right->calls, right->reads, x->reads.n))
    tp_bits_add(&x->w->open, f->node);
}

static void add_read(finder *x, const frame *f) {
  const tp_node *node = tp_w_node(x->w, f->node);
  bool is_name = node->kind == TP_N_NAME &&
                 x->w->p->decls.at[node->ref].kind != TP_D_FUNCTION;
  bool is_part = node->kind == TP_N_INDEX || node->kind == TP_N_DEREF;
  if (f->is_place || is_array(x, f->node) || (!is_name && !is_part))
    return;
  tp_decl_id d = tp_w_root(x->w, f->node);
  if (!d || !tp_w_is_local(x->w, d))
    VEC_PUSH(&x->reads, tp_changes_object(&x->changes, d));
}

static void add_call(finder *x, const frame *f) {
  uint32_t changer = tp_w_node(x->w, f->node)->kind == TP_N_OPAQUE
                         ? tp_changes_opaque(&x->changes, f->node)
                         : tp_changes_changer(&x->changes, f->node);
  if (changer == TP_CHANGER_WILD)
    changer = EVERYTHING;
  if (changer != TP_CHANGER_NONE)
    VEC_PUSH(&x->calls, changer);
}

static void leave_node(finder *x, frame *f) {
  uint8_t kind = tp_w_node(x->w, f->node)->kind;
  if (kind == TP_N_ASSIGN) {
    compare_sides(x, f);
    f->is_fragile = false;
  }
  if (kind == TP_N_CALL) {
    open_records(x, f);
    add_call(x, f);
    f->is_fragile = f->is_fragile && is_operator(x, f->node);
  } else if (kind == TP_N_OPAQUE) {
    add_call(x, f);
  } else if (kind == TP_N_COND || kind == TP_N_LOGICAL) {
    f->is_fragile = x->calls.n > f->start.calls;
  } else {
    add_read(x, f);
  }
  pack(&x->reads, f->start.reads);
  pack(&x->calls, f->start.calls);
}

static void pop(finder *x) {
  leave_node(x, &VEC_LAST(&x->frames));
  frame done = VEC_POP(&x->frames);
  if (done.is_open)
    tp_bits_add(&x->w->open, done.node);
  if (x->frames.n == 0)
    return;
  frame *up = &VEC_LAST(&x->frames);
  up->kid_fragile = done.is_fragile;
  up->i++;
  if (up->i == 1)
    up->first = (part){x->reads.n, x->calls.n};
  if (is_operator(x, up->node))
    compare_operand(x, up, &done.start);
  up->is_fragile = up->is_fragile || done.is_fragile;
  up->is_open = up->is_open || (done.is_open && !done.is_own);
}

static void walk(finder *x, tp_node_id body) {
  push(x, body, false, true);
  while (x->frames.n) {
    frame *f = &VEC_LAST(&x->frames);
    tp_node_id kid = f->kid;
    if (!kid) {
      pop(x);
      continue;
    }
    f->kid = tp_w_node(x->w, kid)->next;
    push(x, kid, kid_is_place(x, f, kid), begins_value(x, f->node, kid));
  }
  x->reads.n = x->calls.n = 0;
}

void tp_instr_find_order(tp_writer *w) {
  finder x = {.w = w};
  tp_bits_init(&w->open, w->p->nodes.n + 1);
  tp_bits_init(&w->moving, w->p->nodes.n + 1);
  if (!w->taint)
    return;
  tp_changes_init(&x.changes, w->p);
  for (tp_func_id f = 1; f < w->p->funcs.n; f++)
    if (tp_instr_is_instrumented(&w->p->funcs.at[f]) && w->p->funcs.at[f].body)
      walk(&x, w->p->funcs.at[f].body);
  tp_changes_free(&x.changes);
  VEC_FREE(&x.frames);
  VEC_FREE(&x.reads);
  VEC_FREE(&x.calls);
}
