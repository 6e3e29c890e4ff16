/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --inputs says of bins, tests and sites, held against the types of the
 * parameters and variables that tell them.
 */
#include "front/limits.h"

#include "front/declaration.h"

typedef struct checking {
  tp_program *p;
  const tp_inputs_file *in;
  tp_diag *diag;
} checking;

static int refuse(const checking *c, uint32_t at, const char *why) {
  int rc = tp_diag_set(c->diag, TP_REFUSED, "%s", why);
  tp_inputs_point(c->in, at, c->diag);
  return rc;
}

/* ---- parameters ---------------------------------------------------------- */

static bool is_text(const tp_types *types, tp_type_id t) {
  const tp_type *type = tp_type_get(types, t);
  return (type->kind == TP_T_POINTER || type->kind == TP_T_ARRAY) &&
         tp_type_get(types, type->base)->size <= 1; /* char, void */
}

/* NULL: a parameter of this type can have the role. */
static const char *unfit(const tp_types *types, uint8_t role, tp_type_id t) {
  bool is_number = tp_type_is_integer(types, t);
  switch (role) {
  case TP_ROLE_SOFT:
  case TP_ROLE_HARD:
    return is_number ? NULL : "a bin is a whole number, this parameter is none";
  case TP_ROLE_SITE:
    return is_number ? NULL
                     : "a site is a whole number, this parameter is none";
  case TP_ROLE_NUMBER:
    return is_number ? NULL
                     : "a test number is a whole number, this parameter is "
                       "none: a text is a test name";
  case TP_ROLE_NAME:
    return is_text(types, t) ? NULL
                             : "a test name is a text (char *), this parameter "
                               "is none: a whole number is a test number";
  default:
    return NULL;
  }
}

static void note_role(tp_func *f, uint8_t role, uint8_t param) {
  uint8_t *to = role == TP_ROLE_NUMBER ? &f->test_number
                : role == TP_ROLE_NAME ? &f->test_name
                : role == TP_ROLE_SITE ? &f->test_site
                                       : NULL;
  if (to && !*to)
    *to = param;
}

static int check_params(const checking *c, tp_func *f, const tp_declared *d) {
  for (uint32_t i = 0; i < d->params.n && i < f->params.n; i++) {
    const tp_declared_param *param = &d->params.at[i];
    tp_type_id type = c->p->decls.at[f->params.at[i]].type;
    const char *why = unfit(&c->p->types, param->role, type);
    if (why)
      return refuse(c, param->at, why);
    if (i < UINT8_MAX)
      note_role(f, param->role, (uint8_t)(i + 1));
  }
  return 0;
}

/* ---- variables ----------------------------------------------------------- */

static int check_variable(const checking *c, const tp_watched *w,
                          const char *why) {
  const char *text = tp_names_text(c->in->names, w->name);
  tp_name name = w->name ? tp_names_find(c->p->names, text, strlen(text)) : 0;
  for (tp_decl_id i = 1; name && i < c->p->decls.n; i++) {
    const tp_decl *decl = &c->p->decls.at[i];
    if (decl->name != name || decl->scope || decl->kind != TP_D_VAR)
      continue;
    const tp_type *type = tp_type_get(&c->p->types, decl->type);
    tp_type_id each =
        w->is_array && type->kind == TP_T_ARRAY ? type->base : decl->type;
    if (!tp_type_is_integer(&c->p->types, each))
      return refuse(c, w->at, why);
  }
  return 0;
}

static int check_variables(const checking *c) {
  const tp_audit *a = &c->in->audit;
  int rc = check_variable(
      c, &a->mask, "a mask of sites is a whole number, this variable is none");
  for (uint32_t i = 0; i < a->variables.n && rc == 0; i++)
    rc = check_variable(c, &a->variables.at[i],
                        "a bin is a whole number, this variable is none");
  return rc;
}

/* ---- all ----------------------------------------------------------------- */

int tp_front_check_roles(tp_program *p, const tp_inputs_file *in,
                         tp_diag *diag) {
  checking c = {p, in, diag};
  int rc = check_variables(&c);
  for (tp_func_id i = 1; i < p->funcs.n && rc == 0; i++) {
    tp_func *f = &p->funcs.at[i];
    const char *text = tp_names_text(p->names, p->decls.at[f->decl].name);
    tp_name name = tp_names_find(in->names, text, strlen(text));
    const uint32_t *slot = name ? tp_map_get(&in->by_name, name) : NULL;
    if (!slot)
      continue;
    f->is_test = in->at.at[*slot - 1].is_test;
    rc = check_params(&c, f, &in->at.at[*slot - 1]);
  }
  return rc;
}
