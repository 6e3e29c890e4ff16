/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types are those of what a run with the values reads: see app/fit.h. */
#include "app/fit.h"

#include <inttypes.h>
#include <string.h>

#define ROUNDS 20 /* what is read may hang on the values */

static double double_of(uint64_t bits, tp_written how) {
  uint32_t half = (uint32_t)bits;
  double d;
  float f;
  memcpy(&d, &bits, sizeof d);
  memcpy(&f, &half, sizeof f);
  return how == TP_WRITTEN_DOUBLE  ? d
         : how == TP_WRITTEN_FLOAT ? (double)f
                                   : (double)(int64_t)bits;
}

static uint64_t bits_of(double value, tp_written how) {
  uint64_t bits = 0;
  float f = (float)value;
  if (how == TP_WRITTEN_DOUBLE)
    memcpy(&bits, &value, sizeof value);
  else
    memcpy(&bits, &f, sizeof f);
  return bits;
}

static void tell(tp_str *lost, uint32_t i, uint64_t bits, tp_written how,
                 const char *why) {
  if (lost->n)
    return;
  tp_str_addf(lost, "value %u is ", i + 1);
  if (how == TP_WRITTEN_INTEGER)
    tp_str_addf(lost, "%" PRId64, (int64_t)bits);
  else
    tp_str_addf(lost, "%g", double_of(bits, how));
  tp_str_addf(lost, ", and the program reads %s there", why);
}

/* Of a number that is written as a float or double; 0 if none is near. */
static uint64_t whole_of(double value) {
  return value > -9e18 && value < 9e18 ? (uint64_t)(int64_t)value : 0;
}

/* As a signed or unsigned number of so many bytes. */
static bool fits(uint64_t bits, unsigned size) {
  unsigned left = 64 - 8 * size;
  return left == 0 || bits << left >> left == bits ||
         (uint64_t)((int64_t)(bits << left) >> left) == bits;
}

static void fit_whole(uint64_t *bits, tp_written how, unsigned size, uint32_t i,
                      tp_str *lost) {
  uint64_t whole =
      how == TP_WRITTEN_INTEGER ? *bits : whole_of(double_of(*bits, how));
  bool is_same = how == TP_WRITTEN_INTEGER ||
                 (double)(int64_t)whole == double_of(*bits, how);
  if (!is_same)
    tell(lost, i, *bits, how, "a whole number");
  else if (!fits(whole, size))
    tell(lost, i, *bits, how,
         size == 1   ? "one of 8 bits"
         : size == 2 ? "one of 16 bits"
                     : "one of 32 bits");
  unsigned left = 64 - 8 * size;
  *bits = fits(whole, size) ? whole : whole << left >> left;
}

/* By the types of what the run of the row read; whether a value is another
 * now. */
static bool fit_row(tp_row *row, tp_row_written *written, tp_engine *engine,
                    tp_str *lost) {
  const tp_vars *vars = tp_engine_vars(engine);
  bool is_other = false;
  for (uint32_t i = 0; i < tp_engine_reads(engine) && i < written->n; i++) {
    tp_wire_type type =
        (tp_wire_type)vars->at.at[tp_engine_read_at(engine, i)->var].type;
    tp_written is = (tp_written)written->at[i];
    tp_written wanted = type == TP_W_F64   ? TP_WRITTEN_DOUBLE
                        : type == TP_W_F32 ? TP_WRITTEN_FLOAT
                                           : TP_WRITTEN_INTEGER;
    uint64_t before = row->at[i];
    if (is == TP_WRITTEN_TYPED)
      continue;
    if (wanted == TP_WRITTEN_INTEGER)
      fit_whole(&row->at[i], is, tp_wire_type_size(type), i, lost);
    else if (is != wanted)
      row->at[i] = bits_of(double_of(before, is), wanted);
    written->at[i] = (uint8_t)wanted;
    is_other |= is != wanted || row->at[i] != before;
  }
  return is_other;
}

/* A value may be meant as another type. */
static bool is_open(const tp_resume *given, uint32_t i) {
  bool is_any = false;
  for (uint32_t k = 0; i < given->written.n && k < given->written.at[i].n; k++)
    is_any |= given->written.at[i].at[k] != TP_WRITTEN_TYPED;
  return is_any;
}

tp_inputs tp_fit_inputs(tp_resume *given, uint32_t i, tp_engine *engine,
                        tp_str *lost) {
  tp_row *row = &given->rows.at[i];
  bool is_other = is_open(given, i);
  for (unsigned round = 0; is_other && round < ROUNDS; round++)
    is_other = tp_engine_probe(
                   engine, tp_engine_propose_row(engine, row->at, row->n)) &&
               fit_row(row, &given->written.at[i], engine, lost);
  return tp_engine_propose_row(engine, row->at, row->n);
}
