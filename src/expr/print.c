/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/print.c - an expression as SMT-LIB 2 text over QF_BV.
 *
 * Variable n is printed as vn; a float variable is the bit vector of its IEEE
 * pattern, and floating-point operations are lowered to bit vectors
 * (expr/lower.c), so that any solver can repeat a query exactly. Nodes that are
 * used more than once are bound by let, in ascending order of their ids, which
 * puts kids before their parents.
 */
#include "expr/pool.h"

#include <stdlib.h>

typedef struct item {
  tp_expr e;        /* or, if 0: */
  const char *text; /* or, if NULL, a constant: */
  uint64_t bits;
  unsigned width;
} item;

typedef struct printer {
  tp_exprs *x;
  tp_str *out;
  VEC(item) stack;
  tp_vec_u32 shared; /* ascending */
} printer;

static bool is_name(const tp_exprs *x, const tp_expr_node *n) {
  return n->op == TP_E_VAR || n->op == TP_E_CONST ||
         (n->op == TP_E_FP_BITS && x->nodes.at[n->a].op == TP_E_VAR);
}

static int by_id(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

/* Nodes that are reached a second time; memo.value marks those listed. */
static void find_shared(printer *p, tp_expr e) {
  tp_exprs *x = p->x;
  tp_expr_memo_begin(x);
  VEC_CLEAR(&x->stack);
  VEC_PUSH(&x->stack, e);
  while (x->stack.n) {
    tp_expr at = VEC_POP(&x->stack);
    const tp_expr_node *n = &x->nodes.at[at];
    if (is_name(x, n))
      continue;
    if (x->memo.stamp[at] == x->memo.generation) {
      if (!x->memo.value[at])
        VEC_PUSH(&p->shared, at);
      x->memo.value[at] = 1;
      continue;
    }
    x->memo.stamp[at] = x->memo.generation;
    x->memo.value[at] = 0;
    const tp_expr kids[3] = {n->a, n->b, n->c};
    for (unsigned i = 0; i < 3; i++)
      if (kids[i])
        VEC_PUSH(&x->stack, kids[i]);
  }
  if (p->shared.n > 1)
    qsort(p->shared.at, p->shared.n, sizeof(uint32_t), by_id);
}

static bool is_shared(const printer *p, tp_expr e) {
  const tp_expr_memo *m = &p->x->memo;
  return m->stamp[e] == m->generation && m->value[e];
}

static void print_constant(tp_str *out, unsigned width, uint64_t bits) {
  if (width % 4 == 0)
    tp_str_addf(out, "#x%0*llx", (int)width / 4, (unsigned long long)bits);
  else
    tp_str_addf(out, "(_ bv%llu %u)", (unsigned long long)bits, width);
}

static void print_name(printer *p, const tp_expr_node *n) {
  if (n->op == TP_E_CONST && n->sort == TP_X_BOOL)
    tp_str_add(p->out, n->bits ? "true" : "false");
  else if (n->op == TP_E_CONST)
    print_constant(p->out, n->width, n->bits);
  else
    tp_str_addf(
        p->out, "v%u",
        (unsigned)(n->op == TP_E_VAR ? n->bits : p->x->nodes.at[n->a].bits));
}

static const char *operator_of(const tp_expr_node *n) {
  static const char *const bv[] = {
      [TP_BV_ADD] = "bvadd",   [TP_BV_SUB] = "bvsub",   [TP_BV_MUL] = "bvmul",
      [TP_BV_UDIV] = "bvudiv", [TP_BV_SDIV] = "bvsdiv", [TP_BV_UREM] = "bvurem",
      [TP_BV_SREM] = "bvsrem", [TP_BV_SHL] = "bvshl",   [TP_BV_LSHR] = "bvlshr",
      [TP_BV_ASHR] = "bvashr", [TP_BV_AND] = "bvand",   [TP_BV_OR] = "bvor",
      [TP_BV_XOR] = "bvxor"};
  static const char *const others[] = {
      [TP_E_NOT] = "not",      [TP_E_AND] = "and",   [TP_E_OR] = "or",
      [TP_E_ITE] = "ite",      [TP_E_EQ] = "=",      [TP_E_BV_NOT] = "bvnot",
      [TP_E_BV_NEG] = "bvneg", [TP_E_ULT] = "bvult", [TP_E_SLT] = "bvslt",
      [TP_E_CONCAT] = "concat"};
  return n->op == TP_E_BV ? bv[n->aux] : others[n->op];
}

static void push_text(printer *p, const char *text) {
  item i = {.text = text};
  VEC_PUSH(&p->stack, i);
}

static void push_constant(printer *p, unsigned width, uint64_t bits) {
  item i = {.width = width, .bits = bits};
  VEC_PUSH(&p->stack, i);
}

/* The opening of an operation; its kids and the end go onto the stack. */
static void open_node(printer *p, tp_expr e) {
  const tp_expr_node *n = &p->x->nodes.at[e];
  unsigned below = p->x->nodes.at[n->a].width;
  push_text(p, ")");
  switch ((tp_expr_op)n->op) {
  case TP_E_EXTRACT:
    tp_str_addf(p->out, "((_ extract %u %u)", n->aux + n->width - 1u, n->aux);
    break;
  case TP_E_ZEXT:
  case TP_E_SEXT:
    tp_str_addf(p->out, "((_ %s %u)",
                n->op == TP_E_ZEXT ? "zero_extend" : "sign_extend",
                n->width - below);
    break;
  case TP_E_OF_BOOL:
    push_constant(p, n->width, 0);
    push_constant(p, n->width, 1);
    tp_str_add(p->out, "(ite");
    break;
  default:
    tp_str_addf(p->out, "(%s", operator_of(n));
  }
  const tp_expr kids[3] = {n->a, n->b, n->c};
  for (unsigned i = 3; i-- > 0;)
    if (kids[i]) {
      item kid = {.e = kids[i]};
      VEC_PUSH(&p->stack, kid);
    }
}

/* e without its own let name; kids that are shared by their names. */
static void print_body(printer *p, tp_expr e) {
  tp_exprs *x = p->x;
  if (is_name(x, &x->nodes.at[e])) {
    print_name(p, &x->nodes.at[e]);
    return;
  }
  open_node(p, e);
  while (p->stack.n) {
    item i = VEC_POP(&p->stack);
    if (i.text) {
      tp_str_add(p->out, i.text);
      continue;
    }
    tp_str_addc(p->out, ' ');
    if (!i.e)
      print_constant(p->out, i.width, i.bits);
    else if (is_name(x, &x->nodes.at[i.e]))
      print_name(p, &x->nodes.at[i.e]);
    else if (is_shared(p, i.e))
      tp_str_addf(p->out, "n%u", i.e);
    else
      open_node(p, i.e);
  }
}

void tp_expr_print(tp_exprs *x, tp_expr e, tp_str *out) {
  printer p = {.x = x, .out = out};
  e = tp_expr_lower(x, e);
  find_shared(&p, e);
  for (uint32_t i = 0; i < p.shared.n; i++) {
    tp_str_addf(out, "(let ((n%u ", p.shared.at[i]);
    print_body(&p, p.shared.at[i]);
    tp_str_add(out, ")) ");
  }
  print_body(&p, e);
  for (uint32_t i = 0; i < p.shared.n; i++)
    tp_str_addc(out, ')');
  VEC_FREE(&p.stack);
  VEC_FREE(&p.shared);
}
