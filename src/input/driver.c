/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words are enough: definitions are found in text as they are written. */
#include "input/driver.h"

#include "input/words.h"

#include <stdlib.h>

#define PRAGMA "#pragma tp2ph behind \""
#define WITHOUT "#pragma tp2ph without "
#define DEAD "#pragma tp2ph dead "

/* ---- sections ------------------------------------------------------------ */

/* The part of the driver behind one file. */
typedef struct section {
  const char *path; /* with its quote behind it; NULL: the file of the entry */
  uint32_t path_size;
  uint32_t begin, end, line;
} section;

/* From *s on; false: there is none. A zeroed section begins. */
static bool next_section(const char *text, section *s) {
  bool is_first = s->line == 0;
  if (!is_first && !text[s->end])
    return false;
  const char *at = text + s->end;
  unsigned line = is_first ? 1 : s->line;
  for (uint32_t i = s->begin; i < s->end; i++)
    line += text[i] == '\n';
  *s = (section){.line = line};
  if (!is_first) {
    s->path = at + strlen(PRAGMA);
    s->path_size = (uint32_t)strcspn(s->path, "\"\n");
  }
  s->begin = (uint32_t)(at - text);
  const char *next = strstr(is_first ? at : at + 1, "\n" PRAGMA);
  s->end = next ? (uint32_t)(next + 1 - text) : (uint32_t)strlen(text);
  return true;
}

static bool is_behind(const section *s, const tp_driver *d, tp_unit_id unit,
                      const char *path) {
  if (!s->path)
    return unit == d->unit;
  return strlen(path) == s->path_size &&
         memcmp(path, s->path, s->path_size) == 0;
}

/* Our pragmas are for us. */
static void add_lines(tp_str *out, const char *text, uint32_t size) {
  for (uint32_t i = 0; i < size;) {
    uint32_t n = (uint32_t)strcspn(text + i, "\n");
    if (!tp_text_starts(text + i, "#pragma tp2ph "))
      tp_str_addn(out, text + i, n);
    tp_str_addc(out, '\n');
    i += n + 1;
  }
}

void tp_driver_add(tp_str *out, const tp_driver *d, tp_unit_id unit,
                   const char *path) {
  for (section s = {0}; next_section(d->text, &s);)
    if (is_behind(&s, d, unit, path)) {
      tp_str_addf(out, "#line %u \"%s\"\n", s.line, d->name);
      add_lines(out, d->text + s.begin, s.end - s.begin);
      tp_str_addc(out, '\n');
    }
}

/* ---- definitions --------------------------------------------------------- */

typedef struct definition {
  uint32_t name, name_end;
  uint32_t params; /* the '(' behind the name */
  uint32_t body, end;
  bool is_static, is_old; /* K&R: parameters are declared behind */
} definition;

typedef struct finder {
  tp_words_reader r;
  tp_word before;
  bool is_static;
} finder;

static bool is_char(const tp_word *w, char c) {
  return w->kind == TP_WORD_OTHER && w->first == c;
}

/* Behind the bracket that closes the one just read. */
static tp_word skip_group(tp_words_reader *r, char open, char close) {
  tp_word w;
  for (unsigned depth = 1; depth;) {
    w = tp_words_next(r);
    if (w.kind == TP_WORD_END)
      return w;
    depth += is_char(&w, open);
    depth -= is_char(&w, close);
  }
  return w;
}

/* Behind the parameters: attributes, declarations of old parameters, a body. */
static bool find_body(tp_words_reader *r, definition *d) {
  for (bool is_attribute = false;;) {
    tp_word w = tp_words_next(r);
    if (is_char(&w, '{')) {
      d->body = w.begin;
      d->end = skip_group(r, '{', '}').end;
      return d->end != 0;
    }
    bool is_group = is_char(&w, '(');
    if (is_group)
      skip_group(r, '(', ')');
    else if (w.kind == TP_WORD_NAME)
      is_attribute = r->text[w.begin] == '_' || tp_word_is(r->text, &w, "asm");
    d->is_old |= w.kind == TP_WORD_NAME && !is_attribute;
    bool goes_on =
        is_group || w.kind == TP_WORD_NAME ||
        (d->is_old && (w.kind == TP_WORD_NUMBER ||
                       (w.kind == TP_WORD_OTHER && strchr(";,*[]", w.first))));
    if (!goes_on)
      return false;
  }
}

static bool next_definition(finder *f, definition *out) {
  tp_word w;
  while ((w = tp_words_next(&f->r)).kind != TP_WORD_END) {
    if (is_char(&w, '(') && f->before.kind == TP_WORD_NAME) {
      *out = (definition){.name = f->before.begin,
                          .name_end = f->before.end,
                          .params = w.begin,
                          .is_static = f->is_static};
      skip_group(&f->r, '(', ')');
      tp_words_reader ahead = f->r;
      if (find_body(&ahead, out)) {
        f->r = ahead;
        f->is_static = false;
        f->before = (tp_word){0};
        return true;
      }
    } else if (is_char(&w, '{')) {
      skip_group(&f->r, '{', '}');
    } else if (is_char(&w, ';')) {
      f->is_static = false;
    }
    f->is_static |= tp_word_is(f->r.text, &w, "static");
    f->before = w;
  }
  return false;
}

static finder find_in(const char *text, uint32_t size) {
  return (finder){.r = {.text = text, .size = size, .line = 1}};
}

/* ---- cutting ------------------------------------------------------------- */

static bool is_dropped(const char *part, uint32_t part_size, const char *name,
                       uint32_t size) {
  const char *end = part + part_size, *at = part;
  while ((at = strstr(at, WITHOUT)) && at < end) {
    at += strlen(WITHOUT);
    if (strcspn(at, " \n") == size && memcmp(at, name, size) == 0)
      return true;
  }
  return false;
}

/* Static functions are replaced in their own file only. */
static bool is_replaced(const tp_driver *d, tp_unit_id unit, const char *path,
                        const char *text, const definition *of) {
  uint32_t size = of->name_end - of->name;
  definition own;
  for (section s = {0}; next_section(d->text, &s);) {
    bool is_here = is_behind(&s, d, unit, path);
    if (!is_here && of->is_static)
      continue;
    if (is_here &&
        is_dropped(d->text + s.begin, s.end - s.begin, text + of->name, size))
      return true;
    finder f = find_in(d->text + s.begin, s.end - s.begin);
    while (next_definition(&f, &own))
      if (own.name_end - own.name == size && (is_here || !own.is_static) &&
          memcmp(f.r.text + own.name, text + of->name, size) == 0)
        return true;
  }
  return false;
}

/* Only lines and what the preprocessor says stay. */
static void add_emptied(tp_str *out, const char *text, uint32_t from,
                        uint32_t to) {
  for (uint32_t i = from; i < to; i++) {
    bool is_start = text[i] == '\n' && i + 1 < to && text[i + 1] == '#';
    uint32_t n = is_start ? 1 + (uint32_t)strcspn(text + i + 1, "\n") : 1;
    if (text[i] == '\n')
      tp_str_addn(out, text + i, n);
    i += n - 1;
  }
}

bool tp_driver_cut(tp_str *text, const tp_driver *d, tp_unit_id unit,
                   const char *path) {
  tp_str out = {0};
  uint32_t done = 0;
  const char *all = tp_str_text(text);
  definition at;
  for (finder f = find_in(all, text->n); next_definition(&f, &at);) {
    if (!is_replaced(d, unit, path, all, &at))
      continue;
    uint32_t from = at.is_old ? at.params : at.body;
    tp_str_addn(&out, all + done, from - done);
    tp_str_add(&out, at.is_old ? "();" : ";");
    add_emptied(&out, all, from, at.end);
    done = at.end;
  }
  if (done == 0)
    return false;
  tp_str_addn(&out, all + done, text->n - done);
  tp_str_free(text);
  *text = out;
  return true;
}

/* ---- branches that are not asked for ------------------------------------- */

/* "file.c" 20:19 T */
typedef struct dead_branch {
  const char *file, *side;
  uint32_t file_size, side_size;
  uint32_t line, column;
} dead_branch;

static bool read_dead(const char *text, dead_branch *out) {
  char *end;
  if (*text != '"')
    return false;
  out->file = text + 1;
  out->file_size = (uint32_t)strcspn(out->file, "\"\n");
  text = out->file + out->file_size;
  if (*text != '"')
    return false;
  out->line = (uint32_t)strtoul(text + 1, &end, 10);
  if (*end != ':')
    return false;
  out->column = (uint32_t)strtoul(end + 1, &end, 10);
  out->side = end + (*end == ' ');
  out->side_size = (uint32_t)strcspn(out->side, "\n");
  return true;
}

static bool is_same(const char *text, const char *other, uint32_t n) {
  return strlen(text) == n && memcmp(text, other, n) == 0;
}

static void leave_out(tp_program *p, const tp_decision *d,
                      const dead_branch *dead) {
  tp_str side = {0};
  for (tp_sbranch b = d->first; b < d->first + d->n; b++) {
    VEC_CLEAR(&side);
    tp_branch_side(p, b, &side);
    if (is_same(side.at, dead->side, dead->side_size))
      p->branches.at[b].is_not_asked = 1;
  }
  tp_str_free(&side);
}

static void leave_dead_out(tp_program *p, const char *driver) {
  dead_branch dead;
  for (const char *at = driver; (at = strstr(at, "\n" DEAD)); at++) {
    if (!read_dead(at + 1 + strlen(DEAD), &dead))
      continue;
    for (tp_decision_id i = 1; i < p->decisions.n; i++) {
      const tp_decision *d = &p->decisions.at[i];
      if (d->line == dead.line && d->column == dead.column && !d->is_monitor &&
          is_same(tp_names_text(p->names, d->file), dead.file, dead.file_size))
        leave_out(p, d, &dead);
    }
  }
}

void tp_driver_mark(tp_program *p, const tp_driver *d) {
  leave_dead_out(p, d->text);
  tp_name file = tp_names_find(p->names, d->name, strlen(d->name));
  p->driver = file;
  for (tp_decision_id i = 1; file && i < p->decisions.n; i++)
    if (p->decisions.at[i].file == file)
      p->decisions.at[i].is_monitor = 1;
}
