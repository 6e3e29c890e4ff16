/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of options: counts, sizes, durations. Only digits and the suffixes
 * that the manual names; no sign, space, exponent, infinity or overflow. */
#include "app/options.h"

#include <stdlib.h>

/* A digit of the base, or -1. */
static int digit(char c, unsigned base) {
  int d = c >= '0' && c <= '9'   ? c - '0'
          : c >= 'a' && c <= 'f' ? c - 'a' + 10
          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                 : 99;
  return d < (int)base ? d : -1;
}

/* The digits at *text, which moves past them. False: none, or too many. */
static bool read_digits(uint64_t *out, const char **text, unsigned base) {
  const char *p = *text;
  uint64_t value = 0;
  for (; digit(*p, base) >= 0; p++) {
    uint64_t d = (uint64_t)digit(*p, base);
    if (value > (UINT64_MAX - d) / base)
      return false;
    value = value * base + d;
  }
  if (p == *text)
    return false;
  *text = p;
  *out = value;
  return true;
}

bool tp_parse_count(uint64_t *out, const char *text) {
  bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  text += is_hex ? 2 : 0;
  return read_digits(out, &text, is_hex ? 16 : 10) && *text == '\0';
}

bool tp_parse_size(uint64_t *out, const char *text) {
  static const char suffixes[] = "KMGT";
  uint64_t value;
  if (!read_digits(&value, &text, 10))
    return false;
  unsigned shift = 0;
  if (*text) {
    char upper = *text >= 'a' && *text <= 'z' ? (char)(*text - 32) : *text;
    const char *at = strchr(suffixes, upper);
    if (!at || text[1])
      return false;
    shift = 10 * (unsigned)(at - suffixes + 1);
  }
  if (value > UINT64_MAX >> shift)
    return false;
  *out = value << shift;
  return true;
}

static double seconds_of_suffix(const char *suffix) {
  if (strcmp(suffix, "") == 0 || strcmp(suffix, "s") == 0)
    return 1;
  if (strcmp(suffix, "ms") == 0)
    return 0.001;
  if (strcmp(suffix, "m") == 0)
    return 60;
  return strcmp(suffix, "h") == 0 ? 3600 : 0;
}

bool tp_parse_duration(double *out, const char *text) {
  uint64_t whole, part = 0;
  if (!read_digits(&whole, &text, 10))
    return false;
  double fraction = 0;
  if (*text == '.') {
    const char *digits = ++text;
    if (!read_digits(&part, &text, 10))
      return false;
    fraction = (double)part;
    for (; digits < text; digits++)
      fraction /= 10;
  }
  double unit = seconds_of_suffix(text);
  *out = ((double)whole + fraction) * unit;
  return unit > 0;
}

bool tp_parse_share(double *out, const char *text) {
  char *end;
  *out = strtod(text, &end);
  return end != text && *end == '\0' && *out >= 0 && *out <= 1;
}

#define MAX_PARTS 100000

bool tp_parse_shard(uint32_t *part, uint32_t *parts, const char *text) {
  char *end;
  unsigned long k = strtoul(text, &end, 10);
  if (end == text || *end != '/' || *text == '-')
    return false;
  const char *second = end + 1;
  unsigned long n = strtoul(second, &end, 10);
  *part = (uint32_t)k;
  *parts = (uint32_t)n;
  return end != second && !*end && *second != '-' && k >= 1 && k <= n &&
         n <= MAX_PARTS;
}
