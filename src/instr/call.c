/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls. Before a call of an instrumented function k says where its arguments
 * lie; behind it got fetches the result. Arguments that may be symbolic are
 * captured where they are evaluated, so the order stays the compiler's own. A
 * lvalue of the parameter's type is its own temporary if nothing can change it
 * before the function enters. */
#include "instr/work.h"

static uint32_t site_of(const tp_writer *w, const tp_frame *f) {
  return tp_w_node(w, f->node)->ref;
}

static bool has_impure_argument(const tp_writer *w, tp_node_id call) {
  tp_node_id arg = tp_w_node(w, tp_w_node(w, call)->first)->next;
  for (; arg; arg = tp_w_node(w, arg)->next)
    if (tp_w_is_impure(w, arg))
      return true;
  return false;
}

void tp_w_enter_call(tp_writer *w, tp_frame *f) {
  f->form = (uint8_t)tp_instr_callee(w, f->node);
  if (f->form == TP_CALLEE_UNTOUCHED)
    f->kid = 0;
  if (f->form == TP_CALLEE_EXPECT && f->want == TP_WANT_VALUE &&
      tp_w_is_scalar(w, tp_w_type(w, f->node)))
    f->temp = tp_w_take(w, tp_w_type(w, f->node));
}

/* ---- arguments ---------------------------------------------------------- */

static tp_type_id function_type(const tp_writer *w, tp_node_id callee) {
  tp_type_id t = tp_w_node(w, callee)->type;
  const tp_type *type = tp_type_get(&w->p->types, t);
  return type->kind == TP_T_POINTER ? type->base : t;
}

/* The type of parameter i, if its value is to be followed; else UNKNOWN. */
static tp_type_id followed_param(const tp_writer *w, const tp_frame *f,
                                 uint32_t i) {
  const tp_site *s = &w->p->sites.at[site_of(w, f)];
  if (f->form == TP_CALLEE_USER) {
    tp_func_id callee = tp_decl_function(w->p, s->callee);
    if (i >= w->plan->funcs.at[callee].n_params)
      return TP_TYPE_UNKNOWN;
    return w->p->decls.at[w->p->funcs.at[callee].params.at[i]].type;
  }
  const tp_type *type =
      tp_type_get(&w->p->types, function_type(w, tp_w_node(w, f->node)->first));
  if (type->kind != TP_T_FUNCTION || i >= type->n)
    return TP_TYPE_UNKNOWN;
  return w->p->types.params.at[type->first + i];
}

/* The argument's own object can stand for the parameter's value. */
static bool is_its_own_temporary(const tp_writer *w, const tp_frame *f,
                                 tp_node_id arg, tp_type_id param) {
  tp_field field;
  return tp_w_is_lvalue(w, arg) && !tp_w_bitfield(w, arg, &field) &&
         !tp_w_has_symbolic_place(w, arg) && tp_w_can_repeat(w, arg) &&
         !tp_w_is_impure(w, arg) &&
         tp_w_same_type(w, tp_w_node(w, arg)->type, param) &&
         (!has_impure_argument(w, f->node) || tp_w_is_own(w, arg));
}

static bool is_array(const tp_writer *w, tp_node_id n) {
  return tp_type_get(&w->p->types, tp_w_node(w, n)->type)->kind == TP_T_ARRAY;
}

static tp_ask ask_argument(tp_writer *w, tp_frame *f, tp_node_id arg,
                           uint32_t i) {
  tp_piece piece = {0};
  tp_ask ask = {.want = TP_WANT_EFFECT};
  if (tp_w_is_more(w, f, i))
    return tp_w_ask_more(w, arg);
  tp_type_id param =
      tp_w_is_tainted(w, arg) ? followed_param(w, f, i) : TP_TYPE_UNKNOWN;
  if (param && is_its_own_temporary(w, f, arg, param)) {
    piece.node = arg;
  } else if (param && tp_w_is_scalar(w, param) &&
             (!is_array(w, arg) || tp_w_is_symbolic_address(w, arg))) {
    ask = tp_w_ask_value(w, arg);
    ask.type = tp_type_get(&w->p->types, param)->unqualified;
    ask.into = piece.temp = tp_w_take(w, ask.type);
  } else if (param && tp_w_is_record(w, param) && !tp_w_is_open(w, arg)) {
    ask = tp_w_ask_record(w, arg, param);
    piece.temp = ask.into;
  }
  VEC_PUSH(&w->pieces, piece);
  return ask;
}

tp_ask tp_w_ask_call(tp_writer *w, tp_frame *f, tp_node_id kid, uint32_t i) {
  tp_ask ask = {.want = TP_WANT_EFFECT};
  if (i == 0)
    return ask;
  switch (f->form) {
  case TP_CALLEE_USER:
  case TP_CALLEE_POINTER:
  case TP_CALLEE_VALUED:
    return w->taint ? ask_argument(w, f, kid, i - 1) : ask;
  case TP_CALLEE_INPUT:
    if (w->taint && tp_w_is_impure(w, kid)) {
      ask.flags = TP_ASK_ANNOUNCE;
      ask.type = site_of(w, f);
    }
    return ask;
  case TP_CALLEE_EXPECT:
    if (i == 1 && f->temp) {
      ask = tp_w_ask_value(w, kid);
      ask.into = f->temp;
      ask.type = tp_w_type(w, f->node);
    }
    return ask;
  case TP_CALLEE_PURE:
    if (f->want == TP_WANT_VALUE)
      ask =
          (tp_ask){.want = TP_WANT_VALUE, .flags = f->ask.flags & TP_ASK_WRAP};
    return ask;
  default:
    return ask;
  }
}

/* ---- the call itself ---------------------------------------------------- */

void tp_w_say_piece(const tp_writer *w, tp_str *out, const tp_piece *piece) {
  if (piece->temp) {
    tp_str_addc(out, '&');
    tp_temps_add_name(out, piece->temp);
  } else if (piece->node) {
    tp_w_say_address(w, out, piece->node);
  } else {
    tp_str_addc(out, '0');
  }
}

/* The runtime looks for an address for each parameter of the callee. */
static void fill_up(tp_writer *w, tp_frame *f) {
  const tp_site *s = &w->p->sites.at[site_of(w, f)];
  if (f->form != TP_CALLEE_USER)
    return;
  tp_func_id callee = tp_decl_function(w->p, s->callee);
  while (w->pieces.n - f->pieces < w->plan->funcs.at[callee].n_params)
    VEC_PUSH(&w->pieces, (tp_piece){0});
}

static void say_announcement(tp_writer *w, tp_frame *f, tp_str *out) {
  fill_up(w, f);
  if (tp_w_has_more(w, f)) {
    tp_w_say_more(w, f, out);
    return;
  }
  uint32_t n = w->pieces.n - f->pieces, all = n;
  const tp_piece *piece = w->pieces.at + f->pieces;
  while (n && !piece[n - 1].temp && !piece[n - 1].node)
    n--;
  tp_str_addf(out, "__tp2ph_k%c(%u", n > 2 ? 'n' : (char)('0' + n),
              site_of(w, f));
  if (n > 2)
    n = all; /* one address for each parameter */
  tp_str_add(out, n > 2 ? ",(const void*[]){" : "");
  for (uint32_t i = 0; i < n; i++) {
    tp_str_add(out, n > 2 && i == 0 ? "" : ",");
    tp_w_say_piece(w, out, &piece[i]);
  }
  tp_str_add(out, n > 2 ? "})" : ")");
}

static void say_before(tp_writer *w, tp_frame *f, tp_str *out) {
  if (!w->taint)
    return;
  if (f->form == TP_CALLEE_USER || f->form == TP_CALLEE_POINTER ||
      f->form == TP_CALLEE_VALUED)
    say_announcement(w, f, out);
  else if (f->form == TP_CALLEE_INPUT && !has_impure_argument(w, f->node))
    tp_str_addf(out, "__tp2ph_in(%u)", site_of(w, f));
}

static void rename_library(tp_writer *w, tp_frame *f) {
  const tp_node *name = tp_w_node(w, tp_w_node(w, f->node)->first);
  const tp_site *s = &w->p->sites.at[site_of(w, f)];
  tp_str text = {0};
  if (!w->taint || name->kind != TP_N_NAME)
    return;
  bool is_valued;
  tp_str_addf(&text, "__tp2ph_%s",
              tp_instr_library_name(w, s->callee, &is_valued));
  tp_edits_replace(&w->edits, name->begin, name->end, f->order + TP_OPENS,
                   text.at, text.n);
  tp_str_free(&text);
}

/* "(before,f)(...)" is still a call to gcc, so it stays where it is. A function
 * that only its call declares must be called by its name. */
static bool has_declarator(const tp_writer *w, tp_node_id callee) {
  const tp_node *node = tp_w_node(w, callee);
  if (node->kind != TP_N_NAME)
    return true;
  const tp_decl *d = &w->p->decls.at[node->ref];
  const char *text = w->p->units.at[d->unit].text;
  return memchr(text + d->begin, '(', d->end - d->begin) != NULL;
}

static void pass_in_callee(tp_writer *w, tp_frame *f, const tp_str *before) {
  const tp_node *callee = tp_w_node(w, tp_w_node(w, f->node)->first);
  tp_str open = {0};
  tp_str_addf(&open, "(%s,", before->at);
  tp_edits_insert(&w->edits, callee->begin, f->order + TP_OPEN_OWN, open.at,
                  open.n);
  tp_edits_insert(&w->edits, callee->end, w->order++, ")", 1);
  tp_str_free(&open);
}

/* The value goes its own way. */
static void pass(tp_writer *w, tp_frame *f, tp_str *before) {
  tp_str open = {0}, close = {0};
  if (before->n && f->ask.flags & TP_ASK_COMMA) {
    tp_str_addf(&open, "%s,", before->at);
    tp_w_open(w, f, TP_OPEN_OWN, &open);
  } else if (before->n && !w->is_clang &&
             has_declarator(w, tp_w_node(w, f->node)->first)) {
    pass_in_callee(w, f, before);
  } else if (before->n) {
    tp_str_addf(&open, "({%s;", before->at);
    tp_str_add(&close, ";})");
    tp_w_open(w, f, TP_OPEN_OWN, &open);
    tp_w_close(w, f, &close);
  }
  tp_str_free(&open);
  tp_str_free(&close);
}

/* The value is fetched into a temporary, which is a leaf or what was asked for.
 */
static void fetch(tp_writer *w, tp_frame *f, tp_str *before) {
  tp_type_id t = tp_w_type(w, f->node);
  bool is_asked = f->ask.into && tp_w_same_type(w, f->ask.type, t);
  tp_temp temp = is_asked ? f->ask.into : tp_w_take_value(w, t);
  tp_str after = {0};
  if (!temp) {
    f->is_bad = true;
    pass(w, f, before);
    return;
  }
  if (before->n)
    tp_str_addc(before, ';');
  tp_str_addf(&after, "__tp2ph_got(%u,&", site_of(w, f));
  tp_temps_add_name(&after, temp);
  tp_str_addf(&after, ",%u);", tp_w_size(w, t));
  tp_w_wrap(w, f, TP_OPEN_OWN, temp, t, tp_str_text(before),
            tp_str_text(&after));
  w->leaves.n = f->base;
  if (is_asked)
    f->ask.into = 0;
  else
    tp_w_push_temp(w, f->node, temp, TP_LEAF_VALUE);
  tp_str_free(&after);
}

/* What the library looks at, it looks at where it lies in this run. Checks ask
 * about addresses themselves. */
static void note_places(tp_writer *w, tp_node_id call) {
  const tp_site *s = &w->p->sites.at[tp_w_node(w, call)->ref];
  const char *name = tp_names_text(w->p->names, w->p->decls.at[s->callee].name);
  if (tp_text_starts(name, "tp2ph_range_"))
    return;
  tp_node_id arg = tp_w_node(w, tp_w_node(w, call)->first)->next;
  for (; w->taint && arg; arg = tp_w_node(w, arg)->next)
    if (tp_w_is_symbolic_address(w, arg) ||
        (tp_w_is_pointer(w, tp_w_type(w, arg)) && tp_w_is_tainted(w, arg)))
      tp_w_note(w, arg, TP_NOT_ADDRESS);
}

void tp_w_leave_call(tp_writer *w, tp_frame *f) {
  tp_str before = {0};
  if (f->form == TP_CALLEE_UNTOUCHED)
    tp_w_leave_list_start(w, f);
  if (f->form == TP_CALLEE_LIBRARY || f->form == TP_CALLEE_VALUED) {
    note_places(w, f->node);
    rename_library(w, f);
  }
  if (f->form == TP_CALLEE_POINTER && w->taint &&
      tp_w_is_tainted(w, tp_w_node(w, f->node)->first))
    tp_w_note(w, f->node, TP_NOT_FUNCTION);
  say_before(w, f, &before);
  w->pieces.n = f->pieces;
  if (f->temp) { /* __builtin_expect: its argument is there */
    w->leaves.n = f->base;
    tp_w_push_temp(w, f->node, f->temp, TP_LEAF_VALUE);
  } else if (f->want == TP_WANT_VALUE && f->form == TP_CALLEE_PURE) {
    f->height++;
  } else if (f->want == TP_WANT_VALUE && tp_instr_has_result(w, f->node)) {
    fetch(w, f, &before);
  } else {
    bool is_lost = f->want == TP_WANT_VALUE ||
                   (w->taint && f->form == TP_CALLEE_OTHER &&
                    tp_taint_stores_outside(w->taint, w->ir, f->node));
    if (is_lost && !f->is_bad)
      tp_w_note(w, f->node, TP_NOT_MODELLED);
    if (f->want == TP_WANT_VALUE && !f->ask.into)
      f->is_plain = true; /* outside the program: nothing is known of it */
    pass(w, f, &before);
  }
  tp_str_free(&before);
}
