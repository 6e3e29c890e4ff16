/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One unit: its pieces (external declarations) one after the other. Only the
 * tree of the piece at hand is in memory.
 */
#include "front/sema.h"

#include "program/place.h"
#include "front/idle.h"
#include "front/strange.h"

void tp_sema_init(tp_sema *s, tp_program *p) {
  memset(s, 0, sizeof *s);
  s->p = p;
  s->parser = tp_parser_new();
  tp_tokens_init(&s->tokens, p->names);
  tp_scope_init(&s->scope);
}

void tp_sema_free(tp_sema *s) {
  tp_parser_free(s->parser);
  tp_tokens_free(&s->tokens);
  tp_scope_free(&s->scope);
  tp_map_free(&s->labels);
  tp_map_free(&s->implicit);
  tp_map_free(&s->copies);
  tp_map_free(&s->files);
  VEC_FREE(&s->frames);
  VEC_FREE(&s->values);
  VEC_FREE(&s->designators);
  VEC_FREE(&s->specs);
  VEC_FREE(&s->open_cases);
  VEC_FREE(&s->sizes);
}

/* The first thing the parser did not understand. */
static void doubt_errors(tp_sema *s, const tp_tree *tree) {
  for (uint32_t i = 0; i < tree->at.n; i++) {
    const tp_tree_node *node = &tree->at.at[i];
    if (node->is_bad && (node->kind == TREE_ERROR || !node->first)) {
      tp_sema_doubt(s, node->begin);
      return;
    }
  }
}

/* Outside of functions no operation tells of it: a declaration may hand on what
 * it names, anything else may be a function, of which nothing is seen. */
static void leave_alone(tp_sema *s, const tp_tree_node *tree) {
  const tp_token *token = tp_tok_at(&s->tokens, tree->begin);
  tp_sema_expose_names(s, tree->begin, tree->last);
  if (tree->kind != TREE_DECLARATION && !(token->flags & TOK_F_SYSTEM))
    tp_front_strange(s->p, TP_STRANGE_PROGRAM, "text outside of functions", "",
                     0, s->unit, token->begin);
}

static void build_piece(tp_sema *s, const tp_tree *tree) {
  tp_unit *unit = &s->p->units.at[s->unit];
  s->tree = tree;
  if (tree->at.at[0].is_bad)
    doubt_errors(s, tree);
  for (uint32_t kid = tree->at.at[0].first; kid; kid = tree->at.at[kid].next) {
    tp_node_id node = tp_sema_build(s, kid);
    uint8_t kind = node ? tp_sema_at(s, node)->kind : TP_N_NONE;
    if (kind == TP_N_DECL && tp_sema_at(s, node)->first)
      VEC_PUSH(&unit->top, node);
    else if (kind == TP_N_OPAQUE)
      leave_alone(s, &tree->at.at[kid]);
  }
  VEC_CLEAR(&s->designators);
  VEC_CLEAR(&s->specs);
  VEC_CLEAR(&s->open_cases);
  VEC_CLEAR(&s->sizes);
}

static bool has_short_enums(const tp_unit *unit) {
  bool is_short = false;
  for (uint32_t i = 0; i < unit->flags.n; i++) {
    is_short |= strcmp(unit->flags.at[i], "-fshort-enums") == 0;
    is_short &= strcmp(unit->flags.at[i], "-fno-short-enums") != 0;
  }
  return is_short;
}

void tp_sema_unit(tp_sema *s, tp_unit_id unit) {
  tp_shape shape = {0};
  tp_tree tree = {0};
  tp_idle idle;
  s->unit = unit;
  s->is_doubtful = false;
  s->has_short_enums = has_short_enums(&s->p->units.at[unit]);
  s->p->units.at[unit].first_node = s->p->nodes.n;
  tp_tokens_set_dialect(&s->tokens,
                        tp_place_has_macro(s->p, unit, "__STRICT_ANSI__"),
                        tp_place_has_macro(s->p, unit, "__STDC_VERSION__"));
  tp_tokens_read(&s->tokens, &s->p->units.at[unit]);
  tp_idle_begin(&idle, s->p);
  tp_front_find_strange(s);
  tp_scope_reset(&s->scope);
  tp_tok end = s->tokens.at.n - 1;
  for (tp_tok i = 0; i < end;) {
    s->piece = i;
    i = tp_sema_shape(s, &shape, i, end, TP_SHAPE_FILE);
    if (shape.text.n) {
      tp_tree_parse(&tree, s->parser, &shape);
      build_piece(s, &tree);
    }
    tp_idle_piece(&idle, s, i);
  }
  tp_idle_end(&idle, s);
  s->p->units.at[unit].last_node = s->p->nodes.n - 1;
  tp_shape_free(&shape);
  tp_tree_free(&tree);
}
