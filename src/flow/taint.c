/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taint by propagation over the syntax trees: each fact (this value, this
 * address, this declaration, this return, memory) is put on a work list once
 * and handed to whatever takes its value from it: the parent of an expression,
 * the names of a declaration, the calls of a function. So it is linear in the
 * program, whatever order assignments come in.
 *
 * An lvalue has two facts: its value depends on an input, or where it lies does
 * (an index or pointer in it). An array handed on as a pointer passes only the
 * second one. */
#include "flow/taint.h"
#include "ast/pure.h"
#include "flow/cfg.h"
#include "flow/tree.h"

typedef enum fact_kind { VALUE, ADDRESS, DECL, RETURN, MEMORY } fact_kind;

typedef struct fact {
  uint32_t kind, id;
} fact;

typedef struct spread {
  const tp_program *p;
  tp_taint *out;
  tp_node_id *parents;
  tp_bits addresses;    /* by node */
  uint32_t *name_first; /* by canonical decl: its NAME nodes, first of a list */
  uint32_t *next_of;    /* by node: the next of its list */
  uint32_t *call_first; /* by func: direct CALL nodes, list through next_of */
  tp_func_id *func_of;  /* by RETURN node's list: see return_func */
  tp_vec_u32 memory_readers; /* nodes whose value memory decides */
  tp_vec_u32 indirect_calls;
  tp_cfg_decls taken;
  tp_bits is_taken; /* by func */
  VEC(fact) work;
} spread;

static void add(spread *s, fact_kind kind, uint32_t id) {
  tp_bits *set = kind == VALUE     ? &s->out->nodes
                 : kind == ADDRESS ? &s->addresses
                 : kind == DECL    ? &s->out->decls
                                   : &s->out->returns;
  if (kind == MEMORY) {
    if (s->out->memory)
      return;
    s->out->memory = true;
  } else {
    if (tp_bits_has(set, id))
      return;
    tp_bits_add(set, id);
  }
  VEC_PUSH(&s->work, (fact){kind, id});
}

/* Something tainted is stored into an lvalue. */
static void store(spread *s, tp_node_id lvalue) {
  tp_decl_id root = tp_flow_root(s->p, lvalue);
  add(s, root ? DECL : MEMORY, root);
}

static void store_through(spread *s, tp_node_id pointer) {
  tp_decl_id root = tp_flow_pointee(s->p, pointer);
  add(s, root ? DECL : MEMORY, root);
}

static void taint_param(spread *s, tp_func_id f, uint32_t i) {
  if (i < s->p->funcs.at[f].params.n)
    add(s, DECL, tp_flow_same(s->p, s->p->funcs.at[f].params.at[i]));
  else
    add(s, MEMORY, 0); /* va_arg reads it from there */
}

/* Parameter i (UINT32_MAX: each) of every function whose address is used. */
static void pass_indirect(spread *s, uint32_t i) {
  for (uint32_t k = 0; k < s->taken.n; k++) {
    tp_func_id g = tp_decl_function(s->p, s->taken.at[k]);
    uint32_t n = g ? s->p->funcs.at[g].params.n : 0;
    for (uint32_t j = i == UINT32_MAX ? 0 : i; j < n; j++) {
      taint_param(s, g, j);
      if (j == i)
        break;
    }
  }
}

/* Functions of the C library that store nothing the program reads again. */
static bool only_writes_out(const tp_program *p, uint32_t site) {
  static const char *const names[] = {
      "printf", "fprintf", "vprintf", "vfprintf", "dprintf", "puts",
      "fputs",  "putchar", "fputc",   "putc",     "fwrite",  "perror",
      "fflush", "write",   "free",    "exit",     "syslog",  NULL};
  const char *name = tp_flow_callee_name(p, site);
  for (const char *const *n = names; *n; n++)
    if (strcmp(name, *n) == 0)
      return true;
  return false;
}

/* Whether a function may store through its argument i: not if its parameter
 * points to something const. */
static bool may_store(const tp_program *p, tp_type_id function, uint32_t i) {
  const tp_type *t = tp_type_get(&p->types, function);
  if (t->kind != TP_T_FUNCTION || i >= t->n)
    return true;
  t = tp_type_get(&p->types, p->types.params.at[t->first + i]);
  return t->kind != TP_T_POINTER || !tp_type_get(&p->types, t->base)->is_const;
}

static bool is_stream(const tp_program *p, const tp_type *pointer) {
  tp_name tag = tp_type_get(&p->types, pointer->base)->tag;
  return tag && strcmp(tp_names_text(p->names, tag), "_IO_FILE") == 0;
}

bool tp_taint_stores_outside(const tp_taint *t, const tp_program *p,
                             tp_node_id call) {
  const tp_node *node = &p->nodes.at[call];
  tp_type_id function = p->nodes.at[node->first].type;
  uint32_t i = 0;
  if (!tp_bits_has(&t->nodes, call) || only_writes_out(p, node->ref))
    return false;
  for (tp_node_id arg = p->nodes.at[node->first].next; arg;
       arg = p->nodes.at[arg].next, i++) {
    const tp_type *type = tp_type_get(&p->types, p->nodes.at[arg].type);
    if ((type->kind == TP_T_POINTER || type->kind == TP_T_ARRAY) &&
        !is_stream(p, type) && may_store(p, function, i))
      return true;
  }
  return false;
}

/* A function outside the program: its result, what its arguments point to, and
 * the parameters of functions it is handed may all depend on an argument. */
static void pass_outside(spread *s, tp_node_id call) {
  const tp_program *p = s->p;
  const tp_node *node = &p->nodes.at[call];
  tp_type_id function = p->nodes.at[node->first].type;
  uint32_t i = 0;
  add(s, VALUE, call);
  if (only_writes_out(p, node->ref))
    return;
  for (tp_node_id arg = p->nodes.at[node->first].next; arg;
       arg = p->nodes.at[arg].next, i++) {
    const tp_type *t = tp_type_get(&p->types, p->nodes.at[arg].type);
    const tp_type *to =
        t->kind == TP_T_POINTER ? tp_type_get(&p->types, t->base) : t;
    if (to->kind == TP_T_FUNCTION)
      pass_indirect(s, UINT32_MAX);
    else if ((t->kind == TP_T_POINTER || t->kind == TP_T_ARRAY) &&
             may_store(p, function, i))
      store_through(s, arg);
  }
}

/* A tainted argument; kid 0 of the call is the function itself. */
static void pass_argument(spread *s, tp_node_id call, tp_node_id arg) {
  const tp_program *p = s->p;
  uint32_t site = p->nodes.at[call].ref, i = 0;
  TP_KIDS (p, call, kid) {
    if (kid == arg)
      break;
    i++;
  }
  tp_decl_id callee = p->sites.at[site].callee;
  tp_func_id f = callee ? tp_decl_function(p, callee) : 0;
  if (i == 0)
    return;
  if (tp_pure_call(p, call))
    add(s, VALUE, call);
  else if (f && !p->sites.at[site].is_input)
    taint_param(s, f, i - 1);
  else if (callee)
    pass_outside(s, call);
  else
    pass_indirect(s, i - 1);
}

/* ({ ...; n; }): the value of its last statement. */
static void leave_block(spread *s, tp_node_id statement) {
  const tp_program *p = s->p;
  tp_node_id block = s->parents[statement];
  if (p->nodes.at[statement].next || p->nodes.at[block].kind != TP_N_BLOCK)
    return;
  tp_node_id up = s->parents[block];
  if (up && p->nodes.at[up].kind == TP_N_STMT_EXPR)
    add(s, VALUE, up);
}

/* What takes the value of the expression n, handed to its parent `up`. */
static void pass_value(spread *s, tp_node_id n, tp_node_id up) {
  const tp_program *p = s->p;
  const tp_node *node = &p->nodes.at[up];
  bool is_first = node->first == n;
  switch (node->kind) {
  case TP_N_LOGICAL:
    break;
  case TP_N_COND:
    if (!is_first || node->flags & TP_F_ELVIS)
      add(s, VALUE, up);
    break;
  case TP_N_COMMA:
    if (!is_first)
      add(s, VALUE, up);
    break;
  case TP_N_INDEX:
    if (!is_first || !tp_flow_is_array(p, n))
      add(s, ADDRESS, up);
    add(s, VALUE, up);
    break;
  case TP_N_DEREF:
    add(s, ADDRESS, up);
    add(s, VALUE, up);
    break;
  case TP_N_ADDR: /* only where it lies matters: pass_address */
    break;
  case TP_N_ASSIGN:
    if (!is_first)
      store(s, node->first);
    if (!is_first || node->op != TP_OP_ASSIGN)
      add(s, VALUE, up);
    break;
  case TP_N_CALL:
    pass_argument(s, up, n);
    break;
  case TP_N_VAR:
    add(s, DECL, tp_flow_same(p, node->ref));
    break;
  case TP_N_RETURN:
    add(s, RETURN, s->func_of[up]);
    break;
  case TP_N_EXPR:
    leave_block(s, up);
    break;
  default:
    if (tp_node_is_expression(p, up) || node->kind == TP_N_INIT ||
        node->kind == TP_N_INIT_LIST)
      add(s, VALUE, up);
  }
}

/* A compound literal that is not used by value lives in memory. */
static void settle_literal(spread *s, tp_node_id n, tp_node_id up) {
  if (s->p->nodes.at[n].kind == TP_N_COMPOUND &&
      (tp_flow_is_array(s->p, n) || s->p->nodes.at[up].kind == TP_N_ADDR))
    add(s, MEMORY, 0);
}

static void spread_value(spread *s, tp_node_id n) {
  tp_node_id up = s->parents[n];
  if (!up)
    return;
  settle_literal(s, n, up);
  const tp_node *node = &s->p->nodes.at[up];
  bool is_part = (node->kind == TP_N_INDEX && node->first == n) ||
                 node->kind == TP_N_MEMBER || node->kind == TP_N_GENERIC ||
                 node->kind == TP_N_INIT || node->kind == TP_N_COMPOUND;
  if (tp_flow_is_array(s->p, n) && !is_part &&
      s->p->nodes.at[n].kind != TP_N_INIT_LIST)
    return; /* as a pointer to it: the address, not the content */
  pass_value(s, n, up);
}

static void spread_address(spread *s, tp_node_id n) {
  tp_node_id up = s->parents[n];
  if (!up)
    return;
  const tp_node *node = &s->p->nodes.at[up];
  bool is_first = node->first == n;
  switch (node->kind) {
  case TP_N_MEMBER:
  case TP_N_GENERIC:
    add(s, ADDRESS, up);
    break;
  case TP_N_ADDR:
    add(s, VALUE, up);
    break;
  case TP_N_ASSIGN:
  case TP_N_INCDEC:
    if (is_first) /* a store at an address that depends on an input */
      store(s, n);
    break;
  case TP_N_INDEX:
    if (is_first)
      add(s, ADDRESS, up);
    break;
  default:
    if (tp_flow_is_array(s->p, n))
      pass_value(s, n, up);
  }
}

static void spread_fact(spread *s, fact f) {
  const tp_program *p = s->p;
  switch ((fact_kind)f.kind) {
  case VALUE:
    spread_value(s, f.id);
    break;
  case ADDRESS:
    add(s, VALUE, f.id);
    spread_address(s, f.id);
    break;
  case DECL:
    for (tp_node_id n = s->name_first[f.id]; n; n = s->next_of[n])
      add(s, VALUE, n);
    if (tp_bits_has(&s->out->escaped, f.id))
      add(s, MEMORY, 0);
    break;
  case RETURN:
    for (tp_node_id n = s->call_first[f.id]; n; n = s->next_of[n])
      add(s, VALUE, n);
    for (uint32_t i = 0;
         tp_bits_has(&s->is_taken, f.id) && i < s->indirect_calls.n; i++)
      add(s, VALUE, s->indirect_calls.at[i]);
    break;
  case MEMORY:
    for (uint32_t i = 0; i < s->memory_readers.n; i++)
      add(s, VALUE, s->memory_readers.at[i]);
    for (tp_decl_id d = 1; d < p->decls.n; d++)
      if (tp_bits_has(&s->out->escaped, d))
        add(s, DECL, d);
    break;
  }
}

/* Whether the value of a call outside the program may come out of memory that
 * its arguments point to. */
static bool reads_memory(const tp_program *p, tp_node_id call) {
  TP_KIDS (p, call, kid) {
    const tp_type *t = tp_type_get(&p->types, p->nodes.at[kid].type);
    if (t->kind == TP_T_POINTER || t->kind == TP_T_ARRAY)
      return true;
  }
  return false;
}

static void index_call(spread *s, tp_node_id n) {
  const tp_program *p = s->p;
  uint32_t site = p->nodes.at[n].ref;
  tp_decl_id callee = p->sites.at[site].callee;
  tp_func_id f = callee ? tp_decl_function(p, callee) : 0;
  if (p->sites.at[site].is_input) {
    tp_node_id object = tp_flow_input_object(p, site);
    if (object)
      store_through(s, object);
    else
      add(s, VALUE, n);
  } else if (f) {
    s->next_of[n] = s->call_first[f];
    s->call_first[f] = n;
  } else if (!callee) {
    VEC_PUSH(&s->indirect_calls, n);
  } else if (reads_memory(p, n)) {
    VEC_PUSH(&s->memory_readers, n);
  }
}

static void index_nodes(spread *s) {
  const tp_program *p = s->p;
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = &p->nodes.at[n];
    if (node->kind == TP_N_NAME) {
      tp_decl_id d = tp_flow_same(p, node->ref);
      s->next_of[n] = s->name_first[d];
      s->name_first[d] = n;
    } else if (node->kind == TP_N_CALL) {
      index_call(s, n);
    } else if (node->kind == TP_N_DEREF ||
               (node->kind == TP_N_INDEX &&
                !tp_flow_is_array(p, node->first)) ||
               tp_node_is_next_arg(p, n)) {
      VEC_PUSH(&s->memory_readers, n);
    }
  }
}

/* RETURN statements know their function through the tree above them. Bodies
 * are walked from the top, so nested functions keep their own. */
static void index_returns(spread *s) {
  const tp_program *p = s->p;
  tp_vec_u32 stack = {0};
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    VEC_PUSH(&stack, p->funcs.at[f].body);
    while (stack.n) {
      tp_node_id n = VEC_POP(&stack);
      if (p->nodes.at[n].kind == TP_N_RETURN)
        s->func_of[n] = f;
      TP_KIDS (p, n, kid)
        VEC_PUSH(&stack, kid);
    }
  }
  VEC_FREE(&stack);
}

static void prepare(spread *s) {
  const tp_program *p = s->p;
  tp_taint *out = s->out;
  tp_bits_init(&out->decls, p->decls.n + 1);
  tp_bits_init(&out->returns, p->funcs.n + 1);
  tp_bits_init(&out->nodes, p->nodes.n + 1);
  tp_bits_init(&s->addresses, p->nodes.n + 1);
  tp_bits_init(&s->is_taken, p->funcs.n + 1);
  s->parents = tp_flow_parents(p);
  tp_flow_escaped(&out->escaped, p, s->parents);
  s->name_first = TP_NEW_ARRAY(uint32_t, p->decls.n + 1);
  s->next_of = TP_NEW_ARRAY(uint32_t, p->nodes.n + 1);
  s->call_first = TP_NEW_ARRAY(uint32_t, p->funcs.n + 1);
  s->func_of = TP_NEW_ARRAY(tp_func_id, p->nodes.n + 1);
  tp_cfg_taken(&s->taken, p);
  for (uint32_t i = 0; i < s->taken.n; i++)
    tp_bits_add(&s->is_taken, tp_decl_function(p, s->taken.at[i]));
  index_returns(s);
}

void tp_flow_taint(tp_taint *out, const tp_program *p) {
  *out = (tp_taint){0};
  spread s = {.p = p, .out = out};
  prepare(&s);
  index_nodes(&s);
  while (s.work.n)
    spread_fact(&s, VEC_POP(&s.work));
  tp_bits_free(&s.addresses);
  tp_bits_free(&s.is_taken);
  tp_free(s.parents);
  tp_free(s.name_first);
  tp_free(s.next_of);
  tp_free(s.call_first);
  tp_free(s.func_of);
  VEC_FREE(&s.memory_readers);
  VEC_FREE(&s.indirect_calls);
  VEC_FREE(&s.taken);
  VEC_FREE(&s.work);
}

void tp_taint_free(tp_taint *t) {
  tp_bits_free(&t->decls);
  tp_bits_free(&t->returns);
  tp_bits_free(&t->nodes);
  tp_bits_free(&t->escaped);
}

bool tp_taint_node(const tp_taint *t, const tp_program *p, tp_node_id expr) {
  (void)p;
  return tp_bits_has(&t->nodes, expr);
}
