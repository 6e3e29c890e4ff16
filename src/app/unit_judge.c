/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of an alarm (3.5 of seed 001), and beyond it: what the whole
 * program says. */
#include "app/units.h"

#include "program/place.h"

/* By its place: a finding does not name its function. */
static bool lies_in(const tp_units *u, tp_func_id f, const tp_goal *g) {
  const tp_program *p = u->project.program;
  const tp_func *func = &p->funcs.at[f];
  tp_place begin = tp_place_of(p, func->unit, func->begin);
  tp_place end = tp_place_of(p, func->unit, func->end - 1);
  return g->file && strcmp(g->file, tp_names_text(p->names, begin.file)) == 0 &&
         begin.line <= g->line && g->line <= end.line;
}

static bool is_alarm(const tp_units *u, const tp_unit_target *t,
                     const tp_goal *g) {
  return g->state == TP_GOAL_FOUND &&
         (g->list == TP_GOAL_CHECK || g->list == TP_GOAL_FINDING) &&
         lies_in(u, t->func, g);
}

/* A crash where a check is violated is that violation. */
static bool is_told(const tp_revision *r, const tp_goal *finding) {
  for (uint32_t i = 0; i < r->goals.n; i++) {
    const tp_goal *g = &r->goals.at[i];
    if (g->list == TP_GOAL_CHECK && g->state == TP_GOAL_FOUND &&
        g->line == finding->line)
      return true;
  }
  return false;
}

static void find_alarms(const tp_units *u, tp_unit_target *t) {
  for (uint32_t i = 0; i < t->report.goals.n; i++) {
    const tp_goal *g = &t->report.goals.at[i];
    if (is_alarm(u, t, g) &&
        (g->list == TP_GOAL_CHECK || !is_told(&t->report, g)))
      VEC_PUSH(&t->alarms, (tp_unit_alarm){.goal = i});
  }
  for (uint32_t i = 0; i < t->contexts.n; i++)
    t->contexts.at[i].is_asked = t->alarms.n > 0;
}

void tp_units_find_alarms(tp_units *u) {
  for (uint32_t i = 0; i < u->targets.n; i++)
    find_alarms(u, &u->targets.at[i]);
}

static bool is_same_text(const char *a, const char *b) {
  return strcmp(a ? a : "", b ? b : "") == 0;
}

/* The same words at the same place. */
static bool is_like(const tp_goal *a, const tp_goal *b) {
  return a->list == b->list && a->line == b->line && a->column == b->column &&
         is_same_text(a->file, b->file) && is_same_text(a->text, b->text) &&
         is_same_text(a->side, b->side) && is_same_text(a->what, b->what);
}

/* The same goal in another report, of those that are alike (a macro) the same
 * one; NULL: it is not there. */
static const tp_goal *find_in(const tp_revision *r, const tp_revision *own,
                              const tp_goal *g) {
  uint32_t before = 0;
  for (const tp_goal *other = own->goals.at; other < g; other++)
    before += is_like(other, g);
  for (uint32_t i = 0; i < r->goals.n; i++)
    if (is_like(&r->goals.at[i], g) && before-- == 0)
      return &r->goals.at[i];
  return NULL;
}

static tp_goal_state state_of(const tp_goal *g) {
  return g ? (tp_goal_state)g->state : TP_GOAL_ABSENT;
}

static bool takes_branch_of(const tp_revision *r, const char *function) {
  for (uint32_t i = 0; i < r->goals.n; i++) {
    const tp_goal *g = &r->goals.at[i];
    if (g->list == TP_GOAL_BRANCH && g->state == TP_GOAL_REACHED &&
        g->function && strcmp(g->function, function) == 0)
      return true;
  }
  return false;
}

/* Whether tests of the context came to the line, or took a branch of the
 * function: lines are not told of a run that had no time for it. */
static bool is_met(const tp_unit_context *c, const tp_goal *g,
                   const char *function) {
  tp_str head = {0}, line = {0};
  tp_str_addf(&head, "SF:%s\n", g->file);
  tp_str_addf(&line, "\nDA:%u,", g->line);
  const char *file = strstr(tp_str_text(&c->lines), head.at);
  const char *end = file ? strstr(file, "end_of_record") : NULL;
  const char *at = file ? strstr(file, line.at) : NULL;
  bool is_there = at && at < end && at[line.n] != '0';
  tp_str_free(&head);
  tp_str_free(&line);
  return is_there || takes_branch_of(&c->report, function);
}

/* NULL: no path of the context violates it, of all, or of those that were
 * explored, some of which came there. */
static const char *why_kept(const tp_unit_context *c, const tp_revision *own,
                            const tp_goal *g, const char *function,
                            bool *is_explored) {
  tp_goal_state state = state_of(find_in(&c->report, own, g));
  if (state == TP_GOAL_FOUND)
    return "a calling context causes it";
  if (state == TP_GOAL_FINE)
    return NULL;
  *is_explored = false; /* of a crash there is nothing but that it was seen */
  bool is_open = state == TP_GOAL_UNKNOWN || g->list == TP_GOAL_FINDING;
  return is_open && is_met(c, g, function) ? NULL
                                           : "a calling context is not decided";
}

/* UNSAT in all contexts. */
static bool is_filtered(const tp_units *u, const tp_unit_target *t,
                        const tp_goal *g, tp_unit_alarm *a) {
  a->reason = t->contexts.n == 0 ? "it has no calling context"
              : t->is_cut ? "it has more calling contexts than were asked"
                          : NULL;
  a->is_explored = true;
  for (uint32_t i = 0; i < t->contexts.n && !a->reason; i++)
    a->reason = why_kept(&t->contexts.at[i], &t->report, g,
                         tp_units_name(u, t->func), &a->is_explored);
  return !a->reason;
}

static void judge(const tp_units *u, const tp_unit_target *t,
                  tp_unit_alarm *a) {
  const tp_goal *g = &t->report.goals.at[a->goal];
  const tp_goal *whole = find_in(&u->system, &t->report, g);
  a->is_filtered = is_filtered(u, t, g, a);
  a->verdict = state_of(whole) == TP_GOAL_FOUND  ? TP_ALARM_CONFIRMED
               : state_of(whole) == TP_GOAL_FINE ? TP_ALARM_IMPOSSIBLE
               : a->is_filtered                  ? TP_ALARM_FILTERED
                                                 : TP_ALARM_REPORTED;
  a->system_test = a->verdict == TP_ALARM_CONFIRMED ? whole->test : 0;
}

const tp_goal *tp_units_goal(const tp_units *u, const tp_unit_target *t,
                             const tp_unit_alarm *a) {
  return &(a->is_of_system ? &u->system : &t->report)->goals.at[a->goal];
}

/* What tests of the whole program violate in f is an alarm, whether or not the
 * unit came to it. */
static void add_confirmed(const tp_units *u, tp_unit_target *t) {
  for (uint32_t i = 0; i < u->system.goals.n; i++) {
    const tp_goal *g = &u->system.goals.at[i];
    const tp_goal *own = find_in(&t->report, &u->system, g);
    if (g->list == TP_GOAL_CHECK && is_alarm(u, t, g) &&
        state_of(own) != TP_GOAL_FOUND)
      VEC_PUSH(&t->alarms, (tp_unit_alarm){.goal = i,
                                           .is_of_system = true,
                                           .verdict = TP_ALARM_CONFIRMED,
                                           .system_test = g->test});
  }
}

static void drop_confirmed(tp_unit_target *t) {
  while (t->alarms.n && VEC_LAST(&t->alarms).is_of_system)
    t->alarms.n--;
}

void tp_units_judge(tp_units *u) {
  for (uint32_t i = 0; i < u->targets.n; i++) {
    tp_unit_target *t = &u->targets.at[i];
    drop_confirmed(t);
    for (uint32_t k = 0; k < t->alarms.n; k++)
      judge(u, t, &t->alarms.at[k]);
    add_confirmed(u, t);
  }
}

bool tp_units_has_open_alarm(const tp_units *u) {
  for (uint32_t i = 0; i < u->targets.n; i++)
    for (uint32_t k = 0; k < u->targets.at[i].alarms.n; k++) {
      tp_alarm_verdict v = u->targets.at[i].alarms.at[k].verdict;
      if (v == TP_ALARM_REPORTED || v == TP_ALARM_FILTERED)
        return true;
    }
  return false;
}
