/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Function definitions: the declaration, the parameters, the body. A nested
 * function (gcc) is left alone; what it may touch is marked.
 */
#include "front/strange.h"

/* The types of old-style parameters are declared behind the list. */
static void old_parameters(tp_sema *s, uint32_t tree, tp_declarator *d) {
  for (uint32_t kid = tp_sema_tree(s, tree)->first; kid;
       kid = tp_sema_tree(s, kid)->next) {
    uint32_t first = tp_sema_first_declarator(s, kid);
    tp_specifiers specs;
    if (tp_sema_tree(s, kid)->kind != TREE_DECLARATION || !first)
      continue;
    tp_sema_specifiers(s, kid, tp_sema_tree(s, first)->begin, &specs);
    for (; first; first = tp_sema_tree(s, first)->next) {
      tp_declarator one;
      if (tp_sema_tree(s, first)->field != FIELD_DECLARATOR)
        continue;
      tp_sema_declarator(s, first, specs.type, &one);
      for (uint32_t i = 0; i < d->params.n && one.name; i++)
        if (tp_tok_at(&s->tokens, d->params.at[i].name)->aux ==
            tp_tok_at(&s->tokens, one.name)->aux)
          d->params.at[i].type = tp_sema_decay(s, one.type);
      tp_declarator_free(&one);
    }
  }
}

/* Between the list and the body: whose it is matters to nobody. */
static void old_register(tp_sema *s, tp_tok body, tp_declarator *d) {
  bool is_register = false;
  for (tp_tok i = d->last + 1; i < body; i++)
    is_register = is_register || tp_tok_kind(&s->tokens, i) == TOK_REGISTER;
  for (uint32_t i = 0; i < d->params.n; i++)
    d->params.at[i].is_register |= is_register;
}

static void declare_parameters(tp_sema *s, const tp_declarator *d) {
  for (uint32_t i = 0; i < d->params.n; i++) {
    const tp_parameter *p = &d->params.at[i];
    tp_tok name = p->name ? p->name : p->begin;
    tp_decl decl = {.kind = TP_D_PARAM,
                    .is_register = p->is_register,
                    .name = p->name ? tp_tok_at(&s->tokens, name)->aux : 0,
                    .type = p->type,
                    .unit = s->unit,
                    .scope = s->func,
                    .begin = tp_tok_at(&s->tokens, p->begin)->begin,
                    .end =
                        tp_tok_at(&s->tokens, tp_sema_last(s, p->last))->end};
    VEC_PUSH(&s->p->decls, decl);
    tp_decl_id id = s->p->decls.n - 1;
    s->p->decls.at[id].same = id;
    VEC_PUSH(&s->p->funcs.at[s->func].params, id);
    if (p->name)
      tp_scope_add(&s->scope, (tp_entry){.name = decl.name,
                                         .kind = ENTRY_DECL,
                                         .type = p->type,
                                         .decl = id});
  }
}

void tp_sema_expose(tp_sema *s, tp_name name) {
  const tp_entry *e = tp_scope_find(&s->scope, name);
  if (!e || e->kind != ENTRY_DECL)
    return;
  tp_decl *decl = &s->p->decls.at[e->decl];
  decl->address_taken = 1;
  decl->is_used_unseen = decl->kind == TP_D_FUNCTION;
}

void tp_sema_expose_names(tp_sema *s, tp_tok from, tp_tok to) {
  for (tp_tok i = from; i <= to; i++)
    if (tp_tok_kind(&s->tokens, i) == TOK_IDENT)
      tp_sema_expose(s, tp_tok_at(&s->tokens, i)->aux);
}

static tp_node_id nested_function(tp_sema *s, uint32_t tree) {
  tp_tree_node node = *tp_sema_tree(s, tree);
  uint32_t body = tp_tree_kid(s->tree, tree, FIELD_BODY);
  tp_tok begin = tp_sema_begin(s, node.begin);
  if (body)
    tp_sema_expose_names(s, tp_sema_tree(s, body)->begin, node.last);
  return tp_sema_opaque(s, TP_TYPE_UNKNOWN, begin, node.last);
}

static void new_function(tp_sema *s, tp_decl_id decl, const tp_tree_node *tree,
                         const tp_declarator *d) {
  tp_tok begin = tp_sema_begin(s, tree->begin);
  tp_func func = {.decl = decl,
                  .unit = s->unit,
                  .begin = tp_tok_at(&s->tokens, begin)->begin,
                  .end = tp_tok_at(&s->tokens, tree->last)->end,
                  .is_user =
                      !(tp_tok_at(&s->tokens, d->name)->flags & TOK_F_SYSTEM)};
  VEC_PUSH(&s->p->funcs, func);
  s->func = s->p->funcs.n - 1;
  s->p->decls.at[decl].defines = s->func;
  tp_map_clear(&s->labels);
  tp_scope_push(&s->scope);
  declare_parameters(s, d);
}

tp_node_id tp_sema_enter_function(tp_sema *s, tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  uint32_t declarator = tp_sema_first_declarator(s, f->tree);
  uint32_t body = tp_tree_kid(s->tree, f->tree, FIELD_BODY);
  tp_specifiers specs;
  tp_declarator d;
  tp_decl_id decl = 0;
  if (!declarator || !body)
    return tp_sema_broken(s, f);
  tp_sema_specifiers(s, f->tree, tp_sema_tree(s, declarator)->begin, &specs);
  specs.type =
      tp_sema_old_pointers(s, tp_sema_tree(s, declarator)->begin, specs.type);
  tp_sema_declarator(s, declarator, specs.type, &d);
  if (d.is_function && d.name)
    decl = tp_sema_declare(s, &specs, &d);
  tp_node_id left_alone = 0;
  if (s->func)
    left_alone = nested_function(s, f->tree);
  else if (!decl)
    left_alone = tp_sema_broken(s, f);
  else {
    old_parameters(s, f->tree, &d);
    old_register(s, tp_sema_tree(s, body)->begin, &d);
    new_function(s, decl, &tree, &d);
  }
  /* int a[n++] as a parameter: it happens when the function is entered */
  tp_sema_drop_sizes(s, 0, "size of a parameter", tree.begin);
  tp_declarator_free(&d);
  return left_alone;
}

tp_node_id tp_sema_leave_function(tp_sema *s, const tp_build_frame *f) {
  tp_node_id body = tp_sema_part(s, f, FIELD_BODY);
  tp_func_id func = s->func;
  tp_scope_pop(&s->scope);
  s->func = 0;
  if (!body)
    body = tp_sema_broken(s, f);
  s->p->funcs.at[func].body = body;
  tp_sema_number(s, func);
  return body;
}
