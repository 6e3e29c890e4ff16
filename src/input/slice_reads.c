/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --assume says of a global variable is assumed where the program reads
 * it: TEMP becomes (tp2ph_assume_that(TEMP == 25), TEMP) in the text that is
 * analysed and instrumented. The user's files stay as they are. */
#include "input/slice.h"

#include "program/place.h"

#include <stdlib.h>
#include <string.h>

/* "cfg.temp" of a variable outside of functions, or of a member of one. */
static bool add_path(const tp_program *p, tp_node_id n, tp_str *out) {
  const tp_node *node = tp_node_get(p, n);
  if (node->kind == TP_N_NAME) {
    const tp_decl *d = &p->decls.at[node->ref];
    tp_str_add(out, tp_names_text(p->names, d->name));
    return d->kind == TP_D_VAR && !d->scope;
  }
  if (node->kind != TP_N_MEMBER || !add_path(p, node->first, out))
    return false;
  tp_name name = p->types.fields.at[node->ref].name;
  tp_str_addf(out, ".%s", name ? tp_names_text(p->names, name) : "");
  return true;
}

/* The part of a path up to the next dot; 0: there is none of that name. */
static tp_name first_name(const tp_program *p, const char *path) {
  size_t n = strcspn(path, ".");
  return tp_names_find(p->names, path, n);
}

static const char *behind_first(const char *path) {
  path += strcspn(path, ".");
  return *path ? path + 1 : path;
}

/* Whether anything reads it is another matter. */
tp_type_id tp_slice_global(const tp_program *p, const char *name) {
  tp_name first = first_name(p, name);
  tp_type_id type = TP_TYPE_UNKNOWN;
  for (tp_decl_id d = 1; first && d < p->decls.n; d++)
    if (p->decls.at[d].name == first && p->decls.at[d].kind == TP_D_VAR &&
        !p->decls.at[d].scope)
      type = p->decls.at[d].type;
  for (name = behind_first(name); *name && type != TP_TYPE_UNKNOWN;
       name = behind_first(name)) {
    tp_field f = {.type = TP_TYPE_UNKNOWN};
    tp_name member = first_name(p, name);
    bool is_there = member &&
                    tp_type_get(&p->types, type)->kind == TP_T_RECORD &&
                    tp_type_member(&p->types, type, member, &f);
    type = is_there ? f.type : TP_TYPE_UNKNOWN;
  }
  return type;
}

static void add_conditions(const tp_slice *s, const char *name, tp_str *out) {
  for (uint32_t i = 0; i < s->at.n; i++) {
    const tp_slice_condition *c = &s->at.at[i];
    if (!tp_slice_is_named(s, c, name))
      continue;
    tp_str_addf(out, "%s(%s %s %.*s)", out->n ? " & " : "", name,
                tp_relation_text((tp_relation)c->relation),
                (int)(c->value.end - c->value.begin), s->text + c->value.begin);
  }
}

static bool is_input(const tp_program *p, const char *name) {
  for (uint32_t i = 1; i < p->sites.n; i++) {
    const char *own =
        p->sites.at[i].is_input ? tp_site_name(p, &p->sites.at[i]) : NULL;
    if (own && strcmp(own, name) == 0)
      return true;
  }
  return false;
}

/* ---- what becomes of the value ------------------------------------------- */

typedef enum use {
  USE_NONE, /* it is only written, or a part of it is meant */
  USE_READ,
  USE_CHANGED, /* read and written: += and ++ */
  USE_LENT,    /* its address is used */
  USE_OPAQUE   /* in text that is left to the compiler */
} use;

typedef struct finding {
  const tp_program *p;
  const tp_slice *s;
  tp_input_edits *edits;
  tp_parents up;
  tp_diag *diag;
} finding;

static tp_node_id above(const finding *f, tp_node_id n) {
  do
    n = f->up.at[n];
  while (tp_node_get(f->p, n)->kind == TP_N_CAST);
  return n;
}

/* Functions of the tester fill what they are given, and read nothing; those
 * that call functions may hand it on to them. */
static bool is_lent_to_tester(const finding *f, tp_node_id address) {
  tp_node_id call = above(f, address);
  for (uint32_t i = 1; i < f->p->sites.n; i++) {
    const tp_site *site = &f->p->sites.at[i];
    tp_func_id callee = site->node == call && site->callee
                            ? tp_decl_function(f->p, site->callee)
                            : 0;
    if (callee)
      return f->p->funcs.at[callee].is_tester &&
             !f->p->funcs.at[callee].is_promised;
  }
  return false;
}

static use use_of(const finding *f, tp_node_id n) {
  tp_node_id up = f->up.at[n];
  const tp_node *parent = tp_node_get(f->p, up);
  if (up == 0 || parent->kind == TP_N_MEMBER)
    return USE_NONE;
  if (parent->kind == TP_N_ASSIGN && parent->first == n)
    return parent->op == TP_OP_ASSIGN ? USE_NONE : USE_CHANGED;
  if (parent->kind == TP_N_ADDR)
    return is_lent_to_tester(f, up) ? USE_NONE : USE_LENT;
  return parent->kind == TP_N_INCDEC   ? USE_CHANGED
         : parent->kind == TP_N_OPAQUE ? USE_OPAQUE
                                       : USE_READ;
}

/* Status 3: what is assumed of the name can't be held here. */
static int refuse_use(const finding *f, const tp_slice_condition *c,
                      tp_node_id n, const char *why) {
  tp_place place =
      tp_place_of(f->p, tp_node_unit(f->p, n), tp_node_get(f->p, n)->begin);
  tp_str text = {0};
  tp_str_addf(&text, "%s:%u, where %s", tp_names_text(f->p->names, place.file),
              place.line, why);
  int rc = tp_slice_refuse(f->s, c->name.begin, "this can't be held to at %s",
                           text.at, f->diag);
  tp_str_free(&text);
  return rc;
}

/* A place stays one, so that it can still be written. */
static int add_edit(const finding *f, const tp_slice_condition *c, tp_node_id n,
                    const char *name, use how) {
  static const char *const why[] = {
      [USE_LENT] = "its address is used: what a pointer reads is not seen",
      [USE_OPAQUE] = "tp2ph leaves the text to the compiler",
      [USE_CHANGED] = "a bit-field is changed"};
  tp_str conditions = {0}, text = {0};
  bool is_bits = tp_node_get(f->p, n)->kind == TP_N_MEMBER &&
                 f->p->types.fields.at[tp_node_get(f->p, n)->ref].is_bitfield;
  if (how == USE_LENT || how == USE_OPAQUE || (how == USE_CHANGED && is_bits))
    return refuse_use(f, c, n, why[how]);
  add_conditions(f->s, name, &conditions);
  tp_str_addf(&text,
              how == USE_CHANGED ? "(*(tp2ph_assume_that(%s), &%s))"
                                 : "(tp2ph_assume_that(%s), %s)",
              conditions.at, name);
  tp_input_add_edit(f->edits, f->p, n, &text);
  tp_str_free(&conditions);
  return 0;
}

/* "cfg" of "cfg.temp" */
static bool is_part(const tp_slice *s, const tp_slice_condition *c,
                    const char *of) {
  size_t n = strlen(of);
  return c->name.end - c->name.begin > n + 1 &&
         memcmp(s->text + c->name.begin, of, n) == 0 &&
         s->text[c->name.begin + n] == '.';
}

static int look_at(const finding *f, const tp_slice_condition *c, tp_node_id n,
                   const char *path) {
  use how = use_of(f, n);
  if (how == USE_NONE)
    return 0;
  if (is_part(f->s, c, path))
    return refuse_use(f, c, n, "it is used as a part of a whole");
  return tp_slice_is_named(f->s, c, path) ? add_edit(f, c, n, path, how) : 0;
}

/* The first condition of each name speaks for the others. */
static bool is_first(const tp_slice *s, uint32_t i) {
  tp_str name = {0};
  bool is = true;
  tp_str_addn(&name, s->text + s->at.at[i].name.begin,
              s->at.at[i].name.end - s->at.at[i].name.begin);
  for (uint32_t k = 0; k < i && is; k++)
    is = !tp_slice_is_named(s, &s->at.at[k], name.at);
  is = is && tp_str_text(&name)[0];
  tp_str_free(&name);
  return is;
}

static bool is_of_input(const finding *f, const tp_slice_condition *c) {
  tp_str name = {0};
  tp_str_addn(&name, f->s->text + c->name.begin, c->name.end - c->name.begin);
  bool is = is_input(f->p, name.at);
  tp_str_free(&name);
  return is;
}

static int find_uses(const finding *f, const tp_slice_condition *c) {
  tp_str path = {0};
  int rc = 0;
  for (tp_node_id n = 1; n < f->p->nodes.n && rc == 0; n++) {
    VEC_CLEAR(&path);
    if (add_path(f->p, n, &path) && tp_input_is_users(f->p, n))
      rc = look_at(f, c, n, path.at);
  }
  tp_str_free(&path);
  return rc;
}

int tp_slice_reads(const tp_program *p, const tp_slice *s, tp_input_edits *out,
                   tp_diag *diag) {
  finding f = {.p = p, .s = s, .edits = out, .diag = diag};
  int rc = 0;
  tp_parents_find(p, &f.up);
  for (uint32_t i = 0; i < s->at.n && rc == 0; i++)
    if (is_first(s, i) && !is_of_input(&f, &s->at.at[i]))
      rc = find_uses(&f, &s->at.at[i]);
  VEC_FREE(&f.up);
  return rc;
}
