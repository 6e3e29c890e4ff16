/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line by line, in two passes: what the names are, then what is done. */
#include "ir_text.h"

#include "ast/ast.h"
#include "base/map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct reader {
  ir_case *c;
  tp_program *p;
  tp_ir *ir;
  const char *line; /* for messages */
  const char *at;
  tp_func_id func;
  uint32_t base; /* its first operation */
} reader;

static _Noreturn void fail(const reader *r, const char *what) {
  fprintf(stderr, "%.*s: %s\n", (int)strcspn(r->line, "\n"), r->line, what);
  abort();
}

/* ---- words --------------------------------------------------------------- */

static void skip(reader *r) {
  while (*r->at == ' ')
    r->at++;
}

static bool take(reader *r, const char *word) {
  skip(r);
  size_t n = strlen(word);
  bool is_word = isalnum((unsigned char)word[n - 1]);
  if (strncmp(r->at, word, n) != 0 ||
      (is_word && (isalnum((unsigned char)r->at[n]) || r->at[n] == '_')))
    return false;
  r->at += n;
  return true;
}

static void need(reader *r, const char *word) {
  if (!take(r, word))
    fail(r, word);
}

static tp_name name(reader *r) {
  skip(r);
  size_t n = 0;
  while (isalnum((unsigned char)r->at[n]) || r->at[n] == '_')
    n++;
  if (n == 0)
    fail(r, "a name");
  r->at += n;
  return tp_names_id(r->p->names, r->at - n, n);
}

static uint64_t number(reader *r) {
  char *end;
  skip(r);
  uint64_t value = strtoull(r->at, &end, 0);
  if (end == r->at)
    fail(r, "a number");
  r->at = end;
  return value;
}

/* ---- types --------------------------------------------------------------- */

static tp_type_id record_named(reader *r, tp_name tag) {
  for (tp_type_id t = TP_TYPE_FIRST_MADE; t < r->p->types.at.n; t++) {
    const tp_type *type = tp_type_get(&r->p->types, t);
    if (type->kind == TP_T_RECORD && type->tag == tag && type->unqualified == t)
      return t;
  }
  fail(r, "no such record");
}

static tp_type_id stem(reader *r) {
  if (take(r, "struct") || take(r, "union"))
    return record_named(r, name(r));
  tp_type_id found = TP_TYPE_UNKNOWN;
  size_t longest = 0;
  skip(r);
  for (tp_type_id t = TP_TYPE_VOID; t < TP_TYPE_FIRST_MADE; t++) {
    tp_str text = {0};
    tp_type_print(&r->p->types, r->p->names, t, &text);
    if (text.n > longest && tp_text_starts(r->at, text.at)) {
      longest = text.n;
      found = t;
    }
    tp_str_free(&text);
  }
  if (found == TP_TYPE_UNKNOWN)
    fail(r, "a type");
  r->at += longest;
  return found;
}

static tp_type_id type(reader *r);

static tp_type_id function_type(reader *r, tp_type_id returns) {
  tp_type_id params[8];
  uint32_t n = 0;
  bool is_variadic = false;
  while (!take(r, ")")) {
    if (take(r, "..."))
      is_variadic = true;
    else if (!take(r, ",") && n < 8)
      params[n++] = type(r);
  }
  if (n == 1 && params[0] == TP_TYPE_VOID)
    n = 0;
  return tp_type_function(&r->p->types, returns, params, n, is_variadic, true);
}

/* From left to right, as tp_type_print writes it. */
static tp_type_id type(reader *r) {
  tp_types *types = &r->p->types;
  bool is_const = take(r, "const"), is_volatile = take(r, "volatile");
  tp_type_id t = stem(r);
  t = tp_type_qualified(types, t, is_const, is_volatile, false);
  for (;;) {
    if (take(r, "*")) {
      t = tp_type_pointer(types, t);
    } else if (take(r, "[")) {
      t = tp_type_array(types, t, number(r), true);
      need(r, "]");
    } else if (take(r, "(")) {
      t = function_type(r, t);
    } else {
      return t;
    }
  }
}

static void read_record(reader *r, bool is_union) {
  tp_type_id record = tp_type_record(&r->p->types, is_union, name(r));
  tp_field fields[8] = {{0}};
  uint32_t n = 0;
  need(r, "{");
  while (!take(r, "}") && n < 8) {
    fields[n].type = type(r);
    fields[n].name = name(r);
    if (take(r, ":")) {
      fields[n].is_bitfield = 1;
      fields[n].bit_width = (uint8_t)number(r);
    }
    need(r, ";");
    n++;
  }
  tp_type_set_fields(&r->p->types, record, fields, NULL, n, false, 0);
}

/* ---- names --------------------------------------------------------------- */

static tp_decl_id declare(reader *r, tp_decl_kind kind, tp_name name,
                          tp_type_id type, tp_func_id scope) {
  tp_decl d = {.kind = (uint8_t)kind,
               .name = name,
               .type = type,
               .unit = 1,
               .scope = scope,
               .same = r->p->decls.n};
  VEC_PUSH(&r->p->decls, d);
  return d.same;
}

static tp_decl_id declared(const reader *r, tp_name name) {
  tp_decl_id found = 0;
  for (tp_decl_id d = 1; d < r->p->decls.n; d++) {
    const tp_decl *decl = &r->p->decls.at[d];
    if (decl->name == name && (!decl->scope || decl->scope == r->func))
      found = d;
  }
  if (!found)
    fail(r, "no such name");
  return found;
}

/* max(a, b) : int(int,int) */
static void read_function(reader *r, tp_name called) {
  tp_func_id id = r->p->funcs.n;
  tp_name names[8];
  uint32_t n = 0;
  while (!take(r, ")"))
    if (!take(r, ",") && n < 8)
      names[n++] = name(r);
  need(r, ":");
  tp_type_id t = type(r);
  tp_decl_id d = declare(r, TP_D_FUNCTION, called, t, 0);
  r->p->decls.at[d].defines = id;
  tp_func f = {.decl = d, .unit = 1, .is_user = 1};
  f.body = tp_tree_add(r->p, (tp_node){.kind = TP_N_BLOCK});
  for (uint32_t i = 0; i < n; i++) {
    tp_type_id of =
        r->p->types.params.at[tp_type_get(&r->p->types, t)->first + i];
    VEC_PUSH(&f.params, declare(r, TP_D_PARAM, names[i], of, id));
  }
  if (strcmp(tp_names_text(r->p->names, called), "main") == 0)
    r->p->entry = id;
  VEC_PUSH(&r->p->funcs, f);
}

static bool is_operation(const char *line) {
  return *line == ' ' || *line == '\n' || *line == '\0';
}

static bool is_function(reader *r) {
  return !take(r, "struct") && !take(r, "union") && !take(r, "static") &&
         !take(r, "outside");
}

static void read_name(reader *r) {
  if (take(r, "struct") || take(r, "union")) {
    read_record(r, r->line[0] == 'u');
    return;
  }
  bool is_object = take(r, "static"), is_outside = take(r, "outside");
  tp_name called = name(r);
  if (!is_object && !is_outside) {
    need(r, "(");
    read_function(r, called);
    return;
  }
  need(r, ":");
  tp_decl_id d =
      declare(r, is_object ? TP_D_VAR : TP_D_FUNCTION, called, type(r), 0);
  r->p->decls.at[d].is_static = is_object;
  r->p->decls.at[d].is_extern = r->p->decls.at[d].is_system = is_outside;
}

/* ---- operations ---------------------------------------------------------- */

static const char *const kinds[TP_IR_KINDS] = {
    [TP_IR_PLACE] = "place",     [TP_IR_FIELD] = "field",
    [TP_IR_ELEMENT] = "element", [TP_IR_CONST] = "const",
    [TP_IR_TRUTH] = "truth",     [TP_IR_LOAD] = "load",
    [TP_IR_UNARY] = "unary",     [TP_IR_BINARY] = "binary",
    [TP_IR_STEP] = "step",       [TP_IR_CONVERT] = "convert",
    [TP_IR_GET] = "get",         [TP_IR_CALL] = "call",
    [TP_IR_INPUT] = "input",     [TP_IR_OPAQUE] = "opaque",
    [TP_IR_STORE] = "store",     [TP_IR_SET] = "set",
    [TP_IR_DECLARE] = "declare", [TP_IR_DECIDE] = "decide",
    [TP_IR_SWITCH] = "switch",   [TP_IR_CHOOSE] = "choose",
    [TP_IR_JUMP] = "jump",       [TP_IR_RETURN] = "return",
};

static tp_ir_kind kind(reader *r) {
  for (int k = 0; k < TP_IR_KINDS; k++)
    if (kinds[k] && take(r, kinds[k]))
      return (tp_ir_kind)k;
  fail(r, "an operation");
}

static tp_op operator(reader *r) {
  tp_op found = TP_OP_NONE;
  skip(r);
  for (int op = TP_OP_ADD; op < TP_OP_ASSIGN; op++) {
    const char *text = tp_op_text((tp_op)op);
    if (tp_text_starts(r->at, text) && strlen(text) > strlen(tp_op_text(found)))
      found = (tp_op)op;
  }
  r->at += strlen(tp_op_text(found));
  return found;
}

/* Of a unary operation it is the other operator that is written so. */
static tp_op unary(tp_op op) {
  return op == TP_OP_SUB ? TP_OP_NEG : op == TP_OP_ADD ? TP_OP_PLUS : op;
}

static uint32_t field_named(reader *r, uint32_t record) {
  tp_name called = name(r);
  tp_type_id t = tp_ir_at(r->ir, record)->type;
  return tp_type_member_index(&r->p->types, t, called);
}

/* A condition, or a switch before its labels are read. */
static void new_decision(reader *r, tp_ir_op *op, uint32_t n) {
  tp_decision d = {.node = op->node,
                   .construct =
                       op->kind == TP_IR_SWITCH ? TP_C_SWITCH : TP_C_IF,
                   .func = r->func,
                   .unit = 1,
                   .type = TP_TYPE_INT,
                   .first = r->p->branches.n,
                   .n = n};
  need(r, "#");
  op->ref = (uint32_t)number(r);
  if (op->ref != r->p->decisions.n)
    fail(r, "decisions should be numbered in their order");
  VEC_PUSH(&r->p->decisions, d);
  VEC_PUSH(&r->p->by_order, op->ref);
}

static void new_branch(reader *r, uint32_t decision, const tp_case *c) {
  VEC_PUSH(&r->p->branches, (tp_source_branch){.decision = decision,
                                               .low = c ? c->low : 0,
                                               .high = c ? c->high : 0,
                                               .is_default = c == NULL});
}

static void read_subject(reader *r, tp_ir_op *op) {
  tp_program *p = r->p;
  switch (op->kind) {
  case TP_IR_PLACE:
    op->ref = declared(r, name(r));
    break;
  case TP_IR_DECLARE:
    op->ref = name(r); /* its type follows */
    break;
  case TP_IR_CONST:
    op->ref = p->ints.n;
    VEC_PUSH(&p->ints, number(r));
    break;
  case TP_IR_TRUTH:
    op->ref = (uint32_t)number(r);
    break;
  case TP_IR_GET:
  case TP_IR_SET:
    need(r, "t");
    op->ref = (uint32_t)number(r);
    break;
  case TP_IR_UNARY:
    op->op = (uint8_t)unary(operator(r));
    break;
  case TP_IR_BINARY:
  case TP_IR_STEP:
    op->op = (uint8_t) operator(r);
    break;
  case TP_IR_STORE:
    op->op = TP_OP_ASSIGN;
    break;
  case TP_IR_DECIDE:
    new_decision(r, op, 2);
    break;
  case TP_IR_SWITCH:
    new_decision(r, op, 0);
    break;
  default:
    break;
  }
}

static void read_operands(reader *r, tp_ir_op *op) {
  op->first = r->ir->args.n;
  while (take(r, "%")) {
    uint32_t value = r->base + (uint32_t)number(r), from = value;
    if (value >= r->ir->ops.n)
      fail(r, "no such value yet");
    const tp_ir_op *made = tp_ir_at(r->ir, value);
    for (uint32_t i = 0; i < made->n; i++)
      if (r->ir->args.at[made->first + i].from < from)
        from = r->ir->args.at[made->first + i].from;
    VEC_PUSH(&r->ir->args, (tp_ir_arg){value, from});
    op->n++;
  }
}

static uint32_t read_label(reader *r, const tp_ir_op *op) {
  if (op->kind != TP_IR_SWITCH || take(r, "default"))
    return 0;
  tp_case c = {.low = (int64_t)number(r)};
  c.high = take(r, "...") ? (int64_t)number(r) : c.low;
  VEC_PUSH(&r->p->cases, c);
  return r->p->cases.n - 1;
}

static void read_targets(reader *r, tp_ir_op *op) {
  op->to = r->ir->targets.n;
  for (skip(r); *r->at && !strchr(":@\n", *r->at); skip(r)) {
    uint32_t label = read_label(r, op);
    need(r, "->");
    VEC_PUSH(&r->ir->targets,
             (tp_ir_target){r->base + (uint32_t)number(r), label});
    op->n_to++;
    if (op->kind == TP_IR_SWITCH || op->kind == TP_IR_DECIDE)
      new_branch(r, op->ref, label ? &r->p->cases.at[label] : NULL);
  }
  if (op->kind == TP_IR_SWITCH)
    r->p->decisions.at[op->ref].n = op->n_to;
  if (op->kind == TP_IR_DECIDE && op->n_to != 2)
    fail(r, "two targets");
}

static void new_site(reader *r, tp_ir_op *op) {
  const tp_ir_op *called = tp_ir_at(r->ir, tp_ir_arg_of(r->ir, op, 0));
  tp_site s = {.node = op->node,
               .caller = r->func,
               .callee = called->kind == TP_IR_PLACE ? called->ref : 0,
               .n_args = op->n - 1,
               .is_input = op->kind == TP_IR_INPUT};
  tp_wire_site wire = {.first_part = r->c->plan.parts.n, .n_parts = s.is_input};
  op->ref = r->p->sites.n;
  VEC_PUSH(&r->p->sites, s);
  VEC_PUSH(&r->c->plan.sites, wire);
  if (s.is_input && op->type != TP_TYPE_INT)
    fail(r, "an input should be an int");
  if (s.is_input)
    VEC_PUSH(&r->c->plan.parts, (tp_wire_part){.type = TP_W_I32});
}

static void finish(reader *r, tp_ir_op *op) {
  tp_ir *ir = r->ir;
  if (op->kind == TP_IR_DECLARE) {
    op->ref = declare(r, TP_D_VAR, op->ref, op->type, r->func);
    VEC_PUSH(&r->p->funcs.at[r->func].locals, op->ref);
  } else if (op->kind == TP_IR_FIELD) {
    op->ref = field_named(r, tp_ir_arg_of(ir, op, 0));
  } else if (op->kind == TP_IR_CALL || op->kind == TP_IR_INPUT) {
    new_site(r, op);
  } else if (op->kind == TP_IR_DECIDE || op->kind == TP_IR_SWITCH) {
    op->type = 0;
  }
}

static void read_operation(reader *r) {
  tp_ir *ir = r->ir;
  tp_ir_op op = {0};
  skip(r);
  if (isdigit((unsigned char)*r->at) && number(r) != ir->ops.n - r->base)
    fail(r, "another number comes now");
  op.kind = (uint8_t)kind(r);
  op.node = tp_tree_add(r->p, (tp_node){.kind = TP_N_NONE});
  const char *field = r->at;
  if (op.kind == TP_IR_FIELD)
    (void)name(r); /* found when its record is known */
  read_subject(r, &op);
  read_operands(r, &op);
  read_targets(r, &op);
  op.type = take(r, ":") ? type(r) : TP_TYPE_UNKNOWN;
  if (op.kind == TP_IR_FIELD)
    r->at = field;
  finish(r, &op);
  op.begin = op.n ? ir->args.at[op.first].from : ir->ops.n;
  VEC_PUSH(&ir->ops, op);
  uint32_t acting = VEC_LAST(&ir->acts) + tp_ir_acts(ir, &op);
  uint32_t turning = VEC_LAST(&ir->turns) + tp_ir_is_end(&op);
  VEC_PUSH(&ir->acts, acting);
  VEC_PUSH(&ir->turns, turning);
}

/* ---- all ----------------------------------------------------------------- */

static void each_line(reader *r, const char *text, bool is_first_pass) {
  for (const char *line = text; *line;
       line += strcspn(line, "\n"), line += *line == '\n') {
    r->line = r->at = line;
    if (*line == '\n')
      continue;
    if (is_first_pass && !is_operation(line)) {
      read_name(r);
    } else if (!is_first_pass && is_operation(line)) {
      read_operation(r);
    } else if (!is_first_pass && is_function(r)) {
      r->func++;
      r->base = r->ir->ops.n;
      VEC_PUSH(&r->ir->first, r->base);
    }
  }
}

/* An operand that is an address, but not to be loaded, stored to or gone on
 * from. */
static void find_addresses(const reader *r) {
  for (uint32_t i = 0; i < r->ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(r->ir, i);
    bool is_place = op->kind == TP_IR_FIELD || op->kind == TP_IR_ELEMENT ||
                    op->kind == TP_IR_LOAD || op->kind == TP_IR_STORE;
    for (uint32_t k = is_place; k < op->n; k++) {
      bool is_named;
      uint32_t of = tp_ir_arg_of(r->ir, op, k);
      tp_decl_id d = tp_ir_variable(r->ir, of, &is_named);
      if (is_named && d)
        r->p->decls.at[d].address_taken = 1;
    }
  }
}

/* Function 0: nothing is initialised. */
static void begin_statics(tp_ir *ir) {
  VEC_PUSH(&ir->acts, 0);
  VEC_PUSH(&ir->turns, 0);
  VEC_PUSH(&ir->first, 0);
  VEC_PUSH(&ir->ops, (tp_ir_op){.kind = TP_IR_RETURN});
  VEC_PUSH(&ir->acts, 0);
  VEC_PUSH(&ir->turns, 1);
}

static void index_nodes(tp_ir *ir) {
  uint32_t n = ir->p->nodes.n;
  VEC_RESIZE(&ir->spans, n);
  VEC_RESIZE(&ir->worth, n);
  VEC_RESIZE(&ir->places, n);
  for (tp_node_id i = 0; i < n; i++)
    ir->worth.at[i] = ir->places.at[i] = TP_IR_NONE;
  for (uint32_t i = 1; i < ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    ir->spans.at[op->node] = (tp_ir_span){op->begin, i + 1};
    ir->worth.at[op->node] = i;
  }
}

void ir_read(ir_case *c, const char *text) {
  *c = (ir_case){.p = tp_tree_new(), .ir = TP_NEW(tp_ir)};
  reader r = {.c = c, .p = c->p, .ir = c->ir};
  VEC_PUSH(&c->p->units, (tp_unit){.first_node = 1});
  *c->ir = (tp_ir){.p = c->p, .is_gcc = true};
  tp_plan_init(&c->plan);
  VEC_PUSH(&c->plan.sites, (tp_wire_site){0});
  begin_statics(c->ir);
  each_line(&r, text, true);
  each_line(&r, text, false);
  VEC_PUSH(&c->ir->first, c->ir->ops.n);
  VEC_RESIZE(&c->plan.funcs, c->p->funcs.n);
  find_addresses(&r);
  index_nodes(c->ir);
  tp_ir_check(c->ir);
}

void ir_print(const ir_case *c, tp_func_id f, tp_str *out) {
  tp_str all = {0};
  tp_ir_print_function(c->ir, f, &all);
  for (const char *line = strchr(all.at, '\n') + 1; *line;
       line += strcspn(line, "\n") + 1)
    tp_str_addf(out, "%.*s\n", (int)strcspn(line, "@\n"), line);
  tp_str_free(&all);
}

void ir_close(ir_case *c) {
  tp_ir_free(c->ir);
  tp_plan_free(&c->plan);
  tp_program_free(c->p);
}
