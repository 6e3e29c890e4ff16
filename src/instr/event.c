/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a value: a condition, a switch value, a captured value. Its
 * leaves become an expression of the plan and the arguments of one call of the
 * runtime. A value that can't be followed is still recorded as a decision. */
#include "instr/work.h"

/* A value with more leaves, or higher, is captured in a temporary of its own,
 * so that two operands together never have too many. */
#define MAX_OPERAND_LEAVES (TP_WIRE_MAX_LEAVES / 2)
#define MAX_HEIGHT 200

static tp_wire_leaf wire_leaf(const tp_planned_leaf *leaf, uint32_t i) {
  tp_wire_leaf out = {.kind = leaf->kind, .size = leaf->size};
  if (leaf->kind != TP_LEAF_TABLE)
    return out;
  out.n_dims = leaf->n_dims;
  out.offset = leaf->offset;
  memcpy(out.dim, leaf->dim, sizeof out.dim);
  uint32_t below = (UINT32_C(1) << i) - 1;
  out.index_mask = below & ~((UINT32_C(1) << (i - leaf->n_index)) - 1);
  return out;
}

uint32_t tp_w_plan(tp_writer *w, tp_plan_kind kind, tp_node_id node,
                   tp_type_id type, uint32_t from) {
  tp_plan *plan = w->plan;
  uint32_t e = plan->exprs.n, n = w->leaves.n - from;
  TP_INVARIANT(n <= TP_WIRE_MAX_LEAVES, "a plan should have few leaves");
  bool is_store = kind >= TP_PLAN_VALUE;
  VEC_PUSH(&plan->exprs,
           (tp_plan_expr){.kind = (uint8_t)kind, .node = node, .type = type});
  VEC_PUSH(
      &plan->wire_exprs,
      (tp_wire_expr){.first_leaf = plan->wire_leaves.n,
                     .n_leaves = (uint8_t)n,
                     .dst_size = is_store ? (uint8_t)tp_w_size(w, type) : 0});
  for (uint32_t i = 0; i < n; i++) {
    VEC_PUSH(&plan->wire_leaves, wire_leaf(&w->leaves.at[from + i], i));
    VEC_PUSH(&plan->leaf_nodes, w->leaves.at[from + i].node);
  }
  return e;
}

void tp_w_note(tp_writer *w, tp_node_id n, tp_plan_why why) {
  VEC_PUSH(&w->plan->notes, (tp_plan_note){n, why});
}

static bool is_symbolic(const tp_writer *w, const tp_frame *f) {
  return !f->is_bad && w->leaves.n - f->base <= TP_WIRE_MAX_LEAVES &&
         tp_w_has_symbol(w, f->base, w->leaves.n);
}

/* ---- captured values ---------------------------------------------------- */

bool tp_w_is_copy(const tp_writer *w, const tp_frame *f, tp_type_id type) {
  const tp_planned_leaf *leaf = &VEC_LAST(&w->leaves);
  return w->leaves.n - f->base == 1 && leaf->node == f->node &&
         leaf->kind == TP_LEAF_VALUE &&
         (leaf->at == TP_AT_LVALUE || leaf->at == TP_AT_TEMP) &&
         tp_w_same_type(w, type, tp_w_node(w, f->node)->type);
}

/* What the value in the temporary is made of. */
static void say_captured(tp_writer *w, tp_frame *f, tp_str *out, tp_temp temp,
                         tp_type_id type) {
  tp_str target = {0};
  tp_str_add(&target, "&");
  tp_temps_add_name(&target, temp);
  if (f->is_bad && tp_w_is_tainted(w, f->node))
    tp_w_note(w, f->node, TP_NOT_VALUE);
  if (!is_symbolic(w, f)) {
    tp_str_addf(out, "__tp2ph_clr(%s,%u)", target.at, tp_w_size(w, type));
  } else if (tp_w_is_copy(w, f, type)) {
    tp_str_addf(out, "__tp2ph_cp(%s,", target.at);
    tp_w_say_leaf(w, out, w->leaves.n - 1);
    tp_str_addf(out, ",%u)", tp_w_size(w, type));
  } else {
    uint32_t e = tp_w_plan(w, TP_PLAN_VALUE, f->node, type, f->base);
    tp_str middle = {0};
    tp_str_addf(&middle, ",%s", target.at);
    tp_w_say_event(w, out, "a", e, tp_str_text(&middle), f->base);
    tp_str_free(&middle);
  }
  tp_str_addc(out, ';');
  tp_str_free(&target);
}

/* ---- decisions ----------------------------------------------------------- */

/* Its value is 0 or 1, an int, and its text has no comma outside of brackets.
 */
static bool is_truth(const tp_node *node) {
  return (node->kind == TP_N_BINARY && node->op >= TP_OP_LT &&
          node->op <= TP_OP_NE) ||
         (node->kind == TP_N_UNARY && node->op == TP_OP_NOT);
}

/* The event of a decision: name and number, and in *from its first leaf. */
static uint32_t decide(tp_writer *w, tp_frame *f, tp_decision_id d,
                       tp_plan_kind kind) {
  if (is_symbolic(w, f)) {
    uint32_t e = tp_w_plan(w, kind, f->node, tp_w_type(w, f->node), f->base);
    w->plan->wire_exprs.at[e].decision = d;
    return e;
  }
  if (tp_w_is_tainted(w, f->node)) {
    w->plan->n_opaque_conditions++;
    if (f->is_bad || w->leaves.n - f->base > TP_WIRE_MAX_LEAVES)
      tp_w_note(w, f->node, TP_NOT_CONDITION);
  }
  w->leaves.n = f->base;
  return d;
}

/* An integer that may be read twice. */
static bool is_quiet(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  const tp_type *type = tp_type_get(&w->p->types, node->type);
  if (!tp_type_is_integer(&w->p->types, node->type) || type->is_volatile ||
      type->is_atomic)
    return false;
  return node->kind == TP_N_INT ||
         (tp_w_is_lvalue(w, n) && tp_w_can_repeat(w, n) &&
          !tp_w_has_decisions(w, n));
}

/* What a condition compares that no input is in: how far it is from turning is
 * of interest all the same. Empty: it is no comparison of two quiet values. */
static void say_compared(const tp_writer *w, tp_str *out, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  bool is_comparison = node->kind == TP_N_BINARY && is_truth(node);
  tp_node_id left = is_comparison ? node->first : n;
  tp_node_id right = is_comparison ? tp_node_kid(w->p, n, 1) : 0;
  if (!w->taint || w->repeats || !is_quiet(w, left) ||
      (right && !is_quiet(w, right)))
    return;
  tp_str_add(out, ",(__extension__(long long)(");
  tp_w_say_text(w, out, left);
  tp_str_add(out, ")),(__extension__(long long)(");
  if (right)
    tp_w_say_text(w, out, right);
  else
    tp_str_addc(out, '0');
  tp_str_add(out, "))");
}

/* In what clang repeats the value of r0 is used, so that it is called whatever
 * becomes of the object. */
static void say_condition(const tp_writer *w, tp_str *out, uint32_t number,
                          const char *value, const tp_frame *f) {
  tp_str compared = {0};
  if (w->leaves.n == f->base)
    say_compared(w, &compared, f->node);
  if (compared.n)
    tp_str_addf(out, "__tp2ph_m0(%u%s%s)", number, value, compared.at);
  else if (!w->repeats)
    tp_w_say_event(w, out, "c", number, value, f->base);
  tp_str_free(&compared);
  if (!w->repeats)
    return;
  tp_str_addf(out, "({int __tp2ph_r=__tp2ph_r0(%u%s);", number, value);
  tp_str_add(out, "__asm__ volatile(\"\"::\"r\"(__tp2ph_r));__tp2ph_r;})");
}

static bool is_in_open_order(const tp_writer *w) {
  for (uint32_t i = w->frames.n - 1; i > 0; i--) {
    tp_node_id up = w->frames.at[i - 1].node;
    if (!tp_node_is_expression(w->p, up))
      return false;
    if (tp_bits_has(&w->shows.open, up) || tp_bits_has(&w->shows.moving, up))
      return true;
  }
  return false;
}

/* gcc folds a condition that it finds constant (x < x), and may then take
 * another side first. Where that shows, a condition that is only recorded must
 * not keep it from doing so. */
static bool may_be_folded(const tp_writer *w, const tp_frame *f) {
  return !w->taint && !w->is_clang && !tp_w_is_impure(w, f->node) &&
         is_in_open_order(w);
}

static void leave_to_fold(const tp_writer *w, const tp_frame *f, tp_str *open,
                          tp_str *close) {
  tp_str_add(open, "(__builtin_constant_p(");
  tp_w_say_text(w, open, f->node);
  tp_str_add(open, ")?!!(");
  tp_w_say_text(w, open, f->node);
  tp_str_add(open, "):");
  tp_str_addc(close, ')');
}

/* "__tp2ph_c1(E,x<3,&x)": what stands before x<3, and what behind it. */
static void split_condition(tp_writer *w, tp_frame *f, uint32_t number,
                            tp_str *open, tp_str *close) {
  bool truth = is_truth(tp_w_node(w, f->node));
  tp_str all = {0};
  say_condition(w, &all, number, truth ? ",\n" : ",!!(\n)", f);
  const char *hole = strchr(tp_str_text(&all), '\n');
  tp_str after = {0};
  if (may_be_folded(w, f))
    leave_to_fold(w, f, open, &after);
  tp_str_addn(open, all.at, (size_t)(hole - all.at));
  tp_str_add(close, hole + 1);
  tp_str_add(close, tp_str_text(&after));
  tp_str_free(&after);
  tp_str_free(&all);
}

/* a ?: b: the value of a is used, too. `kept`: what is told of it. */
static void split_kept(tp_writer *w, tp_frame *f, uint32_t number,
                       const tp_str *kept, tp_str *open, tp_str *close) {
  tp_field field;
  bool is_bits = tp_w_bitfield(w, f->node, &field);
  tp_str_add(open, "({__auto_type __tp2ph_v=");
  tp_str_add(open, is_bits ? "+(" : "(");
  tp_str_addf(close, ");%s", tp_str_text(kept));
  say_condition(w, close, number, ",!!__tp2ph_v", f);
  tp_str_add(close, ";__tp2ph_v;})");
}

static void finish_condition(tp_writer *w, tp_frame *f) {
  tp_str open = {0}, close = {0}, kept = {0};
  if (f->ask.into && f->ask.flags & TP_ASK_KEEP) {
    tp_temps_add_name(&kept, f->ask.into);
    tp_str_add(&kept, "=__tp2ph_v;");
    say_captured(w, f, &kept, f->ask.into, f->ask.type);
  }
  uint32_t number =
      decide(w, f, tp_w_node(w, f->node)->decision, TP_PLAN_CONDITION);
  if (f->ask.flags & TP_ASK_KEEP)
    split_kept(w, f, number, &kept, &open, &close);
  else
    split_condition(w, f, number, &open, &close);
  tp_w_open(w, f, TP_OPEN_DECISION, &open);
  tp_w_close(w, f, &close);
  tp_str_free(&open);
  tp_str_free(&close);
  tp_str_free(&kept);
  w->leaves.n = f->base;
  f->is_bad = false;
  f->height = 0;
}

static void finish_switch(tp_writer *w, tp_frame *f) {
  tp_str open = {0}, close = {0};
  uint32_t number = decide(w, f, (tp_decision_id)f->ask.type, TP_PLAN_SWITCH);
  tp_str_add(&open, "({__auto_type __tp2ph_v=+(");
  tp_str_add(&close, ");");
  tp_w_say_event(w, &close, "w", number, ",__tp2ph_v", f->base);
  tp_str_add(&close, ";__tp2ph_v;})");
  tp_w_open(w, f, TP_OPEN_DECISION, &open);
  tp_w_close(w, f, &close);
  tp_str_free(&open);
  tp_str_free(&close);
}

/* ---- the end of a value -------------------------------------------------- */

static void capture(tp_writer *w, tp_frame *f, tp_temp temp, tp_type_id type) {
  tp_str event = {0};
  say_captured(w, f, &event, temp, type);
  tp_w_wrap(w, f, TP_OPEN_CAPTURE, temp, type, "", tp_str_text(&event));
  w->leaves.n = f->base;
  f->is_bad = false;
  f->height = 0;
  tp_str_free(&event);
}

/* gcc evaluates it where it would have without. */
static bool can_be_captured(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  if (w->is_clang || !tp_bits_has(&w->calls, n))
    return true;
  return node->kind == TP_N_BINARY &&
         (node->op == TP_OP_ADD || node->op == TP_OP_MUL ||
          node->op == TP_OP_AND || node->op == TP_OP_OR ||
          node->op == TP_OP_XOR);
}

static void keep_small(tp_writer *w, tp_frame *f) {
  tp_type_id t = tp_w_type(w, f->node);
  if (f->is_bad ||
      (w->leaves.n - f->base <= MAX_OPERAND_LEAVES && f->height <= MAX_HEIGHT))
    return;
  if (!can_be_captured(w, f->node)) {
    f->is_bad = true;
    return;
  }
  if (!is_symbolic(w, f)) {
    tp_w_capture_plain(w, f, TP_OPEN_CAPTURE);
    f->height = 0;
    return;
  }
  tp_temp temp = tp_w_take(w, t);
  capture(w, f, temp, t);
  tp_w_push_temp(w, f->node, temp, TP_LEAF_VALUE);
}

/* The arguments of an input call are evaluated before it is announced. */
static void announce(tp_writer *w, tp_frame *f) {
  tp_str after = {0};
  tp_str_addf(&after, "__tp2ph_in(%u);", f->ask.type);
  tp_w_wrap(w, f, TP_OPEN_CAPTURE, 0, TP_TYPE_UNKNOWN, "", tp_str_text(&after));
  tp_str_free(&after);
}

void tp_w_finish(tp_writer *w, tp_frame *f) {
  if (tp_w_decides(w, f->node)) {
    finish_condition(w, f);
    if (f->ask.want == TP_WANT_VALUE && !(f->ask.flags & TP_ASK_KEEP))
      tp_w_capture_plain(w, f, TP_OPEN_CAPTURE);
  } else if (f->ask.flags & TP_ASK_SWITCH) {
    finish_switch(w, f);
  } else if (f->ask.flags & TP_ASK_ANNOUNCE) {
    announce(w, f);
  } else if (f->ask.into) {
    capture(w, f, f->ask.into, f->ask.type);
  } else if (f->want == TP_WANT_VALUE) {
    keep_small(w, f);
  }
  if (f->ask.want != TP_WANT_VALUE && f->ask.want != TP_WANT_PLACE &&
      f->ask.want != TP_WANT_ADDRESS)
    w->leaves.n = f->base;
}
