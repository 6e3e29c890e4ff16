/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types/type.h - the types of a C program, interned: equal types, equal ids.
 *
 * Sizes and layouts are those of the x86-64 System V ABI as gcc and clang lay
 * them out (bit-fields, packed, aligned included). What is not modelled has
 * kind TP_T_UNKNOWN (nothing known) or TP_T_OTHER (only size and alignment:
 * long double, _Complex, __int128, vectors); such values are never symbolic.
 */
#ifndef TP_TYPES_TYPE_H
#define TP_TYPES_TYPE_H

#include "base/str.h"
#include "base/vec.h"

typedef uint32_t tp_type_id;

typedef enum tp_type_kind {
  TP_T_UNKNOWN, /* id 0 */
  TP_T_VOID,
  TP_T_BOOL,
  TP_T_INT,   /* char to long long: width is 8*size */
  TP_T_ENUM,  /* base = the integer type that carries it */
  TP_T_FLOAT, /* float (size 4) and double (size 8) */
  TP_T_POINTER,
  TP_T_ARRAY, /* base, count; is_complete false: [] */
  TP_T_FUNCTION,
  TP_T_RECORD, /* struct or union */
  TP_T_OTHER
} tp_type_kind;

typedef struct tp_field {
  tp_name name; /* 0: anonymous member or padding bit-field */
  tp_type_id type;
  uint32_t offset; /* bytes from the start of the record */
  uint8_t is_bitfield;
  uint8_t bit_offset; /* from the start of the byte at offset */
  uint8_t bit_width;
} tp_field;

typedef struct tp_type {
  uint8_t kind;
  uint8_t is_signed;
  uint8_t rank; /* of integers: _Bool 1, char 2, short 3, int 4, long 5, ll 6 */
  uint8_t is_plain_char;
  uint8_t is_const, is_volatile, is_atomic;
  uint8_t is_union;
  uint8_t is_complete;
  uint8_t is_variable; /* a VLA, or made from one (a pointer to it, too) */
  uint8_t is_variadic, has_prototype;
  uint32_t align;
  uint64_t size;
  uint64_t count;         /* array elements */
  tp_type_id base;        /* pointee, element, return type, enum carrier */
  tp_type_id unqualified; /* the same type without const/volatile/atomic */
  tp_name tag;            /* struct/union/enum tag, 0 if none */
  tp_name alias;          /* record without a tag: a typedef of it, or 0 */
  uint32_t first, n;      /* fields (record) or parameters (function) */
} tp_type;

/* Invariant (tp_types_check): ids lead to types that are there; a variant has
 * the kind and size of its plain type, which has no qualifiers; members lie in
 * their record. */
typedef struct tp_types {
  VEC(tp_type) at;              /* by tp_type_id */
  VEC(tp_field) fields;         /* records: at[t].first .. +n; 0 is unused */
  VEC(tp_type_id) params;       /* functions */
  struct tp_types_index *index; /* for interning; private to type.c */
} tp_types;

/* The ids of the basic types, fixed. */
enum {
  TP_TYPE_UNKNOWN,
  TP_TYPE_VOID,
  TP_TYPE_BOOL,
  TP_TYPE_CHAR,
  TP_TYPE_SCHAR,
  TP_TYPE_UCHAR,
  TP_TYPE_SHORT,
  TP_TYPE_USHORT,
  TP_TYPE_INT,
  TP_TYPE_UINT,
  TP_TYPE_LONG,
  TP_TYPE_ULONG,
  TP_TYPE_LLONG,
  TP_TYPE_ULLONG,
  TP_TYPE_FLOAT,
  TP_TYPE_DOUBLE,
  TP_TYPE_LDOUBLE, /* kind TP_T_OTHER */
  TP_TYPE_FIRST_MADE
};

void tp_types_init(tp_types *types);
void tp_types_free(tp_types *types);

/* Ends with a message if the invariant is broken. */
void tp_types_check(const tp_types *types);
tp_type_id tp_type_pointer(tp_types *types, tp_type_id to);
tp_type_id tp_type_array(tp_types *types, tp_type_id of, uint64_t count,
                         bool is_complete);
tp_type_id tp_type_vla(tp_types *types, tp_type_id of);
tp_type_id tp_type_function(tp_types *types, tp_type_id returns,
                            const tp_type_id *params, uint32_t n,
                            bool is_variadic, bool has_prototype);
tp_type_id tp_type_qualified(tp_types *types, tp_type_id of, bool is_const,
                             bool is_volatile, bool is_atomic);
/* A type known only by its size. */
tp_type_id tp_type_other(tp_types *types, uint64_t size, uint32_t align);
/* A typedef with __attribute__((aligned(align))), which may also lower the
 * alignment. `unqualified` of the result is the plain type. */
tp_type_id tp_type_aligned(tp_types *types, tp_type_id of, uint32_t align);
/* A fresh record; tp_type_set_fields completes it and computes its layout.
 * In `fields` only name, type, is_bitfield and bit_width are read.
 * field_align (NULL: none) has for each field the largest of its aligned and
 * _Alignas, 0 if it has none, or'ed with TP_FIELD_PACKED if the field itself
 * is packed. min_align is aligned() of the record, 0 if it has none.
 * If a member's size is not known (UNKNOWN, a VLA), the record gets no size,
 * is not complete, and offsets after that member mean nothing. */
#define TP_FIELD_PACKED UINT32_C(0x80000000)
tp_type_id tp_type_record(tp_types *types, bool is_union, tp_name tag);
void tp_type_set_fields(tp_types *types, tp_type_id record,
                        const tp_field *fields, const uint32_t *field_align,
                        uint32_t n, bool is_packed, uint32_t min_align);
/* The same under #pragma pack(max_align); 0: no such pragma. */
void tp_type_set_fields_capped(tp_types *types, tp_type_id record,
                               const tp_field *fields,
                               const uint32_t *field_align, uint32_t n,
                               bool is_packed, uint32_t min_align,
                               uint32_t max_align);
/* A fresh enum. If its constants are read later, set_carrier corrects it. */
tp_type_id tp_type_enum(tp_types *types, tp_type_id carrier, tp_name tag);
void tp_type_set_carrier(tp_types *types, tp_type_id enumeration,
                         tp_type_id carrier);

static inline const tp_type *tp_type_get(const tp_types *types, tp_type_id t) {
  return &types->at.at[t];
}
/* Integer, enum or _Bool. */
bool tp_type_is_integer(const tp_types *types, tp_type_id t);
bool tp_type_is_float(const tp_types *types, tp_type_id t);
bool tp_type_is_pointer(const tp_types *types, tp_type_id t);
/* Integer, float/double or pointer: a value of 1 to 8 bytes we can model. */
bool tp_type_is_scalar(const tp_types *types, tp_type_id t);
/* Whether values of t are signed integers (after looking through enums). */
bool tp_type_is_signed(const tp_types *types, tp_type_id t);
/* C11 6.3.1.1 and 6.3.1.8; UNKNOWN in, UNKNOWN out. */
tp_type_id tp_type_promote(const tp_types *types, tp_type_id t);
/* The promoted type of a bit-field of that type and width. (gcc computes with
 * bit-fields wider than int in their own width, clang in the declared type:
 * the declared type is what is returned.) */
tp_type_id tp_type_promote_bits(const tp_types *types, tp_type_id t,
                                uint32_t bit_width);
tp_type_id tp_type_arithmetic(const tp_types *types, tp_type_id a,
                              tp_type_id b);
/* The direct field of record that has this name, or that is the anonymous
 * member in which it is found; an index into types->fields, 0 if none. */
uint32_t tp_type_member_index(const tp_types *types, tp_type_id record,
                              tp_name name);
/* Find a member by name, also inside anonymous members; *out has the offset
 * from the start of the outer record. False if there is none. */
bool tp_type_member(const tp_types *types, tp_type_id record, tp_name name,
                    tp_field *out);
/* C text that names a scalar type ("unsigned int", "void *"), NULL if t is no
 * scalar. Enums give their carrier. Static storage. */
const char *tp_type_c_name(const tp_types *types, tp_type_id t);
/* `name` declared with that type, as C writes it: "int (*name)[3]". Without
 * qualifiers at its top. False: it has no name in C (a record without tag and
 * typedef, a vector, a variable array). */
bool tp_type_declare(const tp_types *types, const tp_names *names, tp_type_id t,
                     const char *name, tp_str *out);
/* Any type for people, read from left to right: "const char*[3]" is an array of
 * 3 pointers to const char, "int(int,...)*" a pointer to a function. */
void tp_type_print(const tp_types *types, const tp_names *names, tp_type_id t,
                   tp_str *out);

#endif
