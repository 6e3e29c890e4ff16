/* SPDX-License-Identifier: MIT */
/* What checks ask about the object that a pointer points into. What is not
 * known is counted, for then a run does not stand for all inputs of its path.
 */
#include "rt/library.h"
#include "rt/shadow.h"
#include "rt/text.h"

/* The object whose bounds hold for a pointer; NULL: none is known. */
static const tp_extent *object_of(const void *p) {
  const tp_extent *o = p ? __tp2ph_object_at(p) : NULL;
  if (p && !o)
    __tp2ph_concretised(0, TP_WHY_ADDRESS);
  return o && !o->is_gone ? o : NULL;
}

/* Eight bytes as BYTES leaves have them; whether one is symbolic. */
static bool read_number(const uint8_t *at, uint64_t value, uint32_t *byte) {
  bool is_symbolic = false;
  for (unsigned i = 0; i < 8; i++) {
    uint32_t word = at ? __tp2ph_read_byte(at + i) : 0;
    is_symbolic = is_symbolic || word;
    byte[i] = word ? word : PLAIN_BYTE | (uint8_t)(value >> 8 * i);
  }
  RT.n_stale = 0;
  return is_symbolic;
}

static void return_number(uintptr_t own, unsigned which, uint64_t result,
                          const void *base, string *a, string *b) {
  a->n = 8;
  if (b)
    b->n = 8;
  __tp2ph_return_symbol(caller_of(own), ANY_SITE,
                        __tp2ph_put_library(which, result, base, false, a, b),
                        8);
}

static uint64_t place_of(uintptr_t own, const void *p) {
  string bytes;
  const uint8_t *at = __tp2ph_argument(own, 0);
  const tp_extent *o = object_of(p);
  uint64_t place = o ? (uintptr_t)p - o->at : TP_RANGE_PLACE;
  __tp2ph_return_plain(caller_of(own), ANY_SITE);
  if (o && RT.symbols.n && read_number(at, (uintptr_t)p, bytes.byte))
    return_number(own, TP_LIB_PLACE, place, (const void *)o->at, &bytes, NULL);
  return place;
}

unsigned long __tp2ph_tp2ph_range_place(const void *p) {
  uint64_t place = TP_RANGE_PLACE;
  if (enter(FRAME())) {
    place = place_of(FRAME(), p);
    leave();
  }
  return place;
}

static uint64_t size_of(uintptr_t own, const void *p) {
  string count, size;
  const tp_extent *o = object_of(p);
  __tp2ph_return_plain(caller_of(own), ANY_SITE);
  if (!o || !o->bytes)
    return o ? tp_extent_size(o) : TP_RANGE_SIZE;
  const asked_size *asked = &RT.sizes.at[o->bytes];
  for (unsigned i = 0; i < 8; i++) {
    count.byte[i] = asked->count[i];
    size.byte[i] = asked->size[i];
  }
  return_number(own, TP_LIB_SIZE, tp_extent_size(o), NULL, &count, &size);
  return tp_extent_size(o);
}

unsigned long __tp2ph_tp2ph_range_size(const void *p) {
  uint64_t size = TP_RANGE_SIZE;
  if (enter(FRAME())) {
    size = size_of(FRAME(), p);
    leave();
  }
  return size;
}

/* Below the stack lie the variables of functions that have returned. */
static bool is_gone(uintptr_t own, const void *p) {
  const tp_extent *o = p ? __tp2ph_object_at(p) : NULL;
  return o && (o->is_gone || (o->at >= RT.stack_bottom && o->at + o->n <= own));
}

int __tp2ph_tp2ph_range_gone(const void *p) {
  bool is_so = false;
  if (enter(FRAME())) {
    is_so = is_gone(FRAME(), p);
    __tp2ph_return_plain(caller_of(FRAME()), ANY_SITE);
    leave();
  }
  return is_so;
}

static bool is_fixed(const void *p) {
  const tp_extent *o = p ? __tp2ph_object_at(p) : NULL;
  return o && (o->is_gone || !o->is_block);
}

int __tp2ph_tp2ph_range_fixed(const void *p) {
  bool is_so = false;
  if (enter(FRAME())) {
    is_so = is_fixed(p);
    __tp2ph_return_plain(caller_of(FRAME()), ANY_SITE);
    leave();
  }
  return is_so;
}

void __tp2ph_tp2ph_range_object(const void *p, unsigned long n) {
  if (enter(FRAME())) {
    __tp2ph_begin_object(p, n, true);
    __tp2ph_asked(p, __tp2ph_argument(FRAME(), 1), n, NULL, 1);
    leave();
  }
}

void __tp2ph_tp2ph_range_frame(void) {
  if (enter(FRAME())) {
    __tp2ph_end_stack(caller_of(FRAME()));
    leave();
  }
}

/* ---- lengths ------------------------------------------------------------- */

/* The bytes go where a STRLEN record has them. */
static void measured(uintptr_t own, const char *s, unsigned long limit,
                     uint64_t length) {
  string text;
  uintptr_t caller = caller_of(own);
  __tp2ph_return_plain(caller, ANY_SITE);
  uint64_t *to = RT.symbols.n ? record(2 + TP_WIRE_MAX_LENGTH / 2) : NULL;
  if (!to)
    return;
  uint32_t *byte = (uint32_t *)(to + 2);
  __tp2ph_look_far(&text, byte, TP_WIRE_MAX_LENGTH, s, limit, true);
  if (text.n % 2)
    byte[text.n] = 0;
  if (text.is_symbolic) {
    uint32_t number = new_symbol(length, 8);
    to[0] =
        head(TP_R_LIBRARY, text.ends ? 0 : TP_RF_LIMIT, text.n, TP_LIB_STRLEN);
    to[1] = length;
    if (number)
      commit(2 + (text.n + 1) / 2);
    __tp2ph_return_symbol(caller, ANY_SITE, number, 8);
  }
  __tp2ph_note_text(!text.ends,
                    text.n == TP_WIRE_MAX_LENGTH ? TP_WIRE_MAX_STRING : 0);
}

unsigned long __tp2ph_tp2ph_range_length(const char *s, unsigned long n) {
  unsigned long length = 0;
  while (length < n && s[length])
    length++;
  if (enter(FRAME())) {
    measured(FRAME(), s, n, length);
    leave();
  }
  return length;
}

/* ---- sizes --------------------------------------------------------------- */

void __tp2ph_asked(const void *p, const void *count, uint64_t n,
                   const void *size, uint64_t each) {
  tp_extent *o = __tp2ph_object_at(p);
  if (!o || o->at != (uintptr_t)p || !RT.symbols.n || !HAS_ROOM(&RT.sizes))
    return;
  asked_size *to = &RT.sizes.at[RT.sizes.n + 1];
  bool is_symbolic = read_number(count, n, to->count);
  is_symbolic = read_number(size, each, to->size) || is_symbolic;
  if (is_symbolic)
    o->bytes = ++RT.sizes.n;
}
