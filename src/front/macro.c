/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions that come out of macros of system headers: clang leaves them out
 * of its count, so they are marked.
 *
 * Three cases:
 *   assert(x)                          the user named a system macro
 *   #define CHECK(x) assert(x)         the body of his macro names one: the
 *                                      same, known from gcc's line markers or,
 *                                      for assert, by what it looks like
 *   #define ID(x) x   ID(isdigit(c))   he named one in an argument: clang
 *                                      counts the condition
 */
#include "front/sema.h"

#include "program/place.h"

#include <ctype.h>

static bool is_same_expansion(const tp_place *a, const tp_place *b) {
  return a->macro == b->macro && a->line == b->line && a->column == b->column;
}

static tp_place place_of(const tp_sema *s, tp_tok i) {
  return tp_place_of(s->p, s->unit, tp_tok_at(&s->tokens, i)->begin);
}

/* The invocation, as the user wrote it, of the macro a token comes from. */
static void invocation_text(const tp_sema *s, tp_tok i, const tp_place *at,
                            tp_str *out) {
  tp_tok first = i, last = i;
  tp_place place;
  while (first > s->piece &&
         (place = place_of(s, first - 1), is_same_expansion(&place, at)))
    first--;
  while (tp_tok_kind(&s->tokens, last + 1) != TOK_END &&
         (place = place_of(s, last + 1), is_same_expansion(&place, at)))
    last++;
  tp_place_text(s->p, s->unit, tp_tok_at(&s->tokens, first)->begin,
                tp_tok_at(&s->tokens, last)->end, out);
}

/* Whether a text names a macro of a system header that may be a condition. */
static bool names_system_macro(const tp_sema *s, const char *text,
                               uint32_t offset) {
  while (*text) {
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
      n++;
    tp_name name = n ? tp_names_find(s->p->names, text, n) : 0;
    const tp_macro *macro =
        name ? tp_place_macro(s->p, s->unit, name,
                              tp_place_written(s->p, s->unit, offset))
             : NULL;
    if (macro && macro->is_defined && macro->is_system && macro->has_parameters)
      return true;
    text += n ? n : 1;
  }
  return false;
}

/* Parentheses around the tokens that come out of the same macro. */
static void widen(const tp_sema *s, tp_tok *first, tp_tok *last) {
  tp_place at = place_of(s, *first);
  while (*first > s->piece &&
         tp_tok_kind(&s->tokens, *first - 1) == TOK_LPAREN &&
         tp_tok_at(&s->tokens, *first - 1)->aux == *last + 1) {
    tp_place open = place_of(s, *first - 1), close = place_of(s, *last + 1);
    if (!is_same_expansion(&open, &at) || !is_same_expansion(&close, &at))
      break;
    --*first;
    ++*last;
  }
}

/* (isdigit(c)) ? a : b: it begins with a parenthesis of the user's. */
static bool is_in_parentheses(const tp_sema *s, uint32_t begin, uint32_t end) {
  tp_tok first = tp_tok_find(&s->tokens, begin);
  tp_tok last = tp_tok_find(&s->tokens, end - 1);
  widen(s, &first, &last);
  if (first < s->piece + 2 ||
      tp_tok_kind(&s->tokens, first - 1) != TOK_LPAREN ||
      tp_tok_at(&s->tokens, first - 1)->aux != last + 1)
    return false;
  uint8_t before = tp_tok_kind(&s->tokens, first - 2);
  return before != TOK_IF && before != TOK_WHILE && before != TOK_SWITCH &&
         !place_of(s, first - 1).macro;
}

bool tp_sema_in_system_macro(tp_sema *s, uint32_t begin, uint32_t end,
                             bool in_assert) {
  if (end <= begin)
    return false;
  tp_place first = tp_place_of(s->p, s->unit, begin);
  tp_place last = tp_place_of(s->p, s->unit, end - 1);
  if (!first.macro || !is_same_expansion(&first, &last) ||
      is_in_parentheses(s, begin, end))
    return false;
  if (first.is_system_macro)
    return true;
  tp_tok token = tp_tok_find(&s->tokens, begin);
  uint8_t a = tp_tok_at(&s->tokens, token)->flags;
  uint8_t b = tp_tok_at(&s->tokens, tp_tok_find(&s->tokens, end - 1))->flags;
  bool is_marked = (a & b & TOK_F_MARKED) || (a & TOK_F_INSIDE);
  if (!is_marked && !in_assert)
    return false;
  tp_str text = {0};
  invocation_text(s, token, &first, &text);
  bool is_argument = names_system_macro(s, tp_str_text(&text), begin);
  tp_str_free(&text);
  return !is_argument;
}

void tp_sema_condition_text(tp_sema *s, const tp_node *node,
                            const tp_place *place, tp_str *out) {
  uint32_t begin = node->begin, end = node->end;
  if (place->macro && end > begin) {
    tp_tok first = tp_tok_find(&s->tokens, begin);
    tp_tok last = tp_tok_find(&s->tokens, end - 1);
    widen(s, &first, &last);
    tp_place_text(s->p, s->unit, tp_tok_at(&s->tokens, first)->begin,
                  tp_tok_at(&s->tokens, last)->end, out);
    if (tp_text_starts(tp_str_text(out),
                       tp_names_text(s->p->names, place->macro)))
      return;
    VEC_CLEAR(out);
  }
  tp_place_text(s->p, s->unit, node->begin, node->end, out);
}
