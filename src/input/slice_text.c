/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --assume says of a text, or of one site, as C behind the delivery of a
 * function that --inputs declares. */
#include "input/declaration.h"

static bool is_meant(const tp_reading *r, const tp_slice_condition *c,
                     const char *label) {
  return (c->is_text || c->site != TP_ALL_SITES) &&
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

static void write_one(const tp_reading *r, tp_str *out, const tp_item *item,
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
  tp_str_add(out, c->is_text ? "strcmp(" : "(");
  tp_rd_add_subject(r, out, item);
  if (c->is_text)
    tp_str_addf(out, ", %.*s) == 0);", n, value);
  else
    tp_str_addf(out, ") %s (%.*s));",
                tp_relation_text((tp_relation)c->relation), n, value);
}

int tp_slice_write(tp_reading *r, tp_str *out, const tp_item *item,
                   const char *label) {
  for (uint32_t i = 0; i < r->in->slice.at.n; i++) {
    const tp_slice_condition *c = &r->in->slice.at.at[i];
    if (!is_meant(r, c, label))
      continue;
    if (c->is_text && !is_allowed(r, item, c))
      return tp_slice_refuse(&r->in->slice, c->value.begin,
                             "no value is left for '%s': --inputs does not "
                             "allow this text",
                             label, r->diag);
    write_one(r, out, item, c);
  }
  return 0;
}
