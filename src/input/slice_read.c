/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading what --assume says. */
#include "input/slice.h"

#include <stdlib.h>
#include <string.h>

int tp_slice_refuse(const tp_slice *s, uint32_t at, const char *fmt,
                    const char *name, tp_diag *diag) {
  int rc = tp_diag_set(diag, TP_REFUSED, fmt, name);
  tp_diag_at(diag, "--assume", 1, at + 1, s->text);
  return rc;
}

static const char how[] =
    "a condition is written as NAME == NUMBER (or <=, >=, <, >), NAME == "
    "\"TEXT\", NAME@SITE == NUMBER or NAME(\"KEY\") == NUMBER; several are "
    "joined by &&%s";

static tp_word next(tp_words_reader *r) {
  return tp_words_next(r);
}

/* The characters of an operator are words of their own. */
static bool read_relation(tp_words_reader *r, uint8_t *out) {
  tp_word w = next(r);
  tp_words_reader ahead = *r;
  bool is_wide = w.kind == TP_WORD_OTHER && next(&ahead).first == '=' &&
                 ahead.at == w.end + 1;
  if (is_wide)
    *r = ahead;
  *out = w.first == '='   ? TP_EQUAL
         : w.first == '<' ? (is_wide ? TP_AT_MOST : TP_BELOW)
                          : (is_wide ? TP_AT_LEAST : TP_ABOVE);
  return w.kind == TP_WORD_OTHER &&
         (w.first == '<' || w.first == '>' || (w.first == '=' && is_wide));
}

const char *tp_relation_text(tp_relation relation) {
  static const char *const texts[] = {"==", "<", ">", "<=", ">="};
  return texts[relation];
}

/* A name with its members: "ate_read.value". */
static tp_word read_name(tp_words_reader *r) {
  tp_word name = next(r);
  for (;;) {
    tp_words_reader ahead = *r;
    if (next(&ahead).first != '.')
      return name;
    tp_word part = next(&ahead);
    if (part.kind != TP_WORD_NAME)
      return name;
    name.end = part.end;
    *r = ahead;
  }
}

/* @SITE; false: what comes behind @ is no number. */
static bool read_site(tp_words_reader *r, long *out) {
  tp_words_reader ahead = *r;
  *out = TP_ALL_SITES;
  if (next(&ahead).first != '@')
    return true;
  *r = ahead;
  tp_word site = next(r);
  *out = strtol(r->text + site.begin, NULL, 0);
  return site.kind == TP_WORD_NUMBER && *out >= 0 && *out < 64;
}

/* ("KEY") or (NUMBER); false: what stands there is none. */
static bool read_key(tp_words_reader *r, tp_word *out) {
  tp_words_reader ahead = *r;
  *out = (tp_word){.kind = TP_WORD_END};
  if (next(&ahead).first != '(')
    return true;
  *r = ahead;
  *out = next(r);
  return (out->kind == TP_WORD_NUMBER || out->first == '"') &&
         next(r).first == ')';
}

bool tp_slice_is_of_some(const tp_slice_condition *c) {
  return c->site != TP_ALL_SITES || c->key.kind != TP_WORD_END;
}

static bool is_same_word(const tp_slice *s, const tp_word *a,
                         const tp_word *b) {
  uint32_t n = a->end - a->begin;
  return a->kind == b->kind && b->end - b->begin == n &&
         memcmp(s->text + a->begin, s->text + b->begin, n) == 0;
}

bool tp_slice_are_same_calls(const tp_slice *s, const tp_slice_condition *a,
                             const tp_slice_condition *b) {
  return a->site == b->site && is_same_word(s, &a->key, &b->key);
}

static bool read_value(tp_words_reader *r, tp_slice_condition *out) {
  out->value = next(r);
  if (out->value.first == '-' || out->value.first == '+') {
    tp_word digits = next(r);
    out->value.kind = digits.kind;
    out->value.end = digits.end;
  }
  out->is_text = out->value.first == '"' && out->relation == TP_EQUAL;
  return out->value.kind == TP_WORD_NUMBER || out->is_text;
}

static bool read_and(tp_words_reader *r) {
  return next(r).first == '&' && next(r).first == '&';
}

/* Two texts for one thing. */
static const tp_slice_condition *find_other(const tp_slice *s,
                                            const tp_slice_condition *c) {
  for (uint32_t i = 0; i < s->at.n && c->is_text; i++) {
    const tp_slice_condition *o = &s->at.at[i];
    bool meet_at_site = o->site == c->site || o->site == TP_ALL_SITES ||
                        c->site == TP_ALL_SITES;
    bool meet_at_key = o->key.kind == TP_WORD_END ||
                       c->key.kind == TP_WORD_END ||
                       is_same_word(s, &o->key, &c->key);
    if (is_same_word(s, &o->name, &c->name) && meet_at_site && meet_at_key &&
        !is_same_word(s, &o->value, &c->value))
      return o;
  }
  return NULL;
}

int tp_slice_read(tp_slice *out, const char *text, tp_diag *diag) {
  tp_words_reader r = {.text = text, .size = (uint32_t)strlen(text), .line = 1};
  *out = (tp_slice){.text = text};
  for (;;) {
    tp_slice_condition c = {.name = read_name(&r)};
    if (c.name.kind != TP_WORD_NAME)
      return tp_slice_refuse(out, c.name.begin, how, "", diag);
    uint32_t at = r.at;
    if (!read_key(&r, &c.key) || !read_site(&r, &c.site) ||
        !read_relation(&r, &c.relation) || !read_value(&r, &c))
      return tp_slice_refuse(out, at, how, "", diag);
    if (find_other(out, &c))
      return tp_slice_refuse(out, c.name.begin,
                             "two texts for the same: they contradict each "
                             "other%s",
                             "", diag);
    VEC_PUSH(&out->at, c);
    tp_words_reader ahead = r;
    if (next(&ahead).kind == TP_WORD_END)
      return 0;
    if (!read_and(&r))
      return tp_slice_refuse(out, ahead.at - 1, how, "", diag);
  }
}

void tp_slice_free(tp_slice *s) {
  VEC_FREE(&s->at);
}

bool tp_slice_is_named(const tp_slice *s, const tp_slice_condition *c,
                       const char *name) {
  size_t n = c->name.end - c->name.begin;
  return name && strlen(name) == n &&
         strncmp(name, s->text + c->name.begin, n) == 0;
}
