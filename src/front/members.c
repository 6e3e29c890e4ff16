/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of a record that is delivered: `{ .value in -8 .. 8; .name text[8] }`
 * in a file of --inputs. Each is delivered for itself, in the order in which it
 * is written. All numbers of the record are to be listed: what was forgotten
 * would be 0 in each run, which nobody said (tp_front_check_members). */
#include "front/declaration.h"
#include "front/limits.h"

static const char how[] = "a member is written as: .NAME in LOW .. HIGH; or "
                          ".NAME; (any value) or .NAME ignored;";

/* Behind .NAME, .NAME.NAME, .NAME[N] from word `at` on. */
static uint32_t behind_path(const tp_reading *r, uint32_t at, uint32_t end) {
  for (;;) {
    if (at + 1 < end && tp_rd_is_char(r, at, '.') &&
        tp_rd_word(r, at + 1)->kind == TP_WORD_NAME)
      at += 2;
    else if (at < end && tp_rd_is_char(r, at, '['))
      at = tp_rd_behind_group(r, at, end);
    else
      return at;
  }
}

int tp_member_next(tp_reading *r, const tp_item *owner, uint32_t *at,
                   tp_item *out) {
  uint32_t from = *at, to = from;
  while (to < owner->members.to && !tp_rd_is_char(r, to, ';'))
    to = tp_rd_opens(r, to) ? tp_rd_behind_group(r, to, owner->members.to)
                            : to + 1;
  uint32_t behind = behind_path(r, from, to);
  *out = (tp_item){.words = {from, behind},
                   .name = TP_NO_WORD,
                   .owner = owner,
                   .path = {from, behind}};
  *at = to < owner->members.to ? to + 1 : to;
  if (behind < from + 2 || !tp_rd_is_char(r, from, '.'))
    return tp_rd_refuse(r, from, how);
  if (tp_clause_read(r, to, out) != 0)
    return -1;
  if (out->form == TP_FORM_BYTES)
    return tp_rd_refuse(r, behind, "a member has its size already");
  if (out->form == TP_FORM_NOTHING && !out->is_ignored)
    out->form = TP_FORM_VALUE;
  return 0;
}

int tp_members_check(tp_reading *r, const tp_item *owner) {
  int rc = 0;
  tp_item member;
  for (uint32_t at = owner->members.from; at < owner->members.to && rc == 0;)
    rc = tp_member_next(r, owner, &at, &member);
  return rc;
}

/* ---- C ------------------------------------------------------------------- */

static const tp_item *outermost(const tp_item *item) {
  return item->owner ? outermost(item->owner) : item;
}

static void note_listed(tp_reading *r, const tp_item *member) {
  const tp_item *whole = outermost(member);
  tp_str label = {0};
  tp_inputs_label(r, member, &label);
  tp_listed made = {.label = tp_names_id(r->in->names, label.at, label.n),
                    .at = tp_rd_word(r, whole->members.from - 1)->begin,
                    .function = tp_rd_word(r, r->d.name)->begin,
                    .param = whole->name == TP_NO_WORD
                                 ? 0
                                 : 1 + (uint32_t)(whole - r->d.params.at)};
  VEC_PUSH(&r->in->listed, made);
  tp_str_free(&label);
}

static void write_each(tp_reading *r, tp_str *out, const tp_item *owner) {
  tp_item member;
  for (uint32_t at = owner->members.from; at < owner->members.to;) {
    tp_member_next(r, owner, &at, &member);
    if (member.members.from == member.members.to)
      note_listed(r, &member);
    tp_inputs_write_delivery(r, out, &member);
  }
}

/* Where a parameter is NULL nothing is delivered. */
void tp_members_write(tp_reading *r, tp_str *out, const tp_item *owner) {
  bool is_param = owner->name != TP_NO_WORD;
  if (is_param) {
    tp_rd_add_hidden_line(out);
    tp_str_add(out, "if (");
    tp_rd_add_word(r, out, owner->name);
    tp_str_add(out, ") {");
  }
  write_each(r, out, owner);
  tp_str_add(out, is_param ? "\n}" : "");
}

/* ---- whether all are listed ---------------------------------------------- */

typedef struct checking {
  const tp_program *p;
  const tp_inputs_file *in;
  const tp_listed *first; /* of the record */
  tp_diag *diag;
} checking;

static const char *label_of(const checking *c, uint32_t i) {
  return tp_names_text(c->in->names, c->in->listed.at[i].label);
}

typedef enum found { NOT_LISTED, INSIDE_LISTED, LISTED } found;

/* Whether `label` is listed, or something inside of it. */
static found find_listed(const checking *c, const char *label) {
  size_t n = strlen(label);
  found best = NOT_LISTED;
  for (uint32_t i = 0; i < c->in->listed.n; i++) {
    const char *own = label_of(c, i);
    if (strncmp(own, label, n) != 0)
      continue;
    if (own[n] == '\0' || own[n] == '[')
      return LISTED;
    if (own[n] == '.')
      best = INSIDE_LISTED;
  }
  return best;
}

static int refuse(const checking *c, const char *label) {
  int rc = tp_diag_set(c->diag, TP_REFUSED,
                       "'%s' is not listed: add .MEMBER; (any value), .MEMBER "
                       "in LOW .. HIGH; or .MEMBER ignored; (it is left alone)",
                       label);
  tp_inputs_point(c->in, c->first->at, c->diag);
  return rc;
}

static bool is_delivered(const tp_types *types, tp_type_id t) {
  while (tp_type_get(types, t)->kind == TP_T_ARRAY)
    t = tp_type_get(types, t)->base;
  return tp_type_is_integer(types, t) || tp_type_is_float(types, t) ||
         tp_type_get(types, t)->kind == TP_T_RECORD;
}

static int check_record(const checking *c, tp_type_id t, const char *label) {
  const tp_types *types = &c->p->types;
  const tp_type *type = tp_type_get(types, t);
  int rc = 0;
  for (uint32_t i = 0; i < type->n && rc == 0 && type->kind == TP_T_RECORD;
       i++) {
    const tp_field *field = &types->fields.at[type->first + i];
    tp_str own = {0};
    tp_str_add(&own, label);
    if (field->name)
      tp_str_addf(&own, ".%s", tp_names_text(c->p->names, field->name));
    found f = field->name ? find_listed(c, own.at) : INSIDE_LISTED;
    if (f == INSIDE_LISTED && !type->is_union)
      rc = check_record(c, field->type, own.at);
    else if (f == NOT_LISTED && !type->is_union &&
             is_delivered(types, field->type))
      rc = refuse(c, own.at);
    tp_str_free(&own);
  }
  return rc;
}

/* "ate_read.value" of "ate_read.value.flags": what the record is called. */
static void add_record_label(const checking *c, tp_str *out) {
  const char *text = tp_names_text(c->in->names, c->first->label);
  size_t n = strcspn(text, ".");
  if (c->first->param && text[n])
    n += 1 + strcspn(text + n + 1, ".");
  tp_str_addn(out, text, n);
}

static tp_type_id record_type(const checking *c, const tp_func *f) {
  const tp_types *types = &c->p->types;
  uint32_t param = c->first->param;
  if (param == 0) {
    tp_type_id t = tp_type_get(types, c->p->decls.at[f->decl].type)->base;
    return tp_type_is_pointer(types, t) ? tp_type_get(types, t)->base : t;
  }
  if (param > f->params.n)
    return TP_TYPE_UNKNOWN;
  return tp_type_get(types, c->p->decls.at[f->params.at[param - 1]].type)->base;
}

/* Of the function, or the variable, whose name begins at this offset. */
static int check_first(const checking *c) {
  const char *text = c->in->text.at + c->first->function;
  size_t n = 0;
  while (text[n] == '_' || (text[n] >= '0' && text[n] <= '9') ||
         (text[n] >= 'a' && text[n] <= 'z') ||
         (text[n] >= 'A' && text[n] <= 'Z'))
    n++;
  tp_name name = tp_names_find(c->p->names, text, (uint32_t)n);
  tp_type_id t = TP_TYPE_UNKNOWN;
  for (tp_func_id f = 1; name && f < c->p->funcs.n; f++)
    if (c->p->decls.at[c->p->funcs.at[f].decl].name == name)
      t = record_type(c, &c->p->funcs.at[f]);
  for (tp_decl_id d = 1; name && t == TP_TYPE_UNKNOWN && d < c->p->decls.n; d++)
    if (c->p->decls.at[d].name == name && !c->p->decls.at[d].scope)
      t = c->p->decls.at[d].type;
  tp_str label = {0};
  add_record_label(c, &label);
  int rc = check_record(c, t, label.at);
  tp_str_free(&label);
  return rc;
}

int tp_front_check_members(const tp_program *p, const tp_inputs_file *in,
                           tp_diag *diag) {
  checking c = {.p = p, .in = in, .diag = diag};
  int rc = 0;
  for (uint32_t i = 0; i < in->listed.n && rc == 0; i++)
    if (i == 0 || in->listed.at[i].at != in->listed.at[i - 1].at) {
      c.first = &in->listed.at[i];
      rc = check_first(&c);
    }
  return rc;
}
