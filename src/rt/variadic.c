/* SPDX-License-Identifier: MIT */
/* Arguments without parameter. The caller announces where their values lie;
 * when the function sets up a list of them, the shadows go to the places from
 * which va_arg will fetch them. Where these are is part of the calling
 * convention, so lists may be copied, passed on and read by any function.
 */
#include "rt/shadow.h"
#include "rt/tp2ph_rt.h"

#ifdef __x86_64__

#define GENERAL_END 48u /* bytes of saved general registers */
#define FLOAT_END 176u  /* and of those for floats, behind them */

typedef struct list { /* System V ABI */
  uint32_t general, floats;
  const char *overflow, *saved;
} list;

/* Where the next argument of that kind lies; moves on behind it. */
static const char *next(list *l, unsigned how) {
  const char *at = l->overflow;
  if (how & TP_MORE_FLOAT) {
    if (l->floats < FLOAT_END) {
      at = l->saved + l->floats;
      l->floats += 16;
      return at;
    }
  } else if (l->general < GENERAL_END) {
    at = l->saved + l->general;
    l->general += 8;
    return at;
  }
  l->overflow += 8;
  return at;
}

static const void *const *more_of(uintptr_t frame) {
  __tp2ph_context(frame);
  if (RT.contexts.n == 0 || RT.contexts.at[RT.contexts.n - 1].frame != frame)
    return NULL;
  return RT.contexts.at[RT.contexts.n - 1].more;
}

static void set_up(uintptr_t frame, list l) {
  const void *const *more = more_of(frame);
  for (; more && more[1] != (void *)TP_MORE_END; more += 2) {
    unsigned how = (unsigned)(uintptr_t)more[1];
    const char *to = next(&l, how);
    if (more[0])
      __tp2ph_shadow_copy(to, more[0], how & TP_MORE_SIZE);
    else
      __tp2ph_shadow_clear(to, 8);
  }
}

void __tp2ph_va(const void *p) {
  if (enter(FRAME())) {
    if (RT.symbols.n)
      set_up(caller_of(FRAME()), *(const list *)p);
    leave();
  }
}

const void *__tp2ph_vn(const void *p, unsigned how) {
  list l = *(const list *)p;
  return next(&l, how);
}

#else

void __tp2ph_va(const void *p) {
  (void)p;
}

const void *__tp2ph_vn(const void *p, unsigned how) {
  (void)p;
  (void)how;
  return NULL; /* nothing symbolic lies there */
}

#endif
