/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/uses.h"

#include "libc/libc.h"

/* ---- places -------------------------------------------------------------- */

/* Also as it is counted: n++, --n. */
static tp_use_place place_of_number(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  while (node->kind == TP_N_CAST || node->kind == TP_N_INCDEC) {
    n = node->first;
    node = tp_node_get(p, n);
  }
  return tp_use_of_node(p, n);
}

static bool is_integer(const tp_program *p, tp_node_id n) {
  return tp_type_is_integer(&p->types, tp_node_get(p, n)->type);
}

/* A local pointer is what it begins as: const char *at = bytes. */
static tp_use_place place_of_pointer(const tp_uses *u, tp_node_id n) {
  tp_use_place place = tp_use_of_node(u->p, n);
  const uint32_t *source = tp_map_get(&u->begins, place);
  return source ? u->sources.at[*source] : place;
}

static void see_begin(tp_uses *u, tp_node_id var) {
  const tp_node *node = tp_node_get(u->p, var);
  const tp_decl *d = &u->p->decls.at[node->ref];
  tp_use_place source = node->first ? tp_use_of_node(u->p, node->first) : 0;
  bool is_new;
  if (!source || !d->scope || d->is_static ||
      tp_type_get(&u->p->types, d->type)->kind != TP_T_POINTER)
    return;
  uint32_t *at =
      tp_map_put(&u->begins, tp_use_of_decl(u->p, node->ref), &is_new);
  *at = u->sources.n;
  VEC_PUSH(&u->sources, source);
}

/* ---- sizes --------------------------------------------------------------- */

typedef struct place_pair {
  tp_use_place a, b;
  bool is_equality; /* compared by == or != */
} place_pair;

/* An index or count of the pointer. */
typedef struct product {
  tp_use_place of, a, b;
} product;

/* What is seen in one function. */
typedef struct sizes_seen {
  VEC(place_pair) compared; /* numbers */
  VEC(place_pair) indexed;  /* what, by what */
  VEC(product) products;
  VEC(tp_use_place) up;   /* pointers that are stepped on */
  VEC(tp_use_place) down; /* numbers that are counted down */
} sizes_seen;

static bool note_size(tp_uses *u, tp_use_place pointer, tp_use_place number,
                      tp_size_use use) {
  bool is_new;
  uint32_t *known =
      tp_map_put(&u->sizes, tp_use_pair(pointer, number), &is_new);
  if (!is_new && *known <= (uint32_t)use)
    return false;
  *known = use;
  return true;
}

tp_size_use tp_uses_size(const tp_uses *u, tp_use_place pointer,
                         tp_use_place number) {
  const uint32_t *known = tp_map_get(&u->sizes, tp_use_pair(pointer, number));
  return known ? (tp_size_use)*known : TP_SIZE_NONE;
}

static uint64_t product_key(tp_use_place of, tp_use_place a, tp_use_place b) {
  return tp_hash_pair(of, a < b ? tp_hash_pair(a, b) : tp_hash_pair(b, a)) >> 1;
}

static void note_product(tp_uses *u, product of) {
  bool is_new;
  tp_map_put(&u->products, product_key(of.of, of.a, of.b), &is_new);
}

bool tp_uses_are_factors(const tp_uses *u, tp_use_place pointer, tp_use_place a,
                         tp_use_place b) {
  return tp_map_get(&u->products, product_key(pointer, a, b)) != NULL;
}

static void see_comparison(tp_uses *u, tp_node_id n, sizes_seen *seen) {
  tp_node_id l = tp_node_kid(u->p, n, 0), r = tp_node_kid(u->p, n, 1);
  uint8_t op = tp_node_get(u->p, n)->op;
  place_pair pair = {place_of_number(u->p, l), place_of_number(u->p, r),
                     op == TP_OP_EQ || op == TP_OP_NE};
  if (pair.a && pair.b && is_integer(u->p, l) && is_integer(u->p, r))
    VEC_PUSH(&seen->compared, pair);
}

/* What the value is below by its form: x % n, x & (n - 1). */
static tp_use_place bound_of(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  uint64_t one;
  while (node->kind == TP_N_CAST)
    node = tp_node_get(p, n = node->first);
  if (node->kind != TP_N_BINARY)
    return 0;
  tp_node_id r = tp_node_kid(p, n, 1);
  if (node->op == TP_OP_MOD)
    return place_of_number(p, r);
  const tp_node *mask = tp_node_get(p, r);
  while (mask->kind == TP_N_CAST)
    mask = tp_node_get(p, r = mask->first);
  bool is_mask = node->op == TP_OP_AND && mask->kind == TP_N_BINARY &&
                 mask->op == TP_OP_SUB &&
                 tp_node_constant(p, tp_node_kid(p, r, 1), &one) && one == 1;
  return is_mask ? place_of_number(p, mask->first) : 0;
}

/* i = x % n is as good as i < n. */
static void see_bound(tp_uses *u, tp_use_place to, tp_node_id value,
                      sizes_seen *seen) {
  place_pair pair = {to, value ? bound_of(u->p, value) : 0, false};
  if (pair.a && pair.b)
    VEC_PUSH(&seen->compared, pair);
}

/* Products in the sum: r * columns + c. Recursion: as deep as sums are written;
 * beyond 8 they are of no interest. */
static void see_products(tp_uses *u, tp_use_place pointer, tp_node_id n,
                         sizes_seen *seen, unsigned depth) {
  const tp_node *node = tp_node_get(u->p, n);
  while (node->kind == TP_N_CAST)
    node = tp_node_get(u->p, n = node->first);
  if (node->kind != TP_N_BINARY || depth > 8)
    return;
  tp_node_id l = tp_node_kid(u->p, n, 0), r = tp_node_kid(u->p, n, 1);
  if (node->op == TP_OP_ADD) {
    see_products(u, pointer, l, seen, depth + 1);
    see_products(u, pointer, r, seen, depth + 1);
  } else if (node->op == TP_OP_MUL) {
    product of = {pointer, place_of_number(u->p, l), place_of_number(u->p, r)};
    if (of.a && of.b)
      VEC_PUSH(&seen->products, of);
  }
}

/* p[i], and p + n, which ends it. */
static void see_step(tp_uses *u, tp_node_id n, sizes_seen *seen) {
  tp_node_id l = tp_node_kid(u->p, n, 0), r = tp_node_kid(u->p, n, 1);
  bool is_index = tp_node_get(u->p, n)->kind == TP_N_INDEX;
  uint8_t kind = tp_use_type(u->p, l)->kind;
  place_pair pair = {place_of_pointer(u, l), place_of_number(u->p, r), false};
  if (pair.a && kind == TP_T_POINTER && is_integer(u->p, r)) {
    tp_use_place bound = bound_of(u->p, r);
    see_products(u, pair.a, r, seen, 0);
    if (bound)
      note_size(u, pair.a, bound, TP_SIZE_COUNT);
  }
  if (!pair.a || !pair.b || !is_integer(u->p, r))
    return;
  if (is_index && (kind == TP_T_POINTER || kind == TP_T_ARRAY))
    VEC_PUSH(&seen->indexed, pair);
  if (kind == TP_T_POINTER)
    note_size(u, pair.a, pair.b, is_index ? TP_SIZE_INDEX : TP_SIZE_COUNT);
}

/* p++ and p += k; n-- and n -= k. */
static void see_count(tp_uses *u, tp_node_id n, sizes_seen *seen) {
  const tp_node *node = tp_node_get(u->p, n);
  bool is_pointer = tp_use_type(u->p, node->first)->kind == TP_T_POINTER;
  tp_use_place place = is_pointer ? place_of_pointer(u, node->first)
                                  : tp_use_of_node(u->p, node->first);
  if (place && is_pointer && node->op == TP_OP_ADD)
    VEC_PUSH(&seen->up, place);
  else if (place && is_integer(u->p, node->first) && node->op == TP_OP_SUB)
    VEC_PUSH(&seen->down, place);
}

static void see_node(tp_uses *u, tp_node_id n, sizes_seen *seen) {
  const tp_node *node = tp_node_get(u->p, n);
  if (node->kind == TP_N_INCDEC || node->kind == TP_N_ASSIGN)
    see_count(u, n, seen);
  if (node->kind == TP_N_VAR)
    see_bound(u, tp_use_of_decl(u->p, node->ref), node->first, seen);
  if (node->kind == TP_N_ASSIGN && node->op == TP_OP_ASSIGN)
    see_bound(u, tp_use_of_node(u->p, node->first), tp_node_kid(u->p, n, 1),
              seen);
  if (node->kind == TP_N_INDEX ||
      (node->kind == TP_N_BINARY && node->op == TP_OP_ADD))
    see_step(u, n, seen);
  else if (node->kind == TP_N_BINARY && node->op >= TP_OP_LT &&
           node->op <= TP_OP_NE)
    see_comparison(u, n, seen);
}

/* p[i] where i is compared with n: n is the size of p; by == it may be another
 * index (head == tail), so that is said where all has been seen. */
static uint64_t checked_key(tp_func_id f, uint64_t pair) {
  return tp_hash_pair(f, pair) >> 1;
}

static void note_checked(tp_uses *u, tp_func_id f, tp_use_place pointer,
                         tp_use_place index) {
  bool is_new;
  tp_map_put(&u->checked, checked_key(f, tp_use_pair(pointer, index)), &is_new);
}

bool tp_uses_checks(const tp_uses *u, tp_func_id f, tp_use_place pointer,
                    tp_use_place index) {
  return tp_map_get(&u->checked, checked_key(f, tp_use_pair(pointer, index)));
}

static void relate_index(tp_uses *u, tp_func_id f, place_pair index,
                         place_pair compared) {
  tp_use_place n = compared.a == index.b   ? compared.b
                   : compared.b == index.b ? compared.a
                                           : 0;
  if (!n || n == index.b)
    return;
  if (compared.is_equality) {
    VEC_PUSH(&u->ends, tp_use_pair(index.a, n));
  } else {
    note_size(u, index.a, n, TP_SIZE_COUNT);
    note_checked(u, f, index.a, index.b);
  }
}

static void relate(tp_uses *u, tp_func_id f, const sizes_seen *seen) {
  for (uint32_t i = 0; i < seen->indexed.n; i++)
    for (uint32_t k = 0; k < seen->compared.n; k++)
      relate_index(u, f, seen->indexed.at[i], seen->compared.at[k]);
}

static void see_ends(tp_uses *u) {
  for (uint32_t i = 0; i < u->ends.n; i++) {
    bool is_new;
    uint32_t *known = tp_map_put(&u->sizes, u->ends.at[i], &is_new);
    if (is_new)
      *known = TP_SIZE_COUNT;
  }
}

/* p[r * columns + c] where r is compared with rows, too. */
static void relate_products(tp_uses *u, const sizes_seen *seen) {
  for (uint32_t i = 0; i < seen->products.n; i++) {
    product of = seen->products.at[i];
    note_product(u, of);
    for (uint32_t k = 0; k < seen->compared.n; k++) {
      place_pair c = seen->compared.at[k];
      if (c.a == of.a || c.b == of.a)
        note_product(u, (product){of.of, c.a == of.a ? c.b : c.a, of.b});
      if (c.a == of.b || c.b == of.b)
        note_product(u, (product){of.of, of.a, c.a == of.b ? c.b : c.a});
    }
  }
}

/* while (n--) *p++: n is the size of p. */
static void relate_steps(tp_uses *u, const sizes_seen *seen) {
  for (uint32_t i = 0; i < seen->up.n; i++)
    for (uint32_t k = 0; k < seen->down.n; k++)
      note_size(u, seen->up.at[i], seen->down.at[k], TP_SIZE_COUNT);
}

static void see_sizes(tp_uses *u, tp_func_id f) {
  sizes_seen seen = {0};
  tp_use_walk w = tp_use_walk_function(u->p, f);
  for (tp_node_id n; (n = tp_use_next(&w));)
    see_node(u, n, &seen);
  relate(u, f, &seen);
  relate_products(u, &seen);
  relate_steps(u, &seen);
  VEC_FREE(&seen.compared);
  VEC_FREE(&seen.indexed);
  VEC_FREE(&seen.products);
  VEC_FREE(&seen.up);
  VEC_FREE(&seen.down);
}

/* ---- what is passed on --------------------------------------------------- */

/* As in memset(p, 0, n): bytes, and how many. */
static bool are_bytes(const tp_program *p, const tp_site *site, uint32_t i) {
  const tp_type *f = tp_type_get(&p->types, p->decls.at[site->callee].type);
  tp_type_id to = f->kind == TP_T_FUNCTION && i < f->n
                      ? tp_use_behind(p, p->types.params.at[f->first + i])
                      : 0;
  return to == TP_TYPE_VOID || to == TP_TYPE_CHAR || to == TP_TYPE_UCHAR;
}

/* Whether what is passed as i-th and k-th is a pointer and its size there. */
static tp_size_use passed_as(const tp_uses *u, const tp_site *site, uint32_t i,
                             uint32_t k) {
  tp_func_id f = tp_decl_function(u->p, site->callee);
  if (!f)
    return are_bytes(u->p, site, i) ? TP_SIZE_COUNT : TP_SIZE_NONE;
  const tp_func *func = &u->p->funcs.at[f];
  if (i >= func->params.n || k >= func->params.n)
    return TP_SIZE_NONE;
  return tp_uses_size(u, tp_use_of_decl(u->p, func->params.at[i]),
                      tp_use_of_decl(u->p, func->params.at[k]));
}

/* n, or n * sizeof *p. */
static tp_use_place place_of_size(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  uint64_t bits;
  while (node->kind == TP_N_CAST)
    node = tp_node_get(p, n = node->first);
  if (node->kind != TP_N_BINARY || node->op != TP_OP_MUL)
    return tp_use_of_node(p, n);
  tp_node_id l = tp_node_kid(p, n, 0), r = tp_node_kid(p, n, 1);
  return tp_node_constant(p, r, &bits)   ? tp_use_of_node(p, l)
         : tp_node_constant(p, l, &bits) ? tp_use_of_node(p, r)
                                         : 0;
}

/* n * size of them. */
static void note_bytes(tp_uses *u, tp_use_place pointer, tp_node_id number) {
  sizes_seen seen = {0};
  see_products(u, pointer, number, &seen, 0);
  relate_products(u, &seen);
  VEC_FREE(&seen.products);
}

static bool pass_on(tp_uses *u, const tp_site *site) {
  bool is_new = false;
  uint32_t n = tp_node_kid_count(u->p, site->node);
  for (uint32_t i = 1; site->callee && i < n; i++) {
    tp_node_id pointer = tp_node_kid(u->p, site->node, i);
    tp_use_place a = place_of_pointer(u, pointer);
    if (!a || tp_use_type(u->p, pointer)->kind != TP_T_POINTER)
      continue;
    for (uint32_t k = 1; k < n; k++) {
      tp_node_id number = tp_node_kid(u->p, site->node, k);
      tp_use_place b = place_of_size(u->p, number);
      if (!b && is_integer(u->p, number) && passed_as(u, site, i - 1, k - 1))
        note_bytes(u, a, number);
      tp_size_use use = b && is_integer(u->p, number)
                            ? passed_as(u, site, i - 1, k - 1)
                            : TP_SIZE_NONE;
      is_new |= use && note_size(u, a, b, use);
    }
  }
  return is_new;
}

static void pass_all_on(tp_uses *u) {
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (uint32_t i = 1; i < u->p->sites.n; i++)
      is_new |= pass_on(u, &u->p->sites.at[i]);
  }
}

/* ---- what void * means --------------------------------------------------- */

static void note_meaning(tp_uses *u, tp_node_id n, tp_type_id as) {
  tp_use_place place = n ? tp_use_of_node(u->p, n) : 0;
  tp_type_id to = tp_use_behind(u->p, as);
  bool is_new;
  if (!place || !to || to == TP_TYPE_VOID || to == TP_TYPE_CHAR ||
      tp_use_behind(u->p, tp_node_get(u->p, n)->type) != TP_TYPE_VOID)
    return;
  uint32_t *known = tp_map_put(&u->means, place, &is_new);
  if (is_new)
    *known = to;
}

static void see_meaning(tp_uses *u, tp_node_id n) {
  const tp_node *node = tp_node_get(u->p, n);
  if (node->kind == TP_N_CAST)
    note_meaning(u, node->first, node->type);
  else if (node->kind == TP_N_VAR && node->first)
    note_meaning(u, node->first, u->p->decls.at[node->ref].type);
  else if (node->kind == TP_N_ASSIGN && node->op == TP_OP_ASSIGN)
    note_meaning(u, tp_node_kid(u->p, n, 1),
                 tp_use_type(u->p, node->first)->unqualified);
}

tp_type_id tp_uses_meaning(const tp_uses *u, tp_use_place place) {
  const uint32_t *known = tp_map_get(&u->means, place);
  return known ? *known : 0;
}

/* ---- over what pointers walk --------------------------------------------- */

static void note_walk(tp_uses *u, tp_node_id n) {
  tp_type_id to = tp_use_behind(u->p, tp_node_get(u->p, n)->type);
  bool is_new;
  if (to)
    tp_map_put(&u->walked, to, &is_new);
}

static void see_walk(tp_uses *u, tp_node_id n) {
  const tp_node *node = tp_node_get(u->p, n);
  bool is_sum = node->kind == TP_N_BINARY &&
                (node->op == TP_OP_ADD || node->op == TP_OP_SUB);
  if (is_sum || node->kind == TP_N_INDEX) {
    note_walk(u, tp_node_kid(u->p, n, 0));
    note_walk(u, tp_node_kid(u->p, n, 1));
  } else if (node->kind == TP_N_INCDEC ||
             (node->kind == TP_N_ASSIGN && node->op != TP_OP_ASSIGN)) {
    note_walk(u, node->first);
  }
}

/* ---- what is given back to the heap -------------------------------------- */

/* Whether the function gives back what it gets as i-th. */
static bool is_given_back(const tp_uses *u, const tp_site *site, uint32_t i) {
  tp_func_id f = tp_decl_function(u->p, site->callee);
  const tp_func *func = &u->p->funcs.at[f];
  if (f)
    return i < func->params.n &&
           tp_map_get(&u->freed_places,
                      tp_use_of_decl(u->p, func->params.at[i]));
  const char *name =
      tp_names_text(u->p->names, u->p->decls.at[site->callee].name);
  return i == 0 && tp_libc_notes(name) & TP_LIBC_FREES;
}

static bool note_freed(tp_uses *u, tp_node_id arg) {
  const tp_node *node = tp_node_get(u->p, arg);
  while (node->kind == TP_N_CAST)
    node = tp_node_get(u->p, arg = node->first);
  tp_type_id to = tp_use_behind(u->p, node->type);
  tp_use_place place = tp_use_of_node(u->p, arg);
  bool is_new = false;
  if (to && to != TP_TYPE_VOID)
    tp_map_put(&u->freed, to, &is_new);
  if (place)
    tp_map_put(&u->freed_places, place, &is_new);
  return is_new;
}

static void see_freed(tp_uses *u) {
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 1; i < u->p->sites.n; i++) {
      const tp_site *site = &u->p->sites.at[i];
      uint32_t n = site->callee ? tp_node_kid_count(u->p, site->node) : 0;
      for (uint32_t k = 1; k < n; k++)
        if (is_given_back(u, site, k - 1))
          grew |= note_freed(u, tp_node_kid(u->p, site->node, k));
    }
  }
}

bool tp_uses_frees(const tp_uses *u, tp_use_place pointer, tp_type_id type) {
  return tp_map_get(&u->freed, type) ||
         (pointer && tp_map_get(&u->freed_places, pointer));
}

void tp_uses_find(tp_uses *out, const tp_program *p) {
  *out = (tp_uses){.p = p};
  for (tp_node_id n = 1; n < p->nodes.n; n++)
    if (tp_node_get(p, n)->kind == TP_N_VAR)
      see_begin(out, n);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    see_walk(out, n);
    see_meaning(out, n);
    tp_links_see(out, n);
  }
  see_freed(out);
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    see_sizes(out, f);
    tp_links_see_function(out, f);
  }
  see_ends(out);
  pass_all_on(out);
  tp_nulls_find(&out->nulls, p);
  tp_tags_find(&out->tags, p);
}

void tp_uses_free(tp_uses *u) {
  tp_map_free(&u->sizes);
  tp_map_free(&u->checked);
  VEC_FREE(&u->ends);
  tp_map_free(&u->products);
  tp_map_free(&u->shared);
  tp_map_free(&u->begins);
  VEC_FREE(&u->sources);
  tp_map_free(&u->means);
  tp_map_free(&u->walked);
  tp_map_free(&u->freed);
  tp_map_free(&u->closed);
  tp_map_free(&u->opened);
  tp_map_free(&u->freed_places);
  tp_nulls_free(&u->nulls);
  tp_tags_free(&u->tags);
}
