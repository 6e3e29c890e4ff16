/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seven bits a byte; signed numbers are folded around 0. */
#include "journal/code.h"

#define MORE 0x80u
#define MAX_SHIFT 63

void tp_put_u64(tp_str *out, uint64_t value) {
  for (; value >= MORE; value >>= 7)
    tp_str_addc(out, (char)(uint8_t)(value | MORE));
  tp_str_addc(out, (char)value);
}

void tp_put_i64(tp_str *out, int64_t value) {
  uint64_t sign = value < 0 ? UINT64_MAX : 0;
  tp_put_u64(out, (uint64_t)value << 1 ^ sign);
}

void tp_put_double(tp_str *out, double value) {
  char bytes[sizeof value];
  memcpy(bytes, &value, sizeof value);
  tp_str_addn(out, bytes, sizeof value);
}

void tp_put_text(tp_str *out, const char *text) {
  size_t n = text ? strlen(text) : 0;
  tp_put_u64(out, text ? n + 1 : 0);
  tp_str_addn(out, text ? text : "", n);
}

uint64_t tp_take_u64(tp_cursor *c) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift <= MAX_SHIFT && c->at < c->end; shift += 7) {
    uint8_t byte = *c->at++;
    value |= (uint64_t)(byte & ~MORE) << shift;
    if (!(byte & MORE))
      return value;
  }
  c->is_bad = true;
  return 0;
}

uint32_t tp_take_u32(tp_cursor *c) {
  uint64_t value = tp_take_u64(c);
  if (value > UINT32_MAX) {
    c->is_bad = true;
    return 0;
  }
  return (uint32_t)value;
}

int64_t tp_take_i64(tp_cursor *c) {
  uint64_t folded = tp_take_u64(c);
  return (int64_t)(folded >> 1 ^ (folded & 1 ? UINT64_MAX : 0));
}

double tp_take_double(tp_cursor *c) {
  double value = 0;
  if ((size_t)(c->end - c->at) < sizeof value) {
    c->is_bad = true;
    return 0;
  }
  memcpy(&value, c->at, sizeof value);
  c->at += sizeof value;
  return value;
}

char *tp_take_text(tp_cursor *c) {
  uint64_t n = tp_take_u64(c);
  if (n == 0)
    return NULL;
  if (n - 1 > (uint64_t)(c->end - c->at)) {
    c->is_bad = true;
    return NULL;
  }
  tp_str text = {0};
  tp_str_addn(&text, (const char *)c->at, n - 1);
  c->at += n - 1;
  return text.at;
}
