/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A typed program in, the texts of its units with checks out.
 *
 * The checks of a node go in front of the largest expression around it whose
 * operands may be said twice; where an operand has an effect, its value is kept
 * in a temporary, and the checks follow that. Kids come before parents, so that
 * what a check says again was itself checked before. */
#include "checks/inside.h"

#include "program/place.h"

/* ---- one check ----------------------------------------------------------- */

static tp_name keep(const tp_program *p, const char *text) {
  return tp_names_id(p->names, text, strlen(text));
}

/* An assertion has its text in its arguments. */
static void add_text(const tp_check_writer *w, const tp_condition *c,
                     tp_str *out) {
  const tp_node *n = tp_node_get(w->p, c->node);
  if (c->kind != TP_CHECK_ASSERT) {
    tp_place_text(w->p, w->unit, n->begin, n->end, out);
    return;
  }
  const tp_node *first = tp_node_get(w->p, tp_node_kid(w->p, c->node, 1));
  if (first->kind == TP_N_STRING)
    tp_str_addf(out, "assert(%s)",
                tp_names_text(w->p->names, w->p->strings.at[first->ref]));
  else
    tp_place_text(w->p, w->unit, n->begin, n->end, out);
}

static void list(tp_check_writer *w, const tp_condition *c,
                 const tp_place *place) {
  tp_str text = {0};
  add_text(w, c, &text);
  tp_program_check check = {.kind = (uint8_t)c->kind,
                            .text = keep(w->p, tp_str_text(&text)),
                            .what = keep(w->p, c->what),
                            .file = place->file,
                            .line = place->line,
                            .column = place->column,
                            .is_stepwise = c->is_stepwise,
                            .is_open = w->spots[c->node].is_open,
                            .unit = w->unit,
                            .begin = tp_node_get(w->p, c->node)->begin,
                            .end = tp_node_get(w->p, c->node)->end,
                            .op = tp_node_get(w->p, c->node)->op};
  VEC_PUSH(&w->out->checks, check);
  tp_str_free(&text);
}

/* In front of the largest expression around it in which the order shows. */
static tp_check_target before_open(tp_check_writer *w, tp_node_id n) {
  while (n && (w->spots[w->spots[n].parent].is_open || !w->spots[n].is_value))
    n = w->spots[n].parent;
  w->uses_open = true;
  return (tp_check_target){w, n, TP_PUT_BEFORE};
}

/* A macro of a system header is not the user's, its arguments are. */
static bool is_the_systems(const tp_check_writer *w, const tp_condition *c,
                           const tp_place *place) {
  const tp_node *n = tp_node_get(w->p, c->node);
  return place->is_system_macro && c->kind != TP_CHECK_ASSERT &&
         !tp_place_is_argument(w->p, w->unit, n->begin, n->end);
}

void tp_check_add(void *state, const tp_condition *c) {
  const tp_check_target *t = state;
  tp_check_writer *w = t->w;
  bool is_open = w->spots[c->node].is_open;
  tp_check_target open = is_open ? before_open(w, c->node) : *t;
  t = &open;
  tp_place place =
      tp_place_of(w->p, w->unit, tp_node_get(w->p, c->node)->begin);
  if (!(w->plan.kinds >> c->kind & 1) || !t->at || is_the_systems(w, c, &place))
    return;
  tp_spot *spot = &w->spots[t->at];
  tp_str *out = &spot->checks[t->put != TP_PUT_VALUE];
  tp_str when = {0};
  const char *before = !is_open && c->before ? c->before : "";
  tp_str_addf(&when, "%s(%s) ?", before, is_open ? "__tp2ph_open" : c->when);
  bool is_again = !is_open && out->n && strstr(out->at, when.at);
  if (!is_again || TP_CHECK_IS_EDGE(c->kind)) {
    list(w, c, &place);
    spot->put[t->put != TP_PUT_VALUE] = (uint8_t)t->put;
    tp_str_addf(out, "%s%s %u : 0%s%s", *before ? "({ " : "", when.at,
                w->out->checks.n, *before ? "; })" : "",
                t->put == TP_PUT_BEFORE ? ", " : "; ");
  }
  tp_str_free(&when);
}

/* ---- operands ------------------------------------------------------------ */

static tp_operand operand(const tp_check_writer *w, tp_node_id n,
                          bool is_kept) {
  tp_operand o = {.p = w->p, .node = n};
  tp_str_addc(&o.text, '(');
  if (is_kept)
    tp_str_addf(&o.text, TP_CHECK_KEPT "%u", n);
  else
    tp_check_text(w->p, n, &o.text);
  tp_str_addc(&o.text, ')');
  return o;
}

tp_operand tp_check_operand(const tp_check_writer *w, tp_node_id n) {
  return operand(w, n, !w->spots[n].is_pure);
}

tp_check_target tp_check_at(tp_check_writer *w, tp_node_id n) {
  tp_spot *spot = &w->spots[n];
  if (spot->is_pure)
    return (tp_check_target){w, spot->region, (tp_put)spot->region_put};
  spot->type = tp_check_type(w->p, n);
  return (tp_check_target){w, n, TP_PUT_VALUE};
}

/* ---- arithmetic ---------------------------------------------------------- */

static bool is_number(const tp_program *p, tp_type_id t) {
  return tp_type_is_integer(&p->types, t) || tp_type_is_float(&p->types, t);
}

static void check_both(tp_check_writer *w, tp_arithmetic *a, tp_node_id left,
                       tp_node_id right) {
  bool l_pure = w->spots[left].is_pure, r_pure = w->spots[right].is_pure;
  bool is_value = tp_node_get(w->p, a->node)->kind == TP_N_BINARY;
  const tp_spot *spot = &w->spots[a->node];
  tp_check_target t = {w, spot->region, (tp_put)spot->region_put};
  if (!t.at && (l_pure || r_pure))
    t = tp_check_at(w, l_pure ? right : left);
  else if (!t.at && is_value)
    t = (tp_check_target){w, a->node, TP_PUT_BOTH};
  tp_operand of_left = operand(w, left, !l_pure);
  tp_operand of_right = operand(w, right, !r_pure);
  a->l = &of_left;
  a->r = &of_right;
  if (tp_check_is_ordered(a->op))
    tp_check_limit(w, a, tp_check_add, &t);
  else if (is_value || l_pure) /* of *p++ += 1 there is no second reading */
    tp_check_arithmetic(w->p, a, tp_check_add, &t);
  tp_str_free(&of_left.text);
  tp_str_free(&of_right.text);
}

static void check_comparison(tp_check_writer *w, tp_node_id n) {
  const tp_node *node = tp_node_get(w->p, n);
  tp_node_id l = node->first, r = tp_node_get(w->p, l)->next;
  tp_type_id tl = tp_node_promoted(w->p, l), tr = tp_node_promoted(w->p, r);
  tp_arithmetic a = {.node = n,
                     .op = (tp_op)node->op,
                     .type = tp_type_arithmetic(&w->p->types, tl, tr)};
  if (w->plan.kinds & TP_CHECK_EDGES && is_number(w->p, tl) &&
      is_number(w->p, tr))
    check_both(w, &a, l, r);
}

static bool is_shift(tp_op op) {
  return op == TP_OP_SHL || op == TP_OP_SHR;
}

/* p + i, p - i: whether this operand is the pointer, or an array. */
static bool moves_pointer(const tp_program *p, tp_node_id n, tp_node_id of) {
  uint8_t op = tp_node_get(p, n)->op;
  tp_type_kind kind =
      (tp_type_kind)tp_type_get(&p->types, tp_node_get(p, of)->type)->kind;
  return (op == TP_OP_ADD || op == TP_OP_SUB) &&
         (kind == TP_T_POINTER || kind == TP_T_ARRAY);
}

static void check_binary(tp_check_writer *w, tp_node_id n) {
  const tp_node *node = tp_node_get(w->p, n);
  tp_node_id l = node->first, r = tp_node_get(w->p, l)->next;
  tp_type_id tl = tp_node_promoted(w->p, l), tr = tp_node_promoted(w->p, r);
  if (tp_type_is_integer(&w->p->types, tr) && moves_pointer(w->p, n, l))
    tp_check_move(w, n, l, r, node->op == TP_OP_SUB);
  else if (tp_type_is_integer(&w->p->types, tl) && moves_pointer(w->p, n, r))
    tp_check_move(w, n, r, l, false);
  if (!tp_type_is_integer(&w->p->types, tl) ||
      !tp_type_is_integer(&w->p->types, tr))
    return;
  tp_op op = (tp_op)node->op;
  tp_arithmetic a = {
      .node = n,
      .op = op,
      .type = is_shift(op) ? tl : tp_type_arithmetic(&w->p->types, tl, tr)};
  check_both(w, &a, l, r);
}

/* -x, x++, --x */
static void check_single(tp_check_writer *w, tp_node_id n, tp_op op) {
  tp_node_id kid = tp_node_get(w->p, n)->first;
  tp_type_id type = tp_node_promoted(w->p, kid);
  tp_spot *spot = &w->spots[n];
  bool is_step = op != TP_OP_NEG;
  if (is_step && moves_pointer(w->p, n, kid))
    tp_check_move(w, n, kid, 0, op == TP_OP_SUB);
  tp_type_id own = tp_node_get(w->p, kid)->type;
  if (!tp_type_is_integer(&w->p->types, type) ||
      (is_step && tp_type_get(&w->p->types, own)->size <
                      tp_type_get(&w->p->types, type)->size))
    return;
  tp_check_target t = {w, spot->region, (tp_put)spot->region_put};
  if (!t.at && !is_step)
    t = tp_check_at(w, kid);
  tp_operand o = operand(w, kid, !w->spots[kid].is_pure);
  tp_arithmetic a = {.node = n, .op = op, .type = type, .l = &o};
  tp_check_arithmetic(w->p, &a, tp_check_add, &t);
  tp_str_free(&o.text);
}

/* ---- assertions ---------------------------------------------------------- */

/* What assert calls when it fails. */
static bool is_failure(const char *name) {
  static const char *const names[] = {"__assert_fail", "__assert",
                                      "__assert_func", "__assert_rtn",
                                      "__VERIFIER_error"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

/* The condition of `if (e) ; else f();` or `e ? 0 : f()` around a call; 0: it
 * stands elsewhere. */
static tp_node_id condition_of(const tp_check_writer *w, tp_node_id call) {
  tp_node_id last = call, above = w->spots[call].parent;
  if (tp_node_get(w->p, above)->kind == TP_N_EXPR) {
    last = above;
    above = w->spots[above].parent;
  }
  const tp_node *n = tp_node_get(w->p, above);
  bool is_one = n->kind == TP_N_IF || n->kind == TP_N_COND;
  return is_one && tp_node_kid(w->p, above, 2) == last ? n->first : 0;
}

/* Before the condition if it can be said twice; else its value is kept. */
static void check_condition(tp_check_writer *w, tp_node_id call,
                            tp_node_id condition) {
  tp_str when = {0};
  bool is_flat = tp_check_flat(w, condition, &when);
  bool is_logical = tp_node_get(w->p, condition)->kind == TP_N_LOGICAL;
  tp_check_target t = is_flat && is_logical
                          ? (tp_check_target){w, condition, TP_PUT_BEFORE}
                          : tp_check_at(w, condition);
  if (!is_flat) {
    tp_operand o = operand(w, condition, !w->spots[condition].is_pure);
    tp_str_add(&when, o.text.at);
    tp_str_free(&o.text);
  }
  tp_str_add(&when, " == 0");
  tp_check_add(&t, &(tp_condition){TP_CHECK_ASSERT, call, "the assertion fails",
                                   when.at, is_logical && !is_flat, NULL});
  tp_str_free(&when);
}

/* Elsewhere the violation is that the call is reached. */
static void check_call(tp_check_writer *w, tp_node_id n) {
  const tp_node *callee = tp_node_get(w->p, tp_node_get(w->p, n)->first);
  if (callee->kind != TP_N_NAME || tp_decl_function(w->p, callee->ref) ||
      !is_failure(
          tp_names_text(w->p->names, w->p->decls.at[callee->ref].name)) ||
      !(w->plan.kinds >> TP_CHECK_ASSERT & 1))
    return;
  tp_node_id condition = condition_of(w, n);
  if (condition) {
    check_condition(w, n, condition);
    return;
  }
  tp_check_target t = {w, w->spots[n].is_value ? n : 0, TP_PUT_BEFORE};
  w->uses_reached = true;
  tp_check_add(&t, &(tp_condition){TP_CHECK_ASSERT, n, "the assertion fails",
                                   "__tp2ph_reached", true, NULL});
}

/* ---- all ----------------------------------------------------------------- */

static void check_node(tp_check_writer *w, tp_node_id n) {
  const tp_node *node = tp_node_get(w->p, n);
  switch (node->kind) {
  case TP_N_BINARY:
    if (tp_check_is_ordered((tp_op)node->op))
      check_comparison(w, n);
    else
      check_binary(w, n);
    return;
  case TP_N_ASSIGN:
    if (node->op != TP_OP_ASSIGN)
      check_binary(w, n);
    return;
  case TP_N_UNARY:
    if (node->op == TP_OP_NEG)
      check_single(w, n, TP_OP_NEG);
    return;
  case TP_N_INCDEC:
    check_single(w, n, (tp_op)node->op);
    return;
  case TP_N_INDEX:
    tp_check_index_of(w, n);
    return;
  case TP_N_DEREF:
    tp_check_deref(w, n);
    return;
  case TP_N_MEMBER:
    tp_check_arrow(w, n);
    return;
  case TP_N_CALL:
    check_call(w, n);
    tp_check_callee(w, n);
    tp_check_library(w, n);
    return;
  default:
    return;
  }
}

/* A function of the user, not of what tp2ph puts behind his files. */
static bool is_checked(const tp_program *p, const tp_func *f) {
  const char *name = tp_names_text(p->names, p->decls.at[f->decl].name);
  return f->is_user && !f->is_nested && !f->is_tester &&
         !tp_text_starts(name, "tp2ph_") &&
         !(p->driver && tp_place_of(p, f->unit, f->begin).file == p->driver);
}

static void write_function(tp_check_writer *w, const tp_func *f) {
  if (!is_checked(w->p, f))
    return;
  tp_check_survey(w, f->body);
  tp_check_unset(w); /* first: other checks read the variables */
  tp_check_unset_parts(w);
  for (uint32_t i = 0; i < w->order.n; i++) {
    check_node(w, w->order.at[i]);
    tp_check_conversions(w, w->order.at[i]);
  }
  tp_check_objects(w);
  tp_check_hoisted(w);
  if (w->plan.kinds & TP_CHECK_VECTORS)
    tp_check_mcdc(w);
  tp_check_put(w);
}

static void write_unit(tp_check_writer *w, tp_unit_id u) {
  static const char reached[] = "static int __tp2ph_reached = 1;\n";
  static const char open[] = "static volatile int __tp2ph_open;\n";
  static const char ranges[] =
      "unsigned long tp2ph_range_place(const void *);"
      "unsigned long tp2ph_range_size(const void *);"
      "int tp2ph_range_gone(const void *);"
      "int tp2ph_range_fixed(const void *);"
      "unsigned long tp2ph_range_length(const char *, unsigned long);"
      "void tp2ph_range_object(const void *, unsigned long);"
      "void tp2ph_range_frame(void);\n";
  uint32_t size;
  const char *text = tp_unit_written(&w->p->units.at[u], &size);
  w->unit = u;
  w->uses_reached = w->uses_open = w->uses_ranges = false;
  for (tp_func_id f = 1; f < w->p->funcs.n; f++)
    if (w->p->funcs.at[f].unit == u) {
      w->func = f;
      write_function(w, &w->p->funcs.at[f]);
    }
  if (w->uses_reached)
    tp_edits_insert(&w->edits, 0, 0, reached, sizeof reached - 1);
  if (w->uses_open)
    tp_edits_insert(&w->edits, 0, 0, open, sizeof open - 1);
  if (w->uses_ranges)
    tp_edits_insert(&w->edits, 0, 1, ranges, sizeof ranges - 1);
  w->out->has_ranges |= w->uses_ranges;
  tp_edits_apply_noting(&w->edits, text, size, &w->out->units[u].text,
                        &w->out->units[u].moves);
}

void tp_checks_write(tp_checked *out, const tp_program *p,
                     const tp_check_plan *plan) {
  tp_check_writer w = {.p = p,
                       .plan = *plan,
                       .spots = TP_NEW_ARRAY(tp_spot, p->nodes.n),
                       .out = out};
  *out = (tp_checked){.n = p->units.n};
  out->units = tp_alloc(p->units.n, sizeof *out->units);
  tp_check_find_defined(&w);
  tp_check_find_endings(&w);
  for (tp_unit_id u = 1; u < p->units.n; u++)
    write_unit(&w, u);
  VEC_FREE(&w.defined);
  VEC_FREE(&w.order);
  tp_free(w.spots);
}

void tp_checked_free(tp_checked *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    tp_str_free(&c->units[i].text);
    VEC_FREE(&c->units[i].moves);
  }
  tp_free(c->units);
  VEC_FREE(&c->checks);
  VEC_FREE(&c->decisions);
  VEC_FREE(&c->conditions);
  VEC_FREE(&c->vectors);
}
