/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calls of tp2ph_deliver in the program are known by their label. Limits
 * are its fourth and fifth argument, constant expressions of C. Those of a
 * float are rounded inwards: a value inside is inside of what was written.
 */
#include "input/limits.h"

#include "input/declaration.h"

#include "program/place.h"

#include <math.h>

#define MAX_SIZE (UINT64_C(1) << 24) /* bytes of one delivery */

typedef struct checking {
  tp_program *p;
  const tp_inputs_file *in;
  const tp_delivery *delivery; /* at hand */
  tp_type_id type;             /* of its scalars, or a record */
  tp_map met; /* label -> index of the delivery that its next site is, + 1 */
  tp_diag *diag;
} checking;

static int refuse(const checking *c, const char *why) {
  int rc = tp_diag_set(c->diag, TP_REFUSED, "'%s': %s",
                       tp_names_text(c->in->names, c->delivery->label), why);
  tp_inputs_point(c->in, c->delivery->at, c->diag);
  return rc;
}

/* ---- the bounds ---------------------------------------------------------- */

static uint64_t cut(uint64_t bits, uint64_t size) {
  return size < 8 ? bits & ((UINT64_C(1) << 8 * size) - 1) : bits;
}

/* An integer bound as a value of the type. */
static bool fit_integer(const checking *c, bool is_negative, uint64_t bits,
                        uint64_t *out) {
  const tp_type *t = tp_type_get(&c->p->types, c->type);
  unsigned width = t->kind == TP_T_BOOL ? 1 : 8 * (unsigned)t->size;
  bool is_signed = tp_type_is_signed(&c->p->types, c->type);
  uint64_t most = UINT64_MAX >> (64 - width + is_signed);
  *out = bits;
  if (is_negative)
    return is_signed && ~bits <= most;
  return bits <= most;
}

static bool fit_float(const checking *c, double number, bool is_low,
                      uint64_t *out) {
  double beyond = is_low ? HUGE_VAL : -HUGE_VAL;
  *out = 0;
  if (isnan(number))
    return false;
  if (tp_type_get(&c->p->types, c->type)->size == 8) {
    memcpy(out, &number, 8);
    return true;
  }
  float single = (float)number;
  if (is_low ? single < number : single > number)
    single = nextafterf(single, (float)beyond);
  memcpy(out, &single, 4);
  return true;
}

/* Bound `arg` of the call; its value is extended to 64 bits. */
static int read_bound(const checking *c, tp_node_id call, uint32_t arg,
                      uint64_t *out) {
  const tp_types *types = &c->p->types;
  tp_type_id type;
  uint64_t bits;
  double number;
  if (!tp_node_number(c->p, tp_node_kid(c->p, call, arg), &type, &bits,
                      &number))
    return refuse(c, "its limits are not constant");
  bool is_float = tp_type_is_float(types, type);
  bool is_negative =
      !is_float && tp_type_is_signed(types, type) && (int64_t)bits < 0;
  if (tp_type_is_float(types, c->type)) {
    if (!is_float)
      number = is_negative ? (double)(int64_t)bits : (double)bits;
    return fit_float(c, number, arg == 4, out)
               ? 0
               : refuse(c, "no number as limit");
  }
  if (is_float)
    return refuse(c, "the limits of an integer are integers");
  return fit_integer(c, is_negative, bits, out)
             ? 0
             : refuse(c, "its type can't have a value beyond this limit");
}

static double as_double(const checking *c, uint64_t bits) {
  double d;
  float f;
  memcpy(&d, &bits, sizeof d);
  memcpy(&f, &bits, sizeof f);
  return tp_type_get(&c->p->types, c->type)->size == 8 ? d : (double)f;
}

static bool is_ordered(const checking *c, uint64_t low, uint64_t high) {
  if (tp_type_is_float(&c->p->types, c->type))
    return as_double(c, low) <= as_double(c, high);
  if (tp_type_is_signed(&c->p->types, c->type))
    return (int64_t)low <= (int64_t)high;
  return low <= high;
}

static int limit_site(const checking *c, tp_site *site) {
  uint64_t low, high;
  uint64_t size = tp_type_get(&c->p->types, c->type)->size;
  if (read_bound(c, site->node, 4, &low) != 0 ||
      read_bound(c, site->node, 5, &high) != 0)
    return -1;
  if (!is_ordered(c, low, high))
    return refuse(c, "no value lies between these limits");
  const char *text = tp_names_text(c->in->names, c->delivery->limits);
  uint64_t plain = !is_ordered(c, low, 0)    ? low
                   : !is_ordered(c, 0, high) ? high
                                             : 0;
  tp_limits limits = {.low = cut(low, size),
                      .high = cut(high, size),
                      .plain = cut(plain, size),
                      .text = tp_names_id(c->p->names, text, strlen(text))};
  site->limits = c->p->limits.n;
  VEC_PUSH(&c->p->limits, limits);
  return 0;
}

/* ---- sites --------------------------------------------------------------- */

/* Whether what is filled, the first argument, is characters. */
static bool is_text_at(const checking *c, const tp_site *site) {
  tp_node_id n = tp_node_kid(c->p, site->node, 1);
  while (tp_node_get(c->p, n)->kind == TP_N_CAST)
    n = tp_node_get(c->p, n)->first;
  const tp_type *t = tp_type_get(&c->p->types, tp_node_get(c->p, n)->type);
  return (t->kind == TP_T_POINTER || t->kind == TP_T_ARRAY) &&
         tp_type_get(&c->p->types, t->base)->size <= 1;
}

static int check_site(checking *c, tp_site *site) {
  const tp_types *types = &c->p->types;
  uint64_t size;
  if (tp_node_constant(c->p, tp_node_kid(c->p, site->node, 2), &size) &&
      size > MAX_SIZE)
    return refuse(c, "its size is not between 1 and 16 MiB");
  c->type = site->object;
  while (tp_type_get(types, c->type)->kind == TP_T_ARRAY)
    c->type = tp_type_get(types, c->type)->base;
  bool is_number =
      tp_type_is_integer(types, c->type) || tp_type_is_float(types, c->type);
  if (tp_type_is_scalar(types, c->type) && !is_number)
    return refuse(c, "an address can't be delivered, nor a long double");
  site->is_text = c->delivery->is_text;
  if (site->is_text && !is_text_at(c, site))
    return refuse(c, "a text is an array of char: char NAME[N] text[N]");
  if (c->delivery->has_set &&
      tp_type_get(types, site->object)->kind == TP_T_ARRAY)
    return refuse(c, "a set is for one number, this is an array: in LOW .. "
                     "HIGH holds for each element");
  if (!c->delivery->limits)
    return 0;
  if (!is_number)
    return refuse(c, "only numbers and arrays of numbers have limits");
  return limit_site(c, site);
}

/* Deliveries of one label (when) are met in the order of the text. */
static const tp_delivery *next_delivery(checking *c, tp_name label) {
  bool is_new;
  const uint32_t *first = label ? tp_map_get(&c->in->by_label, label) : NULL;
  if (!first)
    return NULL;
  uint32_t *slot = tp_map_put(&c->met, label, &is_new);
  const tp_delivery *d = &c->in->deliveries.at[(is_new ? *first : *slot) - 1];
  *slot = d->next ? d->next : *first;
  return d;
}

static const tp_delivery *delivery_of(checking *c, const tp_site *site) {
  const tp_program *p = c->p;
  if (!site->is_delivery)
    return NULL;
  const tp_node *label = tp_node_get(p, tp_node_kid(p, site->node, 3));
  if (label->kind != TP_N_STRING)
    return NULL;
  const char *text = tp_names_text(p->names, p->strings.at[label->ref]);
  return next_delivery(c, tp_names_find(c->in->names, text, strlen(text)));
}

/* ---- definitions --------------------------------------------------------- */

static int check_function(const tp_program *p, const tp_inputs_file *in,
                          const tp_func *f, tp_diag *diag) {
  const tp_decl *decl = &p->decls.at[f->decl];
  const char *name = tp_names_text(p->names, decl->name);
  const uint32_t *slot =
      tp_map_get(&in->by_name, tp_names_find(in->names, name, strlen(name)));
  tp_place place = tp_place_of(p, f->unit, f->begin);
  const char *file = tp_names_text(p->names, place.file);
  bool is_ours = strcmp(file, in->path) == 0;
  if (!slot ||
      (is_ours && (!decl->is_noreturn || in->at.at[*slot - 1].is_noreturn)))
    return 0;
  int rc;
  if (is_ours)
    rc = tp_diag_set(diag, TP_REFUSED,
                     "the program says that '%s' does not return: write "
                     "_Noreturn before it, and runs end there",
                     name);
  else
    rc = tp_diag_set(
        diag, TP_REFUSED,
        "'%s' is declared as an input, but the program defines it itself "
        "(%s:%u): leave that file or definition out, or this declaration",
        name, file, place.line);
  tp_inputs_point(in, in->at.at[*slot - 1].at, diag);
  return rc;
}

/* ---- functions that are handed to it ------------------------------------- */

static bool is_function_pointer(const tp_program *p, tp_type_id t) {
  const tp_type *type = tp_type_get(&p->types, t);
  return type->kind == TP_T_POINTER &&
         tp_type_get(&p->types, type->base)->kind == TP_T_FUNCTION;
}

/* A function, or a record, or where one lies, with functions in it. */
static bool may_be_called(const tp_program *p, tp_type_id t) {
  const tp_type *type = tp_type_get(&p->types, t);
  if (is_function_pointer(p, t))
    return true;
  if (type->kind == TP_T_POINTER)
    type = tp_type_get(&p->types, type->base);
  for (uint32_t i = 0; type->kind == TP_T_RECORD && i < type->n; i++)
    if (is_function_pointer(p, p->types.fields.at[type->first + i].type))
      return true;
  return false;
}

static int refuse_callback(const tp_inputs_file *in, const tp_declared *d,
                           uint32_t param, bool is_function, tp_diag *diag) {
  int rc = tp_diag_set(
      diag, TP_REFUSED,
      is_function
          ? "'%s' may call this function: say behind its parameters which "
            "calls it makes, as in: calls fn(0 .. 3, user), or behind this one "
            "that it makes none: ignored"
          : "'%s' may call functions that lie here: say behind this parameter "
            "that it does not: ignored",
      tp_names_text(in->names, d->name));
  tp_inputs_point(in, d->params.at[param].at, diag);
  return rc;
}

/* What nobody said would be 0 in each run. */
static int check_vague(const tp_program *p, const tp_inputs_file *in,
                       const tp_func *f, const tp_declared *d, tp_diag *diag) {
  const tp_types *types = &p->types;
  tp_type_id returns = tp_type_get(types, p->decls.at[f->decl].type)->base;
  const tp_type *to = tp_type_get(types, tp_type_get(types, returns)->base);
  if (!d->is_vague || !tp_type_is_pointer(types, returns) || !to->size)
    return 0;
  int rc = tp_diag_set(
      diag, TP_REFUSED,
      "'%s': say what lies where it points to: %s, or ignored if nobody looks "
      "there",
      tp_names_text(in->names, d->name),
      to->kind == TP_T_RECORD ? "{ .MEMBER; .MEMBER in LOW .. HIGH; }"
      : to->size == 1         ? "text[SIZE]"
                              : "let a parameter with out deliver it");
  tp_inputs_point(in, d->at, diag);
  return rc;
}

/* The definition of what is declared is part of the program's text. */
int tp_input_check_callbacks(tp_program *p, const tp_inputs_file *in,
                             tp_diag *diag) {
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    const tp_decl *decl = &p->decls.at[p->funcs.at[f].decl];
    const char *text = tp_names_text(p->names, decl->name);
    tp_name name = tp_names_find(in->names, text, strlen(text));
    const uint32_t *slot = name ? tp_map_get(&in->by_name, name) : NULL;
    const tp_declared *d = slot ? &in->at.at[*slot - 1] : NULL;
    p->funcs.at[f].is_tester = d != NULL;
    if (d && check_vague(p, in, &p->funcs.at[f], d, diag) != 0)
      return -1;
    for (uint32_t i = 0; d && i < p->funcs.at[f].params.n; i++) {
      tp_type_id type = p->decls.at[p->funcs.at[f].params.at[i]].type;
      if (i >= d->params.n || !may_be_called(p, type))
        continue;
      p->funcs.at[f].is_promised = 1;
      if (!d->params.at[i].is_called && !d->params.at[i].is_ignored)
        return refuse_callback(in, d, i, is_function_pointer(p, type), diag);
    }
  }
  return 0;
}

int tp_input_check_defined(const tp_program *p, const tp_inputs_file *in,
                           tp_diag *diag) {
  int rc = 0;
  for (tp_func_id f = 1; f < p->funcs.n && rc == 0; f++)
    rc = check_function(p, in, &p->funcs.at[f], diag);
  return rc;
}

int tp_input_limit(tp_program *p, const tp_inputs_file *in, tp_diag *diag) {
  checking c = {.p = p, .in = in, .diag = diag};
  int rc = 0;
  for (uint32_t i = 1; i < p->sites.n && rc == 0; i++) {
    c.delivery = delivery_of(&c, &p->sites.at[i]);
    if (c.delivery)
      rc = check_site(&c, &p->sites.at[i]);
  }
  tp_map_free(&c.met);
  return rc;
}
