/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tree as text, "(if (binary < (name x) (int 3)) (block ...))", for tests and
 * for people. Walks with a stack of its own: trees may be very deep.
 */
#include "ast/ast.h"

static const char *const kind_names[] = {
    [TP_N_NONE] = "none",
    [TP_N_INT] = "int",
    [TP_N_FLOAT] = "float",
    [TP_N_STRING] = "string",
    [TP_N_NAME] = "name",
    [TP_N_MEMBER] = "member",
    [TP_N_INDEX] = "index",
    [TP_N_DEREF] = "deref",
    [TP_N_ADDR] = "addr",
    [TP_N_UNARY] = "unary",
    [TP_N_BINARY] = "binary",
    [TP_N_LOGICAL] = "logical",
    [TP_N_COND] = "cond",
    [TP_N_ASSIGN] = "assign",
    [TP_N_INCDEC] = "incdec",
    [TP_N_CALL] = "call",
    [TP_N_CAST] = "cast",
    [TP_N_COMMA] = "comma",
    [TP_N_COMPOUND] = "compound",
    [TP_N_STMT_EXPR] = "stmt-expr",
    [TP_N_GENERIC] = "generic",
    [TP_N_INIT_LIST] = "init-list",
    [TP_N_INIT] = "init",
    [TP_N_OPAQUE] = "opaque",
    [TP_N_BLOCK] = "block",
    [TP_N_DECL] = "decl",
    [TP_N_VAR] = "var",
    [TP_N_EXPR] = "expr",
    [TP_N_IF] = "if",
    [TP_N_SWITCH] = "switch",
    [TP_N_CASE] = "case",
    [TP_N_DEFAULT] = "default",
    [TP_N_WHILE] = "while",
    [TP_N_DO] = "do",
    [TP_N_FOR] = "for",
    [TP_N_BREAK] = "break",
    [TP_N_CONTINUE] = "continue",
    [TP_N_GOTO] = "goto",
    [TP_N_GOTO_ANY] = "goto-any",
    [TP_N_LABEL] = "label",
    [TP_N_RETURN] = "return",
    [TP_N_EMPTY] = "empty",
};

static void print_type_of(const tp_program *p, tp_type_id t, tp_str *out) {
  tp_str_add(out, " <");
  tp_type_print(&p->types, p->names, t, out);
  tp_str_add(out, ">");
}

static void print_name(const tp_program *p, tp_name name, tp_str *out) {
  tp_str_addf(out, " %s", tp_names_text(p->names, name));
}

static void print_int(const tp_program *p, const tp_node *node, tp_str *out) {
  unsigned long long value = p->ints.at[node->ref];
  if (tp_type_is_signed(&p->types, node->type))
    tp_str_addf(out, " %lld", (long long)value);
  else
    tp_str_addf(out, " %llu", value);
}

static void print_string(const tp_program *p, const tp_node *node,
                         tp_str *out) {
  const char *text = tp_names_text(p->names, p->strings.at[node->ref]);
  tp_str_add(out, " \"");
  for (uint32_t i = 0; i < p->string_sizes.at[node->ref]; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c < ' ' || c >= 127 || c == '"' || c == '\\')
      tp_str_addf(out, "\\x%02x", c);
    else
      tp_str_addc(out, (char)c);
  }
  tp_str_add(out, "\"");
}

static void print_case(const tp_case *c, tp_str *out) {
  tp_str_addf(out, " %lld", (long long)c->low);
  if (c->high != c->low)
    tp_str_addf(out, " ... %lld", (long long)c->high);
}

static void print_op(const tp_node *node, tp_str *out) {
  const char *op = tp_op_text(node->op);
  if (node->kind == TP_N_INCDEC)
    tp_str_addf(out, node->flags & TP_F_POSTFIX ? " post%s%s" : " %s%s", op,
                op);
  else if (node->kind == TP_N_ASSIGN && node->op != TP_OP_ASSIGN)
    tp_str_addf(out, " %s=", op);
  else if (*op)
    tp_str_addf(out, " %s", op);
}

/* What a kind has besides its kids. */
static void print_own(const tp_program *p, const tp_node *node, tp_str *out) {
  print_op(node, out);
  switch (node->kind) {
  case TP_N_INT:
    print_int(p, node, out);
    break;
  case TP_N_FLOAT:
    tp_str_addf(out, " %.17g", p->floats.at[node->ref]);
    break;
  case TP_N_STRING:
    print_string(p, node, out);
    break;
  case TP_N_NAME:
    print_name(p, p->decls.at[node->ref].name, out);
    break;
  case TP_N_VAR:
    print_name(p, p->decls.at[node->ref].name, out);
    print_type_of(p, p->decls.at[node->ref].type, out);
    break;
  case TP_N_MEMBER:
    print_name(p, p->types.fields.at[node->ref].name, out);
    break;
  case TP_N_CAST:
  case TP_N_COMPOUND:
    print_type_of(p, node->type, out);
    break;
  case TP_N_INIT:
    tp_str_addf(out, " @%u", node->ref);
    break;
  case TP_N_CASE:
    print_case(&p->cases.at[node->ref], out);
    break;
  case TP_N_GOTO:
  case TP_N_LABEL:
    print_name(p, p->labels.at[node->ref].name, out);
    break;
  default:
    break;
  }
}

static void print_opening(const tp_program *p, const tp_node *node,
                          tp_str *out) {
  tp_str_addf(out, "(%s", kind_names[node->kind]);
  if (node->decision)
    tp_str_addf(out, " ?%u", node->decision);
  print_own(p, node, out);
}

void tp_node_print(const tp_program *p, tp_node_id n, tp_str *out) {
  VEC(tp_node_id) open = {0};
  tp_node_id at = n;
  while (at || open.n) {
    if (!at) { /* the kids of the last opened one are done */
      tp_str_add(out, ")");
      tp_node_id closed = VEC_POP(&open);
      at = closed == n ? 0 : tp_node_get(p, closed)->next;
      continue;
    }
    tp_str_add(out, open.n ? " " : "");
    print_opening(p, tp_node_get(p, at), out);
    VEC_PUSH(&open, at);
    at = tp_node_get(p, at)->first;
  }
  VEC_FREE(&open);
}
