/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A finished function: its decisions and branches, its call sites.
 *
 * What counts is what clang's source-based branch coverage counts: the
 * controlling expression of if, while, do, for and ?:, and each operand of &&
 * and ||, unless it is itself (behind parentheses and one !) a && or ||; and
 * each label of a switch. One walk in source order with an explicit stack
 * collects them; then branches are given out, so that those of one decision
 * stand together.
 * A function of a header that several units include is counted once: the same
 * place, name and decisions mean the same decision ids.
 */
#include "front/sema.h"

#include "program/place.h"

#include <stdlib.h>

enum { NO_CONSTRUCT = 255 };

typedef struct visit {
  tp_node_id node;
  uint8_t construct; /* in which it is a condition */
  bool in_assert;
  uint32_t in_switch; /* index into found + 1 */
} visit;

typedef struct found_label {
  uint32_t in_switch;
  tp_node_id node;
} found_label;

typedef struct finder {
  tp_sema *s;
  tp_func_id func;
  VEC(visit) work;
  VEC(tp_decision) found;
  VEC(uint8_t) in_assert; /* of each found */
  VEC(found_label) labels;
  VEC(visit) kids;
} finder;

/* ---- Finding ---- */

static tp_node_id skip_generic(const tp_program *p, tp_node_id n) {
  while (tp_node_get(p, n)->kind == TP_N_GENERIC)
    n = tp_node_get(p, n)->first;
  return n;
}

/* Its operands are conditions, so it is none itself. */
static bool is_logical(const tp_program *p, tp_node_id n) {
  n = skip_generic(p, n);
  const tp_node *node = tp_node_get(p, n);
  if (node->kind == TP_N_UNARY && node->op == TP_OP_NOT)
    n = skip_generic(p, node->first);
  return tp_node_get(p, n)->kind == TP_N_LOGICAL;
}

static void find_decision(finder *f, tp_node_id n, uint8_t construct,
                          bool in_assert) {
  tp_decision d = {.node = n,
                   .construct = construct,
                   .func = f->func,
                   .unit = f->s->unit,
                   .n = 2};
  VEC_PUSH(&f->found, d);
  VEC_PUSH(&f->in_assert, in_assert);
}

/* A call of the function with which glibc's assert fails. */
static bool is_assert_fail(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  if (node->kind == TP_N_EXPR)
    node = tp_node_get(p, node->first);
  if (node->kind != TP_N_CALL)
    return false;
  node = tp_node_get(p, node->first);
  return node->kind == TP_N_NAME &&
         strcmp(tp_names_text(p->names, p->decls.at[node->ref].name),
                "__assert_fail") == 0;
}

/* if (x) ; else __assert_fail(...), or the same with ?: */
static bool is_assert(const tp_program *p, const tp_node *node, tp_node_id n) {
  if (node->kind != TP_N_IF && node->kind != TP_N_COND)
    return false;
  tp_node_id otherwise = tp_node_kid(p, n, 2);
  return otherwise && is_assert_fail(p, otherwise);
}

/* In which construct a kid is a condition. */
static uint8_t construct_of(const tp_node *node, uint32_t kid) {
  switch (node->kind) {
  case TP_N_IF:
    return kid == 0 ? TP_C_IF : NO_CONSTRUCT;
  case TP_N_WHILE:
    return kid == 0 ? TP_C_WHILE : NO_CONSTRUCT;
  case TP_N_DO:
    return kid == 1 ? TP_C_DO : NO_CONSTRUCT;
  case TP_N_FOR:
    return kid == 1 ? TP_C_FOR : NO_CONSTRUCT;
  case TP_N_COND:
    return kid == 0 ? TP_C_SELECT : NO_CONSTRUCT;
  case TP_N_LOGICAL:
    return TP_C_LOGICAL;
  default:
    return NO_CONSTRUCT;
  }
}

static void push_kids(finder *f, const tp_node *node, visit v) {
  uint32_t i = 0;
  VEC_CLEAR(&f->kids);
  v.in_assert |= is_assert(f->s->p, node, v.node);
  for (tp_node_id kid = node->first; kid; i++) {
    VEC_PUSH(&f->kids,
             (visit){kid, construct_of(node, i), v.in_assert, v.in_switch});
    kid = tp_node_get(f->s->p, kid)->next;
  }
  while (f->kids.n)
    VEC_PUSH(&f->work, VEC_POP(&f->kids));
}

static void add_loop(tp_program *p, const tp_node *node, tp_node_id n) {
  bool is_first = node->kind == TP_N_WHILE;
  if (!is_first && node->kind != TP_N_DO && node->kind != TP_N_FOR)
    return;
  tp_node_id condition = tp_node_kid(p, n, is_first ? 0 : 1);
  VEC_PUSH(&p->loops, (tp_loop){n, condition});
}

static void visit_node(finder *f, visit v) {
  const tp_node node = *tp_node_get(f->s->p, v.node);
  if (v.construct != NO_CONSTRUCT && node.kind != TP_N_EMPTY &&
      !is_logical(f->s->p, v.node))
    find_decision(f, v.node, v.construct, v.in_assert);
  if (node.kind == TP_N_SWITCH) {
    find_decision(f, v.node, TP_C_SWITCH, v.in_assert);
    v.in_switch = f->found.n;
  }
  if ((node.kind == TP_N_CASE || node.kind == TP_N_DEFAULT) && v.in_switch)
    VEC_PUSH(&f->labels, (found_label){v.in_switch - 1, v.node});
  if (node.kind == TP_N_CALL)
    tp_sema_site(f->s, f->func, v.node);
  add_loop(f->s->p, &node, v.node);
  push_kids(f, &node, v);
}

/* ---- Describing ---- */

static void describe(finder *f, tp_decision *d) {
  tp_program *p = f->s->p;
  const tp_node *node = tp_node_get(p, d->node);
  tp_str text = {0};
  uint64_t value = 0;
  tp_place place = tp_place_of(p, f->s->unit, node->begin);
  if (place.macro)
    tp_sema_at(f->s, d->node)->flags |= TP_F_MACRO;
  d->file = place.file;
  d->line = place.line;
  d->column = place.column;
  d->in_system_macro = tp_sema_in_system_macro(
      f->s, node->begin, node->end, f->in_assert.at[d - f->found.at]);
  if (d->construct == TP_C_SWITCH) {
    d->type = tp_node_promoted(p, node->first);
    node = tp_node_get(p, node->first); /* the value says which switch */
  } else if (tp_node_folds(p, d->node, &value)) {
    d->is_constant = 1;
    d->constant = value != 0;
  }
  tp_sema_condition_text(f->s, node, &place, &text);
  d->text = tp_names_id(p->names, tp_str_text(&text), text.n);
  tp_str_free(&text);
}

/* ---- Numbering ---- */

/* Where the label ends that begins there: at its colon; `end` if it has none.
 */
static uint32_t label_end(const char *text, uint32_t at, uint32_t end) {
  char quote = 0;
  for (uint32_t depth = 0; at < end; at++) {
    char c = text[at];
    if (quote && c == '\\')
      at++;
    else if (quote)
      quote = c == quote ? 0 : quote;
    else if (c == '\'' || c == '"')
      quote = c;
    else if (c == '(' || c == '?')
      depth++;
    else if (c == ':' && depth == 0)
      return at;
    else if (c == ')' || c == ':')
      depth -= depth > 0;
  }
  return at;
}

static tp_name case_text(const tp_sema *s, const tp_node *label) {
  const char *text = s->p->units.at[s->unit].text;
  uint32_t begin = label->begin + (uint32_t)strlen("case");
  uint32_t end = label_end(text, begin, label->end);
  tp_str line = {0};
  begin += (uint32_t)strspn(text + begin, " \t\n");
  while (end > begin && strchr(" \t\n", text[end - 1]))
    end--;
  tp_place_text(s->p, s->unit, begin, end, &line);
  tp_name name = tp_names_id(s->p->names, tp_str_text(&line), line.n);
  tp_str_free(&line);
  return name;
}

/* The labels of switch i, in source order, default last. */
static void add_switch_branches(finder *f, uint32_t i, tp_decision_id id,
                                tp_decision *d, uint32_t first_label,
                                const uint32_t *sorted) {
  tp_program *p = f->s->p;
  tp_source_branch otherwise = {.decision = id, .is_default = 1};
  uint64_t value;
  d->n = 1;
  for (uint32_t k = first_label;
       k < f->labels.n && f->labels.at[sorted[k]].in_switch == i; k++) {
    tp_node_id label = f->labels.at[sorted[k]].node;
    const tp_node *node = tp_node_get(p, label);
    if (node->kind == TP_N_DEFAULT) {
      otherwise.label = label;
      continue;
    }
    const tp_case *c = &p->cases.at[node->ref];
    VEC_PUSH(&p->branches, (tp_source_branch){.decision = id,
                                              .low = c->low,
                                              .high = c->high,
                                              .label = label,
                                              .text = case_text(f->s, node)});
    d->n++;
  }
  otherwise.is_constant =
      !otherwise.label &&
      tp_node_folds(p, tp_node_get(p, d->node)->first, &value);
  VEC_PUSH(&p->branches, otherwise);
}

/* Indices of the labels, by switch, else in the order found. */
static void sort_labels(const finder *f, tp_vec_u32 *first,
                        tp_vec_u32 *sorted) {
  VEC_RESIZE(first, f->found.n + 1);
  VEC_RESIZE(sorted, f->labels.n + 1);
  for (uint32_t k = 0; k < f->labels.n; k++)
    first->at[f->labels.at[k].in_switch + 1]++;
  for (uint32_t i = 0; i < f->found.n; i++)
    first->at[i + 1] += first->at[i];
  for (uint32_t k = 0; k < f->labels.n; k++)
    sorted->at[first->at[f->labels.at[k].in_switch]++] = k;
  for (uint32_t i = f->found.n; i > 0; i--)
    first->at[i] = first->at[i - 1];
  first->at[0] = 0;
}

static void add_decisions(finder *f, const tp_vec_u32 *first,
                          const tp_vec_u32 *sorted) {
  tp_program *p = f->s->p;
  for (uint32_t i = 0; i < f->found.n; i++) {
    tp_decision d = f->found.at[i];
    tp_decision_id id = p->decisions.n;
    d.first = p->branches.n;
    if (d.construct == TP_C_SWITCH)
      add_switch_branches(f, i, id, &d, first->at[i], sorted->at);
    else {
      VEC_PUSH(&p->branches, (tp_source_branch){.decision = id});
      VEC_PUSH(&p->branches, (tp_source_branch){.decision = id});
    }
    VEC_PUSH(&p->decisions, d);
    VEC_PUSH(&p->by_order, id);
  }
}

/* Tell the nodes their decision, and labels their branch (extra, plus 1). */
static void mark_nodes(finder *f, tp_decision_id first_id,
                       const tp_vec_u32 *first, const tp_vec_u32 *sorted) {
  tp_program *p = f->s->p;
  for (uint32_t i = 0; i < f->found.n; i++) {
    const tp_decision *d = &p->decisions.at[first_id + i];
    tp_sbranch b = d->first;
    tp_sema_at(f->s, f->found.at[i].node)->decision = first_id + i;
    if (d->is_constant)
      tp_sema_at(f->s, f->found.at[i].node)->flags |= TP_F_CONSTANT;
    if (d->construct != TP_C_SWITCH)
      continue;
    for (uint32_t k = first->at[i]; k < first->at[i + 1]; k++) {
      tp_node *label = tp_sema_at(f->s, f->labels.at[sorted->at[k]].node);
      bool is_default = label->kind == TP_N_DEFAULT;
      label->extra = (is_default ? d->first + d->n - 1 : b++) + 1;
    }
  }
}

/* ---- The same function in another unit ---- */

/* A header has as many names as there are ways to it: "../common/x.h". */
static tp_name real_file(tp_sema *s, tp_unit_id unit, tp_name file) {
  bool is_new;
  tp_name dir = s->p->units.at[unit].dir;
  uint32_t *known = tp_map_put(&s->files, (uint64_t)dir << 32 | file, &is_new);
  if (!is_new)
    return *known;
  const char *text = tp_names_text(s->p->names, file);
  tp_str path = {0};
  if (dir && text[0] != '/')
    tp_str_addf(&path, "%s/", tp_names_text(s->p->names, dir));
  tp_str_add(&path, text);
  char *real = realpath(tp_str_text(&path), NULL);
  *known = real ? tp_names_id(s->p->names, real, strlen(real)) : file;
  free(real);
  tp_str_free(&path);
  return *known;
}

static uint64_t function_key(tp_sema *s, tp_func_id func) {
  const tp_func *f = &s->p->funcs.at[func];
  tp_place place = tp_place_of(s->p, s->unit, f->begin);
  tp_name file = real_file(s, s->unit, place.file);
  return tp_hash_pair(tp_hash_pair(file, s->p->decls.at[f->decl].name),
                      place.line) >>
         1;
}

static bool is_same_decision(tp_sema *s, const tp_decision *a,
                             const tp_decision *b, uint32_t labels) {
  return a->construct == b->construct && a->line == b->line &&
         a->column == b->column && a->text == b->text &&
         (a->construct != TP_C_SWITCH || a->n == labels) &&
         real_file(s, a->unit, a->file) == real_file(s, b->unit, b->file);
}

/* The decisions of an earlier copy, 0 if there is none that agrees. */
static tp_decision_id find_copy(finder *f, const tp_vec_u32 *first,
                                uint32_t *slot) {
  const tp_program *p = f->s->p;
  tp_decision_id id = *slot;
  if (!id || id + f->found.n > p->decisions.n ||
      p->decisions.at[id].unit == f->s->unit)
    return 0;
  tp_func_id func = p->decisions.at[id].func;
  if (p->decls.at[p->funcs.at[func].decl].name !=
      p->decls.at[p->funcs.at[f->func].decl].name)
    return 0;
  for (uint32_t i = 0; i < f->found.n; i++) {
    const tp_decision *d = &p->decisions.at[id + i];
    uint32_t labels = first->at[i + 1] - first->at[i];
    for (uint32_t b = 0; b < d->n && d->construct == TP_C_SWITCH; b++)
      if (p->branches.at[d->first + b].is_default)
        labels += p->branches.at[d->first + b].label == 0;
    if (d->func != func || !is_same_decision(f->s, d, &f->found.at[i], labels))
      return 0;
  }
  return id;
}

static void number(finder *f) {
  tp_vec_u32 first = {0}, sorted = {0};
  bool is_new;
  for (uint32_t i = 0; i < f->found.n; i++)
    describe(f, &f->found.at[i]);
  sort_labels(f, &first, &sorted);
  uint32_t *slot =
      tp_map_put(&f->s->copies, function_key(f->s, f->func), &is_new);
  tp_decision_id id = find_copy(f, &first, slot);
  if (!id) {
    id = *slot = f->s->p->decisions.n;
    add_decisions(f, &first, &sorted);
  }
  mark_nodes(f, id, &first, &sorted);
  VEC_FREE(&first);
  VEC_FREE(&sorted);
}

void tp_sema_number(tp_sema *s, tp_func_id func) {
  finder f = {.s = s, .func = func};
  if (!s->p->funcs.at[func].is_user)
    return;
  VEC_PUSH(&f.work, (visit){s->p->funcs.at[func].body, NO_CONSTRUCT, false, 0});
  while (f.work.n)
    visit_node(&f, VEC_POP(&f.work));
  if (f.found.n)
    number(&f);
  VEC_FREE(&f.work);
  VEC_FREE(&f.found);
  VEC_FREE(&f.in_assert);
  VEC_FREE(&f.labels);
  VEC_FREE(&f.kids);
}
