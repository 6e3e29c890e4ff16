/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.json and summary.txt of `tp2ph unit`. */
#include "app/units.h"

const char *const tp_alarm_verdicts[TP_ALARM_VERDICTS] = {
    [TP_ALARM_CONFIRMED] = "confirmed",
    [TP_ALARM_REPORTED] = "reported",
    [TP_ALARM_FILTERED] = "filtered",
    [TP_ALARM_IMPOSSIBLE] = "impossible"};

/* ---- branches ------------------------------------------------------------ */

enum { SEEN = 1, COVERED = 2, DEAD = 4, BY_UNIT = 8 };

void tp_units_mark(tp_map *marks, const tp_revision *r, bool is_unit) {
  tp_str key = {0};
  for (uint32_t i = 0; i < r->goals.n; i++) {
    const tp_goal *g = &r->goals.at[i];
    bool is_new;
    if (g->list != TP_GOAL_BRANCH)
      continue;
    tp_goal_key(g, &key);
    uint32_t *mark =
        tp_map_put(marks, tp_hash_bytes(key.at, key.n) ^ g->line, &is_new);
    *mark |= SEEN;
    if (g->state == TP_GOAL_REACHED)
      *mark |= is_unit ? BY_UNIT : COVERED;
    if (g->state == TP_GOAL_DEAD && !is_unit)
      *mark |= DEAD;
  }
  tp_str_free(&key);
}

tp_unit_branches tp_units_count(const tp_map *marks) {
  tp_unit_branches out = {0};
  for (uint32_t i = 0; i < marks->cap; i++) {
    uint32_t mark = marks->values[i];
    if (!mark)
      continue;
    out.total++;
    out.covered += (mark & COVERED) != 0;
    out.infeasible += (mark & DEAD) != 0;
    bool is_open = !(mark & (COVERED | DEAD));
    out.unit_covered += is_open && mark & BY_UNIT;
    out.unknown += is_open && !(mark & BY_UNIT);
  }
  return out;
}

static tp_unit_branches count_branches(const tp_units *u) {
  tp_map marks = {0};
  tp_units_mark(&marks, &u->system, false);
  for (uint32_t i = 0; i < u->targets.n; i++)
    tp_units_mark(&marks, &u->targets.at[i].report, true);
  tp_unit_branches out = tp_units_count(&marks);
  tp_map_free(&marks);
  return out;
}

bool tp_units_has_unknown(const tp_units *u) {
  return count_branches(u).unknown > 0;
}

/* ---- report.json --------------------------------------------------------- */

static void write_names(tp_json *j, const char *key, const tp_units *u,
                        const tp_bits *set) {
  tp_json_array(j, key);
  for (uint32_t f = 0; f < set->n; f++)
    if (tp_bits_has(set, f))
      tp_json_text(j, NULL, tp_units_name(u, f));
  tp_json_end_array(j);
}

static void write_path(tp_json *j, const char *key, const tp_units *u,
                       const tp_vec_u32 *path) {
  tp_json_array(j, key);
  for (uint32_t i = 0; i < path->n; i++)
    tp_json_text(j, NULL, tp_units_name(u, path->at[i]));
  tp_json_end_array(j);
}

static void write_dependency(tp_json *j, const tp_units *u,
                             const tp_unit_target *t) {
  if (!t->p) {
    tp_json_text(j, "dependency", NULL);
    return;
  }
  tp_json_object(j, "dependency");
  for (uint32_t g = 1; g < u->graph.n; g++)
    if (t->p[g] >= 0)
      tp_json_seconds(j, tp_units_name(u, g), t->p[g]);
  tp_json_end_object(j);
}

static void write_alarm(tp_json *j, const tp_units *u, const tp_unit_target *t,
                        const tp_unit_alarm *a) {
  const tp_goal *g = tp_units_goal(u, t, a);
  tp_json_object(j, NULL);
  j->compact = true;
  if (g->list == TP_GOAL_CHECK && !a->is_of_system)
    tp_json_uint(j, "check", g->id);
  else
    tp_json_text(j, "check", NULL);
  tp_json_text(j, "kind", g->list == TP_GOAL_CHECK ? g->side : g->text);
  tp_json_text(j, "text", g->list == TP_GOAL_CHECK ? g->text : NULL);
  tp_json_text(j, "what", g->what);
  tp_json_text(j, "file", g->file);
  tp_json_uint(j, "line", g->line);
  tp_json_uint(j, "column", g->column);
  tp_json_text(j, "verdict", tp_alarm_verdicts[a->verdict]);
  tp_json_text(j, "by_contexts",
               a->is_of_system  ? NULL
               : a->is_filtered ? "filtered"
                                : "reported");
  tp_json_text(j, "paths",
               !a->is_filtered  ? NULL
               : a->is_explored ? "all"
                                : "explored");
  tp_json_text(j, "reason", a->reason);
  if (a->system_test)
    tp_json_uint(j, "system_test", a->system_test);
  else
    tp_json_text(j, "system_test", NULL);
  if (a->is_of_system)
    tp_json_text(j, "test", NULL);
  else
    tp_json_uint(j, "test", g->test);
  tp_json_end_object(j);
  j->compact = false;
}

static void write_target(tp_json *j, const tp_units *u,
                         const tp_unit_target *t) {
  tp_json_object(j, NULL);
  tp_json_text(j, "function", tp_units_name(u, t->func));
  tp_json_text(j, "folder", t->name);
  tp_json_text(j, "reason", t->why);
  write_names(j, "functions", u, &t->unit);
  tp_json_array(j, "contexts");
  for (uint32_t i = 0; i < t->contexts.n; i++)
    write_path(j, NULL, u, &t->contexts.at[i].path);
  tp_json_end_array(j);
  tp_json_bool(j, "contexts_cut", t->is_cut);
  tp_json_array(j, "left_out");
  for (uint32_t i = 0; i < t->left_out.n; i++) {
    tp_json_array(j, NULL);
    tp_json_text(j, NULL, tp_units_name(u, t->left_out.at[i].from));
    tp_json_text(j, NULL, tp_units_name(u, t->left_out.at[i].to));
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
  write_dependency(j, u, t);
  tp_json_array(j, "alarm");
  for (uint32_t i = 0; i < t->alarms.n; i++)
    write_alarm(j, u, t, &t->alarms.at[i]);
  tp_json_end_array(j);
  tp_json_text(j, "precondition", t->trusts.n ? t->trusts.at : NULL);
  tp_json_end_object(j);
}

void tp_units_json_head(tp_json *j, const tp_unit_branches *n) {
  tp_json_object(j, NULL);
  tp_json_uint(j, "schema", 1);
  tp_json_object(j, "tool");
  tp_json_text(j, "name", "tp2ph");
  tp_json_text(j, "version", TP2PH_VERSION);
  tp_json_end_object(j);
  tp_json_object(j, "branches");
  tp_json_uint(j, "total", n->total);
  tp_json_uint(j, "covered", n->covered);
  tp_json_uint(j, "infeasible", n->infeasible);
  tp_json_uint(j, "unit_covered", n->unit_covered);
  tp_json_uint(j, "unknown", n->unknown);
  tp_json_end_object(j);
}

static void write_program(tp_json *j, const tp_units *u) {
  tp_json_object(j, "program");
  tp_json_array(j, "files");
  for (uint32_t i = 0; i < u->files.n; i++)
    tp_json_text(j, NULL, u->options->names.at[i]);
  tp_json_end_array(j);
  tp_json_end_object(j);
}

static void write_times(tp_json *j, const tp_units *u) {
  tp_json_seconds(j, "seconds", u->seconds);
  tp_json_object(j, "time");
  tp_json_seconds(j, "system", u->system_seconds);
  tp_json_seconds(j, "units", u->unit_seconds);
  tp_json_seconds(j, "contexts", u->context_seconds);
  tp_json_seconds(j, "confirm", u->confirm_seconds);
  tp_json_end_object(j);
}

void tp_units_json(const tp_units *u, tp_str *out) {
  tp_json j;
  tp_unit_branches n = count_branches(u);
  tp_json_init(&j, out);
  tp_units_json_head(&j, &n);
  write_program(&j, u);
  tp_json_text(&j, "without_profiles",
               u->profiles.n ? NULL : tp_str_text(&u->without_profiles));
  tp_json_uint(&j, "system_tests", u->profiles.n);
  write_times(&j, u);
  tp_json_array(&j, "unit");
  for (uint32_t i = 0; i < u->targets.n; i++)
    write_target(&j, u, &u->targets.at[i]);
  tp_json_end_array(&j);
  tp_json_end_object(&j);
  tp_str_addc(out, '\n');
}

/* ---- summary.txt --------------------------------------------------------- */

static void add_path(tp_str *out, const tp_units *u, const tp_vec_u32 *path) {
  for (uint32_t i = 0; i < path->n; i++)
    tp_str_addf(out, "%s%s", i ? " -> " : "", tp_units_name(u, path->at[i]));
}

static void add_contexts(tp_str *out, const tp_units *u,
                         const tp_unit_target *t) {
  for (uint32_t i = 0; i < t->contexts.n; i++) {
    tp_str_add(out, i ? "; " : "");
    add_path(out, u, &t->contexts.at[i].path);
  }
  if (t->is_cut)
    tp_str_add(out, "; and more");
}

static void add_filter(tp_str *out, const tp_units *u, const tp_unit_target *t,
                       const tp_unit_alarm *a) {
  tp_str_addf(out, "; no path %sof ",
              a->is_explored ? "" : "that was explored ");
  add_contexts(out, u, t);
  for (uint32_t i = 0; i < t->left_out.n; i++)
    tp_str_addf(out, "%s%s -> %s", i ? ", " : "; left out: ",
                tp_units_name(u, t->left_out.at[i].from),
                tp_units_name(u, t->left_out.at[i].to));
}

static void add_alarm(tp_str *out, const tp_units *u, const tp_unit_target *t,
                      const tp_unit_alarm *a) {
  const tp_goal *g = tp_units_goal(u, t, a);
  bool is_check = g->list == TP_GOAL_CHECK;
  tp_str_addf(out, "  %-10s  %s:%u  %s%s%s", tp_alarm_verdicts[a->verdict],
              g->file, g->line, is_check ? g->side : g->text,
              is_check ? ": " : "", is_check ? g->text : "");
  if (g->what)
    tp_str_addf(out, " (%s)", g->what);
  tp_str_addf(out, "  in %s", tp_units_name(u, t->func));
  if (!a->is_of_system)
    tp_str_addf(out, ", units/%s test %u", t->name, g->test);
  if (a->is_filtered)
    add_filter(out, u, t, a);
  if (a->verdict == TP_ALARM_REPORTED)
    tp_str_addf(out, "; %s", a->reason);
  if (a->system_test)
    tp_str_addf(out, "; system/main test %u", a->system_test);
  tp_str_addc(out, '\n');
}

static uint32_t count_alarms(const tp_units *u, tp_alarm_verdict verdict) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < u->targets.n; i++)
    for (uint32_t k = 0; k < u->targets.at[i].alarms.n; k++)
      n += u->targets.at[i].alarms.at[k].verdict == verdict;
  return n;
}

static void add_alarms(tp_str *out, const tp_units *u,
                       tp_alarm_verdict verdict) {
  for (uint32_t i = 0; i < u->targets.n; i++) {
    const tp_unit_target *t = &u->targets.at[i];
    for (uint32_t k = 0; k < t->alarms.n; k++)
      if (t->alarms.at[k].verdict == verdict)
        add_alarm(out, u, t, &t->alarms.at[k]);
  }
}

void tp_units_summary_head(tp_str *out, uint32_t functions,
                           const tp_unit_branches *n) {
  tp_str_addf(out,
              "functions  %u tested alone\n"
              "branches   %u, %u covered by tests of the whole program, %u "
              "proved infeasible in it, %u covered by units only, %u unknown\n",
              functions, n->total, n->covered, n->infeasible, n->unit_covered,
              n->unknown);
}

void tp_units_summary_alarms(tp_str *out,
                             const uint32_t counts[TP_ALARM_VERDICTS]) {
  tp_str_add(out, "alarms    ");
  for (unsigned v = 0; v < TP_ALARM_VERDICTS; v++)
    tp_str_addf(out, "%s %u %s", v ? "," : "", counts[v], tp_alarm_verdicts[v]);
  tp_str_addc(out, '\n');
}

void tp_units_summary(const tp_units *u, tp_str *out) {
  tp_unit_branches n = count_branches(u);
  uint32_t counts[TP_ALARM_VERDICTS];
  uint32_t tested = 0;
  for (uint32_t i = 0; i < u->targets.n; i++)
    tested += !u->targets.at[i].why;
  tp_units_summary_head(out, tested, &n);
  if (u->profiles.n)
    tp_str_addf(out, TP_UNITS_PROFILES "of %u system tests\n", u->profiles.n);
  else
    tp_str_addf(out,
                TP_UNITS_PROFILES "none (%s): units are direct callees, "
                                  "contexts direct callers\n",
                tp_str_text(&u->without_profiles));
  for (tp_alarm_verdict v = 0; v < TP_ALARM_VERDICTS; v++)
    counts[v] = count_alarms(u, v);
  tp_units_summary_alarms(out, counts);
  for (tp_alarm_verdict v = 0; v < TP_ALARM_VERDICTS; v++)
    add_alarms(out, u, v);
  for (uint32_t i = 0; i < u->targets.n; i++)
    if (u->targets.at[i].trusts.n)
      tp_str_addf(out, TP_UNITS_ASSUMED "%s, where %s is called\n",
                  u->targets.at[i].trusts.at, u->targets.at[i].name);
  for (uint32_t i = 0; i < u->targets.n; i++)
    if (u->targets.at[i].why)
      tp_str_addf(out, TP_UNITS_NOT_TESTED "%s, %s\n", u->targets.at[i].name,
                  u->targets.at[i].why);
}
