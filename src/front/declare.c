/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names into scopes, declarations and initialisers into nodes. Functions are
 * function.c's business.
 */
#include "front/strange.h"

#include "libc/libc.h"

static bool is_function(const tp_sema *s, tp_type_id type) {
  return tp_type_get(&s->p->types, type)->kind == TP_T_FUNCTION;
}

/* What is known about an object after one more declaration of it. */
static tp_type_id composite(const tp_sema *s, tp_type_id old, tp_type_id new) {
  const tp_type *a = tp_type_get(&s->p->types, old);
  const tp_type *b = tp_type_get(&s->p->types, new);
  if (a->kind != b->kind)
    return new;
  if (b->kind == TP_T_ARRAY && !b->is_complete)
    return old;
  if (b->kind == TP_T_FUNCTION && !b->has_prototype)
    return old;
  return new;
}

static tp_decl_id new_decl(tp_sema *s, const tp_specifiers *specs,
                           const tp_declarator *d, tp_type_id type) {
  const tp_token *name = tp_tok_at(&s->tokens, d->name);
  bool is_func = is_function(s, type);
  bool is_file = tp_scope_is_file(&s->scope) || specs->is_extern || is_func;
  tp_decl decl = {.kind = is_func ? TP_D_FUNCTION : TP_D_VAR,
                  .is_static = specs->is_static,
                  .is_extern = specs->is_extern,
                  .is_register = specs->is_register,
                  .is_thread = specs->is_thread,
                  .is_noreturn =
                      is_func &&
                      (specs->is_noreturn ||
                       (tp_libc_notes(tp_names_text(s->p->names, name->aux)) &
                        TP_LIBC_ENDS) != 0),
                  .is_used_unseen = specs->is_entered,
                  .is_placed = specs->is_placed,
                  .is_system = (name->flags & TOK_F_SYSTEM) != 0,
                  .name = name->aux,
                  .type = type,
                  .unit = s->unit,
                  .scope = is_file ? 0 : s->func,
                  .begin = tp_tok_at(&s->tokens, d->begin)->begin,
                  .end = tp_tok_at(&s->tokens, d->last)->end};
  VEC_PUSH(&s->p->decls, decl);
  tp_decl_id id = s->p->decls.n - 1;
  s->p->decls.at[id].same = id;
  if (decl.scope)
    VEC_PUSH(&s->p->funcs.at[s->func].locals, id);
  return id;
}

/* A later declaration knows what an earlier one said. */
static void inherit(tp_sema *s, tp_decl_id id, tp_decl_id before) {
  tp_decl *decl = &s->p->decls.at[id];
  const tp_decl *old = &s->p->decls.at[before];
  decl->is_noreturn |= old->is_noreturn;
  if (old->is_static && decl->kind == old->kind && !decl->scope && !old->scope)
    decl->is_static = 1; /* static int f(void); int f(void) {...} */
}

/* What has no tag is named by its first typedef. */
static void note_alias(tp_sema *s, const tp_entry *e) {
  tp_type *t = &s->p->types.at.at[e->type];
  if (tp_scope_is_file(&s->scope) && t->kind == TP_T_RECORD && !t->tag &&
      !t->alias)
    t->alias = e->name;
}

tp_decl_id tp_sema_declare(tp_sema *s, const tp_specifiers *specs,
                           const tp_declarator *d) {
  tp_entry entry = {.kind = ENTRY_DECL, .type = d->type};
  if (!d->name)
    return 0;
  entry.name = tp_tok_at(&s->tokens, d->name)->aux;
  const tp_entry *old = tp_scope_find(&s->scope, entry.name);
  bool is_again = old && old->kind == ENTRY_DECL &&
                  (tp_scope_is_inner(&s->scope, old) || specs->is_extern);
  if (specs->is_typedef) {
    entry.kind = ENTRY_TYPEDEF;
    if (specs->align)
      entry.type = tp_type_aligned(&s->p->types, entry.type, specs->align);
    tp_scope_add(&s->scope, entry);
    note_alias(s, &entry);
    return 0;
  }
  if (is_again)
    entry.type = composite(s, old->type, entry.type);
  entry.decl = new_decl(s, specs, d, entry.type);
  if (is_again)
    inherit(s, entry.decl, old->decl);
  tp_scope_add(&s->scope, entry);
  return entry.decl;
}

tp_decl_id tp_sema_implicit(tp_sema *s, tp_tok name, tp_type_id type) {
  tp_specifiers specs = {.is_extern = true};
  tp_declarator d = {.type = type, .name = name, .begin = name, .last = name};
  return tp_sema_declare(s, &specs, &d);
}

void tp_sema_retype(tp_sema *s, tp_decl_id decl, tp_type_id type) {
  tp_decl *d = &s->p->decls.at[decl];
  tp_entry *e = tp_scope_find(&s->scope, d->name);
  d->type = type;
  if (e && e->decl == decl)
    e->type = type;
}

/* ---- Declarations ---- */

void tp_sema_enter_declaration(tp_sema *s, tp_build_frame *f) {
  uint32_t first = tp_sema_first_declarator(s, f->tree);
  tp_tok to = first ? tp_sema_tree(s, first)->begin
                    : tp_sema_tree(s, f->tree)->last + 1;
  tp_specifiers specs;
  tp_sema_specifiers(s, f->tree, to, &specs);
  f->extra = s->specs.n;
  VEC_PUSH(&s->specs, specs);
}

/* Read a declarator and declare its name. `out` gets the decl; 0: typedef. */
static tp_decl_id declare_one(tp_sema *s, uint32_t tree,
                              const tp_build_frame *outer) {
  tp_specifiers specs = s->specs.at[outer->extra];
  tp_declarator d;
  tp_attributes a;
  tp_sema_declarator(s, tree, specs.type, &d);
  tp_sema_trailing(s, d.last, &a);
  d.type = tp_sema_attributed(s, d.type, &a);
  specs.is_noreturn |= a.is_noreturn;
  specs.is_entered |= a.is_entered;
  specs.is_placed |= a.is_placed;
  if (a.align > specs.align)
    specs.align = a.align;
  tp_decl_id decl = tp_sema_declare(s, &specs, &d);
  if (decl && a.has_cleanup)
    s->p->decls.at[decl].address_taken = 1;
  tp_declarator_free(&d);
  return decl;
}

bool tp_sema_is_eventful(const tp_sema *s, tp_node_id node) {
  tp_vec_u32 work = {0};
  bool found = false;
  VEC_PUSH(&work, node);
  while (work.n && !found) {
    tp_node_id n = VEC_POP(&work);
    switch (tp_node_get(s->p, n)->kind) {
    case TP_N_CALL:
    case TP_N_LOGICAL:
    case TP_N_COND:
    case TP_N_ASSIGN:
    case TP_N_INCDEC:
    case TP_N_STMT_EXPR:
    case TP_N_OPAQUE:
      found = true;
      break;
    default:
      TP_KIDS (s->p, n, kid)
        VEC_PUSH(&work, kid);
    }
  }
  VEC_FREE(&work);
  return found;
}

/* The size of a variable array is computed where it, or a typedef of it, is
 * declared. If something happens in it, that goes before the node of what is
 * declared, in an opaque one. */
static tp_node_id with_sizes(tp_sema *s, uint32_t sizes, tp_node_id declared,
                             tp_tok begin, tp_tok last) {
  VEC(tp_node_id) kids = {0};
  for (uint32_t i = sizes; i < s->sizes.n && s->func; i++)
    if (s->sizes.at[i] && tp_sema_is_eventful(s, s->sizes.at[i]))
      VEC_PUSH(&kids, s->sizes.at[i]);
  s->sizes.n = sizes;
  if (kids.n) {
    tp_node_id opaque = tp_sema_opaque(s, TP_TYPE_UNKNOWN, begin, last);
    VEC_PUSH(&kids, declared);
    tp_sema_set_kids(s, opaque, kids.at, kids.n);
    declared = opaque;
  }
  VEC_FREE(&kids);
  return declared;
}

void tp_sema_drop_sizes(tp_sema *s, uint32_t first, const char *what,
                        tp_tok at) {
  for (uint32_t i = first; i < s->sizes.n; i++)
    if (s->sizes.at[i] && tp_sema_is_eventful(s, s->sizes.at[i])) {
      tp_front_strange(s->p, TP_STRANGE_PROGRAM, what, "", 0, s->unit,
                       tp_tok_at(&s->tokens, at)->begin);
      break;
    }
  s->sizes.n = first;
}

static tp_node_id variable(tp_sema *s, tp_decl_id decl, tp_tok begin,
                           tp_tok last) {
  tp_node_id var =
      tp_sema_node(s, TP_N_VAR, s->p->decls.at[decl].type, begin, last);
  tp_sema_at(s, var)->ref = decl;
  s->p->decls.at[decl].var = var;
  return var;
}

/* An array of variable length has its length from the size that was read. */
static void keep_count(tp_sema *s, tp_decl_id decl, uint32_t sizes) {
  tp_decl *d = &s->p->decls.at[decl];
  const tp_type *t = tp_type_get(&s->p->types, d->type);
  const tp_type *element = tp_type_get(&s->p->types, t->base);
  if (d->kind != TP_D_VAR || d->is_static || d->is_extern || !d->scope ||
      t->kind != TP_T_ARRAY || !t->is_variable || element->is_variable ||
      !element->size || s->sizes.n != sizes + 1 || !s->sizes.at[sizes] ||
      tp_sema_is_eventful(s, s->sizes.at[sizes]))
    return;
  d->count = s->sizes.at[sizes];
  d->pointer = tp_type_pointer(&s->p->types, t->base);
  d->is_inner = s->scope.marks.n > 2; /* parameters, and the outermost block */
}

tp_node_id tp_sema_plain_declarator(tp_sema *s, uint32_t tree,
                                    const tp_build_frame *outer) {
  tp_tree_node node = *tp_sema_tree(s, tree);
  uint32_t sizes = s->sizes.n;
  tp_decl_id decl = declare_one(s, tree, outer);
  bool is_variable = decl && s->p->decls.at[decl].kind == TP_D_VAR;
  bool is_typedef = s->specs.at[outer->extra].is_typedef;
  tp_node_id declared =
      is_variable
          ? variable(s, decl, node.begin, node.last)
          : tp_sema_node(s, TP_N_EMPTY, TP_TYPE_UNKNOWN, node.begin, node.last);
  if (is_variable)
    keep_count(s, decl, sizes);
  if (is_variable || is_typedef)
    return with_sizes(s, sizes, declared, node.begin, node.last);
  s->sizes.n = sizes; /* of a function's parameters */
  return declared;
}

void tp_sema_enter_init(tp_sema *s, tp_build_frame *f,
                        const tp_build_frame *outer) {
  uint32_t declarator = tp_sema_first_declarator(s, f->tree);
  uint32_t sizes = s->sizes.n;
  if (!declarator || !s->specs.n)
    return;
  f->extra = declare_one(s, declarator, outer);
  tp_sema_drop_sizes(s, sizes, "size in a type", /* int (*p)[n++] = q */
                     tp_sema_tree(s, declarator)->begin);
  if (f->extra && s->specs.at[outer->extra].is_auto_type)
    f->type = 1; /* its type is that of the value */
}

static tp_type_id initialised_type(tp_sema *s, tp_node_id value,
                                   tp_type_id type) {
  const tp_type *t = tp_type_get(&s->p->types, type);
  const tp_node *v = tp_sema_at(s, value);
  if (v->kind == TP_N_INIT_LIST)
    return tp_sema_initialise(s, value, type);
  if (v->kind == TP_N_STRING && t->kind == TP_T_ARRAY) {
    uint64_t count = tp_type_get(&s->p->types, v->type)->count;
    return t->is_complete ? type
                          : tp_type_array(&s->p->types, t->base, count, true);
  }
  tp_sema_use(s, value);
  return type;
}

tp_node_id tp_sema_leave_init(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node node = *tp_sema_tree(s, f->tree);
  tp_node_id value = tp_sema_part(s, f, FIELD_VALUE);
  tp_decl_id decl = f->extra;
  if (!decl || !value)
    return tp_sema_broken(s, f);
  tp_type_id type = s->p->decls.at[decl].type;
  type = f->type ? tp_sema_use(s, value) : initialised_type(s, value, type);
  if (type != s->p->decls.at[decl].type)
    tp_sema_retype(s, decl, type);
  tp_node_id var = variable(s, decl, node.begin, node.last);
  tp_sema_set_kids(s, var, &value, 1);
  s->p->decls.at[decl].is_initialised = 1;
  return var;
}

tp_node_id tp_sema_leave_declaration(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_tok begin = tp_sema_begin(s, tree.begin);
  uint32_t kept = f->base;
  s->specs.n = f->extra;
  if (tree.is_bad)
    return tp_sema_broken(s, f);
  bool is_opaque = false;
  for (uint32_t i = f->base; i < s->values.n; i++) {
    uint8_t kind = tp_sema_at(s, s->values.at[i].node)->kind;
    is_opaque |= kind == TP_N_OPAQUE;
    if (kind != TP_N_EMPTY)
      s->values.at[kept++] = s->values.at[i];
  }
  s->values.n = kept;
  tp_node_id node = tp_sema_node(s, is_opaque ? TP_N_OPAQUE : TP_N_DECL,
                                 TP_TYPE_UNKNOWN, begin, tree.last);
  tp_sema_set_values(s, node, f->base);
  return node;
}
