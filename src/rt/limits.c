/* SPDX-License-Identifier: MIT */
/* Values inside the limits that --inputs declares: what is given or drawn
 * outside of them is moved inside. Limits are bit patterns of the scalar's
 * type (wire/wire.h). */
#include "rt/inputs.h"

static bool is_signed(unsigned type) {
  return type == TP_W_I8 || type == TP_W_I16 || type == TP_W_I32 ||
         type == TP_W_I64;
}

static int64_t extended(uint64_t bits, unsigned size) {
  unsigned shift = 64 - 8 * size;
  return (int64_t)(bits << shift) >> shift;
}

static double number(uint64_t bits, unsigned type) {
  double d;
  float f;
  __builtin_memcpy(&d, &bits, sizeof d);
  __builtin_memcpy(&f, &bits, sizeof f);
  return type == TP_W_F64 ? d : (double)f;
}

static bool is_at_most(uint64_t a, uint64_t b, unsigned type, unsigned size) {
  if (type == TP_W_F32 || type == TP_W_F64)
    return number(a, type) <= number(b, type);
  return is_signed(type) ? extended(a, size) <= extended(b, size) : a <= b;
}

static bool is_inside(const tp_wire_site *s, unsigned type, unsigned size,
                      uint64_t bits) {
  return is_at_most(s->low, bits, type, size) &&
         is_at_most(bits, s->high, type, size);
}

static uint64_t draw_float(const tp_wire_site *s, unsigned type, uint64_t h) {
  double low = number(s->low, type), high = number(s->high, type);
  double value = low + (high - low) * ((double)(h >> 11) / 9007199254740992.0);
  float single = (float)value;
  uint64_t bits = 0;
  __builtin_memcpy(&bits, type == TP_W_F64 ? (void *)&value : (void *)&single,
                   type == TP_W_F64 ? sizeof value : sizeof single);
  return bits;
}

static uint64_t draw(const tp_wire_site *s, unsigned type, unsigned size,
                     uint64_t h) {
  if (type == TP_W_F32 || type == TP_W_F64)
    return draw_float(s, type, h);
  uint64_t span = is_signed(type) ? (uint64_t)extended(s->high, size) -
                                        (uint64_t)extended(s->low, size)
                                  : s->high - s->low;
  uint64_t bits = s->low + (span == UINT64_MAX ? h : h % (span + 1));
  return size < 8 ? bits & ((UINT64_C(1) << 8 * size) - 1) : bits;
}

uint64_t __tp2ph_limit(const tp_wire_site *s, unsigned type, unsigned size,
                       uint64_t bits, uint64_t random) {
  if (is_inside(s, type, size, bits))
    return bits;
  if (random) {
    bits = draw(s, type, size, random);
    if (is_inside(s, type, size, bits))
      return bits;
  }
  return s->plain;
}
