/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arms of the default, and how long each may go on. */
#include "app/contest.h"

#include "app/partner.h"
#include "app/resume.h"
#include "app/tell.h"
#include "arms/oracle.h"
#include "decide/explain.h"
#include "decide/onward.h"
#include "explore/distance.h"
#include "explore/explore.h"
#include "rival/rival.h"

/* Where Decide follows, the phases need not insist: a few runs show what is
 * easy to reach, the rest is decided by queries, many branches to a test. */
#define FIRST_RUNS 24
/* Each takes all of its time: Decide needs fewer of them. */
#define MAX_HUNG 2
#define MAX_HUNG_AGAIN 6
/* What the first phases, and then Decide, may spend for themselves since they
 * have decided something: so much, and so much for each node of the program, in
 * ns; far more if the program has no loop, as then they come to an end soon. */
#define ALONE UINT64_C(60000000)
#define ALONE_A_NODE 2000
#define WITHOUT_LOOPS 20
#define MOST_ALONE 8 /* times that, whatever is gained, if there is no loop */
/* Searches rest when they have spent so much in vain, together; with --timeout
 * it is more. */
#define PATIENCE UINT64_C(2500000000)
#define LONGER 5
/* Processor seconds that a search may wait for an answer; where there is a
 * deadline at most such a part of what has passed, and a little. */
#define SEARCH_SECONDS 0.2
#define PART_OF_PAST 0.02
#define A_LITTLE 0.01
/* How likely it is that Decide, which takes as long again as it took so far,
 * then decides a branch. */
#define CHANCE 0.03
/* That counts as long as it has had no more than so much of all that was spent:
 * nobody knows how long a walk is before it has come to its end. Where there is
 * a deadline, what is covered until then counts more than to be done early. */
#define DECIDE_SHARE 0.3
#define DECIDE_SHARE_TIMED 0.08
/* Of a process that has no search by many runs to do. */
#define DECIDE_SHARE_SECOND 0.5
/* Proofs are explained before Decide goes on if its model takes no longer. */
#define MODEL_SECONDS 2.0
#define TRIAL UINT64_C(10000000) /* ns that each of the others has at first */
#define WAIT_MS 20 /* for the other, when nothing is left to do here */

typedef struct contest contest;

/* A search, and the phase it is in. */
typedef struct entry {
  contest *c;
  tp_arm *arm;
  const char *phase;
  tp_arm_oracle oracle;
  const tp_strategy *rival;
} entry;

enum {
  PHASES,
  DECIDE,
  RANDOM,
  DISTANCE,
  CFG,
  RANDOM_BRANCH,
  EXPLORE,
  ONWARD,
  N_ENTRIES
};

struct contest {
  tp_search *s;
  tp_diag *diag;
  tp_arms *arms;
  entry at[N_ENTRIES];
  entry *now;
  double start;
  bool is_decided;     /* Decide has ended */
  tp_partner *partner; /* NULL: alone */
  bool is_second;
  tp_ledger_stamp from;
};

static bool is_timed(const contest *c) {
  return c->s->project->budget.deadline > 0;
}

/* ---- what the scheduler asks --------------------------------------------- */

static uint64_t gain(void *state) {
  const contest *c = state;
  return tp_bits_count(tp_engine_covered(c->s->project->engine)) +
         c->s->verdicts.counts.infeasible;
}

static uint64_t open_branches(void *state) {
  const contest *c = state;
  return tp_search_count_open(c->s);
}

static bool is_over(void *state) {
  const contest *c = state;
  return !tp_search_is_open(c->s);
}

static entry *entry_of(contest *c, const tp_arm *arm) {
  for (uint32_t i = 0; i < N_ENTRIES; i++)
    if (c->at[i].arm == arm)
      return &c->at[i];
  return NULL;
}

static void enter(void *state, tp_arm *arm) {
  contest *c = state;
  c->now = entry_of(c, arm);
  tp_ledger_switch(&c->s->ledger, c->now->phase);
  c->from = c->s->ledger.from;
  if (c->is_second)
    tp_partner_enter(c->partner, (uint32_t)(c->now - c->at));
}

static void leave(void *state, tp_arm *arm) {
  contest *c = state;
  tp_result_arm *row = &c->s->arms.at[c->now - c->at];
  tp_arm_report report = tp_arm_tell(arm);
  c->now->phase = c->s->ledger.phase;
  tp_ledger_switch(&c->s->ledger, NULL);
  row->slices = report.slices;
  row->seconds = report.seconds;
  row->covered += c->s->ledger.from.covered - c->from.covered;
  row->infeasible +=
      (uint32_t)(c->s->ledger.from.infeasible - c->from.infeasible);
  if (c->is_second)
    tp_partner_leave(c->partner, &c->from, &c->s->ledger.from);
}

/* The other's tests and proofs; Decide's end is the second's. */
static bool between(void *state, bool is_idle) {
  contest *c = state;
  if (!c->partner)
    return false;
  bool goes_on = tp_partner_exchange(c->partner, is_idle ? WAIT_MS : 0);
  c->is_decided |= !goes_on && !c->is_second;
  return goes_on && !c->is_second;
}

/* ---- searches ------------------------------------------------------------ */

static bool is_settled(void *state, uint32_t goal) {
  const entry *e = state;
  return tp_search_is_proved(e->c->s, goal);
}

static double patience(void *state) {
  const contest *c = state;
  double past = (tp_now() - c->start) * PART_OF_PAST + A_LITTLE;
  return is_timed(c) && past < SEARCH_SECONDS ? past : SEARCH_SECONDS;
}

/* Hard arithmetic is left to Decide as long as that goes on. */
static void before_solving(void *state) {
  const contest *c = ((entry *)state)->c;
  bool is_long = is_timed(c) && c->is_decided;
  tp_smt_set_effort(c->s->project->smt,
                    (tp_smt_effort){!is_long, patience(((entry *)state)->c)});
}

/* A few runs of each; when the others have had their turn, without limits. */
static void run_phases(void *state, tp_arm *arm) {
  entry *e = state;
  tp_phase_plan first = {.name1 = "phase1",
                         .name2 = "phase2",
                         .max_runs = FIRST_RUNS,
                         .max_hung = MAX_HUNG,
                         .options = {.is_thrifty = true}};
  tp_phase_plan again = {.name1 = "phase1 again",
                         .name2 = "phase2 again",
                         .max_hung = MAX_HUNG_AGAIN,
                         .options = {.is_thrifty = true}};
  tp_search_phases(e->c->s, &e->oracle.oracle, &first);
  tp_arm_make_way(arm);
  if (tp_budget_over(tp_arm_budget(arm)) == TP_STOP_NONE)
    tp_search_phases(e->c->s, &e->oracle.oracle, &again);
}

static tp_search_limits limits_of(const entry *e) {
  const tp_options *o = e->c->s->project->options;
  return (tp_search_limits){
      .max_runs = o->max_runs, .seed = o->seed, .max_hung = MAX_HUNG_AGAIN};
}

static void finish(entry *e, const tp_search_counts *counts) {
  tp_ledger_add(&e->c->s->ledger, e->phase, counts);
}

static void run_explore(void *state, tp_arm *arm) {
  entry *e = state;
  tp_search_limits limits = limits_of(e);
  tp_search_counts counts = {0};
  (void)arm;
  tp_explore(&e->oracle.oracle, &limits, UINT64_MAX, &counts);
  finish(e, &counts);
}

static void run_rival(void *state, tp_arm *arm) {
  entry *e = state;
  tp_search_limits limits = limits_of(e);
  tp_search_counts counts = {0};
  (void)arm;
  e->rival->search(&e->oracle.oracle, &limits, &counts);
  finish(e, &counts);
}

/* ---- Decide -------------------------------------------------------------- */

static void spend(tp_arm *arm, const tp_decide_work *work) {
  uint64_t ns = work->walked * TP_WEIGHT_WALK + work->checks * TP_WEIGHT_CHECK +
                work->conditions * TP_WEIGHT_QUERY_TERM +
                work->runs * TP_WEIGHT_RUN + work->steps * TP_WEIGHT_STEP +
                (uint64_t)(work->lost * 1e9);
  tp_arm_spend(arm, ns);
}

static void spend_deciding(void *state, const tp_decide_work *work) {
  contest *c = state;
  spend(c->at[DECIDE].arm, work);
}

static void spend_onward(void *state, const tp_decide_work *work) {
  contest *c = state;
  spend(c->at[ONWARD].arm, work);
}

static void tell_proof(void *state, tp_sbranch b, const tp_decide_verdict *v) {
  const contest *c = state;
  if (c->is_second) {
    tp_partner_prove(c->partner, b, v);
    return;
  }
  tp_tell_proof(c->s->project->tell, b, v);
  tp_search_post(c->s);
}

/* However a process ends, it was not in vain that one knew. */
static void tell_astray(void *state, tp_sbranch b) {
  const contest *c = state;
  if (c->is_second)
    tp_partner_tell_astray(c->partner, b);
  else
    tp_tell_astray(c->s->project->tell, b);
}

static tp_decide_parts parts_of(contest *c, const tp_budget *budget) {
  tp_project *p = c->s->project;
  return (tp_decide_parts){.program = p->program,
                           .plan = &p->instr.plan,
                           .exprs = p->exprs,
                           .smt = p->smt,
                           .engine = p->engine,
                           .budget = budget,
                           .ir = p->ir,
                           .proved = p->resume ? p->resume->proved.at : NULL,
                           .certify_dir = p->options->certify,
                           .diag = c->diag,
                           .on_proof = tell_proof,
                           .on_astray = tell_astray,
                           .spend = spend_deciding,
                           .patience = patience,
                           .state = c};
}

static void run_decide(void *state, tp_arm *arm) {
  entry *e = state;
  contest *c = e->c;
  tp_decide_parts parts = parts_of(c, tp_arm_budget(arm));
  tp_decider *decider = tp_decide(&c->s->verdicts, &parts);
  /* Searches may take all the time that is left. Here two models are kept. */
  if (c->s->verdicts.counts.model_seconds < MODEL_SECONDS)
    tp_explain(&c->s->verdicts, &parts);
  if (tp_decide_is_late(decider)) {
    tp_arm_make_way(arm);
    tp_ledger_switch(&c->s->ledger, "decide late");
    tp_decide_late(decider, tp_arm_budget(arm));
  }
  c->is_decided = true;
  tp_decider_free(decider);
  tp_explain(&c->s->verdicts, &parts);
}

static void run_onward(void *state, tp_arm *arm) {
  entry *e = state;
  contest *c = e->c;
  tp_decide_parts parts = parts_of(c, tp_arm_budget(arm));
  parts.spend = spend_onward;
  if (c->s->verdicts.at.n) /* Decide has begun */
    tp_onward(&c->s->verdicts, &parts, c->s->project->options->seed);
}

static double promise_of_decide(void *state, const tp_arm *arm) {
  const entry *e = state;
  double share = e->c->is_second  ? DECIDE_SHARE_SECOND
                 : is_timed(e->c) ? DECIDE_SHARE_TIMED
                                  : DECIDE_SHARE;
  if (tp_arm_share(arm) > share)
    return 0;
  return CHANCE * (double)open_branches(e->c) /
         ((double)tp_arm_spent(arm) * 1e-9 + 0.01);
}

/* ---- all of them --------------------------------------------------------- */

typedef struct how {
  const char *name, *phase;
  void (*run)(void *state, tp_arm *arm);
  const tp_strategy *rival;
  double prior, part; /* arms/arms.h */
  bool is_second; /* of two processes the second does it: it mostly solves */
} how;

static const how hows[N_ENTRIES] = {
    [PHASES] = {"phases", "phase1", run_phases, NULL, 0, 0.004, false},
    [DECIDE] = {"decide", "decide", run_decide, NULL, 0.5, 0, true},
    [RANDOM] = {"random", "random-input", run_rival, &tp_rival_random_input, 0,
                0.004, false},
    [DISTANCE] = {"distance", "distance", run_rival, &tp_explore_distance, 0,
                  0.08, false},
    [CFG] = {"cfg", "cfg", run_rival, &tp_rival_cfg, 0, 0.008, true},
    [RANDOM_BRANCH] = {"random-branch", "random-branch", run_rival,
                       &tp_rival_random_branch, 0, 0.004, true},
    [EXPLORE] = {"explore", "explore", run_explore, NULL, 0, 0.004, true},
    [ONWARD] = {"onward", "onward", run_onward, NULL, 0, 0.01, true}};

static void add(contest *c, uint32_t which) {
  entry *e = &c->at[which];
  *e = (entry){.c = c, .phase = hows[which].phase, .rival = hows[which].rival};
  tp_arm_plan plan = {.name = hows[which].name,
                      .state = e,
                      .run = hows[which].run,
                      .promise = which == DECIDE ? promise_of_decide : NULL,
                      .prior = hows[which].prior,
                      .part = hows[which].part,
                      .is_search = which != DECIDE};
  e->arm = tp_arms_add(c->arms, &plan);
  VEC_PUSH(&c->s->arms, (tp_result_arm){.name = plan.name});
  if (!e->arm)
    return;
  e->oracle = (tp_arm_oracle){.inner = tp_engine_oracle(c->s->project->engine),
                              .arm = e->arm,
                              .state = e,
                              .is_settled = is_settled,
                              .before_solving = before_solving};
  tp_arm_oracle_init(&e->oracle);
}

/* By its text: functions that call themselves are found out soon enough. */
static bool has_loops(const tp_program *p) {
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    uint8_t kind = p->nodes.at[n].kind;
    if (kind == TP_N_WHILE || kind == TP_N_DO || kind == TP_N_FOR ||
        kind == TP_N_GOTO || kind == TP_N_GOTO_ANY)
      return true;
  }
  return false;
}

/* They begin one after the other. Without loops nothing is gained by many runs.
 * Where there are loops nobody knows which arm is the right one before it has
 * been tried: where these have not come to an end all have shown what they can
 * do. */
static const struct beginning {
  uint32_t which;
  bool is_trial; /* one slice */
} beginnings[] = {{PHASES, false}, {RANDOM, true}, {DISTANCE, false},
                  {DECIDE, false}, {CFG, true},    {RANDOM_BRANCH, true},
                  {EXPLORE, true}};

static void begin(contest *c, bool loops) {
  const tp_program *p = c->s->project->program;
  uint64_t alone = loops && is_timed(c) ? ALONE
                                        : (ALONE + p->nodes.n * ALONE_A_NODE) *
                                              (loops ? 1 : WITHOUT_LOOPS);
  /* After a while the one that gains also has to be better than others. */
  uint64_t most = loops ? alone : MOST_ALONE * alone;
  for (uint32_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
    const struct beginning *b = &beginnings[i];
    bool is_wanted = loops || (!b->is_trial && b->which != DISTANCE);
    if (c->at[b->which].arm && is_wanted)
      tp_arms_run_alone(c->arms, c->at[b->which].arm,
                        b->is_trial ? TRIAL : alone,
                        b->is_trial ? TRIAL : most);
  }
}

/* Each of two processes does its part; both know all until here. */
static void split(contest *c) {
  bool is_decided = c->is_decided;
  c->partner = tp_partner_split(c->s, &c->is_second);
  for (uint32_t i = 0; c->partner && i < N_ENTRIES; i++)
    if (c->at[i].arm && hows[i].is_second != c->is_second)
      tp_arms_retire(c->arms, c->at[i].arm);
  c->is_decided = is_decided;
}

void tp_contest_run(tp_search *s, tp_diag *diag) {
  tp_project *p = s->project;
  contest c = {.s = s, .diag = diag, .start = tp_now()};
  bool loops = has_loops(p->program);
  tp_arms_options options = {.state = &c,
                             .gain = gain,
                             .open = open_branches,
                             .is_over = is_over,
                             .enter = enter,
                             .leave = leave,
                             .between = between,
                             .budget = &p->budget,
                             .patience =
                                 PATIENCE * (is_timed(&c) ? LONGER : 1)};
  c.arms = tp_arms_new(&options);
  for (uint32_t i = 0; i < N_ENTRIES; i++)
    add(&c, i);
  begin(&c, loops);
  if (tp_partner_is_wanted(p) && tp_search_is_open(s) &&
      tp_budget_over(&p->budget) == TP_STOP_NONE)
    split(&c);
  tp_arms_run(c.arms);
  if (c.is_second)
    tp_partner_finish(c.partner);
  if (c.partner)
    tp_partner_end(c.partner);
  s->is_exhausted |= !tp_search_is_open(s);
  tp_arms_free(c.arms);
  tp_decide_parts parts = parts_of(&c, &p->budget);
  parts.spend = NULL;
  tp_explain(&s->verdicts, &parts);
}
