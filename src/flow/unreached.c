/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches that no path from the entry meets. The graph alone would say so of
 * every function that is entered behind its back; such functions, and what they
 * call, are in doubt and left out: those whose address is used, nested ones,
 * and all if something strange, or an assembler jump, may enter a function. */
#include "flow/cfg.h"
#include "flow/lower.h"

static bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

/* Whether the text has the word as a whole, __word__ included. */
static bool has_word(const char *text, size_t n, const char *word) {
  size_t length = strlen(word);
  const char *end = text + n;
  for (const char *at = text;
       (at = memmem(at, (size_t)(end - at), word, length)); at++) {
    const char *from = at, *to = at + length;
    while (from > text && from[-1] == '_')
      from--;
    while (to < end && *to == '_')
      to++;
    if ((from == text || !is_word(from[-1])) && (to == end || !is_word(*to)))
      return true;
  }
  return false;
}

bool tp_flow_in_doubt(const tp_program *p) {
  if (tp_program_strange(p, TP_STRANGE_PROGRAM))
    return true;
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    uint32_t size;
    if (p->nodes.at[n].kind != TP_N_OPAQUE)
      continue;
    const char *text = tp_node_text(p, n, &size);
    if (has_word(text, size, "goto"))
      return true;
  }
  return false;
}

static void doubt(tp_bits *doubted, tp_vec_u32 *work, tp_func_id f) {
  if (!f || tp_bits_has(doubted, f))
    return;
  tp_bits_add(doubted, f);
  VEC_PUSH(work, f);
}

/* Functions that may be entered in a way the graph does not show. */
static void find_doubted(tp_bits *doubted, const tp_program *p) {
  tp_vec_u32 work = {0};
  tp_cfg_decls taken = {0};
  tp_cfg_taken(&taken, p);
  for (uint32_t i = 0; i < taken.n; i++)
    doubt(doubted, &work, tp_decl_function(p, taken.at[i]));
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].is_nested)
      doubt(doubted, &work, f);
  uint32_t *next = TP_NEW_ARRAY(uint32_t, p->sites.n + 1);
  uint32_t *first = TP_NEW_ARRAY(uint32_t, p->funcs.n + 1);
  for (uint32_t s = p->sites.n; s-- > 1;) {
    next[s] = first[p->sites.at[s].caller];
    first[p->sites.at[s].caller] = s;
  }
  while (work.n)
    for (uint32_t s = first[VEC_POP(&work)]; s; s = next[s])
      if (p->sites.at[s].callee)
        doubt(doubted, &work, tp_decl_function(p, p->sites.at[s].callee));
  tp_free(next);
  tp_free(first);
  VEC_FREE(&work);
  VEC_FREE(&taken);
}

void tp_flow_unreached(tp_bits *out, const tp_graph *g, const tp_program *p) {
  tp_bits_init(out, p->branches.n + 1);
  if (tp_flow_in_doubt(p) || tp_program_strange(p, TP_STRANGE_LINKED))
    return;
  tp_bits doubted;
  tp_bits_init(&doubted, p->funcs.n + 1);
  find_doubted(&doubted, p);
  for (uint32_t b = 0; b < p->branches.n; b++) {
    const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
    if (!d->is_constant && !tp_bits_has(&doubted, d->func))
      tp_bits_add(out, b);
  }
  for (uint32_t e = 0; e < g->edges.n; e++)
    if (g->edges.at[e].goal < p->branches.n)
      tp_bits_del(out, g->edges.at[e].goal);
  tp_bits_free(&doubted);
}
