/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two tell each other, as messages (base/peer.h). A test is the values
 * that it reads: what it covers, each sees for itself. */
#include "app/partner.h"

#include "app/tell.h"
#include "base/peer.h"
#include "journal/code.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define START_MS 5000  /* until the second is ready */
#define LAST_WORDS 0.5 /* seconds that it has when the search is over */
#define LOOK_PAUSE 0.2 /* between two counts, and looks at its memory */

typedef enum word {
  WORD_READY,
  WORD_TEST,   /* arm, values */
  WORD_PROOF,  /* arm, branch, whether it is explained, text, certificates */
  WORD_ASTRAY, /* branch */
  WORD_REASON, /* branch, text */
  WORD_COUNTS, /* since the split, of each arm and of all */
  WORD_END
} word;

typedef struct arm_counts {
  uint64_t slices, runs, checks, quick;
  double seconds;
} arm_counts;

struct tp_partner {
  tp_search *search;
  tp_peer *peer;
  bool is_second;
  bool has_ended;  /* the other: it has told everything */
  bool runs_given; /* a test of the other's */
  uint32_t told;   /* tests of the engine that the other knows */
  uint32_t arm;    /* at work */
  VEC(arm_counts) arms;
  tp_constraint_counts asked; /* before the split */
  double next_look;
  tp_str out, in;
};

static void say(tp_partner *p, word w) {
  tp_peer_say(p->peer, (uint8_t)w, &p->out);
  VEC_CLEAR(&p->out);
}

/* ---- tests --------------------------------------------------------------- */

static void tell_tests(tp_partner *p) {
  const tp_engine *e = p->search->project->engine;
  for (; p->told < tp_engine_test_count(e); p->told++) {
    const tp_engine_test *test = tp_engine_test_at(e, p->told);
    if (test->end == TP_END_TIMEOUT && !p->is_second)
      continue; /* it would cost the other the same, for nothing */
    tp_put_u64(&p->out, p->arm);
    tp_put_u64(&p->out, test->reads.n);
    for (uint32_t i = 0; i < test->reads.n; i++)
      tp_put_u64(&p->out, test->reads.at[i].bits);
    say(p, WORD_TEST);
  }
}

/* After each run of the second, which may be killed before the slice ends. */
static void tell_at_once(void *state) {
  tp_partner *p = state;
  if (!p->runs_given)
    tell_tests(p);
}

/* It is not sent back. */
static void run_test(tp_partner *p, tp_cursor *c) {
  tp_engine *e = p->search->project->engine;
  const tp_oracle *oracle = tp_engine_oracle(e);
  VEC(uint64_t) row = {0};
  tp_path path = {0};
  uint32_t n = tp_take_u32(c);
  tell_tests(p);
  for (uint32_t i = 0; i < n && !c->is_bad; i++)
    VEC_PUSH(&row, tp_take_u64(c));
  p->runs_given = true;
  if (!c->is_bad && tp_engine_may_run(e))
    oracle->run(oracle->state, tp_engine_propose_row(e, row.at, row.n), &path);
  p->runs_given = false;
  p->told = tp_engine_test_count(e);
  VEC_FREE(&path);
  VEC_FREE(&row);
}

static void hear_test(tp_partner *p, tp_cursor *c) {
  tp_search *s = p->search;
  uint32_t arm = tp_take_u32(c), before = tp_ledger_covered(&s->ledger);
  if (arm >= s->arms.n)
    return;
  if (!p->is_second)
    tp_ledger_switch(&s->ledger, s->arms.at[arm].name);
  run_test(p, c);
  if (p->is_second)
    return;
  tp_ledger_switch(&s->ledger, NULL);
  s->arms.at[arm].covered += tp_ledger_covered(&s->ledger) - before;
}

/* ---- verdicts ------------------------------------------------------------ */

void tp_partner_prove(tp_partner *p, tp_sbranch b, const tp_decide_verdict *v) {
  tp_put_u64(&p->out, p->arm);
  tp_put_u64(&p->out, b);
  tp_put_u64(&p->out, v->is_explained);
  tp_put_text(&p->out, v->proof);
  tp_put_u64(&p->out, v->certificates.n);
  for (uint32_t i = 0; i < v->certificates.n; i++)
    tp_put_u64(&p->out, v->certificates.at[i]);
  say(p, WORD_PROOF);
}

void tp_partner_tell_astray(tp_partner *p, tp_sbranch b) {
  tp_put_u64(&p->out, b);
  say(p, WORD_ASTRAY);
}

static void hear_astray(tp_partner *p, tp_cursor *c) {
  tp_sbranch b = tp_take_u32(c);
  if (!c->is_bad)
    tp_tell_astray(p->search->project->tell, b);
}

static tp_decide_verdict *verdict_of(tp_search *s, uint32_t b) {
  uint32_t n = s->project->program->branches.n;
  if (b >= n)
    return NULL;
  if (s->verdicts.at.n < n)
    VEC_RESIZE(&s->verdicts.at, n);
  return &s->verdicts.at.at[b];
}

static void hear_proof(tp_partner *p, tp_cursor *c) {
  tp_search *s = p->search;
  uint32_t arm = tp_take_u32(c), b = tp_take_u32(c);
  bool is_explained = tp_take_u64(c) != 0;
  char *text = tp_take_text(c);
  tp_decide_verdict *v = verdict_of(s, b);
  if (!v || c->is_bad || arm >= s->arms.n) {
    tp_free(text);
    return;
  }
  bool is_new = v->kind != TP_DECIDED_INFEASIBLE;
  tp_free(v->reason);
  tp_free(v->proof);
  VEC_CLEAR(&v->certificates);
  v->kind = TP_DECIDED_INFEASIBLE;
  v->is_explained = is_explained;
  v->reason = NULL;
  v->proof = text;
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--)
    VEC_PUSH(&v->certificates, tp_take_u32(c));
  s->verdicts.counts.infeasible += is_new;
  if (is_new && tp_branch_is_counted(s->project->program, b)) {
    s->arms.at[arm].infeasible++;
    tp_ledger_row(&s->ledger, s->arms.at[arm].name)->infeasible++;
  }
  tp_tell_proof(s->project->tell, b, v);
  tp_search_post(s);
}

static void tell_reasons(tp_partner *p) {
  const tp_verdicts *all = &p->search->verdicts;
  for (tp_sbranch b = 0; b < all->at.n; b++) {
    if (all->at.at[b].kind != TP_DECIDED_UNKNOWN || !all->at.at[b].reason)
      continue;
    tp_put_u64(&p->out, b);
    tp_put_text(&p->out, all->at.at[b].reason);
    say(p, WORD_REASON);
  }
}

static void hear_reason(tp_partner *p, tp_cursor *c) {
  tp_decide_verdict *v = verdict_of(p->search, tp_take_u32(c));
  char *text = tp_take_text(c);
  if (!v || v->kind != TP_DECIDED_UNKNOWN) {
    tp_free(text);
    return;
  }
  tp_free(v->reason);
  v->reason = text;
}

/* ---- counts -------------------------------------------------------------- */

static void tell_counts(tp_partner *p) {
  const tp_constraint_counts *asked =
      tp_engine_constraints(p->search->project->engine);
  for (uint32_t i = 0; i < p->arms.n; i++) {
    const arm_counts *a = &p->arms.at[i];
    tp_put_u64(&p->out, a->slices);
    tp_put_u64(&p->out, a->runs);
    tp_put_u64(&p->out, a->checks);
    tp_put_u64(&p->out, a->quick);
    tp_put_double(&p->out, a->seconds);
  }
  tp_put_u64(&p->out, asked->calls - p->asked.calls);
  tp_put_u64(&p->out, asked->sizes - p->asked.sizes);
  tp_put_u64(&p->out, asked->sliced - p->asked.sliced);
  tp_put_u64(&p->out, asked->largest);
  tp_put_double(&p->out, asked->seconds - p->asked.seconds);
  say(p, WORD_COUNTS);
}

/* The row gets what is new since it was told last. */
static void add_counts(tp_search *s, tp_result_arm *arm, arm_counts *last,
                       const arm_counts *now) {
  if (now->slices == last->slices)
    return;
  tp_result_phase *row = tp_ledger_row(&s->ledger, arm->name);
  row->runs += now->runs - last->runs;
  row->solver_calls += now->checks - last->checks;
  row->quick_answers += now->quick - last->quick;
  row->seconds += now->seconds - last->seconds;
  arm->slices += now->slices - last->slices;
  arm->seconds += now->seconds - last->seconds;
  s->elsewhere.runs += now->runs - last->runs;
  s->elsewhere.checks += now->checks - last->checks;
  s->elsewhere.quick += now->quick - last->quick;
  *last = *now;
}

static void hear_counts(tp_partner *p, tp_cursor *c) {
  tp_search *s = p->search;
  for (uint32_t i = 0; i < p->arms.n; i++) {
    arm_counts now = {0};
    now.slices = tp_take_u64(c);
    now.runs = tp_take_u64(c);
    now.checks = tp_take_u64(c);
    now.quick = tp_take_u64(c);
    now.seconds = tp_take_double(c);
    if (!c->is_bad)
      add_counts(s, &s->arms.at[i], &p->arms.at[i], &now);
  }
  tp_constraint_counts asked = {0};
  asked.calls = tp_take_u64(c);
  asked.sizes = tp_take_u64(c);
  asked.sliced = tp_take_u64(c);
  asked.largest = tp_take_u64(c);
  asked.seconds = tp_take_double(c);
  if (!c->is_bad)
    s->elsewhere.asked = asked;
}

void tp_partner_enter(tp_partner *p, uint32_t arm) {
  p->arm = arm;
}

void tp_partner_leave(tp_partner *p, const tp_ledger_stamp *from,
                      const tp_ledger_stamp *to) {
  arm_counts *a = &p->arms.at[p->arm];
  a->slices++;
  a->runs += to->runs - from->runs;
  a->checks += to->checks - from->checks;
  a->quick += to->quick - from->quick;
  a->seconds += to->time - from->time;
  if (to->time < p->next_look)
    return;
  p->next_look = to->time + LOOK_PAUSE;
  tell_counts(p);
}

/* ---- the two ------------------------------------------------------------- */

static unsigned cores(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set)
                                                     : 1;
}

/* Without a deadline the same seed gives the same results. */
bool tp_partner_is_wanted(const tp_project *s) {
  const tp_options *o = s->options;
  if (o->max_runs || o->smt_log)
    return false;
  return o->threads ? o->threads > 1 : s->budget.deadline > 0 && cores() > 1;
}

/* What only the first has: the journal, tests on the plain program, the
 * screen. */
static bool become_second(tp_partner *p) {
  tp_diag diag = {0};
  tp_project *s = p->search->project;
  s->tell = NULL;
  s->board = NULL;
  tp_engine_on_run(s->engine, tell_at_once, p);
  bool is_ready = tp_project_start_again(s, &diag) == 0;
  tp_diag_free(&diag);
  if (is_ready)
    say(p, WORD_READY);
  return is_ready;
}

static bool is_ready(tp_partner *p) {
  uint8_t kind;
  double end = tp_now() + START_MS * 1e-3;
  while (tp_now() < end && !tp_peer_is_gone(p->peer) &&
         tp_budget_over(&p->search->project->budget) == TP_STOP_NONE)
    if (tp_peer_hear(p->peer, 10, &kind, &p->in))
      return kind == WORD_READY;
  return false;
}

static void free_partner(tp_partner *p) {
  VEC_FREE(&p->arms);
  tp_str_free(&p->out);
  tp_str_free(&p->in);
  tp_free(p);
}

tp_partner *tp_partner_split(tp_search *search, bool *is_second) {
  tp_peer *peer = tp_peer_split(is_second);
  tp_engine *engine = search->project->engine;
  if (!peer)
    return NULL;
  tp_partner *p = TP_NEW(tp_partner);
  *p = (tp_partner){.search = search,
                    .peer = peer,
                    .is_second = *is_second,
                    .told = tp_engine_test_count(engine),
                    .asked = *tp_engine_constraints(engine)};
  VEC_RESIZE(&p->arms, search->arms.n);
  if (*is_second && !become_second(p))
    _exit(1);
  if (*is_second || is_ready(p))
    return p;
  tp_peer_end(peer);
  free_partner(p);
  return NULL;
}

static void hear(tp_partner *p, word w) {
  tp_cursor c = {(const uint8_t *)p->in.at, (const uint8_t *)p->in.at + p->in.n,
                 false};
  switch (w) {
  case WORD_TEST:
    hear_test(p, &c);
    break;
  case WORD_PROOF:
    hear_proof(p, &c);
    break;
  case WORD_ASTRAY:
    hear_astray(p, &c);
    break;
  case WORD_REASON:
    hear_reason(p, &c);
    break;
  case WORD_COUNTS:
    hear_counts(p, &c);
    break;
  default:
    p->has_ended = true;
  }
}

/* What one may use, two may use together. */
static void mind_memory(tp_partner *p) {
  if (p->is_second || tp_now() < p->next_look)
    return;
  p->next_look = tp_now() + LOOK_PAUSE;
  if (tp_budget_are_too_large(tp_peer_copy(p->peer)))
    tp_stop_request(TP_STOP_MEMORY);
}

/* As the second ends, so does this one. */
static void mind_crash(tp_partner *p) {
  int how = p->is_second || p->has_ended ? 0 : tp_peer_how(p->peer);
  if (WIFSIGNALED(how))
    raise(WTERMSIG(how));
  else if (how) /* for want of memory */
    _exit(WEXITSTATUS(how));
}

bool tp_partner_exchange(tp_partner *p, int wait_ms) {
  uint8_t kind;
  mind_memory(p);
  tell_tests(p);
  for (int wait = wait_ms; tp_peer_hear(p->peer, wait, &kind, &p->in); wait = 0)
    hear(p, kind);
  if (tp_peer_is_gone(p->peer))
    mind_crash(p);
  return !p->has_ended && !tp_peer_is_gone(p->peer);
}

void tp_partner_end(tp_partner *p) {
  double end = tp_now() + LAST_WORDS;
  while (tp_search_is_open(p->search) && tp_now() < end &&
         tp_partner_exchange(p, 10))
    ;
  mind_crash(p);
  tp_peer_end(p->peer);
  free_partner(p);
}

_Noreturn void tp_partner_finish(tp_partner *p) {
  tell_tests(p);
  tell_counts(p);
  tell_reasons(p);
  say(p, WORD_END);
  tp_exec_stop(p->search->project->exec);
  tp_peer_leave(p->peer);
}
