/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preprocessed text in; its lines with file and line number, and its macros,
 * out.
 *
 * One pass. `# 12 "file" 3` says where the next line comes from. `#define` and
 * `#undef` lines (-dD) are noted and emptied, the rest of the text moves up, so
 * that offsets are those of the text as it stays. Whether a file is a system
 * header is what its first marker says: gcc also marks the text of system
 * macros in the user's own lines, which is no reason to take them for its.
 */
#include "front/source.h"

#include "base/map.h"

#include <stdlib.h>

typedef struct reader {
  tp_program *p;
  tp_unit *unit;
  uint32_t from, to; /* read and write position in the text */
  tp_map is_system;  /* file -> 1 + flag, as first marked */
  tp_name file;
  uint32_t line;
  bool in_system;
  tp_str scratch;
} reader;

static const char *skip_blanks(const char *c, const char *end) {
  while (c < end && (*c == ' ' || *c == '\t'))
    c++;
  return c;
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static const char *read_number(const char *c, const char *end, uint32_t *out) {
  uint64_t n = 0;
  for (; c < end && is_digit(*c); c++)
    n = n < UINT32_MAX ? n * 10 + (uint64_t)(*c - '0') : n;
  *out = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
  return c;
}

/* One character of a quoted name: \" \\ \n or up to three octal digits. */
static const char *read_escape(const char *c, const char *end, char *out) {
  if (*c < '0' || *c > '7') {
    *out = *c == 'n' ? '\n' : *c == 't' ? '\t' : *c == 'r' ? '\r' : *c;
    return c + 1;
  }
  unsigned value = 0;
  for (int i = 0; i < 3 && c < end && *c >= '0' && *c <= '7'; i++)
    value = value * 8 + (unsigned)(*c++ - '0');
  *out = (char)value;
  return c;
}

static const char *read_name(reader *r, const char *c, const char *end) {
  VEC_CLEAR(&r->scratch);
  while (c < end && *c != '"') {
    char plain = *c++;
    if (plain == '\\' && c < end)
      c = read_escape(c, end, &plain);
    tp_str_addc(&r->scratch, plain);
  }
  r->file = tp_names_id(r->p->names, tp_str_text(&r->scratch), r->scratch.n);
  return c < end ? c + 1 : c;
}

/* `# 12 "file" 1 3` or `#line 12 "file"`; false if the line is no marker. */
static bool read_marker(reader *r, const char *c, const char *end) {
  c = skip_blanks(c + 1, end);
  if (end - c > 4 && memcmp(c, "line", 4) == 0)
    c = skip_blanks(c + 4, end);
  if (c == end || !is_digit(*c))
    return false;
  c = skip_blanks(read_number(c, end, &r->line), end);
  if (c == end || *c != '"')
    return true;
  c = read_name(r, c + 1, end);
  bool is_system = false;
  while ((c = skip_blanks(c, end)) < end && is_digit(*c)) {
    uint32_t flag;
    c = read_number(c, end, &flag);
    is_system |= flag == 3;
  }
  bool is_new;
  uint32_t *known = tp_map_put(&r->is_system, r->file, &is_new);
  *known = is_new ? is_system : *known;
  r->in_system = *known;
  return true;
}

static bool is_name_char(char c) {
  return c == '_' || c == '$' || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || is_digit(c) || (unsigned char)c >= 0x80;
}

/* `#define NAME(a) ...` or `#undef NAME`; false if the line is neither. */
static bool read_macro(reader *r, const char *c, const char *end) {
  bool is_define = end - c > 8 && memcmp(c, "#define ", 8) == 0;
  bool is_undef = end - c > 7 && memcmp(c, "#undef ", 7) == 0;
  if (!is_define && !is_undef)
    return false;
  const char *name = c + (is_define ? 8 : 7), *after = name;
  while (after < end && is_name_char(*after))
    after++;
  tp_macro m = {.name = tp_names_id(r->p->names, name, (size_t)(after - name)),
                .begin = r->to,
                .is_defined = is_define,
                .has_parameters = is_define && after < end && *after == '(',
                .is_system = r->in_system};
  VEC_PUSH(&r->unit->macros, m);
  return true;
}

static void keep_line(reader *r, uint32_t length) {
  char *text = r->unit->text;
  if (r->to != r->from)
    memmove(text + r->to, text + r->from, length);
  r->to += length;
}

static void read_line(reader *r, uint32_t length) {
  const char *c = r->unit->text + r->from, *end = c + length;
  if (length && *c == '#' && read_marker(r, c, end)) {
    keep_line(r, length);
  } else {
    tp_line line = {r->to, r->line++, r->file, r->in_system};
    VEC_PUSH(&r->unit->lines, line);
    if (!(length && *c == '#' && read_macro(r, c, end)))
      keep_line(r, length);
  }
  r->from += length;
  if (r->from < r->unit->size) {
    r->unit->text[r->to++] = '\n';
    r->from++;
  }
}

static int by_name_then_begin(const void *left, const void *right) {
  const tp_macro *a = left, *b = right;
  if (a->name != b->name)
    return a->name < b->name ? -1 : 1;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

void tp_front_read_markers(tp_program *p, tp_unit_id id) {
  tp_unit *unit = &p->units.at[id];
  reader r = {.p = p, .unit = unit, .file = unit->path, .line = 1};
  while (r.from < unit->size) {
    const char *begin = unit->text + r.from;
    const char *end = memchr(begin, '\n', unit->size - r.from);
    size_t length = end ? (size_t)(end - begin) : unit->size - r.from;
    read_line(&r, (uint32_t)length);
  }
  unit->size = r.to;
  unit->text[r.to] = '\0';
  if (unit->macros.n)
    qsort(unit->macros.at, unit->macros.n, sizeof *unit->macros.at,
          by_name_then_begin);
  tp_map_free(&r.is_system);
  tp_str_free(&r.scratch);
}
