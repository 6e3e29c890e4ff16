/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a decision reads is found from record to record, and read in the order
 * of the trace. Links are kept between symbols: all inputs of a symbol that a
 * condition hangs on are linked by that condition. */
#include "engine/later.h"

#include "base/clock.h"
#include "base/group.h"
#include "base/stage.h"
#include "engine/reading.h"

#include <stdlib.h>

#define POLL_EVERY 256u /* records */
#define NO_EVENT UINT32_MAX

void tp_later_clear(tp_later *l) {
  VEC_CLEAR(&l->records);
  VEC_CLEAR(&l->uses);
  VEC_CLEAR(&l->maker);
  VEC_CLEAR(&l->record);
  VEC_CLEAR(&l->link);
}

void tp_later_free(tp_later *l) {
  VEC_FREE(&l->records);
  VEC_FREE(&l->uses);
  VEC_FREE(&l->maker);
  VEC_FREE(&l->record);
  VEC_FREE(&l->link);
  VEC_FREE(&l->open);
}

/* ---- passing over -------------------------------------------------------- */

static void note_event(tp_later *l, uint32_t event) {
  VEC_RESIZE(&l->record, event + 1);
  l->record.at[event] = l->records.n;
  VEC_LAST(&l->records).event = event;
}

/* Symbols that come now are of the last record. */
static void note_symbols(struct tp_decoder_state *s, uint32_t n) {
  s->defined += n;
  VEC_RESIZE(&s->symbols, s->defined);
  VEC_RESIZE(&s->later.maker, s->defined);
  for (uint32_t i = s->defined - n; i < s->defined; i++)
    s->later.maker.at[i] = s->later.records.n;
}

static void pass(tp_decoder *d, tp_reader *r, const tp_record *in) {
  struct tp_decoder_state *s = d->state;
  tp_later *l = &s->later;
  uint32_t n_events = d->events.n;
  VEC_PUSH(&l->records, (tp_later_record){.at = r->at - 1,
                                          .symbol = s->defined,
                                          .uses = l->uses.n,
                                          .event = NO_EVENT});
  uint32_t n_symbols = tp_decode_pass(d, r, in, &l->uses);
  if (r->is_damaged) {
    l->uses.n = VEC_LAST(&l->records).uses;
    l->records.n--;
    return;
  }
  note_symbols(s, n_symbols);
  if (d->events.n > n_events)
    note_event(l, n_events);
}

static void finish(tp_decoder *d) {
  struct tp_decoder_state *s = d->state;
  VEC_RESIZE(&s->later.record, d->events.n);
  VEC_RESIZE(&s->later.maker, s->defined);
  VEC_RESIZE(&s->later.link, s->defined);
  for (uint32_t i = 0; i < s->defined; i++)
    s->later.link.at[i] = i;
}

static bool pass_over(tp_decoder *d, tp_reader *r) {
  for (uint32_t records = 0; !r->is_damaged; records++) {
    uint64_t head = tp_read_word(r);
    tp_record in = tp_record_of(head);
    if (head == TP_R_END)
      return r->at == r->end && !r->is_damaged;
    if (records % POLL_EVERY == POLL_EVERY - 1 &&
        tp_budget_over(NULL) != TP_STOP_NONE)
      return true;
    if (tp_decode_is_computed(&in))
      pass(d, r, &in);
    else
      tp_decode_record(d, r, &in);
  }
  return false;
}

bool tp_decode_later(tp_decoder *d, const uint64_t *words, uint64_t n) {
  tp_reader r = {words, words + n, false};
  tp_stage("decoding");
  tp_decode_begin(d);
  d->state->later.end = r.end;
  bool is_whole = pass_over(d, &r);
  finish(d);
  return is_whole;
}

/* ---- reading ------------------------------------------------------------- */

static const tp_later_record *record_of(const tp_later *l, uint32_t event) {
  uint32_t number = event < l->record.n ? l->record.at[event] : 0;
  return number ? &l->records.at[number - 1] : NULL;
}

bool tp_later_is_open(const tp_decoder *d, uint32_t event) {
  const tp_later_record *in = record_of(&d->state->later, event);
  return in && !in->is_read;
}

/* One past its last in uses. */
static uint32_t uses_end(const tp_later *l, uint32_t record) {
  return record + 1 < l->records.n ? l->records.at[record + 1].uses : l->uses.n;
}

static void open_record(tp_later *l, uint32_t record) {
  if (l->records.at[record].is_read)
    return;
  l->records.at[record].is_read = true;
  VEC_PUSH(&l->open, record);
}

/* A record and those below it that were not read yet. */
static void find_open(tp_later *l, uint32_t record) {
  VEC_CLEAR(&l->open);
  open_record(l, record);
  for (uint32_t i = 0; i < l->open.n; i++) {
    uint32_t end = uses_end(l, l->open.at[i]);
    for (uint32_t k = l->records.at[l->open.at[i]].uses; k < end; k++)
      if (l->maker.at[l->uses.at[k]])
        open_record(l, l->maker.at[l->uses.at[k]] - 1);
  }
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void read_again(tp_decoder *d, uint32_t number) {
  struct tp_decoder_state *s = d->state;
  const tp_later_record *l = &s->later.records.at[number];
  tp_event none;
  tp_reader r = {l->at + 1, s->later.end, false};
  tp_record in = tp_record_of(*l->at);
  uint32_t defined = s->defined;
  s->defined = l->symbol;
  tp_decode_again(d, &r, &in,
                  l->event == NO_EVENT ? &none : &d->events.at[l->event]);
  s->defined = defined;
}

void tp_later_settle(tp_decoder *d, uint32_t event) {
  tp_later *l = &d->state->later;
  if (!tp_later_is_open(d, event))
    return;
  find_open(l, l->record.at[event] - 1);
  if (l->open.n > 1)
    qsort(l->open.at, l->open.n, sizeof *l->open.at, by_number);
  d->state->settling = event;
  for (uint32_t i = 0; i < l->open.n; i++)
    read_again(d, l->open.at[i]);
  d->state->settling = UINT32_MAX;
}

/* ---- links --------------------------------------------------------------- */

static uint32_t link_of(tp_later *l, uint32_t symbol) {
  return tp_group_root(l->link.at, symbol);
}

static void put_link(tp_later *l, uint32_t a, uint32_t b) {
  a = link_of(l, a);
  b = link_of(l, b);
  l->link.at[a > b ? a : b] = a < b ? a : b;
}

/* What a record reads, with one another and with what it defines. */
static void link_record(tp_later *l, uint32_t record) {
  uint32_t first = l->records.at[record].uses, end = uses_end(l, record);
  uint32_t symbol = l->records.at[record].symbol;
  for (uint32_t k = first; k < end; k++) {
    uint32_t use = l->uses.at[k], maker = l->maker.at[use];
    put_link(l, use, l->uses.at[first]);
    if (maker && !l->records.at[maker - 1].is_linked) {
      l->records.at[maker - 1].is_linked = true;
      VEC_PUSH(&l->open, maker - 1);
    }
  }
  for (;
       first < end && symbol < l->maker.n && l->maker.at[symbol] == record + 1;
       symbol++)
    put_link(l, symbol, l->uses.at[first]);
}

void tp_later_link(tp_decoder *d, uint32_t event) {
  tp_later *l = &d->state->later;
  if (!record_of(l, event))
    return;
  VEC_CLEAR(&l->open);
  VEC_PUSH(&l->open, l->record.at[event] - 1);
  while (l->open.n)
    link_record(l, VEC_POP(&l->open));
}

bool tp_later_are_linked(tp_decoder *d, uint32_t a, uint32_t b) {
  tp_later *l = &d->state->later;
  const tp_later_record *p = record_of(l, a), *q = record_of(l, b);
  return p && q && p->uses < uses_end(l, l->record.at[a] - 1) &&
         q->uses < uses_end(l, l->record.at[b] - 1) &&
         link_of(l, l->uses.at[p->uses]) == link_of(l, l->uses.at[q->uses]);
}
