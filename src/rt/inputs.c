/* SPDX-License-Identifier: MIT */
/* Input values: the functions that programs call to get them.
 *
 * An input scalar is known by its key, a hash of context, site, occurrence and
 * part. Its value comes from the table of the run, by its key or by its place
 * among all that are read; else from the seed; else it is 0. Each becomes an
 * INPUT record and a new symbol. A run that asks for more than it is given, or
 * for one that can't be recorded, ends there.
 *
 * All functions are weak: a definition in the program wins.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/inputs.h"

#include "rt/shadow.h"
#include "rt/tp2ph_rt.h"

typedef struct origin { /* one call of an input function */
  uint32_t site;
  uint64_t context;
  uint64_t occurrence;
} origin;

static const uint8_t sizes[] = {
    [TP_W_BOOL] = 1, [TP_W_I8] = 1,  [TP_W_U8] = 1,  [TP_W_I16] = 2,
    [TP_W_U16] = 2,  [TP_W_I32] = 4, [TP_W_U32] = 4, [TP_W_I64] = 8,
    [TP_W_U64] = 8,  [TP_W_F32] = 4, [TP_W_F64] = 8};

static uint64_t cut(uint64_t bits, unsigned size) {
  return size < 8 ? bits & ((UINT64_C(1) << (8 * size)) - 1) : bits;
}

/* ---- keys ---- */

static counter *counter_slot(counter *table, uint32_t max, uint64_t key) {
  uint32_t i = key & (max - 1);
  while (table[i].key && table[i].key != key)
    i = (i + 1) & (max - 1);
  return &table[i];
}

static void grow_counters(void) {
  uint32_t max = 2 * RT.counters.max;
  counter *bigger = __tp2ph_fresh(max * sizeof *bigger);
  if (!bigger)
    return;
  for (uint32_t i = 0; i < RT.counters.max; i++)
    if (RT.counters.at[i].key)
      *counter_slot(bigger, max, RT.counters.at[i].key) = RT.counters.at[i];
  RT.counters.at = bigger;
  RT.counters.max = max;
}

/* How often this key was counted before. */
static uint64_t count(uint64_t key) {
  key |= 1; /* 0 is a free slot */
  if (RT.counters.n >= RT.counters.max / 2)
    grow_counters();
  if (RT.counters.n + 1 >= RT.counters.max)
    return 0;
  counter *c = counter_slot(RT.counters.at, RT.counters.max, key);
  if (!c->key) {
    c->key = key;
    RT.counters.n++;
  }
  return c->count++;
}

/* The input function called from `frame`: the site that in() announced there,
 * or an unknown one. */
static origin take_origin(uintptr_t frame) {
  origin o = {0, 0, 0};
  if (RT.next_site && RT.next_frame == frame) {
    o.site = RT.next_site;
    o.context = RT.next_context;
  }
  RT.next_site = 0;
  o.occurrence = count(tp_wire_mix(o.context) ^ tp_wire_mix(~(uint64_t)o.site));
  return o;
}

/* ---- values ---- */

static const uint64_t *find_input(uint64_t key) {
  const tp_area *area = RT.area;
  const tp_wire_input *table =
      (const tp_wire_input *)((const char *)area + area->inputs);
  uint64_t i = key & area->input_mask;
  for (; table[i].key; i = (i + 1) & area->input_mask)
    if (table[i].key == key)
      return &table[i].bits;
  return NULL;
}

/* Small numbers often, near zero and around powers of two; all sometimes. */
static uint64_t random_integer(uint64_t h, unsigned size) {
  uint64_t raw = tp_wire_mix(h);
  switch (h & 7) {
  case 0:
  case 1:
    return cut(raw % 16, size);
  case 2:
    return cut(UINT64_C(0) - raw % 16, size);
  case 3:
  case 4:
    return cut(raw % 256, size);
  case 5:
    return cut((UINT64_C(1) << raw % (8 * size)) + (raw >> 32) % 3 - 1, size);
  case 6:
    return cut(raw % 65536, size);
  default:
    return cut(raw, size);
  }
}

static uint64_t random_float(uint64_t h, unsigned size) {
  double whole = (double)(int64_t)random_integer(tp_wire_mix(h), 2);
  double value = h & 8 ? whole : whole / 256.0;
  if (h & 16)
    value = -value;
  float single = (float)value;
  return size == 4 ? load(&single, 4) : load(&value, 8);
}

static uint64_t random_bits(uint64_t key, unsigned type) {
  uint64_t h = tp_wire_mix(RT.area->seed ^ tp_wire_mix(key));
  if (type == TP_W_BOOL)
    return h >> 9 & 1;
  if (type >= TP_W_F32)
    return random_float(h, sizes[type]);
  return random_integer(h, sizes[type]);
}

/* What the plan says of a call; NULL: nothing. */
static const tp_wire_site *site_of(const origin *o) {
  const tp_area *area = RT.area;
  const tp_wire_site *sites =
      (const tp_wire_site *)((const char *)area + area->sites);
  return o->site && o->site < area->n_sites ? sites + o->site : NULL;
}

/* A process that the run has forked ends alone. */
static _Noreturn void end_run(uint32_t *because) {
  if (TP_KERNEL(getpid) == RT.run_pid)
    *because = 1;
  end_process(0);
}

static _Noreturn void starve(void) {
  end_run(&RT.area->is_starved);
}

/* Before each call that reads: the whole of an object is given, or nothing. */
static void ask(void) {
  tp_area *area = RT.area;
  bool is_over = RT.n_reads >= area->most;
  RT.asked_at = area->words;
  if (!is_over && RT.n_reads < area->enough)
    return;
  if (!area->is_cut || RT.was_listed) {
    area->is_cut = 1;
    area->cut_words = area->words;
  }
  RT.was_listed = false;
  if (is_over || RT.n_listed >= area->n_wanted)
    starve();
}

/* The value of one input scalar, recorded; *number gets its symbol. */
static uint64_t next_input(const origin *o, unsigned type, uint64_t part,
                           uint64_t otherwise, uint32_t *number) {
  uint64_t key = tp_wire_key(o->context, o->site, o->occurrence, part);
  const uint64_t *given = find_input(key);
  if (!given)
    given = find_input(tp_wire_nth_key(RT.n_reads));
  RT.area->n_reads = ++RT.n_reads;
  RT.n_listed += given != NULL;
  RT.was_listed |= given != NULL;
  uint64_t bits = given           ? *given
                  : RT.area->seed ? random_bits(key, type)
                                  : otherwise;
  bits = type == TP_W_BOOL ? bits & 1 : cut(bits, sizes[type]);
  const tp_wire_site *site = site_of(o);
  if (site && site->is_limited)
    bits = __tp2ph_limit(site, type, sizes[type], bits,
                         given || !RT.area->seed
                             ? 0
                             : tp_wire_mix(RT.area->seed + tp_wire_mix(key)));
  bool is_blind = RT.area->is_blind;
  *number = is_blind ? 0 : new_symbol(bits, sizes[type]);
  uint64_t *to = is_blind || *number ? record(4) : NULL;
  if (!to) {
    RT.area->words = RT.asked_at;
    starve();
  }
  to[0] = head(TP_R_INPUT, 0, part & 0xffff, o->site);
  to[1] = key;
  to[2] = bits;
  to[3] = type | (o->occurrence & 0xffffffff) << 32;
  commit(4);
  return bits;
}

/* As enter(). */
static bool begin_read(uintptr_t frame) {
  if (__tp2ph_mode == MODE_FULL)
    starve();
  if (!enter(frame))
    return false;
  ask();
  return true;
}

uint64_t __tp2ph_scalar(uintptr_t caller, unsigned type, uint64_t otherwise) {
  uint64_t bits = otherwise;
  if (!begin_read(FRAME()))
    return bits;
  uint32_t number;
  origin o = take_origin(caller);
  bits = next_input(&o, type, 0, otherwise, &number);
  __tp2ph_return_symbol(caller, o.site ? o.site : ANY_SITE, number,
                        sizes[type]);
  leave();
  return bits;
}

/* ---- objects ---- */

static void fill_scalar(const origin *o, uint8_t *to, unsigned type,
                        uint64_t part) {
  uint32_t number;
  uint64_t bits = next_input(o, type, part, 0, &number);
  __builtin_memcpy(to, &bits, sizes[type]);
  __tp2ph_shadow_symbol(to, number, sizes[type]);
}

/* The parts of the site, again and again over the object. Without parts: one
 * scalar of `type` if it fits exactly, else bytes. */
static void fill(const origin *o, uint8_t *object, size_t size, unsigned type) {
  const tp_area *area = RT.area;
  const tp_wire_site *site = site_of(o);
  const tp_wire_part *parts =
      (const tp_wire_part *)((const char *)area + area->parts);
  tp_wire_part plain = {0, (uint16_t)type, 0};
  uint32_t n = 1;
  size_t stride = sizes[type];
  const tp_wire_part *first = &plain;
  if (site && site->n_parts) {
    n = site->n_parts;
    stride = site->object_size ? site->object_size : size;
    first = parts + site->first_part;
  }
  uint64_t part = 0;
  __tp2ph_shadow_clear(object, size);
  for (size_t at = 0; stride && at < size; at += stride)
    for (uint32_t i = 0; i < n; i++, part++)
      if (at + first[i].offset + sizes[first[i].type] <= size)
        fill_scalar(o, object + at + first[i].offset, first[i].type, part);
}

/* The next input function called from `frame` is this site's. */
static void announce(uint32_t site, uintptr_t frame) {
  RT.next_site = site;
  RT.next_frame = frame;
  RT.next_context = __tp2ph_context(frame);
}

void __tp2ph_object(uintptr_t caller, void *object, size_t size,
                    unsigned type) {
  if (!(size ? begin_read(FRAME()) : enter(FRAME()))) {
    __builtin_memset(object, 0, size);
    return;
  }
  origin o = take_origin(caller);
  fill(&o, object, size, type);
  leave();
}

void __tp2ph_in(unsigned site) {
  if (enter(FRAME())) {
    announce(site, CALLER());
    leave();
  }
}

void __tp2ph_obj(unsigned site, void *address, unsigned long size) {
  if (enter(FRAME())) {
    announce(site, CALLER());
    leave();
  }
  __tp2ph_object(CALLER(), address, size, TP_W_U8);
}

/* A run that breaks an assumption of its own is no run: it ends here. */
void __tp2ph_assume(bool holds) {
  if (!holds && RT.area)
    end_run(&RT.area->is_vain);
}
