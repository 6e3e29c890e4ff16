/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of limits: 75*mA is 0.075 of what the tester delivers. */
#include "input/tables.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const bases[] = {
    "V",   "A",   "W",   "Hz", "s",   "S",   "F",   "H",  "C", "J",
    "Ohm", "ohm", "R",   "K",  "Pa",  "T",   "B",   "Bd", "b", "Vrms",
    "Vpp", "Vdc", "Adc", "VA", "sec", "Sps", "bps", "Bps"};

static const struct {
  const char *text;
  int power;
} prefixes[] = {{"", 0},          {"f", -15}, {"p", -12}, {"n", -9}, {"u", -6},
                {"\xc2\xb5", -6}, /* the micro sign .. */
                {"\xce\xbc", -6}, /* .. and the letter */
                {"m", -3},        {"k", 3},   {"M", 6},   {"G", 9},  {"T", 12}};

static bool is_base(const char *text, uint32_t n) {
  static const char omega[] = "\xce\xa9", ohm[] = "\xe2\x84\xa6";
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
    if (strlen(bases[i]) == n && memcmp(bases[i], text, n) == 0)
      return true;
  return (n == 2 && memcmp(omega, text, n) == 0) ||
         (n == 3 && memcmp(ohm, text, n) == 0);
}

bool tp_unit_read(const char *text, uint32_t n, int *power, uint32_t *base) {
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    uint32_t k = (uint32_t)strlen(prefixes[i].text);
    if (k < n && memcmp(prefixes[i].text, text, k) == 0 &&
        is_base(text + k, n - k)) {
      *power = prefixes[i].power;
      *base = k;
      return true;
    }
  }
  return false;
}

/* The decimal number of that text, with another exponent: exact, as a product
 * would not be. Hexadecimal numbers have none. */
static bool scaled(const char *text, size_t n, int power, double *out) {
  char buffer[128], *end;
  const char *e = memchr(text, 'e', n);
  e = e ? e : memchr(text, 'E', n);
  size_t digits = e ? (size_t)(e - text) : n;
  long own = e ? strtol(e + 1, NULL, 10) : 0;
  if (digits + 24 > sizeof buffer || memchr(text, 'x', n) ||
      memchr(text, 'X', n) || own > 10000 || own < -10000)
    return false;
  memcpy(buffer, text, digits);
  snprintf(buffer + digits, sizeof buffer - digits, "e%ld", own + power);
  *out = strtod(buffer, &end);
  return *end == '\0' && *out == *out;
}

bool tp_table_quantity(const tp_table *t, const tp_text_cell *cell, int power,
                       double *out) {
  const char *text = t->text.at + cell->begin;
  const char *last = t->text.at + cell->end;
  uint32_t base;
  char *end;
  if (cell->begin == cell->end)
    return false;
  *out = strtod(text, &end);
  const char *unit = end;
  if (end == text || end > last || *out != *out)
    return false;
  while (unit < last && (isspace((unsigned char)*unit) || *unit == '*'))
    unit++;
  if (unit < last &&
      !tp_unit_read(unit, (uint32_t)(last - unit), &power, &base))
    return false;
  if (unit == last && end != last)
    return false;
  return power == 0 || isinf(*out) ||
         scaled(text, (size_t)(end - text), power, out);
}
