/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checks of a program that was read with them, and the words for kinds. */
#include "checks/inside.h"

/* `condition ? number of the check : 0` in new text; 0: it is none. The user's
 * `x / y ? 1 : 0` begins with new text, too, but its number is his. */
static uint32_t number_of(const tp_program *p, const tp_unit *unit,
                          const tp_node *n) {
  if (n->kind != TP_N_COND || !tp_moves_is_new(&unit->moves, n->begin))
    return 0;
  const tp_node *condition = tp_node_get(p, n->first);
  const tp_node *number = tp_node_get(p, condition->next);
  return number->kind == TP_N_INT &&
                 tp_moves_is_new(&unit->moves, number->begin)
             ? (uint32_t)p->ints.at[number->ref]
             : 0;
}

/* "v < 5.5, outside", "a && b, T F" */
static tp_name goal_text(const tp_program *p, const tp_program_check *goal) {
  tp_str text = {0};
  tp_str_addf(&text, "%s, %s", tp_names_text(p->names, goal->text),
              tp_names_text(p->names, goal->what));
  tp_name name = tp_names_id(p->names, text.at, text.n);
  tp_str_free(&text);
  return name;
}

static void mark(tp_program *p, tp_program_check *check, tp_decision_id id) {
  tp_decision *d = &p->decisions.at[id];
  d->is_monitor = 1;
  d->in_system_macro = 0;
  d->file = check->file;
  d->line = check->line;
  d->column = check->column;
  d->text = check->kind < TP_CHECK_KINDS ? check->text : goal_text(p, check);
  p->branches.at[d->first].is_goal = 1;
  bool is_check = check->kind < TP_CHECK_KINDS;
  p->branches.at[d->first].is_edge = TP_CHECK_IS_EDGE(check->kind);
  p->branches.at[d->first].is_check = is_check ? (uint8_t)(check->kind + 1) : 0;
  p->branches.at[d->first].is_open = check->is_open;
  check->branch = d->first;
}

static void mark_unit(tp_program *p, const tp_unit *unit) {
  for (tp_node_id n = unit->first_node; n <= unit->last_node; n++) {
    uint32_t number = number_of(p, unit, tp_node_get(p, n));
    tp_decision_id d =
        number ? tp_node_get(p, tp_node_get(p, n)->first)->decision : 0;
    if (d && number <= p->checks.n)
      mark(p, &p->checks.at[number - 1], d);
  }
}

/* Those that were not found again. */
static void drop_lost(tp_program *p) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->checks.n; i++)
    if (p->checks.at[i].branch != UINT32_MAX)
      p->checks.at[kept++] = p->checks.at[i];
  p->checks.n = kept;
}

void tp_checks_mark(tp_program *p, const tp_checked *checked) {
  for (uint32_t i = 0; i < checked->checks.n; i++) {
    VEC_PUSH(&p->checks, checked->checks.at[i]);
    VEC_LAST(&p->checks).branch = UINT32_MAX;
  }
  for (tp_unit_id u = 1; u < p->units.n; u++)
    mark_unit(p, &p->units.at[u]);
  drop_lost(p);
  p->has_ranges = checked->has_ranges;
  tp_check_mark_mcdc(p, checked);
  tp_check_split_goals(p);
}

tp_check_kinds tp_check_kinds_default(void) {
  tp_check_kinds kinds = 0;
#define CHECK_KIND(NAME, name, is_default) \
  kinds |= (tp_check_kinds)(is_default) << TP_CHECK_##NAME;
#include "program/checks.def"
  return kinds;
}

static int refuse(const char *word, size_t n, tp_diag *diag) {
  tp_str kinds = {0};
  for (unsigned k = 0; k < TP_CHECK_KINDS; k++)
    tp_str_addf(&kinds, ", %s", tp_check_name((tp_check_kind)k));
  int rc = tp_diag_set(diag, TP_USAGE,
                       "option '--check': '%.*s' is no kind of check: all%s",
                       (int)n, word, kinds.at);
  tp_str_free(&kinds);
  return rc;
}

int tp_check_kinds_parse(tp_check_kinds *out, const char *text, tp_diag *diag) {
  *out = 0;
  for (;;) {
    size_t n = strcspn(text, ",");
    tp_check_kind kind = tp_check_named(text, n);
    if (n == 3 && memcmp(text, "all", n) == 0)
      *out |= tp_check_kinds_default();
    else if (kind == TP_CHECK_KINDS)
      return refuse(text, n, diag);
    else
      *out |= 1u << kind;
    if (!text[n])
      return 0;
    text += n + 1;
  }
}

bool tp_branch_spoils_memory(const tp_program *p, tp_sbranch b) {
  int kind = p->branches.at[b].is_check - 1;
  return kind == TP_CHECK_BOUNDS || kind == TP_CHECK_POINTER ||
         kind == TP_CHECK_STRINGS || kind == TP_CHECK_UNINITIALISED;
}
