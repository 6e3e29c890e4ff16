/* instr/wire.h - what passes between tp2ph and the runtime inside the program
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
 * table leaf takes two: the element's address, then the table's base.
 *   int c0(decision, v)             a condition without symbolic leaves
 *   int c1(e, v, p) c2(e, v, p, q) c3(e, v, p, q, r) cn(e, v, pp)
 *                                   condition e (plan number); return v
 *   void w0(decision, v) w1..wn(e, v, leaves)   a switch on (long long)v
 *   void a0(e, dst) a1..an(e, dst, leaves)   dst was just assigned expression e
 *   void l1..ln(e, leaves) then st(e, dst)   the same, when dst is also a leaf:
 *                                   l before the assignment, st after it; never
 *                                   nested
 *   void cp(dst, src, n)            n bytes were copied (struct assignment)
 *   void clr(dst, n)                n bytes were overwritten by plain values
 *   void k0(site) k1(site, t) k2(site, t, u) kn(site, tt)  a call is about to
 * be made; its arguments will lie in temporaries at these addresses when it
 * enters void e0(func) e1(func, p) e2(func, p, q) en(func, pp)  a function was
 *                                   entered; its parameters are at these
 *                                   addresses (sizes: func table)
 *   void ret(t, n)                  the function returns the n bytes at t
 *   void got(site, t, n)            the call at site returned, its value is in
 * t void in(site)                   the next input function call is of this
 * site void obj(site, address, size)   the object an input call fills (kind
 * OBJECT) memcpy memmove memset memcmp strcmp strncmp strlen  as the C
 * library's A call site enters a context: the runtime keeps the chain of
 * contexts by frame address, so that longjmp needs no help.
 */
#ifndef TP_INSTR_WIRE_H
#define TP_INSTR_WIRE_H

#include <stdint.h>

#define TP_WIRE_MAGIC UINT64_C(0x3148503250543031)
#define TP_WIRE_MAX_LEAVES 24 /* of one expression; more: it is concretised */
#define TP_WIRE_MAX_DIMS 3
#define TP_WIRE_MAX_TABLE \
  1024                         /* elements of a table read by symbolic index \
                                */
#define TP_WIRE_MAX_STRING 256 /* bytes that strcmp and its kin look at */

typedef enum tp_wire_leaf_kind {
  TP_LEAF_PLAIN, /* never symbolic: its bytes are only copied */
  TP_LEAF_VALUE, /* may be symbolic */
  TP_LEAF_TABLE  /* array element; symbolic index if a leaf of index_mask is */
} tp_wire_leaf_kind;

typedef struct tp_wire_dim {
  uint32_t count, stride;
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

typedef struct tp_wire_func {
  uint32_t first_param; /* index into param sizes */
  uint32_t n_params;
} tp_wire_func;

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
} tp_wire_site;

/* ---- the trace: 64-bit words ----------------------------------------------
 * A record starts with head = kind | flags << 8 | n << 16 | id << 32.
 * Records that define a symbolic value number them 1, 2, ... in order.
 * Leaves: one word of tags (2 bits each, leaf 0 lowest), then each leaf:
 *   CONCRETE  1 word: the bytes, little endian, zero above size
 *   SYMBOL    1 word: number of the symbolic value that fills it exactly
 *   BYTES     ceil(size/2) words: for each byte 32 bits: 0x80000000 | byte, or
 *             symbol << 3 | number of the byte in that symbol
 *   TABLE     1 word: number of elements, then each element in row order: a tag
 *             word and its value as above (never TABLE)
 */
typedef enum tp_wire_record {
  TP_R_END,    /* n: 0 */
  TP_R_BRANCH, /* id: decision; flags: TP_RF_*; a switch is followed by 1 word:
                  its value; if TP_RF_SYMBOLIC: 1 word: expression number, then
                  leaves */
  TP_R_DEFINE, /* id: expression number; 1 word: the concrete value; leaves */
  TP_R_INPUT,  /* id: site; words: key, value (bits), type | occurrence << 32 */
  TP_R_LIBRARY, /* id: tp_wire_library; n: bytes of each string, in flags the
                   limit was reached; 1 word: concrete result; then both byte
                   strings as BYTES words (strlen: only the first) */
  TP_R_TABLE_STORE, /* id: expression number (its last leaf is the table, the
                       leaves before it the value and the indices); 1 word:
                       number of elements; leaves. Defines one symbol for each
                       element, in row order */
  TP_R_ENTER,       /* id: function; 1 word: call site (0: unknown caller) */
  TP_R_CONCRETISED  /* id: expression number or site; flags: tp_wire_reason */
} tp_wire_record;

enum { TP_RF_VALUE = 1, TP_RF_SYMBOLIC = 2, TP_RF_SWITCH = 4 };

typedef enum tp_wire_library {
  TP_LIB_MEMCMP,
  TP_LIB_STRCMP,
  TP_LIB_STRNCMP,
  TP_LIB_STRLEN
} tp_wire_library;

typedef enum tp_wire_reason {
  TP_WHY_TABLE_SIZE,
  TP_WHY_STALE,
  TP_WHY_STRING_LIMIT,
  TP_WHY_LEAVES,
  TP_WHY_ADDRESS,
  TP_WHY_VARIADIC
} tp_wire_reason;

/* ---- inputs -----------------------------------------------------------------
 * An input scalar is known by its key: a hash of the call context, the site,
 * the number of earlier reads of this site in this context, and the part. So
 * the same read has the same key on every path that reaches it. */
typedef struct tp_wire_input {
  uint64_t key, bits;
} tp_wire_input;

#endif
