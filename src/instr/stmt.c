/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements: which expressions they hold, what a return tells, and register
 * variables, which lose that keyword because their address is used. */
#include "instr/work.h"

#include <ctype.h>

enum {
  PLAIN_RETURN,
  RESULT_RETURN,
  VALUE_RETURN,
  OBJECT_RETURN,
  RECORD_RETURN
};

/* ---- register ------------------------------------------------------------ */

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* What stands behind it is declared, without a type. */
static bool is_only_word(const char *behind) {
  behind += strspn(behind, " \t\n");
  if (*behind == '*')
    return true;
  while (is_word(*behind))
    behind++;
  behind += strspn(behind, " \t\n");
  return *behind && strchr(",;)=[", *behind);
}

void tp_w_drop_register(tp_writer *w, uint32_t begin, uint32_t end) {
  static const char word[] = "register";
  uint32_t n = sizeof word - 1;
  for (uint32_t i = begin; i + n <= end; i++)
    if (memcmp(w->text + i, word, n) == 0 && !is_word(w->text[i + n]) &&
        (i == begin || !is_word(w->text[i - 1])))
      tp_edits_replace(&w->edits, i, i + n, w->order++, "int",
                       is_only_word(w->text + i + n) ? 3 : 0);
}

static void enter_decl(tp_writer *w, tp_frame *f) {
  const tp_node *node = tp_w_node(w, f->node);
  bool has_register = false;
  TP_KIDS (w->p, f->node, var) {
    tp_decl_id d = tp_w_node(w, var)->ref;
    if (w->p->decls.at[d].is_register && !tp_w_is_fixed(w, d))
      has_register = true;
  }
  if (has_register && w->taint)
    tp_w_drop_register(w, node->begin,
                       w->p->decls.at[tp_w_node(w, node->first)->ref].begin);
}

/* ---- return -------------------------------------------------------------- */

static tp_type_id return_type(const tp_writer *w) {
  const tp_func *func = &w->p->funcs.at[w->func];
  tp_type_id t = w->p->decls.at[func->decl].type;
  t = tp_type_get(&w->p->types, t)->base;
  return tp_type_get(&w->p->types, t)->unqualified;
}

static bool is_object(const tp_writer *w, tp_node_id value) {
  tp_field field;
  return tp_w_is_lvalue(w, value) && !tp_w_bitfield(w, value, &field) &&
         tp_w_can_repeat(w, value) && !tp_w_is_impure(w, value) &&
         !tp_w_has_symbolic_place(w, value) &&
         tp_w_same_type(w, tp_w_node(w, value)->type, return_type(w));
}

void tp_w_enter_return(tp_writer *w, tp_frame *f) {
  tp_type_id t = return_type(w);
  f->form = PLAIN_RETURN;
  if (!f->kid || !w->taint || !tp_bits_has(&w->taint->returns, w->func) ||
      !tp_w_is_tainted(w, f->kid))
    return;
  if (is_object(w, f->kid))
    f->form = OBJECT_RETURN;
  else if (tp_w_node(w, f->kid)->kind == TP_N_CALL && tp_w_is_scalar(w, t) &&
           tp_instr_has_result(w, f->kid) &&
           tp_w_same_type(w, tp_w_node(w, f->kid)->type, t))
    f->form = RESULT_RETURN;
  else if (tp_w_is_scalar(w, t))
    f->form = VALUE_RETURN;
  else if (tp_w_is_record(w, t))
    f->form = RECORD_RETURN;
}

tp_ask tp_w_ask_return(tp_writer *w, tp_frame *f, tp_node_id kid) {
  if (f->form == VALUE_RETURN)
    return tp_w_ask_value(w, kid);
  if (f->form == RECORD_RETURN) {
    tp_ask ask = tp_w_ask_record(w, kid, return_type(w));
    f->temp = ask.into;
    f->kid_order[0] = w->order++;
    return ask;
  }
  return (tp_ask){.want = TP_WANT_EFFECT,
                  .flags = f->form == RESULT_RETURN ? TP_ASK_GOT : 0};
}

static void say_return(tp_str *out, const char *from, uint32_t n) {
  tp_str_addf(out, "__tp2ph_ret(%s,%u);", from, n);
}

static void leave_object_return(tp_writer *w, tp_frame *f) {
  tp_node_id value = tp_w_node(w, f->node)->first;
  tp_str open = {0}, place = {0};
  tp_w_say_address(w, &place, value);
  tp_str_addc(&open, '{');
  say_return(&open, place.at, tp_w_size(w, return_type(w)));
  tp_w_open(w, f, TP_OPEN_OWN, &open);
  tp_edits_insert(&w->edits, tp_w_node(w, f->node)->end, w->order++, "}", 1);
  tp_str_free(&open);
  tp_str_free(&place);
}

/* "return ({__auto_type v=(" value ");__tp2ph_ret(t,n);v;});" */
static void leave_record_return(tp_writer *w, tp_frame *f) {
  tp_frame value = {.node = tp_w_node(w, f->node)->first,
                    .order = f->kid_order[0]};
  tp_str from = {0}, after = {0};
  tp_temps_add_name(&from, f->temp);
  say_return(&after, from.at, tp_w_size(w, return_type(w)));
  tp_w_wrap(w, &value, 0, 0, TP_TYPE_UNKNOWN, "", after.at);
  tp_str_free(&from);
  tp_str_free(&after);
}

/* What comes between the value's evaluation and its return. */
static void say_value(tp_writer *w, tp_frame *f, tp_str *out,
                      const char *place) {
  tp_node_id value = tp_w_node(w, f->node)->first;
  tp_type_id t = return_type(w);
  tp_str middle = {0};
  if (f->form == RESULT_RETURN) {
    tp_w_say_got(out, tp_w_node(w, value)->ref, place, tp_w_size(w, t));
  } else {
    tp_str_addf(&middle, ",%s", place);
    uint32_t e = tp_w_plan(w, TP_PLAN_VALUE, value, t, f->base);
    tp_w_say_event(w, out, "a", e, middle.at, f->base);
  }
  tp_str_addc(out, ';');
  tp_str_free(&middle);
}

/* The keyword becomes `{t=(`, the rest comes before and behind the semicolon.
 */
static void leave_value_return(tp_writer *w, tp_frame *f) {
  const tp_node *node = tp_w_node(w, f->node);
  tp_type_id t = return_type(w);
  tp_str open = {0}, close = {0}, place = {0};
  tp_temp temp = tp_w_take(w, t);
  tp_str_addc(&place, '&');
  tp_temps_add_name(&place, temp);
  tp_str_addc(&open, '{');
  tp_str_addf(&open, "%s=(", place.at + 1);
  say_value(w, f, &close, place.at);
  say_return(&close, place.at, tp_w_size(w, t));
  tp_str_addf(&close, "return %s;}", place.at + 1);
  tp_edits_replace(&w->edits, node->begin,
                   node->begin + (uint32_t)strlen("return"), f->order, open.at,
                   open.n);
  tp_edits_insert(&w->edits, node->end - 1, w->order++, ")", 1);
  tp_w_close(w, f, &close);
  tp_str_free(&open);
  tp_str_free(&close);
  tp_str_free(&place);
}

void tp_w_leave_return(tp_writer *w, tp_frame *f) {
  bool is_symbolic = !f->is_bad && tp_w_has_symbol(w, f->base, w->leaves.n) &&
                     w->leaves.n - f->base <= TP_WIRE_MAX_LEAVES;
  if (f->form == OBJECT_RETURN)
    leave_object_return(w, f);
  else if (f->form == RECORD_RETURN && f->temp)
    leave_record_return(w, f);
  else if (f->form == RESULT_RETURN || (f->form == VALUE_RETURN && is_symbolic))
    leave_value_return(w, f);
  else if (f->form == RECORD_RETURN || (f->form == VALUE_RETURN && f->is_bad))
    tp_w_note(w, tp_w_node(w, f->node)->first, TP_NOT_VALUE);
  w->leaves.n = f->base;
}

/* ---- all statements ------------------------------------------------------ */

void tp_w_enter_statement(tp_writer *w, tp_frame *f) {
  static const tp_temps_mark none;
  uint8_t kind = tp_w_node(w, f->node)->kind;
  if (kind == TP_N_VAR) {
    tp_w_enter_var(w, f);
    return;
  }
  if (w->stmt_exprs == 0)
    tp_temps_release(&w->temps, &none);
  if (kind == TP_N_DECL)
    enter_decl(w, f);
  else if (kind == TP_N_RETURN)
    tp_w_enter_return(w, f);
}

/* The kid of a statement that may be the value of a statement expression. */
static tp_ask ask_inner(const tp_writer *w, const tp_frame *f, tp_node_id kid) {
  tp_ask ask = {.want = TP_WANT_STATEMENT};
  if (!tp_w_node(w, kid)->next && f->ask.flags & TP_ASK_LAST)
    ask = f->ask;
  return ask;
}

static tp_ask ask_expression(tp_writer *w, tp_frame *f, tp_node_id kid) {
  if (!(f->ask.flags & TP_ASK_LAST))
    return (tp_ask){.want = TP_WANT_EFFECT, .flags = TP_ASK_COMMA};
  if (!f->ask.into)
    return (tp_ask){.want = TP_WANT_EFFECT};
  tp_ask ask = tp_w_ask_value(w, kid);
  ask.into = f->ask.into;
  ask.type = f->ask.type;
  return ask;
}

static tp_ask ask_switch(const tp_writer *w, const tp_frame *f) {
  tp_decision_id d = tp_w_node(w, f->node)->decision;
  tp_ask ask = {.want = TP_WANT_EFFECT};
  if (d && !w->p->decisions.at[d].is_constant) {
    ask.flags = TP_ASK_SWITCH;
    ask.type = d;
  }
  return ask;
}

static tp_ask ask_for(const tp_writer *w, tp_node_id kid, uint32_t i) {
  uint8_t kind = tp_w_node(w, kid)->kind;
  tp_ask ask = {.want = TP_WANT_EFFECT};
  if (kind == TP_N_EMPTY)
    return (tp_ask){0};
  if (kind > TP_N_OPAQUE || i == 3)
    ask.want = TP_WANT_STATEMENT;
  if (i == 0)
    ask.flags = TP_ASK_FOR | TP_ASK_COMMA;
  if (i == 2)
    ask.flags = TP_ASK_COMMA;
  return ask;
}

tp_ask tp_w_ask_statement(tp_writer *w, tp_frame *f, tp_node_id kid,
                          uint32_t i) {
  static const tp_ask statement = {.want = TP_WANT_STATEMENT};
  static const tp_ask effect = {.want = TP_WANT_EFFECT};
  switch (tp_w_node(w, f->node)->kind) {
  case TP_N_BLOCK:
  case TP_N_LABEL:
  case TP_N_CASE:
  case TP_N_DEFAULT:
    return ask_inner(w, f, kid);
  case TP_N_DECL:
    return statement;
  case TP_N_VAR:
    return tp_w_ask_var(w, f, kid);
  case TP_N_EXPR:
    return ask_expression(w, f, kid);
  case TP_N_RETURN:
    return tp_w_ask_return(w, f, kid);
  case TP_N_SWITCH:
    return i == 0 ? ask_switch(w, f) : statement;
  case TP_N_IF:
  case TP_N_WHILE:
    return i == 0 ? effect : statement;
  case TP_N_DO:
    return i == 1 ? effect : statement;
  case TP_N_FOR:
    return ask_for(w, kid, i);
  default:
    return effect;
  }
}

void tp_w_leave_statement(tp_writer *w, tp_frame *f) {
  uint8_t kind = tp_w_node(w, f->node)->kind;
  if (kind == TP_N_VAR)
    tp_w_leave_var(w, f);
  else if (kind == TP_N_RETURN)
    tp_w_leave_return(w, f);
}
