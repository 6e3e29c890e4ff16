/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worked examples of the thesis: figures 2.2 to 4.3 and the running
 * example of section 4.2, on graph files, with the brute-force oracle. */
#include "check.h"
#include "toy.h"

#include "phase1/phase1.h"
#include "phase2/check.h"
#include "phase2/phase2.h"
#include "reach/bfs.h"
#include "rival/rival.h"

static void set_up(tp_phases *p, toy *t, tp_check check) {
  tp_phase_options options = {.check = check};
  tp_phases_init(p, &t->oracle, NULL, &options, tp_unsat_new(t->g));
}

static void tear_down(tp_phases *p, toy *t) {
  tp_unsat_free(p->unsat);
  tp_phases_fini(p);
  toy_free(t);
}

static void clear_logs(toy *t) {
  VEC_CLEAR(&t->runs);
  VEC_CLEAR(&t->solved);
}

/* What the search has not recorded as explored. */
static const char *unexplored(const toy *t, const tp_phases *p, tp_str *out) {
  tp_vec_u32 list = {0};
  for (tp_branch e = 0; e < t->g->edges.n; e++)
    if (tp_live_is_open(&p->unexplored, e))
      VEC_PUSH(&list, e);
  const char *text = toy_text(t, &list, out);
  VEC_FREE(&list);
  return text;
}

static const char *marked(const toy *t, tp_str *out) {
  tp_vec_u32 list = {0};
  tp_bits bits = {0};
  tp_reach_mark(&bits, NULL, t->g, NULL);
  for (tp_branch e = 0; e < t->g->edges.n; e++)
    if (tp_bits_has(&bits, e))
      VEC_PUSH(&list, e);
  const char *text = toy_text(t, &list, out);
  VEC_FREE(&list);
  tp_bits_free(&bits);
  return text;
}

/* Take a path as the last executed one, with its steps recorded. */
static void execute(tp_phases *p, const toy *t, const char *names) {
  tp_vec_u32 branches = {0};
  toy_branches(t, names, &branches);
  VEC_CLEAR(&p->last);
  for (uint32_t i = 0; i < branches.n; i++) {
    tp_branch b = branches.at[i];
    VEC_PUSH(&p->last, (tp_step){b, b + 1});
    tp_unsat_observe(p->unsat, b, b + 1);
  }
  tp_phases_record(p, &p->last, p->last.n);
  VEC_FREE(&branches);
}

static void record_all_but(tp_phases *p, const toy *t, const char *name) {
  tp_branch left = toy_branch(t, name);
  for (tp_branch e = 0; e < t->g->edges.n; e++) {
    if (e != left)
      tp_live_close(&p->unexplored, e);
    if (tp_graph_is_decision(t->g, t->g->edges.at[e].from))
      tp_unsat_observe(p->unsat, e, e + 1);
  }
}

static void push_prefix(tp_checker *c, const toy *t, const char *names) {
  tp_vec_u32 branches = {0};
  toy_branches(t, names, &branches);
  for (uint32_t i = 0; i < branches.n; i++)
    tp_checker_push(c, branches.at[i] + 1);
  VEC_FREE(&branches);
}

TEST(figure_2_2_dfs_reach_takes_the_longer_path) {
  toy t;
  tp_search_counts counts = {0};
  uint32_t n = 0;
  toy_load(&t, "fig2_2.rg");
  CHECK(toy_ready(&t, 100));
  toy_prefer(&t, &n, "n0F n1F n3F");
  toy_prefer(&t, &n, "n0F n1F n3T n2F");
  tp_rival_dfs_reach.search(&t.oracle, NULL, &counts);
  CHECK(strncmp(tp_str_text(&t.runs), "n0F n1F n3F; n0F n1F n3T n2F; ", 30) ==
        0);
  CHECK(counts.is_exhausted);
  CHECK_EQ(tp_bits_count(&t.covered), t.g->n_goals);
  toy_free(&t);
}

/* Phase 1 goes to n2 by n0T: no run that it records enters n2 by n3T. */
TEST(figure_2_2_phase_1_takes_the_shorter_path) {
  toy t;
  tp_phases p;
  tp_str text = {0};
  uint32_t n = 0;
  toy_load(&t, "fig2_2.rg");
  CHECK_STR(marked(&t, &text), "n3T");
  CHECK(toy_ready(&t, 100));
  toy_prefer(&t, &n, "n0F n1F n3F");
  toy_prefer(&t, &n, "n0F n1F n3T n2F");
  set_up(&p, &t, TP_CHECK_FAITHFUL);
  tp_phase1_run(&p);
  CHECK(strncmp(tp_str_text(&t.solved), "n0F n1F n3T; n0F n1T; n0T; n0T n2T",
                34) == 0);
  CHECK_STR(unexplored(&t, &p, &text), "");
  tp_str_free(&text);
  tear_down(&p, &t);
}

static uint32_t count(const char *text, const char *what) {
  uint32_t n = 0;
  for (const char *at = text; (at = strstr(at, what)); at++)
    n++;
  return n;
}

TEST(figure_2_3_dfs_reach_is_confined) {
  toy t;
  tp_search_counts counts = {0};
  uint32_t n = 0;
  toy_load(&t, "fig2_3.rg");
  toy_conflict(&t, "n0F n7T");
  CHECK(toy_ready(&t, 100));
  toy_prefer(&t, &n, "n0F n1T n4F n5F n6T n7F");
  tp_rival_dfs_reach.search(&t.oracle, NULL, &counts);
  const char *solved = tp_str_text(&t.solved);
  CHECK(strncmp(solved, "n0F n1T n4F n5F n6T n7T; ", 25) == 0);
  /* Everything that is solved before (n0, T). */
  const char *out = strstr(solved, " n0T;");
  CHECK(out != NULL);
  uint32_t before = out ? count(solved, ";") - count(out, ";") : 0;
  CHECK_EQ(before, 15);
  CHECK_EQ(count(solved, "n7T;"), counts.infeasible_paths);
  toy_free(&t);
}

/* The third disadvantage: with {n0F, n7T} learned, Phase 1 and 2 ask the
 * solver once about (n7, T). */
TEST(figure_2_3_is_no_trap_for_the_two_phases) {
  toy t;
  tp_phases p;
  uint32_t n = 0;
  toy_load(&t, "fig2_3.rg");
  toy_conflict(&t, "n0F n7T");
  CHECK(toy_ready(&t, 100));
  toy_prefer(&t, &n, "n0F n1T n4F n5F n6T n7F");
  set_up(&p, &t, TP_CHECK_COMPLETE);
  tp_phase1_run(&p);
  tp_phase2_run(&p);
  CHECK_EQ(count(tp_str_text(&t.solved), "n7T;"), 1);
  CHECK_EQ(tp_bits_count(&t.covered), t.g->n_goals - 1);
  CHECK(p.phase2.is_exhausted);
  tear_down(&p, &t);
}

TEST(figure_3_1_paths_a_to_f) {
  toy t;
  tp_phases p;
  tp_str text = {0};
  uint32_t n = 0;
  toy_load(&t, "fig3_1.rg");
  CHECK_STR(marked(&t, &text), "n2T n3T n3F n5T");
  CHECK(toy_ready(&t, 100));
  toy_prefer(&t, &n, "n0F n2F n3F n5F");
  toy_prefer(&t, &n, "n0F n2F n3T n4F n5F");
  toy_prefer(&t, &n, "n0F n2T n4F n5T n6F");
  toy_prefer(&t, &n, "n0T n4F n5F");
  toy_prefer(&t, &n, "n0T n4F n5T n6F");
  toy_prefer(&t, &n, "n0T n4T n6F");
  set_up(&p, &t, TP_CHECK_FAITHFUL);
  tp_phase1_run(&p);
  CHECK_STR(tp_str_text(&t.runs),
            "n0F n2F n3F n5F; "     /* a */
            "n0F n2F n3T n4F n5F; " /* b */
            "n0F n2T n4F n5T n6F; " /* c */
            "n0T n4F n5F; "         /* d */
            "n0T n4F n5T n6F; "     /* e */
            "n0T n4T n6F; n0T n4T n6T; " /* f, then what is below n6 */);
  CHECK_STR(unexplored(&t, &p, &text), "");
  CHECK_EQ(p.phase1.solver_calls, 6);
  CHECK(p.phase1.is_exhausted);
  tp_str_free(&text);
  tear_down(&p, &t);
}

TEST(figure_3_2_low_coverage_is_reported) {
  toy t;
  tp_phases p;
  tp_str text = {0};
  uint32_t n = 0;
  toy_load(&t, "fig3_2.rg");
  CHECK_STR(marked(&t, &text), "n2T");
  CHECK(toy_ready(&t, 100));
  toy_prefer(&t, &n, "n1F n2T n3F n4F n6F");
  toy_prefer(&t, &n, "n1T n3F n4T");
  set_up(&p, &t, TP_CHECK_FAITHFUL);
  tp_phase1_run(&p);
  /* (n4, F) was covered by the first run but not recorded, so it is explored
   * by its shortest prefix, and (n6, T) with what is below follows. */
  CHECK_STR(tp_str_text(&t.runs),
            "n1F n2T n3F n4F n6F; n1F n2F; n1T n3F n4T; n1T n3F n4F n6F; "
            "n1T n3F n4F n6T n7F; n1T n3F n4F n6T n7T; n1T n3T n5F; "
            "n1T n3T n5T; ");
  CHECK_STR(unexplored(&t, &p, &text), "");
  tp_str_free(&text);
  tear_down(&p, &t);
}

static void load_figure_4_1(toy *t) {
  uint32_t n = 0;
  toy_load(t, "fig4_1.rg");
  toy_conflict(t, "n0F n9T");
  CHECK(toy_ready(t, 100));
  toy_prefer(t, &n, "n0T n6F");
  toy_prefer(t, &n, "n0F n1T n3F");
  toy_prefer(t, &n, "n0F n1F n2T n5F");
  toy_prefer(t, &n, "n0F n1F n2F n4T");
  toy_prefer(t, &n, "n0F n1F n2T n5T n7F");
}

TEST(figure_4_1_what_phase_1_leaves) {
  toy t;
  tp_phases p;
  tp_str text = {0};
  load_figure_4_1(&t);
  set_up(&p, &t, TP_CHECK_FAITHFUL);
  tp_phase1_run(&p);
  CHECK_STR(unexplored(&t, &p, &text), "n9T");
  CHECK_EQ(tp_unsat_n(p.unsat), 1);
  uint32_t n;
  const tp_unsat_step *core = tp_unsat_core(p.unsat, 0, &n);
  CHECK_EQ(n, 2);
  CHECK_EQ(core[0].branch, toy_branch(&t, "n0F"));
  CHECK_EQ(core[1].branch, toy_branch(&t, "n9T"));
  VEC_CLEAR(&text);
  for (uint32_t i = 0; i < p.last.n; i++)
    toy_print(&t, &p.last.at[i].branch, 1, &text);
  CHECK_STR(tp_str_text(&text), "n0Fn1Fn2Fn4F");
  tp_str_free(&text);
  tear_down(&p, &t);
}

TEST(figure_4_1_basic_learning_makes_three_useless_calls) {
  toy t;
  tp_phases p;
  load_figure_4_1(&t);
  set_up(&p, &t, TP_CHECK_BASIC);
  tp_phase1_run(&p);
  clear_logs(&t);
  tp_phase2_run(&p);
  const char *begin = "n0F n1F n2T n5F; n0F n1F n2T n5T n7F; "
                      "n0F n1F n2T n5T n7T n9F; ";
  CHECK(strncmp(tp_str_text(&t.runs), begin, strlen(begin)) == 0);
  /* "We avoid the solver call": here, and again through n1T n3T. */
  CHECK_EQ(p.phase2.solver_calls_saved, 2);
  CHECK_EQ(count(tp_str_text(&t.solved), "n0F"), 5);
  tear_down(&p, &t);
}

static void intelligent_4_1(tp_check check) {
  toy t;
  tp_phases p;
  tp_str text = {0};
  load_figure_4_1(&t);
  set_up(&p, &t, check);
  p.options.is_aimless = true;
  tp_phase1_run(&p);
  clear_logs(&t);
  tp_phase2_run(&p);
  /* Nothing below n0F is solved: the three calls, and all that follow there,
   * are saved; (n2, T) and (n1, T) are refused by the check. */
  CHECK_EQ(count(tp_str_text(&t.solved), "n0F"), 0);
  CHECK_EQ(p.phase2.solver_calls_saved, 2);
  CHECK_STR(tp_str_text(&t.solved),
            "n0T; n0T n6T; n0T n6T n8T; n0T n6T n8T n7T; "
            "n0T n6T n8T n7T n9T; ");
  CHECK_EQ(tp_bits_count(&t.covered), t.g->n_goals);
  CHECK_STR(unexplored(&t, &p, &text), "");
  tp_str_free(&text);
  tear_down(&p, &t);
}

TEST(figure_4_1_intelligent_learning_faithful) {
  intelligent_4_1(TP_CHECK_FAITHFUL);
}

TEST(figure_4_1_intelligent_learning_complete) {
  intelligent_4_1(TP_CHECK_COMPLETE);
}

/* Aimed at, (n9, T) takes one call. */
TEST(figure_4_1_aimed_at) {
  toy t;
  tp_phases p;
  load_figure_4_1(&t);
  set_up(&p, &t, TP_CHECK_COMPLETE);
  tp_phase1_run(&p);
  clear_logs(&t);
  tp_phase2_run(&p);
  CHECK_STR(tp_str_text(&t.solved), "n0T n6T n8T n7T n9T; ");
  CHECK_EQ(tp_bits_count(&t.covered), t.g->n_goals);
  tear_down(&p, &t);
}

/* The calls of Phase 2 that it takes to cover (t, T), with joins before it. */
static uint32_t calls_behind_joins(tp_check check, tp_str *solved) {
  toy t;
  tp_phases p;
  toy_load(&t, "joins.rg");
  toy_conflict(&t, "aF tT");
  toy_conflict(&t, "bF tT");
  toy_conflict(&t, "cF tT");
  CHECK(toy_ready(&t, 1000));
  set_up(&p, &t, check);
  tp_phase1_run(&p);
  clear_logs(&t);
  tp_phase2_run(&p);
  CHECK_EQ(tp_bits_count(&t.covered), t.g->n_goals);
  tp_str_add(solved, tp_str_text(&t.solved));
  uint32_t calls = (uint32_t)p.phase2.solver_calls;
  tear_down(&p, &t);
  return calls;
}

TEST(joins_are_left_out_when_aiming) {
  tp_str aimed = {0}, walked = {0};
  CHECK_EQ(calls_behind_joins(TP_CHECK_COMPLETE, &aimed), 1);
  CHECK_STR(tp_str_text(&aimed), "tT; ");
  CHECK_EQ(calls_behind_joins(TP_CHECK_FAITHFUL, &walked), 5);
  CHECK_STR(tp_str_text(&walked), "aT bF cF tT; aT bT; aT bT cF tT; aT bT cT; "
                                  "aT bT cT tT; ");
  tp_str_free(&aimed);
  tp_str_free(&walked);
}

/* Checks (n9, T) with the current path of the figure; the nodes looked at. */
static uint64_t check_figure_4_2(tp_check check, const char *constraint) {
  toy t;
  tp_phases p;
  tp_checker c;
  toy_load(&t, "fig4_2.rg");
  set_up(&p, &t, check);
  record_all_but(&p, &t, "n21T");
  toy_learn(&t, p.unsat, constraint);
  tp_checker_init(&c, &p);
  c.todo = &p.unexplored;
  push_prefix(&c, &t, "n1T n3F n4T n5F n7F");
  tp_branch b = toy_branch(&t, "n9T");
  CHECK(!(check == TP_CHECK_FAITHFUL ? tp_check_faithful(&c, b)
                                     : tp_check_walk(&c, b)));
  CHECK_EQ(tp_unsat_depth(p.unsat), 5);
  uint64_t nodes = c.nodes;
  tp_checker_free(&c);
  tear_down(&p, &t);
  return nodes;
}

/* n10 to n19 once each, although n14, n17, n18 lie below both branches of
 * n10, and n20; n21 is looked at under n20F, after which the list changes. */
TEST(figure_4_2_no_feasible_path_nodes_list) {
  CHECK_EQ(check_figure_4_2(TP_CHECK_FAITHFUL, "n20F n21T"), 12);
  CHECK_EQ(check_figure_4_2(TP_CHECK_COMPLETE, "n20F n21T"), 12);
}

/* "If there is a change in any of the trimmed unsat constraint after removing
 * (n10, T)" the list is dropped: n14, n17, n18, n20 (and n21) are checked
 * again. Our walk knows that n14 and what follows do not rest on (n10, T). */
TEST(figure_4_2_list_is_dropped_when_the_trimmed_list_changes) {
  toy t;
  tp_phases p;
  tp_checker c;
  toy_load(&t, "fig4_2.rg");
  set_up(&p, &t, TP_CHECK_FAITHFUL);
  record_all_but(&p, &t, "n21T");
  toy_learn(&t, p.unsat, "n20F n21T");
  toy_learn(&t, p.unsat, "n10T n15T");
  tp_checker_init(&c, &p);
  push_prefix(&c, &t, "n1T n3F n4T n5F n7F");
  CHECK(!tp_check_faithful(&c, toy_branch(&t, "n9T")));
  CHECK_EQ(c.nodes, 12 + 5);
  tp_checker_free(&c);
  tear_down(&p, &t);
}

static void totally_unexplored(tp_check check) {
  toy t;
  tp_phases p;
  tp_str text = {0};
  uint32_t n = 0;
  toy_load(&t, "fig4_3.rg");
  toy_conflict(&t, "n9F n10T");
  CHECK(toy_ready(&t, 100));
  toy_prefer(&t, &n, "n8T n9F n10F n11F");
  toy_prefer(&t, &n, "n8F");
  set_up(&p, &t, check);
  tp_phase1_run(&p);
  CHECK_STR(unexplored(&t, &p, &text), "n10T n12T n12F");
  /* A check for a node before n10, with the path n8F as the last one. */
  execute(&p, &t, "n8F");
  clear_logs(&t);
  tp_phase2_run(&p);
  CHECK_STR(unexplored(&t, &p, &text), "n10T");
  CHECK(strstr(tp_str_text(&t.runs), "n10F n11T n12T") != NULL);
  CHECK_EQ(p.phase2.infeasible_paths, 0);
  tp_str_free(&text);
  tear_down(&p, &t);
}

TEST(figure_4_3_totally_unexplored_node) {
  totally_unexplored(TP_CHECK_FAITHFUL);
}

static const char *trimmed_text(const toy *t, const tp_unsat *db, tp_str *out) {
  VEC_CLEAR(out);
  for (tp_core id = 0; id < tp_unsat_n(db); id++) {
    uint32_t n, cut = tp_unsat_trim(db, id);
    const tp_unsat_step *steps = tp_unsat_core(db, id, &n);
    tp_str_add(out, "{");
    for (uint32_t i = cut; i < n; i++) {
      if (i > cut)
        tp_str_addc(out, ' ');
      toy_print(t, &steps[i].branch, 1, out);
    }
    tp_str_add(out, "}");
  }
  return tp_str_text(out);
}

TEST(section_4_2_trimmed_list_and_classes) {
  toy t;
  tp_classes classes = {0};
  tp_scc scc;
  tp_str text = {0};
  toy_load(&t, "sec4_2.rg");
  tp_unsat *db = tp_unsat_new(t.g);
  toy_learn(&t, db, "ncF nmT");
  toy_learn(&t, db, "naF ndT nsF");
  toy_learn(&t, db, "neF noT nzF");
  toy_learn(&t, db, "ndT nrT nxF");
  tp_vec_u32 prefix = {0};
  toy_branches(&t, "naT ncF ndT neF ngT niF", &prefix);
  for (uint32_t i = 0; i < prefix.n; i++)
    tp_unsat_push(db, prefix.at[i] + 1);
  CHECK_STR(trimmed_text(&t, db, &text),
            "{nmT}{naF ndT nsF}{noT nzF}{nrT nxF}");
  tp_scc_init(&scc, t.g);
  tp_closure *closure = tp_closure_new(t.g, &scc, TP_CLOSURE_SMALL);
  tp_unsat_classify(&classes, db, closure, toy_node(&t, "nj"), NULL);
  CHECK_STR(toy_text(&t, &classes.unreachable, &text), "nmT");
  CHECK_STR(toy_text(&t, &classes.reachable, &text), "nsF");
  CHECK_STR(toy_text(&t, &classes.possible, &text), "nzF");
  tp_unsat_pop_to(db, 0);
  CHECK_STR(trimmed_text(&t, db, &text),
            "{ncF nmT}{naF ndT nsF}{neF noT nzF}{ndT nrT nxF}");
  VEC_FREE(&prefix);
  tp_str_free(&text);
  tp_classes_free(&classes);
  tp_closure_free(closure);
  tp_scc_free(&scc);
  tp_unsat_free(db);
  toy_free(&t);
}
