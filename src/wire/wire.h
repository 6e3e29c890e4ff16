/* SPDX-License-Identifier: MIT */
/* wire/wire.h - what passes between tp2ph and the runtime inside the program
 * under test. Only <stdint.h>: it is compiled under the user's flags, too.
 *
 * Idea: the instrumented program computes as ever; beside that it tells the
 * runtime *which* planned expression was evaluated and *where* the values it
 * read lie ("leaves"). The runtime keeps, for each byte of memory, which
 * symbolic value it holds. If no leaf is symbolic, an event costs a few loads
 * and (for a branch) one word. Otherwise the expression's number and its
 * leaves go into the trace; what the expression means is worked out by tp2ph
 * from its syntax tree, never by the program.
 *
 * Calls that the instrumented text makes (prefix __tp2ph_; declared in
 * rt/tp2ph_rt.h). Leaves are passed as addresses, in the order of the plan; a
 * table leaf takes two: the element's address, then the table's base. A table
 * behind a pointer (dim[0].count is 0) is as large as the object is that the
 * element lies in; its base is the element of the outermost dimension.
 *
 * conditions and switches
 *   int c0(decision, v)             a condition without symbolic leaves
 *   int m0(decision, v, a, b)       the same, which compares a and b
 *   int c1(e, v, p) c2(e, v, p, q) c3(e, v, p, q, r) cn(e, v, pp)
 *                                   condition e (plan number); return v
 *   void w0(decision, v) w1 w2 w3(e, v, leaves) wn(e, v, pp)
 *                                   a switch on (long long)v
 * stores
 *   void a0(e, dst) a1 a2 a3(e, dst, leaves) an(e, dst, pp)
 *                                   dst was just assigned expression e
 *   void l1 l2 l3(e, leaves) ln(e, pp) then st(e, dst)
 *                                   the same, when dst is also a leaf: l before
 *                                   the assignment, st after it; never nested
 *   void l*(e, leaves) then ts(e, elem, base)
 *                                   as l and st, when the destination is an
 *                                   array element (elem) of the table at base
 *                                   whose index may be symbolic: the last leaf
 *                                   of e is that table (two addresses, elem and
 *                                   base, in l). Symbolic index: TABLE_STORE;
 *                                   else DEFINE, as st does
 *   void cp(dst, src, n)            n bytes were copied (struct assignment)
 *   void clr(dst, n)                n bytes were overwritten by plain values
 *   void own(p, n)                  a variable of n bytes at p begins to live
 *   void *lit(p, n, pp)             a compound literal of n bytes at p was
 *                                   made; pp has for each part that may be
 *                                   symbolic where its value lies, its offset,
 *                                   its size and (bit-fields) its expression,
 *                                   then 0; returns p
 *   void cz(id, reason, p, n)       these n bytes were used as if concrete:
 *                                   CONCRETISED, if one of them is symbolic
 * calls
 *   void k0(site) k1(site, t) k2(site, t, u) kn(site, tt)
 *                                   a call is about to be made; its arguments
 *                                   will lie in temporaries at these addresses
 *                                   when it enters. The temporaries have the
 *                                   parameters' sizes; kn gives one address for
 *                                   each parameter. k and the call stand in the
 *                                   same function; other calls may come between
 *   void kv(site, n, tt)            as kn, of a call with arguments that have
 *                                   no parameter: behind the n addresses come
 *                                   for each an address (0: plain) and its
 *                                   TP_MORE_, then TP_MORE_END
 *   void va(list)                   va_start has set up this list
 *   const void *vn(list, how)       where the next va_arg of that TP_MORE_ will
 *                                   find its value
 *   void e0(func) e1(func, p) e2(func, p, q) en(func, pp)
 *                                   a function was entered; its parameters are
 *                                   at these addresses (sizes: func table).
 *                                   First call of the function's body
 *   void ret(t, n)                  the function returns the n bytes at t
 *   void got(site, t, n)            the call at site returned, its value is in
 *                                   t; also after input and library functions
 * inputs
 *   void in(site)                   the next input function call is of this
 *                                   site: before every function of the
 *                                   runtime's own (also klee_make_symbolic and
 *                                   those that fill an object). Its arguments
 *                                   are evaluated before
 *   void obj(site, address, size)   fills the object with input values: after
 *                                   (or instead of) the call of a function that
 *                                   is not the runtime's own
 * library: wire/library.def, as the C library's. Those that are given a value
 *   (a character) are announced with k, as functions of the program are.
 *
 * Whose arguments: a function's parameters take the values of k's temporaries
 * only if the frame that made the call is the frame that called k (saved frame
 * pointer) and the return address lies behind that k; so a callback out of a
 * library never gets the arguments of another call. Instrumented text is
 * therefore compiled with frame pointers (exec does that). A call site enters a
 * context: the runtime keeps the chain of contexts by frame address, so that
 * longjmp needs no help.
 *
 * The runtime also stands between the program and malloc, free and their kin
 * (linker option --wrap): blocks are known by their extent, and what a freed
 * one held is forgotten.
 */
#ifndef TP_WIRE_WIRE_H
#define TP_WIRE_WIRE_H

#include <stdint.h>

#define TP_WIRE_MAGIC UINT64_C(0x3148503250543031)
#define TP_WIRE_MAX_LEAVES 24 /* of one expression; more: it is concretised */
#define TP_WIRE_MAX_DIMS 3
/* elements of a table read by symbolic index */
#define TP_WIRE_MAX_TABLE 1024
#define TP_WIRE_MAX_STRING 256  /* bytes that strcmp and its kin look at */
#define TP_WIRE_MAX_LENGTH 4096 /* that a check of a text's length looks at */
#define TP_WIRE_MAX_NUMBER 32   /* bytes of a text that are read as a number */
/* bytes of a string, times those of one looked for in it */
#define TP_WIRE_MAX_SEARCH 4096

typedef enum tp_wire_leaf_kind {
  TP_LEAF_PLAIN, /* never symbolic: its bytes are only copied */
  TP_LEAF_VALUE, /* may be symbolic */
  TP_LEAF_TABLE  /* array element; symbolic index if a leaf of index_mask is */
} tp_wire_leaf_kind;

typedef struct tp_wire_dim {
  uint32_t count; /* 0, of the outermost only: behind a pointer */
  uint32_t stride;
} tp_wire_dim;

typedef struct tp_wire_leaf {
  uint8_t kind;
  uint8_t size; /* 1 .. 8 bytes */
  uint8_t n_dims;
  uint8_t reserved;
  uint32_t index_mask; /* leaves (bit i = leaf i of the expression, all before
                          this one) that the indices are made of */
  tp_wire_dim dim[TP_WIRE_MAX_DIMS];
  uint32_t offset; /* of the member inside the innermost element */
} tp_wire_leaf;

typedef struct tp_wire_expr {
  uint32_t first_leaf;
  uint8_t n_leaves;
  uint8_t dst_size; /* bytes assigned; 0 for conditions and switches */
  uint16_t reserved;
  uint32_t decision; /* of a condition or switch */
} tp_wire_expr;

#define TP_WIRE_BY 2

typedef struct tp_wire_func {
  uint32_t first_param; /* index into param sizes */
  uint32_t n_params;
  uint32_t is_entry; /* of the program: nothing of it is alive before */
  /* Parameters, from 1, each value of which is a context of its own: the site
   * of a tester, the number of a test; 0: none. */
  uint8_t by[TP_WIRE_BY];
} tp_wire_func;

/* How an argument without parameter is passed: its size, in a register for
 * integers or for floats; none of both ends what can be told. */
enum { TP_MORE_END = 0, TP_MORE_SIZE = 15, TP_MORE_FLOAT = 16 };

typedef enum tp_wire_type { /* of an input scalar */
                            TP_W_BOOL,
                            TP_W_I8,
                            TP_W_U8,
                            TP_W_I16,
                            TP_W_U16,
                            TP_W_I32,
                            TP_W_U32,
                            TP_W_I64,
                            TP_W_U64,
                            TP_W_F32,
                            TP_W_F64
} tp_wire_type;

/* A scalar inside an input object (or the whole input). */
typedef struct tp_wire_part {
  uint32_t offset;
  uint16_t type; /* tp_wire_type */
  uint16_t reserved;
} tp_wire_part;

typedef struct tp_wire_site { /* by site id; only inputs have parts */
  uint32_t first_part, n_parts;
  uint32_t object_size; /* the parts repeat with this stride over obj's size */
  uint32_t is_limited;  /* to low .. high, patterns of the parts' one type */
  uint64_t low, high;
  uint64_t plain; /* 0, or what is next to it inside the limits */
} tp_wire_site;

/* ---- the trace: 64-bit words ----------------------------------------------
 * The last record is END. n is the number of leaves where there are leaves.
 * A record starts with head = kind | flags << 8 | n << 16 | id << 32.
 * Records that define a symbolic value number them 1, 2, ... in order.
 * Leaves: one word of tags (2 bits each, leaf 0 lowest), then each leaf:
 *   CONCRETE  1 word: the bytes, little endian, zero above size
 *   SYMBOL    1 word: number of the symbolic value that fills it exactly
 *   BYTES     ceil(size/2) words: for each byte 32 bits: 0x80000000 | byte, or
 *             symbol << 3 | number of the byte in that symbol
 *   TABLE     1 word: number of elements; behind a pointer 2 words: the number
 *             (signed) of the first element of the outermost dimension, where
 *             that which was accessed is 0, and the address of that one; then
 *             each element in row order: a tag word and its value as above
 *             (never TABLE)
 */
typedef enum tp_wire_tag {
  TP_TAG_CONCRETE,
  TP_TAG_SYMBOL,
  TP_TAG_BYTES,
  TP_TAG_TABLE
} tp_wire_tag;

typedef enum tp_wire_record {
  TP_R_END,     /* n: 0 */
  TP_R_BRANCH,  /* id: decision; flags: TP_RF_*; a switch is followed by 1 word:
                   its value; if TP_RF_SYMBOLIC: 1 word: expression number, then
                   leaves; if TP_RF_MEASURED: 1 word: expression number, then a
                   word for each leaf: its bytes; number 0: the two integers
                   that it compares */
  TP_R_DEFINE,  /* id: expression number; 1 word: the concrete value; leaves */
  TP_R_INPUT,   /* id: site (0: unknown caller); n: part, cut to 16 bits; words:
                   key, value (bits), type | occurrence << 32 */
  TP_R_LIBRARY, /* id: tp_wire_library; n: bytes of each string; flags:
                   TP_RF_LIMIT; 1 word: concrete result; searches: 1 word: where
                   the first string lies; then both byte strings as BYTES words
                   (strlen: only the first; searches for a character: each byte
                   of the second is that character; PLACE: only the first, the
                   bytes of a pointer). Defines a symbol of 4 bytes
                   (strlen and what follows it: 8). NUMBER: 2 words: where the
                   text lies, TP_NUMBER_ | base; then its bytes */
  TP_R_TABLE_STORE, /* id: expression number (its last leaf is the table, the
                       leaves before it the value and the indices); 1 word:
                       number of elements; leaves. Defines one symbol for each
                       element, in row order */
  TP_R_ENTER,       /* id: function; 1 word: call site (0: unknown caller) */
  TP_R_CONCRETISED  /* id: expression number (0: none); flags: tp_wire_reason */
} tp_wire_record;

enum {
  TP_RF_VALUE = 1,
  TP_RF_SYMBOLIC = 2,
  TP_RF_SWITCH = 4,
  TP_RF_ASIDE = 8,    /* taken some time: by another thread ... */
  TP_RF_MEASURED = 16 /* nothing is symbolic, but the leaves are told */
};
/* LIBRARY: the n bytes may not decide the result for all values of the symbols
 * in them (no string surely ends within them). */
enum { TP_RF_LIMIT = 1 };

typedef enum tp_wire_library {
  TP_LIB_MEMCMP,
  TP_LIB_STRCMP,
  TP_LIB_STRNCMP,
  TP_LIB_STRCASECMP,
  TP_LIB_STRLEN,
  TP_LIB_STRSPN,
  TP_LIB_STRCSPN,
  TP_LIB_MEMCHR, /* from here on: searches */
  TP_LIB_STRCHR,
  TP_LIB_STRRCHR,
  TP_LIB_STRSTR,
  TP_LIB_STRPBRK,
  TP_LIB_PLACE, /* a pointer less where its object begins */
  TP_LIB_SIZE,  /* a product of two numbers */
  TP_LIB_NUMBER
} tp_wire_library;

enum { /* what a NUMBER is, or'ed with the base */
       TP_NUMBER_BASE = 63,
       TP_NUMBER_UNSIGNED = 64,
       TP_NUMBER_INT = 128, /* cut to 32 bits, a symbol of 4 bytes */
       TP_NUMBER_END = 256  /* the symbol is where the number ends */
};

/* What is told of an object that is not known: far from both ends. */
#define TP_RANGE_PLACE (UINT64_C(1) << 61)
#define TP_RANGE_SIZE (UINT64_C(1) << 62)

typedef enum tp_wire_reason {
  TP_WHY_TABLE_SIZE,
  TP_WHY_STALE,
  TP_WHY_STRING_LIMIT,
  TP_WHY_LEAVES,
  TP_WHY_ADDRESS,
  TP_WHY_VARIADIC,
  TP_WHY_LENGTH,
  TP_WHYS /* how many there are */
} tp_wire_reason;

/* ---- inputs -----------------------------------------------------------------
 * An input scalar is known by its key: a hash of the call context, the site,
 * the number of earlier reads of this site in this context, and the part. So
 * the same read has the same key on every path that reaches it. */
typedef struct tp_wire_input {
  uint64_t key, bits;
} tp_wire_input;

static inline uint64_t tp_wire_mix(uint64_t x) {
  x += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}
/* The context of a function entered through a call site; 0: called by code that
 * is not instrumented, as the entry function is. */
static inline uint64_t tp_wire_context(uint64_t parent, uint32_t site,
                                       uint32_t func) {
  return tp_wire_mix(tp_wire_mix(parent) ^
                     (site ? site : (uint64_t)func << 32));
}
/* .. of a function with a parameter of tp_wire_func.by that holds this. */
static inline uint64_t tp_wire_context_by(uint64_t context, uint64_t value) {
  return tp_wire_mix(context ^ tp_wire_mix(~value));
}
static inline uint64_t tp_wire_key(uint64_t context, uint32_t site,
                                   uint64_t occurrence, uint64_t part) {
  uint64_t key =
      tp_wire_mix(tp_wire_mix(tp_wire_mix(context) ^ site) ^ occurrence << 32);
  key = tp_wire_mix(key ^ part);
  return key == 0 || key == UINT64_MAX ? 1 : key;
}
/* The key of the n-th scalar that a run reads, whatever it is: for tests of
 * which only the order of their values is known. */
static inline uint64_t tp_wire_nth_key(uint64_t n) {
  return tp_wire_key(UINT64_MAX, UINT32_MAX, 0, n);
}

#endif
