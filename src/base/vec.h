/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/vec.h - a growable array of any type.
 *
 * VEC(int) v = {0}; VEC_PUSH(&v, 7); v.at[0]; v.n; VEC_FREE(&v);
 * A zeroed struct is an empty vector. Pointers into `at` die on growth.
 */
#ifndef TP_BASE_VEC_H
#define TP_BASE_VEC_H

#include "base/alloc.h"

#include <stdint.h>
#include <string.h>

#define VEC(T) \
  struct { \
    T *at; \
    uint32_t n, cap; \
  }

typedef VEC(uint32_t) tp_vec_u32;

/* Room for at least `need` elements of `size` bytes; returns the new base. */
void *tp_vec_grow(void *at, uint32_t *cap, uint32_t need, size_t size);

#define VEC_RESERVE(v, need) \
  ((need) > (v)->cap ? (void)((v)->at = tp_vec_grow((v)->at, &(v)->cap, \
                                                    (need), sizeof *(v)->at)) \
                     : (void)0)
#define VEC_PUSH(v, ...) \
  do { \
    VEC_RESERVE(v, (v)->n + 1); \
    (v)->at[(v)->n++] = (__VA_ARGS__); \
  } while (0)
/* Make it n long; elements that are new are zeroed. */
#define VEC_RESIZE(v, len) \
  do { \
    uint32_t vec_len_ = (len); \
    VEC_RESERVE(v, vec_len_); \
    if (vec_len_ > (v)->n) \
      memset((v)->at + (v)->n, 0, (vec_len_ - (v)->n) * sizeof *(v)->at); \
    (v)->n = vec_len_; \
  } while (0)
#define VEC_LAST(v) ((v)->at[(v)->n - 1])
#define VEC_POP(v) ((v)->at[--(v)->n])
#define VEC_CLEAR(v) ((void)((v)->n = 0))
#define VEC_FREE(v) (tp_free((v)->at), (v)->at = NULL, (v)->n = 0, (v)->cap = 0)

#endif
