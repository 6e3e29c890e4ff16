/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file of --inputs says behind the C words of one thing that is
 * delivered:
 *
 *   clause: in LOW .. HIGH | in { VALUE, LOW .. HIGH, ... } | = VALUE
 *           | text[N] [in { "A", "B" }] | bytes[N] | ignored
 *           | { .MEMBER [clause]; ... }
 */
#include "input/declaration.h"

/* in { VALUE, LOW .. HIGH, ... } */
static int read_set(tp_reading *r, uint32_t in, uint32_t end, tp_item *item) {
  item->set = (tp_span){in + 2, end - 1};
  if (tp_rd_behind_group(r, in + 1, end) != end ||
      item->set.from >= item->set.to)
    return tp_rd_refuse(r, in + 1,
                        "a set of values is written as: in { 1, 4 .. 7 }");
  tp_rd_drop(r, (tp_span){in, end});
  return 0;
}

/* = VALUE */
static int read_fixed(tp_reading *r, uint32_t at, uint32_t end, tp_item *item) {
  if (at + 1 == end)
    return tp_rd_refuse(r, at, "the value is missing: = VALUE");
  item->low = item->high = (tp_span){at + 1, end};
  tp_rd_drop(r, (tp_span){at, end});
  return 0;
}

/* in LOW .. HIGH or in { ... }, from word `in` on to `end`. */
int tp_clause_read_limits(tp_reading *r, uint32_t in, uint32_t end,
                          tp_item *item) {
  if (in + 1 < end && tp_rd_is_char(r, in + 1, '{'))
    return read_set(r, in, end, item);
  uint32_t dots = tp_rd_find(r, (tp_span){in + 1, end}, "..");
  if (dots == end || dots == in + 1 || dots + 1 == end)
    return tp_rd_refuse(r, in, "limits are written as: in LOW .. HIGH");
  item->low = (tp_span){in + 1, dots};
  item->high = (tp_span){dots + 1, end};
  tp_rd_drop(r, (tp_span){in, end});
  return 0;
}

/* Texts, each of which has its place in text[N]. */
static int check_texts(tp_reading *r, const tp_item *item) {
  long size = 0;
  bool is_known = tp_rd_number(r, item->count, &size);
  for (uint32_t from = item->set.from; from < item->set.to;) {
    const tp_word *w = tp_rd_word(r, from);
    if (w->kind == TP_WORD_NUMBER || tp_rd_is_char(r, from, '-'))
      return tp_rd_refuse(r, from,
                          "allowed texts are written as: in { \"a\", \"b\" }");
    if (is_known && w->first == '"' && (long)(w->end - w->begin) - 1 > size &&
        !memchr(r->in->text.at + w->begin, '\\', w->end - w->begin))
      return tp_rd_refuse(r, from,
                          "this text and its NUL do not fit: text[SIZE] is "
                          "too small");
    from = tp_inputs_behind(r, from, item->set.to) + 1;
  }
  return 0;
}

/* text[N] or bytes[N]. */
static int read_size(tp_reading *r, uint32_t at, uint32_t end, tp_item *item) {
  bool is_text = tp_rd_is(r, at, "text");
  uint32_t in = tp_rd_find(r, (tp_span){at, end}, "in");
  if (is_text && in < end && tp_clause_read_limits(r, in, end, item) != 0)
    return -1;
  if (is_text && in < end && item->low.from != item->low.to)
    return tp_rd_refuse(r, in,
                        "allowed texts are written as: in { \"a\", \"b\" }");
  end = is_text ? in : end;
  if (end < at + 4 || !tp_rd_is_char(r, at + 1, '[') ||
      tp_rd_behind_group(r, at + 1, end) != end)
    return tp_rd_refuse(
        r, at,
        is_text ? "the size of a text is written as: text[SIZE]"
                : "the size of a buffer is written as: bytes[SIZE]");
  item->form = is_text ? TP_FORM_TEXT : TP_FORM_BYTES;
  item->count = (tp_span){at + 2, end - 1};
  tp_rd_drop(r, (tp_span){at, end});
  return check_texts(r, item);
}

/* { .MEMBER clause; ... } */
static int read_members(tp_reading *r, uint32_t at, uint32_t end,
                        tp_item *item) {
  item->members = (tp_span){at + 1, end - 1};
  if (tp_rd_behind_group(r, at, end) != end ||
      item->members.from >= item->members.to)
    return tp_rd_refuse(r, at,
                        "members are written as: { .value in -8 .. 8; .name "
                        "text[8]; .rest; }");
  tp_rd_drop(r, (tp_span){at, end});
  return tp_members_check(r, item);
}

static int read_ignored(tp_reading *r, uint32_t at, uint32_t end,
                        tp_item *item) {
  if (at + 1 != end)
    return tp_rd_refuse(r, at + 1, "nothing comes behind ignored");
  item->is_ignored = true;
  tp_rd_drop(r, (tp_span){at, end});
  return 0;
}

/* What follows the C words of item, which end where a clause of ours begins. */
int tp_clause_read(tp_reading *r, uint32_t end, tp_item *item) {
  uint32_t at = item->words.to;
  if (at == end)
    return 0;
  if (tp_rd_is(r, at, "ignored"))
    return read_ignored(r, at, end, item);
  if (tp_rd_is_char(r, at, '='))
    return read_fixed(r, at, end, item);
  if (tp_rd_is_char(r, at, '{'))
    return read_members(r, at, end, item);
  return tp_rd_is(r, at, "in") ? tp_clause_read_limits(r, at, end, item)
                               : read_size(r, at, end, item);
}
