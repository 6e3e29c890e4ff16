/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions of several conditions, for --criterion mcdc. `a && b` becomes
 *
 *   ({ unsigned long long m = 1;
 *      int r = ((a) ? (m = m << 1 | 1, 1) : (m = m << 1, 0)) && .. ? 1 : 0;
 *      (m == 2) ? 7 : 0; ..; r; })
 *
 * so that m tells which conditions were evaluated, and what they were: && and
 * || leave no choice in which order. That it has one of the values that it can
 * have, a vector, is a goal; pairs of vectors are found by who reports. */
#include "checks/inside.h"

#include "program/place.h"
#include "base/bits.h"

enum { MOST_CONDITIONS = 48, MOST_VECTORS = 256 };

/* Where evaluation goes on behind a condition: the number of another one, */
enum { IS_TRUE = -1, IS_FALSE = -2, NEXT = -3 /* the one that was met last */ };

typedef struct part {
  tp_node_id node;
  int on_true, on_false;
} part;

typedef VEC(part) parts;

static tp_node_id skip_generic(const tp_program *p, tp_node_id n) {
  while (tp_node_get(p, n)->kind == TP_N_GENERIC)
    n = tp_node_get(p, n)->first;
  return n;
}

/* What is behind one !, if it is a && or ||; *is_not: there was one. */
static tp_node_id logical(const tp_program *p, tp_node_id n, bool *is_not) {
  n = skip_generic(p, n);
  const tp_node *node = tp_node_get(p, n);
  *is_not = node->kind == TP_N_UNARY && node->op == TP_OP_NOT;
  if (*is_not)
    n = skip_generic(p, node->first);
  return tp_node_get(p, n)->kind == TP_N_LOGICAL ? n : 0;
}

static int resolve(int to, uint32_t n_met) {
  return to == NEXT ? (int)n_met - 1 : to;
}

/* The conditions of a decision, the last one first: so where one leads to has
 * its number already. `inner`: nodes that are part of it. */
static void find_conditions(const tp_program *p, tp_node_id root, parts *out,
                            tp_bits *inner) {
  parts stack = {0};
  VEC_PUSH(&stack, (part){root, IS_TRUE, IS_FALSE});
  while (stack.n) {
    part at = VEC_POP(&stack);
    bool is_not;
    tp_node_id n = logical(p, at.node, &is_not);
    int on_true = resolve(is_not && n ? at.on_false : at.on_true, out->n);
    int on_false = resolve(is_not && n ? at.on_true : at.on_false, out->n);
    if (!n) {
      VEC_PUSH(out, (part){at.node, on_true, on_false});
      continue;
    }
    tp_bits_add(inner, n);
    bool is_and = tp_node_get(p, n)->op == TP_OP_LOGAND;
    tp_node_id l = tp_node_get(p, n)->first, r = tp_node_get(p, l)->next;
    VEC_PUSH(&stack,
             (part){l, is_and ? NEXT : on_true, is_and ? on_false : NEXT});
    VEC_PUSH(&stack, (part){r, on_true, on_false});
  }
  VEC_FREE(&stack);
}

typedef VEC(uint64_t) codes_list;

/* ---- vectors ------------------------------------------------------------- */

typedef struct walk {
  int at; /* a condition, by its number from the end; or how it ends */
  uint64_t code;
  tp_mcdc_vector so_far;
} walk;

static walk follow(const parts *conditions, walk w, bool is_true) {
  const part *c = &conditions->at[w.at];
  uint64_t bit = UINT64_C(1) << (conditions->n - 1 - (uint32_t)w.at);
  w.so_far.evaluated |= bit;
  w.so_far.values |= is_true ? bit : 0;
  w.code = w.code << 1 | is_true;
  w.at = is_true ? c->on_true : c->on_false;
  return w;
}

/* All ways through the conditions, true before false. Codes go to `codes`;
 * false: there are too many. */
static bool find_vectors(const parts *conditions, tp_checked *out,
                         codes_list *codes) {
  VEC(walk) stack = {0};
  VEC_PUSH(&stack, (walk){.at = (int)conditions->n - 1, .code = 1});
  while (stack.n && codes->n <= MOST_VECTORS) {
    walk w = VEC_POP(&stack);
    if (w.at >= 0) {
      VEC_PUSH(&stack, follow(conditions, w, false));
      VEC_PUSH(&stack, follow(conditions, w, true));
      continue;
    }
    w.so_far.outcome = w.at == IS_TRUE;
    w.so_far.branch = TP_NO_BRANCH;
    VEC_PUSH(codes, w.code);
    VEC_PUSH(&out->vectors, w.so_far);
  }
  VEC_FREE(&stack);
  return codes->n <= MOST_VECTORS;
}

/* "T F -" */
static tp_name vector_text(const tp_program *p, const tp_mcdc_vector *v,
                           uint32_t n) {
  tp_str text = {0};
  for (uint32_t i = 0; i < n; i++) {
    uint64_t bit = UINT64_C(1) << i;
    tp_str_addf(&text, "%s%c", i ? " " : "",
                !(v->evaluated & bit) ? '-'
                : v->values & bit     ? 'T'
                                      : 'F');
  }
  tp_name name = tp_names_id(p->names, text.at, text.n);
  tp_str_free(&text);
  return name;
}

/* ---- text ---------------------------------------------------------------- */

static tp_name place_text(const tp_check_writer *w, tp_node_id n) {
  const tp_node *node = tp_node_get(w->p, n);
  tp_str text = {0};
  tp_place_text(w->p, w->unit, node->begin, node->end, &text);
  tp_name name = tp_names_id(w->p->names, tp_str_text(&text), text.n);
  tp_str_free(&text);
  return name;
}

static void list_conditions(tp_check_writer *w, const parts *conditions) {
  for (uint32_t i = conditions->n; i > 0; i--) {
    tp_node_id n = conditions->at[i - 1].node;
    tp_place place = tp_place_of(w->p, w->unit, tp_node_get(w->p, n)->begin);
    VEC_PUSH(&w->out->conditions, (tp_mcdc_condition){.text = place_text(w, n),
                                                      .file = place.file,
                                                      .line = place.line,
                                                      .column = place.column});
  }
}

/* `(m == code) ? number : 0; ` for each vector. */
static void add_goals(tp_check_writer *w, tp_node_id root,
                      const tp_mcdc *decision, const codes_list *codes,
                      tp_str *out) {
  for (uint32_t i = 0; i < codes->n; i++) {
    uint32_t vector = decision->first_vector + i;
    tp_program_check goal = {.kind = TP_CHECK_VECTOR,
                             .text = decision->text,
                             .what =
                                 vector_text(w->p, &w->out->vectors.at[vector],
                                             decision->n_conditions),
                             .file = decision->file,
                             .line = decision->line,
                             .column = decision->column,
                             .unit = w->unit,
                             .side = vector};
    VEC_PUSH(&w->out->checks, goal);
    tp_str_addf(out, "(" TP_CHECK_MET "%u == %lluu) ? %u : 0; ", root,
                (unsigned long long)codes->at[i], w->out->checks.n);
  }
}

static void insert(tp_check_writer *w, uint32_t at, uint32_t order,
                   tp_str *text) {
  tp_edits_insert(&w->edits, at, order, text->at, text->n);
  VEC_CLEAR(text);
}

static void put_condition(tp_check_writer *w, tp_node_id root, tp_node_id n) {
  const tp_node *node = tp_node_get(w->p, n);
  tp_nest at = {w->order.n, w->spots[n].index, TP_LAYER_CONDITION};
  tp_str text = {0};
  tp_str_add(&text, "((");
  insert(w, node->begin, tp_nest_begins(at), &text);
  tp_str_addf(&text,
              ") ? (" TP_CHECK_MET "%u = " TP_CHECK_MET
              "%u << 1 | 1, 1) : (" TP_CHECK_MET "%u = " TP_CHECK_MET
              "%u << 1, 0))",
              root, root, root, root);
  insert(w, node->end, tp_nest_ends(at), &text);
  tp_str_free(&text);
}

static void put_decision(tp_check_writer *w, tp_node_id root,
                         const tp_str *goals) {
  const tp_node *node = tp_node_get(w->p, root);
  tp_nest at = {w->order.n, w->spots[root].index, TP_LAYER_DECISION};
  tp_str text = {0};
  tp_str_addf(&text,
              "(__extension__({ unsigned long long " TP_CHECK_MET
              "%u = 1; int " TP_CHECK_MET "r%u = (",
              root, root);
  insert(w, node->begin, tp_nest_begins(at), &text);
  tp_str_addf(&text, ") ? 1 : 0; %s" TP_CHECK_MET "r%u; }))",
              tp_str_text(goals), root);
  insert(w, node->end, tp_nest_ends(at), &text);
  tp_str_free(&text);
}

/* ---- decisions ----------------------------------------------------------- */

static void add_decision(tp_check_writer *w, tp_node_id root,
                         const tp_place *place, const parts *conditions) {
  codes_list codes = {0};
  tp_str goals = {0};
  tp_mcdc decision = {.text = place_text(w, root),
                      .file = place->file,
                      .line = place->line,
                      .column = place->column,
                      .func = w->func,
                      .first_condition = w->out->conditions.n,
                      .n_conditions = conditions->n,
                      .first_vector = w->out->vectors.n};
  bool is_small = conditions->n <= MOST_CONDITIONS &&
                  find_vectors(conditions, w->out, &codes);
  list_conditions(w, conditions);
  if (is_small) {
    decision.n_vectors = codes.n;
    add_goals(w, root, &decision, &codes, &goals);
    for (uint32_t i = 0; i < conditions->n; i++)
      put_condition(w, root, conditions->at[i].node);
    put_decision(w, root, &goals);
  }
  VEC_PUSH(&w->out->decisions, decision);
  VEC_FREE(&codes);
  tp_str_free(&goals);
}

static void write_decision(tp_check_writer *w, tp_node_id root,
                           parts *conditions, tp_bits *inner) {
  tp_place place = tp_place_of(w->p, w->unit, tp_node_get(w->p, root)->begin);
  VEC_CLEAR(conditions);
  find_conditions(w->p, root, conditions, inner);
  if (!place.is_system_macro)
    add_decision(w, root, &place, conditions);
}

/* Parents come before kids: what is part of another is known then. */
void tp_check_mcdc(tp_check_writer *w) {
  tp_bits inner;
  tp_vec_u32 roots = {0};
  parts conditions = {0};
  tp_bits_init(&inner, w->p->nodes.n);
  for (uint32_t i = w->order.n; i > 0; i--) {
    tp_node_id n = w->order.at[i - 1];
    if (tp_node_get(w->p, n)->kind != TP_N_LOGICAL || tp_bits_has(&inner, n))
      continue;
    VEC_PUSH(&roots, n);
    VEC_CLEAR(&conditions);
    find_conditions(w->p, n, &conditions, &inner);
  }
  while (roots.n)
    write_decision(w, VEC_POP(&roots), &conditions, &inner);
  tp_bits_free(&inner);
  VEC_FREE(&roots);
  VEC_FREE(&conditions);
}
