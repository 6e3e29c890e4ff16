/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All units together: which declarations mean the same object or function,
 * which function is the entry, which static functions nobody uses.
 */
#include "front/link.h"

#include "base/map.h"
#include "front/strange.h"

/* ---- The same object ---- */

static bool has_linkage(const tp_decl *d) {
  return d->name && d->scope == 0 && d->kind != TP_D_PARAM;
}

/* Static ones are known in their unit only. */
static uint64_t link_key(const tp_decl *d) {
  return (uint64_t)(d->is_static ? d->unit : 0) << 32 | d->name;
}

/* Definitions are better than declarations, the first better than later. */
static int rank_of(const tp_decl *d) {
  if (d->defines)
    return 3;
  if (d->kind != TP_D_VAR || !d->var)
    return 0;
  if (d->is_initialised)
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

/* An inline function and one of the same name in another unit: which of them is
 * called is the compiler's choice. The same text twice, from a header, is one.
 */
static void check_twice(tp_program *p, const tp_decl *a, const tp_decl *b) {
  const tp_func *f = &p->funcs.at[a->defines], *g = &p->funcs.at[b->defines];
  uint32_t n = f->end - f->begin;
  if (!a->defines || !b->defines || f == g ||
      (n == g->end - g->begin &&
       memcmp(p->units.at[f->unit].text + f->begin,
              p->units.at[g->unit].text + g->begin, n) == 0))
    return;
  const char *name = tp_names_text(p->names, a->name);
  tp_front_strange(p, TP_STRANGE_PROGRAM, "second definition of", name,
                   (uint32_t)strlen(name), b->unit, b->begin);
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
    if (!is_new)
      check_twice(p, &p->decls.at[*found], d);
    if (is_new || rank_of(d) > rank_of(&p->decls.at[*found]))
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
    same->is_placed |= d->is_placed;
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

/* ---- Entry ---- */

static int find_entry(tp_program *p, const char *entry, tp_diag *diag) {
  const char *name = entry ? entry : "main";
  if (!*name)
    return 0;
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
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    tp_front_strange_definition(p, &p->funcs.at[f]);
  drop_defined_inputs(p);
  tp_front_assumptions(p);
  tp_front_find_unused(p);
  return find_entry(p, entry, diag);
}
