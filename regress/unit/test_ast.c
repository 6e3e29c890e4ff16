/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constant folding, and the questions about nodes. */
#include "ast/ast.h"
#include "base/file.h"
#include "base/proc.h"
#include "base/rng.h"
#include "check.h"

/* Small trees by hand. */
static tp_node_id node(tp_program *p, tp_node_kind kind, tp_op op,
                       tp_type_id type, tp_node_id a, tp_node_id b) {
  tp_node n = {
      .kind = (uint8_t)kind, .op = (uint8_t)op, .type = type, .first = a};
  if (a)
    p->nodes.at[a].next = b;
  VEC_PUSH(&p->nodes, n);
  return p->nodes.n - 1;
}

static tp_node_id literal(tp_program *p, tp_type_id type, uint64_t bits) {
  tp_node_id n = node(p, TP_N_INT, TP_OP_NONE, type, 0, 0);
  p->nodes.at[n].ref = p->ints.n;
  VEC_PUSH(&p->ints, bits);
  return n;
}

static tp_node_id real(tp_program *p, tp_type_id type, double value) {
  tp_node_id n = node(p, TP_N_FLOAT, TP_OP_NONE, type, 0, 0);
  p->nodes.at[n].ref = p->floats.n;
  VEC_PUSH(&p->floats, value);
  return n;
}

static tp_node_id binary(tp_program *p, tp_op op, tp_node_id a, tp_node_id b) {
  return node(p, TP_N_BINARY, op, TP_TYPE_UNKNOWN, a, b);
}

#define FOLDS_TO(op, type_a, a, type_b, b, expression) \
  do { \
    uint64_t got = 0; \
    tp_node_id left = literal(p, type_a, (uint64_t)(a)); \
    tp_node_id right = literal(p, type_b, (uint64_t)(b)); \
    CHECK(tp_node_constant(p, binary(p, op, left, right), &got)); \
    CHECK_EQ(got, expression); \
  } while (0)

TEST(fold_operators_in_their_types) {
  tp_program *p = tp_tree_new();
  FOLDS_TO(TP_OP_ADD, TP_TYPE_UINT, 4294967295u, TP_TYPE_INT, 1,
           4294967295u + 1);
  FOLDS_TO(TP_OP_ADD, TP_TYPE_INT, 2147483647, TP_TYPE_INT, 1, INT32_MIN);
  FOLDS_TO(TP_OP_SUB, TP_TYPE_UINT, 0, TP_TYPE_INT, 1, 0u - 1);
  FOLDS_TO(TP_OP_SUB, TP_TYPE_UCHAR, 0, TP_TYPE_UCHAR, 1, -1);
  FOLDS_TO(TP_OP_LT, TP_TYPE_INT, -1, TP_TYPE_UINT, 0, 0);
  FOLDS_TO(TP_OP_LT, TP_TYPE_INT, -1, TP_TYPE_LONG, 0, 1);
  FOLDS_TO(TP_OP_LT, TP_TYPE_LONG, -1, TP_TYPE_UINT, 0, 1);
  FOLDS_TO(TP_OP_GT, TP_TYPE_LONG, -1, TP_TYPE_ULONG, 5, 1);
  FOLDS_TO(TP_OP_DIV, TP_TYPE_INT, -7, TP_TYPE_INT, 2, -3);
  FOLDS_TO(TP_OP_MOD, TP_TYPE_INT, -7, TP_TYPE_INT, 2, -1);
  FOLDS_TO(TP_OP_DIV, TP_TYPE_UINT, 4294967289u, TP_TYPE_INT, 2, 2147483644);
  FOLDS_TO(TP_OP_SHR, TP_TYPE_INT, -8, TP_TYPE_INT, 1, -4);
  FOLDS_TO(TP_OP_SHR, TP_TYPE_UINT, 4294967288u, TP_TYPE_ULONG, 1, 2147483644);
  FOLDS_TO(TP_OP_SHL, TP_TYPE_UCHAR, 255, TP_TYPE_LONG, 8, 65280);
  FOLDS_TO(TP_OP_SHL, TP_TYPE_INT, 1, TP_TYPE_INT, 31, INT32_MIN);
  FOLDS_TO(TP_OP_MUL, TP_TYPE_LLONG, 3037000500, TP_TYPE_LLONG, 3037000500,
           (int64_t)9223372037000250000u);
  FOLDS_TO(TP_OP_XOR, TP_TYPE_INT, -1, TP_TYPE_UINT, 0, 4294967295u);
  uint64_t v;
  tp_node_id zero = literal(p, TP_TYPE_INT, 0);
  CHECK(!tp_node_constant(
      p, binary(p, TP_OP_DIV, literal(p, TP_TYPE_INT, 1), zero), &v));
  CHECK(!tp_node_constant(p,
                          binary(p, TP_OP_DIV,
                                 literal(p, TP_TYPE_INT, (uint64_t)INT32_MIN),
                                 literal(p, TP_TYPE_INT, (uint64_t)-1)),
                          &v));
  CHECK(!tp_node_constant(p,
                          binary(p, TP_OP_SHL, literal(p, TP_TYPE_INT, 1),
                                 literal(p, TP_TYPE_INT, 32)),
                          &v));
  /* As clang folds conditions: overflow is none, odd shifts are. */
  tp_node_id sum = binary(p, TP_OP_ADD, literal(p, TP_TYPE_INT, 2147483647),
                          literal(p, TP_TYPE_INT, 1));
  CHECK(tp_node_constant(p, sum, &v));
  CHECK(!tp_node_folds(p, sum, &v));
  CHECK(tp_node_folds(p,
                      binary(p, TP_OP_SHL, literal(p, TP_TYPE_INT, 1),
                             literal(p, TP_TYPE_INT, 33)),
                      &v));
  tp_program_free(p);
}

TEST(fold_casts) {
  tp_program *p = tp_tree_new();
  uint64_t v = 0;
  tp_node_id n = node(p, TP_N_CAST, TP_OP_NONE, TP_TYPE_SCHAR,
                      literal(p, TP_TYPE_INT, 200), 0);
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, -56);
  n = node(p, TP_N_CAST, TP_OP_NONE, TP_TYPE_BOOL,
           real(p, TP_TYPE_DOUBLE, 0.25), 0);
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, 1);
  n = node(p, TP_N_CAST, TP_OP_NONE, TP_TYPE_INT,
           real(p, TP_TYPE_DOUBLE, -2.75), 0);
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, -2);
  n = node(p, TP_N_CAST, TP_OP_NONE, TP_TYPE_INT,
           real(p, TP_TYPE_DOUBLE, -2147483648.5), 0);
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, INT32_MIN);
  n = node(p, TP_N_CAST, TP_OP_NONE, TP_TYPE_INT, real(p, TP_TYPE_DOUBLE, 3e9),
           0);
  CHECK(!tp_node_constant(p, n, &v));
  n = node(p, TP_N_CAST, TP_OP_NONE, TP_TYPE_LONG,
           real(p, TP_TYPE_DOUBLE, -0x1p63), 0);
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, INT64_MIN);
  n = node(p, TP_N_CAST, TP_OP_NONE, TP_TYPE_ULONG,
           real(p, TP_TYPE_DOUBLE, 0x1p63), 0);
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, INT64_MIN);
  CHECK(!tp_node_constant(p, real(p, TP_TYPE_DOUBLE, 1), &v));
  n = binary(p, TP_OP_LT, real(p, TP_TYPE_FLOAT, 0.5),
             literal(p, TP_TYPE_INT, 1));
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, 1);
  tp_program_free(p);
}

/* A random constant expression as a tree and as C. The recursion is three
 * levels deep. */
static tp_node_id random_expression(tp_program *p, tp_rng *rng, uint32_t depth,
                                    tp_str *c) {
  static const char *const operators[] = {"+",  "-",  "*",  "/", "%", "<<",
                                          ">>", "&",  "|",  "^", "<", ">",
                                          "<=", ">=", "==", "!="};
  static const uint64_t edges[] = {0,
                                   1,
                                   2,
                                   7,
                                   31,
                                   127,
                                   128,
                                   255,
                                   32767,
                                   65535,
                                   0x7fffffff,
                                   0x80000000,
                                   0xffffffff,
                                   0x7fffffffffffffff,
                                   0x8000000000000000,
                                   0xffffffffffffffff};
  tp_type_id t = TP_TYPE_BOOL + tp_rng_below(rng, 12);
  if (depth == 0) {
    uint64_t bits = edges[tp_rng_below(rng, 16)];
    tp_str_addf(c, "(%s)%lluull", tp_type_c_name(&p->types, t),
                (unsigned long long)bits);
    return node(p, TP_N_CAST, TP_OP_NONE, t, literal(p, TP_TYPE_ULLONG, bits),
                0);
  }
  tp_node_id a, b;
  tp_op op;
  uint32_t dice = tp_rng_below(rng, 10);
  tp_str_add(c, "(");
  if (dice == 0) {
    tp_str_addf(c, "(%s)", tp_type_c_name(&p->types, t));
    a = node(p, TP_N_CAST, TP_OP_NONE, t,
             random_expression(p, rng, depth - 1, c), 0);
  } else if (dice < 4) {
    op = TP_OP_NEG + tp_rng_below(rng, 4);
    tp_str_addc(c, "-!~+"[op - TP_OP_NEG]);
    a = node(p, TP_N_UNARY, op, TP_TYPE_UNKNOWN,
             random_expression(p, rng, depth - 1, c), 0);
  } else {
    op = TP_OP_ADD + tp_rng_below(rng, 16);
    a = random_expression(p, rng, depth - 1, c);
    tp_str_addf(c, " %s ", operators[op - TP_OP_ADD]);
    b = random_expression(p, rng, depth - 1, c);
    a = binary(p, op, a, b);
  }
  tp_str_add(c, ")");
  return a;
}

/* C that compares its own value of each expression with ours. */
static void make_fold_program(tp_program *p, uint64_t seed, tp_str *c) {
  tp_rng rng;
  tp_rng_init(&rng, seed);
  uint32_t constants = 0;
  tp_str_add(c, "#include <stdio.h>\nint main(void) {\n");
  for (uint32_t i = 0; i < 1000; i++) {
    tp_str text = {0};
    uint64_t value;
    tp_node_id n = random_expression(p, &rng, 3, &text);
    if (tp_node_constant(p, n, &value)) {
      constants++;
      tp_str_addf(c,
                  "  if ((unsigned long long)(%s) != %lluull)\n"
                  "    puts(\"%s is not %lld\");\n",
                  tp_str_text(&text), (unsigned long long)value,
                  tp_str_text(&text), (long long)value);
    }
    tp_str_free(&text);
  }
  tp_str_add(c, "  return 0;\n}\n");
  CHECK(constants > 500);
}

TEST(fold_as_gcc) {
  tp_program *p = tp_tree_new();
  tp_str c = {0}, dir = {0}, source = {0}, program = {0};
  tp_diag diag = {0};
  tp_proc_result compiled = {0}, run = {0};
  tp_proc_limits limits = {60, 0, 0};
  make_fold_program(p, 1, &c);
  CHECK(tp_file_temp_dir(&dir, &diag) == 0);
  tp_file_join(&source, tp_str_text(&dir), "fold.c");
  tp_file_join(&program, tp_str_text(&dir), "fold");
  CHECK(tp_file_write(tp_str_text(&source), c.at, c.n, &diag) == 0);
  const char *compile[] = {
      "gcc", "-w", "-fwrapv", "-o", tp_str_text(&program), tp_str_text(&source),
      NULL};
  const char *start[] = {tp_str_text(&program), NULL};
  CHECK(tp_proc_run(&compiled, compile, NULL, NULL, &limits, &diag) == 0 &&
        compiled.exit_code == 0);
  CHECK(tp_proc_run(&run, start, NULL, NULL, &limits, &diag) == 0 &&
        run.exit_code == 0);
  CHECK_STR(tp_str_text(&run.out), "");
  tp_file_remove_tree(tp_str_text(&dir));
  tp_proc_result_free(&compiled);
  tp_proc_result_free(&run);
  tp_str_free(&c);
  tp_str_free(&dir);
  tp_str_free(&source);
  tp_str_free(&program);
  tp_diag_free(&diag);
  tp_program_free(p);
}

/* A name that is no constant. */
static tp_node_id variable(tp_program *p, bool is_const, tp_node_id value) {
  tp_decl d = {.kind = TP_D_VAR, .type = TP_TYPE_INT};
  d.type = tp_type_qualified(&p->types, TP_TYPE_INT, is_const, false, false);
  d.var = node(p, TP_N_VAR, TP_OP_NONE, 0, value, 0);
  d.name = tp_names_id(p->names, "x", 1);
  VEC_PUSH(&p->decls, d);
  tp_node_id n = node(p, TP_N_NAME, TP_OP_NONE, d.type, 0, 0);
  p->nodes.at[n].ref = p->decls.n - 1;
  return n;
}

TEST(fold_looks_only_where_c_does) {
  tp_program *p = tp_tree_new();
  uint64_t v = 7;
  tp_node_id x = variable(p, false, literal(p, TP_TYPE_INT, 3));
  tp_node_id n = node(p, TP_N_LOGICAL, TP_OP_LOGAND, TP_TYPE_INT,
                      literal(p, TP_TYPE_INT, 0), x);
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, 0);
  x = variable(p, false, 0);
  n = node(p, TP_N_LOGICAL, TP_OP_LOGOR, TP_TYPE_INT,
           literal(p, TP_TYPE_INT, 5), x);
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, 1);
  x = variable(p, false, 0);
  n = node(p, TP_N_LOGICAL, TP_OP_LOGAND, TP_TYPE_INT,
           literal(p, TP_TYPE_INT, 1), x);
  CHECK(!tp_node_constant(p, n, &v));
  /* 0 ? x : (unsigned char)-1 */
  tp_node_id condition = literal(p, TP_TYPE_INT, 0);
  x = variable(p, false, 0);
  tp_node_id last = literal(p, TP_TYPE_UCHAR, 255);
  n = node(p, TP_N_COND, TP_OP_NONE, TP_TYPE_INT, condition, x);
  p->nodes.at[x].next = last;
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, 255);
  x = variable(p, true, literal(p, TP_TYPE_INT, 3));
  CHECK(!tp_node_constant(p, x, &v));
  CHECK(tp_node_folds(p, x, &v));
  CHECK_EQ(v, 3);
  /* const int x = x; */
  x = variable(p, true, 0);
  p->nodes.at[p->decls.at[p->nodes.at[x].ref].var].first = x;
  CHECK(!tp_node_folds(p, x, &v));
  tp_program_free(p);
}

TEST(fold_and_print_deep_trees) {
  tp_program *p = tp_tree_new();
  tp_node_id n = literal(p, TP_TYPE_INT, 0);
  for (uint32_t i = 0; i < 200000; i++)
    n = binary(p, TP_OP_ADD, n, literal(p, TP_TYPE_INT, 1));
  uint64_t v = 0;
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, 200000);
  n = literal(p, TP_TYPE_INT, 1);
  for (uint32_t i = 0; i < 200000; i++)
    n = node(p, TP_N_UNARY, TP_OP_NOT, TP_TYPE_INT, n, 0);
  CHECK(tp_node_constant(p, n, &v));
  CHECK_EQ(v, 1);
  tp_str out = {0};
  tp_node_print(p, n, &out);
  CHECK_EQ(out.n, 200000 * strlen("(unary ! )") + strlen("(int 1)"));
  tp_str_free(&out);
  tp_program_free(p);
}

TEST(node_print) {
  tp_program *p = tp_tree_new();
  tp_node_id x = variable(p, false, 0);
  tp_node_id condition =
      binary(p, TP_OP_LT, x, literal(p, TP_TYPE_INT, (uint64_t)-3));
  p->nodes.at[condition].decision = 4;
  tp_node_id y = variable(p, false, 0);
  tp_node_id step = node(p, TP_N_INCDEC, TP_OP_ADD, TP_TYPE_INT, y, 0);
  p->nodes.at[step].flags = TP_F_POSTFIX;
  tp_node_id body = node(p, TP_N_EXPR, TP_OP_NONE, 0, step, 0);
  tp_node_id n = node(p, TP_N_IF, TP_OP_NONE, 0, condition, body);
  p->nodes.at[n].next = literal(p, TP_TYPE_INT, 1); /* not part of it */
  tp_str out = {0};
  tp_node_print(p, n, &out);
  CHECK_STR(tp_str_text(&out), "(if (binary ?4 < (name x) (int -3)) "
                               "(expr (incdec post++ (name x))))");
  CHECK_EQ(tp_node_kid_count(p, n), 2);
  CHECK_EQ(tp_node_kid(p, n, 1), body);
  CHECK_EQ(tp_node_kid(p, n, 2), 0);
  CHECK(tp_node_is_expression(p, condition));
  CHECK(!tp_node_is_expression(p, n));
  tp_str_free(&out);
  tp_program_free(p);
}

static void check_side(tp_program *p, tp_sbranch b, const char *want) {
  tp_str out = {0};
  tp_branch_side(p, b, &out);
  CHECK_STR(tp_str_text(&out), want);
  tp_str_free(&out);
}

TEST(branch_sides) {
  tp_program *p = tp_tree_new();
  for (uint32_t i = 0; i < 3; i++) {
    static const tp_type_id types[] = {TP_TYPE_INT, TP_TYPE_UINT,
                                       TP_TYPE_UCHAR};
    tp_decision d = {.construct = TP_C_SWITCH,
                     .type = tp_type_promote(&p->types, types[i]),
                     .first = p->branches.n,
                     .n = 3};
    VEC_PUSH(&p->decisions, d);
    tp_source_branch one = {
        .decision = p->decisions.n - 1, .low = -1, .high = -1};
    tp_source_branch range = {
        .decision = p->decisions.n - 1, .low = 1, .high = 4};
    tp_source_branch rest = {.decision = p->decisions.n - 1, .is_default = 1};
    VEC_PUSH(&p->branches, one);
    VEC_PUSH(&p->branches, range);
    VEC_PUSH(&p->branches, rest);
  }
  tp_decision condition = {
      .construct = TP_C_IF, .first = p->branches.n, .n = 2};
  VEC_PUSH(&p->decisions, condition);
  tp_source_branch side = {.decision = p->decisions.n - 1};
  VEC_PUSH(&p->branches, side);
  VEC_PUSH(&p->branches, side);
  check_side(p, 0, "-1");
  check_side(p, 1, "1 ... 4");
  check_side(p, 2, "default");
  check_side(p, 3, "4294967295");
  check_side(p, 6, "-1"); /* unsigned char is promoted to int */
  check_side(p, 9, "T");
  check_side(p, 10, "F");
  tp_program_free(p);
}

TEST(node_unit) {
  tp_program *p = tp_tree_new();
  VEC_RESIZE(&p->nodes, 100);
  tp_unit a = {.first_node = 1, .last_node = 40}, b = {.first_node = 41};
  tp_unit later = {0};
  VEC_PUSH(&p->units, a);
  VEC_PUSH(&p->units, b);
  VEC_PUSH(&p->units, later);
  CHECK_EQ(tp_node_unit(p, 1), 1);
  CHECK_EQ(tp_node_unit(p, 40), 1);
  CHECK_EQ(tp_node_unit(p, 41), 2);
  CHECK_EQ(tp_node_unit(p, 99), 2);
  tp_program_free(p);
}
