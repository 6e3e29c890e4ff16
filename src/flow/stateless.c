/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proves for decision nodes that what they test is the same on every path.
 *
 * The question "is this value the same on every path that leads here" is asked
 * of a value in a context (a chain of call sites). A parameter is the argument
 * at the last site of the chain, a call's result is what the callee returns in
 * the chain longer by one, so the answer follows the values through calls,
 * exactly as they are expanded in the graph. An input is the same if its call
 * is made at most once in its context: then the key that names it is the same.
 * Answers are kept; the walk uses an explicit stack and is bounded, past the
 * bound every answer is no. With longjmp in the program nothing is proved. */
#include "flow/stateless.h"
#include "base/limits.h"
#include "flow/ssa.h"
#include "flow/address.h"

enum { OPEN, NO, YES }; /* answers; OPEN: asked, not known yet */

typedef struct question {
  uint32_t context;
  tp_flow_value value;
  uint32_t next; /* the part to look at next */
} question;

typedef struct asker {
  const tp_program *p;
  const tp_cfg *cfg;
  const tp_calls *calls;
  const tp_objects *objects;
  tp_ssa **ssa;                   /* by func; NULL: not built yet */
  VEC(tp_graph_context) contexts; /* those of the graph, then others */
  VEC(uint8_t) once;              /* by context: OPEN, NO or YES */
  tp_map context_of;              /* parent << 32 | site -> context */
  tp_map answers;                 /* context << 32 | value -> answer */
  VEC(question) stack;
  tp_flow_value *scratch; /* for tp_ssa_build */
} asker;

static tp_ssa *ssa_of(asker *a, tp_func_id f) {
  if (!a->ssa[f]) {
    a->ssa[f] = TP_NEW(tp_ssa);
    tp_ssa_build(a->ssa[f], a->cfg, a->objects, f, a->scratch);
  }
  return a->ssa[f];
}

/* The calling convention of values breaks down where a function may be its own
 * caller, and where the graph shares it among callers. */
static bool is_merged(const asker *a, uint32_t context) {
  const tp_graph_context *c = &a->contexts.at[context];
  return (context && !c->site) ||
         tp_bits_has(&a->calls->is_recursive, a->calls->component[c->func]);
}

/* The operation that calls the function of a context; TP_NO_OP if it is not
 * known which. */
static uint32_t call_of(asker *a, uint32_t context) {
  const tp_graph_context *c = &a->contexts.at[context];
  tp_ssa *caller = ssa_of(a, a->contexts.at[c->parent].func);
  const uint32_t *op = tp_map_get(&caller->call_of, c->site);
  return op && a->cfg->ops.at[*op].callee == c->func ? *op : TP_NO_OP;
}

static bool op_loops(asker *a, tp_func_id f, uint32_t op) {
  return tp_bits_has(&ssa_of(a, f)->in_loop, op - a->cfg->first.at[f]);
}

/* Whether the function of a context is entered at most once in it. */
static bool is_once(asker *a, uint32_t context) {
  tp_vec_u32 chain = {0};
  uint8_t answer = YES;
  for (uint32_t c = context;; c = a->contexts.at[c].parent) {
    if (a->once.at[c] != OPEN) {
      answer = a->once.at[c];
      break;
    }
    VEC_PUSH(&chain, c);
    if (!c || is_merged(a, c))
      break;
  }
  while (chain.n) {
    uint32_t c = VEC_POP(&chain);
    if (is_merged(a, c)) {
      answer = NO;
    } else if (c) {
      uint32_t op = call_of(a, c);
      tp_func_id caller = a->contexts.at[a->contexts.at[c].parent].func;
      if (op == TP_NO_OP || op_loops(a, caller, op))
        answer = NO;
    }
    a->once.at[c] = answer;
  }
  VEC_FREE(&chain);
  return a->once.at[context] == YES;
}

/* The context of the function called by op; UINT32_MAX: too many. */
static uint32_t callee_context(asker *a, uint32_t context, uint32_t op) {
  const tp_cfg_op *call = &a->cfg->ops.at[op];
  bool is_new;
  uint32_t *known =
      tp_map_put(&a->context_of, (uint64_t)context << 32 | call->ref, &is_new);
  if (is_new) {
    *known = a->contexts.n;
    VEC_PUSH(&a->contexts,
             (tp_graph_context){context, call->ref, call->callee});
    VEC_PUSH(&a->once, OPEN);
  }
  return a->contexts.n > TP_LIMIT_FLOW_CONTEXTS ? UINT32_MAX : *known;
}

static uint32_t *answer_to(asker *a, question q, bool *is_new) {
  return tp_map_put(&a->answers, (uint64_t)q.context << 32 | q.value, is_new);
}

static tp_flow_value looked_up(const tp_map *map, uint64_t key) {
  const uint32_t *found = tp_map_get(map, key);
  return found ? *found : TP_VALUE_ANY;
}

/* The number of a parameter of f, UINT32_MAX if it is none. */
static uint32_t param_number(const tp_program *p, tp_func_id f, tp_decl_id d) {
  for (uint32_t i = 0; i < p->funcs.at[f].params.n; i++)
    if (tp_flow_same(p, p->funcs.at[f].params.at[i]) == d)
      return i;
  return UINT32_MAX;
}

/* A variable at the entry of its function: the question to ask of the caller.
 * Without one (the program starts, a local is born) it is a constant. */
static question at_entry(asker *a, uint32_t context, tp_location l) {
  const tp_graph_context *c = &a->contexts.at[context];
  uint32_t i =
      param_number(a->p, c->func, tp_cells_object(&a->objects->cells, l));
  bool is_global = a->objects->kind[l] == TP_OBJECT_GLOBAL;
  if (i == UINT32_MAX && !is_global)
    return (question){0, TP_VALUE_CONSTANT, 0};
  if (is_merged(a, context))
    return (question){0, TP_VALUE_ANY, 0};
  if (!context)
    return (question){0, TP_VALUE_CONSTANT, 0};
  uint32_t op = call_of(a, context);
  if (op == TP_NO_OP)
    return (question){0, TP_VALUE_ANY, 0};
  tp_ssa *caller = ssa_of(a, a->contexts.at[c->parent].func);
  uint64_t key = (uint64_t)op << 32;
  tp_flow_value v = is_global ? looked_up(&caller->passed, key | l)
                              : looked_up(&caller->argument, key | i);
  return (question){a->contexts.at[context].parent, v, 0};
}

/* What a callee leaves behind: its result, or a global. */
static question after_call(asker *a, uint32_t context,
                           const tp_ssa_value *value) {
  uint32_t callee = callee_context(a, context, value->op);
  if (callee == UINT32_MAX || is_merged(a, callee))
    return (question){0, TP_VALUE_ANY, 0};
  tp_ssa *ssa = ssa_of(a, a->contexts.at[callee].func);
  tp_flow_value v = value->kind == TP_V_RESULT
                        ? ssa->returned
                        : looked_up(&ssa->left, value->ref);
  return (question){callee, v ? v : TP_VALUE_ANY, 0};
}

/* Pushes a question that has no answer yet. False: the answer is no. */
static bool need(asker *a, question q, bool *waits) {
  if (q.value == TP_VALUE_CONSTANT)
    return true;
  tp_ssa *ssa = ssa_of(a, a->contexts.at[q.context].func);
  if (q.value == TP_VALUE_ANY || ssa->is_lost)
    return false;
  bool is_new;
  uint32_t *answer = answer_to(a, q, &is_new);
  if (is_new) {
    VEC_PUSH(&a->stack, q);
    *waits = true;
    return true;
  }
  return *answer == YES; /* OPEN: it would depend on itself */
}

/* One look at the question on top: true if it is answered. */
static bool look(asker *a, uint8_t *out) {
  uint32_t at = a->stack.n - 1;
  question q = a->stack.at[at];
  tp_func_id f = a->contexts.at[q.context].func;
  tp_ssa *ssa = ssa_of(a, f);
  tp_ssa_value value = ssa->values.at[q.value];
  bool waits = false, holds = true;
  if (value.kind == TP_V_INPUT)
    holds = !op_loops(a, f, value.op) && is_once(a, q.context);
  if (value.kind == TP_V_ENTRY)
    holds = need(a, at_entry(a, q.context, value.ref), &waits);
  if (value.kind == TP_V_RESULT || value.kind == TP_V_AFTER)
    holds = need(a, after_call(a, q.context, &value), &waits);
  uint32_t next = q.next;
  while (holds && !waits && next < value.n) {
    question part = {q.context, ssa->parts.at[value.first + next], 0};
    holds = need(a, part, &waits);
    next += !waits;
  }
  a->stack.at[at].next = next;
  *out = holds ? YES : NO;
  return !waits;
}

static bool ask(asker *a, question q) {
  bool waits = false, is_new;
  if (a->answers.n > TP_LIMIT_FLOW_ANSWERS || !need(a, q, &waits))
    return false;
  if (!waits)
    return true;
  while (a->stack.n) {
    question top = VEC_LAST(&a->stack);
    uint8_t answer = NO;
    if (a->answers.n > TP_LIMIT_FLOW_ANSWERS || look(a, &answer)) {
      *answer_to(a, top, &is_new) = answer;
      (void)VEC_POP(&a->stack);
    }
  }
  return *answer_to(a, q, &is_new) == YES;
}

static uint32_t mark(asker *a, tp_graph *g) {
  uint32_t proved = 0;
  for (tp_gnode v = 0; v < g->nodes.n; v++) {
    tp_graph_node *node = &g->nodes.at[v];
    if (node->kind != TP_G_DECISION)
      continue;
    node->is_path_dependent = 1;
    tp_func_id f = a->contexts.at[node->context].func;
    tp_flow_value value = looked_up(&ssa_of(a, f)->decided, node->decision);
    if (!ask(a, (question){node->context, value, 0}))
      continue;
    node->is_path_dependent = 0;
    proved++;
  }
  return proved;
}

static void start(asker *a, const tp_graph *g) {
  a->ssa = TP_NEW_ARRAY(tp_ssa *, a->p->funcs.n + 2);
  a->scratch = TP_NEW_ARRAY(tp_flow_value, a->objects->cells.n_locations + 1);
  for (uint32_t i = 0; i < g->contexts.n; i++) {
    const tp_graph_context *c = &g->contexts.at[i];
    bool is_new;
    VEC_PUSH(&a->contexts, *c);
    VEC_PUSH(&a->once, OPEN);
    if (c->site)
      *tp_map_put(&a->context_of, (uint64_t)c->parent << 32 | c->site,
                  &is_new) = i;
  }
}

static void finish(asker *a) {
  for (uint32_t f = 0; f < a->p->funcs.n + 2; f++) {
    if (a->ssa[f])
      tp_ssa_free(a->ssa[f]);
    tp_free(a->ssa[f]);
  }
  tp_free(a->ssa);
  tp_free(a->scratch);
  VEC_FREE(&a->contexts);
  VEC_FREE(&a->once);
  VEC_FREE(&a->stack);
  tp_map_free(&a->context_of);
  tp_map_free(&a->answers);
}

uint32_t tp_flow_mark_path_dependent(tp_graph *g, const tp_ir *ir,
                                     const tp_taint *taint) {
  tp_cfg cfg;
  tp_cfg_build(&cfg, ir, true);
  if (cfg.has_longjmp) {
    tp_cfg_free(&cfg);
    return 0;
  }
  tp_calls calls;
  tp_objects objects;
  tp_calls_init(&calls, &cfg, UINT32_MAX);
  tp_objects_init(&objects, &cfg, taint);
  asker a = {.p = ir->p, .cfg = &cfg, .calls = &calls, .objects = &objects};
  start(&a, g);
  uint32_t proved = mark(&a, g);
  finish(&a);
  tp_objects_free(&objects);
  tp_calls_free(&calls);
  tp_cfg_free(&cfg);
  return proved;
}
