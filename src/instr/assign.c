/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assignments, ++ and --.
 *
 * `L = R` becomes `before, L = R, after`, or, where its value is used,
 * `({before; t = (L = R); after; t;})`. What comes before and after:
 *   the call on the right returned it    L = f(), got
 *   nothing symbolic is stored           L = R, clr
 *   R reads nothing that L may be        L = R, a(leaves)
 *   it may                               l(leaves), L = R, st
 *   and R has parts that are captured    L = ({t = R; l(leaves); t;}), st
 * and the last two also for compound assignment (L is a leaf), bit-fields (the
 * old bytes are) and array elements of symbolic index (the table is; ts). If &L
 * can't be written again, L becomes (*({q = &L; ...})).
 */
#include "instr/work.h"

#include "ir/order.h"

#include <ctype.h>

enum { PLAIN_STORE, SCALAR_STORE, RECORD_STORE };

typedef struct store {
  tp_node_id node, left, right; /* right: 0 for ++ */
  tp_type_id type;
  uint32_t size;
  tp_field field;
  bool is_bits, is_compound, is_table;
  bool is_moving;  /* &L may be another one after the assignment */
  bool has_parts;  /* the right side is evaluated with captured parts */
  tp_temp pointer; /* holds &L; 0: it can be written again */
  tp_str place;    /* the address, as text */
  tp_str before, after;
  tp_str in_left, in_right; /* events inside */
  tp_planned_leaf table;
} store;

static tp_node_id left_of(const tp_writer *w, const tp_frame *f) {
  return tp_w_node(w, f->node)->first;
}

static tp_node_id right_of(const tp_writer *w, const tp_frame *f) {
  return tp_w_node(w, left_of(w, f))->next;
}

static bool is_plain_assignment(const tp_writer *w, const tp_frame *f) {
  const tp_node *node = tp_w_node(w, f->node);
  return node->kind == TP_N_ASSIGN && node->op == TP_OP_ASSIGN;
}

void tp_w_enter_assign(tp_writer *w, tp_frame *f) {
  tp_node_id left = left_of(w, f);
  tp_type_id t = tp_w_type(w, left);
  f->form = PLAIN_STORE;
  if (!tp_w_is_tainted(w, left))
    return;
  if (tp_w_is_record(w, t))
    f->form = RECORD_STORE;
  else if (tp_w_is_scalar(w, t) && tp_w_is_lvalue(w, left))
    f->form = SCALAR_STORE;
}

/* ---- what the sides are asked for ---------------------------------------- */

/* R may move L: then nothing may be changed in L = f(), see tell_moving. */
static bool may_move(const tp_writer *w, tp_node_id assign) {
  return w->taint && tp_bits_has(&w->shows.moving, assign);
}

/* gcc looks where L is before or after it evaluates R, by what is left of R
 * when it has folded it. If that shows, R stays as it is. */
static bool is_left_alone(const tp_writer *w, tp_node_id assign) {
  return !w->is_clang && (may_move(w, assign) || tp_w_is_open(w, assign));
}

/* Conversion from one to the other leaves the bits as they are. */
static bool keeps_bits(const tp_writer *w, tp_type_id to, tp_type_id from) {
  const tp_types *types = &w->p->types;
  return tp_w_same_type(w, to, from) ||
         (tp_w_is_pointer(w, to) && tp_w_is_pointer(w, from)) ||
         (tp_type_is_integer(types, to) && tp_type_is_integer(types, from) &&
          tp_type_get(types, to)->kind != TP_T_BOOL &&
          tp_type_get(types, from)->kind != TP_T_BOOL &&
          tp_w_size(w, to) == tp_w_size(w, from));
}

/* The call on the right side, if nothing happens to its value on the way to L:
 * gcc looks where L is before it makes such a call. */
static tp_node_id bare_call(const tp_writer *w, const tp_frame *f,
                            tp_node_id right) {
  tp_field field;
  tp_node_id left = left_of(w, f);
  tp_type_id to = tp_w_node(w, left)->type;
  if (!is_plain_assignment(w, f) || tp_w_bitfield(w, left, &field))
    return 0;
  right = tp_ir_bare_value(w->p, right, to);
  return tp_w_node(w, right)->kind == TP_N_CALL &&
                 keeps_bits(w, to, tp_w_node(w, right)->type)
             ? right
             : 0;
}

/* L = f(): nothing lies between the function's result and L, nor may be put
 * there. */
static bool is_result(const tp_writer *w, const tp_frame *f, tp_node_id right) {
  tp_node_id left = left_of(w, f), call = bare_call(w, f, right);
  if (!call || tp_w_is_impure(w, left))
    return call;
  return tp_instr_has_result(w, call) &&
         (!tp_w_has_symbolic_place(w, left) || may_move(w, f->node));
}

static tp_ask ask_left(tp_writer *w, tp_frame *f, tp_node_id left) {
  tp_field field;
  w->order++; /* of keep_left_first */
  f->kid_order[0] = w->order++;
  bool is_table = f->form == SCALAR_STORE && tp_w_has_symbolic_place(w, left) &&
                  !tp_w_bitfield(w, left, &field);
  return (tp_ask){.want = is_table ? TP_WANT_PLACE : TP_WANT_EFFECT};
}

static void count_index_leaves(tp_writer *w, tp_frame *f) {
  if (f->is_bad) /* an index that can't be followed is taken as it is */
    w->leaves.n = f->base;
  f->is_bad = false;
  f->n_first = w->leaves.n - f->base;
}

/* The right side's own object is copied from. */
static bool is_source(const tp_writer *w, const tp_frame *f, tp_node_id right) {
  return tp_w_is_lvalue(w, right) && tp_w_can_repeat(w, right) &&
         !tp_w_has_symbolic_place(w, right) && !tp_bits_has(&w->calls, f->node);
}

/* gcc looks where L is before it evaluates such a right side, which must then
 * stay as it is; it matters if that takes a call, or a call moves L. */
static bool is_first(const tp_writer *w, const tp_frame *f) {
  return tp_w_is_impure(w, left_of(w, f)) || may_move(w, f->node);
}

static tp_ask ask_right_record(tp_writer *w, tp_frame *f, tp_node_id right) {
  tp_ask ask = {.want = TP_WANT_EFFECT};
  if (tp_w_node(w, right)->kind == TP_N_COMPOUND) {
    ask.flags = TP_ASK_INITS;
  } else if (!bare_call(w, f, right) && !is_source(w, f, right) &&
             tp_w_is_tainted(w, right) && !is_first(w, f)) {
    ask = tp_w_ask_record(w, right, tp_w_type(w, left_of(w, f)));
    f->temp = ask.into;
  }
  return ask;
}

/* clang evaluates it before L. */
static tp_ask ask_right_value(tp_writer *w, tp_frame *f, tp_node_id right) {
  tp_ask ask = tp_w_ask_value(w, right);
  if (tp_w_is_open(w, f->node))
    ask.flags |= TP_ASK_WRAP;
  return ask;
}

static tp_ask ask_right(tp_writer *w, tp_frame *f, tp_node_id right) {
  tp_field field;
  tp_node_id left = left_of(w, f);
  tp_ask ask = {.want = TP_WANT_EFFECT};
  f->kid_order[1] = w->order++;
  count_index_leaves(w, f);
  if (f->form == PLAIN_STORE)
    return ask;
  if (is_result(w, f, right))
    ask.flags = TP_ASK_GOT;
  else if (f->form == RECORD_STORE)
    ask = ask_right_record(w, f, right);
  else if (!is_left_alone(w, f->node) &&
           (tp_w_is_tainted(w, right) || !is_plain_assignment(w, f) ||
            f->n_first || tp_w_bitfield(w, left, &field)))
    ask = ask_right_value(w, f, right);
  return ask;
}

tp_ask tp_w_ask_assign(tp_writer *w, tp_frame *f, tp_node_id kid, uint32_t i) {
  return i == 0 ? ask_left(w, f, kid) : ask_right(w, f, kid);
}

/* ---- where the left side is ---------------------------------------------- */

static bool can_repeat_left(const tp_writer *w, const store *s) {
  return tp_w_can_repeat(w, s->left) && tp_w_is_steady(w, s->left) &&
         !may_move(w, s->node);
}

static void find_place(tp_writer *w, store *s) {
  s->is_moving = !can_repeat_left(w, s);
  if (!s->is_moving || s->is_bits) {
    tp_w_say_address(w, &s->place, s->left);
    return;
  }
  s->pointer = tp_temps_take(&w->temps, "void *");
  tp_temps_add_name(&s->place, s->pointer);
}

static void wrap_left(tp_writer *w, const tp_frame *f, const store *s) {
  tp_str close = {0};
  const tp_node *left = tp_w_node(w, s->left);
  static const char open[] = "(*({__auto_type __tp2ph_q=&(";
  tp_edits_insert(&w->edits, left->begin, f->kid_order[0], open,
                  sizeof open - 1);
  tp_str_addf(&close, ");%s=(void*)__tp2ph_q;", tp_str_text(&s->place));
  tp_str_add(&close, tp_str_text(&s->in_left));
  tp_str_add(&close, s->in_left.n ? ";__tp2ph_q;}))" : "__tp2ph_q;}))");
  tp_edits_insert(&w->edits, left->end, w->order++, close.at, close.n);
  tp_str_free(&close);
}

static void wrap_right(tp_writer *w, const tp_frame *f, const store *s) {
  tp_frame right = {.node = s->right, .order = f->kid_order[1]};
  tp_type_id t = tp_w_value_type(w, s->right);
  bool is_arithmetic = tp_w_is_scalar(w, t) && !tp_w_is_pointer(w, t);
  tp_str after = {0};
  tp_str_addf(&after, "%s;", tp_str_text(&s->in_right));
  tp_w_wrap(w, &right, 0, is_arithmetic ? tp_w_take(w, t) : 0, t, "",
            tp_str_text(&after));
  tp_str_free(&after);
}

/* ---- what is told -------------------------------------------------------- */

static bool any_part(const tp_writer *w, uint32_t from) {
  for (uint32_t i = from; i < w->leaves.n; i++)
    if (w->leaves.at[i].at == TP_AT_TEMP || w->leaves.at[i].at == TP_AT_POINTER)
      return true;
  return false;
}

static bool reads_left(const tp_writer *w, const tp_frame *f, const store *s) {
  for (uint32_t i = f->base; i < w->leaves.n; i++) {
    const tp_planned_leaf *leaf = &w->leaves.at[i];
    if (leaf->at != TP_AT_TEMP && leaf->at != TP_AT_POINTER &&
        (s->pointer || tp_w_store_changes(w, s->left, leaf->node)))
      return true;
  }
  return false;
}

/* Whether the leaves of the indices, from `from` on, can be read at l: before
 * the assignment, or, if L has captured parts, inside L; the right side must
 * then have none. */
static bool can_read_indices(const tp_writer *w, const store *s,
                             uint32_t from) {
  return s->pointer ? !s->has_parts : !any_part(w, from);
}

/* The leaves of the indices behind those of the right side, then the table. */
static void find_table(tp_writer *w, tp_frame *f, store *s) {
  tp_planned_leaf index[TP_WIRE_MAX_LEAVES];
  uint32_t n = f->n_first;
  tp_planned_leaf *at = w->leaves.at + f->base;
  bool is_usable = n && n < TP_WIRE_MAX_LEAVES;
  if (is_usable)
    memcpy(index, at, n * sizeof *at);
  if (n)
    memmove(at, at + n, (w->leaves.n - f->base - n) * sizeof *at);
  w->leaves.n -= n;
  s->has_parts =
      s->right && (tp_w_is_impure(w, s->right) || any_part(w, f->base));
  uint32_t from = w->leaves.n;
  s->table = (tp_planned_leaf){.node = s->left,
                               .at = s->pointer ? TP_AT_POINTER : TP_AT_LVALUE,
                               .size = (uint8_t)s->size,
                               .temp = s->pointer};
  for (uint32_t i = 0; is_usable && i < n; i++)
    VEC_PUSH(&w->leaves, index[i]);
  s->is_table = is_usable && can_read_indices(w, s, from) &&
                tp_w_make_table(w, from, s->left, &s->table);
  if (s->is_table) {
    VEC_PUSH(&w->leaves, s->table);
  } else {
    tp_w_note_place(w, s->left);
    w->leaves.n = from;
  }
}

static uint32_t plan(tp_writer *w, tp_frame *f, const store *s) {
  tp_node_id node = s->is_compound ? s->node : s->right;
  uint32_t e = tp_w_plan(w, s->is_bits ? TP_PLAN_FIELD : TP_PLAN_VALUE, node,
                         s->type, f->base);
  if (s->is_bits) {
    w->plan->exprs.at[e].field = s->field;
    w->plan->wire_exprs.at[e].dst_size = (uint8_t)s->size;
  }
  return e;
}

/* l where all leaves can be read and L is still old, then st. */
static void tell_around(tp_writer *w, tp_frame *f, store *s) {
  uint32_t e = plan(w, f, s);
  tp_str *l = s->has_parts                                    ? &s->in_right
              : s->pointer && (s->is_compound || s->is_table) ? &s->in_left
                                                              : &s->before;
  tp_w_say_event(w, l, "l", e, "", f->base);
  if (s->is_table) {
    tp_str_addf(&s->after, "__tp2ph_ts(%u,", e);
    tp_w_say_leaf(w, &s->after, w->leaves.n - 1);
    tp_str_addc(&s->after, ')');
  } else {
    tp_w_say_store(&s->after, e, tp_str_text(&s->place));
  }
}

static void push_left(tp_writer *w, const store *s) {
  VEC_PUSH(&w->leaves, (tp_planned_leaf){.node = s->left,
                                         .kind = TP_LEAF_VALUE,
                                         .at = s->is_bits   ? TP_AT_BITS
                                               : s->pointer ? TP_AT_POINTER
                                                            : TP_AT_LVALUE,
                                         .size = (uint8_t)s->size,
                                         .temp = s->pointer});
}

static bool too_many(const tp_writer *w, const tp_frame *f, uint32_t more) {
  return w->leaves.n - f->base + more > TP_WIRE_MAX_LEAVES;
}

/* The right side's value, as it is, becomes the left side's. */
static void tell_simple(tp_writer *w, tp_frame *f, store *s) {
  const char *place = tp_str_text(&s->place);
  tp_frame right = {.node = s->right, .base = f->base};
  bool is_alias = reads_left(w, f, s);
  if (!tp_w_has_symbol(w, f->base, w->leaves.n)) {
    tp_w_say_clear(&s->after, place, s->size);
  } else if (tp_w_is_copy(w, &right, s->type) && !(is_alias && s->pointer)) {
    tp_str from = {0};
    tp_w_say_leaf(w, &from, f->base);
    tp_w_say_copy(is_alias ? &s->before : &s->after, place, from.at, s->size);
    tp_str_free(&from);
  } else if (is_alias) {
    tell_around(w, f, s);
  } else {
    tp_str middle = {0};
    tp_str_addf(&middle, ",%s", place);
    tp_w_say_event(w, &s->after, "a", plan(w, f, s), middle.at, f->base);
    tp_str_free(&middle);
  }
}

static void tell_scalar(tp_writer *w, tp_frame *f, store *s) {
  find_table(w, f, s);
  bool can_follow = !f->is_bad && !is_left_alone(w, s->node) &&
                    !too_many(w, f, 2) && s->size <= 8 &&
                    !(s->is_moving && s->is_bits) &&
                    !(s->pointer && s->is_compound && s->has_parts);
  if (!can_follow) {
    tp_w_note(w, s->node, TP_NOT_VALUE);
    if (!(s->is_moving && s->is_bits))
      tp_w_say_clear(&s->after, tp_str_text(&s->place), s->size);
    return;
  }
  if (!s->is_table && !s->is_bits && !s->is_compound) {
    tell_simple(w, f, s);
    return;
  }
  if (s->is_compound && !s->is_table)
    push_left(w, s);
  if (s->is_bits)
    push_left(w, s);
  tell_around(w, f, s);
}

static void tell_record(tp_writer *w, tp_frame *f, store *s) {
  const char *place = tp_str_text(&s->place);
  tp_w_note_place(w, s->left);
  if (tp_w_node(w, s->right)->kind == TP_N_COMPOUND) {
    tp_w_say_pieces(w, &s->after, place, s->size, f->pieces);
  } else if (f->temp) {
    tp_str from = {0};
    tp_temps_add_name(&from, f->temp);
    tp_w_say_copy(&s->after, place, from.at, s->size);
    tp_str_free(&from);
  } else if (is_source(w, f, s->right)) {
    tp_str from = {0};
    tp_w_say_address(w, &from, s->right);
    tp_w_say_copy(s->pointer ? &s->after : &s->before, place, from.at, s->size);
    tp_str_free(&from);
  } else {
    if (tp_w_is_tainted(w, s->right))
      tp_w_note(w, s->node, TP_NOT_VALUE);
    tp_w_say_clear(&s->after, place, s->size);
  }
}

/* ---- writing ------------------------------------------------------------- */

static bool is_old_value(const tp_writer *w, const tp_frame *f) {
  return tp_w_node(w, f->node)->flags & TP_F_POSTFIX;
}

/* L, as it is now, is what t holds. */
static void say_read(tp_writer *w, tp_frame *f, const store *s, tp_temp t,
                     tp_str *out) {
  tp_str to = {0};
  tp_str_addc(&to, '&');
  tp_temps_add_name(&to, t);
  if (s->is_bits) {
    push_left(w, s);
    uint32_t e = tp_w_plan(w, TP_PLAN_VALUE, s->left,
                           tp_w_value_type(w, s->left), f->base);
    if (is_old_value(w, f)) { /* t is not set yet */
      tp_str_addf(out, "%s=", to.at + 1);
      tp_w_say_text(w, out, s->left);
      tp_str_addc(out, ',');
    }
    tp_str_addf(out, "__tp2ph_a1(%u,%s,%s)", e, to.at, tp_str_text(&s->place));
    w->leaves.n = f->base;
  } else {
    tp_w_say_copy(out, to.at, tp_str_text(&s->place), s->size);
  }
  tp_str_free(&to);
}

/* The value of the assignment is used: t is a copy of L with its symbols. */
static void keep_value(tp_writer *w, tp_frame *f, store *s, tp_temp t) {
  tp_str copy = {0};
  bool is_old = is_old_value(w, f);
  w->leaves.n = f->base;
  bool is_volatile =
      tp_type_get(&w->p->types, tp_w_node(w, s->left)->type)->is_volatile;
  if (!t || s->is_table || (s->is_bits && (s->is_moving || is_volatile)) ||
      (is_old && s->pointer)) {
    f->is_bad = true;
    return;
  }
  say_read(w, f, s, t, &copy);
  tp_str *to = is_old ? &s->before : &s->after;
  if (is_old && to->n) /* before l, which must stand next to the store */
    tp_str_addf(&copy, ",%s", to->at);
  else if (to->n)
    tp_str_addf(to, ",%s", copy.at);
  if (is_old || to->n == 0) {
    tp_str_free(to);
    *to = copy;
  } else {
    tp_str_free(&copy);
  }
  tp_w_push_temp(w, f->node, t, TP_LEAF_VALUE);
}

/* gcc evaluates the right side of a compound assignment before everything
 * beside it in the expression, if it has side effects. It does the same with
 * the first part of a comma expression, so that keeps the order. */
static bool is_evaluated_first(const tp_writer *w, const store *s,
                               tp_type_id t) {
  return s->is_compound && s->right && tp_w_is_impure(w, s->right) &&
         tp_w_is_scalar(w, t) && !(tp_w_is_pointer(w, t) && s->pointer);
}

static void write_comma(tp_writer *w, tp_frame *f, store *s, tp_temp temp,
                        tp_type_id t) {
  tp_str open = {0}, close = {0};
  bool is_pointer = tp_w_is_pointer(w, t);
  tp_str_addf(&open, "(%s%s", tp_str_text(&s->before), s->before.n ? "," : "");
  tp_temps_add_name(&open, temp);
  tp_str_add(&open, is_pointer ? "=(void*)(" : "=(");
  tp_str_addf(&close, ")%s%s,", s->after.n ? "," : "", tp_str_text(&s->after));
  if (is_pointer)
    tp_w_say_text(w, &close, s->left);
  else
    tp_temps_add_name(&close, temp);
  tp_str_addc(&close, ')');
  tp_w_open(w, f, TP_OPEN_OWN, &open);
  tp_w_close(w, f, &close);
  tp_str_free(&open);
  tp_str_free(&close);
}

static void write_used(tp_writer *w, tp_frame *f, store *s) {
  tp_type_id t = tp_w_value_type(w, s->left);
  tp_temp temp = f->form == SCALAR_STORE || f->want == TP_WANT_VALUE
                     ? tp_w_take_value(w, t)
                     : (tp_temp)0;
  if (f->want == TP_WANT_VALUE)
    keep_value(w, f, s, temp);
  if (is_evaluated_first(w, s, t)) {
    write_comma(w, f, s, temp, t);
    return;
  }
  if (s->before.n)
    tp_str_addc(&s->before, ';');
  if (s->after.n)
    tp_str_addc(&s->after, ';');
  tp_w_wrap(w, f, TP_OPEN_OWN, temp, t, tp_str_text(&s->before),
            tp_str_text(&s->after));
}

static void write(tp_writer *w, tp_frame *f, store *s) {
  if (s->pointer)
    wrap_left(w, f, s);
  if (s->in_right.n)
    wrap_right(w, f, s);
  bool is_used = f->want == TP_WANT_VALUE || !(f->ask.flags & TP_ASK_COMMA);
  if (is_used && (f->want == TP_WANT_VALUE || s->before.n || s->after.n)) {
    write_used(w, f, s);
  } else if (s->before.n) {
    tp_str_addc(&s->before, ',');
    tp_w_open(w, f, TP_OPEN_OWN, &s->before);
  }
  if (!is_used && s->after.n) {
    tp_str close = {0};
    tp_str_addf(&close, ",%s", s->after.at);
    tp_w_close(w, f, &close);
    tp_str_free(&close);
  }
}

/* L = f(), where f may move L: gcc looks where L is before the call, clang
 * after it. So L is left alone; only if it is in the same place before and
 * after is it known where the result went. */
static void tell_moving(tp_writer *w, store *s, uint32_t site) {
  tp_str now = {0};
  const char *place = tp_str_text(&s->place);
  tp_w_say_address(w, &now, s->left);
  tp_str_addf(&s->before, "%s%s=(void*)%s", s->before.n ? "," : "", place,
              now.at);
  tp_str_addf(&s->after, "%s==(void*)%s?", place, now.at);
  tp_str_addf(&s->after, "__tp2ph_got(%u,%s,%u)", site, place, s->size);
  tp_str_addf(&s->after, ":(__tp2ph_clr(%s,%u),__tp2ph_clr(%s,%u))", place,
              s->size, now.at, s->size);
  s->pointer = 0;
  tp_str_free(&now);
}

static void tell_result(tp_writer *w, const tp_frame *f, store *s) {
  tp_node_id call = bare_call(w, f, s->right);
  uint32_t site = tp_w_node(w, call)->ref;
  if (!tp_instr_has_result(w, call)) {
    tp_w_say_clear(&s->after, tp_str_text(&s->place), s->size);
    return;
  }
  tp_w_note_place(w, s->left);
  if (s->pointer && tp_w_can_repeat(w, s->left))
    tell_moving(w, s, site);
  else
    tp_w_say_got(&s->after, site, tp_str_text(&s->place), s->size);
}

static store describe(const tp_writer *w, const tp_frame *f) {
  store s = {.node = f->node, .left = left_of(w, f), .right = right_of(w, f)};
  s.type = tp_w_type(w, s.left);
  s.size = tp_w_size(w, s.type);
  s.is_bits = tp_w_bitfield(w, s.left, &s.field);
  s.is_compound = !is_plain_assignment(w, f);
  if (s.is_bits)
    s.size = tp_w_field_bytes(&s.field);
  return s;
}

static void leave_store(tp_writer *w, tp_frame *f) {
  store s = describe(w, f);
  if (!s.right)
    count_index_leaves(w, f);
  find_place(w, &s);
  if (s.right && is_result(w, f, s.right)) {
    tell_result(w, f, &s);
  } else if (f->form == RECORD_STORE) {
    tell_record(w, f, &s);
  } else {
    tell_scalar(w, f, &s);
  }
  write(w, f, &s);
  w->pieces.n = f->pieces;
  if (f->want != TP_WANT_VALUE)
    w->leaves.n = f->base;
  tp_str_free(&s.place);
  tp_str_free(&s.before);
  tp_str_free(&s.after);
  tp_str_free(&s.in_left);
  tp_str_free(&s.in_right);
}

/* ---- L op= R --------------------------------------------------------------
 */

/* gcc evaluates L first, and would not if R had side effects. Decisions in R
 * are none, but the calls that record them are. So L is made to come first. */
static bool is_left_first(const tp_writer *w, const tp_frame *f) {
  tp_field field;
  uint32_t end = w->ir->spans.at[f->node].to;
  return !w->is_clang && end && right_of(w, f) && !is_plain_assignment(w, f) &&
         tp_ir_is_left_first(w->ir, end - 1) &&
         tp_w_has_decisions(w, right_of(w, f)) &&
         !tp_w_bitfield(w, left_of(w, f), &field);
}

/* Behind L and the parentheses it may stand in. */
static uint32_t end_of_left(const tp_writer *w, const tp_node *left) {
  uint32_t at = left->end, end = at;
  for (; w->text[at] == ')' || isspace((unsigned char)w->text[at]); at++)
    if (w->text[at] == ')')
      end = at + 1;
  return end;
}

/* "({__auto_type o=&(L);*o op= R;})". Inside of it is what else is put around
 * L, outside what is put around the whole. */
static void keep_left_first(tp_writer *w, const tp_frame *f,
                            uint32_t end_order) {
  static const char open[] = "({__auto_type __tp2ph_o=&(";
  static const char middle[] = ");*__tp2ph_o";
  static const char close[] = ";})";
  const tp_node *assign = tp_w_node(w, f->node);
  if (!is_left_first(w, f))
    return;
  tp_edits_insert(&w->edits, assign->begin, f->kid_order[0] - 1, open,
                  sizeof open - 1);
  tp_edits_insert(&w->edits, end_of_left(w, tp_w_node(w, assign->first)),
                  w->order++, middle, sizeof middle - 1);
  tp_edits_insert(&w->edits, assign->end, end_order, close, sizeof close - 1);
}

void tp_w_leave_assign(tp_writer *w, tp_frame *f) {
  uint32_t end_order = w->order++;
  if (f->form != PLAIN_STORE)
    leave_store(w, f);
  else if (f->want == TP_WANT_VALUE && !f->ask.into)
    f->is_plain = true;
  keep_left_first(w, f, end_order);
}
