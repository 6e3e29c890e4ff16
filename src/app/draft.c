/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph inputs: a first file for --inputs. What the program calls, or names,
 * and does not define, with the words of its headers; a guess of what is
 * delivered; and a comment where the user knows more than a header says. */
#include "app/app.h"

#include "app/print.h"
#include "app/project.h"
#include "base/file.h"
#include "libc/libc.h"

#include <ctype.h>

typedef struct draft {
  const tp_program *p;
  tp_str *out;
  uint32_t n; /* declarations written */
} draft;

static const tp_type *type_at(const draft *d, tp_type_id t) {
  return tp_type_get(&d->p->types, t);
}

/* ---- words --------------------------------------------------------------- */

/* Spaces and line markers as one space. */
static void add_folded(tp_str *out, const char *text, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    bool is_marker = text[i] == '#' && (i == 0 || text[i - 1] == '\n');
    while (is_marker && i < n && text[i] != '\n')
      i++;
    if (i < n && !isspace((unsigned char)text[i]))
      tp_str_addc(out, text[i]);
    else if (out->n && out->at[out->n - 1] != ' ')
      tp_str_addc(out, ' ');
  }
}

/* Of "void f(int a), " the first words, which belong to all that follow. */
static uint32_t shared_words(const char *text) {
  uint32_t n = (uint32_t)strlen(text), first = (uint32_t)strcspn(text, "(,[*");
  while (n && text[n - 1] == ' ')
    n--;
  if (n == 0 || text[n - 1] != ',')
    return (uint32_t)strlen(text);
  while (text[first] != '*' && first && text[first - 1] == ' ')
    first--;
  while (text[first] != '*' && first && text[first - 1] != ' ')
    first--;
  return first;
}

/* The words before a declarator: back to the declaration before it. */
static void add_specifiers(const draft *d, const tp_decl *decl, tp_str *out) {
  const char *text = d->p->units.at[decl->unit].text;
  static const char *const dropped[] = {"extern ", "__extension__ "};
  uint32_t begin = decl->begin;
  tp_str all = {0};
  while (begin > 0 && !strchr(";}", text[begin - 1]))
    begin--;
  add_folded(&all, text + begin, decl->begin - begin);
  const char *at = tp_str_text(&all);
  at += strspn(at, " ");
  for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
    if (tp_text_starts(at, dropped[i]))
      at += strlen(dropped[i]);
  tp_str_addn(out, at, shared_words(at));
  tp_str_free(&all);
}

/* Where the parameter that begins at `from` ends. */
static uint32_t end_of_parameter(const char *text, uint32_t from, uint32_t to) {
  int depth = 0;
  for (; from < to; from++) {
    depth += text[from] == '(' || text[from] == '[';
    if (depth == 0 && (text[from] == ',' || text[from] == ')'))
      break;
    depth -= text[from] == ')' || text[from] == ']';
  }
  return from;
}

/* ---- pointers by the name of a type -------------------------------------- */

/* In --inputs a pointer has a star: what is not so written is written out. */
static bool spell(const draft *d, tp_type_id t, tp_str *out) {
  static const char *const integers[] = {
      [1] = "_Bool", [2] = "char", [3] = "short",
      [4] = "int",   [5] = "long", [6] = "long long"};
  const tp_type *type = type_at(d, t);
  tp_str_add(out, type->is_const && type->kind != TP_T_POINTER ? "const " : "");
  switch ((tp_type_kind)type->kind) {
  case TP_T_VOID:
    tp_str_add(out, "void ");
    return true;
  case TP_T_BOOL:
  case TP_T_INT:
    tp_str_add(out, type->kind == TP_T_BOOL || type->is_plain_char ? ""
                    : type->is_signed                              ? "signed "
                                      : "unsigned ");
    tp_str_addf(out, "%s ", integers[type->rank <= 6 ? type->rank : 6]);
    return true;
  case TP_T_FLOAT:
    tp_str_add(out, type->size == 4 ? "float " : "double ");
    return type->size == 4 || type->size == 8;
  case TP_T_ENUM:
    tp_str_addf(out, "enum %s ",
                type->tag ? tp_names_text(d->p->names, type->tag) : "");
    return type->tag != 0;
  case TP_T_RECORD:
    tp_str_add(out, !type->tag ? "" : type->is_union ? "union " : "struct ");
    tp_str_addf(
        out, "%s ",
        tp_names_text(d->p->names, type->tag ? type->tag : type->alias));
    return type->tag || type->alias;
  case TP_T_POINTER:
    if (!spell(d, type->base, out))
      return false;
    tp_str_add(out, "*");
    return true;
  default:
    return false;
  }
}

/* ---- parameters ---------------------------------------------------------- */

static bool is_function(const draft *d, tp_type_id t) {
  const tp_type *type = type_at(d, t);
  return type->kind == TP_T_POINTER &&
         type_at(d, type->base)->kind == TP_T_FUNCTION;
}

/* Something that the function may fill. */
static bool is_filled(const draft *d, tp_type_id t) {
  const tp_type *type = type_at(d, t);
  const tp_type *to = type_at(d, type->base);
  return type->kind == TP_T_POINTER && !to->is_const &&
         (to->kind == TP_T_BOOL || to->kind == TP_T_INT ||
          to->kind == TP_T_ENUM || to->kind == TP_T_FLOAT ||
          (to->kind == TP_T_RECORD && to->is_complete));
}

static bool has_name(const char *text, uint32_t n) {
  return n && (isalnum((unsigned char)text[n - 1]) || text[n - 1] == '_' ||
               text[n - 1] == ']');
}

/* Of "vec to": to; of "vec" alone a name of ours. */
static void add_last_name(tp_str *out, const char *text, uint32_t n,
                          uint32_t number) {
  uint32_t at = n;
  while (at && !isspace((unsigned char)text[at - 1]))
    at--;
  if (at)
    tp_str_addn(out, text + at, n - at);
  else
    tp_str_addf(out, "value_%u", number);
}

static void add_parameter(draft *d, const char *text, uint32_t n,
                          tp_type_id type, uint32_t number) {
  while (n && isspace((unsigned char)text[n - 1]))
    n--;
  while (n && isspace((unsigned char)*text)) {
    text++;
    n--;
  }
  bool is_open = n > 1 && text[n - 1] == ']' && text[n - 2] == '[';
  bool is_out = is_filled(d, type) && !is_open, is_text = false;
  if (is_out)
    is_text = type_at(d, type_at(d, type)->base)->is_plain_char;
  tp_str_add(d->out, is_out ? "out " : "");
  if (is_out && !memchr(text, '*', n) && !memchr(text, '[', n)) {
    spell(d, type, d->out);
    add_last_name(d->out, text, n, number);
  } else {
    tp_str_addn(d->out, text, n);
    if (is_out && !has_name(text, n))
      tp_str_addf(d->out, "value_%u", number);
  }
  tp_str_add(d->out, is_text                ? " text[16]"
                     : is_function(d, type) ? " ignored"
                                            : "");
}

/* The declarator as it is written, its parameters with what they deliver. */
static void add_declarator(draft *d, const tp_decl *decl) {
  const tp_type *type = type_at(d, decl->type);
  tp_str text = {0};
  add_folded(&text, d->p->units.at[decl->unit].text + decl->begin,
             decl->end - decl->begin);
  const char *open = strchr(tp_str_text(&text), '(');
  uint32_t at = open ? (uint32_t)(open - text.at) + 1 : text.n;
  tp_str_addn(d->out, tp_str_text(&text), at);
  for (uint32_t i = 0; i < type->n && at < text.n; i++) {
    uint32_t end = end_of_parameter(text.at, at, text.n);
    tp_str_add(d->out, i ? ", " : "");
    add_parameter(d, text.at + at, end - at,
                  d->p->types.params.at[type->first + i], i + 1);
    at = end + 1;
  }
  if (type->n == 0 && open)
    tp_str_add(d->out, "void");
  tp_str_add(d->out, type->is_variadic ? ", ...)" : ")");
  tp_str_free(&text);
}

/* ---- declarations -------------------------------------------------------- */

/* What the program can't look into means nothing. */
static void add_pointed_to(draft *d, const tp_type *to) {
  if (!to->size || to->kind != TP_T_RECORD) {
    tp_str_add(d->out, to->size ? " ignored;   # what lies there is 0\n"
                                : ";   # or: or NULL\n");
    return;
  }
  tp_str_add(d->out, " {");
  for (uint32_t i = 0; i < to->n; i++) {
    const tp_field *f = &d->p->types.fields.at[to->first + i];
    if (f->name && type_at(d, f->type)->kind != TP_T_POINTER)
      tp_str_addf(d->out, " .%s;", tp_names_text(d->p->names, f->name));
  }
  tp_str_add(d->out, " };   # or: .NAME in LOW .. HIGH; behind it: or NULL\n");
}

static void add_result(draft *d, tp_type_id returns) {
  const tp_type *type = type_at(d, returns);
  if (type->kind == TP_T_POINTER && type_at(d, type->base)->is_plain_char)
    tp_str_add(d->out, " text[16];   # up to 15 characters; or: text[16] in { "
                       "\"a\", \"b\" }\n");
  else if (type->kind == TP_T_POINTER)
    add_pointed_to(d, type_at(d, type->base));
  else if (type->kind == TP_T_VOID || type->kind == TP_T_RECORD)
    tp_str_add(d->out, ";\n");
  else
    tp_str_add(d->out, ";   # any value; or: in LOW .. HIGH\n");
}

/* What stands before its name; what can't be declared is a comment. */
static void add_returned(draft *d, const tp_decl *decl) {
  tp_type_id returns = type_at(d, decl->type)->base;
  const char *declarator = d->p->units.at[decl->unit].text + decl->begin;
  tp_str words = {0};
  bool is_known = declarator[0] != '(';
  add_specifiers(d, decl, &words);
  if (type_at(d, returns)->kind == TP_T_POINTER && declarator[0] != '*' &&
      !strchr(tp_str_text(&words), '*')) {
    VEC_CLEAR(&words);
    is_known = is_known && spell(d, returns, &words);
  }
  tp_str_add(d->out, is_known ? "" : "# not in this form: ");
  tp_str_add(d->out, tp_str_text(&words));
  tp_str_free(&words);
}

static void add_function(draft *d, const tp_decl *decl) {
  add_returned(d, decl);
  add_declarator(d, decl);
  add_result(d, type_at(d, decl->type)->base);
  d->n++;
}

/* Declared by the program's own headers, and defined nowhere. */
static bool is_open(const draft *d, tp_decl_id id) {
  const tp_decl *decl = &d->p->decls.at[id];
  const char *name = tp_names_text(d->p->names, decl->name);
  return !decl->is_system && !tp_decl_function(d->p, id) && !tp_libc_has(name);
}

static void add_functions(draft *d) {
  tp_vec_u32 seen = {0};
  VEC_RESIZE(&seen, d->p->decls.n);
  for (uint32_t i = 1; i < d->p->sites.n; i++) {
    const tp_site *site = &d->p->sites.at[i];
    tp_decl_id id = site->callee ? d->p->decls.at[site->callee].same : 0;
    if (!id || seen.at[id] || site->is_input || site->is_assumption ||
        !is_open(d, id))
      continue;
    seen.at[id] = 1;
    add_function(d, &d->p->decls.at[id]);
  }
  VEC_FREE(&seen);
}

static void add_variables(draft *d) {
  for (tp_decl_id i = 1; i < d->p->decls.n; i++) {
    const tp_decl *decl = &d->p->decls.at[i];
    bool is_defined =
        !decl->is_extern || (decl->var && tp_node_get(d->p, decl->var)->first);
    if (decl->kind != TP_D_VAR || decl->scope || decl->same != i ||
        is_defined || decl->is_system)
      continue;
    bool is_pointer = type_at(d, decl->type)->kind == TP_T_POINTER;
    tp_str_add(d->out, is_pointer ? "# a pointer, to be defined: " : "");
    add_specifiers(d, decl, d->out);
    add_folded(d->out, d->p->units.at[decl->unit].text + decl->begin,
               decl->end - decl->begin);
    const tp_type *type = type_at(d, decl->type);
    if (type->kind == TP_T_ARRAY && type_at(d, type->base)->is_plain_char)
      tp_str_addf(d->out, " text[%llu]", (unsigned long long)type->count);
    tp_str_add(d->out, ";   # the tester sets it; or: in LOW .. HIGH\n");
    d->n++;
  }
}

static const char head[] =
    "# What the tester delivers: a first guess from the program's headers.\n"
    "# Edit it: limits, which pointers are filled, what sets a bin, as in\n"
    "#   void set_bin(int site, bin soft int sbin);\n"
    "#   bins soft { 1 good, 7 \"leakage\" };\n\n";

int tp_app_inputs(const tp_options *options, tp_diag *diag) {
  tp_project project;
  tp_str text = {0};
  tp_project_init(&project, options);
  int rc = tp_project_load(&project, diag);
  draft d = {.p = project.program, .out = &text};
  if (rc == 0) {
    tp_str_add(&text, head);
    add_functions(&d);
    add_variables(&d);
    if (d.n == 0)
      rc = tp_diag_set(diag, TP_REFUSED,
                       "the program defines all that it calls: there is "
                       "nothing to declare");
  }
  if (rc == 0)
    rc = options->draft ? tp_file_write(options->draft, text.at, text.n, diag)
                        : tp_print(tp_str_text(&text), diag);
  tp_str_free(&text);
  tp_project_free(&project);
  return rc;
}
