/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Initialisers: braces as written in, (byte offset, type, value) out, C11
 * 6.7.9 with brace elision, designators and gcc's ranges.
 *
 * A path of levels says which part of the object comes next: at each level a
 * type, its offset and the index of its next member or element. Braces inside
 * braces start a path of their own (recursion, bounded). All parts end up in
 * the outermost list.
 */
#include "front/sema.h"

enum { MAX_COPIES = 4096 /* of a constant for [0 ... n] */ };

/* ---- As written ---- */

tp_node_id tp_sema_list(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  if (tree.is_bad)
    return tp_sema_broken(s, f);
  tp_node_id node =
      tp_sema_node(s, TP_N_INIT_LIST, TP_TYPE_UNKNOWN, tree.begin, tree.last);
  tp_sema_set_values(s, node, f->base);
  return node;
}

static bool index_value(tp_sema *s, uint32_t tree, uint64_t *out) {
  tp_node_id node = tree ? tp_sema_build(s, tree) : 0;
  return node && tp_node_constant(s->p, node, out);
}

static bool read_designator(tp_sema *s, uint32_t tree) {
  tp_tree_node node = *tp_sema_tree(s, tree);
  tp_designator d = {0};
  bool is_known = true;
  if (node.kind == TREE_AT_INDEX) {
    is_known = index_value(s, node.first, &d.low);
    d.high = d.low;
  } else if (node.kind == TREE_AT_INDEXES)
    is_known =
        index_value(s, tp_tree_kid(s->tree, tree, FIELD_START), &d.low) &&
        index_value(s, tp_tree_kid(s->tree, tree, FIELD_END), &d.high);
  else {
    tp_tok name = node.kind == TREE_NAME ? node.begin : node.last;
    if (tp_tok_kind(&s->tokens, name) != TOK_IDENT)
      return false;
    d.name = tp_tok_at(&s->tokens, name)->aux;
  }
  VEC_PUSH(&s->designators, d);
  return is_known;
}

/* Until its list is resolved, an INIT with designators `ref` .. +extra. */
tp_node_id tp_sema_pair(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id value = tp_sema_part(s, f, FIELD_VALUE);
  uint32_t first = s->designators.n;
  bool is_known = value != 0;
  for (uint32_t kid = tree.first; kid && is_known;
       kid = tp_sema_tree(s, kid)->next)
    if (tp_sema_tree(s, kid)->field == FIELD_DESIGNATOR)
      is_known = read_designator(s, kid);
  if (!is_known)
    return tp_sema_broken(s, f);
  tp_node_id node =
      tp_sema_node(s, TP_N_INIT, TP_TYPE_UNKNOWN, tree.begin, tree.last);
  tp_sema_at(s, node)->ref = first;
  tp_sema_at(s, node)->extra = s->designators.n - first;
  tp_sema_set_kids(s, node, &value, 1);
  return node;
}

/* ---- Where we are ---- */

typedef struct level {
  tp_type_id type;
  uint64_t offset;
  uint64_t index;
} level;

typedef struct target {
  tp_type_id type;
  uint64_t offset;
  uint32_t field; /* of a bit-field, else 0 */
} target;

typedef struct filler {
  tp_sema *s;
  VEC(level) path;
  tp_vec_u32 *out;   /* the INITs */
  uint64_t elements; /* of the outermost level, so far */
} filler;

static const tp_type *type_at(const tp_sema *s, tp_type_id t) {
  return tp_type_get(&s->p->types, t);
}

static bool is_aggregate(const tp_sema *s, tp_type_id t) {
  uint8_t kind = type_at(s, t)->kind;
  return kind == TP_T_ARRAY || kind == TP_T_RECORD;
}

/* The part that comes next at a level; false if the level is full. */
static bool next_part(const tp_sema *s, level *l, target *out) {
  const tp_type *t = type_at(s, l->type);
  if (t->kind == TP_T_ARRAY) {
    uint64_t size = type_at(s, t->base)->size;
    *out = (target){t->base, l->offset + l->index * size, 0};
    return !t->is_complete || l->index < t->count;
  }
  if (t->kind != TP_T_RECORD)
    return false;
  for (; l->index < t->n; l->index++) {
    uint32_t id = t->first + (uint32_t)l->index;
    const tp_field *field = &s->p->types.fields.at[id];
    if (field->name || !field->is_bitfield) {
      *out = (target){field->type, l->offset + field->offset,
                      field->is_bitfield ? id : 0};
      return true;
    }
  }
  return false;
}

static void advance(filler *f) {
  level *l = &VEC_LAST(&f->path);
  const tp_type *t = type_at(f->s, l->type);
  l->index = t->kind == TP_T_RECORD && t->is_union ? t->n : l->index + 1;
  if (f->path.n == 1 && l->index > f->elements)
    f->elements = l->index;
}

/* The next free part, closing levels that are full. */
static bool find_next(filler *f, target *out) {
  while (!next_part(f->s, &VEC_LAST(&f->path), out)) {
    if (f->path.n == 1)
      return false;
    f->path.n--;
    advance(f);
  }
  return true;
}

static void descend(filler *f, const target *t) {
  VEC_PUSH(&f->path, (level){t->type, t->offset, 0});
}

/* Set the path to what a designator says; false if there is no such part. */
static bool follow(filler *f, tp_designator d, bool is_first) {
  target t;
  if (!is_first) {
    if (!next_part(f->s, &VEC_LAST(&f->path), &t) ||
        !is_aggregate(f->s, t.type))
      return false;
    descend(f, &t);
  }
  for (;;) {
    level *l = &VEC_LAST(&f->path);
    const tp_type *type = type_at(f->s, l->type);
    if (!d.name) {
      l->index = d.low;
      return type->kind == TP_T_ARRAY;
    }
    uint32_t field =
        type->kind == TP_T_RECORD
            ? tp_type_member_index(&f->s->p->types, l->type, d.name)
            : 0;
    if (!field)
      return false;
    l->index = field - type->first;
    if (f->s->p->types.fields.at[field].name == d.name)
      return true;
    if (!next_part(f->s, l, &t)) /* into an anonymous member */
      return false;
    descend(f, &t);
  }
}

/* ---- Values ---- */

static void emit(filler *f, tp_node_id value, const target *t) {
  tp_sema *s = f->s;
  tp_node node = *tp_sema_at(s, value);
  node = (tp_node){.kind = TP_N_INIT,
                   .type = t->type,
                   .flags = (uint16_t)((node.flags & TP_F_SYSTEM) |
                                       (t->field ? TP_F_BITFIELD : 0)),
                   .begin = node.begin,
                   .end = node.end,
                   .ref = (uint32_t)t->offset,
                   .extra = t->field,
                   .first = value};
  tp_sema_at(s, value)->next = 0;
  VEC_PUSH(f->out, tp_tree_add(s->p, node));
}

/* Something of which only the place is known. */
static tp_node_id unknown_value(tp_sema *s, tp_node_id like, bool has_kid) {
  tp_node node = *tp_sema_at(s, like);
  node = (tp_node){.kind = TP_N_OPAQUE,
                   .begin = node.begin,
                   .end = node.end,
                   .first = has_kid ? like : 0};
  tp_sema_at(s, like)->next = 0;
  s->p->opaque++;
  return tp_tree_add(s->p, node);
}

/* Whether an expression fills the whole of t. */
static bool fills(tp_sema *s, tp_node_id value, tp_type_id t) {
  const tp_node *v = tp_sema_at(s, value);
  const tp_type *type = type_at(s, t);
  if (!is_aggregate(s, t))
    return true;
  if (v->kind == TP_N_STRING && type->kind == TP_T_ARRAY &&
      tp_type_is_integer(&s->p->types, type->base))
    return type_at(s, type->base)->size ==
           type_at(s, type_at(s, v->type)->base)->size;
  return type_at(s, v->type)->unqualified == type->unqualified;
}

static void fill_braces(filler *f, tp_node_id list, const target *t);

/* Put a value where the path points to. */
static void place(filler *f, tp_node_id value) {
  tp_sema *s = f->s;
  target t;
  if (!find_next(f, &t))
    return; /* more than fits: the compiler warns and drops it */
  if (tp_sema_at(s, value)->kind == TP_N_INIT_LIST) {
    uint64_t elements = f->elements;
    fill_braces(f, value, &t);
    f->elements = elements;
    advance(f);
    return;
  }
  while (!fills(s, value, t.type) && f->path.n < TP_SEMA_NESTING) {
    descend(f, &t);
    if (!find_next(f, &t))
      return;
  }
  if (!is_aggregate(s, t.type) || tp_sema_at(s, value)->kind != TP_N_STRING)
    tp_sema_use(s, value);
  emit(f, value, &t);
  advance(f);
}

/* [low ... high] = value: the first element is in out.at[from] already, the
 * array at level `at`. */
static void repeat(filler *f, tp_designator d, uint32_t from, level at) {
  tp_sema *s = f->s;
  tp_type_id element = type_at(s, at.type)->base;
  uint64_t size = type_at(s, element)->size, count = d.high - d.low;
  if (f->out->n == from)
    return;
  for (uint32_t i = from; i < f->out->n; i++)
    tp_sema_at(s, f->out->at[i])->flags |= TP_F_RANGE;
  tp_node_id value = tp_sema_at(s, f->out->at[from])->first;
  bool is_copied = f->out->n == from + 1 && count <= MAX_COPIES &&
                   tp_sema_at(s, value)->kind == TP_N_INT &&
                   !is_aggregate(s, element);
  target t = {element, at.offset + (d.low + 1) * size, 0};
  if (!is_copied) {
    t.type = tp_type_array(&s->p->types, element, count, true);
    emit(f, unknown_value(s, value, false), &t);
    return;
  }
  for (uint64_t i = 0; i < count; i++, t.offset += size) {
    emit(f, tp_tree_add(s->p, *tp_sema_at(s, value)), &t);
  }
}

/* A range that is not the last step: [0 ... 3].x = 1. */
static bool has_inner_range(const tp_sema *s, const tp_node *pair) {
  for (uint32_t i = 0; i + 1 < pair->extra; i++)
    if (s->designators.at[pair->ref + i].high >
        s->designators.at[pair->ref + i].low)
      return true;
  return false;
}

static void place_designated(filler *f, tp_node_id pair) {
  tp_sema *s = f->s;
  tp_node node = *tp_sema_at(s, pair);
  uint32_t from = f->out->n;
  f->path.n = 1;
  for (uint32_t i = 0; i < node.extra; i++)
    if (!follow(f, s->designators.at[node.ref + i], i == 0)) {
      f->path.n = 1;
      return;
    }
  if (f->path.at[0].index + 1 > f->elements)
    f->elements = f->path.at[0].index + 1;
  if (has_inner_range(s, &node)) {
    target all = {f->path.at[0].type, f->path.at[0].offset, 0};
    emit(f, unknown_value(s, node.first, true), &all);
    return;
  }
  tp_designator last = s->designators.at[node.ref + node.extra - 1];
  level at = VEC_LAST(&f->path);
  uint32_t depth = f->path.n;
  place(f, node.first);
  if (last.high <= last.low)
    return;
  repeat(f, last, from, at);
  f->path.n = depth;
  VEC_LAST(&f->path).index = last.high;
  advance(f);
}

/* The values of one pair of braces. */
static void fill_list(filler *f, tp_node_id list) {
  tp_sema *s = f->s;
  tp_node_id next = tp_sema_at(s, list)->first;
  while (next) {
    tp_node_id item = next;
    next = tp_sema_at(s, item)->next;
    tp_sema_at(s, item)->next = 0;
    if (tp_sema_at(s, item)->kind == TP_N_INIT)
      place_designated(f, item);
    else
      place(f, item);
  }
}

static tp_node_id innermost(const tp_sema *s, tp_node_id value) {
  while (value && tp_node_get(s->p, value)->kind == TP_N_INIT_LIST)
    value = tp_node_get(s->p, value)->first;
  return value;
}

static bool lies_in(const tp_sema *s, tp_node_id init, const target *t) {
  const tp_node *n = tp_node_get(s->p, init);
  return n->ref >= t->offset &&
         n->ref < t->offset + tp_type_get(&s->p->types, t->type)->size;
}

/* What lies in t was given before: in braces it is given anew, as a whole.
 * Whether something that is not constant was lost with it, which the compiler
 * may evaluate or not. */
static bool give_again(filler *f, const target *t) {
  uint32_t kept = 0;
  bool is_lost = false;
  for (uint32_t i = 0; i < f->out->n; i++) {
    tp_node_id init = f->out->at[i];
    uint8_t kind = tp_sema_at(f->s, tp_sema_at(f->s, init)->first)->kind;
    bool is_again = lies_in(f->s, init, t);
    bool is_plain = kind == TP_N_INT || kind == TP_N_FLOAT;
    is_lost = is_lost || (is_again && !is_plain);
    if (!is_again || !is_plain)
      f->out->at[kept++] = init;
  }
  f->out->n = kept;
  return is_lost;
}

static void fill_braces(filler *f, tp_node_id list, const target *t) {
  tp_sema *s = f->s;
  tp_node_id only = tp_sema_at(s, list)->first;
  bool is_string = only && !tp_sema_at(s, only)->next &&
                   tp_sema_at(s, only)->kind == TP_N_STRING &&
                   is_aggregate(s, t->type) && fills(s, only, t->type);
  if (!is_aggregate(s, t->type) || is_string) { /* int x = {{3}} */
    only = innermost(s, list);
    if (only && !is_string)
      tp_sema_use(s, only);
    if (only)
      emit(f, only, t);
    return;
  }
  if (s->nesting >= TP_SEMA_NESTING) {
    emit(f, unknown_value(s, list, false), t);
    return;
  }
  bool is_lost = give_again(f, t);
  s->nesting++;
  filler inner = {.s = s, .out = f->out};
  descend(&inner, t);
  fill_list(&inner, list);
  f->elements = inner.elements;
  VEC_FREE(&inner.path);
  s->nesting--;
  if (is_lost)
    emit(f, unknown_value(s, list, false), t);
}

tp_type_id tp_sema_initialise(tp_sema *s, tp_node_id list, tp_type_id type) {
  tp_vec_u32 out = {0};
  filler f = {.s = s, .out = &out};
  target whole = {type, 0, 0};
  fill_braces(&f, list, &whole);
  tp_sema_set_kids(s, list, out.at, out.n);
  const tp_type *t = type_at(s, type);
  if (t->kind == TP_T_ARRAY && !t->is_complete && !t->is_variable) {
    uint64_t count = f.elements;
    if (out.n == 1 && count == 0) /* char a[] = {"abc"} */
      count = type_at(s, tp_sema_at(s, tp_sema_at(s, out.at[0])->first)->type)
                  ->count;
    type = tp_type_array(&s->p->types, t->base, count, true);
  }
  tp_sema_at(s, list)->type = type;
  VEC_FREE(&out);
  VEC_FREE(&f.path);
  return type;
}
