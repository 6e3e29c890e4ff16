/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Free variables may be anything in each of the two runs: they get others in
 * the second one, too, so that what can't differ can't differ whatever they
 * are. */
#include "decide/sway.h"

#include "program/place.h"
#include "base/bits.h"
#include "base/limits.h"
#include "expr/node.h"
#include "expr/rewrite.h"

#include <inttypes.h>

#define TWIN (UINT64_C(0x2e11) << 48) /* into the key of a variable */

/* How one kind of bin of one site ends; 0 where it has none. */
typedef struct end {
  uint64_t place;
  tp_expr is_set, bin;
} end;

/* A kept test that comes to its end. */
typedef struct row {
  tp_sway_values values;
  tp_map at; /* variable -> index into values, + 1 */
  tp_vec_u32 bins;
} row;

typedef struct work {
  const tp_model *m;
  const tp_sway_tools *tools;
  tp_exprs *x;
  VEC(end) ends;
  tp_expr is_ended;    /* the run comes to its end */
  tp_vec_u32 decisive; /* variables that these hang on, ascending */
  uint32_t test;
  uint32_t n_vars;
  tp_bits results;  /* variables: what the test delivers */
  tp_bits mixed;    /* .. and those that several tests deliver */
  tp_rewrite other; /* what something is in the other run */
  VEC(row) rows;    /* kept tests */
} work;

/* ---- how a run ends ------------------------------------------------------ */

static const tp_instance *moment(const tp_model *m, tp_decision_id d,
                                 uint32_t i) {
  return &m->instances.at[m->by_decision.at[m->first.at[d] + i]];
}

static uint32_t count(const tp_model *m, tp_decision_id d) {
  return m->first.at[d + 1] - m->first.at[d];
}

/* It stands for one moment, not for any turn of a loop. */
static bool is_one(const tp_model *m, const tp_instance *i) {
  uint32_t number = (uint32_t)(i - m->instances.at);
  for (uint32_t k = 0; k < m->endless.n; k++)
    if (number >= m->endless.at[k].first_any && number < m->endless.at[k].end)
      return false;
  return i->is_single && i->value;
}

static end *end_at(work *w, uint64_t place, const end *fresh) {
  for (uint32_t i = 0; i < w->ends.n; i++)
    if (w->ends.at[i].place == place)
      return &w->ends.at[i];
  VEC_PUSH(&w->ends, *fresh);
  return &VEC_LAST(&w->ends);
}

/* The program may end in several places: these exclude each other. */
static bool add_moment(work *w, uint32_t i) {
  const tp_ends *d = &w->m->program->ends;
  const tp_instance *place = moment(w->m, d->place, i);
  const tp_instance *bin = moment(w->m, d->bin, i);
  const tp_instance *is_set = moment(w->m, d->is_set, i);
  uint64_t number;
  if (!is_one(w->m, place) || !is_one(w->m, bin) || !is_one(w->m, is_set) ||
      !tp_expr_constant(w->x, place->value, &number))
    return false;
  tp_expr here = tp_guard_below(&w->m->guards, TP_GUARD_ROOT, place->guard);
  end fresh = {number, is_set->value, bin->value};
  end *e = end_at(w, number, &fresh);
  e->is_set = tp_expr_ite(w->x, here, is_set->value, e->is_set);
  e->bin = tp_expr_ite(w->x, here, bin->value, e->bin);
  if (number == 0)
    w->is_ended = tp_expr_or(w->x, w->is_ended, here);
  return true;
}

static void find_decisive(work *w) {
  tp_expr_vars_begin(w->x);
  tp_expr_vars_add(w->x, w->is_ended, &w->decisive);
  for (uint32_t i = 0; i < w->ends.n; i++) {
    tp_expr_vars_add(w->x, w->ends.at[i].is_set, &w->decisive);
    tp_expr_vars_add(w->x, w->ends.at[i].bin, &w->decisive);
  }
  tp_expr_vars_sort(&w->decisive, 0);
}

static bool find_ends(work *w) {
  const tp_ends *d = &w->m->program->ends;
  uint32_t n = count(w->m, d->place);
  bool is_known = count(w->m, d->bin) == n && count(w->m, d->is_set) == n;
  for (uint32_t i = 0; is_known && i < n; i++)
    is_known = add_moment(w, i);
  if (is_known)
    find_decisive(w);
  return is_known;
}

/* ---- the other run ------------------------------------------------------- */

static bool is_result(const work *w, uint32_t var) {
  return var < w->n_vars && tp_bits_has(&w->results, var);
}

/* On other paths it is what another test delivers. */
static bool is_mixed(const work *w, uint32_t var) {
  return var < w->n_vars && tp_bits_has(&w->mixed, var);
}

static uint32_t twin_of(const work *w, uint32_t var) {
  tp_var what = w->m->vars->at.at[var];
  what.key ^= TWIN;
  return tp_vars_of(w->m->vars, w->x, &what);
}

static tp_expr replace(void *state, tp_expr e) {
  const work *w = state;
  const tp_expr_node *n = tp_expr_get(w->x, e);
  if (n->op != TP_E_VAR)
    return n->a ? 0 : e;
  uint32_t var = tp_expr_vars_end(w->x, e) - 1;
  if (!is_result(w, var) && !tp_model_is_free(w->m, var))
    return e;
  tp_sort sort = tp_expr_sort(w->x, e);
  unsigned width = tp_expr_width(w->x, e);
  return tp_expr_var(w->x, twin_of(w, var), sort, width);
}

static tp_expr differs(work *w, const end *e) {
  tp_expr is_set = tp_rewrite_of(&w->other, e->is_set);
  tp_expr bin = tp_rewrite_of(&w->other, e->bin);
  return tp_expr_not(w->x,
                     tp_expr_and(w->x, tp_expr_eq(w->x, e->is_set, is_set),
                                 tp_expr_eq(w->x, e->bin, bin)));
}

/* The call that delivers it is made, and this is what it delivers. */
static tp_expr is_made(const work *w, const tp_model_result *r) {
  tp_expr made = tp_guard_below(&w->m->guards, TP_GUARD_ROOT, r->guard);
  return r->is_this ? tp_expr_and(w->x, made, r->is_this) : made;
}

/* Whether the test makes one of the calls that deliver it. */
static tp_expr is_its(const work *w, uint32_t var) {
  tp_expr out = tp_expr_bool(w->x, false);
  for (uint32_t i = 0; i < w->m->results.n; i++)
    if (w->m->results.at[i].var == var && w->m->results.at[i].test == w->test)
      out = tp_expr_or(w->x, out, is_made(w, &w->m->results.at[i]));
  return out;
}

/* What is, on other paths, delivered by another test is the same in both runs
 * unless one of them has it from this one. */
static tp_expr are_kept(work *w) {
  tp_expr out = tp_expr_bool(w->x, true);
  for (uint32_t v = 0; v < w->n_vars; v++) {
    if (!is_result(w, v) || !is_mixed(w, v))
      continue;
    tp_expr bits = w->m->vars->at.at[v].bits, its = is_its(w, v);
    tp_expr is_free = tp_expr_or(w->x, its, tp_rewrite_of(&w->other, its));
    tp_expr is_same = tp_expr_eq(w->x, bits, tp_rewrite_of(&w->other, bits));
    out = tp_expr_and(w->x, out, tp_expr_or(w->x, is_free, is_same));
  }
  return out;
}

/* ---- the two runs -------------------------------------------------------- */

static const tp_smt_value *value_of(const tp_smt_result *found, uint32_t var) {
  for (uint32_t i = 0; i < found->model.n; i++)
    if (found->model.at[i].var == var)
      return &found->model.at[i];
  return NULL;
}

/* What only the second run reads. */
static void choose_other(const work *w, const tp_smt_result *found,
                         uint32_t var, tp_sway_values *out) {
  const tp_smt_value *twin =
      is_result(w, var) ? value_of(found, twin_of(w, var)) : NULL;
  if (twin && !value_of(found, var))
    VEC_PUSH(out, ((tp_smt_value){var, twin->bits}));
}

/* Of the first run, or of the second, which has what the first one has but for
 * what the test delivers. */
static void choose(const work *w, const tp_smt_result *found, bool is_second,
                   tp_sway_values *out) {
  VEC_CLEAR(out);
  for (uint32_t i = 0; i < found->model.n; i++) {
    tp_smt_value v = found->model.at[i];
    const tp_smt_value *twin = NULL;
    if (is_second && is_result(w, v.var))
      twin = value_of(found, twin_of(w, v.var));
    v.bits = twin ? twin->bits : v.bits;
    if (!tp_model_is_free(w->m, v.var))
      VEC_PUSH(out, v);
  }
  for (uint32_t i = 0; is_second && i < w->m->results.n; i++)
    choose_other(w, found, w->m->results.at[i].var, out);
}

static bool are_same(const tp_vec_u32 *a, const tp_vec_u32 *b) {
  return a->n == b->n &&
         (a->n == 0 || memcmp(a->at, b->at, a->n * sizeof *a->at) == 0);
}

static bool is_seen(const work *w, const tp_smt_result *found) {
  const tp_sway_tools *t = w->tools;
  tp_vec_u32 bins[2] = {{0}, {0}};
  tp_sway_values chosen[2] = {{0}, {0}};
  bool is_ended = true;
  for (int i = 0; i < 2; i++)
    choose(w, found, i == 1, &chosen[i]);
  for (int i = 0; i < 2; i++)
    is_ended =
        is_ended && t->run(t->state, chosen[i].at, chosen[i].n, &bins[i]);
  bool is_other = is_ended && !are_same(&bins[0], &bins[1]);
  for (int i = 0; i < 2; i++) {
    VEC_FREE(&chosen[i]);
    VEC_FREE(&bins[i]);
  }
  return is_other;
}

/* A free value in it, which may not be what it is in the runs. */
static bool has_free(const work *w, tp_expr e) {
  uint32_t n;
  const uint32_t *vars = tp_expr_vars(w->x, e, &n);
  for (uint32_t i = 0; i < n; i++)
    if (tp_model_is_free(w->m, vars[i]))
      return true;
  return false;
}

/* ---- runs that are there ------------------------------------------------- */

static void clear_row(row *r) {
  VEC_FREE(&r->values);
  VEC_FREE(&r->bins);
  tp_map_free(&r->at);
  *r = (row){0};
}

static void add_value(row *r, tp_smt_value v) {
  VEC_PUSH(&r->values, v);
  *tp_map_put(&r->at, v.var, NULL) = r->values.n;
}

static void find_rows(work *w) {
  const tp_sway_tools *t = w->tools;
  tp_sway_values reads = {0};
  row r = {0};
  for (uint32_t i = 0; w->rows.n < TP_LIMIT_SWAY_ROWS &&
                       !t->is_over(t->state) && t->kept(t->state, i, &reads);
       i++) {
    for (uint32_t k = 0; k < reads.n; k++)
      add_value(&r, reads.at[k]);
    if (t->run(t->state, r.values.at, r.values.n, &r.bins)) {
      VEC_PUSH(&w->rows, r);
      r = (row){0};
    }
    clear_row(&r);
    VEC_CLEAR(&reads);
  }
  VEC_FREE(&reads);
}

static void free_rows(work *w) {
  for (uint32_t i = 0; i < w->rows.n; i++)
    clear_row(&w->rows.at[i]);
  VEC_FREE(&w->rows);
}

typedef struct valued {
  const work *w;
  const row *r;
} valued;

static uint64_t value_in(void *state, uint32_t var) {
  const valued *v = state;
  const uint32_t *at = tp_map_get(&v->r->at, var);
  return at ? v->r->values.at[*at - 1].bits : v->w->m->vars->at.at[var].plain;
}

/* The test delivers it in this run. */
static bool is_its_own(const work *w, const row *r, uint32_t var) {
  if (!is_result(w, var) || !is_mixed(w, var))
    return is_result(w, var);
  tp_expr its = is_its(w, var);
  valued v = {w, r};
  return !has_free(w, its) && tp_expr_eval(w->x, its, value_in, &v);
}

static bool is_same_part(const work *w, uint32_t a, uint32_t b) {
  const tp_var *x = &w->m->vars->at.at[a], *y = &w->m->vars->at.at[b];
  return x->site == y->site && x->occurrence == y->occurrence &&
         x->part == y->part && x->type == y->type;
}

/* What the test delivered there in another run: to this call, else to another
 * one like it (of another site). */
static const tp_smt_value *find_other(const work *w, const row *from,
                                      uint32_t var) {
  const tp_smt_value *like = NULL;
  for (uint32_t i = 0; i < from->values.n; i++) {
    const tp_smt_value *v = &from->values.at[i];
    if (v->var == var && is_its_own(w, from, var))
      return v;
    if (is_same_part(w, v->var, var) && is_its_own(w, from, v->var))
      like = v;
  }
  return like;
}

/* What the test delivers in `from` where it, or another one, delivers this in
 * `to`; NULL: nothing. */
static const tp_smt_value *find_other_value(const work *w, const row *to,
                                            const row *from, uint32_t var) {
  if (is_its_own(w, to, var))
    return find_other(w, from, var);
  const uint32_t *at = tp_map_get(&from->at, var);
  return at && is_its_own(w, from, var) ? &from->values.at[*at - 1] : NULL;
}

/* Whether all that is other than in `to` is what the test delivers, in one of
 * the two runs. */
static bool is_only_its(const work *w, const row *to, const row *other) {
  for (uint32_t i = 0; i < to->values.n; i++) {
    uint32_t var = to->values.at[i].var;
    if (other->values.at[i].bits != to->values.at[i].bits &&
        !is_its_own(w, to, var) && !is_its_own(w, other, var))
      return false;
  }
  return true;
}

/* `to` with what the test delivers in `from`; and, as it may go on from there,
 * with what `from` reads besides. False: that is no other run. */
static bool mix(const work *w, const row *to, const row *from, row *out) {
  bool is_other = false;
  clear_row(out);
  for (uint32_t i = 0; i < to->values.n; i++) {
    tp_smt_value v = to->values.at[i];
    const tp_smt_value *other = find_other_value(w, to, from, v.var);
    is_other |= other && other->bits != v.bits;
    v.bits = other ? other->bits : v.bits;
    add_value(out, v);
  }
  for (uint32_t i = 0; is_other && i < from->values.n; i++)
    if (!tp_map_get(&to->at, from->values.at[i].var))
      add_value(out, from->values.at[i]);
  return is_other && is_only_its(w, to, out);
}

static bool differs_from(const work *w, const row *r, row *other) {
  const tp_sway_tools *t = w->tools;
  return t->run(t->state, other->values.at, other->values.n, &other->bins) &&
         !are_same(&r->bins, &other->bins);
}

/* Whether two of the kept tests, made to differ only in what the test delivers,
 * show that it has a say. */
static bool is_seen_in_rows(const work *w) {
  row other = {0};
  uint32_t runs = 0;
  bool is_found = false;
  for (uint32_t i = 0; i < w->rows.n && !is_found; i++)
    for (uint32_t k = 0;
         k < w->rows.n && !is_found && runs < TP_LIMIT_SWAY_RUNS &&
         !w->tools->is_over(w->tools->state);
         k++)
      if (!are_same(&w->rows.at[i].bins, &w->rows.at[k].bins) &&
          mix(w, &w->rows.at[i], &w->rows.at[k], &other)) {
        runs++;
        is_found = differs_from(w, &w->rows.at[i], &other);
      }
  clear_row(&other);
  return is_found;
}

/* The same with what an answer has of the test: the rest of it may be no run,
 * as no assumption was asked for. */
static bool is_seen_with(const work *w, const tp_smt_result *found) {
  row from = {0}, other = {0};
  tp_sway_values chosen = {0};
  uint32_t runs = 0;
  bool is_found = false;
  for (int second = 0; second < 2 && !is_found; second++) {
    clear_row(&from);
    choose(w, found, second == 1, &chosen);
    for (uint32_t i = 0; i < chosen.n; i++)
      add_value(&from, chosen.at[i]);
    for (uint32_t i = 0;
         i < w->rows.n && !is_found && runs < TP_LIMIT_SWAY_RUNS &&
         !w->tools->is_over(w->tools->state);
         i++)
      if (mix(w, &w->rows.at[i], &from, &other)) {
        runs++;
        is_found = differs_from(w, &w->rows.at[i], &other);
      }
  }
  clear_row(&from);
  clear_row(&other);
  VEC_FREE(&chosen);
  return is_found;
}

/* ---- words --------------------------------------------------------------- */

static void add_test(const work *w, tp_str *out) {
  const tp_program *p = w->m->program;
  const tp_model_test *t = &w->m->tests.at[w->test];
  const tp_func *f = &p->funcs.at[t->func];
  tp_str_add(out, out->n ? "; test " : "test ");
  if (f->test_number)
    tp_str_addf(out, "%" PRId64, t->number);
  else
    tp_str_addf(
        out, "\"%s\"",
        tp_names_text(p->names, t->name ? t->name : p->decls.at[f->decl].name));
  tp_place place =
      tp_place_of(p, tp_node_unit(p, t->node), tp_ir_begin(w->m->ir, t->node));
  tp_str_addf(out, " at %s:%u", tp_names_text(p->names, place.file),
              place.line);
}

static void say(const work *w, tp_sway *out, const char *why) {
  if (out->unknown.n)
    return;
  if (w->test < w->m->tests.n)
    add_test(w, &out->unknown);
  tp_str_addf(&out->unknown, "%s%s", out->unknown.n ? ": " : "", why);
}

static void say_free(const work *w, tp_sway *out, tp_free_value why) {
  tp_str text = {0};
  tp_model_explain(w->m, why, &text);
  say(w, out, tp_str_text(&text));
  tp_str_free(&text);
}

/* ---- one test ------------------------------------------------------------ */

static bool is_decisive(const work *w, uint32_t var) {
  for (uint32_t i = 0; i < w->decisive.n; i++)
    if (w->decisive.at[i] == var)
      return true;
  return false;
}

/* Whether some end hangs on what it delivers. */
static bool has_say(const work *w) {
  for (uint32_t i = 0; i < w->m->results.n; i++)
    if (w->m->results.at[i].test == w->test &&
        is_decisive(w, w->m->results.at[i].var))
      return true;
  return false;
}

static const tp_free_value *first_free(const work *w) {
  for (uint32_t i = 0; i < w->decisive.n; i++)
    if (tp_model_is_free(w->m, w->decisive.at[i]))
      return &w->m->free.at[w->decisive.at[i]];
  return NULL;
}

static void call_idle(const work *w, tp_sway *out) {
  out->n_idle++;
  add_test(w, &out->idle);
}

typedef enum asked { ASKED_SEEN, ASKED_NEVER, ASKED_IN_VAIN } asked;

typedef VEC(tp_expr) exprs;

static tp_smt_answer check(const work *w, const exprs *conds,
                           tp_smt_result **out) {
  return w->tools->check(w->tools->state, conds->at, conds->n, out);
}

/* In both runs. */
static void add_assumptions(work *w, exprs *conds) {
  for (uint32_t i = 0; i < w->m->broken.n; i++) {
    tp_expr holds = w->m->broken.at[i].holds;
    VEC_PUSH(conds, holds);
    VEC_PUSH(conds, tp_rewrite_of(&w->other, holds));
  }
}

static void say_why(const work *w, tp_sway *out, tp_smt_answer answer,
                    const char *reason) {
  if (answer == TP_SMT_UNKNOWN)
    say(w, out, reason);
  else if (first_free(w))
    say_free(w, out, *first_free(w));
  else
    say(w, out, "the runs took other paths");
}

/* Whether the two can end differently at one site: first without what is
 * assumed, which is the smaller question. */
static asked ask_end(work *w, const end *e, tp_expr kept, tp_sway *out) {
  tp_smt_result *found;
  exprs conds = {0};
  VEC_PUSH(&conds, w->is_ended);
  VEC_PUSH(&conds, tp_rewrite_of(&w->other, w->is_ended));
  VEC_PUSH(&conds, kept);
  VEC_PUSH(&conds, differs(w, e));
  tp_smt_answer answer = check(w, &conds, &found);
  bool is_found = answer == TP_SMT_SAT && is_seen_with(w, found);
  if (!is_found && answer != TP_SMT_UNSAT && w->m->broken.n) {
    add_assumptions(w, &conds);
    answer = check(w, &conds, &found);
  }
  VEC_FREE(&conds);
  if (answer == TP_SMT_UNSAT)
    return ASKED_NEVER;
  if (is_found ||
      (answer == TP_SMT_SAT && !has_free(w, kept) && is_seen(w, found)))
    return ASKED_SEEN;
  say_why(w, out, answer, found->reason);
  return ASKED_IN_VAIN;
}

static void ask(work *w, tp_sway *out) {
  tp_sway why = {0};
  asked all = ASKED_NEVER;
  w->other = (tp_rewrite){.exprs = w->x, .replace = replace, .state = w};
  tp_expr kept = are_kept(w);
  for (uint32_t i = 0; i < w->ends.n && all != ASKED_SEEN; i++) {
    asked one = ask_end(w, &w->ends.at[i], kept, &why);
    all = one == ASKED_NEVER ? all : one;
  }
  tp_rewrite_free(&w->other);
  if (all == ASKED_SEEN)
    out->n_seen++;
  else if (all == ASKED_NEVER)
    call_idle(w, out);
  else if (!out->unknown.n)
    tp_str_add(&out->unknown, tp_str_text(&why.unknown));
  tp_sway_free(&why);
}

static void find_results(work *w) {
  tp_bits_init(&w->results, w->n_vars);
  for (uint32_t i = 0; i < w->m->results.n; i++)
    if (w->m->results.at[i].test == w->test)
      tp_bits_add(&w->results, w->m->results.at[i].var);
}

static void find_mixed(work *w) {
  VEC(uint32_t) first = {0}; /* by variable: the test that has it, + 1 */
  VEC_RESIZE(&first, w->n_vars);
  tp_bits_init(&w->mixed, w->n_vars);
  for (uint32_t i = 0; i < w->m->results.n; i++) {
    const tp_model_result *r = &w->m->results.at[i];
    if (first.at[r->var] && first.at[r->var] != r->test + 1)
      tp_bits_add(&w->mixed, r->var);
    first.at[r->var] = r->test + 1;
  }
  VEC_FREE(&first);
}

static void find_one(work *w, tp_sway *out) {
  find_results(w);
  if (w->tools->is_over(w->tools->state))
    say(w, out, "time");
  else if (!has_say(w) && !first_free(w))
    call_idle(w, out);
  else if (is_seen_in_rows(w))
    out->n_seen++;
  else
    ask(w, out);
  tp_bits_free(&w->results);
}

static void find_all(work *w, tp_sway *out) {
  find_mixed(w);
  find_rows(w);
  for (w->test = 0; w->test < w->m->tests.n; w->test++)
    find_one(w, out);
  free_rows(w);
  tp_bits_free(&w->mixed);
}

void tp_sway_find(tp_sway *out, const tp_model *m, const tp_sway_tools *tools) {
  work w = {.m = m,
            .tools = tools,
            .x = m->exprs,
            .test = m->tests.n,
            .n_vars = m->vars->at.n};
  w.is_ended = tp_expr_bool(w.x, false);
  if (tp_model_is_cut(m))
    say_free(&w, out, m->cut);
  else if (m->untold)
    say_free(&w, out, (tp_free_value){TP_FREE_EXPRESSION, m->untold});
  else if (!find_ends(&w))
    say(&w, out, "the end of a run is not followed");
  else
    find_all(&w, out);
  VEC_FREE(&w.ends);
  VEC_FREE(&w.decisive);
}

void tp_sway_free(tp_sway *e) {
  tp_str_free(&e->idle);
  tp_str_free(&e->unknown);
}

bool tp_sway_is_bin(const tp_program *p, tp_decision_id d) {
  for (uint32_t i = 0; i < p->bins.n; i++)
    if (!p->bins.at[i].is_row &&
        p->branches.at[p->bins.at[i].branch].decision == d)
      return true;
  return false;
}
