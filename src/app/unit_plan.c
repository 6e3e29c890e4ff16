/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions are tested, with which others, and by which drivers. */
#include "app/units.h"

#include "app/batch.h"

#include "base/file.h"
#include "base/map.h"
#include "unit/calls.h"
#include "unit/driver.h"

#include <stdlib.h>

#define MAX_CONTEXTS 32

const char *tp_units_name(const tp_units *u, tp_func_id f) {
  const tp_program *p = u->project.program;
  return tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name);
}

/* ---- targets ------------------------------------------------------------- */

static bool is_testable(const tp_units *u, tp_func_id f) {
  const tp_func *func = &u->project.program->funcs.at[f];
  return func->is_user && !func->is_nested && func->body &&
         strcmp(tp_units_name(u, f), "main") != 0;
}

static bool is_asked_for(const tp_units *u, tp_func_id f) {
  const tp_option_list *list = &u->options->functions;
  for (uint32_t i = 0; i < list->n; i++)
    if (strcmp(list->at[i], tp_units_name(u, f)) == 0)
      return true;
  return list->n == 0;
}

static int check_asked_for(const tp_units *u, tp_diag *diag) {
  const tp_option_list *list = &u->options->functions;
  for (uint32_t i = 0; i < list->n; i++) {
    bool is_there = false;
    for (uint32_t k = 0; k < u->targets.n; k++)
      is_there |=
          strcmp(tp_units_name(u, u->targets.at[k].func), list->at[i]) == 0;
    if (!is_there)
      return tp_diag_set(diag, TP_REFUSED,
                         "the program defines no function '%s' that can be "
                         "tested alone",
                         list->at[i]);
  }
  return u->targets.n ? 0
                      : tp_diag_set(diag, TP_REFUSED,
                                    "the program has no function but main");
}

static void add_target(tp_units *u, tp_names *used, tp_func_id f) {
  tp_str name = {0};
  tp_str_add(&name, tp_units_name(u, f));
  uint32_t n = name.n;
  for (unsigned k = 2; tp_names_find(used, name.at, name.n); k++) {
    name.n = n;
    tp_str_addf(&name, "-%u", k);
  }
  tp_names_id(used, name.at, name.n);
  VEC_PUSH(&u->targets, (tp_unit_target){.func = f, .name = name.at});
}

/* --shard, --index: as batches deal out their programs, by earlier times. */
static int choose_part(tp_units *u, tp_diag *diag) {
  tp_batch batch = {0};
  tp_options o = *u->options;
  tp_str output = {0};
  uint32_t n = 0;
  o.output = tp_file_join(&output, u->output.at, "units");
  for (uint32_t i = 0; i < u->targets.n; i++)
    VEC_PUSH(&batch.programs,
             (tp_batch_program){.name = u->targets.at[i].name, .words = -1});
  int rc = tp_batch_choose(&batch, &o, diag);
  for (uint32_t i = 0; i < u->targets.n; i++)
    if (batch.programs.at[i].is_elsewhere)
      tp_free(u->targets.at[i].name);
    else
      u->targets.at[n++] = u->targets.at[i];
  u->targets.n = n;
  VEC_FREE(&batch.programs);
  tp_str_free(&output);
  return rc;
}

static int choose_targets(tp_units *u, tp_diag *diag) {
  tp_names *used = tp_names_new();
  for (tp_func_id f = 1; f < u->project.program->funcs.n; f++)
    if (is_testable(u, f) && is_asked_for(u, f))
      add_target(u, used, f);
  tp_names_free(used);
  return check_asked_for(u, diag) == 0 ? choose_part(u, diag) : -1;
}

/* ---- units and contexts -------------------------------------------------- */

/* NULL: no system test calls it. Free it. */
static double *dependency_of(const tp_units *u, tp_func_id f) {
  double *p = TP_NEW_ARRAY(double, u->graph.n);
  if (tp_dependency(p, &u->graph, u->profiles.at, u->profiles.n, f))
    return p;
  tp_free(p);
  return NULL;
}

static double threshold_of(const tp_units *u) {
  double out = 0;
  tp_parse_share(&out, u->options->threshold);
  return out;
}

static void add_context(tp_units *u, tp_unit_target *t, tp_vec_u32 *path) {
  tp_unit_context c = {.path = *path};
  tp_str name = {0};
  *path = (tp_vec_u32){0};
  tp_str_addf(&name, "%s-by", t->name);
  for (uint32_t i = 0; i + 1 < c.path.n; i++)
    tp_str_addf(&name, "-%s", tp_units_name(u, c.path.at[i]));
  c.name = name.at;
  VEC_PUSH(&t->contexts, c);
}

/* Those that belong to f; *p is p(g|f), to be freed, or NULL. */
static void extend(const tp_units *u, tp_func_id f, tp_bits *unit, double **p) {
  uint64_t distance;
  *p = dependency_of(u, f);
  if (u->options->distance && tp_parse_count(&distance, u->options->distance))
    tp_unit_within(unit, &u->graph, (uint32_t)distance, f);
  else
    tp_extended_unit(unit, &u->graph, *p, threshold_of(u), f);
}

static void relate(tp_units *u, tp_unit_target *t) {
  tp_contexts contexts;
  uint64_t distance;
  extend(u, t->func, &t->unit, &t->p);
  if (u->options->distance && tp_parse_count(&distance, u->options->distance))
    tp_contexts_within(&contexts, &u->graph, (uint32_t)distance, t->func,
                       MAX_CONTEXTS);
  else
    tp_calling_contexts(&contexts, &u->graph, t->p, threshold_of(u), t->func,
                        MAX_CONTEXTS);
  t->is_cut = contexts.is_cut;
  for (uint32_t i = 0; i < contexts.at.n; i++)
    add_context(u, t, &contexts.at.at[i]);
  tp_contexts_free(&contexts);
}

/* Whether a context has that call. */
static bool is_in_context(const tp_unit_target *t, tp_call_edge e) {
  for (uint32_t i = 0; i < t->contexts.n; i++) {
    const tp_vec_u32 *path = &t->contexts.at[i].path;
    for (uint32_t k = 0; k + 1 < path->n; k++)
      if (path->at[k] == e.from && path->at[k + 1] == e.to)
        return true;
  }
  return false;
}

/* Of f, or of a function behind the first of a context, which may be called in
 * any way. */
static bool leads_to(const tp_unit_target *t, tp_call_edge e) {
  if (e.to == t->func)
    return true;
  for (uint32_t i = 0; i < t->contexts.n; i++)
    for (uint32_t k = 1; k < t->contexts.at[i].path.n; k++)
      if (t->contexts.at[i].path.at[k] == e.to)
        return true;
  return false;
}

static void find_left_out(const tp_units *u, tp_unit_target *t) {
  for (uint32_t i = 0; i < u->graph.edges.n; i++) {
    tp_call_edge e = u->graph.edges.at[i];
    if (leads_to(t, e) && !is_in_context(t, e))
      VEC_PUSH(&t->left_out, e);
  }
}

/* ---- drivers ------------------------------------------------------------- */

static bool is_in(const tp_vec_u32 *list, tp_decl_id d) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i] == d)
      return true;
  return false;
}

/* The definition of what the driver replaces is dropped by its own. */
static tp_decl_id where_defined(const tp_program *p, tp_decl_id d) {
  tp_func_id f = tp_decl_function(p, d);
  return f ? p->funcs.at[f].decl : d;
}

/* Functions that can't be replaced stay, and what they need in turn. */
static void find_needs(const tp_units *u, tp_bits *set, tp_driver_plan *plan,
                       tp_unit_id unit) {
  const tp_program *p = u->project.program;
  for (bool grew = true; grew;) {
    grew = false;
    VEC_CLEAR(&plan->globals);
    VEC_CLEAR(&plan->missing);
    VEC_CLEAR(&plan->stubs);
    tp_unit_needs(&plan->globals, &plan->missing, &plan->stubs, p, set, unit);
    for (uint32_t i = 0; i < plan->stubs.n && !grew; i++) {
      tp_decl_id d = where_defined(p, plan->stubs.at[i]);
      tp_func_id f = tp_decl_function(p, d);
      plan->stubs.at[i] = d;
      if (f && !tp_driver_can_stub(p, d)) {
        tp_bits_add(set, f);
        grew = true;
      }
    }
  }
}

static void find_unneeded(const tp_units *u, const tp_bits *set,
                          tp_driver_plan *plan) {
  const tp_program *p = u->project.program;
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    const tp_func *func = &p->funcs.at[f];
    if (func->is_user && !func->is_nested && !tp_bits_has(set, f) &&
        !is_in(&plan->stubs, func->decl))
      VEC_PUSH(&plan->without, f);
  }
}

static tp_driver_kind kind_of(const tp_options *o) {
  return o->driver && strcmp(o->driver, "paper") == 0 ? TP_DRIVER_PAPER
                                                      : TP_DRIVER_FULL;
}

/* The paper's write nothing. */
static tp_stub_effects effects_of(const tp_options *o) {
  if (kind_of(o) == TP_DRIVER_PAPER || strcmp(o->stubs, "result") == 0)
    return TP_STUBS_RESULT;
  return strcmp(o->stubs, "globals") == 0 ? TP_STUBS_GLOBALS
                                          : TP_STUBS_PARAMETERS;
}

static void path_of(const tp_units *u, const char *name, tp_str *out) {
  VEC_CLEAR(out);
  tp_str_addf(out, "%s/drivers/%s.c", u->output.at, name);
}

#define MARK "/* tp2ph unit wrote this: "

/* One that the user has changed stays: its first line does not fit the rest. */
static bool is_changed(const char *path) {
  tp_str text = {0};
  tp_diag ignored = {0};
  bool is_there = tp_file_read(&text, path, TP_REFUSED, &ignored) == 0;
  const char *all = tp_str_text(&text);
  size_t first = strcspn(all, "\n");
  bool has_mark = tp_text_starts(all, MARK);
  uint64_t said =
      has_mark ? strtoull(all + strlen(MARK), NULL, 16) : UINT64_C(0);
  uint64_t hash =
      text.n > first ? tp_hash_bytes(all + first, text.n - first) : 0;
  tp_str_free(&text);
  tp_diag_free(&ignored);
  return is_there && (!has_mark || said != hash);
}

static int save_driver(const char *path, const tp_str *text, tp_diag *diag) {
  tp_str whole = {0}, rest = {0};
  tp_str_addc(&rest, '\n');
  tp_str_addn(&rest, text->at, text->n);
  tp_str_addf(&whole, MARK "%016llx, and keeps it once it is changed. */",
              (unsigned long long)tp_hash_bytes(rest.at, rest.n));
  tp_str_addn(&whole, rest.at, rest.n);
  int rc = tp_file_write(path, whole.at, whole.n, diag);
  tp_str_free(&whole);
  tp_str_free(&rest);
  return rc;
}

/* Proved in the whole program: no unit is asked for them. */
static void add_dead(const tp_units *u, const tp_bits *set, tp_str *out) {
  for (uint32_t i = 0; i < u->system.goals.n; i++) {
    const tp_goal *g = &u->system.goals.at[i];
    bool is_in = false;
    for (tp_func_id f = 1; f < set->n && g->function && !is_in; f++)
      is_in =
          tp_bits_has(set, f) && strcmp(tp_units_name(u, f), g->function) == 0;
    if (is_in && g->list == TP_GOAL_BRANCH && g->state == TP_GOAL_DEAD)
      tp_str_addf(out, "#pragma tp2ph dead \"%s\" %u:%u %s\n", g->file, g->line,
                  g->column, g->side);
  }
}

/* The functions of the set as they are, the rest replaced, `entry` called.
 * *trusted: what the driver takes for granted. *why says what is wrong with a
 * type; NULL: nothing. */
static int write_driver(const tp_units *u, const tp_bits *functions,
                        tp_func_id entry, const char *name, tp_str *trusted,
                        char **why, tp_diag *diag) {
  bool has_ranges = strcmp(u->options->ranges, "on") == 0;
  tp_driver_plan plan = {.kind = kind_of(u->options),
                         .target = entry,
                         .ranges = has_ranges ? &u->ranges : NULL,
                         .has_sizes = has_ranges,
                         .uses = &u->uses,
                         .graph = &u->graph,
                         .effects = effects_of(u->options),
                         .is_open = !u->has_main,
                         .elements = (uint32_t)u->options->array};
  tp_bits set;
  tp_str text = {0}, path = {0}, reason = {0};
  tp_bits_init(&set, functions->n);
  tp_bits_or(&set, functions);
  find_needs(u, &set, &plan, u->project.program->funcs.at[entry].unit);
  find_unneeded(u, &set, &plan);
  add_dead(u, &set, &plan.dead);
  path_of(u, name, &path);
  int rc = 0;
  bool is_users = is_changed(path.at);
  if (!is_users &&
      tp_driver_write(&text, u->project.program, &plan, trusted, &reason))
    rc = save_driver(path.at, &text, diag);
  else if (!is_users && why)
    *why = tp_strdup(reason.at);
  tp_bits_free(&set);
  VEC_FREE(&plan.globals);
  VEC_FREE(&plan.missing);
  VEC_FREE(&plan.stubs);
  VEC_FREE(&plan.without);
  tp_str_free(&plan.dead);
  tp_str_free(&text);
  tp_str_free(&path);
  tp_str_free(&reason);
  return rc;
}

/* What belongs to a caller. Where no test tells, and no whole program is asked
 * afterwards, it is all that it calls: a stub would be free to cause anything.
 */
static void extend_caller(const tp_units *u, tp_func_id f, tp_bits *unit) {
  double *p;
  if (!u->has_main && !u->options->distance &&
      kind_of(u->options) == TP_DRIVER_FULL) {
    tp_unit_within(unit, &u->graph, u->graph.n, f);
    return;
  }
  extend(u, f, unit, &p);
  tp_free(p);
}

/* Each caller with what belongs to it, and the unit. */
static int write_context_driver(const tp_units *u, const tp_unit_target *t,
                                const tp_unit_context *c, tp_diag *diag) {
  tp_bits all, one;
  tp_bits_init(&all, u->graph.n);
  tp_bits_or(&all, &t->unit);
  for (uint32_t i = 0; i + 1 < c->path.n; i++) {
    extend_caller(u, c->path.at[i], &one);
    tp_bits_add(&one, c->path.at[i]);
    tp_bits_or(&all, &one);
    tp_bits_free(&one);
  }
  tp_str trusted = {0};
  int rc = write_driver(u, &all, c->path.at[0], c->name, &trusted, NULL, diag);
  tp_str_free(&trusted);
  tp_bits_free(&all);
  return rc;
}

/* By who is not seen. */
static bool may_be_called(const tp_units *u, tp_func_id f) {
  const tp_program *p = u->project.program;
  bool is_outer = !u->has_main && !p->decls.at[p->funcs.at[f].decl].is_static;
  for (uint32_t i = 0; i < u->graph.edges.n && !is_outer; i++)
    if (u->graph.edges.at[i].to == f)
      return false;
  return true;
}

static int write_drivers(tp_units *u, tp_unit_target *t, tp_diag *diag) {
  int rc =
      write_driver(u, &t->unit, t->func, t->name, &t->trusts, &t->why, diag);
  if (!may_be_called(u, t->func))
    VEC_CLEAR(&t->trusts);
  for (uint32_t i = 0; i < t->contexts.n && rc == 0; i++)
    rc = write_context_driver(u, t, &t->contexts.at[i], diag);
  return rc;
}

int tp_units_plan(tp_units *u, tp_diag *diag) {
  int rc = choose_targets(u, diag);
  for (uint32_t i = 0; i < u->targets.n && rc == 0; i++) {
    relate(u, &u->targets.at[i]);
    find_left_out(u, &u->targets.at[i]);
    rc = write_drivers(u, &u->targets.at[i], diag);
  }
  return rc;
}
