/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments without parameter, and the va_arg that fetches them.
 *
 * Each is captured as the call passes it, promoted, and announced with how that
 * is done; `va_start(l, n)` becomes `(va_start(l, n), va(l))`, and `va_arg(l,
 * T)`
 * `({q = vn(l, how); t = va_arg(l, T); cp(&t, q, n); t;})`. */
#include "instr/work.h"

static const tp_type *function_type(const tp_writer *w, tp_node_id call) {
  tp_node_id callee = tp_w_node(w, call)->first;
  const tp_type *t = tp_type_get(&w->p->types, tp_w_node(w, callee)->type);
  return t->kind == TP_T_POINTER ? tp_type_get(&w->p->types, t->base) : t;
}

bool tp_w_is_more(const tp_writer *w, const tp_frame *call, uint32_t i) {
  const tp_type *type = function_type(w, call->node);
  return (call->form == TP_CALLEE_USER || call->form == TP_CALLEE_POINTER) &&
         type->kind == TP_T_FUNCTION && type->is_variadic && i >= type->n;
}

/* The type in which it is passed. */
static tp_type_id passed_type(const tp_writer *w, tp_node_id arg) {
  const tp_types *types = &w->p->types;
  tp_type_id t = tp_w_value_type(w, arg);
  if (tp_type_is_float(types, t))
    return TP_TYPE_DOUBLE;
  return tp_type_is_integer(types, t) ? tp_type_promote(types, t) : t;
}

static uint32_t how_passed(const tp_writer *w, tp_type_id t) {
  const tp_types *types = &w->p->types;
  uint8_t kind = tp_type_get(types, t)->kind;
  if (tp_type_is_float(types, t))
    return 8 | TP_MORE_FLOAT;
  if (kind == TP_T_ARRAY || kind == TP_T_FUNCTION)
    return 8;
  return tp_w_is_scalar(w, t) ? tp_w_size(w, t) : TP_MORE_END;
}

tp_ask tp_w_ask_more(tp_writer *w, tp_node_id arg) {
  tp_type_id t = passed_type(w, arg);
  tp_piece piece = {.size = how_passed(w, t)};
  tp_ask ask = {.want = TP_WANT_EFFECT};
  if (tp_w_is_tainted(w, arg) && tp_w_is_scalar(w, t)) {
    ask = tp_w_ask_value(w, arg);
    ask.type = t;
    ask.into = piece.temp = tp_w_take(w, t);
  } else if (tp_w_is_tainted(w, arg) && tp_w_is_record(w, t)) {
    tp_w_note(w, arg, TP_NOT_VARIADIC);
  }
  VEC_PUSH(&w->pieces, piece);
  return ask;
}

bool tp_w_has_more(const tp_writer *w, const tp_frame *call) {
  uint32_t n = function_type(w, call->node)->n;
  for (uint32_t i = call->pieces + n; i < w->pieces.n; i++)
    if (w->pieces.at[i].temp && tp_w_is_more(w, call, n))
      return true;
  return false;
}

void tp_w_say_more(tp_writer *w, tp_frame *call, tp_str *out) {
  uint32_t n = function_type(w, call->node)->n;
  tp_str_addf(out, "__tp2ph_kv(%u,%u,(const void*[]){",
              tp_w_node(w, call->node)->ref, n);
  for (uint32_t i = call->pieces; i < w->pieces.n; i++) {
    tp_w_say_piece(w, out, &w->pieces.at[i]);
    tp_str_addc(out, ',');
    if (i >= call->pieces + n)
      tp_str_addf(out, "(void*)%uul,", w->pieces.at[i].size);
  }
  tp_str_add(out, "0,0})");
}

/* ---- in the function called ---------------------------------------------- */

/* The list as the ABI has it: one record, or a pointer to it. */
static bool is_list(const tp_writer *w, tp_node_id n) {
  const tp_type *t = tp_type_get(&w->p->types, tp_w_node(w, n)->type);
  return (t->kind == TP_T_ARRAY || t->kind == TP_T_POINTER) &&
         tp_type_get(&w->p->types, t->base)->size == 24 &&
         tp_w_can_repeat(w, n);
}

void tp_w_leave_list_start(tp_writer *w, tp_frame *call) {
  const tp_node *node = tp_w_node(w, call->node);
  tp_node_id list = tp_node_kid(w->p, call->node, 1);
  const tp_decl *callee = &w->p->decls.at[w->p->sites.at[node->ref].callee];
  tp_str open = {0}, close = {0};
  if (!w->taint || !list || !is_list(w, list) ||
      strcmp(tp_names_text(w->p->names, callee->name), "__builtin_va_start"))
    return;
  tp_str_addc(&open, '(');
  tp_str_add(&close, ",__tp2ph_va(");
  tp_w_say_text(w, &close, list);
  tp_str_add(&close, "))");
  tp_w_open(w, call, TP_OPEN_OWN, &open);
  tp_w_close(w, call, &close);
  tp_str_free(&open);
  tp_str_free(&close);
}

void tp_w_leave_next_arg(tp_writer *w, tp_frame *f) {
  tp_type_id t = tp_w_type(w, f->node);
  tp_node_id list = tp_w_node(w, f->node)->first;
  tp_str before = {0}, after = {0};
  w->leaves.n = f->base;
  f->is_bad = !tp_node_is_next_arg(w->p, f->node) || !tp_w_is_scalar(w, t) ||
              !is_list(w, list);
  if (f->is_bad)
    return;
  tp_temp temp = tp_w_take(w, t);
  tp_str_add(&before, "const void*__tp2ph_q=__tp2ph_vn(");
  tp_w_say_text(w, &before, list);
  tp_str_addf(&before, ",%u);", how_passed(w, t));
  tp_str_add(&after, "__tp2ph_cp(&");
  tp_temps_add_name(&after, temp);
  tp_str_addf(&after, ",__tp2ph_q,%u);", tp_w_size(w, t));
  tp_w_wrap(w, f, TP_OPEN_OWN, temp, t, before.at, after.at);
  tp_w_push_temp(w, f->node, temp, TP_LEAF_VALUE);
  tp_str_free(&before);
  tp_str_free(&after);
}
