/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/memory.h - the objects of the program and what lies in them.
 *
 * Every object (a global, a local of one activation, a string, a block from
 * malloc) is cut into cells, one a scalar; unions and what is accessed in odd
 * ways are composed from bytes. An address is a 64-bit expression: object and
 * offset packed into a constant, so that pointers merge like any other value
 * and a pointer that may be one of several is an if-then-else of constants.
 *
 * Whatever is not known is left free: a load gives 0 ("unknown"), a store
 * through an unknown address forgets all that may have been meant. So what is
 * proved from this memory holds for the program.
 */
#ifndef TP_DECIDE_MEMORY_H
#define TP_DECIDE_MEMORY_H

#include "program/program.h"
#include "base/map.h"
#include "decide/store.h"
#include "sem/sem.h"

typedef uint32_t tp_object; /* 0: none */

typedef struct tp_cell { /* of a layout */
  uint32_t offset;
  uint8_t size;
  uint8_t is_pointer; /* bytes: a pointer may begin here */
} tp_cell;

typedef struct tp_object_info {
  uint64_t size;
  uint32_t layout_first, n_cells; /* n_cells 0: nothing in it is known */
  uint32_t first_cell;            /* in the store; constants: in `constants` */
  uint8_t is_constant;            /* never written: content is fixed */
  uint8_t is_string;  /* a literal: others may lie at the same address */
  uint8_t is_room;    /* of alloca */
  uint8_t is_block;   /* of the heap: likewise, when it was freed */
  uint8_t is_freed;   /* on some path: who uses it still uses another one */
  uint8_t is_open;    /* code we do not see may change it at any time */
  uint8_t is_exposed; /* an unknown pointer may point to it */
  uint8_t is_dead;
  uint8_t has_pointers; /* its type has pointers in it, or is not known */
  uint8_t is_kept;      /* outside code may have kept its address */
  tp_expr bytes; /* of a block: its size, of 64 bits; 0: not known. Whether it
                    lives is in a cell behind its others */
} tp_object_info;

/* Invariant (tp_memory_check): cells of objects that live are theirs alone, and
 * below those that come next; constants are in `constants`. */
typedef struct tp_memory {
  tp_sem sem;
  tp_store *store;
  VEC(tp_object_info) objects; /* from 1 */
  VEC(tp_cell) layouts;
  tp_map layout_of; /* type -> first << 0, via layout_ranges */
  VEC(uint64_t) layout_ranges;
  VEC(uint8_t) layout_pointers; /* parallel: it has pointers */
  VEC(tp_expr) constants;
  tp_vec_u32 exposed; /* live objects that unknown pointers may reach */
  tp_vec_u32 named;   /* globals that only their name leads to */
  tp_vec_u32 kept;    /* those with is_kept, some of them dead */
  /* A value of so many bytes of which nothing is known: what a read outside of
   * an object gives. Writes there are not followed. */
  tp_expr (*fresh)(void *state, unsigned size);
  /* Whether a truth value can't hold where the walk is. NULL: nobody knows. */
  bool (*excludes)(void *state, tp_expr truth);
  void *state;
  bool is_shared;    /* other code runs beside: what is exposed is open */
  bool has_dangling; /* what is written through the unknown may be any local */
  tp_map
      numbers; /* value -> until there are so many objects it is no address */
  uint32_t next_cell, next_heap_cell;
  uint64_t wild; /* things done that are not told by the cells: all that
                    unknown pointers reach was forgotten, a block was made */
} tp_memory;

void tp_memory_init(tp_memory *m, const tp_program *p, tp_exprs *x);
void tp_memory_free(tp_memory *m);
/* Ends with a message if the invariant is broken, of the memory or of the store
 * as this map shows it. */
void tp_memory_check(const tp_memory *m, tp_cells cells);

/* A new object of a type (its cells are unknown), or of raw bytes. */
tp_object tp_memory_add(tp_memory *m, tp_type_id type, bool is_exposed);
tp_object tp_memory_add_opaque(tp_memory *m, bool is_exposed);
/* A block of the heap, for elements of a type; 0: not known. Size 0: nothing in
 * it is. */
tp_object tp_memory_add_block(tp_memory *m, tp_type_id element, uint64_t size);
/* Whether a block lives (8 bits, not 0); 0: not known. */
tp_expr tp_memory_life(tp_memory *m, tp_cells cells, tp_object o);
tp_cells tp_memory_set_life(tp_memory *m, tp_cells cells, tp_object o,
                            tp_expr life);
/* It is not known of any block. */
tp_cells tp_memory_forget_lives(tp_memory *m, tp_cells cells);
/* One that is never written, from the bytes of a string literal. */
tp_object tp_memory_add_string(tp_memory *m, const char *bytes, uint32_t n,
                               unsigned char_size);
/* Freeze an object's content as `cells` has it now: it is never written. */
void tp_memory_make_constant(tp_memory *m, tp_cells cells, tp_object o);

tp_expr tp_memory_address(tp_memory *m, tp_object o, int64_t offset);
uint64_t tp_memory_address_bits(tp_object o, int64_t offset);
/* The object and offset of a constant address; 0 if it is none. */
tp_object tp_memory_object(const tp_memory *m, uint64_t address,
                           int64_t *offset);
/* A function's address, and back: 0 if it is none. */
tp_expr tp_memory_function(tp_memory *m, tp_decl_id d);
tp_decl_id tp_memory_function_at(const tp_memory *m, uint64_t address);

/* Whether two addresses compare in the program as they do here: not if that
 * depends on where the compiler puts different objects. */
bool tp_memory_is_order_known(const tp_memory *m, tp_expr a, tp_expr b,
                              bool is_equality);
/* Whether it may point to a local of a call that is over: then it points
 * anywhere, also to what no pointer should (gcc makes a NULL of &local). */
bool tp_memory_dangles(const tp_memory *m, tp_expr pointer);
/* Whether a value may be an address of anything here; whether what lies at an
 * address may be a part of one. Addresses here are not the program's: as
 * numbers they mean nothing. */
bool tp_memory_may_be_address(tp_memory *m, tp_expr value);
bool tp_memory_is_in_pointer(tp_memory *m, tp_cells cells, tp_expr address,
                             unsigned size);

/* Scalars as their bytes (bit vectors of 8 * size). */
tp_expr tp_memory_load(tp_memory *m, tp_cells cells, tp_expr address,
                       unsigned size);
tp_cells tp_memory_store(tp_memory *m, tp_cells cells, tp_expr address,
                         unsigned size, tp_expr bits);
/* n bytes from one address to another (struct assignment, memcpy). */
tp_cells tp_memory_copy(tp_memory *m, tp_cells cells, tp_expr to, tp_expr from,
                        uint64_t n);
/* n bytes of one value (memset). */
tp_cells tp_memory_fill(tp_memory *m, tp_cells cells, tp_expr address,
                        uint64_t n, tp_expr byte);
/* The same of a number of bytes (64 bits) that is not constant; false: how many
 * they may be, or where, is not known, or they are too many. */
bool tp_memory_copy_some(tp_memory *m, tp_cells *cells, tp_expr to,
                         tp_expr from, tp_expr n);
bool tp_memory_fill_some(tp_memory *m, tp_cells *cells, tp_expr to, tp_expr n,
                         tp_expr byte);
/* Forget: the bytes at an address; an object; ... */
tp_cells tp_memory_forget(tp_memory *m, tp_cells cells, tp_expr address,
                          uint64_t n);
tp_cells tp_memory_forget_object(tp_memory *m, tp_cells cells, tp_object o);
tp_cells tp_memory_forget_exposed(tp_memory *m, tp_cells cells);
/* The blocks that an address may mean are freed. */
void tp_memory_release(tp_memory *m, tp_expr address);
/* A map in which nothing is known of any object. */
tp_cells tp_memory_nothing(tp_memory *m);
/* Of blocks made since there were so many objects. */
tp_cells tp_memory_forget_blocks(tp_memory *m, tp_cells cells, tp_object first);
/* The objects made since then are gone, but for blocks. `exposed`: how many
 * were. */
void tp_memory_leave(tp_memory *m, tp_object first, uint32_t exposed);
/* The same and all globals: what other functions of the program may change. */
tp_cells tp_memory_forget_shared(tp_memory *m, tp_cells cells);

/* All objects that the address may point to, and those they point to; false:
 * it may be any exposed one. */
bool tp_memory_reached(tp_memory *m, tp_cells cells, tp_expr address,
                       tp_vec_u32 *out);
/* Functions whose addresses lie in objects. */
void tp_memory_functions(tp_memory *m, tp_cells cells,
                         const tp_vec_u32 *objects, tp_vec_u32 *out);

#endif
