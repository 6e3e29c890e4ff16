/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names are followed from what is defined to what declares them. What a piece
 * declares are the entries that it leaves in the scope; what it needs are all
 * names that stand in it, whatever they mean there: more than it needs.
 * Nothing is kept of units in which nothing is strange.
 */
#include "front/idle.h"

#include "base/bits.h"
#include "front/strange.h"

static void count(tp_idle *idle, const tp_program *p) {
  idle->funcs = p->funcs.n;
  idle->opaque = p->opaque;
}

void tp_idle_begin(tp_idle *idle, const tp_program *p) {
  *idle = (tp_idle){.strange = p->strange.n};
  count(idle, p);
}

/* ---- what is used whoever names it --------------------------------------- */

/* It makes something of its name, in any unit. */
static bool has_second_name(const tp_sema *s, tp_tok from, tp_tok to) {
  static const char *const words[] = {"alias",     "__alias__", "ifunc",
                                      "__ifunc__", "weakref",   "__weakref__",
                                      "symver",    "__symver__"};
  for (tp_tok i = from; i < to; i++)
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
      if (tp_tok_is(&s->tokens, i, words[k]))
        return true;
  return false;
}

static bool is_needed(const tp_sema *s, const tp_entry *e) {
  const tp_decl *d = &s->p->decls.at[e->decl];
  if (e->kind != ENTRY_DECL)
    return false;
  return (d->kind == TP_D_VAR && (!d->is_extern || d->var)) ||
         tp_front_is_own(tp_names_text(s->p->names, e->name));
}

void tp_idle_piece(tp_idle *idle, const tp_sema *s, tp_tok to) {
  const tp_program *p = s->p;
  tp_idle_piece_of piece = {.from = s->piece, .to = to, .first = 1};
  if (p->strange.n == idle->strange)
    return;
  if (idle->pieces.n)
    piece.first = VEC_LAST(&idle->pieces).last;
  piece.last = s->scope.entries.n;
  piece.is_used = piece.first >= piece.last || p->funcs.n > idle->funcs ||
                  p->opaque > idle->opaque ||
                  has_second_name(s, piece.from, to);
  for (uint32_t i = piece.first; i < piece.last && !piece.is_used; i++)
    piece.is_used = is_needed(s, &s->scope.entries.at[i]);
  count(idle, p);
  VEC_PUSH(&idle->pieces, piece);
}

/* ---- what they need ------------------------------------------------------ */

static void add(tp_bits *names, tp_name name) {
  if (name >= names->n)
    tp_bits_grow(names, 2 * name + 1);
  tp_bits_add(names, name);
}

static void add_name(tp_bits *names, const tp_sema *s, tp_tok i) {
  static const char builtin[] = "__builtin_";
  tp_name name = tp_tok_at(&s->tokens, i)->aux;
  const char *text = tp_names_text(s->p->names, name);
  add(names, name);
  if (tp_text_starts(text, builtin)) {
    text += strlen(builtin);
    add(names, tp_names_find(s->p->names, text, strlen(text)));
  }
}

static void need(tp_bits *names, const tp_sema *s,
                 const tp_idle_piece_of *piece) {
  for (tp_tok i = piece->from; i < piece->to; i++)
    if (tp_tok_kind(&s->tokens, i) == TOK_IDENT)
      add_name(names, s, i);
}

static bool is_named(const tp_bits *names, const tp_sema *s,
                     const tp_idle_piece_of *piece) {
  for (uint32_t i = piece->first; i < piece->last; i++) {
    tp_name name = s->scope.entries.at[i].name;
    if (name < names->n && tp_bits_has(names, name))
      return true;
  }
  return false;
}

static void follow(tp_idle *idle, const tp_sema *s) {
  tp_bits names = {0};
  bool has_more = true;
  for (uint32_t i = 0; i < idle->pieces.n; i++)
    if (idle->pieces.at[i].is_used)
      need(&names, s, &idle->pieces.at[i]);
  while (has_more) {
    has_more = false;
    for (uint32_t i = 0; i < idle->pieces.n; i++) {
      tp_idle_piece_of *piece = &idle->pieces.at[i];
      if (!piece->is_used && is_named(&names, s, piece)) {
        piece->is_used = has_more = true;
        need(&names, s, piece);
      }
    }
  }
  tp_bits_free(&names);
}

/* ---- what is idle -------------------------------------------------------- */

static bool is_idle(const tp_idle *idle, const tp_sema *s,
                    const tp_strange *strange) {
  for (uint32_t i = 0; i < idle->pieces.n; i++) {
    const tp_idle_piece_of *piece = &idle->pieces.at[i];
    if (tp_tok_at(&s->tokens, piece->from)->begin <= strange->begin &&
        strange->begin < tp_tok_at(&s->tokens, piece->to)->begin)
      return strange->is_declared && !piece->is_used;
  }
  return false;
}

void tp_idle_end(tp_idle *idle, tp_sema *s) {
  tp_program *p = s->p;
  uint32_t kept = idle->strange;
  follow(idle, s);
  for (uint32_t i = kept; i < p->strange.n; i++)
    if (!is_idle(idle, s, &p->strange.at[i]))
      p->strange.at[kept++] = p->strange.at[i];
  p->strange.n = kept;
  VEC_FREE(&idle->pieces);
}
