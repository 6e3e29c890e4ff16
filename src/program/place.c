/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Offset of preprocessed text in, the user's file, line and column out.
 *
 * A unit's lines are grouped into chunks (see match.h) when it is first asked
 * about; the chunk of an offset is found by binary search and matched with the
 * user's file, which is read once. The last matched chunk is kept: questions
 * come mostly in source order.
 */
#include "program/place.h"

#include "program/match.h"
#include "program/origin.h"
#include "program/places.h"
#include "base/file.h"
#include "base/map.h"

typedef struct chunk {
  uint32_t first;  /* index into the unit's lines */
  uint32_t origin; /* index into origins; 0: the user's text is not known */
} chunk;

typedef struct unit_chunks {
  bool is_made;
  VEC(chunk) at;
} unit_chunks;

struct tp_places {
  tp_map by_file;         /* dir << 32 | file -> index into origins */
  VEC(tp_origin) origins; /* from 1 */
  VEC(unit_chunks) units;
  tp_match match; /* of this chunk: */
  tp_unit_id unit;
  uint32_t chunk;
  bool is_matched;
};

struct tp_places *tp_places_new(void) {
  struct tp_places *places = TP_NEW(struct tp_places);
  VEC_RESIZE(&places->origins, 1);
  return places;
}

void tp_places_free(struct tp_places *places) {
  if (!places)
    return;
  for (uint32_t i = 0; i < places->origins.n; i++)
    tp_origin_free(&places->origins.at[i]);
  for (uint32_t i = 0; i < places->units.n; i++)
    VEC_FREE(&places->units.at[i].at);
  tp_map_free(&places->by_file);
  tp_match_free(&places->match);
  VEC_FREE(&places->origins);
  VEC_FREE(&places->units);
  tp_free(places);
}

uint32_t tp_place_written(const tp_program *p, tp_unit_id unit,
                          uint32_t offset) {
  return tp_moves_back(&p->units.at[unit].moves, offset);
}

uint32_t tp_place_written_end(const tp_program *p, tp_unit_id unit,
                              uint32_t end) {
  bool is_new = tp_moves_is_new(&p->units.at[unit].moves, end - 1);
  return tp_place_written(p, unit, end - 1) + !is_new;
}

const tp_macro *tp_place_macro(const tp_program *p, tp_unit_id unit,
                               tp_name name, uint32_t offset) {
  const tp_unit *u = &p->units.at[unit];
  uint32_t low = 0, high = u->macros.n; /* first one after (name, offset) */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const tp_macro *m = &u->macros.at[middle];
    if (m->name < name || (m->name == name && m->begin <= offset))
      low = middle + 1;
    else
      high = middle;
  }
  const tp_macro *last = low ? &u->macros.at[low - 1] : NULL;
  return last && last->name == name && last->is_defined ? last : NULL;
}

bool tp_place_has_macro(const tp_program *p, tp_unit_id unit,
                        const char *text) {
  tp_name name = tp_names_find(p->names, text, strlen(text));
  return name && tp_place_macro(p, unit, name, UINT32_MAX);
}

/* The user's file of a line, read when first met; 0 if there is none. */
static uint32_t origin_of(const tp_program *p, const tp_unit *unit,
                          tp_name file) {
  struct tp_places *places = p->places;
  bool is_new;
  uint32_t *index =
      tp_map_put(&places->by_file, (uint64_t)unit->dir << 32 | file, &is_new);
  if (!is_new)
    return *index;
  const char *name = tp_names_text(p->names, file);
  if (name[0] == '<' || name[0] == '\0') /* <built-in>, <command-line> */
    return 0;
  tp_str full = {0};
  if (unit->dir && name[0] != '/')
    name = tp_file_join(&full, tp_names_text(p->names, unit->dir), name);
  tp_origin origin;
  if (tp_origin_read(&origin, name)) {
    *index = places->origins.n;
    VEC_PUSH(&places->origins, origin);
  }
  tp_str_free(&full);
  return *index;
}

static void make_chunks(const tp_program *p, tp_unit_id id, unit_chunks *out) {
  const tp_unit *unit = &p->units.at[id];
  struct tp_places *places = p->places;
  uint32_t from = 0, to = 0; /* the user's lines that the last chunk covers */
  tp_name file = 0;
  for (uint32_t i = 0; i < unit->lines.n; i++) {
    const tp_line *line = &unit->lines.at[i];
    if (out->at.n && line->file == file &&
        ((line->line >= from && line->line <= to) || line->is_system))
      continue;
    chunk c = {i, line->is_system ? 0 : origin_of(p, unit, line->file)};
    file = line->file;
    from = to = line->line;
    if (c.origin)
      to =
          tp_match_read_items(&places->match, p, id,
                              &places->origins.at[c.origin], from, line->begin);
    VEC_PUSH(&out->at, c);
  }
  out->is_made = true;
  places->is_matched = false;
}

static const unit_chunks *chunks_of(const tp_program *p, tp_unit_id unit) {
  struct tp_places *places = p->places;
  if (unit >= places->units.n)
    VEC_RESIZE(&places->units, unit + 1);
  if (!places->units.at[unit].is_made)
    make_chunks(p, unit, &places->units.at[unit]);
  return &places->units.at[unit];
}

/* The last line that begins at or before the offset; lines.n > 0. */
static uint32_t line_at(const tp_unit *unit, uint32_t offset) {
  uint32_t low = 0, high = unit->lines.n;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (unit->lines.at[middle].begin <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static uint32_t chunk_at(const unit_chunks *chunks, uint32_t line) {
  uint32_t low = 0, high = chunks->at.n;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (chunks->at.at[middle].first <= line)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Make places->match that of the chunk. */
static void match_chunk(const tp_program *p, tp_unit_id id, uint32_t index) {
  struct tp_places *places = p->places;
  if (places->is_matched && places->unit == id && places->chunk == index)
    return;
  const tp_unit *unit = &p->units.at[id];
  const unit_chunks *chunks = &places->units.at[id];
  const chunk *c = &chunks->at.at[index];
  const tp_line *first = &unit->lines.at[c->first];
  const tp_origin *origin = &places->origins.at[c->origin];
  uint32_t end;
  const char *text = tp_unit_written(unit, &end);
  if (index + 1 < chunks->at.n)
    end = unit->lines.at[chunks->at.at[index + 1].first].begin;
  tp_match_read_items(&places->match, p, id, origin, first->line, first->begin);
  tp_match_tokens(&places->match, origin, text, first->begin, end);
  places->unit = id;
  places->chunk = index;
  places->is_matched = true;
}

/* Where an offset was found in the user's text. */
typedef struct found {
  bool is_found;
  uint32_t origin;
  uint32_t chunk;
  uint32_t token;
  tp_match_token at;
  tp_match_item item;
  bool is_first, is_last; /* of the tokens that come from the item */
} found;

/* The first token that ends behind the offset. */
static uint32_t token_at(const tp_match *m, uint32_t offset) {
  uint32_t low = 0, high = m->tokens.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (m->tokens.at[middle].end <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static found find(const tp_program *p, tp_unit_id unit, uint32_t offset) {
  found f = {0};
  const unit_chunks *chunks = chunks_of(p, unit);
  f.chunk = chunk_at(chunks, line_at(&p->units.at[unit], offset));
  f.origin = chunks->at.at[f.chunk].origin;
  if (!f.origin)
    return f;
  match_chunk(p, unit, f.chunk);
  const tp_match *m = &p->places->match;
  f.token = token_at(m, offset);
  f.is_found = m->items.n && f.token < m->tokens.n;
  if (!f.is_found)
    return f;
  const tp_match_token *t = &m->tokens.at[f.token];
  f.at = *t;
  f.item = m->items.at[t->item];
  f.is_first = f.token == 0 || t[-1].item != t->item;
  f.is_last = f.token + 1 == m->tokens.n || t[1].item != t->item;
  return f;
}

/* The offset inside the user's token; 0 where the token is not his. */
static uint32_t inside(const tp_program *p, const found *f, tp_unit_id unit,
                       uint32_t offset) {
  const char *written = p->places->origins.at[f->origin].text.at;
  uint32_t size;
  const char *text = tp_unit_written(&p->units.at[unit], &size);
  uint32_t n = f->at.end - f->at.begin;
  bool is_his = !f->item.macro && n == f->item.end - f->item.begin &&
                memcmp(written + f->item.begin, text + f->at.begin, n) == 0;
  return is_his && offset > f->at.begin ? offset - f->at.begin : 0;
}

tp_place tp_place_of(const tp_program *p, tp_unit_id unit, uint32_t offset) {
  const tp_unit *u = &p->units.at[unit];
  offset = tp_place_written(p, unit, offset);
  if (u->lines.n == 0)
    return (tp_place){.file = u->path, .line = 1, .column = offset + 1};
  const tp_line *line = &u->lines.at[line_at(u, offset)];
  tp_place place = {.file = line->file,
                    .line = line->line,
                    .column =
                        offset >= line->begin ? offset - line->begin + 1 : 1,
                    .is_system = line->is_system};
  found f = find(p, unit, offset);
  if (!f.is_found)
    return place;
  tp_origin_place(&p->places->origins.at[f.origin],
                  f.item.begin + inside(p, &f, unit, offset), &place.line,
                  &place.column);
  if (f.item.macro) {
    place.macro = f.item.macro->name;
    place.is_system_macro = f.item.macro->is_system;
  }
  return place;
}

/* Add text[begin .. end) on one line: blanks folded, directives left out. */
static void add_folded(tp_str *out, const char *text, uint32_t begin,
                       uint32_t end) {
  bool is_pending = false, is_line_start = false;
  uint32_t start = out->n;
  for (uint32_t i = begin; i < end; i++) {
    char c = text[i];
    if (c == '\n' || c == ' ' || (c >= '\t' && c <= '\r')) {
      is_pending = true;
      is_line_start |= c == '\n';
    } else if (c == '#' && is_line_start) {
      while (i + 1 < end && text[i + 1] != '\n')
        i++;
    } else {
      if (is_pending && out->n > start)
        tp_str_addc(out, ' ');
      tp_str_addc(out, c);
      is_pending = is_line_start = false;
    }
  }
}

/* A part of what was put there that is in the user's own words, as what he
 * assumes. */
static bool is_in_words(const tp_instead *in, const char *text, uint32_t begin,
                        uint32_t end) {
  return in->begin < begin && end < in->end &&
         !memmem(text + begin, end - begin, "tp2ph_", 6);
}

/* As preprocessed; where something else was put, what stood there. */
static void add_users(const tp_unit *u, const char *text, uint32_t begin,
                      uint32_t end, tp_str *out) {
  tp_str all = {0};
  for (uint32_t i = 0; i < u->insteads.n && begin < end; i++) {
    const tp_instead *in = &u->insteads.at[i];
    if (in->end <= begin || in->begin >= end ||
        is_in_words(in, text, begin, end))
      continue;
    if (in->begin > begin)
      tp_str_addn(&all, text + begin, in->begin - begin);
    tp_str_add(&all, in->users);
    begin = in->end;
  }
  if (begin < end)
    tp_str_addn(&all, text + begin, end - begin);
  add_folded(out, tp_str_text(&all), 0, all.n);
  tp_str_free(&all);
}

void tp_place_text(const tp_program *p, tp_unit_id unit, uint32_t begin,
                   uint32_t end, tp_str *out) {
  const tp_unit *u = &p->units.at[unit];
  uint32_t size;
  const char *text = tp_unit_written(u, &size);
  if (begin >= end || end > u->size)
    return;
  end = tp_place_written_end(p, unit, end);
  begin = tp_place_written(p, unit, begin);
  if (begin >= end || end > size)
    return;
  if (u->lines.n) {
    found a = find(p, unit, begin), b = find(p, unit, end - 1);
    bool is_whole = a.is_found && b.is_found && a.is_first && b.is_last;
    if (is_whole && a.origin == b.origin && a.item.begin < b.item.end &&
        a.at.begin <= begin && b.at.end >= end) {
      add_folded(out, p->places->origins.at[a.origin].text.at, a.item.begin,
                 b.item.end);
      return;
    }
  }
  add_users(u, text, begin, end, out);
}

bool tp_place_is_argument(const tp_program *p, tp_unit_id unit, uint32_t begin,
                          uint32_t end) {
  found f = find(p, unit, tp_place_written(p, unit, begin));
  tp_str part = {0}, use = {0};
  if (!f.is_found || !f.item.macro)
    return false;
  tp_place_text(p, unit, begin, end, &part);
  add_folded(&use, p->places->origins.at[f.origin].text.at, f.item.begin,
             f.item.end);
  bool is_argument = part.n && strstr(tp_str_text(&use), part.at);
  tp_str_free(&part);
  tp_str_free(&use);
  return is_argument;
}

const char *tp_site_name(const tp_program *p, const tp_site *site) {
  if (site->text)
    return tp_names_text(p->names, site->text);
  return site->callee ? tp_names_text(p->names, p->decls.at[site->callee].name)
                      : NULL;
}
