/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The replay harness: any test on the plain program, with plain cc.
 *
 * replay.c defines every function that delivers inputs, so that the program's
 * own text is compiled as it is. The functions take their values from the
 * testcase file, scalar by scalar in the order the test recorded them. Values
 * of calls need no more than that. An object (klee_make_symbolic and its kin)
 * is a row of scalars, and which bytes they are is known only to the run that
 * recorded them: each <input> of an object carries the object's number and its
 * offset (testcomp.c), and the reader puts it there. So replay.c is the same
 * for all tests, and a testcase file can be edited or written by hand.
 * run.sh builds the units with the user's flags in the user's folders. What
 * --inputs declares is in inputs-N.c, which is compiled behind the text of unit
 * N (-include), where its types are known.
 */
#include "report/report.h"

#include "harness/text.h"

typedef enum style {
  BY_VALUE,    /* T name(..): the value is the input; arguments don't matter */
  BY_POINTER,  /* void name(T *x): CREST; also takes a plain <input> */
  BY_OBJECT,   /* void name(void *object, unsigned long size, ..) */
  BY_DELIVERY, /* the same, but a NULL is given nothing */
  BY_ASSUMING, /* void name(T holds): a test never breaks an assumption, one
                  written by hand ends there */
  BY_FAILING,  /* void name(): an error */
  BY_ENDING,   /* void name(int status) */
  BY_NOTHING,  /* T name(): 0 */
  BY_SAME      /* T name(T x) */
} style;

typedef struct input_function {
  const char *name;
  const char *type;
  style style;
} input_function;

static const input_function known[] = {
#define VALUE(name, type, wire) {#name, #type, BY_VALUE},
#define NAMED(name, type, wire) {#name, #type, BY_VALUE},
#define FILL(name, type, wire) {#name, #type, BY_POINTER},
#define OTHER(name, type, style) {#name, #type, style},
#define ASSUME(name, type) {#name, #type, BY_ASSUMING},
#define FAIL(name) {#name, "void", BY_FAILING},
#define NOTHING(name) {#name, "int", BY_NOTHING},
#define SAME(name, type) {#name, #type, BY_SAME},
#include "wire/inputs.def"
};

/* ---- replay.c ------------------------------------------------------------ */

static bool is_known(const char *name) {
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strcmp(known[i].name, name) == 0)
      return true;
  return false;
}

/* The expression that makes a value of the type from the next input. */
static void add_reader(tp_str *out, const char *type) {
  size_t n = strlen(type);
  if (strcmp(type, "float") == 0 || strcmp(type, "double") == 0)
    tp_str_addf(out, "tp2ph_%s(tp2ph_take())", type);
  else if (strcmp(type, "_Bool") == 0)
    tp_str_add(out, "tp2ph_integer(tp2ph_take()) != 0");
  else if (n && type[n - 1] == '*')
    tp_str_addf(out, "(%s)(unsigned long)tp2ph_integer(tp2ph_take())", type);
  else
    tp_str_addf(out, "(%s)tp2ph_integer(tp2ph_take())", type);
}

/* Of the function: %1$s its name, %2$s its type. */
static const char *const bodies[] = {
    [BY_DELIVERY] = "void %1$s(void *object, unsigned long size) {\n"
                    "  if (object)\n    tp2ph_object(object, size);\n}\n",
    [BY_OBJECT] = "void %1$s(void *object, unsigned long size) {\n"
                  "  tp2ph_object(object, size);\n}\n",
    [BY_ASSUMING] = "void %1$s(%2$s holds) {\n  if (!holds)\n"
                    "    tp2ph_end(0);\n}\n",
    [BY_FAILING] = "%2$s %1$s() {\n  tp2ph_fail();\n}\n",
    [BY_ENDING] = "void %1$s(%2$s status) {\n  tp2ph_end(status);\n}\n",
    [BY_NOTHING] = "%2$s %1$s() {\n  return 0;\n}\n",
    [BY_SAME] = "%2$s %1$s(%2$s x) {\n  return x;\n}\n",
    [BY_POINTER] = "void %1$s(%2$s *x) {\n"
                   "  if (!tp2ph_object(x, sizeof *x))\n    *x = ",
    [BY_VALUE] = "%2$s %1$s() {\n  return "};

static void add_known(tp_str *out, const input_function *f) {
  tp_str_add(out, "\nWEAK ");
  tp_str_addf(out, bodies[f->style], f->name, f->type);
  if (f->style != BY_POINTER && f->style != BY_VALUE)
    return;
  add_reader(out, f->type);
  tp_str_add(out, ";\n}\n");
}

/* "int a0, void *a1": what the ABI needs to find the arguments. A parameter
 * that is no scalar is left out together with all after it. */
static void add_parameters(tp_str *out, const tp_types *types,
                           const tp_type *function) {
  uint32_t n = 0;
  for (; n < function->n; n++) {
    tp_type_id t = types->params.at[function->first + n];
    const char *name = tp_type_c_name(types, t);
    if (!name)
      break;
    tp_str_addf(out, "%s%s a%u", n ? ", " : "", name, n);
  }
  if (n == 0)
    tp_str_add(out, "void");
}

/* A function of a known family under a name of its own
 * (__VERIFIER_nondet_volts): its value is the input. */
static void add_other(tp_str *out, const tp_program *p, const tp_site *site) {
  const tp_decl *decl = &p->decls.at[site->callee];
  const tp_type *function = tp_type_get(&p->types, decl->type);
  const char *type = tp_type_c_name(&p->types, function->base);
  tp_str_addf(out, "\nWEAK %s %s(", type ? type : "int",
              tp_names_text(p->names, decl->name));
  add_parameters(out, &p->types, function);
  tp_str_add(out, ") {\n  return ");
  add_reader(out, type ? type : "int");
  tp_str_add(out, ";\n}\n");
}

static bool is_other(const tp_program *p, const tp_site *site) {
  return site->is_input && site->callee &&
         !is_known(tp_names_text(p->names, p->decls.at[site->callee].name));
}

static void add_others(tp_str *out, const tp_program *p) {
  tp_names *seen = tp_names_new();
  for (uint32_t i = 1; i < p->sites.n; i++) {
    const tp_site *site = &p->sites.at[i];
    if (!is_other(p, site))
      continue;
    const char *name = tp_names_text(p->names, p->decls.at[site->callee].name);
    size_t n = strlen(name);
    if (tp_names_find(seen, name, n))
      continue;
    tp_names_id(seen, name, n);
    add_other(out, p, site);
  }
  tp_names_free(seen);
}

static bool has_own_main(const tp_result *r) {
  return r->program->is_monitored || strcmp(r->entry, "main") == 0;
}

const char *tp_report_prefix(const tp_program *p, const char *entry) {
  return p->is_monitored ? "int main() __asm__(\"tp2ph_program_main\");\n"
                           "int tp2ph_main() __asm__(\"main\");\n"
         : entry && strcmp(entry, "main") != 0
             ? "int main() __asm__(\"tp2ph_program_main\");\n"
             : "";
}

void tp_report_driver(const tp_program *p, const char *entry, tp_str *out) {
  tp_decl_id d = p->funcs.at[p->entry].decl;
  const tp_type *function = tp_type_get(&p->types, p->decls.at[d].type);
  const char *type = tp_type_c_name(&p->types, function->base);
  tp_str_addf(out, "\n%s %s(", type ? type : "void", entry);
  add_parameters(out, &p->types, function);
  tp_str_addf(out, ");\n\nint main(void) {\n  %s(", entry);
  for (uint32_t i = 0; i < function->n; i++) {
    tp_type_id t = p->types.params.at[function->first + i];
    if (!tp_type_c_name(&p->types, t))
      break;
    tp_str_add(out, i ? ", 0" : "0");
  }
  tp_str_add(out, ");\n  return 0;\n}\n");
}

bool tp_report_replay_is_own(const tp_result *r) {
  bool is_own = !has_own_main(r);
  for (uint32_t i = 1; i < r->program->sites.n && !is_own; i++)
    is_own = is_other(r->program, &r->program->sites.at[i]);
  return is_own;
}

void tp_report_replay(const tp_result *r, tp_str *out) {
  /* gcc hands an odd name of the file to its assembler as it is */
  tp_str_add(out, "#line 2 \"replay.c\"\n");
  tp_str_add(out, tp_harness_kernel);
  tp_str_add(out, tp_harness_reader);
  tp_str_add(out, "\n#define WEAK __attribute__((weak))\n");
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    add_known(out, &known[i]);
  add_others(out, r->program);
  if (!has_own_main(r))
    tp_report_driver(r->program, r->entry, out);
}

/* ---- run.sh -------------------------------------------------------------- */

/* As one word of the shell, whatever is in it. */
static void add_word(tp_str *out, const char *text) {
  tp_str_addc(out, '\'');
  for (; *text; text++) {
    if (*text == '\'')
      tp_str_add(out, "'\\''");
    else
      tp_str_addc(out, *text);
  }
  tp_str_addc(out, '\'');
}

static void add_words(tp_str *out, const char *const *words) {
  for (; words && *words; words++) {
    tp_str_addc(out, ' ');
    add_word(out, *words);
  }
}

/* Of the flags only those that say for which machine. */
static void add_machine(tp_str *out, const char *const *words) {
  for (; words && *words; words++)
    if (strncmp(*words, "-m", 2) == 0 || strncmp(*words, "--target", 8) == 0 ||
        strncmp(*words, "--sysroot", 9) == 0) {
      tp_str_addc(out, ' ');
      add_word(out, *words);
    }
}

static void add_unit(tp_str *out, const tp_result *r, uint32_t i) {
  const tp_result_file *file = &r->files.at[i];
  tp_str path = {0};
  bool is_odd = file->path[0] == '-' || file->path[0] == '@';
  tp_str_addf(&path, "%s%s", is_odd ? "./" : "", file->path);
  tp_str_addf(out, "unit %u ", i + 1);
  if (file->dir)
    add_word(out, file->dir);
  else
    tp_str_add(out, "\"$root\"");
  tp_str_addc(out, ' ');
  add_word(out, tp_str_text(&path));
  add_words(out, file->flags);
  if (r->program->is_monitored) /* tp2ph_main is started first */
    tp_str_add(out, " -include \"$here/main.h\"");
  else if (!has_own_main(r)) /* the driver of replay.c has that name */
    tp_str_add(out, " -Dmain=tp2ph_program_main");
  tp_str_addc(out, '\n');
  tp_str_free(&path);
}

/* How each test ends, in the words of the runner; nothing of those that may end
 * in any way. */
static void add_expected(tp_str *out, const tp_result *r) {
  tp_str_add(out, "\nexpected() { # of a test\n  sed -n \"s/^$1 //p\" "
                  "<<'END'\n");
  for (uint32_t i = 0; i < r->tests.n; i++) {
    const tp_result_test *t = &r->tests.at[i];
    if (t->is_spoilt)
      continue;
    tp_str_addf(out, "testcase-%04u ", i + 1);
    if (t->end == TP_ENDED_EXIT)
      tp_str_addf(out, "exit %d\n", t->code & 255);
    else if (t->end == TP_ENDED_SIGNAL)
      tp_str_addf(out, "signal %d\n", t->code);
    else
      tp_str_add(out, t->end == TP_ENDED_TIMEOUT  ? "timeout\n"
                      : t->end == TP_ENDED_INPUTS ? "inputs\n"
                                                  : "memory\n");
  }
  tp_str_add(out, "END\n}\n\nbuild || exit 3\n\n");
}

/* A shell can't tell exit 139 from signal 11. */
static void add_runner(tp_str *out) {
  tp_str_add(out, "cat >\"$work/runner.c\" <<'END'\n");
  tp_str_add(out, tp_harness_runner);
  tp_str_add(out, "END\n");
}

void tp_report_run_script(const tp_result *r, tp_str *out) {
  tp_str_add(out, tp_harness_script_head);
  tp_str_add(out, "cc=${CC:-");
  add_word(out, r->cc ? r->cc : "cc");
  tp_str_add(out, "}\nroot=${TP2PH_ROOT:-");
  add_word(out, r->cwd ? r->cwd : ".");
  tp_str_add(out, "}\n\n");
  for (uint32_t i = 0; i < r->files.n; i++)
    add_unit(out, r, i);
  tp_str_add(out, "\nbuild() { # replay.c is ours: the user's flags are not "
                  "for it\n"
                  "  $cc -w -c -o \"$work/replay.o\" \"$here/replay.c\"");
  add_machine(out, r->link_flags);
  tp_str_add(out, " &&\n  $cc $CFLAGS -o \"$work/program\" \"$work\"/*.o");
  add_words(out, r->link_flags);
  tp_str_add(out, " -lm\n}\n\n# As tp2ph runs it.\nclean() {\n  env -i "
                  "${LD_LIBRARY_PATH+\"LD_LIBRARY_PATH=$LD_LIBRARY_PATH\"}");
  add_words(out, r->environment);
  tp_str_add(out, " \"$@\"\n}\n");
  add_expected(out, r);
  add_runner(out);
  tp_str_add(out, tp_harness_script_tail);
}
