/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An integer is written as an expression whose value is that of the bits, read
 * as signed or unsigned as the place asks for; arithmetic is that of unsigned
 * types, and of narrow ones brought back to their width. Bound: 60 levels, and
 * 4,000 characters of text in all. */
#include "expr/say.h"

#include "expr/pool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_DEPTH 60
#define MAX_TEXT 4000 /* nobody reads more */

typedef struct sayer {
  tp_exprs *x;
  tp_say_var name;
  void *state;
  tp_str *out;
  unsigned depth;
} sayer;

static bool say_truth(sayer *s, tp_expr e);
static bool say_integer(sayer *s, tp_expr e, bool is_signed);
static bool say_float(sayer *s, tp_expr e);

static const tp_expr_node *node(const sayer *s, tp_expr e) {
  return &s->x->nodes.at[e];
}

static void add(sayer *s, const char *text) {
  tp_str_add(s->out, text);
}

/* NULL: no type of C has that width. */
static const char *type_of(unsigned width, bool is_signed) {
  switch (width) {
  case 8:
    return is_signed ? "signed char" : "unsigned char";
  case 16:
    return is_signed ? "short" : "unsigned short";
  case 32:
    return is_signed ? "int" : "unsigned";
  case 64:
    return is_signed ? "long" : "unsigned long";
  default:
    return NULL;
  }
}

static bool cast(sayer *s, unsigned width, bool is_signed) {
  const char *type = type_of(width, is_signed);
  if (type)
    tp_str_addf(s->out, "(%s)", type);
  return type != NULL;
}

/* ---- leaves -------------------------------------------------------------- */

static bool say_var(sayer *s, const tp_expr_node *n, bool is_signed) {
  tp_said_var var = {0};
  bool is_said = s->name(s->state, (uint32_t)n->bits, &var);
  bool is_so = tp_is_fp(n->sort) || n->sort == TP_X_BOOL ||
               (var.bits == n->width && var.is_signed == is_signed);
  if (is_said && !is_so)
    is_said = cast(s, n->width, is_signed);
  if (is_said)
    add(s, tp_str_text(&var.text));
  tp_str_free(&var.text);
  return is_said;
}

static bool say_constant(sayer *s, const tp_expr_node *n, bool is_signed) {
  int64_t value = tp_signed(n->bits, n->width);
  const char *suffix = n->width == 64 ? "L" : "";
  if (!is_signed)
    tp_str_addf(s->out, "%llu%s%s", (unsigned long long)n->bits,
                n->bits >> (n->width - 1) && n->width >= 32 ? "U" : "", suffix);
  else if (n->width >= 32 &&
           value == tp_signed(tp_sign_bit(n->width), n->width))
    tp_str_addf(s->out, "(%lld%s - 1)", (long long)value + 1, suffix);
  else
    tp_str_addf(s->out, "%lld%s", (long long)value, suffix);
  return type_of(n->width, is_signed) != NULL;
}

/* With as many digits as it takes. */
static bool say_number(sayer *s, const tp_expr_node *n) {
  double value;
  float single;
  char text[40];
  uint32_t low = (uint32_t)n->bits;
  memcpy(&value, &n->bits, sizeof value);
  memcpy(&single, &low, sizeof single);
  if (n->sort == TP_X_F32)
    value = (double)single;
  snprintf(text, sizeof text, "%.15g", value);
  if (strtod(text, NULL) != value)
    snprintf(text, sizeof text, "%.17g", value);
  tp_str_addf(s->out, value < 0 ? "(%s%s%s)" : "%s%s%s", text,
              strpbrk(text, ".e") ? "" : ".0", n->sort == TP_X_F32 ? "f" : "");
  return isfinite(value) && (value != 0 || !signbit(value));
}

/* ---- integers ------------------------------------------------------------ */

static const char *arithmetic_of(const tp_expr_node *n) {
  static const char *const words[] = {
      [TP_BV_ADD] = " + ",   [TP_BV_SUB] = " - ",  [TP_BV_MUL] = " * ",
      [TP_BV_UDIV] = " / ",  [TP_BV_UREM] = " % ", [TP_BV_SHL] = " << ",
      [TP_BV_LSHR] = " >> ", [TP_BV_AND] = " & ",  [TP_BV_OR] = " | ",
      [TP_BV_XOR] = " ^ ",   [TP_BV_SDIV] = " / ", [TP_BV_SREM] = " % ",
      [TP_BV_ASHR] = " >> "};
  return words[n->aux];
}

/* Whether the second operand is one with which nothing can go wrong. */
static bool is_safe(const sayer *s, const tp_expr_node *n) {
  const tp_expr_node *b = node(s, n->b);
  switch (n->aux) {
  case TP_BV_UDIV:
  case TP_BV_UREM:
    return b->op == TP_E_CONST && b->bits != 0;
  case TP_BV_SDIV:
  case TP_BV_SREM:
    return b->op == TP_E_CONST && b->bits != 0 && b->bits != tp_mask(b->width);
  case TP_BV_SHL:
  case TP_BV_LSHR:
  case TP_BV_ASHR:
    return b->op == TP_E_CONST && b->bits < b->width;
  default:
    return true;
  }
}

static bool say_arithmetic(sayer *s, const tp_expr_node *n, bool is_signed) {
  bool inside =
      n->aux == TP_BV_SDIV || n->aux == TP_BV_SREM || n->aux == TP_BV_ASHR;
  bool is_cast = n->width < 32 || inside != is_signed;
  if (!is_safe(s, n) || (is_cast && !cast(s, n->width, is_signed)))
    return false;
  add(s, "(");
  if (n->width < 32 && (n->aux == TP_BV_MUL || n->aux == TP_BV_SHL))
    add(s, "1u * "); /* int might overflow */
  if (!say_integer(s, n->a, inside))
    return false;
  add(s, arithmetic_of(n));
  bool is_said = say_integer(s, n->b, inside);
  add(s, ")");
  return is_said;
}

/* -a, ~a */
static bool say_unary(sayer *s, const tp_expr_node *n, bool is_signed) {
  if (!cast(s, n->width, is_signed))
    return false;
  add(s, n->op == TP_E_BV_NEG ? "(0ul - " : "(~0ul ^ ");
  bool is_said = say_integer(s, n->a, false);
  add(s, ")");
  return is_said;
}

/* A wider or narrower number: a cast of the value, read as it is below. */
static bool say_cast(sayer *s, const tp_expr_node *n, bool is_signed) {
  bool is_said = cast(s, n->width, is_signed);
  switch (n->op) {
  case TP_E_ZEXT:
    return is_said && say_integer(s, n->a, false);
  case TP_E_SEXT:
    return is_said && say_integer(s, n->a, true);
  default: /* EXTRACT */
    add(s, "(");
    is_said = is_said && say_integer(s, n->a, false);
    tp_str_addf(s->out, " >> %u)", n->aux);
    return is_said;
  }
}

static bool say_concat(sayer *s, const tp_expr_node *n, bool is_signed) {
  bool is_said = cast(s, n->width, is_signed);
  add(s, "((unsigned long)");
  is_said = is_said && say_integer(s, n->a, false);
  tp_str_addf(s->out, " << %u | ", node(s, n->b)->width);
  is_said = is_said && say_integer(s, n->b, false);
  add(s, ")");
  return is_said;
}

/* c ? a : b would be a decision. */
static bool say_choice(sayer *s, const tp_expr_node *n, bool is_signed) {
  bool is_said = cast(s, n->width, is_signed);
  add(s, "((0ul - ");
  is_said = is_said && say_truth(s, n->a);
  add(s, " & ");
  is_said = is_said && say_integer(s, n->b, false);
  add(s, ") | (");
  is_said = is_said && say_truth(s, n->a);
  add(s, " - 1ul & ");
  is_said = is_said && say_integer(s, n->c, false);
  add(s, "))");
  return is_said;
}

static bool say_integer_node(sayer *s, const tp_expr_node *n, bool is_signed) {
  switch ((tp_expr_op)n->op) {
  case TP_E_CONST:
    return say_constant(s, n, is_signed);
  case TP_E_VAR:
    return say_var(s, n, is_signed);
  case TP_E_BV:
    return say_arithmetic(s, n, is_signed);
  case TP_E_BV_NOT:
  case TP_E_BV_NEG:
    return say_unary(s, n, is_signed);
  case TP_E_ZEXT:
  case TP_E_SEXT:
  case TP_E_EXTRACT:
    return say_cast(s, n, is_signed);
  case TP_E_CONCAT:
    return say_concat(s, n, is_signed);
  case TP_E_ITE:
    return say_choice(s, n, is_signed);
  case TP_E_OF_BOOL:
    return cast(s, n->width, is_signed) && say_truth(s, n->a);
  default:
    return false;
  }
}

static bool is_too_much(sayer *s) {
  return s->depth > MAX_DEPTH || s->out->n > MAX_TEXT;
}

static bool say_integer(sayer *s, tp_expr e, bool is_signed) {
  tp_expr_node n = *node(s, e);
  s->depth++;
  bool is_said = !is_too_much(s) && say_integer_node(s, &n, is_signed);
  s->depth--;
  return is_said;
}

/* ---- floats -------------------------------------------------------------- */

static bool say_float_node(sayer *s, const tp_expr_node *n) {
  static const char *const words[] = {[TP_FP_ADD] = " + ",
                                      [TP_FP_SUB] = " - ",
                                      [TP_FP_MUL] = " * ",
                                      [TP_FP_DIV] = " / "};
  switch ((tp_expr_op)n->op) {
  case TP_E_CONST:
    return say_number(s, n);
  case TP_E_VAR:
    return say_var(s, n, false);
  case TP_E_FP_CONVERT:
    add(s, n->sort == TP_X_F32 ? "(float)" : "(double)");
    return say_float(s, n->a);
  case TP_E_FP_OF_INT:
    add(s, n->sort == TP_X_F32 ? "(float)" : "(double)");
    return say_integer(s, n->a, n->aux);
  case TP_E_FP_NEG:
    add(s, "-");
    return say_float(s, n->a);
  case TP_E_FP:
    if (!say_float(s, n->a))
      return false;
    add(s, words[n->aux]);
    return say_float(s, n->b);
  default:
    return false;
  }
}

static bool say_float(sayer *s, tp_expr e) {
  tp_expr_node n = *node(s, e);
  s->depth++;
  add(s, n.op == TP_E_VAR || n.op == TP_E_CONST ? "" : "(");
  bool is_said = !is_too_much(s) && say_float_node(s, &n);
  add(s, n.op == TP_E_VAR || n.op == TP_E_CONST ? "" : ")");
  s->depth--;
  return is_said;
}

/* ---- truth values -------------------------------------------------------- */

/* Whether a number is signed where C has it: for a comparison that needs no
 * sign. */
static bool is_signed_var(sayer *s, tp_expr e) {
  const tp_expr_node *n = node(s, e);
  tp_said_var var = {0};
  bool is_signed = n->op == TP_E_VAR &&
                   s->name(s->state, (uint32_t)n->bits, &var) && var.is_signed;
  tp_str_free(&var.text);
  return is_signed;
}

static bool compare(sayer *s, const tp_expr_node *n, const char *op) {
  bool is_signed =
      n->op == TP_E_SLT ||
      (n->op == TP_E_EQ && (is_signed_var(s, n->a) || is_signed_var(s, n->b)));
  bool is_said;
  add(s, "(");
  if (n->op == TP_E_FP_LT || n->op == TP_E_FP_LE || n->op == TP_E_FP_EQ) {
    is_said = say_float(s, n->a);
    add(s, op);
    is_said = is_said && say_float(s, n->b);
  } else if (node(s, n->a)->sort == TP_X_BOOL) {
    is_said = say_truth(s, n->a);
    add(s, op);
    is_said = is_said && say_truth(s, n->b);
  } else {
    is_said = say_integer(s, n->a, is_signed);
    add(s, op);
    is_said = is_said && say_integer(s, n->b, is_signed);
  }
  add(s, ")");
  return is_said;
}

static bool say_not(sayer *s, const tp_expr_node *n) {
  const tp_expr_node *of = node(s, n->a);
  tp_expr_node below = *of;
  switch ((tp_expr_op)of->op) {
  case TP_E_SLT:
  case TP_E_ULT:
    return compare(s, &below, " >= ");
  case TP_E_EQ:
  case TP_E_FP_EQ:
    return compare(s, &below, " != ");
  default:
    add(s, "!");
    return say_truth(s, n->a);
  }
}

static bool join(sayer *s, tp_expr a, const char *op, tp_expr b) {
  add(s, "(");
  bool is_said = say_truth(s, a);
  add(s, op);
  is_said = is_said && say_truth(s, b);
  add(s, ")");
  return is_said;
}

static bool say_truth_node(sayer *s, const tp_expr_node *n) {
  switch ((tp_expr_op)n->op) {
  case TP_E_CONST:
    add(s, n->bits ? "1" : "0");
    return true;
  case TP_E_VAR:
    return say_var(s, n, false);
  case TP_E_NOT:
    return say_not(s, n);
  case TP_E_AND:
    return join(s, n->a, " && ", n->b);
  case TP_E_OR:
    return join(s, n->a, " || ", n->b);
  case TP_E_ITE:
    add(s, "((!");
    if (!say_truth(s, n->a))
      return false;
    add(s, " || ");
    if (!say_truth(s, n->b))
      return false;
    add(s, ") && ");
    if (!join(s, n->a, " || ", n->c))
      return false;
    add(s, ")");
    return true;
  case TP_E_EQ:
  case TP_E_FP_EQ:
    return compare(s, n, " == ");
  case TP_E_SLT:
  case TP_E_ULT:
  case TP_E_FP_LT:
    return compare(s, n, " < ");
  case TP_E_FP_LE:
    return compare(s, n, " <= ");
  default:
    return false;
  }
}

static bool say_truth(sayer *s, tp_expr e) {
  tp_expr_node n = *node(s, e);
  s->depth++;
  bool is_said =
      n.sort == TP_X_BOOL && !is_too_much(s) && say_truth_node(s, &n);
  s->depth--;
  return is_said;
}

bool tp_expr_say(tp_exprs *x, tp_expr e, tp_say_var name, void *state,
                 tp_str *out) {
  sayer s = {.x = x, .name = name, .state = state, .out = out};
  return say_truth(&s, tp_expr_plain(x, e));
}
