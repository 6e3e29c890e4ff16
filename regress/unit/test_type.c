/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types: one id for equal types, members, conversions, names. */
#include "types/type.h"
#include "check.h"

TEST(type_equal_types_are_one) {
  tp_types t;
  tp_types_init(&t);
  tp_type_id p = tp_type_pointer(&t, TP_TYPE_INT);
  CHECK_EQ(tp_type_pointer(&t, TP_TYPE_INT), p);
  CHECK(tp_type_pointer(&t, TP_TYPE_UINT) != p);
  CHECK_EQ(tp_type_array(&t, p, 3, true), tp_type_array(&t, p, 3, true));
  CHECK(tp_type_array(&t, p, 3, true) != tp_type_array(&t, p, 4, true));
  CHECK(tp_type_array(&t, p, 0, true) != tp_type_array(&t, p, 0, false));
  CHECK(tp_type_array(&t, p, 0, true) != tp_type_vla(&t, p));
  tp_type_id one[] = {TP_TYPE_INT, p}, two[] = {p, TP_TYPE_INT};
  tp_type_id f = tp_type_function(&t, TP_TYPE_VOID, one, 2, false, true);
  CHECK_EQ(tp_type_function(&t, TP_TYPE_VOID, one, 2, false, true), f);
  CHECK(tp_type_function(&t, TP_TYPE_VOID, two, 2, false, true) != f);
  CHECK(tp_type_function(&t, TP_TYPE_VOID, one, 1, false, true) != f);
  CHECK(tp_type_function(&t, TP_TYPE_VOID, one, 2, true, true) != f);
  CHECK_EQ(tp_type_other(&t, 16, 16), tp_type_other(&t, 16, 16));
  CHECK(tp_type_record(&t, false, 5) != tp_type_record(&t, false, 5));
  tp_types_free(&t);
}

TEST(type_many_are_found_again) {
  tp_types t;
  tp_types_init(&t);
  tp_type_id made[1000];
  for (uint32_t i = 0; i < 1000; i++)
    made[i] = tp_type_array(&t, i % 2 ? TP_TYPE_INT : TP_TYPE_CHAR, i, true);
  for (uint32_t i = 0; i < 1000; i++)
    CHECK_EQ(tp_type_array(&t, i % 2 ? TP_TYPE_INT : TP_TYPE_CHAR, i, true),
             made[i]);
  tp_types_free(&t);
}

TEST(type_qualified) {
  tp_types t;
  tp_types_init(&t);
  tp_type_id c = tp_type_qualified(&t, TP_TYPE_INT, true, false, false);
  tp_type_id cv = tp_type_qualified(&t, c, false, true, false);
  CHECK(tp_type_get(&t, cv)->is_const && tp_type_get(&t, cv)->is_volatile);
  CHECK_EQ(cv, tp_type_qualified(&t, TP_TYPE_INT, true, true, false));
  CHECK_EQ(tp_type_get(&t, cv)->unqualified, TP_TYPE_INT);
  CHECK_EQ(tp_type_qualified(&t, c, true, false, false), c);
  CHECK_EQ(tp_type_qualified(&t, c, false, false, false), c);
  /* An array of const, however it is asked for. */
  tp_type_id a = tp_type_array(&t, TP_TYPE_INT, 4, true);
  tp_type_id ca = tp_type_qualified(&t, a, true, false, false);
  CHECK_EQ(ca, tp_type_array(&t, c, 4, true));
  CHECK_EQ(tp_type_get(&t, ca)->unqualified, a);
  CHECK_EQ(tp_type_get(&t, ca)->size, 16);
  /* A qualified record is completed with the plain one. */
  tp_type_id s = tp_type_record(&t, false, 0);
  tp_type_id cs = tp_type_qualified(&t, s, true, false, false);
  tp_field fields[] = {{.name = 7, .type = TP_TYPE_INT},
                       {.name = 8, .type = TP_TYPE_LONG}};
  CHECK(!tp_type_get(&t, cs)->is_complete);
  tp_type_set_fields(&t, s, fields, NULL, 2, false, 0);
  CHECK(tp_type_get(&t, cs)->is_complete && tp_type_get(&t, cs)->is_const);
  CHECK_EQ(tp_type_get(&t, cs)->size, 16);
  CHECK_EQ(tp_type_get(&t, cs)->n, 2);
  tp_field out;
  CHECK(tp_type_member(&t, cs, 8, &out));
  CHECK_EQ(out.offset, 8);
  CHECK(!tp_type_member(&t, cs, 9, &out));
  CHECK(!tp_type_member(&t, cs, 0, &out));
  tp_type_id loose = tp_type_aligned(&t, c, 2);
  CHECK_EQ(tp_type_get(&t, loose)->align, 2);
  CHECK(tp_type_get(&t, loose)->is_const);
  CHECK_EQ(tp_type_get(&t, loose)->unqualified, TP_TYPE_INT);
  tp_types_free(&t);
}

TEST(type_members_through_anonymous) {
  tp_types t;
  tp_types_init(&t);
  tp_type_id inner = tp_type_record(&t, true, 0);
  tp_field in[] = {{.name = 10, .type = TP_TYPE_CHAR},
                   {.name = 11, .type = TP_TYPE_INT}};
  tp_type_set_fields(&t, inner, in, NULL, 2, false, 0);
  tp_type_id middle = tp_type_record(&t, false, 0);
  tp_field mid[] = {{.name = 12, .type = TP_TYPE_SHORT}, {.type = inner}};
  tp_type_set_fields(&t, middle, mid, NULL, 2, false, 0);
  tp_type_id outer = tp_type_record(&t, false, 0);
  tp_field out[] = {{.name = 13, .type = TP_TYPE_LONG}, {.type = middle}};
  tp_type_set_fields(&t, outer, out, NULL, 2, false, 0);
  tp_field f;
  CHECK(tp_type_member(&t, outer, 11, &f));
  CHECK_EQ(f.offset, 12);
  CHECK_EQ(f.type, TP_TYPE_INT);
  CHECK(tp_type_member(&t, outer, 12, &f));
  CHECK_EQ(f.offset, 8);
  uint32_t step = tp_type_member_index(&t, outer, 11);
  CHECK_EQ(t.fields.at[step].type, middle);
  step = tp_type_member_index(&t, middle, 11);
  CHECK_EQ(t.fields.at[step].type, inner);
  CHECK_EQ(tp_type_member_index(&t, outer, 99), 0);
  tp_types_free(&t);
}

TEST(type_without_size_makes_record_incomplete) {
  tp_types t;
  tp_types_init(&t);
  tp_type_id s = tp_type_record(&t, false, 0);
  tp_field fields[] = {{.name = 1, .type = TP_TYPE_UNKNOWN},
                       {.name = 2, .type = TP_TYPE_INT}};
  tp_type_set_fields(&t, s, fields, NULL, 2, false, 0);
  CHECK(!tp_type_get(&t, s)->is_complete);
  tp_field f;
  CHECK(tp_type_member(&t, s, 2, &f));
  tp_types_free(&t);
}

/* clang-format off */
#define ID_OF(x) \
  _Generic((x), int: TP_TYPE_INT, unsigned: TP_TYPE_UINT, \
    long: TP_TYPE_LONG, unsigned long: TP_TYPE_ULONG, \
    long long: TP_TYPE_LLONG, unsigned long long: TP_TYPE_ULLONG, \
    float: TP_TYPE_FLOAT, double: TP_TYPE_DOUBLE, \
    long double: TP_TYPE_LDOUBLE)
/* clang-format on */

static void same_type(tp_type_id want, tp_type_id got) {
  CHECK_EQ(got, want);
}

#define SAME_TYPE(expression, id) same_type(ID_OF(expression), id)
#define CHECK_PROMOTION(c_type, id) \
  SAME_TYPE(+(c_type)0, tp_type_promote(&t, id))
#define CHECK_PAIR(type_a, a, type_b, b) \
  SAME_TYPE((type_a)0 + (type_b)0, tp_type_arithmetic(&t, a, b)); \
  SAME_TYPE((type_b)0 + (type_a)0, tp_type_arithmetic(&t, b, a))
#define CHECK_ALL_WITH(c_type, id) \
  CHECK_PROMOTION(c_type, id); \
  CHECK_PAIR(c_type, id, _Bool, TP_TYPE_BOOL); \
  CHECK_PAIR(c_type, id, char, TP_TYPE_CHAR); \
  CHECK_PAIR(c_type, id, unsigned short, TP_TYPE_USHORT); \
  CHECK_PAIR(c_type, id, int, TP_TYPE_INT); \
  CHECK_PAIR(c_type, id, unsigned, TP_TYPE_UINT); \
  CHECK_PAIR(c_type, id, long, TP_TYPE_LONG); \
  CHECK_PAIR(c_type, id, unsigned long, TP_TYPE_ULONG); \
  CHECK_PAIR(c_type, id, long long, TP_TYPE_LLONG); \
  CHECK_PAIR(c_type, id, unsigned long long, TP_TYPE_ULLONG); \
  CHECK_PAIR(c_type, id, float, TP_TYPE_FLOAT); \
  CHECK_PAIR(c_type, id, double, TP_TYPE_DOUBLE); \
  CHECK_PAIR(c_type, id, long double, TP_TYPE_LDOUBLE)

TEST(type_conversions_as_the_compiler) {
  tp_types t;
  tp_types_init(&t);
  CHECK_ALL_WITH(_Bool, TP_TYPE_BOOL);
  CHECK_ALL_WITH(char, TP_TYPE_CHAR);
  CHECK_ALL_WITH(signed char, TP_TYPE_SCHAR);
  CHECK_ALL_WITH(unsigned char, TP_TYPE_UCHAR);
  CHECK_ALL_WITH(short, TP_TYPE_SHORT);
  CHECK_ALL_WITH(unsigned short, TP_TYPE_USHORT);
  CHECK_ALL_WITH(int, TP_TYPE_INT);
  CHECK_ALL_WITH(unsigned, TP_TYPE_UINT);
  CHECK_ALL_WITH(long, TP_TYPE_LONG);
  CHECK_ALL_WITH(unsigned long, TP_TYPE_ULONG);
  CHECK_ALL_WITH(long long, TP_TYPE_LLONG);
  CHECK_ALL_WITH(unsigned long long, TP_TYPE_ULLONG);
  CHECK_ALL_WITH(float, TP_TYPE_FLOAT);
  CHECK_ALL_WITH(double, TP_TYPE_DOUBLE);
  tp_type_id e = tp_type_enum(&t, TP_TYPE_UINT, 0);
  CHECK_EQ(tp_type_promote(&t, e), TP_TYPE_UINT);
  tp_type_id small = tp_type_enum(&t, TP_TYPE_UCHAR, 0);
  CHECK_EQ(tp_type_promote(&t, small), TP_TYPE_INT);
  tp_type_id ce = tp_type_qualified(&t, e, true, false, false);
  CHECK_EQ(tp_type_arithmetic(&t, ce, TP_TYPE_CHAR), TP_TYPE_UINT);
  tp_type_set_carrier(&t, e, TP_TYPE_LONG);
  CHECK_EQ(tp_type_promote(&t, ce), TP_TYPE_LONG);
  CHECK_EQ(tp_type_promote_bits(&t, TP_TYPE_UINT, 31), TP_TYPE_INT);
  CHECK_EQ(tp_type_promote_bits(&t, TP_TYPE_UINT, 32), TP_TYPE_UINT);
  CHECK_EQ(tp_type_promote_bits(&t, TP_TYPE_ULONG, 20), TP_TYPE_INT);
  CHECK_EQ(tp_type_promote_bits(&t, TP_TYPE_ULONG, 40), TP_TYPE_ULONG);
  CHECK_EQ(tp_type_arithmetic(&t, TP_TYPE_UNKNOWN, TP_TYPE_INT),
           TP_TYPE_UNKNOWN);
  CHECK_EQ(
      tp_type_arithmetic(&t, tp_type_pointer(&t, TP_TYPE_INT), TP_TYPE_INT),
      TP_TYPE_UNKNOWN);
  tp_types_free(&t);
}

TEST(type_names) {
  tp_types t;
  tp_names *names = tp_names_new();
  tp_types_init(&t);
  tp_str out = {0};
  tp_type_id e = tp_type_enum(&t, TP_TYPE_UINT, 0);
  CHECK_STR(tp_type_c_name(&t, e), "unsigned int");
  tp_type_id p = tp_type_pointer(
      &t, tp_type_qualified(&t, TP_TYPE_CHAR, true, false, false));
  CHECK_STR(tp_type_c_name(&t, p), "void *");
  CHECK(tp_type_c_name(&t, tp_type_array(&t, p, 2, true)) == NULL);
  CHECK(tp_type_c_name(&t, TP_TYPE_LDOUBLE) == NULL);
  tp_type_print(&t, names, tp_type_array(&t, p, 3, true), &out);
  CHECK_STR(tp_str_text(&out), "const char*[3]");
  VEC_CLEAR(&out);
  tp_type_id params[] = {TP_TYPE_INT, p};
  tp_type_id f = tp_type_function(&t, TP_TYPE_VOID, params, 2, true, true);
  tp_type_print(&t, names, tp_type_pointer(&t, f), &out);
  CHECK_STR(tp_str_text(&out), "void(int,const char*,...)*");
  tp_str_free(&out);
  tp_names_free(names);
  tp_types_free(&t);
}
