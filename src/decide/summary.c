/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a summary read is found in the log of the memory: a value that was read
 * (or met another one in a merge) and is the one from before the call. */
#include "decide/summary.h"

#include "base/limits.h"
#include "decide/choices.h"
#include "decide/eval.h"

/* Functions that read inputs are summarised later, by so many steps for each
 * node of the syntax tree. */
#define PATIENCE_A_NODE 20u

/* ---- which functions ----------------------------------------------------- */

/* Callers of readers are readers; what an indirect call does is not known. */
static void find_readers(tp_summaries *s, const tp_program *p) {
  bool is_more = true;
  while (is_more) {
    is_more = false;
    for (uint32_t i = 1; i < p->sites.n; i++) {
      const tp_site *site = &p->sites.at[i];
      tp_func_id f = site->callee ? tp_decl_function(p, site->callee) : 0;
      bool reads =
          site->is_input || !site->callee || (f && tp_bits_has(&s->readers, f));
      if (!reads || tp_bits_has(&s->readers, site->caller))
        continue;
      tp_bits_add(&s->readers, site->caller);
      is_more = true;
    }
  }
}

void tp_summaries_init(tp_summaries *s, const tp_program *p) {
  *s = (tp_summaries){0};
  tp_bits_init(&s->readers, p->funcs.n);
  VEC_RESIZE(&s->useless, p->funcs.n);
  find_readers(s, p);
}

void tp_summaries_free(tp_summaries *s) {
  VEC_FREE(&s->at);
  VEC_FREE(&s->args);
  VEC_FREE(&s->cells);
  VEC_FREE(&s->calls);
  VEC_FREE(&s->first_call);
  VEC_FREE(&s->useless);
  tp_bits_free(&s->readers);
  tp_map_free(&s->by_hash);
}

static bool returns_scalar(const tp_eval *e, tp_func_id f) {
  const tp_decl *d = &e->p->decls.at[e->p->funcs.at[f].decl];
  tp_type_id type = tp_type_get(&e->p->types, d->type)->base;
  return tp_type_get(&e->p->types, type)->kind == TP_T_VOID ||
         tp_type_is_scalar(&e->p->types, type);
}

bool tp_summary_wanted(const tp_eval *e, tp_func_id f) {
  const tp_summaries *s = &e->summaries;
  if (e->opt->told || e->activations.at[f] ||
      e->walks.at[f] < TP_LIMIT_DECIDE_WALKS_BEFORE ||
      s->useless.at[f] >= TP_LIMIT_DECIDE_USELESS || !returns_scalar(e, f) ||
      e->steps < e->inline_until)
    return false;
  uint64_t patience =
      TP_LIMIT_DECIDE_PATIENCE + (uint64_t)PATIENCE_A_NODE * e->p->nodes.n;
  return !tp_bits_has(&s->readers, f) || e->steps > patience;
}

/* ---- what a call leaves behind ------------------------------------------- */

static bool is_made_inside(const tp_eval *e, const tp_summary *s,
                           tp_expr value) {
  return tp_expr_vars_end(e->x, value) > s->first_var;
}

static tp_expr free_like(tp_eval *e, tp_expr value) {
  unsigned width = tp_expr_width(e->x, value);
  switch (tp_expr_sort(e->x, value)) {
  case TP_X_BOOL:
    return tp_eval_fresh_bool(e, TP_FREE_CONTEXT);
  case TP_X_F32:
    return tp_eval_fresh(e, TP_TYPE_FLOAT, TP_FREE_CONTEXT);
  case TP_X_F64:
    return tp_eval_fresh(e, TP_TYPE_DOUBLE, TP_FREE_CONTEXT);
  default:
    return width == 8    ? tp_eval_fresh(e, TP_TYPE_UCHAR, TP_FREE_CONTEXT)
           : width == 16 ? tp_eval_fresh(e, TP_TYPE_USHORT, TP_FREE_CONTEXT)
           : width == 32 ? tp_eval_fresh(e, TP_TYPE_UINT, TP_FREE_CONTEXT)
           : width == 64 ? tp_eval_fresh(e, TP_TYPE_ULONG, TP_FREE_CONTEXT)
                         : 0;
  }
}

/* The value as one call leaves it: of what was made inside only the choices are
 * kept, a status code stays one of its codes. */
static tp_expr of_this_call(tp_eval *e, const tp_summary *s, tp_expr value) {
  tp_vec_u32 choices = {0};
  tp_expr out = value;
  if (!value || !is_made_inside(e, s, value))
    return value;
  if (tp_choices(e->x, value, TP_LIMIT_DECIDE_SUMMARY_CHOICES, &choices)) {
    for (uint32_t i = 0; i < choices.n; i++) {
      tp_expr arm = choices.at[i];
      if (is_made_inside(e, s, arm))
        arm = free_like(e, arm);
      bool is_known = arm && (i == 0 || out);
      out = !is_known ? 0
            : i == 0  ? arm
                     : tp_expr_ite(e->x, tp_eval_fresh_bool(e, TP_FREE_CONTEXT),
                                   arm, out);
    }
  } else {
    out = free_like(e, value);
  }
  VEC_FREE(&choices);
  return out;
}

static tp_value apply(tp_eval *e, uint32_t number, tp_type_id type) {
  tp_summary s = e->summaries.at.at[number];
  VEC_PUSH(&e->summaries.calls, (tp_summary_call){number, e->s.guard});
  e->hazards++; /* what follows here does not follow its other calls */
  for (uint32_t i = 0; i < s.n_reads; i++) {
    tp_summary_cell c = e->summaries.cells.at[s.first_read + i];
    tp_store_note(e->memory.store, c.cell, c.value);
  }
  for (uint32_t i = 0; i < s.n_writes; i++) {
    tp_summary_cell c = e->summaries.cells.at[s.first_write + i];
    e->s.cells = tp_store_set(e->memory.store, e->s.cells, c.cell,
                              of_this_call(e, &s, c.value));
  }
  e->s.guard = tp_guard_add(&e->model->guards, e->s.guard,
                            of_this_call(e, &s, s.rest), UINT32_MAX);
  return (tp_value){of_this_call(e, &s, s.result), type};
}

/* ---- looking one up ------------------------------------------------------ */

static uint64_t hash_call(tp_func_id f, const tp_value *args, uint32_t n) {
  uint64_t h = tp_hash_pair(f, n);
  for (uint32_t i = 0; i < n; i++)
    h = tp_hash_pair(h, args[i].e);
  return h >> 1;
}

static bool fits(const tp_eval *e, const tp_summary *s, tp_func_id f,
                 const tp_value *args, uint32_t n) {
  if (s->func != f || s->n_args != n)
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (e->summaries.args.at[s->first_arg + i] != args[i].e)
      return false;
  for (uint32_t i = 0; i < s->n_reads; i++) {
    tp_summary_cell c = e->summaries.cells.at[s->first_read + i];
    if (tp_store_get(e->memory.store, e->s.cells, c.cell) != c.value)
      return false;
  }
  return true;
}

/* Its number + 1; 0: none. */
static uint32_t find(const tp_eval *e, uint64_t hash, tp_func_id f,
                     const tp_value *args, uint32_t n) {
  const uint32_t *slot = tp_map_get(&e->summaries.by_hash, hash);
  uint32_t at = slot ? *slot : 0;
  for (uint32_t looked = 0; at && looked < TP_LIMIT_DECIDE_SAME; looked++) {
    const tp_summary *s = &e->summaries.at.at[at - 1];
    if (fits(e, s, f, args, n))
      return at;
    at = s->next;
  }
  return 0;
}

/* ---- making one ---------------------------------------------------------- */

/* A cell of an object that was made by the call (its result, too: elsewhere
 * the cell is another object's), or how often an input was read in a context
 * inside: that matters nowhere else. */
static bool is_inner(uint32_t cell, uint32_t first_cell) {
  bool is_of_block = cell >= TP_STORE_HEAP && cell < TP_STORE_COUNTERS;
  return cell >= first_cell && !is_of_block && cell != TP_STORE_COUNTERS;
}

/* Cells that were read and had their value from before the call. */
static void keep_reads(tp_eval *e, tp_summary *s, tp_cells before,
                       uint32_t first_note, uint32_t first_cell) {
  tp_map seen = {0};
  s->first_read = e->summaries.cells.n;
  for (uint32_t i = first_note; i < tp_store_notes(e->memory.store); i++) {
    tp_expr value;
    bool is_new;
    uint32_t cell = tp_store_noted(e->memory.store, i, &value);
    if (is_inner(cell, first_cell) ||
        tp_store_get(e->memory.store, before, cell) != value)
      continue;
    tp_map_put(&seen, cell, &is_new);
    if (is_new)
      VEC_PUSH(&e->summaries.cells, (tp_summary_cell){cell, value});
  }
  s->n_reads = e->summaries.cells.n - s->first_read;
  tp_map_free(&seen);
}

static void keep_writes(tp_eval *e, tp_summary *s, tp_cells before,
                        uint32_t first_cell) {
  tp_vec_u32 changed = {0};
  tp_store_differences(e->memory.store, before, e->s.cells, &changed);
  s->first_write = e->summaries.cells.n;
  for (uint32_t i = 0; i < changed.n; i++) {
    if (is_inner(changed.at[i], first_cell))
      continue;
    tp_expr now = tp_store_get(e->memory.store, e->s.cells, changed.at[i]);
    VEC_PUSH(&e->summaries.cells, (tp_summary_cell){changed.at[i], now});
  }
  s->n_writes = e->summaries.cells.n - s->first_write;
  VEC_FREE(&changed);
}

static tp_node_id input_node(const tp_eval *e, uint32_t var) {
  uint32_t site = e->model->vars->at.at[var].site;
  return site < e->p->sites.n ? e->p->sites.at[site].node : 0;
}

/* The inputs that were read inside stand for those of every context. */
static void free_inputs(tp_eval *e, uint32_t first_var) {
  uint32_t n = e->model->vars->at.n;
  if (e->model->free.n < n)
    VEC_RESIZE(&e->model->free, n);
  for (uint32_t v = first_var; v < n; v++)
    if (e->model->free.at[v].why == TP_FREE_NOT)
      e->model->free.at[v] = (tp_free_value){TP_FREE_CONTEXT, input_node(e, v)};
}

static uint64_t own_context(tp_eval *e) {
  return tp_wire_mix(UINT64_C(0x5a11) << 48 | ++e->summaries.made);
}

struct tp_summary_walk {
  tp_summary s;
  uint64_t hash, wild;
  tp_state before;
  tp_object first_object;
  uint32_t in_context, first_note, first_cell;
};

/* Below the summary's own guard. */
static void start_walk(tp_eval *e, tp_func_id f, uint64_t hash,
                       const tp_value *args, uint32_t n) {
  tp_summaries *all = &e->summaries;
  tp_summary_walk *w = TP_NEW(tp_summary_walk);
  *w =
      (tp_summary_walk){.s = {.func = f, .first_arg = all->args.n, .n_args = n},
                        .hash = hash,
                        .wild = e->memory.wild,
                        .before = e->s,
                        .first_object = e->memory.objects.n,
                        .in_context = all->in_context,
                        .first_cell = e->memory.next_cell};
  tp_store_notes_on(e->memory.store, ++all->depth > 0);
  w->first_note = tp_store_notes(e->memory.store);
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&all->args, args[i].e);
  e->hazards++;
  e->s.guard = w->s.root =
      tp_guard_add(&e->model->guards, TP_GUARD_ROOT,
                   tp_eval_fresh_bool(e, TP_FREE_CONTEXT), UINT32_MAX);
  e->model->guards.at.at[w->s.root].func = f;
  w->s.first_var = e->model->vars->at.n;
  tp_eval_enter(e, f, own_context(e), args, n);
  tp_eval_top(e)->summary = w;
}

/* e->s is as the function leaves it. */
static void keep_walk(tp_eval *e, tp_summary_walk *w, tp_value result) {
  tp_summary *s = &w->s;
  s->result = result.e;
  s->rest = tp_guard_below(&e->model->guards, s->root, e->s.guard);
  keep_reads(e, s, w->before.cells, w->first_note, w->first_cell);
  keep_writes(e, s, w->before.cells, w->first_cell);
  free_inputs(e, s->first_var);
  tp_store_notes_on(e->memory.store, --e->summaries.depth > 0);
}

static bool is_general(const tp_eval *e, const tp_summary_walk *w) {
  const tp_summaries *all = &e->summaries;
  return e->memory.wild == w->wild && (all->in_context == w->in_context ||
                                       tp_bits_has(&all->readers, w->s.func));
}

tp_value tp_summary_end(tp_eval *e, tp_summary_walk *w, tp_value result) {
  tp_summaries *all = &e->summaries;
  keep_walk(e, w, result);
  if (is_general(e, w)) {
    uint32_t *slot = tp_map_put(&all->by_hash, w->hash, NULL);
    w->s.next = *slot;
    *slot = all->at.n + 1;
  } else {
    all->useless.at[w->s.func]++;
  }
  VEC_PUSH(&all->at, w->s);
  e->s = w->before;
  e->s.cells = tp_memory_forget_blocks(&e->memory, e->s.cells, w->first_object);
  tp_free(w);
  return apply(e, all->at.n - 1, result.type);
}

bool tp_summary_call_function(tp_eval *e, tp_func_id f, const tp_value *args,
                              uint32_t n, tp_value *out) {
  const tp_decl *d = &e->p->decls.at[e->p->funcs.at[f].decl];
  uint64_t hash = hash_call(f, args, n);
  uint32_t found = find(e, hash, f, args, n);
  if (!found) {
    start_walk(e, f, hash, args, n);
    return false;
  }
  *out = apply(e, found - 1, tp_type_get(&e->p->types, d->type)->base);
  return true;
}

/* ---- after the walk ------------------------------------------------------ */

/* All literals of a guard together. */
static tp_expr reached(tp_eval *e, tp_map *known, tp_guard guard) {
  const tp_guards *g = &e->model->guards;
  VEC(tp_guard) chain = {0};
  tp_expr out = tp_expr_bool(e->x, true);
  for (tp_guard at = guard; at != TP_GUARD_ROOT; at = g->at.at[at].above) {
    const uint32_t *slot = tp_map_get(known, at);
    if (slot) {
      out = *slot;
      break;
    }
    VEC_PUSH(&chain, at);
  }
  while (chain.n) {
    tp_guard at = VEC_POP(&chain);
    out = tp_expr_and(e->x, out, g->at.at[at].literal);
    *tp_map_put(known, at, NULL) = out;
  }
  VEC_FREE(&chain);
  return out;
}

/* By summary, each in the order in which they were met. */
static void order_calls(tp_summaries *s) {
  VEC(tp_summary_call) calls = {0};
  VEC_RESIZE(&s->first_call, s->at.n + 2);
  for (uint32_t i = 0; i < s->calls.n; i++)
    s->first_call.at[s->calls.at[i].summary + 2]++;
  for (uint32_t i = 2; i < s->first_call.n; i++)
    s->first_call.at[i] += s->first_call.at[i - 1];
  VEC_RESIZE(&calls, s->calls.n);
  for (uint32_t i = 0; i < s->calls.n; i++)
    calls.at[s->first_call.at[s->calls.at[i].summary + 1]++] = s->calls.at[i];
  if (s->calls.n)
    memcpy(s->calls.at, calls.at, s->calls.n * sizeof *calls.at);
  VEC_FREE(&calls);
}

/* A call lies in the program or in a summary that was complete later: the
 * latest first, so that the guards above a call are settled. */
void tp_summaries_link(tp_eval *e) {
  tp_summaries *s = &e->summaries;
  tp_map known = {0};
  order_calls(s);
  for (uint32_t i = s->at.n; i-- > 0;) {
    tp_expr any = tp_expr_bool(e->x, false);
    for (uint32_t c = s->first_call.at[i]; c < s->first_call.at[i + 1]; c++)
      any = tp_expr_or(e->x, any, reached(e, &known, s->calls.at[c].guard));
    e->model->guards.at.at[s->at.at[i].root].literal = any;
  }
  tp_map_free(&known);
}
