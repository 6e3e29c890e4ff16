/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The brute-force oracle of toy.h. */
#include "toy.h"

#include "check.h"

#include "base/file.h"
#include "search/path.h"

#include <stdlib.h>

/* Finding paths ----------------------------------------------------------- */

static bool contains(const tp_bits *on_path, const tp_vec_u32 *set) {
  for (uint32_t i = 0; i < set->n; i++)
    if (!tp_bits_has(on_path, set->at[i]))
      return false;
  return true;
}

static bool conflicts_now(const toy *t, const tp_bits *on_path) {
  for (uint32_t i = 0; i < t->conflicts.n; i++)
    if (contains(on_path, &t->conflicts.at[i].branches))
      return true;
  return false;
}

static void keep_path(toy *t, const tp_vec_u32 *path) {
  toy_set copy = {{0}};
  for (uint32_t i = 0; i < path->n; i++)
    VEC_PUSH(&copy.branches, path->at[i]);
  VEC_PUSH(&t->paths, copy);
}

/* Last branch first: false before true. */
static void list_paths(toy *t, uint32_t limit) {
  tp_vec_u32 path = {0}, turn = {0};
  tp_bits on_path = {0};
  tp_bits_init(&on_path, t->g->edges.n);
  tp_gnode v = t->g->edges.at[0].to;
  for (;;) {
    const tp_graph_node *node = &t->g->nodes.at[v];
    if (turn.n == path.n) {
      if (node->n == 0)
        keep_path(t, &path);
      VEC_PUSH(&turn, node->n);
    }
    if (t->paths.n > limit)
      break;
    if (VEC_LAST(&turn) == 0) {
      turn.n--;
      if (path.n == 0)
        break;
      tp_branch back = VEC_POP(&path);
      tp_bits_del(&on_path, back);
      v = t->g->edges.at[back].from;
      continue;
    }
    tp_branch e = node->first + --VEC_LAST(&turn);
    tp_bits_add(&on_path, e);
    if (conflicts_now(t, &on_path)) {
      tp_bits_del(&on_path, e);
      continue;
    }
    VEC_PUSH(&path, e);
    v = t->g->edges.at[e].to;
  }
  VEC_FREE(&path);
  VEC_FREE(&turn);
  tp_bits_free(&on_path);
}

static void index_paths(toy *t) {
  for (tp_branch e = 0; e < t->g->edges.n; e++) {
    tp_bits_free(&t->with[e]);
    tp_bits_init(&t->with[e], t->paths.n);
  }
  for (uint32_t i = 0; i < t->paths.n; i++)
    for (uint32_t k = 0; k < t->paths.at[i].branches.n; k++)
      tp_bits_add(&t->with[t->paths.at[i].branches.at[k]], i);
}

bool toy_ready(toy *t, uint32_t limit) {
  list_paths(t, limit);
  if (t->paths.n > limit || t->paths.n == 0)
    return false;
  index_paths(t);
  return true;
}

void toy_prefer(toy *t, uint32_t *n_preferred, const char *names) {
  tp_vec_u32 want = {0};
  toy_branches(t, names, &want);
  uint32_t i = *n_preferred;
  while (i < t->paths.n &&
         (t->paths.at[i].branches.n != want.n ||
          memcmp(t->paths.at[i].branches.at, want.at, want.n * 4) != 0))
    i++;
  CHECK(i < t->paths.n);
  if (i < t->paths.n) {
    toy_set found = t->paths.at[i];
    for (; i > *n_preferred; i--)
      t->paths.at[i] = t->paths.at[i - 1];
    t->paths.at[(*n_preferred)++] = found;
  }
  index_paths(t);
  VEC_FREE(&want);
}

bool toy_is_feasible(const toy *t, tp_branch b) {
  return tp_bits_count(&t->with[b]) > 0;
}

/* The oracle -------------------------------------------------------------- */

static tp_inputs initial(void *state) {
  (void)state;
  return 0;
}

static tp_inputs random_inputs(void *state, uint64_t seed) {
  toy *t = state;
  return (tp_inputs)(seed % t->paths.n);
}

static tp_pred pred_of(const toy *t, tp_branch b) {
  tp_gnode v = t->g->edges.at[b].from;
  bool is_decided = tp_graph_is_decision(t->g, v) && v != t->undecided;
  return is_decided ? b + 1 : TP_PRED_CONCRETE;
}

static tp_outcome run(void *state, tp_inputs inputs, tp_path *path) {
  toy *t = state;
  const tp_vec_u32 *taken = &t->paths.at[inputs].branches;
  VEC_CLEAR(path);
  VEC_PUSH(&t->run_log, inputs);
  for (uint32_t i = 0; i < taken->n; i++) {
    tp_branch b = taken->at[i];
    VEC_PUSH(path, (tp_step){b, pred_of(t, b)});
    if (t->g->edges.at[b].goal != TP_NO_GOAL)
      tp_bits_add(&t->covered, t->g->edges.at[b].goal);
  }
  toy_print(t, taken->at, taken->n, &t->runs);
  tp_str_add(&t->runs, "; ");
  return TP_RUN_ENDED;
}

/* Whether a feasible path contains all branches but number `without`. */
static bool is_possible(const toy *t, const tp_branch *set, uint32_t n,
                        uint32_t without) {
  uint32_t words = (t->paths.n + 63) / 64;
  for (uint32_t w = 0; w < words; w++) {
    uint64_t left = UINT64_MAX;
    for (uint32_t i = 0; i < n; i++)
      if (i != without)
        left &= t->with[set[i]].word[w];
    if (w == words - 1 && t->paths.n % 64)
      left &= (UINT64_C(1) << t->paths.n % 64) - 1;
    if (left)
      return true;
  }
  return false;
}

static void minimise(const toy *t, tp_vec_u32 *set) {
  for (uint32_t i = 0; i < set->n;) {
    if (is_possible(t, set->at, set->n, i)) {
      i++;
      continue;
    }
    memmove(set->at + i, set->at + i + 1, (set->n - i - 1) * sizeof *set->at);
    set->n--;
  }
}

static bool is_member(const tp_vec_u32 *set, uint32_t x) {
  uint32_t i = 0;
  while (i < set->n && set->at[i] != x)
    i++;
  return i < set->n;
}

/* A given conflict that the prefix contains, as it is; if there is none (the
 * prefix has no feasible end) what can't be dropped of the whole prefix. */
static void find_core(const toy *t, const tp_vec_u32 *prefix,
                      tp_vec_u32 *core) {
  tp_bits on_path = {0};
  tp_vec_u32 set = {0};
  tp_bits_init(&on_path, t->g->edges.n);
  for (uint32_t i = 0; i < prefix->n; i++)
    tp_bits_add(&on_path, prefix->at[i]);
  uint32_t k = 0;
  while (k < t->conflicts.n &&
         !contains(&on_path, &t->conflicts.at[k].branches))
    k++;
  for (uint32_t i = 0; i < prefix->n; i++)
    if (k == t->conflicts.n ||
        is_member(&t->conflicts.at[k].branches, prefix->at[i]))
      VEC_PUSH(&set, prefix->at[i]);
  if (k == t->conflicts.n)
    minimise(t, &set);
  VEC_CLEAR(core);
  for (uint32_t i = 0; i < prefix->n; i++)
    if (is_member(&set, prefix->at[i]))
      VEC_PUSH(core, i);
  VEC_FREE(&set);
  tp_bits_free(&on_path);
}

/* A path has no branch twice, so one that has all of a prefix begins with it.
 */
static bool takes(const toy *t, uint32_t path, const tp_vec_u32 *branches) {
  bool all = true;
  for (uint32_t i = 0; i < branches->n; i++)
    all &= tp_bits_has(&t->with[branches->at[i]], path);
  return all;
}

static tp_answer solve(void *state, const tp_path *path, uint32_t at,
                       tp_branch instead, tp_solution *out) {
  toy *t = state;
  tp_vec_u32 prefix = {0};
  tp_answer answer = TP_UNSAT;
  for (uint32_t i = 0; i < at; i++)
    VEC_PUSH(&prefix, path->at[i].branch);
  VEC_PUSH(&prefix, instead);
  toy_print(t, prefix.at, prefix.n, &t->solved);
  tp_str_add(&t->solved, "; ");
  for (uint32_t i = 0; i < t->paths.n && answer == TP_UNSAT; i++)
    if (takes(t, i, &prefix)) {
      out->inputs = i;
      answer = TP_SAT;
    }
  if (answer == TP_UNSAT)
    find_core(t, &prefix, &out->core);
  VEC_FREE(&prefix);
  return answer;
}

static tp_pred predicate(void *state, const tp_path *path, uint32_t at,
                         tp_branch instead) {
  (void)path;
  (void)at;
  return pred_of(state, instead);
}

static bool is_covered(void *state, uint32_t goal) {
  toy *t = state;
  return tp_bits_has(&t->covered, goal);
}

/* Names and life ---------------------------------------------------------- */

void toy_take(toy *t, tp_graph *g) {
  memset(t, 0, sizeof *t);
  t->g = g;
  t->with = TP_NEW_ARRAY(tp_bits, g->edges.n);
  tp_bits_init(&t->covered, g->n_goals + 1);
  t->oracle = (tp_oracle){.state = t,
                          .graph = g,
                          .budget = &t->budget,
                          .initial = initial,
                          .random = random_inputs,
                          .run = run,
                          .solve = solve,
                          .predicate = predicate,
                          .is_covered = is_covered};
}

void toy_load(toy *t, const char *name) {
  tp_str path = {0}, text = {0};
  tp_diag diag = {0};
  tp_graph *g = NULL;
  tp_names *names = tp_names_new();
  tp_vec_u32 name_of = {0};
  tp_file_join(&path, "regress/graphs", name);
  if (tp_file_read(&text, tp_str_text(&path), TP_REFUSED, &diag) < 0 ||
      tp_graph_read_named(&g, names, &name_of, text.at, text.n, name, &diag) <
          0) {
    fprintf(stderr, "%s:%u: %s\n", name, diag.line, tp_str_text(&diag.message));
    exit(1);
  }
  toy_take(t, g);
  t->names = names;
  t->name_of = name_of;
  tp_str_free(&path);
  tp_str_free(&text);
}

void toy_free(toy *t) {
  for (tp_branch e = 0; e < t->g->edges.n; e++)
    tp_bits_free(&t->with[e]);
  tp_free(t->with);
  for (uint32_t i = 0; i < t->conflicts.n; i++)
    VEC_FREE(&t->conflicts.at[i].branches);
  for (uint32_t i = 0; i < t->paths.n; i++)
    VEC_FREE(&t->paths.at[i].branches);
  VEC_FREE(&t->conflicts);
  VEC_FREE(&t->paths);
  VEC_FREE(&t->run_log);
  VEC_FREE(&t->name_of);
  tp_bits_free(&t->covered);
  tp_str_free(&t->runs);
  tp_str_free(&t->solved);
  if (t->names)
    tp_names_free(t->names);
  tp_graph_free(t->g);
}

static const char *node_name(const toy *t, tp_gnode v, char *buffer) {
  if (t->names)
    return tp_names_text(t->names, t->name_of.at[v]);
  sprintf(buffer, "n%u", v);
  return buffer;
}

static tp_gnode find_node(const toy *t, const char *name, size_t n) {
  for (tp_gnode v = 0; v < t->g->nodes.n; v++) {
    char buffer[16];
    const char *own = node_name(t, v, buffer);
    if (strlen(own) == n && memcmp(own, name, n) == 0)
      return v;
  }
  fprintf(stderr, "no node is called %.*s\n", (int)n, name);
  exit(1);
}

tp_gnode toy_node(const toy *t, const char *name) {
  return find_node(t, name, strlen(name));
}

static tp_branch find_branch(const toy *t, const char *name, size_t n) {
  const char *colon = memchr(name, ':', n);
  size_t length = colon ? (size_t)(colon - name) : n - 1;
  uint32_t side = colon ? (uint32_t)atoi(colon + 1) : name[n - 1] == 'F';
  return t->g->nodes.at[find_node(t, name, length)].first + side;
}

tp_branch toy_branch(const toy *t, const char *name) {
  return find_branch(t, name, strlen(name));
}

void toy_branches(const toy *t, const char *names, tp_vec_u32 *out) {
  while (*names) {
    size_t n = strcspn(names, " ");
    if (n)
      VEC_PUSH(out, find_branch(t, names, n));
    names += n + (names[n] == ' ');
  }
}

void toy_print(const toy *t, const tp_branch *branches, uint32_t n,
               tp_str *out) {
  for (uint32_t i = 0; i < n; i++) {
    const tp_graph_edge *edge = &t->g->edges.at[branches[i]];
    const tp_graph_node *node = &t->g->nodes.at[edge->from];
    uint32_t side = branches[i] - node->first;
    char buffer[16];
    tp_str_addf(out, "%s%s", i ? " " : "", node_name(t, edge->from, buffer));
    if (node->n == 2)
      tp_str_addc(out, side ? 'F' : 'T');
    else
      tp_str_addf(out, ":%u", side);
  }
}

const char *toy_text(const toy *t, const tp_vec_u32 *branches, tp_str *out) {
  VEC_CLEAR(out);
  toy_print(t, branches->at, branches->n, out);
  return tp_str_text(out);
}

void toy_conflict(toy *t, const char *names) {
  toy_set set = {{0}};
  toy_branches(t, names, &set.branches);
  VEC_PUSH(&t->conflicts, set);
}

void toy_learn(const toy *t, tp_unsat *db, const char *names) {
  tp_vec_u32 branches = {0};
  VEC(tp_unsat_step) core = {0};
  toy_branches(t, names, &branches);
  for (uint32_t i = 0; i < branches.n; i++) {
    tp_branch b = branches.at[i];
    tp_unsat_observe(db, b, b + 1);
    VEC_PUSH(&core, (tp_unsat_step){b, b + 1});
  }
  tp_unsat_add(db, core.at, core.n);
  VEC_FREE(&branches);
  VEC_FREE(&core);
}
