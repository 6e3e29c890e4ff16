/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk over a function: a stack of frames, one for each node that is being
 * looked at. Operators are done here, everything else in the file of its kind.
 */
#include "instr/work.h"

bool tp_w_decides(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  return node->decision && node->kind != TP_N_SWITCH &&
         !w->p->decisions.at[node->decision].is_constant;
}

static bool is_expression(uint8_t kind) {
  return kind > TP_N_NONE && kind <= TP_N_OPAQUE;
}

static bool is_lvalue_kind(uint8_t kind) {
  return kind == TP_N_NAME || kind == TP_N_MEMBER || kind == TP_N_INDEX ||
         kind == TP_N_DEREF;
}

/* ---- down --------------------------------------------------------------- */

/* gcc looks through these for what it may evaluate first. */
static bool is_transparent(uint8_t kind) {
  return kind == TP_N_UNARY || kind == TP_N_BINARY || kind == TP_N_CAST ||
         kind == TP_N_COMMA;
}

/* A value that is not symbolic needs no leaves, only itself. */
static bool is_plain(const tp_writer *w, tp_node_id n) {
  uint8_t kind = tp_w_node(w, n)->kind;
  if (tp_w_is_tainted(w, n) || is_lvalue_kind(kind) ||
      (!w->is_clang && is_transparent(kind)))
    return kind == TP_N_LOGICAL;
  return tp_w_is_impure(w, n) || tp_w_has_decisions(w, n) ||
         kind == TP_N_COMPOUND;
}

static void begin_value(tp_writer *w, tp_frame *f) {
  tp_ask own = tp_w_ask_value(w, f->node);
  bool is_tainted = tp_w_is_tainted(w, f->node);
  f->want = is_tainted ? TP_WANT_VALUE : TP_WANT_EFFECT;
  f->ask.flags &= (uint16_t) ~(TP_ASK_WRAP | TP_ASK_OPEN | TP_ASK_COMMA);
  f->ask.flags |= own.flags;
  tp_temps_mark mark;
  tp_temps_get_mark(&w->temps, &mark);
  VEC_PUSH(&w->marks, mark);
  f->mark = w->marks.n;
}

/* Its value is that of one of its kids. */
static bool is_joined(uint8_t kind) {
  return kind == TP_N_COND || kind == TP_N_STMT_EXPR || kind == TP_N_COMMA ||
         kind == TP_N_GENERIC;
}

static bool is_record_source(uint8_t kind) {
  return kind == TP_N_CALL || kind == TP_N_ASSIGN || kind == TP_N_COMPOUND;
}

/* c ? p : q */
static bool is_pointer_choice(const tp_writer *w, const tp_node *node) {
  return node->kind == TP_N_COND && !(node->flags & TP_F_ELVIS) &&
         tp_w_is_pointer(w, node->type);
}

static void enter_operator(tp_writer *w, tp_frame *f) {
  const tp_node *node = tp_w_node(w, f->node);
  tp_type_id t = tp_w_type(w, f->node);
  bool is_arithmetic = tp_w_is_scalar(w, t) && !tp_w_is_pointer(w, t);
  if (node->kind == TP_N_STMT_EXPR)
    w->stmt_exprs++;
  if (f->want != TP_WANT_VALUE)
    return;
  if (f->ask.flags & TP_ASK_OPEN) {
    f->is_bad = true;
  } else if (f->ask.into && !tp_w_is_tainted(w, f->node)) {
    f->want = TP_WANT_EFFECT;
  } else if (is_plain(w, f->node)) {
    f->is_plain = true;
    f->want = TP_WANT_EFFECT;
  } else if (is_joined(node->kind) && tp_w_is_record(w, t)) {
    f->temp = f->ask.into ? f->ask.into : tp_w_take_record(w, t);
    f->is_bad = !f->temp;
  } else if (node->kind == TP_N_COND || node->kind == TP_N_STMT_EXPR) {
    f->is_bad = !is_arithmetic && !is_pointer_choice(w, node);
    f->temp = f->is_bad ? (tp_temp)0 : tp_w_take(w, t);
  } else if (!is_lvalue_kind(node->kind) && !tp_w_is_scalar(w, t) &&
             !(tp_w_is_record(w, t) && is_record_source(node->kind)) &&
             node->kind != TP_N_STRING) {
    f->is_bad = true;
  }
  if (f->is_bad)
    f->want = TP_WANT_EFFECT;
}

static void enter(tp_writer *w, tp_frame *f) {
  uint8_t kind = tp_w_node(w, f->node)->kind;
  if (!is_expression(kind)) {
    tp_w_enter_statement(w, f);
    return;
  }
  if (tp_w_decides(w, f->node) || f->ask.flags & TP_ASK_SWITCH)
    begin_value(w, f);
  enter_operator(w, f);
  if (kind == TP_N_CALL)
    tp_w_enter_call(w, f);
  else if (kind == TP_N_ASSIGN || kind == TP_N_INCDEC)
    tp_w_enter_assign(w, f);
  else if (kind == TP_N_COMPOUND)
    tp_w_enter_literal(w, f);
  else if (kind == TP_N_INIT)
    tp_w_enter_init(w, f);
}

static void push(tp_writer *w, tp_node_id n, tp_ask ask) {
  tp_frame f = {.node = n,
                .kid = tp_w_node(w, n)->first,
                .ask = ask,
                .want = ask.want,
                .order = w->order,
                .base = w->leaves.n,
                .pieces = w->pieces.n};
  w->order += TP_OPENS;
  VEC_PUSH(&w->frames, f);
  enter(w, tp_w_top(w));
}

static tp_ask ask_operand(const tp_writer *w, const tp_frame *f) {
  tp_ask ask = {.want = f->want, .flags = f->ask.flags & TP_ASK_WRAP};
  if (tp_w_node(w, f->node)->kind == TP_N_CAST)
    ask.flags |= f->ask.flags & TP_ASK_GOT;
  return ask;
}

/* The value into the temporary that the node's own is in. */
static tp_ask ask_joined(tp_writer *w, tp_frame *f, tp_node_id kid,
                         uint16_t flags) {
  tp_ask ask = tp_w_ask_value(w, kid);
  ask.into = f->temp;
  ask.type = tp_w_type(w, f->node);
  ask.flags |= flags;
  return ask;
}

/* It takes the type of the other arm, as long as it stays what it is. */
static bool is_null(const tp_writer *w, tp_node_id n) {
  uint64_t value;
  const tp_node *node = tp_w_node(w, n);
  const tp_type *t = tp_type_get(&w->p->types, node->type);
  if (node->kind == TP_N_CAST && t->kind == TP_T_POINTER &&
      tp_type_get(&w->p->types, t->base)->kind == TP_T_VOID)
    n = node->first;
  return tp_type_is_integer(&w->p->types, tp_w_node(w, n)->type) &&
         tp_node_constant(w->p, n, &value) && value == 0;
}

static tp_ask ask_arm(tp_writer *w, tp_frame *f, tp_node_id kid, uint32_t i) {
  bool is_elvis = tp_w_node(w, f->node)->flags & TP_F_ELVIS;
  tp_ask ask = {.want = TP_WANT_EFFECT};
  if (i == 0 && is_elvis)
    ask.flags = TP_ASK_KEEP;
  if (i > 0 && is_pointer_choice(w, tp_w_node(w, f->node)) && is_null(w, kid))
    return ask;
  return f->temp && (i > 0 || is_elvis) ? ask_joined(w, f, kid, ask.flags)
                                        : ask;
}

static tp_ask ask_comma(tp_writer *w, tp_frame *f, tp_node_id kid, uint32_t i) {
  if (i == 0)
    return (tp_ask){.want = TP_WANT_EFFECT, .flags = TP_ASK_COMMA};
  if (f->temp)
    return ask_joined(w, f, kid, 0);
  return (tp_ask){.want = f->want,
                  .flags =
                      f->ask.flags & (TP_ASK_WRAP | TP_ASK_COMMA | TP_ASK_GOT)};
}

static tp_ask ask_block(tp_writer *w, tp_frame *f) {
  return (tp_ask){.want = TP_WANT_STATEMENT,
                  .flags = TP_ASK_LAST,
                  .into = f->temp,
                  .type = tp_w_type(w, f->node)};
}

static tp_ask ask_kid(tp_writer *w, tp_frame *f, tp_node_id kid, uint32_t i) {
  uint8_t kind = tp_w_node(w, f->node)->kind;
  switch (kind) {
  case TP_N_NAME:
  case TP_N_MEMBER:
  case TP_N_INDEX:
  case TP_N_DEREF:
    return tp_w_ask_lvalue(w, f, kid, i);
  case TP_N_ADDR:
    return (tp_ask){.want = f->want == TP_WANT_VALUE &&
                                    tp_w_has_symbolic_place(w, kid)
                                ? TP_WANT_ADDRESS
                                : TP_WANT_EFFECT};
  case TP_N_UNARY:
  case TP_N_BINARY:
  case TP_N_CAST:
    return ask_operand(w, f);
  case TP_N_GENERIC:
    return f->temp ? ask_joined(w, f, kid, 0) : ask_operand(w, f);
  case TP_N_COND:
    return ask_arm(w, f, kid, i);
  case TP_N_ASSIGN:
  case TP_N_INCDEC:
    return tp_w_ask_assign(w, f, kid, i);
  case TP_N_CALL:
    return tp_w_ask_call(w, f, kid, i);
  case TP_N_COMMA:
    return ask_comma(w, f, kid, i);
  case TP_N_STMT_EXPR:
    return ask_block(w, f);
  case TP_N_COMPOUND:
  case TP_N_INIT_LIST:
  case TP_N_INIT:
    return tp_w_ask_init(w, f, kid);
  case TP_N_OPAQUE:
    return (tp_ask){.want = tp_node_is_expression(w->p, kid)
                                ? TP_WANT_EFFECT
                                : TP_WANT_STATEMENT};
  default:
    return is_expression(kind) ? (tp_ask){.want = TP_WANT_EFFECT}
                               : tp_w_ask_statement(w, f, kid, i);
  }
}

/* ---- up ----------------------------------------------------------------- */

static void leave_value(tp_writer *w, tp_frame *f) {
  switch (tp_w_node(w, f->node)->kind) {
  case TP_N_NAME:
  case TP_N_MEMBER:
  case TP_N_INDEX:
  case TP_N_DEREF:
    tp_w_read_lvalue(w, f);
    break;
  case TP_N_ADDR:
    if (tp_w_has_symbolic_place(w, tp_w_node(w, f->node)->first)) {
      f->height++;
      break;
    }
    /* fallthrough */
  case TP_N_STRING:
    w->leaves.n = f->base;
    f->is_bad = !tp_w_can_repeat(w, f->node);
    VEC_PUSH(&w->leaves, (tp_planned_leaf){.node = f->node,
                                           .kind = TP_LEAF_PLAIN,
                                           .at = TP_AT_VALUE,
                                           .size = 8});
    break;
  case TP_N_OPAQUE:
    tp_w_leave_next_arg(w, f);
    break;
  default:
    f->height++;
  }
}

/* An arm that is a null pointer constant does not tell of itself. */
static void begin_with_null(tp_writer *w, tp_frame *f) {
  tp_str open = {0}, close = {0}, name = {0};
  tp_temps_add_name(&name, f->temp);
  tp_str_addf(&open, "({%s=0;__tp2ph_clr(&%s,8);", name.at, name.at);
  tp_str_add(&close, ";})");
  tp_w_open(w, f, TP_OPEN_OWN, &open);
  tp_w_close(w, f, &close);
  tp_str_free(&open);
  tp_str_free(&close);
  tp_str_free(&name);
}

static void leave_joined(tp_writer *w, tp_frame *f) {
  w->leaves.n = f->base;
  if (is_pointer_choice(w, tp_w_node(w, f->node)))
    begin_with_null(w, f);
  if (f->temp == f->ask.into)
    f->ask.into = 0;
  else
    tp_w_push_temp(w, f->node, f->temp, TP_LEAF_VALUE);
}

static void leave_expression(tp_writer *w, tp_frame *f) {
  uint8_t kind = tp_w_node(w, f->node)->kind;
  if (kind == TP_N_STMT_EXPR)
    w->stmt_exprs--;
  if (kind == TP_N_CALL)
    tp_w_leave_call(w, f);
  else if (kind == TP_N_ASSIGN || kind == TP_N_INCDEC)
    tp_w_leave_assign(w, f);
  else if (kind == TP_N_COMPOUND)
    tp_w_leave_literal(w, f);
  else if (kind == TP_N_INIT)
    tp_w_leave_init(w, f);
  else if (f->want == TP_WANT_VALUE && f->temp)
    leave_joined(w, f);
  else if (f->want == TP_WANT_VALUE)
    leave_value(w, f);
  if (f->is_plain)
    tp_w_capture_plain(w, f, TP_OPEN_PLAIN);
  tp_w_finish(w, f);
}

static void pop(tp_writer *w) {
  tp_frame *f = tp_w_top(w);
  if (is_expression(tp_w_node(w, f->node)->kind))
    leave_expression(w, f);
  else
    tp_w_leave_statement(w, f);
  if (f->mark) {
    tp_temps_release(&w->temps, &w->marks.at[f->mark - 1]);
    w->marks.n = f->mark - 1;
  }
  tp_frame done = VEC_POP(&w->frames);
  if (w->frames.n == 0 ||
      (done.ask.want != TP_WANT_VALUE && done.ask.want != TP_WANT_PLACE &&
       done.ask.want != TP_WANT_ADDRESS))
    return;
  tp_frame *up = tp_w_top(w);
  up->is_bad = up->is_bad || done.is_bad;
  if (done.height > up->height)
    up->height = done.height;
}

void tp_instr_walk(tp_writer *w, tp_node_id n, tp_ask ask) {
  uint32_t bottom = w->frames.n;
  push(w, n, ask);
  while (w->frames.n > bottom) {
    tp_frame *f = tp_w_top(w);
    if (!f->kid) {
      pop(w);
      continue;
    }
    tp_node_id kid = f->kid;
    f->kid = tp_w_node(w, kid)->next;
    tp_ask next = ask_kid(w, f, kid, f->i++);
    if (next.want != TP_WANT_NOTHING)
      push(w, kid, next);
  }
}
