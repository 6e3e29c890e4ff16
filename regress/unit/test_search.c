/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The helpers that all searches share, and the small sets of Phase 2. */
#include "check.h"
#include "mini.h"

#include "phase2/nogood.h"
#include "phase2/nopath.h"
#include "phase2/reason.h"
#include "search/cover.h"
#include "search/dfs.h"
#include "search/session.h"

static tp_graph *read_text(const char *text) {
  tp_diag diag = {0};
  tp_graph *g = NULL;
  CHECK_EQ(tp_graph_read(&g, text, strlen(text), "x.rg", &diag), 0);
  return g;
}

static const char three[] = "goals 4\n"
                            "s entry: a\n"
                            "a decision 1: b/0 c/1\n"
                            "b decision 2: x/2 x/3\n"
                            "c decision 2: x/2 x/3\n"
                            "x exit:\n";

TEST(cover_shared_goals_close_together) {
  tp_graph *g = read_text(three);
  tp_cover cover;
  tp_path path = {0};
  tp_cover_init(&cover, g);
  CHECK(cover.has_shared_goals);
  tp_branch b = g->nodes.at[2].first, c = g->nodes.at[3].first;
  VEC_PUSH(&path, (tp_step){b, 5});
  CHECK_EQ(tp_cover_path(&cover, &path), 1);
  CHECK_EQ(tp_cover_path(&cover, &path), 0);
  CHECK(!tp_live_is_open(&cover.live, c));
  CHECK(tp_live_is_open(&cover.live, c + 1));
  path.at[0].branch = c + 1;
  CHECK_EQ(tp_cover_path(&cover, &path), 1);
  CHECK(!tp_live_node(&cover.live, 2));
  CHECK(tp_live_node(&cover.live, 1));
  CHECK_EQ(cover.n_covered, 2);
  CHECK(!tp_cover_is_complete(&cover));
  VEC_FREE(&path);
  tp_cover_free(&cover);
  tp_graph_free(g);
}

TEST(counter_branches_of_a_switch_come_in_order) {
  tp_graph *g = read_text("s entry: a\na decision 1: x x x x\nx exit:\n");
  tp_branch first = g->nodes.at[1].first;
  CHECK_EQ(tp_path_counter(g, first + 1, 0), first);
  CHECK_EQ(tp_path_counter(g, first + 1, first + 1), first + 2);
  CHECK_EQ(tp_path_counter(g, first + 1, first + 3), first + 3);
  CHECK_EQ(tp_path_counter(g, first + 1, first + 4), TP_NO_BRANCH);
  CHECK_EQ(tp_path_counter(g, first + 3, first + 3), TP_NO_BRANCH);
  tp_graph_free(g);
}

TEST(dfs_tries_each_side_once_behind_a_prefix) {
  tp_graph *g = read_text("s entry: a\na decision 1: b b b\nb decision 2: x x\n"
                          "x exit:\n");
  tp_branch a = g->nodes.at[1].first, b = g->nodes.at[2].first;
  tp_step one[] = {{a + 1, 1}, {b, 2}}, two[] = {{a, 3}, {b + 1, 4}};
  tp_path p1 = {one, 2, 2}, p2 = {two, 2, 2};
  tp_dfs dfs;
  tp_dfs_init(&dfs, g);
  tp_dfs_start(&dfs, &p1);
  CHECK_EQ(tp_dfs_next(&dfs), b + 1);
  CHECK_EQ(tp_dfs_next(&dfs), TP_NO_BRANCH);
  CHECK_EQ(tp_dfs_next(&dfs), TP_NO_BRANCH);
  tp_dfs_drop(&dfs);
  CHECK_EQ(tp_dfs_next(&dfs), a);
  tp_dfs_follow(&dfs, &p2); /* now through a: b is fresh behind it */
  CHECK_EQ(dfs.path.n, 2);
  CHECK_EQ(tp_dfs_next(&dfs), b);
  tp_dfs_drop(&dfs);
  CHECK_EQ(tp_dfs_next(&dfs), a + 2); /* a + 1 is where it came from */
  CHECK_EQ(tp_dfs_next(&dfs), TP_NO_BRANCH);
  two[1].pred = TP_PRED_CONCRETE;
  tp_dfs_start(&dfs, &p2);
  CHECK_EQ(tp_dfs_next(&dfs), TP_NO_BRANCH);
  tp_dfs_free(&dfs);
  tp_graph_free(g);
}

/* A predicate that the path has already leaves no other side. */
TEST(dfs_leaves_repeated_predicates_alone) {
  tp_graph *g = read_text("s entry: a\na decision 1: a x\nx exit:\n");
  tp_branch a = g->nodes.at[1].first;
  tp_step steps[] = {{a, 1}, {a, 2}, {a, 1}, {a, 2}, {a, 3}};
  tp_path all = {steps, 5, 5}, less = {steps, 2, 2};
  bool is_left[] = {true, true, false, false, true};
  tp_dfs dfs;
  tp_dfs_init(&dfs, g);
  for (uint32_t round = 0; round < 2; round++) {
    tp_dfs_start(&dfs, &all);
    for (uint32_t i = 5; i-- > 0;) {
      CHECK_EQ(tp_dfs_next(&dfs), is_left[i] ? a + 1 : TP_NO_BRANCH);
      tp_dfs_drop(&dfs);
    }
    tp_dfs_start(&dfs, &less); /* what was removed does not count */
    CHECK_EQ(tp_dfs_next(&dfs), a + 1);
  }
  tp_dfs_free(&dfs);
  tp_graph_free(g);
}

/* A run that hung, with 1,000 turns; every third step no input decides. */
static tp_outcome run_hung(void *state, tp_inputs inputs, tp_path *path) {
  const tp_graph *g = state;
  (void)inputs;
  VEC_CLEAR(path);
  for (uint32_t i = 0; i < 3000; i++)
    VEC_PUSH(path, (tp_step){g->nodes.at[1 + i % 3].first, i % 3 ? i + 1 : 0});
  return TP_RUN_HUNG;
}

static bool is_never_covered(void *state, uint32_t goal) {
  (void)state;
  (void)goal;
  return false;
}

TEST(session_cuts_endless_paths) {
  tp_graph *g = read_text("s entry: a\na decision 1: b x\nb decision 2: c x\n"
                          "c decision 3: a x\nx exit:\n");
  tp_oracle oracle = {
      .state = g, .graph = g, .run = run_hung, .is_covered = is_never_covered};
  tp_search_counts counts = {0};
  tp_session s;
  tp_path path = {0};
  tp_session_init(&s, &oracle, NULL, &counts);
  CHECK(tp_session_run(&s, 0, &path));
  CHECK_EQ(path.n, 301);
  CHECK_EQ(s.cover.n_covered, 3);
  VEC_FREE(&path);
  tp_session_fini(&s);
  tp_graph_free(g);
}

/* A reason may only ever claim more than it was given. */
TEST(reasons_never_forget) {
  for (uint64_t seed = 1; seed <= 3000; seed++) {
    tp_rng rng;
    tp_reason r[2] = {{.n = 0}, {.n = 0}};
    uint64_t given[2] = {0};
    tp_rng_init(&rng, seed);
    for (uint32_t i = 0; i < 2 + seed % 20; i++) {
      uint32_t which = tp_rng_below(&rng, 2), thing = tp_rng_below(&rng, 60);
      tp_reason_add(&r[which], thing);
      given[which] |= UINT64_C(1) << thing;
    }
    tp_reason_merge(&r[0], &r[1]);
    uint32_t cut = 30 + tp_rng_below(&rng, 40);
    tp_reason_cut(&r[0], cut);
    given[0] =
        (given[0] | given[1]) & ((UINT64_C(1) << (cut < 60 ? cut : 60)) - 1);
    uint32_t top = tp_reason_top(&r[0]);
    for (uint32_t thing = 0; thing < 60; thing++) {
      bool claimed = thing < r[0].below;
      for (uint32_t i = 0; i < r[0].n; i++)
        claimed |= r[0].thing[i] == thing;
      CHECK(claimed || !(given[0] >> thing & 1));
      CHECK(!(given[0] >> thing & 1) ||
            (top != TP_NOPATH_ALWAYS && top >= thing));
    }
    for (uint32_t i = 0; i < r[0].n; i++)
      CHECK(given[0] >> r[0].thing[i] & 1);
    CHECK(r[0].below <= cut);
  }
}

TEST(nopath_nodes_leave_with_what_they_rest_on) {
  tp_nopath list;
  tp_nopath_init(&list, 6);
  tp_nopath_add(&list, 1, 4);
  tp_nopath_add(&list, 2, 4);
  tp_nopath_add(&list, 3, 7);
  tp_nopath_add(&list, 4, TP_NOPATH_ALWAYS);
  tp_nopath_add(&list, 1, 9); /* it is there already */
  tp_nopath_drop_from(&list, 7);
  CHECK(tp_nopath_has(&list, 1) && tp_nopath_has(&list, 2));
  CHECK(!tp_nopath_has(&list, 3) && tp_nopath_has(&list, 4));
  tp_nopath_drop_from(&list, 0);
  CHECK(!tp_nopath_has(&list, 1) && !tp_nopath_has(&list, 2));
  CHECK(tp_nopath_has(&list, 4));
  tp_nopath_clear(&list);
  CHECK(!tp_nopath_has(&list, 4));
  tp_nopath_free(&list);
}

/* A nogood holds exactly behind prefixes with all of its predicates. */
TEST(nogoods_hold_where_their_predicates_are) {
  tp_graph *g = read_text(three);
  tp_unsat *db = tp_unsat_new(g);
  tp_nogoods all;
  tp_reason why = {0}, found;
  tp_nogoods_init(&all, g->nodes.n);
  tp_unsat_push(db, 11);
  tp_unsat_push(db, 12);
  tp_unsat_push(db, 13);
  tp_reason_add(&why, 0); /* the steps with 11 and 13 */
  tp_reason_add(&why, 4);
  tp_nogoods_add(&all, 2, db, &why);
  CHECK(tp_nogoods_find(&all, 2, db, &found));
  CHECK(!tp_nogoods_find(&all, 1, db, &found));
  tp_unsat_pop_to(db, 0);
  tp_unsat_push(db, 13);
  CHECK(!tp_nogoods_find(&all, 2, db, &found));
  tp_unsat_push(db, 14);
  tp_unsat_push(db, 11);
  CHECK(tp_nogoods_find(&all, 2, db, &found));
  CHECK(found.n == 2 && found.thing[0] == 4 && found.thing[1] == 0);
  why.is_unsure = true;
  tp_nogoods_add(&all, 1, db, &why);
  why = (tp_reason){.below = 3};
  tp_nogoods_add(&all, 1, db, &why);
  CHECK(!tp_nogoods_find(&all, 1, db, &found));
  tp_nogoods_free(&all);
  tp_unsat_free(db);
  tp_graph_free(g);
}
