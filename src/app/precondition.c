/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A decision of the driver chooses what a pointer leads to, or holds inputs to
 * what is assumed of them: it says nothing about parameters, and is left out of
 * paths. What is left out of a path makes the conjunct stronger than what the
 * unit test shows; so nothing counts until a run violates the check itself. */
#include "app/precondition.h"

#include "app/tell.h"
#include "program/place.h"
#include "base/map.h"
#include "expr/say.h"

struct tp_precondition_maker {
  const tp_project *project;
  tp_func_id func;
  tp_precondition made;
  tp_map known; /* hash of a text -> that it is there */
  const char *why;
};

/* ---- what inputs are called ---------------------------------------------- */

static const char *function_name(const tp_program *p, tp_func_id f) {
  return tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name);
}

/* The parameter of that name, or the variable of the file that the function
 * sees; 0: there is none. */
static tp_decl_id seen_by(const tp_program *p, const tp_func *f,
                          const char *name) {
  for (uint32_t i = 0; i < f->params.n; i++) {
    tp_decl_id d = f->params.at[i];
    if (strcmp(tp_names_text(p->names, p->decls.at[d].name), name) == 0)
      return d;
  }
  for (tp_decl_id d = 1; d < p->decls.n; d++) {
    const tp_decl *decl = &p->decls.at[d];
    if (decl->scope == 0 && decl->unit == f->unit && decl->end <= f->begin &&
        strcmp(tp_names_text(p->names, decl->name), name) == 0)
      return d;
  }
  return 0;
}

/* What lies at an offset of an object, as C behind the name of the object;
 * UNKNOWN: nothing that has a name there. */
static tp_type_id add_place(const tp_types *types, const tp_names *names,
                            tp_type_id id, uint64_t offset, tp_str *out) {
  const tp_type *t = tp_type_get(types, id);
  while (t->kind == TP_T_ARRAY || t->kind == TP_T_RECORD) {
    if (t->kind == TP_T_ARRAY) {
      uint64_t each = tp_type_get(types, t->base)->size;
      if (!each)
        return TP_TYPE_UNKNOWN;
      tp_str_addf(out, "[%llu]", (unsigned long long)(offset / each));
      offset %= each;
      id = t->base;
    } else {
      uint32_t i = t->first, end = t->first + t->n;
      while (i < end &&
             (types->fields.at[i].is_bitfield ||
              types->fields.at[i].offset > offset ||
              types->fields.at[i].offset +
                      tp_type_get(types, types->fields.at[i].type)->size <=
                  offset))
        i++;
      if (i == end || t->is_union || !types->fields.at[i].name)
        return TP_TYPE_UNKNOWN;
      tp_str_addf(out, ".%s", tp_names_text(names, types->fields.at[i].name));
      offset -= types->fields.at[i].offset;
      id = types->fields.at[i].type;
    }
    t = tp_type_get(types, id);
  }
  return offset == 0 ? id : TP_TYPE_UNKNOWN;
}

/* Whether a site is in the driver, where parameters and variables get their
 * values, and not in a stub. */
static bool is_filled(const tp_program *p, const tp_site *site) {
  const char *caller = site->caller ? function_name(p, site->caller) : "";
  return strcmp(caller, "tp2ph_drive") == 0 ||
         tp_text_starts(caller, "tp2ph_globals_");
}

static bool name_input(void *state, uint32_t var, tp_said_var *out) {
  tp_precondition_maker *m = state;
  const tp_program *p = m->project->program;
  const tp_read read = {.var = var};
  tp_found_input in = tp_tell_input(m->project, &read);
  const tp_site *site = &p->sites.at[in.site];
  const char *label = in.site ? tp_site_name(p, site) : NULL;
  if (!label || !is_filled(p, site)) {
    m->why = "it names an input that is read inside";
    return false;
  }
  tp_decl_id d = seen_by(p, &p->funcs.at[m->func], label);
  tp_type_id type = d ? p->decls.at[d].type : TP_TYPE_UNKNOWN;
  tp_str_add(&out->text, label);
  type = d ? add_place(&p->types, p->names, type, in.offset, &out->text) : type;
  bool is_number = d && (tp_type_is_integer(&p->types, type) ||
                         tp_type_is_float(&p->types, type));
  if (!is_number)
    m->why = "it names what a pointer leads to, or a variable that is not seen "
             "there";
  out->bits = is_number ? 8 * (unsigned)tp_type_get(&p->types, type)->size : 0;
  out->is_signed = is_number && tp_type_is_signed(&p->types, type);
  return is_number;
}

/* ---- conjuncts ----------------------------------------------------------- */

static bool is_of_function(const tp_precondition_maker *m, const tp_path *path,
                           uint32_t i) {
  const tp_project *s = m->project;
  const tp_graph_node *node =
      &s->graph->nodes.at[s->graph->edges.at[path->at[i].branch].from];
  if (node->kind != TP_G_DECISION || path->at[i].pred == TP_PRED_CONCRETE)
    return false;
  const tp_decision *d = &s->program->decisions.at[node->decision];
  return !d->is_monitor && !d->is_assumption && d->file != s->program->driver;
}

static bool is_before(const tp_path *path, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (path->at[k].pred == path->at[i].pred)
      return true;
  return false;
}

static bool say(tp_precondition_maker *m, tp_expr e, tp_str *out) {
  m->why = "there is no short C for it";
  return tp_expr_say(m->project->exprs, e, name_input, m, out);
}

/* "!(path) || check" */
static bool say_conjunct(tp_precondition_maker *m, const tp_path *path,
                         uint32_t step, tp_pred holds, tp_str *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < step; i++) {
    if (!is_of_function(m, path, i) || is_before(path, i))
      continue;
    tp_str_add(out, n++ ? " && " : "!(");
    if (!say(m, path->at[i].pred, out))
      return false;
  }
  tp_str_add(out, n ? ") || " : "");
  return say(m, holds, out);
}

static void drop(tp_precondition_maker *m, const char *why) {
  tp_precondition *made = &m->made;
  for (uint32_t i = 0; i < made->dropped.n; i++)
    if (strcmp(made->dropped.at[i].why, why) == 0) {
      made->dropped.at[i].times++;
      return;
    }
  VEC_PUSH(&made->dropped, ((tp_dropped){tp_strdup(why), 1}));
}

void tp_precondition_add(tp_precondition_maker *m, const tp_path *path,
                         uint32_t step, tp_pred holds, const char *doubt) {
  tp_str text = {0};
  bool is_new = false;
  if (!m || holds == TP_PRED_CONCRETE)
    return;
  if (doubt) {
    tp_str_addf(&text, "it rests on a value that was not followed: %s", doubt);
    drop(m, text.at);
  } else if (say_conjunct(m, path, step, holds, &text)) {
    tp_map_put(&m->known, tp_hash_bytes(text.at, text.n), &is_new);
    if (is_new)
      VEC_PUSH(&m->made.parts, tp_strdup(text.at));
  } else {
    drop(m, m->why);
  }
  tp_str_free(&text);
}

/* ---- the maker ----------------------------------------------------------- */

/* The system's. */
static bool is_main(const tp_program *p, tp_func_id f) {
  return strcmp(function_name(p, f), "main") == 0;
}

tp_precondition_maker *tp_precondition_new(const tp_project *s) {
  if (!s->driver.n || !s->graph->focus || is_main(s->program, s->graph->focus))
    return NULL;
  tp_precondition_maker *m = TP_NEW(tp_precondition_maker);
  m->project = s;
  m->func = s->graph->focus;
  m->made.function = tp_strdup(function_name(s->program, m->func));
  return m;
}

const tp_precondition *tp_precondition_made(const tp_precondition_maker *m) {
  return &m->made;
}

void tp_precondition_free(tp_precondition_maker *m) {
  if (!m)
    return;
  tp_precondition_clear(&m->made);
  tp_map_free(&m->known);
  tp_free(m);
}
