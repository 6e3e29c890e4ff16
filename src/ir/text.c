/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text form: a line for each operation, its number first, its place in the
 * source last. Numbers count from the first operation of the function; %7 is
 * the value that operation 7 makes. */
#include "ir/ir.h"

#include "program/place.h"

#define MAX_STRING 32 /* bytes of it that are shown */

static const char *const kind_names[TP_IR_KINDS] = {
    [TP_IR_PLACE] = "place",     [TP_IR_TEXT] = "text",
    [TP_IR_LITERAL] = "literal", [TP_IR_HOLD] = "hold",
    [TP_IR_FIELD] = "field",     [TP_IR_ELEMENT] = "element",
    [TP_IR_CONST] = "const",     [TP_IR_TRUTH] = "truth",
    [TP_IR_LOAD] = "load",       [TP_IR_UNARY] = "unary",
    [TP_IR_BINARY] = "binary",   [TP_IR_STEP] = "step",
    [TP_IR_CONVERT] = "convert", [TP_IR_LIST] = "list",
    [TP_IR_PART] = "part",       [TP_IR_GET] = "get",
    [TP_IR_NEXT] = "next",       [TP_IR_CALL] = "call",
    [TP_IR_INPUT] = "input",     [TP_IR_OPAQUE] = "opaque",
    [TP_IR_STORE] = "store",     [TP_IR_SET] = "set",
    [TP_IR_DECLARE] = "declare", [TP_IR_CHECK] = "check",
    [TP_IR_DECIDE] = "decide",   [TP_IR_SWITCH] = "switch",
    [TP_IR_CHOOSE] = "choose",   [TP_IR_JUMP] = "jump",
    [TP_IR_RETURN] = "return",
};

static const char *const why_names[] = {
    [TP_IR_WHY_TEXT] = "not understood",
    [TP_IR_WHY_ASSEMBLER] = "assembler",
    [TP_IR_WHY_LABEL] = "label in text that was left alone",
    [TP_IR_WHY_NOWHERE] = "jump or label without a place",
    [TP_IR_WHY_VALUE] = "no expression at the end",
    [TP_IR_WHY_NODE] = "no rule for it",
};

static const char *const must_names[] = {
    [TP_IR_MUST_DIVIDE] = "divisor",
    [TP_IR_MUST_POINT] = "pointer",
    [TP_IR_MUST_INDEX] = "index",
};

typedef struct printer {
  const tp_ir *ir;
  const tp_program *p;
  uint32_t base;
  tp_name file;
  tp_str *out;
} printer;

static void add_name(const printer *w, tp_name name) {
  tp_str_addf(w->out, " %s", tp_names_text(w->p->names, name));
}

static void add_constant(const printer *w, const tp_ir_op *op) {
  if (w->p->types.at.at[op->type].kind == TP_T_FLOAT ||
      op->type == TP_TYPE_LDOUBLE) {
    tp_str_addf(w->out, " %.17g", w->p->floats.at[op->ref]);
    return;
  }
  unsigned long long value = w->p->ints.at[op->ref];
  if (tp_type_is_signed(&w->p->types, op->type))
    tp_str_addf(w->out, " %lld", (long long)value);
  else
    tp_str_addf(w->out, " %llu", value);
}

static void add_part(const printer *w, const tp_ir_part *part) {
  tp_str_addf(w->out, " +%u", part->offset);
  if (part->field != TP_IR_NONE)
    tp_str_addf(w->out, ".%u", w->p->types.fields.at[part->field].bit_offset);
}

/* The beginning of a string, on one line. */
static void add_string(const printer *w, uint32_t ref) {
  const char *text = tp_names_text(w->p->names, w->p->strings.at[ref]);
  uint32_t n = w->p->string_sizes.at[ref];
  tp_str_add(w->out, " \"");
  for (uint32_t i = 0; i < n && i < MAX_STRING; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c < ' ' || c > '~' || c == '"' || c == '\\')
      tp_str_addf(w->out, "\\%03o", c);
    else
      tp_str_addc(w->out, (char)c);
  }
  tp_str_add(w->out, n > MAX_STRING ? "..\"" : "\"");
}

/* What it is about, besides its operands. */
static void add_subject(const printer *w, const tp_ir_op *op) {
  switch (op->kind) {
  case TP_IR_PLACE:
  case TP_IR_DECLARE:
    add_name(w, w->p->decls.at[op->ref].name);
    break;
  case TP_IR_TEXT:
    add_string(w, op->ref);
    break;
  case TP_IR_FIELD:
    add_name(w, w->p->types.fields.at[op->ref].name);
    break;
  case TP_IR_CONST:
    add_constant(w, op);
    break;
  case TP_IR_TRUTH:
    tp_str_addf(w->out, " %u", op->ref);
    break;
  case TP_IR_GET:
  case TP_IR_SET:
    tp_str_addf(w->out, " t%u", op->ref);
    break;
  case TP_IR_UNARY:
  case TP_IR_BINARY:
  case TP_IR_STEP:
    tp_str_addf(w->out, " %s", tp_op_text((tp_op)op->op));
    break;
  case TP_IR_PART:
    add_part(w, tp_ir_part_of(w->ir, op));
    break;
  case TP_IR_CHECK:
    tp_str_addf(w->out, " %s", must_names[op->op]);
    break;
  case TP_IR_OPAQUE:
    tp_str_addf(w->out, " (%s)", why_names[op->op]);
    break;
  case TP_IR_DECIDE:
  case TP_IR_SWITCH:
    if (op->ref)
      tp_str_addf(w->out, " #%u", op->ref);
    break;
  default:
    break;
  }
}

static void add_operands(const printer *w, const tp_ir_op *op) {
  for (uint32_t i = 0; i < op->n; i++) {
    uint32_t value = tp_ir_arg_of(w->ir, op, i);
    if (value == TP_IR_NONE)
      tp_str_add(w->out, " %-");
    else
      tp_str_addf(w->out, " %%%u", value - w->base);
  }
}

static void add_case(const printer *w, uint32_t label) {
  const tp_case *c = &w->p->cases.at[label];
  if (!label)
    tp_str_add(w->out, " default");
  else if (c->low == c->high)
    tp_str_addf(w->out, " %lld", (long long)c->low);
  else
    tp_str_addf(w->out, " %lld ... %lld", (long long)c->low,
                (long long)c->high);
}

static void add_targets(const printer *w, const tp_ir_op *op) {
  for (uint32_t i = 0; i < op->n_to; i++) {
    const tp_ir_target *to = &w->ir->targets.at[op->to + i];
    if (op->kind == TP_IR_SWITCH)
      add_case(w, to->label);
    tp_str_addf(w->out, " -> %u", to->op - w->base);
  }
}

static void add_type(const printer *w, const tp_ir_op *op) {
  if (op->kind >= TP_IR_SET && op->kind != TP_IR_DECLARE)
    return;
  tp_str_add(w->out, " : ");
  tp_type_print(&w->p->types, w->p->names, op->type, w->out);
}

static void add_place(const printer *w, tp_unit_id unit, uint32_t begin) {
  tp_place at = tp_place_of(w->p, unit, begin);
  tp_str_add(w->out, " @");
  if (at.file != w->file)
    tp_str_addf(w->out, "%s:", tp_names_text(w->p->names, at.file));
  tp_str_addf(w->out, "%u:%u", at.line, at.column);
}

static void add_line(const printer *w, uint32_t i) {
  const tp_ir_op *op = tp_ir_at(w->ir, i);
  tp_str_addf(w->out, "%4u %s", i - w->base, kind_names[op->kind]);
  add_subject(w, op);
  add_operands(w, op);
  add_targets(w, op);
  add_type(w, op);
  if (op->flags & TP_IR_OPEN)
    tp_str_add(w->out, " open");
  if (op->node)
    add_place(w, tp_node_unit(w->p, op->node), tp_ir_begin(w->ir, op->node));
  tp_str_addc(w->out, '\n');
}

static void add_head(printer *w, tp_func_id f) {
  const tp_func *func = &w->p->funcs.at[f];
  w->file = f ? tp_place_of(w->p, func->unit, func->begin).file
              : w->p->units.at[1].path;
  tp_name name = f ? w->p->decls.at[func->decl].name : 0;
  tp_str_addf(w->out, "%s: @%s\n",
              f ? tp_names_text(w->p->names, name) : "static",
              tp_names_text(w->p->names, w->file));
}

void tp_ir_print_function(const tp_ir *ir, tp_func_id f, tp_str *out) {
  printer w = {.ir = ir, .p = ir->p, .base = ir->first.at[f], .out = out};
  uint32_t end = ir->first.at[f + 1];
  if (end - w.base <= (f == 0))
    return; /* no body; nothing is initialised */
  add_head(&w, f);
  for (uint32_t i = w.base; i < end; i++)
    add_line(&w, i);
}

void tp_ir_print(const tp_ir *ir, tp_str *out) {
  for (tp_func_id f = 0; f < ir->p->funcs.n; f++)
    if (f == 0 || ir->p->funcs.at[f].is_user)
      tp_ir_print_function(ir, f, out);
}
