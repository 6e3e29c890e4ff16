/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constant expressions: the tree is walked, tp_value_* compute.
 *
 * Nodes are evaluated after their kids with two explicit stacks (work to do,
 * values found), so that a chain of 10,000 operands needs no deep recursion.
 * && || ?: look at their first operand before the others are pushed. The first
 * node that is no constant ends it all.
 */
#include "ast/ast.h"

#include "ast/value.h"

typedef struct task {
  tp_node_id node;
  uint32_t step; /* how many of its kids were asked for */
} task;

typedef struct folder {
  const tp_program *p;
  tp_fold rules;
  uint32_t followed; /* initialisers of const variables */
  VEC(task) tasks;
  VEC(tp_constant) values;
} folder;

/* More const variables in one expression than this: not folded. Also ends
 * `const int a = a;`. */
#define MAX_FOLLOWED 1000

typedef enum outcome { NO_CONSTANT, NOT_YET, DONE } outcome;

static outcome ask(folder *f, tp_node_id node) {
  if (!node)
    return NO_CONSTANT;
  VEC_PUSH(&f->tasks, (task){node, 0});
  return NOT_YET;
}

static outcome ask_kid(folder *f, task at, uint32_t i) {
  return ask(f, tp_node_kid(f->p, at.node, i));
}

static outcome give(folder *f, tp_constant v) {
  VEC_PUSH(&f->values, v);
  return DONE;
}

/* Replace the last value by itself converted; keep it if the front end did not
 * say to what. */
static outcome give_as(folder *f, tp_type_id type) {
  tp_constant *last = &VEC_LAST(&f->values);
  if (type == TP_TYPE_UNKNOWN)
    return DONE;
  return tp_value_convert(&f->rules, *last, type, last) ? DONE : NO_CONSTANT;
}

static outcome fold_unary(folder *f, const tp_node *node, task at) {
  if (at.step == 0)
    return ask_kid(f, at, 0);
  if (node->kind == TP_N_CAST) /* (void)1 is none */
    return node->type ? give_as(f, node->type) : NO_CONSTANT;
  tp_constant *a = &VEC_LAST(&f->values);
  return tp_value_unary(&f->rules, node->op, *a, a) ? DONE : NO_CONSTANT;
}

static outcome fold_binary(folder *f, const tp_node *node, task at) {
  if (at.step < 2)
    return ask_kid(f, at, at.step);
  tp_constant b = VEC_POP(&f->values), *a = &VEC_LAST(&f->values);
  if (node->kind == TP_N_COMMA) {
    *a = b;
    return DONE;
  }
  return tp_value_binary(&f->rules, node->op, *a, b, a) ? DONE : NO_CONSTANT;
}

static outcome fold_logical(folder *f, const tp_node *node, task at) {
  if (at.step == 0)
    return ask_kid(f, at, 0);
  bool holds = tp_value_truth(&f->rules, VEC_POP(&f->values));
  if (at.step == 1 && holds == (node->op == TP_OP_LOGAND))
    return ask_kid(f, at, 1);
  return give(f, (tp_constant){TP_TYPE_INT, holds, 0});
}

static outcome fold_select(folder *f, const tp_node *node, task at) {
  if (at.step == 0)
    return ask_kid(f, at, 0);
  bool is_elvis = node->flags & TP_F_ELVIS;
  if (at.step == 1) {
    bool holds = tp_value_truth(&f->rules, VEC_LAST(&f->values));
    if (!is_elvis || !holds) {
      (void)VEC_POP(&f->values);
      return ask_kid(f, at, is_elvis || holds ? 1 : 2);
    }
  }
  return give_as(f, node->type);
}

static tp_node_id initialiser_of(const tp_program *p, const tp_decl *decl) {
  const tp_type *type = tp_type_get(&p->types, decl->type);
  if (decl->kind != TP_D_VAR || !type->is_const || type->is_volatile)
    return 0;
  return decl->var ? tp_node_get(p, decl->var)->first : 0;
}

static outcome fold_name(folder *f, const tp_node *node, task at) {
  const tp_decl *decl = &f->p->decls.at[node->ref];
  if (at.step)
    return give_as(f, decl->type);
  if (!f->rules.as_clang || f->followed++ == MAX_FOLLOWED)
    return NO_CONSTANT;
  return ask(f, initialiser_of(f->p, decl));
}

/* &((T *)0)->a.b[2]: the pointer at the bottom, and the way from there. */
static tp_node_id pointer_below(const tp_program *p, tp_node_id n,
                                uint64_t *offset) {
  for (*offset = 0; n; n = tp_node_get(p, n)->first) {
    const tp_node *node = tp_node_get(p, n);
    if (node->kind == TP_N_DEREF)
      return node->first;
    if (node->kind == TP_N_MEMBER) {
      *offset += p->types.fields.at[node->ref].offset;
    } else if (node->kind == TP_N_INDEX) {
      const tp_node *index = tp_node_get(p, tp_node_kid(p, n, 1));
      const tp_node *array = tp_node_get(p, node->first);
      if (index->kind != TP_N_INT)
        return 0;
      *offset +=
          p->ints.at[index->ref] * tp_type_get(&p->types, node->type)->size;
      if (tp_type_is_pointer(&p->types, array->type))
        return node->first;
    } else {
      return 0;
    }
  }
  return 0;
}

static outcome fold_address(folder *f, const tp_node *node, task at) {
  uint64_t offset;
  tp_node_id pointer = pointer_below(f->p, node->first, &offset);
  if (at.step == 0)
    return ask(f, pointer);
  tp_constant *v = &VEC_LAST(&f->values);
  if (!tp_type_is_pointer(&f->p->types, v->type))
    return NO_CONSTANT;
  v->bits += offset;
  v->type = tp_type_is_pointer(&f->p->types, node->type) ? node->type : v->type;
  return DONE;
}

/* *&x: the value of x. */
static outcome fold_deref(folder *f, const tp_node *node, task at) {
  if (at.step)
    return DONE;
  const tp_node *kid = tp_node_get(f->p, node->first);
  return kid->kind == TP_N_ADDR ? ask(f, kid->first) : NO_CONSTANT;
}

/* ({ 1; }): the value of its only statement. */
static outcome fold_block(folder *f, const tp_node *node, task at) {
  if (at.step)
    return DONE;
  tp_node_id only = tp_node_kid(f->p, node->first, 0);
  const tp_node *statement = tp_node_get(f->p, only);
  bool is_simple = statement->kind == TP_N_EXPR && !statement->next;
  return is_simple ? ask(f, statement->first) : NO_CONSTANT;
}

/* __builtin_expect(a, b) is a. */
static outcome fold_call(folder *f, const tp_node *node, task at) {
  if (at.step)
    return give_as(f, TP_TYPE_LONG);
  const tp_node *callee = tp_node_get(f->p, node->first);
  if (callee->kind != TP_N_NAME)
    return NO_CONSTANT;
  tp_name name = f->p->decls.at[callee->ref].name;
  bool is_expect =
      strcmp(tp_names_text(f->p->names, name), "__builtin_expect") == 0;
  return is_expect ? ask_kid(f, at, 1) : NO_CONSTANT;
}

static outcome fold_one(folder *f, task at) {
  const tp_node *node = tp_node_get(f->p, at.node);
  switch (node->kind) {
  case TP_N_INT:
    return give(f, (tp_constant){node->type, f->p->ints.at[node->ref], 0});
  case TP_N_FLOAT:
    if (!tp_type_is_float(&f->p->types, node->type))
      return NO_CONSTANT; /* long double */
    return give(f, (tp_constant){node->type, 0, f->p->floats.at[node->ref]});
  case TP_N_NAME:
    return fold_name(f, node, at);
  case TP_N_DEREF:
    return fold_deref(f, node, at);
  case TP_N_STMT_EXPR:
    return fold_block(f, node, at);
  case TP_N_CALL:
    return fold_call(f, node, at);
  case TP_N_ADDR:
    return fold_address(f, node, at);
  case TP_N_UNARY:
  case TP_N_CAST:
    return fold_unary(f, node, at);
  case TP_N_BINARY:
  case TP_N_COMMA:
    return fold_binary(f, node, at);
  case TP_N_LOGICAL:
    return fold_logical(f, node, at);
  case TP_N_COND:
    return fold_select(f, node, at);
  case TP_N_GENERIC:
    return at.step ? DONE : ask_kid(f, at, 0);
  default:
    return NO_CONSTANT;
  }
}

/* Whether the value of n was found; it is the last of f->values then. */
static bool run(folder *f, tp_node_id n) {
  VEC_PUSH(&f->tasks, (task){n, 0});
  while (f->tasks.n) {
    task at = VEC_LAST(&f->tasks);
    VEC_LAST(&f->tasks).step++;
    uint32_t depth = f->tasks.n;
    outcome o = fold_one(f, at);
    if (o == NO_CONSTANT)
      return false;
    if (o == DONE)
      f->tasks.n = depth - 1;
  }
  return true;
}

static bool fold(const tp_program *p, tp_node_id n, bool as_clang,
                 tp_constant *out) {
  folder f = {.p = p, .rules = {&p->types, as_clang}};
  bool is_constant = n && run(&f, n);
  if (is_constant)
    *out = VEC_LAST(&f.values);
  VEC_FREE(&f.tasks);
  VEC_FREE(&f.values);
  return is_constant;
}

static bool fold_integer(const tp_program *p, tp_node_id n, bool as_clang,
                         uint64_t *out) {
  tp_constant v;
  if (!fold(p, n, as_clang, &v))
    return false;
  *out = v.bits;
  return !tp_type_is_float(&p->types, v.type);
}

bool tp_node_constant(const tp_program *p, tp_node_id n, uint64_t *value) {
  return fold_integer(p, n, false, value);
}

bool tp_node_number(const tp_program *p, tp_node_id n, tp_type_id *type,
                    uint64_t *bits, double *number) {
  tp_constant v;
  if (!fold(p, n, false, &v))
    return false;
  *type = v.type;
  *bits = v.bits;
  *number = v.number;
  return true;
}

bool tp_node_folds(const tp_program *p, tp_node_id n, uint64_t *value) {
  return fold_integer(p, n, true, value);
}
