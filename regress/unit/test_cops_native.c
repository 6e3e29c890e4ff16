/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_cops_native.c - expressions built by expr/cops.h compute what the
 * compiler's code computes.
 *
 * Random typed C expressions over variables of every scalar type are written
 * into one C file, compiled with -O0, and run on random and corner values. Each
 * result is compared bit for bit (NaN with NaN) with tp_expr_eval of the
 * symbolic expression and with the expression built from constants.
 * What C leaves undefined and the compiler would fold its own way goes through
 * a local variable, which -O0 never folds.
 * TP_COPS_ROUNDS=n asks for more rounds (20,000 comparisons each).
 */
#include "check.h"

#include "base/file.h"
#include "base/proc.h"
#include "base/rng.h"
#include "expr/cops.h"

#include <stdlib.h>
#include <unistd.h>

#define N_EXPRS 400
#define N_VECTORS 25
#define VARS_PER_TYPE 2
#define MAX_DEPTH 5

typedef struct ctype {
  const char *name;
  tp_cscalar s;
} ctype;

static const ctype types[] = {
    {"_Bool", {.is_bool = true, .size = 1}},
    {"char", {.is_signed = true, .size = 1}},
    {"unsigned char", {.size = 1}},
    {"short", {.is_signed = true, .size = 2}},
    {"unsigned short", {.size = 2}},
    {"int", {.is_signed = true, .size = 4}},
    {"unsigned", {.size = 4}},
    {"long", {.is_signed = true, .size = 8}},
    {"unsigned long", {.size = 8}},
    {"long long", {.is_signed = true, .size = 8}},
    {"unsigned long long", {.size = 8}},
    {"float", {.is_float = true, .is_signed = true, .size = 4}},
    {"double", {.is_float = true, .is_signed = true, .size = 8}},
};
enum { N_TYPES = sizeof types / sizeof *types, N_VARS = N_TYPES * 2 };
enum { T_INT = 5, T_UINT = 6, T_LONG = 7, T_ULONG = 8, T_FLOAT = 11, T_DOUBLE };

typedef enum kind {
  K_VAR,
  K_LITERAL,
  K_CAST,
  K_NEG,
  K_BITNOT,
  K_NOT,
  K_BINARY,
  K_AND,
  K_OR,
  K_COND
} kind;

typedef struct node {
  kind kind;
  unsigned type; /* of the result, index into types */
  unsigned a, b, c;
  unsigned var;
  int literal;
  tp_cop op;
} node;

typedef struct program {
  tp_rng rng;
  VEC(node) nodes;
  unsigned roots[N_EXPRS];
  uint64_t inputs[N_VECTORS][N_VARS];
} program;

static unsigned promoted(unsigned t) {
  return !types[t].s.is_float && types[t].s.size < 4 ? T_INT : t;
}

/* The usual arithmetic conversions. */
static unsigned common(unsigned p, unsigned q) {
  p = promoted(p);
  q = promoted(q);
  if (types[p].s.is_float || types[q].s.is_float) {
    bool is_double = p == T_DOUBLE || q == T_DOUBLE;
    return is_double ? T_DOUBLE : T_FLOAT;
  }
  unsigned size =
      types[p].s.size > types[q].s.size ? types[p].s.size : types[q].s.size;
  bool is_unsigned = (!types[p].s.is_signed && types[p].s.size == size) ||
                     (!types[q].s.is_signed && types[q].s.size == size);
  if (size == 4)
    return is_unsigned ? T_UINT : T_INT;
  return is_unsigned ? T_ULONG : T_LONG;
}

static unsigned add_node(program *p, node n) {
  VEC_PUSH(&p->nodes, n);
  return p->nodes.n - 1;
}

static unsigned gen(program *p, unsigned depth);

static unsigned gen_leaf(program *p) {
  if (tp_rng_below(&p->rng, 5) == 0) {
    static const int literals[] = {0,  1,   2,   3,    7,    10,
                                   31, 100, 255, 1000, 65536};
    node n = {.kind = K_LITERAL, .type = T_INT};
    n.literal = literals[tp_rng_below(&p->rng, 11)];
    return add_node(p, n);
  }
  node n = {.kind = K_VAR, .var = tp_rng_below(&p->rng, N_VARS)};
  n.type = n.var / VARS_PER_TYPE;
  return add_node(p, n);
}

static unsigned gen_unary(program *p, unsigned depth) {
  unsigned a = gen(p, depth - 1);
  unsigned t = p->nodes.at[a].type;
  unsigned pick = tp_rng_below(&p->rng, 6);
  if (pick >= 3)
    return add_node(
        p,
        (node){.kind = K_CAST, .type = tp_rng_below(&p->rng, N_TYPES), .a = a});
  node n = {.a = a, .type = promoted(t)};
  n.kind = pick == 0                           ? K_NEG
           : pick == 1 && !types[t].s.is_float ? K_BITNOT
                                               : K_NOT;
  if (n.kind == K_NOT)
    n.type = T_INT;
  return add_node(p, n);
}

static bool is_compare(tp_cop op) {
  return op >= TP_COP_LT;
}

static unsigned gen_binary(program *p, unsigned depth) {
  unsigned a = gen(p, depth - 1), b = gen(p, depth - 1);
  tp_cop op = (tp_cop)tp_rng_below(&p->rng, TP_COP_NE + 1);
  bool needs_int = op >= TP_COP_MOD && op <= TP_COP_XOR;
  if (needs_int && types[p->nodes.at[a].type].s.is_float)
    op = TP_COP_LT;
  if (needs_int && types[p->nodes.at[b].type].s.is_float)
    op = TP_COP_ADD;
  node n = {.kind = K_BINARY, .op = op, .a = a, .b = b};
  unsigned ta = p->nodes.at[a].type, tb = p->nodes.at[b].type;
  bool is_shift = op == TP_COP_SHL || op == TP_COP_SHR;
  n.type = is_compare(op) ? T_INT : is_shift ? promoted(ta) : common(ta, tb);
  return add_node(p, n);
}

static unsigned gen_logic(program *p, unsigned depth) {
  unsigned a = gen(p, depth - 1), b = gen(p, depth - 1);
  node n = {.a = a, .b = b, .type = T_INT};
  unsigned pick = tp_rng_below(&p->rng, 4);
  n.kind = pick == 0 ? K_AND : pick == 1 ? K_OR : K_COND;
  if (n.kind == K_COND) {
    n.c = gen(p, depth - 1);
    n.type = common(p->nodes.at[n.b].type, p->nodes.at[n.c].type);
  }
  return add_node(p, n);
}

static unsigned gen(program *p, unsigned depth) {
  if (depth == 0)
    return gen_leaf(p);
  unsigned pick = tp_rng_below(&p->rng, 10);
  if (pick < 1)
    return gen_leaf(p);
  if (pick < 4)
    return gen_unary(p, depth);
  return pick < 8 ? gen_binary(p, depth) : gen_logic(p, depth);
}

static uint64_t gen_bits(tp_rng *rng, unsigned t) {
  static const uint64_t ints[] = {0,
                                  1,
                                  2,
                                  127,
                                  128,
                                  255,
                                  256,
                                  32767,
                                  32768,
                                  65535,
                                  0x7fffffff,
                                  0x80000000,
                                  0xffffffff,
                                  0x80000001,
                                  INT64_MAX,
                                  UINT64_MAX,
                                  0x8000000000000000};
  static const double floats[] = {0.0,  -0.0, 1,      -1,         0.5,
                                  2.5,  -7,   1e10,   2147483648, -2147483649.0,
                                  1e19, -1e5, 1e-310, 1e308};
  uint64_t bits = tp_rng_next(rng);
  unsigned pick = tp_rng_below(rng, 3);
  if (types[t].s.is_bool)
    return bits & 1;
  if (types[t].s.is_float && pick > 0) {
    double d = floats[tp_rng_below(rng, 14)];
    if (pick == 2)
      d = (double)(int64_t)bits / (double)(1 + (tp_rng_next(rng) >> 20));
    float f = (float)d;
    bits = 0;
    memcpy(&bits, t == T_FLOAT ? (void *)&f : (void *)&d, types[t].s.size);
    return bits;
  }
  if (pick == 1)
    bits = ints[tp_rng_below(rng, 17)];
  if (pick == 2)
    bits = (uint64_t)(int64_t)((int)tp_rng_below(rng, 40) - 20);
  return types[t].s.size == 8
             ? bits
             : bits & ((UINT64_C(1) << types[t].s.size * 8) - 1);
}

static void emit(const program *p, unsigned i, tp_str *out);

static void emit_binary(const program *p, const node *n, tp_str *out) {
  static const char *const ops[] = {"+", "-", "*", "/", "%",  "<<", ">>", "&",
                                    "|", "^", "<", ">", "<=", ">=", "==", "!="};
  tp_str_add(out, "(");
  emit(p, n->a, out);
  tp_str_addf(out, " %s ", ops[n->op]);
  bool is_signed = types[n->type].s.is_signed;
  bool divides = (n->op == TP_COP_DIV || n->op == TP_COP_MOD) &&
                 !types[n->type].s.is_float;
  bool shifts = n->op == TP_COP_SHL || n->op == TP_COP_SHR;
  unsigned right = p->nodes.at[n->b].type;
  if (divides || shifts)
    tp_str_addf(out, "({%s t = ", types[divides ? n->type : right].name);
  emit(p, n->b, out);
  if (divides)
    tp_str_add(out, is_signed ? "; t == 0 || t == -1 ? 1 : t;})"
                              : "; t == 0 ? 1 : t;})");
  if (shifts)
    tp_str_add(out, "; t;})");
  tp_str_add(out, ")");
}

static void emit(const program *p, unsigned i, tp_str *out) {
  const node *n = &p->nodes.at[i];
  static const char *const prefix[] = {
      [K_NEG] = "(- ", [K_BITNOT] = "(~ ", [K_NOT] = "(! "};
  switch (n->kind) {
  case K_VAR:
    tp_str_addf(out, "v->v%u", n->var);
    return;
  case K_LITERAL:
    tp_str_addf(out, "%d", n->literal);
    return;
  case K_BINARY:
    emit_binary(p, n, out);
    return;
  case K_CAST:
    tp_str_addf(out, "({%s t = ", types[p->nodes.at[n->a].type].name);
    emit(p, n->a, out);
    tp_str_addf(out, "; (%s)t;})", types[n->type].name);
    return;
  case K_NEG:
  case K_BITNOT:
  case K_NOT:
    tp_str_add(out, prefix[n->kind]);
    break;
  case K_AND:
  case K_OR:
  case K_COND:
    tp_str_add(out, "(");
    emit(p, n->a, out);
    tp_str_add(out, n->kind == K_AND  ? " && "
                    : n->kind == K_OR ? " || "
                                      : " ? ");
    emit(p, n->b, out);
    if (n->kind == K_COND) {
      tp_str_add(out, " : ");
      emit(p, n->c, out);
    }
    tp_str_add(out, ")");
    return;
  }
  emit(p, n->a, out);
  tp_str_add(out, ")");
}

static void emit_inputs(const program *p, tp_str *out) {
  tp_str_add(out, "#include <stdio.h>\n#include <string.h>\n"
                  "typedef unsigned long long u64;\nstruct in {\n");
  for (unsigned v = 0; v < N_VARS; v++)
    tp_str_addf(out, "%s v%u;\n", types[v / VARS_PER_TYPE].name, v);
  tp_str_addf(out, "};\nstatic const u64 bits[][%d] = {\n", (int)N_VARS);
  for (unsigned j = 0; j < N_VECTORS; j++) {
    tp_str_add(out, "{");
    for (unsigned v = 0; v < N_VARS; v++)
      tp_str_addf(out, "0x%" PRIx64 "ull,", p->inputs[j][v]);
    tp_str_add(out, "},\n");
  }
  tp_str_add(out, "};\n");
}

static void emit_program(const program *p, tp_str *out) {
  emit_inputs(p, out);
  for (unsigned i = 0; i < N_EXPRS; i++) {
    const char *type = types[p->nodes.at[p->roots[i]].type].name;
    tp_str_addf(out, "static u64 f%u(const struct in *v) { %s r = ", i, type);
    emit(p, p->roots[i], out);
    tp_str_add(out, "; u64 u = 0; memcpy(&u, &r, sizeof r); return u; }\n");
  }
  tp_str_add(out, "static u64 (*const f[])(const struct in *) = {");
  for (unsigned i = 0; i < N_EXPRS; i++)
    tp_str_addf(out, "f%u,", i);
  tp_str_addf(out,
              "};\nint main(int n, char **a) {\nFILE *o = fopen(a[1], \"wb\");"
              "\nfor (int j = 0; j < %d; j++) {\nstruct in v;\n",
              N_VECTORS);
  for (unsigned v = 0; v < N_VARS; v++)
    tp_str_addf(out, "memcpy(&v.v%u, &bits[j][%u], sizeof v.v%u);\n", v, v, v);
  tp_str_addf(out,
              "for (int i = 0; i < %d; i++) { u64 u = f[i](&v);"
              " fwrite(&u, 8, 1, o); }\n}\nreturn fclose(o);\n}\n",
              N_EXPRS);
}

/* Where a tree is built: with variables, or (vector set) with constants. */
typedef struct builder {
  const program *p;
  tp_exprs *x;
  const uint64_t *vector;
} builder;

static tp_expr build(const builder *b, unsigned i);

static tp_expr build_as(const builder *b, unsigned i, unsigned type) {
  return tp_cop_convert(b->x, build(b, i), types[b->p->nodes.at[i].type].s,
                        types[type].s);
}

static tp_expr build_truth(const builder *b, unsigned i) {
  return tp_cop_truth(b->x, types[b->p->nodes.at[i].type].s, build(b, i));
}

static tp_expr build_var(const builder *b, const node *n) {
  tp_cscalar s = types[n->type].s;
  tp_sort sort = !s.is_float ? TP_X_BV : s.size == 4 ? TP_X_F32 : TP_X_F64;
  if (!b->vector)
    return tp_expr_var(b->x, n->var, sort, s.size * 8u);
  tp_expr bits = tp_expr_bv(b->x, s.size * 8u, b->vector[n->var]);
  return tp_cop_of_bits(b->x, s, bits);
}

static tp_expr build_divisor(const builder *b, tp_expr d, tp_cscalar t) {
  unsigned w = t.size * 8u;
  tp_expr bad = tp_expr_eq(b->x, d, tp_expr_bv(b->x, w, 0));
  if (t.is_signed)
    bad = tp_expr_or(b->x, bad,
                     tp_expr_eq(b->x, d, tp_expr_bv(b->x, w, UINT64_MAX)));
  return tp_expr_ite(b->x, bad, tp_expr_bv(b->x, w, 1), d);
}

static tp_expr build_binary(const builder *b, const node *n) {
  unsigned ta = b->p->nodes.at[n->a].type, tb = b->p->nodes.at[n->b].type;
  if (n->op == TP_COP_SHL || n->op == TP_COP_SHR) {
    tp_expr left = build_as(b, n->a, promoted(ta));
    tp_cscalar bt = types[promoted(tb)].s;
    tp_expr count = build_as(b, n->b, promoted(tb));
    return tp_cop_binary(b->x, n->op, types[n->type].s, left, count, bt);
  }
  unsigned t = common(ta, tb);
  tp_expr left = build_as(b, n->a, t), right = build_as(b, n->b, t);
  if ((n->op == TP_COP_DIV || n->op == TP_COP_MOD) && !types[t].s.is_float)
    right = build_divisor(b, right, types[t].s);
  return tp_cop_binary(b->x, n->op, types[t].s, left, right, types[t].s);
}

static tp_expr build_logic(const builder *b, const node *n) {
  tp_expr a = build_truth(b, n->a);
  if (n->kind == K_COND) {
    tp_expr left = build_as(b, n->b, n->type);
    return tp_expr_ite(b->x, a, left, build_as(b, n->c, n->type));
  }
  tp_expr c = build_truth(b, n->b);
  return tp_cop_of_truth(b->x, n->kind == K_AND ? tp_expr_and(b->x, a, c)
                                                : tp_expr_or(b->x, a, c));
}

static tp_expr build(const builder *b, unsigned i) {
  const node *n = &b->p->nodes.at[i];
  switch (n->kind) {
  case K_VAR:
    return build_var(b, n);
  case K_LITERAL:
    return tp_expr_bv(b->x, 32, (uint64_t)n->literal);
  case K_CAST:
    return build_as(b, n->a, n->type);
  case K_NEG:
    return tp_cop_neg(b->x, types[n->type].s, build_as(b, n->a, n->type));
  case K_BITNOT:
    return tp_cop_bitnot(b->x, types[n->type].s, build_as(b, n->a, n->type));
  case K_NOT:
    return tp_cop_of_truth(b->x, tp_expr_not(b->x, build_truth(b, n->a)));
  case K_BINARY:
    return build_binary(b, n);
  default:
    return build_logic(b, n);
  }
}

static uint64_t value_of(void *state, uint32_t var) {
  return ((const uint64_t *)state)[var];
}

static bool same(unsigned type, uint64_t p, uint64_t q) {
  if (p == q)
    return true;
  if (!types[type].s.is_float)
    return false;
  if (types[type].s.size == 8)
    return (p & INT64_MAX) > 0x7ff0000000000000 &&
           (q & INT64_MAX) > 0x7ff0000000000000;
  return (p & INT32_MAX) > 0x7f800000 && (q & INT32_MAX) > 0x7f800000;
}

static void report(const program *p, unsigned i, unsigned j, uint64_t got,
                   uint64_t want, const char *how) {
  tp_str text = {0};
  tp_str_addf(&text, "%s: got 0x%" PRIx64 ", native 0x%" PRIx64 ", for ", how,
              got, want);
  emit(p, p->roots[i], &text);
  for (unsigned v = 0; v < N_VARS; v++) {
    char name[16];
    snprintf(name, sizeof name, "v%u", v);
    if (strstr(tp_str_text(&text), name))
      tp_str_addf(&text, " v%u=0x%" PRIx64, v, p->inputs[j][v]);
  }
  tp_test_fail(__FILE__, __LINE__, tp_str_text(&text));
  tp_str_free(&text);
}

/* Compare all results; the number of differences. */
static unsigned compare(program *p, const uint64_t *native) {
  unsigned wrong = 0;
  tp_exprs *x = tp_exprs_new();
  for (unsigned i = 0; i < N_EXPRS && wrong < 5; i++) {
    unsigned type = p->nodes.at[p->roots[i]].type;
    builder symbolic = {p, x, NULL};
    tp_expr e = build(&symbolic, p->roots[i]);
    for (unsigned j = 0; j < N_VECTORS && wrong < 5; j++) {
      uint64_t want = native[j * N_EXPRS + i];
      uint64_t got = tp_expr_eval(x, e, value_of, p->inputs[j]);
      if (!same(type, got, want)) {
        report(p, i, j, got, want, "eval");
        wrong++;
      }
      builder folded = {p, x, p->inputs[j]};
      tp_expr k = build(&folded, p->roots[i]);
      got = 0;
      if (!tp_expr_constant(x, k, &got) || !same(type, got, want)) {
        report(p, i, j, got, want, "folded");
        wrong++;
      }
    }
  }
  tp_exprs_free(x);
  return wrong;
}

static bool run_native(const program *p, const char *dir, tp_str *results,
                       tp_diag *diag) {
  tp_str source = {0}, c = {0}, exe = {0}, out = {0};
  tp_proc_result compiled = {0}, ran = {0};
  emit_program(p, &source);
  tp_file_join(&c, dir, "e.c");
  tp_file_join(&exe, dir, "e");
  tp_file_join(&out, dir, "e.out");
  const char *cc[] = {"gcc", "-O0",  "-w", "-fwrapv", "-std=gnu11",
                      "-o",  exe.at, c.at, NULL};
  const char *run[] = {exe.at, out.at, NULL};
  tp_proc_limits limits = {.seconds = 60};
  bool ok = tp_file_write(c.at, source.at, source.n, diag) == 0 &&
            tp_proc_run(&compiled, cc, NULL, NULL, &limits, diag) == 0 &&
            compiled.exit_code == 0 &&
            tp_proc_run(&ran, run, NULL, NULL, &limits, diag) == 0 &&
            ran.exit_code == 0 && !ran.signal &&
            tp_file_read(results, out.at, TP_ENVIRONMENT, diag) == 0;
  if (!ok)
    printf("%s%s\n", tp_str_text(&compiled.err), tp_str_text(&diag->message));
  tp_proc_result_free(&compiled);
  tp_proc_result_free(&ran);
  tp_str_free(&source);
  tp_str_free(&c);
  tp_str_free(&exe);
  tp_str_free(&out);
  return ok;
}

static void one_round(uint64_t seed, const char *dir, tp_diag *diag) {
  program *p = TP_NEW(program);
  tp_str results = {0};
  tp_rng_init(&p->rng, seed);
  for (unsigned i = 0; i < N_EXPRS; i++)
    p->roots[i] = gen(p, 1 + tp_rng_below(&p->rng, MAX_DEPTH));
  for (unsigned j = 0; j < N_VECTORS; j++)
    for (unsigned v = 0; v < N_VARS; v++)
      p->inputs[j][v] = gen_bits(&p->rng, v / VARS_PER_TYPE);
  bool ran = run_native(p, dir, &results, diag);
  CHECK(ran);
  CHECK_EQ(results.n, 8 * N_VECTORS * N_EXPRS);
  if (ran && results.n == 8 * N_VECTORS * N_EXPRS &&
      compare(p, (const uint64_t *)(void *)results.at))
    printf("seed %" PRIu64 "\n", seed);
  tp_str_free(&results);
  VEC_FREE(&p->nodes);
  tp_free(p);
}

TEST(cops_native) {
  const char *wanted = getenv("TP_COPS_ROUNDS");
  unsigned rounds = wanted ? (unsigned)atoi(wanted) : 3;
  if (wanted)
    alarm(0); /* the harness' limit is for the usual three */
  tp_diag diag = {0};
  tp_str dir = {0};
  CHECK_EQ(tp_file_temp_dir(&dir, &diag), 0);
  for (unsigned i = 0; i < rounds && !diag.status; i++)
    one_round(1000 + i, tp_str_text(&dir), &diag);
  tp_file_remove_tree(tp_str_text(&dir));
  tp_str_free(&dir);
  tp_diag_free(&diag);
}
