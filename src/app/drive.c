/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types are known when the program is read: so it is read twice, without the
 * driver that is then written, and with it. */
#include "app/drive.h"

#include "base/file.h"
#include "unit/driver.h"

#define GENERATED "tp2ph: driver.c"
#define STAND_IN "tp2ph_" /* before the name: fopen of the program */

static bool is_main(const tp_options *o) {
  return !o->entry || strcmp(o->entry, "main") == 0;
}

static bool has_world(const tp_options *o) {
  return o->stdin_bytes || o->variables || o->read_files;
}

bool tp_drive_is_wanted(const tp_options *o) {
  return o->driver || o->argv || has_world(o) || !is_main(o);
}

static bool is_kind(const char *driver) {
  return strcmp(driver, "full") == 0 || strcmp(driver, "paper") == 0;
}

static int load(tp_project *s, const tp_front_options *opt, tp_diag *diag) {
  return tp_front_load(&s->program, s->sources.at.at, s->sources.at.n, opt,
                       diag);
}

/* A function without parameters is called as it is. */
static bool needs_driver(const tp_project *s) {
  const tp_options *o = s->options;
  return o->argv || o->driver || has_world(o) ||
         (!is_main(o) && s->program->funcs.at[s->program->entry].params.n);
}

static int read_driver(tp_project *s, tp_diag *diag) {
  tp_str_add(&s->driver_name, s->options->driver);
  return tp_file_read(&s->driver, s->options->driver, TP_REFUSED, diag);
}

static int write_driver(tp_project *s, tp_diag *diag) {
  const tp_options *o = s->options;
  const tp_program *p = s->program;
  tp_driver_plan plan = {.kind = o->driver && strcmp(o->driver, "paper") == 0
                                     ? TP_DRIVER_PAPER
                                     : TP_DRIVER_FULL,
                         .target = p->entry,
                         .has_sizes = true,
                         .elements = (uint32_t)o->array,
                         .arguments = (uint32_t)o->argv,
                         .reads = has_world(o) ? &s->reads : NULL};
  tp_str why = {0};
  tp_uses uses;
  int rc = 0;
  tp_uses_find(&uses, p);
  plan.uses = &uses;
  tp_str_add(&s->driver_name, GENERATED);
  if (!tp_driver_write(&s->driver, p, &plan, &s->trusted, &why))
    rc = tp_diag_set(diag, TP_REFUSED,
                     "there is no driver for '%s': %s; write one, and name it "
                     "with --driver",
                     o->entry, why.at);
  tp_uses_free(&uses);
  tp_str_free(&why);
  return rc;
}

/* What the options say of the world. */
static int check(tp_project *s, tp_diag *diag) {
  const tp_options *o = s->options;
  if ((o->argv || has_world(o)) && !is_main(o))
    return tp_diag_set(diag, TP_USAGE,
                       "option '--%s' is for main, not for --entry %s",
                       o->argv          ? "argv"
                       : o->stdin_bytes ? "stdin"
                       : o->variables   ? "env"
                                        : "file",
                       o->entry);
  s->reads.stdin_bytes = (uint32_t)o->stdin_bytes;
  const char *bad =
      o->variables && !tp_reads_parse(&s->reads, false, o->variables)
          ? o->variables
      : o->read_files && !tp_reads_parse(&s->reads, true, o->read_files)
          ? o->read_files
          : NULL;
  return bad ? tp_diag_set(diag, TP_USAGE,
                           "option '--%s': '%s' is not NAME=N (N bytes, at "
                           "most 4096), a name once",
                           bad == o->variables ? "env" : "file", bad)
             : 0;
}

/* ---- what is read without being told ------------------------------------- */

/* The user's: the monitor's only hands on what it gets. */
static tp_func_id main_of(const tp_program *p) {
  for (tp_func_id f = 1; p->is_monitored && f < p->funcs.n; f++)
    if (strcmp(tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name),
               "main") == 0)
      return f;
  return p->entry;
}

static bool uses_arguments(const tp_program *p) {
  const tp_func *f = &p->funcs.at[main_of(p)];
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = tp_node_get(p, n);
    for (uint32_t i = 0; node->kind == TP_N_NAME && i < f->params.n; i++)
      if (node->ref == f->params.at[i])
        return true;
  }
  return false;
}

/* The i-th argument (from 1), if it is written as a text; "". */
static const char *text_of(const tp_program *p, const tp_site *site,
                           uint32_t i) {
  tp_node_id arg = tp_node_kid(p, site->node, i);
  const tp_node *node = tp_node_get(p, arg);
  while (node->kind == TP_N_CAST)
    node = tp_node_get(p, node->first);
  return arg && node->kind == TP_N_STRING
             ? tp_names_text(p->names, p->strings.at[node->ref])
             : "";
}

/* What a call of getenv or fopen names, as an option can; else NAME. */
static const char *named(const tp_program *p, const tp_site *site) {
  const char *text = text_of(p, site, 1);
  return *text && !strpbrk(text, " ,=\"'\\$*?\n") ? text : "NAME";
}

static bool has_word(const tp_str *words, const char *word) {
  size_t n = strlen(word);
  for (const char *at = tp_str_text(words); *at;) {
    size_t size = strcspn(at, ",");
    if (size == n && memcmp(at, word, n) == 0)
      return true;
    at += size + (at[size] == ',');
  }
  return false;
}

/* "HOME=16" among those of an option, once. */
static void add_name(tp_str *names, const char *name) {
  tp_str word = {0};
  tp_str_addf(&word, "%s=16", name);
  if (!has_word(names, word.at))
    tp_str_addf(names, "%s%s", names->n ? "," : "", word.at);
  tp_str_free(&word);
}

static void add_option(tp_str *out, const char *option, const char *value) {
  if (*value)
    tp_str_addf(out, "%s%s %s", out->n ? " " : "", option, value);
}

/* Under its own name, or that of its stand-in. */
static tp_reads_kind kind_of(const tp_project *s, const tp_site *site) {
  const tp_program *p = s->program;
  if (!site->callee || site->is_input)
    return TP_READS_NOTHING;
  const char *name = tp_names_text(p->names, p->decls.at[site->callee].name);
  bool has_stand_in = tp_text_starts(name, STAND_IN);
  bool is_ours = strcmp(tp_names_text(p->names, site->file),
                        tp_str_text(&s->driver_name)) == 0;
  return is_ours || (!has_stand_in && tp_decl_function(p, site->callee))
             ? TP_READS_NOTHING
             : tp_reads_kind_of(name + (has_stand_in ? strlen(STAND_IN) : 0));
}

static bool names_stdin(const tp_program *p) {
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = tp_node_get(p, n);
    if (node->kind == TP_N_NAME &&
        strcmp(tp_names_text(p->names, p->decls.at[node->ref].name), "stdin") ==
            0)
      return true;
  }
  return false;
}

/* read(0, ..) */
static bool reads_descriptor_0(const tp_program *p, const tp_site *site) {
  tp_node_id first = tp_node_kid(p, site->node, 1);
  uint64_t bits;
  return first && tp_node_constant(p, first, &bits) && bits == 0;
}

/* Standard input itself, or any stream. */
static bool reads_stdin(const tp_project *s) {
  const tp_program *p = s->program;
  bool reads_streams = false;
  for (uint32_t i = 1; i < p->sites.n && !s->reads.stdin_bytes; i++) {
    tp_reads_kind kind = kind_of(s, &p->sites.at[i]);
    if (kind == TP_READS_STDIN ||
        (kind == TP_READS_STREAM && reads_descriptor_0(p, &p->sites.at[i])))
      return true;
    reads_streams |= kind == TP_READS_STREAM;
  }
  return reads_streams && names_stdin(p);
}

void tp_drive_hint(const tp_project *s, tp_str *out) {
  const tp_program *p = s->program;
  tp_str variables = {0}, files = {0};
  if (!is_main(s->options) || s->options->driver)
    return;
  for (uint32_t i = 1; i < p->sites.n; i++) {
    const tp_site *site = &p->sites.at[i];
    tp_reads_kind kind = kind_of(s, site);
    bool writes = kind == TP_READS_FILE && strchr("wa", *text_of(p, site, 2)) &&
                  *text_of(p, site, 2);
    bool is_file = kind == TP_READS_FILE;
    if ((kind == TP_READS_VARIABLE || is_file) && !writes &&
        !tp_reads_has(&s->reads, is_file, text_of(p, site, 1)))
      add_name(is_file ? &files : &variables, named(p, site));
  }
  add_option(out, "--argv",
             p->entry && !s->options->argv && uses_arguments(p) ? "2" : "");
  add_option(out, "--stdin", reads_stdin(s) ? "16" : "");
  add_option(out, "--env", tp_str_text(&variables));
  add_option(out, "--file", tp_str_text(&files));
  tp_str_free(&variables);
  tp_str_free(&files);
}

/* What --assume names may be an input that only the driver reads. */
static int load_first(tp_project *s, const tp_front_options *opt,
                      tp_diag *diag) {
  tp_front_options first = *opt;
  first.assume = NULL;
  if (load(s, &first, diag) != 0)
    return -1;
  if (needs_driver(s) || !opt->assume)
    return 0;
  tp_program_free(s->program);
  s->program = NULL;
  return load(s, opt, diag);
}

int tp_drive_load(tp_project *s, tp_front_options *opt, tp_diag *diag) {
  if (!tp_drive_is_wanted(s->options))
    return load(s, opt, diag);
  if (check(s, diag) != 0)
    return -1;
  opt->more_flags = tp_reads_flags(&s->reads);
  if (load_first(s, opt, diag) != 0)
    return -1;
  if (!needs_driver(s))
    return 0;
  const char *given = s->options->driver;
  if ((given && !is_kind(given) ? read_driver(s, diag)
                                : write_driver(s, diag)) != 0)
    return -1;
  tp_driver driver = {tp_str_text(&s->driver_name), tp_str_text(&s->driver),
                      s->program->funcs.at[s->program->entry].unit};
  opt->driver = &driver;
  tp_program_free(s->program);
  s->program = NULL;
  int rc = load(s, opt, diag);
  opt->driver = NULL;
  return rc;
}
