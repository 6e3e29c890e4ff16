/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the records back. A record that does not make sense is left out:
 * its checksum is right, so another version wrote it. */
#include "app/found.h"

#include "base/bits.h"
#include "journal/code.h"
#include "journal/journal.h"

#define MAX_END (1u << 28) /* of branches: more are none */

typedef struct reader {
  tp_found *to;
  double seconds; /* of the record */
} reader;

static void set_text(char **to, char *text) {
  tp_free(*to);
  *to = text;
}

/* ---- tests --------------------------------------------------------------- */

static void read_input(reader *r, tp_cursor *c) {
  tp_found_input in = {0};
  in.type = (uint8_t)tp_take_u64(c);
  in.site = tp_take_u32(c);
  in.from = tp_take_u32(c);
  in.is_object = tp_take_u64(c) != 0;
  in.is_first = tp_take_u64(c) != 0;
  in.offset = tp_take_u32(c);
  VEC_PUSH(&r->to->inputs, in);
}

static void read_reads(tp_found *f, tp_cursor *c) {
  int64_t number = 0;
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--) {
    number += tp_take_i64(c);
    tp_found_read read = {.input = (uint32_t)number};
    read.bits = tp_take_u64(c);
    if (read.input >= f->inputs.n)
      c->is_bad = true;
    else
      VEC_PUSH(&f->reads, read);
  }
}

static void read_taken(tp_found *f, tp_cursor *c) {
  int64_t branch = 0;
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--) {
    branch += tp_take_i64(c);
    VEC_PUSH(&f->taken, (tp_sbranch)branch);
  }
}

static void read_test(reader *r, tp_cursor *c) {
  tp_found *f = r->to;
  tp_found_test t = {.seconds = r->seconds,
                     .first_read = f->reads.n,
                     .first_taken = f->taken.n};
  t.end = (uint8_t)tp_take_u64(c);
  t.code = (int)tp_take_i64(c);
  read_reads(f, c);
  read_taken(f, c);
  t.n_reads = f->reads.n - t.first_read;
  t.n_taken = f->taken.n - t.first_taken;
  VEC_PUSH(&f->tests, t); /* also a bad one: others are known by number */
}

static void read_replay(reader *r, tp_cursor *c) {
  uint32_t test = tp_take_u32(c);
  uint64_t replayed = tp_take_u64(c);
  uint64_t how = tp_take_u64(c);
  int64_t code = tp_take_i64(c);
  if (c->is_bad || test >= r->to->tests.n)
    return;
  tp_found_test *t = &r->to->tests.at[test];
  t->replayed = (uint8_t)replayed;
  t->plain = (tp_plain_end){(tp_plain_how)how, (int)code};
}

static void read_story(reader *r, tp_cursor *c) {
  tp_found *f = r->to;
  uint32_t test = tp_take_u32(c), first = f->story.n;
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--)
    VEC_PUSH(&f->story, tp_take_u32(c));
  if (c->is_bad || test >= f->tests.n)
    return;
  f->tests.at[test].first_story = first;
  f->tests.at[test].n_story = f->story.n - first;
}

static void read_finding(reader *r, tp_cursor *c) {
  tp_found_finding f = {0};
  f.kind = (uint8_t)tp_take_u64(c);
  f.signal = (int)tp_take_i64(c);
  f.file = tp_take_text(c);
  f.line = tp_take_u32(c);
  f.test = tp_take_u32(c);
  if (!c->is_bad && f.test < r->to->tests.n)
    VEC_PUSH(&r->to->findings, f);
  else
    tp_free(f.file);
}

static void read_denied(reader *r, tp_cursor *c) {
  tp_found_denied d = {0};
  d.test = tp_take_u32(c);
  d.call = tp_take_text(c);
  d.file = tp_take_text(c);
  d.line = tp_take_u32(c);
  d.count = tp_take_u64(c);
  if (!c->is_bad && d.test < r->to->tests.n && d.call) {
    VEC_PUSH(&r->to->denied, d);
    return;
  }
  tp_free(d.call);
  tp_free(d.file);
}

static void read_prediction(reader *r, tp_cursor *c) {
  tp_found_prediction p = {0};
  p.check = tp_take_u32(c);
  p.given = tp_take_u32(c);
  p.verdict = (uint8_t)tp_take_u32(c);
  p.met = tp_take_u32(c);
  p.shadow = tp_take_u32(c);
  p.hoisted = tp_take_u32(c);
  p.reason = tp_take_text(c);
  if (!c->is_bad && p.verdict <= TP_PREDICTED_FOUND)
    VEC_PUSH(&r->to->predictions, p);
  else
    tp_free(p.reason);
}

static void read_precondition(reader *r, tp_cursor *c) {
  tp_precondition p = {.function = tp_take_text(c)};
  for (uint32_t n = tp_take_u32(c); n && !c->is_bad; n--)
    VEC_PUSH(&p.parts, tp_take_text(c));
  for (uint32_t n = tp_take_u32(c); n && !c->is_bad; n--) {
    char *why = tp_take_text(c);
    VEC_PUSH(&p.dropped, ((tp_dropped){why, tp_take_u32(c)}));
  }
  if (c->is_bad)
    tp_precondition_clear(&p);
  else
    VEC_PUSH(&r->to->preconditions, p);
}

static void read_witness(reader *r, tp_cursor *c) {
  tp_found *f = r->to;
  uint32_t branch = tp_take_u32(c), who = tp_take_u32(c);
  if (c->is_bad || branch >= MAX_END || who > TP_WITNESS_UNDEFINED)
    return;
  if (branch >= f->witnesses.n)
    VEC_RESIZE(&f->witnesses, branch + 1);
  f->witnesses.at[branch] = (uint8_t)who;
}

static void read_row(reader *r, tp_cursor *c) {
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--)
    VEC_PUSH(&r->to->row_values, tp_take_u64(c));
  VEC_PUSH(&r->to->row_ends, r->to->row_values.n);
}

/* ---- verdicts ------------------------------------------------------------ */

static void read_proof(reader *r, tp_cursor *c) {
  tp_found *f = r->to;
  tp_sbranch b = tp_take_u32(c);
  char *text = tp_take_text(c);
  if (c->is_bad || !text) {
    tp_free(text);
    return;
  }
  if (b >= f->proofs.n)
    VEC_RESIZE(&f->proofs, b + 1);
  tp_found_proof *p = &f->proofs.at[b];
  if (!p->text)
    p->seconds = r->seconds;
  set_text(&p->text, text);
  VEC_CLEAR(&p->certificates);
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--)
    VEC_PUSH(&p->certificates, tp_take_u32(c));
}

static void read_reason(reader *r, tp_cursor *c) {
  tp_sbranch b = tp_take_u32(c);
  char *text = tp_take_text(c);
  if (c->is_bad) {
    tp_free(text);
    return;
  }
  if (b >= r->to->reasons.n)
    VEC_RESIZE(&r->to->reasons, b + 1);
  set_text(&r->to->reasons.at[b], text);
}

static void read_astray(reader *r, tp_cursor *c) {
  tp_sbranch b = tp_take_u32(c);
  if (!c->is_bad)
    VEC_PUSH(&r->to->astray, b);
}

/* The test keeps what is not in the list, in its order. */
static void take_away(tp_found *f, tp_found_test *t, const tp_bits *lost) {
  uint32_t kept = 0, *taken = f->taken.at + t->first_taken;
  for (uint32_t i = 0; i < t->n_taken; i++)
    if (taken[i] >= lost->n || !tp_bits_has(lost, taken[i]))
      taken[kept++] = taken[i];
  t->n_taken = kept;
}

static void read_lost(reader *r, tp_cursor *c) {
  tp_found *f = r->to;
  uint32_t test = tp_take_u32(c), why = tp_take_u32(c), end = tp_take_u32(c);
  if (c->is_bad || test >= f->tests.n || why > TP_LOST_SPARE || end > MAX_END)
    return;
  tp_bits lost;
  tp_bits_init(&lost, end);
  if (end > f->lost.n)
    VEC_RESIZE(&f->lost, end);
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--) {
    tp_sbranch b = tp_take_u32(c);
    if (b >= end)
      continue;
    tp_bits_add(&lost, b);
    if (why != TP_LOST_SPARE)
      f->lost.at[b] = (uint8_t)why;
  }
  take_away(f, &f->tests.at[test], &lost);
  tp_bits_free(&lost);
}

/* ---- the rest ------------------------------------------------------------ */

static void clear_notes(tp_found *f) {
  for (uint32_t i = 0; i < f->concretised.n; i++)
    tp_free(f->concretised.at[i].what);
  for (uint32_t i = 0; i < f->notes.n; i++)
    tp_free(f->notes.at[i]);
  VEC_CLEAR(&f->concretised);
  VEC_CLEAR(&f->notes);
}

static void read_notes(reader *r, tp_cursor *c) {
  tp_found *f = r->to;
  clear_notes(f);
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--) {
    tp_found_concrete at = {.what = tp_take_text(c)};
    at.file = tp_take_u32(c);
    at.line = tp_take_u32(c);
    at.count = tp_take_u64(c);
    VEC_PUSH(&f->concretised, at);
  }
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--)
    VEC_PUSH(&f->notes, tp_take_text(c));
}

static void clear_state(tp_found_state *s) {
  for (uint32_t i = 0; i < s->phases.n; i++)
    tp_free(s->phases.at[i].name);
  for (uint32_t i = 0; i < s->arms.n; i++)
    tp_free(s->arms.at[i].name);
  for (uint32_t i = 0; i < s->parts.n; i++)
    tp_free(s->parts.at[i].name);
  VEC_FREE(&s->phases);
  VEC_FREE(&s->arms);
  VEC_FREE(&s->parts);
  for (uint32_t i = 0; i < s->op_weights.n; i++)
    tp_free(s->op_weights.at[i].name);
  VEC_FREE(&s->op_weights);
  tp_free(s->stopped);
  tp_free(s->replay_failure);
  *s = (tp_found_state){0};
}

static tp_found_phase take_phase(tp_cursor *c) {
  tp_found_phase p = {.name = tp_take_text(c)};
  p.counts.runs = tp_take_u64(c);
  p.counts.solver_calls = tp_take_u64(c);
  p.counts.quick_answers = tp_take_u64(c);
  p.counts.solver_calls_saved = tp_take_u64(c);
  p.counts.paths = tp_take_u64(c);
  p.counts.covered = tp_take_u32(c);
  p.counts.infeasible = tp_take_u32(c);
  p.counts.seconds = tp_take_double(c);
  return p;
}

static tp_found_arm take_arm(tp_cursor *c) {
  tp_found_arm a = {.name = tp_take_text(c)};
  a.counts.slices = tp_take_u64(c);
  a.counts.covered = tp_take_u32(c);
  a.counts.infeasible = tp_take_u32(c);
  a.counts.seconds = tp_take_double(c);
  return a;
}

static tp_found_part take_part(tp_cursor *c) {
  tp_found_part part = {.name = tp_take_text(c)};
  part.seconds = tp_take_double(c);
  return part;
}

static void read_state(reader *r, tp_cursor *c) {
  tp_found_state *s = &r->to->state;
  clear_state(s);
  s->is_final = tp_take_u64(c) != 0;
  s->is_exhausted = tp_take_u64(c) != 0;
  s->stopped = tp_take_text(c);
  s->runs = tp_take_u64(c);
  s->damaged = tp_take_u64(c);
  s->solver_calls = tp_take_u64(c);
  s->quick_answers = tp_take_u64(c);
  s->peak_rss_kb = tp_take_u64(c);
  s->constraints.calls = tp_take_u64(c);
  s->constraints.sizes = tp_take_u64(c);
  s->constraints.sliced = tp_take_u64(c);
  s->constraints.largest = tp_take_u64(c);
  s->constraints.seconds = tp_take_double(c);
  s->rows_run = tp_take_u32(c);
  s->rows_kept = tp_take_u32(c);
  s->replay_failure = tp_take_text(c);
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--)
    VEC_PUSH(&s->phases, take_phase(c));
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--)
    VEC_PUSH(&s->arms, take_arm(c));
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--)
    VEC_PUSH(&s->parts, take_part(c));
  s->choices.is_there = tp_take_u64(c) != 0;
  s->choices.random = tp_take_u64(c);
  s->choices.solve = tp_take_u64(c);
  for (uint32_t n = tp_take_u32(c); n > 0 && !c->is_bad; n--)
    VEC_PUSH(&s->op_weights, take_part(c));
}

static void read_program(reader *r, tp_cursor *c) {
  set_text(&r->to->fingerprint, tp_take_text(c));
}

static void read_record(void *state, uint8_t kind, double seconds,
                        const uint8_t *bytes, size_t n) {
  static void (*const readers[])(reader *, tp_cursor *) = {
      [TP_FOUND_PROGRAM] = read_program,
      [TP_FOUND_ROW] = read_row,
      [TP_FOUND_INPUT] = read_input,
      [TP_FOUND_TEST] = read_test,
      [TP_FOUND_REPLAY] = read_replay,
      [TP_FOUND_FINDING] = read_finding,
      [TP_FOUND_PROOF] = read_proof,
      [TP_FOUND_REASON] = read_reason,
      [TP_FOUND_NOTES] = read_notes,
      [TP_FOUND_STATE] = read_state,
      [TP_FOUND_LOST] = read_lost,
      [TP_FOUND_DENIED] = read_denied,
      [TP_FOUND_STORY] = read_story,
      [TP_FOUND_PREDICTION] = read_prediction,
      [TP_FOUND_PRECONDITION] = read_precondition,
      [TP_FOUND_WITNESS] = read_witness,
      [TP_FOUND_ASTRAY] = read_astray};
  reader *r = state;
  tp_cursor c = {bytes, bytes + n, false};
  r->seconds = seconds;
  if (kind < sizeof readers / sizeof *readers && readers[kind])
    readers[kind](r, &c);
}

void tp_found_read_journal(tp_found *out, const char *dir) {
  *out = (tp_found){0};
  reader r = {.to = out};
  out->is_there = tp_journal_read(dir, read_record, &r);
}

void tp_found_free(tp_found *f) {
  for (uint32_t i = 0; i < f->proofs.n; i++) {
    tp_free(f->proofs.at[i].text);
    VEC_FREE(&f->proofs.at[i].certificates);
  }
  for (uint32_t i = 0; i < f->reasons.n; i++)
    tp_free(f->reasons.at[i]);
  clear_notes(f);
  clear_state(&f->state);
  VEC_FREE(&f->inputs);
  VEC_FREE(&f->reads);
  VEC_FREE(&f->taken);
  VEC_FREE(&f->story);
  VEC_FREE(&f->tests);
  for (uint32_t i = 0; i < f->findings.n; i++)
    tp_free(f->findings.at[i].file);
  VEC_FREE(&f->findings);
  for (uint32_t i = 0; i < f->denied.n; i++) {
    tp_free(f->denied.at[i].call);
    tp_free(f->denied.at[i].file);
  }
  VEC_FREE(&f->denied);
  for (uint32_t i = 0; i < f->predictions.n; i++)
    tp_free(f->predictions.at[i].reason);
  VEC_FREE(&f->predictions);
  for (uint32_t i = 0; i < f->preconditions.n; i++)
    tp_precondition_clear(&f->preconditions.at[i]);
  VEC_FREE(&f->preconditions);
  VEC_FREE(&f->proofs);
  VEC_FREE(&f->reasons);
  VEC_FREE(&f->astray);
  VEC_FREE(&f->lost);
  VEC_FREE(&f->witnesses);
  VEC_FREE(&f->concretised);
  VEC_FREE(&f->notes);
  VEC_FREE(&f->row_values);
  VEC_FREE(&f->row_ends);
  tp_free(f->fingerprint);
  *f = (tp_found){0};
}
