/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layouts against the compilers: random structs and unions are laid out by
 * tp_type_set_fields and by gcc and clang, which print sizes, alignments,
 * offsets and, for bit-fields, the bytes after all their bits were set. */
#include "types/type.h"
#include "base/file.h"
#include "base/proc.h"
#include "base/rng.h"
#include "check.h"

#include <stdlib.h>

#define RECORDS 350
#define MAX_FIELDS 7

typedef struct world {
  tp_rng rng;
  tp_names *names;
  tp_types types;
  tp_str decls, body, expected;
  tp_vec_u32 records; /* finished ones, by number */
  tp_type_id small_enum, aligned_int, loose_long;
  uint32_t next_name;
  uint32_t pragma; /* #pragma pack in force; 0: none */
} world;

static bool chance(world *w, uint32_t percent) {
  return tp_rng_below(&w->rng, 100) < percent;
}

static const tp_type_id scalars[] = {
    TP_TYPE_BOOL,   TP_TYPE_CHAR,   TP_TYPE_SCHAR, TP_TYPE_UCHAR, TP_TYPE_SHORT,
    TP_TYPE_USHORT, TP_TYPE_INT,    TP_TYPE_UINT,  TP_TYPE_LONG,  TP_TYPE_ULONG,
    TP_TYPE_LLONG,  TP_TYPE_ULLONG, TP_TYPE_FLOAT, TP_TYPE_DOUBLE};
#define INTEGERS 12

static const char *spelled(const world *w, tp_type_id t) {
  if (t == w->small_enum)
    return "enum E";
  if (t == w->aligned_int)
    return "aligned_int";
  if (t == w->loose_long)
    return "loose_long";
  return t == TP_TYPE_LDOUBLE ? "long double" : tp_type_c_name(&w->types, t);
}

static void add_attributes(uint32_t align, tp_str *text) {
  if (align & TP_FIELD_PACKED)
    tp_str_add(text, " __attribute__((packed))");
  if (align & ~TP_FIELD_PACKED)
    tp_str_addf(text, " __attribute__((aligned(%u)))",
                align & ~TP_FIELD_PACKED);
}

static uint32_t random_attributes(world *w) {
  uint32_t align = chance(w, 8) ? TP_FIELD_PACKED : 0;
  if (chance(w, 8))
    align |= 1u << tp_rng_below(&w->rng, 6);
  return align;
}

static tp_name new_name(world *w) {
  char text[16];
  snprintf(text, sizeof text, "m%u", w->next_name++);
  return tp_names_id(w->names, text, strlen(text));
}

static tp_field bit_field(world *w, tp_str *text) {
  tp_type_id t = scalars[tp_rng_below(&w->rng, INTEGERS)];
  if (chance(w, 10))
    t = w->small_enum;
  uint32_t most =
      t == TP_TYPE_BOOL ? 1 : (uint32_t)tp_type_get(&w->types, t)->size * 8;
  tp_field f = {.type = t, .is_bitfield = 1};
  f.bit_width = (uint8_t)(1 + tp_rng_below(&w->rng, most));
  if (chance(w, 12))
    f.bit_width = 0;
  else if (!chance(w, 15))
    f.name = new_name(w);
  tp_str_addf(text, "%s %s : %u", spelled(w, t),
              tp_names_text(w->names, f.name), f.bit_width);
  return f;
}

static tp_field plain_field(world *w, tp_str *text) {
  tp_type_id t = scalars[tp_rng_below(&w->rng, 14)];
  uint32_t dice = tp_rng_below(&w->rng, 20);
  tp_field f = {.name = new_name(w), .type = t};
  const char *name = tp_names_text(w->names, f.name);
  if (dice == 0 && w->records.n) {
    uint32_t i = tp_rng_below(&w->rng, w->records.n);
    f.type = w->records.at[i];
    tp_str_addf(text, "struct_or_union_%u %s", i, name);
  } else if (dice == 1) {
    f.type = tp_type_pointer(&w->types, t);
    tp_str_addf(text, "%s *%s", spelled(w, t), name);
  } else if (dice < 5) {
    f.type = dice == 2   ? TP_TYPE_LDOUBLE
             : dice == 3 ? w->aligned_int
                         : w->loose_long;
    tp_str_addf(text, "%s %s", spelled(w, f.type), name);
  } else if (dice < 8) {
    uint32_t n = 1 + tp_rng_below(&w->rng, 5);
    f.type = tp_type_array(&w->types, t, n, true);
    tp_str_addf(text, "%s %s[%u]", spelled(w, t), name, n);
  } else {
    tp_str_addf(text, "%s %s", spelled(w, t), name);
  }
  return f;
}

static tp_type_id random_record(world *w, uint32_t depth, tp_str *text);

static tp_field random_field(world *w, uint32_t depth, bool may_flex,
                             tp_str *text) {
  if (may_flex && chance(w, 20)) {
    tp_field f = {.name = new_name(w)};
    f.type = tp_type_array(&w->types, TP_TYPE_INT, 0, false);
    tp_str_addf(text, "int %s[]", tp_names_text(w->names, f.name));
    return f;
  }
  if (depth < 2 && chance(w, 10))
    return (tp_field){.type = random_record(w, depth + 1, text)};
  return chance(w, 50) ? bit_field(w, text) : plain_field(w, text);
}

/* gcc and clang differ about attributes of nameless bit-fields, of any
 * bit-field under the pragma, and about aligning one to less than its type. */
static bool are_agreed_on(const world *w, const tp_field *f, uint32_t align) {
  align &= ~TP_FIELD_PACKED;
  bool is_low = align && align < tp_type_get(&w->types, f->type)->align;
  return f->name && !(f->is_bitfield && (w->pragma || is_low));
}

static tp_type_id random_record(world *w, uint32_t depth, tp_str *text) {
  bool is_union = chance(w, 25), is_packed = chance(w, 25);
  uint32_t min_align = chance(w, 12) ? 1u << tp_rng_below(&w->rng, 6) : 0;
  uint32_t n = 1 + tp_rng_below(&w->rng, MAX_FIELDS), aligns[MAX_FIELDS];
  tp_field fields[MAX_FIELDS];
  bool has_name = false;
  tp_type_id id = tp_type_record(&w->types, is_union, 0);
  tp_str_addf(text, "%s {", is_union ? "union" : "struct");
  for (uint32_t i = 0; i < n; i++) {
    bool may_flex = has_name && i + 1 == n && !is_union && depth == 0;
    fields[i] = random_field(w, depth, may_flex, text);
    has_name |= fields[i].name != 0;
    aligns[i] = random_attributes(w);
    if (!are_agreed_on(w, &fields[i], aligns[i]))
      aligns[i] = 0;
    add_attributes(aligns[i], text);
    tp_str_add(text, "; ");
  }
  tp_str_add(text, "}");
  add_attributes((is_packed ? TP_FIELD_PACKED : 0) | min_align, text);
  tp_type_set_fields_capped(&w->types, id, fields, aligns, n, is_packed,
                            min_align, w->pragma);
  return id;
}

static void expect_bytes(world *w, const tp_field *f, uint64_t size) {
  for (uint64_t byte = 0; byte < size; byte++) {
    uint32_t bits = 0;
    for (uint32_t bit = 0; bit < 8; bit++) {
      uint64_t first = (uint64_t)f->offset * 8 + f->bit_offset;
      uint64_t at = byte * 8 + bit;
      bits |= (uint32_t)(at >= first && at < first + f->bit_width) << bit;
    }
    tp_str_addf(&w->expected, "%02x", bits);
  }
}

/* C that prints what the compiler knows of a record, and what we expect. */
static void describe_member(world *w, uint32_t index, const char *name) {
  tp_type_id id = w->records.at[index];
  tp_field f = {0};
  CHECK(tp_type_member(&w->types, id, tp_names_id(w->names, name, strlen(name)),
                       &f));
  tp_str_addf(&w->expected, "%u.%s ", index, name);
  if (f.is_bitfield) {
    tp_str_addf(&w->body,
                "  memset(&v, 0, sizeof v); v.%s = -1LL; "
                "show(\"%u.%s\", &v, sizeof v);\n",
                name, index, name);
    expect_bytes(w, &f, tp_type_get(&w->types, id)->size);
  } else {
    tp_str_addf(&w->body, "  printf(\"%u.%s %%zu\\n\", offsetof(T, %s));\n",
                index, name, name);
    tp_str_addf(&w->expected, "%u", f.offset);
  }
  tp_str_add(&w->expected, "\n");
}

/* C that prints what the compiler knows of a record, and what we expect. */
static void describe(world *w, uint32_t index, uint32_t first,
                     uint32_t behind) {
  const tp_type *t = tp_type_get(&w->types, w->records.at[index]);
  tp_str_addf(&w->expected, "%u: %llu %u\n", index, (unsigned long long)t->size,
              t->align);
  tp_str_addf(&w->body,
              "static void f%u(void) {\n"
              "  typedef struct_or_union_%u T; T v; (void)v;\n"
              "  printf(\"%u: %%zu %%zu\\n\", sizeof v, _Alignof(T));\n",
              index, index, index);
  for (uint32_t i = first; i < behind; i++) {
    char name[16];
    snprintf(name, sizeof name, "m%u", i);
    describe_member(w, index, name);
  }
  tp_str_add(&w->body, "}\n");
}

static void add_record(world *w, uint32_t index) {
  tp_str text = {0};
  w->pragma = chance(w, 12) ? 1u << tp_rng_below(&w->rng, 4) : 0;
  uint32_t first = w->next_name;
  tp_type_id id = random_record(w, 0, &text);
  VEC_PUSH(&w->records, id);
  if (w->pragma)
    tp_str_addf(&w->decls, "#pragma pack(push, %u)\n", w->pragma);
  tp_str_addf(&w->decls, "typedef %s struct_or_union_%u; /* pack %u */\n",
              tp_str_text(&text), index, w->pragma);
  if (w->pragma)
    tp_str_add(&w->decls, "#pragma pack(pop)\n");
  describe(w, index, first, w->next_name);
  tp_str_free(&text);
}

static void make_world(world *w, uint64_t seed) {
  *w = (world){.names = tp_names_new()};
  tp_rng_init(&w->rng, seed);
  tp_types_init(&w->types);
  w->small_enum = tp_type_enum(&w->types, TP_TYPE_UINT, 0);
  w->aligned_int = tp_type_aligned(&w->types, TP_TYPE_INT, 16);
  w->loose_long = tp_type_aligned(&w->types, TP_TYPE_LONG, 2);
  tp_str_add(&w->decls,
             "#include <stddef.h>\n#include <stdio.h>\n#include <string.h>\n"
             "enum E { E0, E1 };\n"
             "typedef int aligned_int __attribute__((aligned(16)));\n"
             "typedef long loose_long __attribute__((aligned(2)));\n"
             "static void show(const char *name, const void *v, size_t n) {\n"
             "  printf(\"%s \", name);\n"
             "  for (size_t i = 0; i < n; i++)\n"
             "    printf(\"%02x\", ((const unsigned char *)v)[i]);\n"
             "  printf(\"\\n\");\n}\n");
  for (uint32_t i = 0; i < RECORDS; i++)
    add_record(w, i);
  tp_str_addf(&w->decls, "%s\nint main(void) {\n", tp_str_text(&w->body));
  for (uint32_t i = 0; i < RECORDS; i++)
    tp_str_addf(&w->decls, "  f%u();\n", i);
  tp_str_add(&w->decls, "  return 0;\n}\n");
}

static void free_world(world *w) {
  tp_types_free(&w->types);
  tp_names_free(w->names);
  tp_str_free(&w->decls);
  tp_str_free(&w->body);
  tp_str_free(&w->expected);
  VEC_FREE(&w->records);
}

static void report_difference(const world *w, const char *cc,
                              const char *printed, uint64_t seed) {
  const char *a = printed, *b = tp_str_text(&w->expected);
  const char *line_a = a, *line_b = b;
  for (; *a && *a == *b; a++, b++) {
    line_a = *a == '\n' ? a + 1 : line_a;
    line_b = *b == '\n' ? b + 1 : line_b;
  }
  char what[400], decl[64];
  snprintf(what, sizeof what, "seed %llu, %s says\n%.*s\nwe say\n%.*s",
           (unsigned long long)seed, cc, (int)strcspn(line_a, "\n"), line_a,
           (int)strcspn(line_b, "\n"), line_b);
  tp_test_fail(__FILE__, __LINE__, what);
  snprintf(decl, sizeof decl, " struct_or_union_%lu; /*",
           strtoul(line_b, NULL, 10));
  const char *end = strstr(tp_str_text(&w->decls), decl), *begin = end;
  while (begin && begin > w->decls.at && begin[-1] != '\n')
    begin--;
  if (begin)
    fprintf(stderr, "%.*s\n", (int)strcspn(begin, "\n"), begin);
}

static void compare_with(const world *w, const char *cc, uint64_t seed) {
  tp_diag diag = {0};
  tp_str dir = {0}, source = {0}, program = {0};
  tp_proc_result compiled = {0}, run = {0};
  tp_proc_limits limits = {60, 0, 1 << 24};
  if (tp_file_temp_dir(&dir, &diag) < 0) {
    tp_test_fail(__FILE__, __LINE__, tp_str_text(&diag.message));
    return;
  }
  tp_file_join(&source, tp_str_text(&dir), "layout.c");
  tp_file_join(&program, tp_str_text(&dir), "layout");
  const char *compile[] = {
      cc, "-w", "-O0", "-o", tp_str_text(&program), tp_str_text(&source), NULL};
  const char *start[] = {tp_str_text(&program), NULL};
  bool ok = tp_file_write(tp_str_text(&source), w->decls.at, w->decls.n,
                          &diag) == 0 &&
            tp_proc_run(&compiled, compile, NULL, NULL, &limits, &diag) == 0 &&
            compiled.exit_code == 0 &&
            tp_proc_run(&run, start, NULL, NULL, &limits, &diag) == 0;
  if (!ok)
    fprintf(stderr, "%s: %s\n%.2000s\n", cc, tp_str_text(&diag.message),
            tp_str_text(&compiled.err));
  CHECK(ok);
  if (ok && strcmp(tp_str_text(&run.out), tp_str_text(&w->expected)) != 0)
    report_difference(w, cc, tp_str_text(&run.out), seed);
  tp_file_remove_tree(tp_str_text(&dir));
  tp_proc_result_free(&compiled);
  tp_proc_result_free(&run);
  tp_str_free(&dir);
  tp_str_free(&source);
  tp_str_free(&program);
  tp_diag_free(&diag);
}

static void compare_layouts(const char *cc, uint64_t seed) {
  world w;
  make_world(&w, seed);
  compare_with(&w, cc, seed);
  free_world(&w);
}

TEST(layout_as_gcc) {
  compare_layouts("gcc", 1);
  compare_layouts("gcc", 2);
}

TEST(layout_as_clang) {
  compare_layouts("clang", 1);
  compare_layouts("clang", 2);
}
