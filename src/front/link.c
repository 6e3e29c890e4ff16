/* All units together: which declarations mean the same object or function,
 * which function is the entry, which static functions nobody uses.
 */
#include "front/link.h"

#include "base/map.h"

/* ---- The same object ---- */

static bool has_linkage(const tp_decl *d) {
  return d->name && d->scope == 0 && d->kind != TP_D_PARAM;
}

/* Static ones are known in their unit only. */
static uint64_t link_key(const tp_decl *d) {
  return (uint64_t)(d->is_static ? d->unit : 0) << 32 | d->name;
}

/* Definitions are better than declarations, the first better than later. */
static int rank_of(const tp_program *p, const tp_decl *d) {
  if (d->defines)
    return 3;
  if (d->kind != TP_D_VAR || !d->var)
    return 0;
  if (tp_node_get(p, d->var)->first)
    return 2;
  return d->is_extern ? 0 : 1; /* a tentative definition */
}

/* A unit that declares `static f` and later `f` or `extern f` means that f. */
static void inherit_static(tp_program *p) {
  tp_map statics = {0};
  bool is_new;
  for (tp_decl_id i = 1; i < p->decls.n; i++) {
    tp_decl *d = &p->decls.at[i];
    uint64_t key = (uint64_t)d->unit << 32 | d->name;
    if (!has_linkage(d))
      continue;
    if (d->is_static)
      *tp_map_put(&statics, key, &is_new) = i;
    else if (tp_map_get(&statics, key))
      d->is_static = 1;
  }
  tp_map_free(&statics);
}

static void link_decls(tp_program *p) {
  tp_map best = {0};
  bool is_new;
  inherit_static(p);
  for (tp_decl_id i = 1; i < p->decls.n; i++) {
    const tp_decl *d = &p->decls.at[i];
    if (!has_linkage(d))
      continue;
    uint32_t *found = tp_map_put(&best, link_key(d), &is_new);
    if (is_new || rank_of(p, d) > rank_of(p, &p->decls.at[*found]))
      *found = i;
  }
  for (tp_decl_id i = 1; i < p->decls.n; i++) {
    tp_decl *d = &p->decls.at[i];
    if (!has_linkage(d))
      continue;
    d->same = *tp_map_get(&best, link_key(d));
    tp_decl *same = &p->decls.at[d->same];
    same->address_taken |= d->address_taken;
    same->is_used_unseen |= d->is_used_unseen;
    same->is_noreturn |= d->is_noreturn;
    same->is_system &= d->is_system;
  }
  for (tp_decl_id i = 1; i < p->decls.n; i++) {
    tp_decl *d = &p->decls.at[i];
    d->address_taken |= p->decls.at[d->same].address_taken;
    d->is_noreturn |= p->decls.at[d->same].is_noreturn;
    d->is_system = p->decls.at[d->same].is_system;
  }
  tp_map_free(&best);
}

/* A function that the program defines itself delivers no inputs. */
static void drop_defined_inputs(tp_program *p) {
  for (uint32_t i = 1; i < p->sites.n; i++) {
    tp_site *site = &p->sites.at[i];
    if (site->is_input && tp_decl_function(p, site->callee))
      site->is_input = 0;
  }
}

/* ---- Use ---- */

/* Every function that a tree names. */
static void use_names(const tp_program *p, tp_node_id root, tp_bits *used,
                      tp_vec_u32 *queue, tp_vec_u32 *work) {
  VEC_CLEAR(work);
  if (root)
    VEC_PUSH(work, root);
  while (work->n) {
    tp_node_id n = VEC_POP(work);
    const tp_node *node = tp_node_get(p, n);
    tp_func_id func =
        node->kind == TP_N_NAME ? tp_decl_function(p, node->ref) : 0;
    if (func && !tp_bits_has(used, func)) {
      tp_bits_add(used, func);
      VEC_PUSH(queue, func);
    }
    TP_KIDS (p, n, kid)
      VEC_PUSH(work, kid);
  }
}

static bool is_root(const tp_program *p, tp_func_id f) {
  const tp_decl *d = &p->decls.at[p->funcs.at[f].decl];
  return !d->is_static || p->decls.at[d->same].is_used_unseen;
}

static void find_unused(tp_program *p) {
  tp_bits used = {0};
  tp_vec_u32 queue = {0}, work = {0};
  tp_bits_init(&used, p->funcs.n);
  for (tp_unit_id u = 1; u < p->units.n; u++)
    for (uint32_t i = 0; i < p->units.at[u].top.n; i++)
      use_names(p, p->units.at[u].top.at[i], &used, &queue, &work);
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (is_root(p, f) && !tp_bits_has(&used, f)) {
      tp_bits_add(&used, f);
      VEC_PUSH(&queue, f);
    }
  while (queue.n)
    use_names(p, p->funcs.at[VEC_POP(&queue)].body, &used, &queue, &work);
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    p->funcs.at[f].is_never_used = !tp_bits_has(&used, f);
  tp_bits_free(&used);
  VEC_FREE(&queue);
  VEC_FREE(&work);
}

/* ---- Entry ---- */

static int find_entry(tp_program *p, const char *entry, tp_diag *diag) {
  const char *name = entry ? entry : "main";
  tp_name id = tp_names_find(p->names, name, strlen(name));
  tp_func_id other = 0;
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    const tp_decl *d = &p->decls.at[p->funcs.at[f].decl];
    if (d->name == id && id) {
      p->entry = f;
      return 0;
    }
    if (!other && p->funcs.at[f].is_user && !d->is_static)
      other = f;
  }
  if (!other)
    return tp_diag_set(diag, TP_REFUSED, "the program has no function '%s'",
                       name);
  const char *hint =
      tp_names_text(p->names, p->decls.at[p->funcs.at[other].decl].name);
  return tp_diag_set(diag, TP_REFUSED,
                     "the program has no function '%s'; name the function to "
                     "start with, for example --entry %s",
                     name, hint);
}

int tp_front_link(tp_program *p, const char *entry, tp_diag *diag) {
  link_decls(p);
  drop_defined_inputs(p);
  tp_front_assumptions(p);
  find_unused(p);
  return find_entry(p, entry, diag);
}
