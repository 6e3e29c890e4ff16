/* SPDX-License-Identifier: MIT */
/* Calls and returns: arguments become parameters, results become values, and
 * each call site on the way here is part of the context of an input.
 *
 * Contexts and announced calls are stacks keyed by frame address. The stack
 * grows down, so an entry whose frame lies below a frame that is alive is gone,
 * whether by return or by longjmp.
 *
 * Frames are compared through saved frame pointers: `own` is the frame of the
 * runtime function, caller_of(own) the instrumented function's, and
 * caller_of(that) the one it was called from. A function that was inlined
 * (always_inline) runs in the frame of its caller.
 */
#include "rt/shadow.h"
#include "rt/tp2ph_rt.h"

/* Code between k and the end of its call instruction, at most. */
#define CALL_CODE 65536u

static void drop_dead_contexts(uintptr_t frame) {
  while (RT.contexts.n && RT.contexts.at[RT.contexts.n - 1].frame < frame)
    RT.contexts.n--;
}

uint64_t __tp2ph_context(uintptr_t frame) {
  drop_dead_contexts(frame);
  return RT.contexts.n ? RT.contexts.at[RT.contexts.n - 1].hash : 0;
}

/* ---- before the call ---- */

/* Within one frame a site is announced at most once: what lies above an older
 * announcement of it was never entered. */
static void announce(uintptr_t own, uintptr_t code, call c) {
  c.frame = caller_of(own);
  c.code = code;
  uint32_t n = RT.calls.n;
  while (n && RT.calls.at[n - 1].frame < c.frame)
    n--;
  for (uint32_t i = n; i && RT.calls.at[i - 1].frame == c.frame; i--)
    if (RT.calls.at[i - 1].site == c.site)
      n = i - 1;
  RT.calls.n = n;
  if (HAS_ROOM(&RT.calls))
    RT.calls.at[RT.calls.n++] = c;
}

#define CODE() ((uintptr_t)__builtin_return_address(0))

void __tp2ph_k0(unsigned site) {
  if (enter(FRAME())) {
    announce(FRAME(), CODE(), (call){.site = site});
    leave();
  }
}

void __tp2ph_k1(unsigned site, const void *t) {
  if (enter(FRAME())) {
    announce(FRAME(), CODE(), (call){.site = site, .n = 1, .at = {t}});
    leave();
  }
}

void __tp2ph_k2(unsigned site, const void *t, const void *u) {
  if (enter(FRAME())) {
    announce(FRAME(), CODE(), (call){.site = site, .n = 2, .at = {t, u}});
    leave();
  }
}

void __tp2ph_kn(unsigned site, const void *const *tt) {
  if (enter(FRAME())) {
    announce(FRAME(), CODE(), (call){.site = site, .n = MANY, .list = tt});
    leave();
  }
}

void __tp2ph_kv(unsigned site, unsigned n, const void *const *tt) {
  if (enter(FRAME())) {
    announce(FRAME(), CODE(),
             (call){.site = site, .n = MANY, .list = tt, .more = tt + n});
    leave();
  }
}

/* ---- in the function called ---- */

static bool is_frame(uintptr_t own, uintptr_t frame) {
  return frame > own && frame % sizeof frame == 0;
}

/* The announced call that entered the function in `frame`, whose first runtime
 * call returns to `code`; NULL: called by code that is not instrumented. */
static const call *take_call(uintptr_t frame, uintptr_t code) {
  uint32_t n = RT.calls.n;
  while (n && RT.calls.at[n - 1].frame < frame)
    n--;
  RT.calls.n = n;
  if (n == 0)
    return NULL;
  const call *c = &RT.calls.at[n - 1];
  uintptr_t back = ((const uintptr_t *)frame)[1]; /* the return address */
  bool is_inlined = c->frame == frame;
  bool is_direct = !is_inlined && c->frame == caller_of(frame);
  if ((is_inlined && code - c->code < CALL_CODE) ||
      (is_direct && back - c->code < CALL_CODE)) {
    RT.calls.n = n - 1;
    return c;
  }
  return NULL;
}

static const void *argument(const call *c, uint32_t i) {
  if (!c)
    return NULL;
  if (c->n == MANY)
    return c->list[i];
  return i < c->n ? c->at[i] : NULL;
}

static const tp_wire_func *func_at(uint32_t func) {
  return (const tp_wire_func *)((const char *)RT.area + RT.area->funcs) + func;
}

const void *__tp2ph_argument(uintptr_t frame, uint32_t i) {
  return argument(take_call(frame, 0), i);
}

void __tp2ph_arguments(uintptr_t frame, uint32_t n, const void **out) {
  const call *c = take_call(frame, 0);
  for (uint32_t i = 0; i < n; i++)
    out[i] = argument(c, i);
}

static void bind(const call *c, const tp_wire_func *f, const void *const *pp) {
  const uint32_t *size =
      (const uint32_t *)((const char *)RT.area + RT.area->param_sizes) +
      f->first_param;
  for (uint32_t i = 0; i < f->n_params; i++) {
    const void *from = argument(c, i);
    if (from)
      __tp2ph_shadow_copy(pp[i], from, size[i]);
    else
      __tp2ph_shadow_clear(pp[i], size[i]);
  }
}

static uint64_t told_apart(uint64_t hash, const tp_wire_func *f,
                           const void *const *pp) {
  const uint32_t *size =
      (const uint32_t *)((const char *)RT.area + RT.area->param_sizes) +
      f->first_param;
  for (unsigned i = 0; i < TP_WIRE_BY; i++) {
    unsigned by = f->by[i];
    uint64_t value = 0;
    if (!by || by > f->n_params || !pp)
      continue;
    __builtin_memcpy(&value, pp[by - 1], size[by - 1] < 8 ? size[by - 1] : 8);
    hash = tp_wire_context_by(hash, value);
  }
  return hash;
}

/* Frames of constructors may lie above that of the entry function. */
static void push_context(uintptr_t frame, uint32_t func, const call *c,
                         const void *const *pp) {
  uint32_t site = c ? c->site : 0;
  if (site == 0 && func < RT.area->n_funcs && func_at(func)->is_entry)
    RT.contexts.n = RT.calls.n = 0;
  drop_dead_contexts(frame + 1);
  uint64_t parent = RT.contexts.n ? RT.contexts.at[RT.contexts.n - 1].hash : 0;
  uint64_t hash = tp_wire_context(parent, site, func);
  if (func < RT.area->n_funcs)
    hash = told_apart(hash, func_at(func), pp);
  if (HAS_ROOM(&RT.contexts))
    RT.contexts.at[RT.contexts.n++] =
        (context){frame, hash, site, c ? c->more : NULL};
}

static void entered(uintptr_t own, uintptr_t code, uint32_t func,
                    const void *const *pp) {
  uintptr_t frame = caller_of(own);
  const call *c = is_frame(own, frame) ? take_call(frame, code) : NULL;
  bool is_inlined = c && c->frame == frame;
  uint32_t site = c ? c->site : 0;
  RT.returned.caller = 0;
  if (!is_inlined) {
    if (RT.symbols.n)
      __tp2ph_shadow_cut_stack(frame);
    push_context(frame, func, c, pp);
  }
  if (RT.symbols.n && func < RT.area->n_funcs)
    bind(c, func_at(func), pp);
  uint64_t *to = record(2);
  if (!to)
    return;
  to[0] = head(TP_R_ENTER, 0, 0, func);
  to[1] = site;
  commit(2);
}

void __tp2ph_e0(unsigned func) {
  if (enter(FRAME())) {
    entered(FRAME(), CODE(), func, NULL);
    leave();
  }
}

void __tp2ph_e1(unsigned func, const void *p) {
  if (enter(FRAME())) {
    entered(FRAME(), CODE(), func, &p);
    leave();
  }
}

void __tp2ph_e2(unsigned func, const void *p, const void *q) {
  const void *const pp[] = {p, q};
  if (enter(FRAME())) {
    entered(FRAME(), CODE(), func, pp);
    leave();
  }
}

void __tp2ph_en(unsigned func, const void *const *pp) {
  if (enter(FRAME())) {
    entered(FRAME(), CODE(), func, pp);
    leave();
  }
}

/* ---- back in the caller ---- */

void __tp2ph_return_plain(uintptr_t caller, uint32_t site) {
  RT.returned.caller = caller;
  RT.returned.callee = 0;
  RT.returned.site = site;
  RT.returned.n = 0;
}

void __tp2ph_return_symbol(uintptr_t caller, uint32_t site, uint32_t number,
                           unsigned n) {
  __tp2ph_return_plain(caller, site);
  if (number == 0)
    return;
  RT.returned.n = n;
  for (unsigned i = 0; i < n; i++)
    RT.returned.word[i] = number << 3 | i;
}

/* The call site through which the function in `frame` was entered. */
static uint32_t site_of(uintptr_t frame) {
  drop_dead_contexts(frame);
  if (RT.contexts.n && RT.contexts.at[RT.contexts.n - 1].frame == frame)
    return RT.contexts.at[RT.contexts.n - 1].site;
  return 0;
}

static void returns(uintptr_t own, const void *t, unsigned long n) {
  uintptr_t frame = caller_of(own);
  returned *r = &RT.returned;
  uint32_t site = site_of(frame);
  __tp2ph_return_plain(is_frame(own, frame) ? caller_of(frame) : 0, site);
  r->callee = frame;
  if (RT.symbols.n == 0 || !__tp2ph_shadow_any(t, n))
    return;
  if (n > RETURN_BYTES) {
    __tp2ph_concretised(0, TP_WHY_LEAVES);
    return;
  }
  r->n = (uint32_t)n;
  for (uint32_t i = 0; i < n; i++)
    r->word[i] = shadow_at((uintptr_t)t + i);
}

void __tp2ph_ret(const void *t, unsigned long n) {
  if (enter(FRAME())) {
    returns(FRAME(), t, n);
    leave();
  }
}

/* What was announced in this frame for `site` has come back. */
static void forget_call(uintptr_t frame, uint32_t site) {
  uint32_t n = RT.calls.n;
  while (n && RT.calls.at[n - 1].frame < frame)
    n--;
  RT.calls.n = n;
  if (n && RT.calls.at[n - 1].frame == frame && RT.calls.at[n - 1].site == site)
    RT.calls.n = n - 1;
}

static void arrives(uintptr_t own, uint32_t site, const void *t,
                    unsigned long n) {
  uintptr_t frame = caller_of(own);
  returned *r = &RT.returned;
  bool is_inlined = r->callee && r->callee == frame;
  bool is_ours = r->caller == frame && (r->site == site || r->site == ANY_SITE);
  forget_call(frame, site);
  if (RT.symbols.n) {
    unsigned long m = r->caller && (is_inlined || is_ours) ? r->n : 0;
    m = m < n ? m : n;
    if (m)
      __tp2ph_shadow_words(t, r->word, m);
    __tp2ph_shadow_clear((const char *)t + m, n - m);
  }
  r->caller = 0;
}

void __tp2ph_got(unsigned site, const void *t, unsigned long n) {
  if (enter(FRAME())) {
    arrives(FRAME(), site, t, n);
    leave();
  }
}
