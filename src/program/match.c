/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which token of the user's line each preprocessed token comes from.
 *
 * The user's tokens are a pattern: a plain token stands for itself, a macro
 * with its arguments for any run of tokens. They are matched from left to
 * right; a macro's run is the shortest one with balanced brackets after which
 * the plain tokens behind the macro follow. Where that can't be found the rule
 * is loosened step by step, and in the end the macro gets the rest: a column
 * may then be that of a macro before, never one outside the line. Macros are
 * not expanded here, so one without parentheses around its text (`a && b`) that
 * is followed by the same operator and another macro may be taken to end early.
 */
#include "program/match.h"

/* How many plain tokens behind a macro must be seen to believe its end. */
#define SURE 8
/* The furthest a macro's arguments are looked for. */
#define MAX_ARGUMENTS (UINT32_C(1) << 20)
/* Steps of searching for each token of a chunk, before we stop being clever. */
#define EFFORT 200

static bool is_name_start(char c) {
  return c == '_' || c == '$' || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static uint32_t number_end(const char *text, uint32_t i, uint32_t end) {
  for (; i < end; i++) {
    char c = text[i], last = text[i - 1];
    bool is_sign = (c == '+' || c == '-') && strchr("eEpP", last) && last;
    if (!is_sign && !is_name_start(c) && !is_digit(c) && c != '.')
      break;
  }
  return i;
}

static uint32_t literal_end(const char *text, uint32_t i, uint32_t end) {
  char quote = text[i++];
  while (i < end && text[i] != '\n') {
    if (text[i] == quote)
      return i + 1;
    i += text[i] == '\\' && i + 1 < end && text[i + 1] != '\n';
    i++;
  }
  return i;
}

/* The end of the token at i. Operators go by single characters: `>=` is two on
 * both sides alike. */
static uint32_t token_end(const char *text, uint32_t i, uint32_t end) {
  char c = text[i];
  if (is_digit(c) || (c == '.' && i + 1 < end && is_digit(text[i + 1])))
    return number_end(text, i + 1, end);
  if (c == '"' || c == '\'')
    return literal_end(text, i, end);
  if (!is_name_start(c))
    return i + 1;
  while (i < end && (is_name_start(text[i]) || is_digit(text[i])))
    i++;
  return i;
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static uint32_t skip_blanks(const tp_str *text, uint32_t i, bool lines_too) {
  while (i < text->n &&
         (is_blank(text->at[i]) || (lines_too && text->at[i] == '\n')))
    i++;
  return i;
}

/* Macros that no #define makes. */
static const tp_macro *built_in(const char *name, uint32_t n) {
  static const char *const plain[] = {
      "__LINE__",    "__FILE__",      "__DATE__",          "__TIME__",
      "__COUNTER__", "__BASE_FILE__", "__INCLUDE_LEVEL__", "__TIMESTAMP__"};
  static const tp_macro object = {.is_defined = 1};
  static const tp_macro function = {.is_defined = 1, .has_parameters = 1};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (strlen(plain[i]) == n && memcmp(plain[i], name, n) == 0)
      return &object;
  return n == 7 && memcmp(name, "_Pragma", 7) == 0 ? &function : NULL;
}

static const tp_macro *macro_named(const tp_program *p, tp_unit_id unit,
                                   const char *name, uint32_t n, uint32_t at) {
  if (!is_name_start(name[0]))
    return NULL;
  tp_name id = tp_names_find(p->names, name, n);
  const tp_macro *m = id ? tp_place_macro(p, unit, id, at) : NULL;
  return m || name[0] != '_' ? m : built_in(name, n);
}

/* The end of ( ... ) that follows offset i, perhaps on a later line; 0 if no
 * such thing follows. */
static uint32_t arguments_end(const tp_str *text, uint32_t i) {
  i = skip_blanks(text, i, true);
  if (i == text->n || text->at[i] != '(')
    return 0;
  uint32_t depth = 0, limit = i + MAX_ARGUMENTS;
  for (; i < text->n && i < limit; i = skip_blanks(text, i, true)) {
    char c = text->at[i];
    depth += c == '(';
    i = token_end(text->at, i, text->n);
    if (c == ')' && --depth == 0)
      return i;
  }
  return 0;
}

uint32_t tp_match_read_items(tp_match *m, const tp_program *p, tp_unit_id unit,
                             const tp_origin *origin, uint32_t line,
                             uint32_t at) {
  const tp_str *text = &origin->text;
  VEC_CLEAR(&m->items);
  if (line == 0 || line > origin->lines.n)
    return line;
  uint32_t i = origin->lines.at[line - 1];
  while ((i = skip_blanks(text, i, false)) < text->n && text->at[i] != '\n') {
    tp_match_item item = {i, token_end(text->at, i, text->n), NULL};
    item.macro = macro_named(p, unit, text->at + i, item.end - item.begin, at);
    if (item.macro && item.macro->has_parameters) {
      uint32_t end = arguments_end(text, item.end);
      item.end = end ? end : item.end;
      item.macro = end ? item.macro : NULL;
    }
    VEC_PUSH(&m->items, item);
    i = item.end;
  }
  uint32_t last, column;
  tp_origin_place(origin, i, &last, &column);
  return last;
}

static uint32_t skip_line(const char *text, uint32_t i, uint32_t end) {
  const char *newline = memchr(text + i, '\n', end - i);
  return newline ? (uint32_t)(newline - text) : end;
}

static uint32_t skip_comment(const char *text, uint32_t i, uint32_t end) {
  if (text[i + 1] == '/')
    return skip_line(text, i, end);
  const char *close = memmem(text + i + 2, end - i - 2, "*/", 2);
  return close ? (uint32_t)(close + 2 - text) : end;
}

static void read_tokens(tp_match *m, const char *text, uint32_t i,
                        uint32_t end) {
  bool is_line_start = true;
  VEC_CLEAR(&m->tokens);
  while (i < end) {
    if (text[i] == '\n' || is_blank(text[i])) {
      is_line_start |= text[i] == '\n';
      i++;
    } else if (is_line_start && text[i] == '#') {
      i = skip_line(text, i, end);
    } else if (text[i] == '/' && i + 1 < end &&
               (text[i + 1] == '/' || text[i + 1] == '*')) {
      i = skip_comment(text, i, end);
    } else {
      tp_match_token t = {i, token_end(text, i, end), 0};
      VEC_PUSH(&m->tokens, t);
      is_line_start = false;
      i = t.end;
    }
  }
}

typedef struct matcher {
  const char *origin, *text;
  const tp_match_item *items;
  tp_match_token *tokens;
  uint32_t item_count, token_count;
  uint64_t effort;
} matcher;

static bool is_same(const matcher *m, uint32_t item, uint32_t token) {
  const tp_match_item *a = &m->items[item];
  const tp_match_token *b = &m->tokens[token];
  return a->end - a->begin == b->end - b->begin &&
         memcmp(m->origin + a->begin, m->text + b->begin, b->end - b->begin) ==
             0;
}

/* How many plain items, at most SURE, stand from `item` on. */
static uint32_t plain_run(const matcher *m, uint32_t item) {
  uint32_t n = 0;
  while (n < SURE && item + n < m->item_count && !m->items[item + n].macro)
    n++;
  return n;
}

static bool follows(const matcher *m, uint32_t item, uint32_t n,
                    uint32_t token) {
  if (token + n > m->token_count)
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (!is_same(m, item + i, token + i))
      return false;
  /* What ends the user's text ends the preprocessed text. */
  return item + n < m->item_count || token + n == m->token_count;
}

static int bracket(const matcher *m, uint32_t token) {
  char c = m->text[m->tokens[token].begin];
  if (c == '(' || c == '[' || c == '{')
    return 1;
  return c == ')' || c == ']' || c == '}' ? -1 : 0;
}

#define NOT_FOUND UINT32_MAX

/* The first token from `from` on where n items from `item` on are seen. */
static uint32_t find_run(matcher *m, uint32_t item, uint32_t n, uint32_t from,
                         bool must_balance) {
  int64_t depth = 0;
  for (uint32_t t = from; t < m->token_count && m->effort; t++, m->effort--) {
    if ((depth == 0 || !must_balance) && follows(m, item, n, t))
      return t;
    depth += bracket(m, t);
    if (depth < 0 && must_balance)
      return NOT_FOUND;
  }
  return NOT_FOUND;
}

static uint32_t find_run_loosely(matcher *m, uint32_t item, uint32_t n,
                                 uint32_t from) {
  for (; n > 0; n /= 2) {
    uint32_t t = find_run(m, item, n, from, true);
    t = t == NOT_FOUND ? find_run(m, item, n, from, false) : t;
    if (t != NOT_FOUND)
      return t;
  }
  return NOT_FOUND;
}

/* The item behind ( ... ) that begins at `item`; `item` if none does. */
static uint32_t behind_arguments(matcher *m, uint32_t item) {
  uint32_t depth = 0;
  for (uint32_t i = item; i < m->item_count && m->effort; i++, m->effort--) {
    char c = m->origin[m->items[i].begin];
    depth += c == '(';
    depth -= c == ')' && depth > 0;
    if (depth == 0)
      return c == ')' ? i + 1 : item;
  }
  return item;
}

/* One token, or the brackets it opens with all inside. */
static uint32_t behind_group(const matcher *m, uint32_t token) {
  int64_t depth = 0;
  do
    depth += token < m->token_count ? bracket(m, token) : 0;
  while (token++ < m->token_count && depth > 0);
  return token < m->token_count ? token : m->token_count;
}

/* Match the macro `*item`, whose text begins at `token`; *item becomes the next
 * item to match. Returns the token behind the macro's text. */
static uint32_t match_macro(matcher *m, uint32_t *item, uint32_t token) {
  uint32_t next = *item + 1;
  if (next == m->item_count)
    return *item = next, m->token_count;
  uint32_t n = plain_run(m, next);
  if (n == 0)
    return *item = next, behind_group(m, token);
  uint32_t t = find_run(m, next, n, token, true);
  uint32_t beyond = t == NOT_FOUND ? behind_arguments(m, next) : next;
  if (beyond > next) {
    /* An object-like macro that names a function-like one. */
    if (beyond == m->item_count)
      return *item = beyond, m->token_count;
    t = find_run(m, beyond, plain_run(m, beyond), token, true);
    next = t == NOT_FOUND ? next : beyond;
  }
  if (t == NOT_FOUND)
    t = find_run_loosely(m, next, n, token);
  *item = t == NOT_FOUND ? m->item_count : next;
  return t == NOT_FOUND ? m->token_count : t;
}

/* A plain item that is not there: a macro we were not told of, or text that
 * came from elsewhere. */
static uint32_t match_stranger(matcher *m, uint32_t *item, uint32_t token) {
  if (is_name_start(m->origin[m->items[*item].begin])) {
    uint32_t beyond = behind_arguments(m, *item + 1);
    *item = beyond - 1;
    return match_macro(m, item, token);
  }
  uint32_t n = plain_run(m, *item);
  uint32_t t = find_run_loosely(m, *item, n, token);
  if (t == NOT_FOUND) {
    *item += 1;
    return token;
  }
  return t;
}

static void match_all(matcher *m) {
  uint32_t item = 0, token = 0;
  while (token < m->token_count) {
    uint32_t from = item < m->item_count ? item : m->item_count - 1;
    uint32_t end = m->token_count;
    if (item < m->item_count && m->items[item].macro) {
      end = match_macro(m, &item, token);
    } else if (item < m->item_count && is_same(m, item, token)) {
      end = token + 1;
      item++;
    } else if (item < m->item_count) {
      end = match_stranger(m, &item, token);
    }
    for (; token < end; token++)
      m->tokens[token].item = from;
  }
}

void tp_match_tokens(tp_match *match, const tp_origin *origin, const char *text,
                     uint32_t begin, uint32_t end) {
  read_tokens(match, text, begin, end);
  matcher m = {.origin = tp_str_text(&origin->text),
               .text = text,
               .items = match->items.at,
               .tokens = match->tokens.at,
               .item_count = match->items.n,
               .token_count = match->tokens.n};
  m.effort = (uint64_t)EFFORT * (m.item_count + m.token_count);
  if (m.item_count)
    match_all(&m);
}

void tp_match_free(tp_match *m) {
  VEC_FREE(&m->items);
  VEC_FREE(&m->tokens);
}
