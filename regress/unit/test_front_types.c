/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The types of expressions are the compiler's: each expression becomes
 * `__typeof__(E) *vN;`, the front end says what vN points to, and the compiler
 * has to find the two compatible.
 */
#include "check.h"
#include "front_load.h"

static const char declarations[] =
    "typedef int T; typedef unsigned char U8; typedef struct P P;\n"
    "enum E { E0, E1, E9 = 9 }; enum N { N0 = -1, N1 };\n"
    "enum B { B0 = 1UL << 40, B1 = 2 };\n"
    "struct P { int x; P *next; char s[8]; double d[2][3];\n"
    "  unsigned b3 : 3; signed s5 : 5; unsigned b31 : 31, b32 : 32;\n"
    "  int i32 : 32; _Bool bb : 1; unsigned long l20 : 20; U8 u4 : 4;\n"
    "  enum E eb : 4; union { int u; float f; }; };\n"
    "char c; signed char sc; unsigned char uc; short s; unsigned short us;\n"
    "int i; unsigned u; long l; unsigned long ul; long long ll;\n"
    "unsigned long long ull; float f; double d; long double ld; _Bool b;\n"
    "enum E e; enum N n; enum B big; T t; const int ci; volatile long vl;\n"
    "int *pi; const char *pcc; char *pc; void *pv; const void *pcv;\n"
    "int **ppi; int a[4]; int m[2][3]; P st, *ps; const P cst;\n"
    "int fn(int, char); int (*fp)(int, char); void vf(void); P sf(void);\n"
    "int (*pa)[3]; const int ca[5]; int *ap[2];\n";

/* Numbers: every pair goes with every operator. */
static const char *const numbers[] = {
    "c",      "sc",    "uc",      "s",      "us",    "i",      "u",
    "l",      "ul",    "ll",      "ull",    "b",     "e",      "n",
    "ci",     "vl",    "t",       "st.b3",  "st.s5", "st.b31", "st.b32",
    "st.i32", "st.bb", "ps->l20", "ps->u4", "st.eb", "'a'",    "E1",
    "3",      "3u",    "3L",      "3ull",   "f",     "d",      "big"};
static const char *const operators[] = {"+",  "-",  "*",  "/", "<",
                                        "==", "&&", ">>", "&"};

static const char *const others[] = {
    "2147483647",
    "2147483648",
    "0x7fffffff",
    "0x80000000",
    "0xffffffffff",
    "0xffffffffffffffff",
    "4294967295",
    "9223372036854775807",
    "017777777777",
    "040000000000",
    "0b11",
    "1U",
    "1l",
    "1lu",
    "1LLU",
    "1.",
    "1.f",
    ".5L",
    "0x1p3",
    "1e5F",
    "'ab'",
    "L'a'",
    "u'a'",
    "U'a'",
    "\"abc\"",
    "\"a\" \"b\"",
    "L\"abc\"",
    "u\"ab\"",
    "U\"ab\"",
    "u8\"ab\"",
    "\"a\\0b\\x41\\101\"",
    "E0",
    "N0",
    "B0",
    "B1",
    "-N1",
    "~e",
    "!d",
    "-c",
    "+uc",
    "-us",
    "~b",
    "-f",
    "-ul",
    "+st.b3",
    "-st.b32",
    "~st.s5",
    "!st.bb",
    "i++",
    "--c",
    "uc++",
    "pi++",
    "f--",
    "st.x",
    "ps->x",
    "ps->next",
    "ps->next->s",
    "cst.x",
    "cst.s",
    "cst.d",
    "ps->d[1]",
    "ps->d[1][2]",
    "st.u",
    "ps->f",
    "*pi",
    "*ppi",
    "**ppi",
    "*a",
    "*m",
    "m[1]",
    "m[1][2]",
    "1[m]",
    "2[a]",
    "&i",
    "&a",
    "&m[1]",
    "&st",
    "&ps->x",
    "&cst.x",
    "&fn",
    "*fn",
    "*fp",
    "fn",
    "fn(1, 'a')",
    "fp(1, 2)",
    "(*fp)(1, 2)",
    "sf().x",
    "sf()",
    "vf()",
    "pa",
    "*pa",
    "(*pa)[1]",
    "pa[1]",
    "ca",
    "ca[1]",
    "ap",
    "*ap[1]",
    "pi + 1",
    "1 + pi",
    "pi - 2",
    "pi - pi",
    "a + 1",
    "a - a",
    "pc + u",
    "m + 1",
    "pi == a",
    "pv == 0",
    "pi < pi",
    "!pi",
    "pi && d",
    "i = d",
    "c += 3.5",
    "uc <<= 2",
    "pi += 1",
    "st = sf()",
    "(st.b3 = 9) + 1",
    "(i, st.b3) - 1",
    "++st.b3 * 2",
    "b = 5",
    "(i, d)",
    "(c, uc)",
    "(1, a)",
    "i ? c : uc",
    "i ? 1 : 2u",
    "i ? f : l",
    "i ? pi : 0",
    "i ? 0 : pi",
    "i ? pi : pv",
    "i ? pc : pcc",
    "i ? pi : a",
    "i ? pcv : pi",
    "i ? (void *)0 : pcc",
    "i ? vf() : vf()",
    "i ? st : st",
    "i ? e : n",
    "i ? e : E1",
    "c ?: uc",
    "pi ?: 0",
    "i ? fn : fp",
    "i ? m : m",
    "(char)i",
    "(U8)300",
    "(T)d",
    "(T)-d",
    "(const int)i",
    "(int *)pv",
    "(P *)0",
    "(void)0",
    "(int (*)(int, char))0",
    "(enum E)3",
    "(_Bool)5",
    "(T)(i) + d",
    "(T)*pi",
    "(T)&i",
    "sizeof i",
    "sizeof(T)",
    "sizeof(int[3])",
    "sizeof a / sizeof a[0]",
    "_Alignof(double)",
    "(P){1}",
    "(P){1}.s",
    "(int[]){1, 2, 3}",
    "(T){3}",
    "(int[5]){0}",
    "({ c; })",
    "({ a; })",
    "({ int q = 3; q + 1L; })",
    "_Generic(c, char: 1, default: 2.0)",
    "_Generic(c + 0, char: 1, int: 2.0f)",
    "_Generic(\"a\", char *: pc)",
    "_Generic(pcc, char *: 1, const char *: 1UL)",
    "_Generic(e, int: 1, "
    "unsigned: 1ULL)",
    "__builtin_choose_expr(1, c, d)",
    "__builtin_types_compatible_p(int, T)",
    "__builtin_offsetof(P, d)",
    "__builtin_expect(c, 0)",
    "__builtin_constant_p(3)",
    "__builtin_strlen(pc)",
    "__builtin_malloc(3)",
    "__builtin_inf()",
    "__builtin_popcount(3)",
    "__func__[0]",
    "c << ll",
    "ll << c",
    "us << us",
    "-5 % 3u",
    "u - 1 < 0",
    "'a' + 'b'",
    "i | ul",
    "b + b",
    "b & b",
    "!b",
    "e + 1",
    "n + 1",
    "e | E9",
    "n * 2u",
    "big + 1",
    "c & 0x7f",
    "uc == 'a' || d",
    "ull - ld",
    "ld * f",
    "f * f",
    "f + d",
    "f + 1",
    "i + f",
    "l + f",
    "*\"abc\"",
    "&\"abc\"",
    "\"abc\"[1]",
    "&*pi",
    "*&a",
    "&a[1]",
    "&ps->d",
    "*ps->d",
    "(a)",
    "((i))",
    "(fn)",
    "*(T *)pv",
    "**(char **)pv",
    "(&st)->x",
    "(*ps).b3 + 1",
    "ps[2].x",
    "-(uc)",
    "!(i)",
    "~(us)",
    "(T)+1",
    "(U8)~0",
    "(f) - 1",
    "(i) * 2",
    "(i) & l",
    "i - -1",
};

/* A type as C text that typeof takes. */
static void write_type(const tp_program *p, tp_type_id id, tp_str *out) {
  const tp_type *t = tp_type_get(&p->types, id);
  const char *name = tp_type_c_name(&p->types, t->unqualified);
  if (t->is_const)
    tp_str_add(out, "const ");
  if (t->is_volatile)
    tp_str_add(out, "volatile ");
  if (t->kind == TP_T_POINTER || t->kind == TP_T_ARRAY ||
      t->kind == TP_T_FUNCTION) {
    tp_str_add(out, "__typeof__(");
    write_type(p, t->base, out);
    if (t->kind == TP_T_POINTER)
      tp_str_add(out, "*)");
    else if (t->kind == TP_T_ARRAY)
      tp_str_addf(out, "[%llu])", (unsigned long long)t->count);
    else {
      tp_str_add(out, "(");
      for (uint32_t i = 0; i < t->n; i++) {
        tp_str_add(out, i ? "," : "");
        write_type(p, p->types.params.at[t->first + i], out);
      }
      tp_str_add(out, t->n ? "))" : t->has_prototype ? "void))" : "))");
    }
  } else if (t->kind == TP_T_ENUM || t->kind == TP_T_RECORD)
    tp_str_addf(out, "%s %s", t->kind == TP_T_ENUM ? "enum" : "struct",
                tp_names_text(p->names, t->tag));
  else
    tp_str_add(out, name                    ? name
                    : id == TP_TYPE_LDOUBLE ? "long double"
                    : t->kind == TP_T_VOID  ? "void"
                                            : "struct unknown");
}

static void each_pair(tp_str *out, uint32_t *count) {
  for (size_t a = 0; a < sizeof numbers / sizeof *numbers; a++)
    for (size_t b = 0; b < sizeof numbers / sizeof *numbers; b++) {
      const char *op =
          operators[(a * 7 + b) % (sizeof operators / sizeof *operators)];
      bool is_integer = numbers[a][0] != 'f' && numbers[a][0] != 'd' &&
                        numbers[b][0] != 'f' && numbers[b][0] != 'd';
      if (!is_integer && (op[0] == '>' || op[0] == '&'))
        op = "+";
      tp_str_addf(out, "__typeof__(%s %s %s) *v%u;\n", numbers[a], op,
                  numbers[b], (*count)++);
      tp_str_addf(out, "__typeof__(i ? %s : %s) *v%u;\n", numbers[a],
                  numbers[b], (*count)++);
    }
}

/* What the front end says about each vN, as assertions for the compiler. */
static void write_assertions(const tp_program *p, uint32_t count, tp_str *out) {
  for (uint32_t i = 0; i < count; i++) {
    char name[16];
    snprintf(name, sizeof name, "v%u", i);
    tp_name id = tp_names_find(p->names, name, strlen(name));
    for (tp_decl_id d = 1; d < p->decls.n && id; d++) {
      if (p->decls.at[d].name != id)
        continue;
      tp_str_addf(out,
                  "_Static_assert(__builtin_types_compatible_p("
                  "__typeof__(v%u), ",
                  i);
      write_type(p, p->decls.at[d].type, out);
      tp_str_addf(out, "), \"v%u\");\n", i);
    }
  }
}

static void check_types(const char *cc) {
  front_case c;
  tp_str text = {0}, words = {0};
  uint32_t count = 0;
  tp_str_add(&text, declarations);
  tp_str_add(&text, "int main(void) { return 0; }\nvoid test(void) {\n");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    tp_str_addf(&text, "__typeof__(%s) *v%u;\n", others[i], count++);
  each_pair(&text, &count);
  front_load_with(&c, cc, tp_str_text(&text));
  CHECK(!c.p); /* the closing brace is missing */
  front_free(&c);
  tp_str_add(&text, "}\n");
  front_load_with(&c, cc, tp_str_text(&text));
  CHECK(c.p != NULL);
  if (!c.p) {
    tp_diag_print(&c.diag);
    return;
  }
  text.n -= 2;
  uint32_t asserted = text.n;
  write_assertions(c.p, count, &text);
  CHECK(text.n > asserted + 40 * count);
  tp_str_add(&text, "}\n");
  tp_str path = {0};
  tp_file_join(&path, tp_str_text(&c.dir), "check.c");
  tp_file_write(tp_str_text(&path), tp_str_text(&text), text.n, &c.diag);
  if (front_compile(&c, cc, "check.c", "-fsyntax-only", &words) != 0)
    tp_test_fail(__FILE__, __LINE__, tp_str_text(&words));
  front_free(&c);
  tp_str_free(&path);
  tp_str_free(&text);
  tp_str_free(&words);
}

TEST(front_types_as_gcc) {
  check_types("gcc");
}

TEST(front_types_as_clang) {
  check_types("clang");
}
