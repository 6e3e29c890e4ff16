/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --assume says of a text, or of one site or argument, as C behind the
 * delivery of a function that --inputs declares. */
#include "input/declaration.h"

#include <math.h>
#include <stdlib.h>

static bool is_meant(const tp_reading *r, const tp_slice_condition *c,
                     const char *label) {
  return (c->is_text || tp_slice_is_of_some(c)) &&
         tp_slice_is_named(&r->in->slice, c, label);
}

static const tp_item *site_of(const tp_reading *r) {
  for (uint32_t i = 0; i < r->d.params.n; i++)
    if (r->d.params.at[i].role == TP_ROLE_SITE)
      return &r->d.params.at[i];
  return NULL;
}

/* `"ws1"` is one of those that are allowed, and has its place. */
static bool is_allowed(const tp_reading *r, const tp_item *item,
                       const tp_slice_condition *c) {
  const char *want = r->in->slice.text + c->value.begin;
  uint32_t n = c->value.end - c->value.begin;
  long size = 0;
  if (tp_rd_number(r, item->count, &size) && (long)n - 1 > size)
    return false;
  for (uint32_t i = item->set.from; i < item->set.to; i++) {
    const tp_word *w = tp_rd_word(r, i);
    if (w->end - w->begin == n &&
        memcmp(r->in->text.at + w->begin, want, n) == 0)
      return true;
  }
  return item->set.from == item->set.to;
}

/* The argument that `when` asks for, here or in another declaration of the
 * function; 0: none. */
static tp_name asked_for(const tp_reading *r) {
  tp_inputs_file *in = r->in;
  const tp_word *w =
      tp_rd_word(r, r->d.when.name == TP_NO_WORD ? r->d.name : r->d.when.name);
  tp_name name =
      tp_names_id(in->names, in->text.at + w->begin, w->end - w->begin);
  if (r->d.when.name != TP_NO_WORD)
    return name;
  const uint32_t *slot = tp_map_get(&in->by_name, name);
  return slot ? in->at.at[*slot - 1].asked_for : 0;
}

/* Other calls are left alone. */
static int write_guard(const tp_reading *r, tp_str *out,
                       const tp_slice_condition *c) {
  const tp_slice *s = &r->in->slice;
  tp_name param = asked_for(r);
  int n = (int)(c->key.end - c->key.begin);
  if (c->key.kind == TP_WORD_END)
    return 0;
  if (!param)
    return tp_slice_refuse(s, c->key.begin,
                           "--inputs does not declare what it delivers for "
                           "which argument: when NAME == VALUE%s",
                           "", r->diag);
  const char *name = tp_names_text(r->in->names, param);
  if (c->key.first == '"')
    tp_str_addf(out, "!%s || strcmp(%s, %.*s) != 0 || ", name, name, n,
                s->text + c->key.begin);
  else
    tp_str_addf(out, "%s != %.*s || ", name, n, s->text + c->key.begin);
  return 0;
}

static int write_one(const tp_reading *r, tp_str *out, const tp_item *item,
                     const tp_slice_condition *c) {
  const tp_item *site = site_of(r);
  const char *value = r->in->slice.text + c->value.begin;
  int n = (int)(c->value.end - c->value.begin);
  bool is_param = item->name != TP_NO_WORD;
  tp_str_add(out, "\ntp2ph_assume_that(");
  if (is_param) {
    tp_str_addc(out, '!');
    tp_rd_add_word(r, out, item->name);
    tp_str_add(out, " || ");
  }
  if (c->site != TP_ALL_SITES && site) {
    tp_rd_add_word(r, out, site->name);
    tp_str_addf(out, " != %ld || ", c->site);
  }
  int rc = write_guard(r, out, c);
  tp_str_add(out, c->is_text ? "strcmp(" : "(");
  tp_rd_add_subject(r, out, item);
  if (c->is_text)
    tp_str_addf(out, ", %.*s) == 0);", n, value);
  else
    tp_str_addf(out, ") %s (%.*s));",
                tp_relation_text((tp_relation)c->relation), n, value);
  return rc;
}

/* A text that --inputs does not allow may be meant for calls that another
 * declaration is about. */
static bool is_for_others(const tp_reading *r, const tp_slice_condition *c) {
  const tp_slice *s = &r->in->slice;
  const tp_span set = r->d.when.set;
  if (c->key.first != '"' || r->d.when.name == TP_NO_WORD)
    return false;
  for (uint32_t i = set.from; i < set.to; i++) {
    const tp_word *w = tp_rd_word(r, i);
    uint32_t n = w->end - w->begin;
    if (c->key.end - c->key.begin == n &&
        memcmp(r->in->text.at + w->begin, s->text + c->key.begin, n) == 0)
      return false;
  }
  return true;
}

/* ---- contradictions ------------------------------------------------------ */

typedef struct left {
  double low, high;
} left;

static void leave_declared(const tp_reading *r, const tp_item *item,
                           left *out) {
  const tp_span bounds[] = {item->low, item->high};
  for (int i = 0; i < 2; i++) {
    tp_str text = {0};
    char *end;
    tp_rd_add_span(r, &text, bounds[i]);
    double value = strtod(tp_str_text(&text), &end);
    if (text.n && *end == '\0')
      *(i == 0 ? &out->low : &out->high) = value;
    tp_str_free(&text);
  }
}

static void leave(const tp_slice *s, const tp_slice_condition *c, left *out) {
  double value = strtod(s->text + c->value.begin, NULL);
  bool is_low = c->relation == TP_EQUAL || c->relation == TP_AT_LEAST;
  bool is_high = c->relation == TP_EQUAL || c->relation == TP_AT_MOST;
  if (is_low || c->relation == TP_ABOVE)
    out->low = fmax(out->low, is_low ? value : nextafter(value, HUGE_VAL));
  if (is_high || c->relation == TP_BELOW)
    out->high = fmin(out->high, is_high ? value : nextafter(value, -HUGE_VAL));
}

/* Whether the conditions on these calls, with the limits as far as they are
 * plain numbers, leave no value. Where no key is named slice.c asks that. */
static bool leaves_nothing(const tp_reading *r, const tp_item *item,
                           const tp_slice_condition *c, const char *label) {
  const tp_slice *s = &r->in->slice;
  left all = {-HUGE_VAL, HUGE_VAL};
  if (c->key.kind == TP_WORD_END || c->is_text)
    return false;
  leave_declared(r, item, &all);
  for (uint32_t i = 0; i < s->at.n; i++) {
    const tp_slice_condition *o = &s->at.at[i];
    bool is_of_all = o->key.kind == TP_WORD_END && o->site == TP_ALL_SITES;
    if (!o->is_text && tp_slice_is_named(s, o, label) &&
        (is_of_all || tp_slice_are_same_calls(s, o, c)))
      leave(s, o, &all);
  }
  return all.low > all.high;
}

int tp_slice_write(tp_reading *r, tp_str *out, const tp_item *item,
                   const char *label) {
  for (uint32_t i = 0; i < r->in->slice.at.n; i++) {
    const tp_slice_condition *c = &r->in->slice.at.at[i];
    if (!is_meant(r, c, label) || is_for_others(r, c))
      continue;
    if (c->is_text && !is_allowed(r, item, c))
      return tp_slice_refuse(&r->in->slice, c->value.begin,
                             "no value is left for '%s': --inputs does not "
                             "allow this text",
                             label, r->diag);
    if (leaves_nothing(r, item, c, label))
      return tp_slice_refuse(&r->in->slice, c->name.begin,
                             "no value is left for '%s': the conditions, or "
                             "its limits, contradict each other",
                             label, r->diag);
    if (write_one(r, out, item, c) != 0)
      return -1;
  }
  return 0;
}
