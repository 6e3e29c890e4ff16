/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: argv in, tp_options or a usage error out.
 *
 * getopt_long splits it; the rows of options.def that belong to the command
 * say which options there are and what their values may be. Defaults are
 * parsed like values that were given, so a default out of range is a bug that
 * the first start shows. Every error names the option it is about.
 */
#include "app/options.h"

#include "app/option_words.h"

#include "app/nearest.h"
#include "base/file.h"
#include "checks/checks.h"

#include <getopt.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

typedef enum kind { FLAG, TEXT, LIST, CHOICE, COUNT, SIZE, DURATION } kind;

typedef struct row {
  size_t field; /* offset in tp_options */
  int letter;
  const char *name;
  kind kind;
  unsigned commands;
  const char *value, *initial;
  uint64_t low, high;
  const char *choices, *help;
} row;

static const row rows[] = {
#define OPTION(field, ...) {offsetof(tp_options, field), __VA_ARGS__},
#include "app/options.def"
#undef OPTION
};

#define N_ROWS (sizeof rows / sizeof rows[0])
#define FIRST_LONG 256 /* getopt's value of row i is FIRST_LONG + i */

static const struct {
  const char *name, *usage;
} commands[] = {
    [TP_COMMAND_RUN] = {"", "[OPTIONS] FILE.c... [-- COMPILER FLAGS]\n"
                            "Generate tests that cover every branch of a "
                            "program."},
    [TP_COMMAND_GRAPH] = {"graph", "[OPTIONS] FILE.c... [-- COMPILER FLAGS]\n"
                                   "Write the reachability graph; nothing is "
                                   "run."},
    [TP_COMMAND_IR] = {"ir", "[OPTIONS] FILE.c... [-- COMPILER FLAGS]\n"
                             "Print what each function does, operation by "
                             "operation; nothing is run."},
    [TP_COMMAND_REPLAY] = {"replay", "[OPTIONS] DIR [TEST...]\n"
                                     "Run tests of an output folder on the "
                                     "plain program, print branches taken."},
    [TP_COMMAND_BATCH] = {"batch", "[OPTIONS] LIST|DIR... [-- COMPILER FLAGS]\n"
                                   "Generate tests for many programs."},
    [TP_COMMAND_GEN] = {"gen", "--conditions N [OPTIONS]\n"
                               "Write a tester program of that size, for "
                               "benchmarks."},
    [TP_COMMAND_AUDIT] = {"audit", "--inputs FILE [OPTIONS] FILE.c... [-- "
                                   "COMPILER FLAGS]\n"
                                   "Decide every bin that is declared, and "
                                   "the rules of binning."},
    [TP_COMMAND_PREDICT] = {"predict", "--tests DIR [OPTIONS] FILE.c... [-- "
                                       "COMPILER FLAGS]\n"
                                       "Say what other inputs on the paths of "
                                       "these tests would break."},
    [TP_COMMAND_INPUTS] = {"inputs", "[OPTIONS] FILE.c... [-- COMPILER FLAGS]\n"
                                     "Write a first file for --inputs, from "
                                     "the program's headers."},
    [TP_COMMAND_DIFF] = {"diff", "[OPTIONS] OLD NEW\n"
                                 "Compare two output folders of two revisions "
                                 "of a program."},
    [TP_COMMAND_ACCEPT] = {"accept", "-o FILE [OPTIONS] DIR\n"
                                     "Accept what is dead, unknown or found in "
                                     "an output folder, for --expect."},
    [TP_COMMAND_MERGE] = {"merge", "[OPTIONS] DIR...\n"
                                   "Results of shards, of array jobs or of "
                                   "single runs as one batch."},
    [TP_COMMAND_CHECK_PROOFS] = {"check-proofs",
                                 "[OPTIONS] DIR\n"
                                 "Put the proofs that --certify wrote to a "
                                 "solver of their own."},
    [TP_COMMAND_UNIT] = {"unit", "[OPTIONS] FILE.c... [-- COMPILER FLAGS]\n"
                                 "Test each function alone, and ask of each "
                                 "alarm whether callers cause it."},
    [TP_COMMAND_DOCTOR] = {"doctor", "\n"
                                     "Say what this machine offers, and what "
                                     "is lost without it."},
};
#define N_COMMANDS (sizeof commands / sizeof commands[0])

static int usage(tp_diag *diag, const char *what, const char *name) {
  return tp_diag_set(diag, TP_USAGE, "%s '%s' (see tp2ph --help)", what, name);
}

/* ---- values -------------------------------------------------------------- */

static bool is_choice(const char *choices, const char *text) {
  size_t n = strcspn(text, "|");
  if (text[n])
    return false;
  for (const char *p = choices; p; p = strchr(p, '|')) {
    p += *p == '|';
    if (strncmp(p, text, n) == 0 && (p[n] == '|' || p[n] == '\0'))
      return true;
  }
  return false;
}

static const char *expected(const row *o) {
  switch (o->kind) {
  case CHOICE:
    return o->choices;
  case COUNT:
    return "a number in its range";
  case SIZE:
    return "a size: 512M, 2G (at least 16M)";
  case DURATION:
    return "a time above zero: 90, 90s, 100ms, 15m, 2h";
  default:
    return "a text that is not empty";
  }
}

static bool is_in_range(const row *o, uint64_t value) {
  return value >= o->low && value <= o->high;
}

/* Parse the text by its kind and put it into its field. */
static bool store(tp_options *out, const row *o, const char *text) {
  char *field = (char *)out + o->field;
  uint64_t number = 0;
  double seconds = 0;
  switch (o->kind) {
  case FLAG:
    *(bool *)field = true;
    return true;
  case TEXT:
    *(const char **)field = text;
    return *text != '\0';
  case LIST:
    VEC_PUSH((tp_option_list *)field, text);
    return *text != '\0';
  case CHOICE:
    *(const char **)field = text;
    return *text != '\0' && is_choice(o->choices, text);
  case COUNT:
    if (!tp_parse_count(&number, text) || !is_in_range(o, number))
      return false;
    *(uint64_t *)field = number;
    return true;
  case SIZE:
    if (!tp_parse_size(&number, text) || !is_in_range(o, number))
      return false;
    *(uint64_t *)field = number;
    return true;
  case DURATION:
    if (!tp_parse_duration(&seconds, text) || seconds * 1000 < (double)o->low ||
        seconds * 1000 > (double)o->high)
      return false;
    *(double *)field = seconds;
    return true;
  }
  return false;
}

static void set_defaults(tp_options *out) {
  for (size_t i = 0; i < N_ROWS; i++) {
    if (!rows[i].initial || !(rows[i].commands >> out->command & 1))
      continue;
    bool ok = store(out, &rows[i], rows[i].initial);
    TP_INVARIANT(ok, "a default should be in its own range");
  }
}

/* ---- splitting ----------------------------------------------------------- */

/* What getopt needs for the options of one command. */
typedef struct tables {
  struct option longs[N_ROWS + 1];
  char shorts[2 * N_ROWS + 3];
} tables;

static void fill_tables(tables *t, tp_command command) {
  size_t n = 0;
  char *s = t->shorts;
  *s++ = '-'; /* names come in order, as the value 1 */
  *s++ = ':'; /* a missing value is told apart from an unknown option */
  for (size_t i = 0; i < N_ROWS; i++) {
    if (!(rows[i].commands >> command & 1))
      continue;
    bool has_value = rows[i].kind != FLAG;
    t->longs[n++] =
        (struct option){rows[i].name, has_value, NULL, FIRST_LONG + (int)i};
    if (rows[i].letter)
      *s++ = (char)rows[i].letter;
    if (rows[i].letter && has_value)
      *s++ = ':';
  }
  t->longs[n] = (struct option){0};
  *s = '\0';
}

/* The row that getopt's answer means; NULL if there is none. */
static const row *find_row(int code, tp_command command) {
  if (code >= FIRST_LONG)
    return &rows[code - FIRST_LONG];
  for (size_t i = 0; code && i < N_ROWS; i++)
    if (rows[i].letter == code && rows[i].commands >> command & 1)
      return &rows[i];
  return NULL;
}

/* The nearest that there is, if one is near. */
static int unknown_option(tp_command command, const char *word, tp_diag *diag) {
  tp_str name = {0};
  const char *near = NULL;
  unsigned distance = UINT32_MAX;
  tp_str_addn(&name, word + 2, strcspn(word + 2, "="));
  for (size_t i = 0; i < N_ROWS && name.n; i++) {
    bool is_ours = rows[i].commands >> command & 1;
    unsigned d = is_ours ? tp_word_distance(name.at, rows[i].name) : UINT32_MAX;
    if (is_ours && d < distance && tp_word_is_near(name.at, rows[i].name)) {
      near = rows[i].name;
      distance = d;
    }
  }
  tp_str_free(&name);
  if (near)
    return tp_diag_set(diag, TP_USAGE,
                       "unknown option '%s': did you mean '--%s'?", word, near);
  return usage(diag, "unknown option", word);
}

static int bad_option(tp_command command, int code, char *const *argv,
                      tp_diag *diag) {
  const row *o = find_row(optopt, command);
  if (o)
    return tp_diag_set(diag, TP_USAGE, "option '--%s' %s", o->name,
                       code == ':' ? "needs a value" : "takes no value");
  if (!optopt)
    return unknown_option(command, argv[optind - 1], diag);
  char letter[] = {'-', (char)optopt, '\0'};
  if (strchr("DIULlfgimnOpsWwx", optopt))
    return tp_diag_set(diag, TP_USAGE,
                       "unknown option '%s': flags of the compiler go behind "
                       "'--' (tp2ph FILE.c -- %s...)",
                       letter, letter);
  return usage(diag, "unknown option", letter);
}

static int take_option(tp_options *out, const row *o, tp_option_set *seen,
                       tp_diag *diag) {
  tp_option_set bit = (tp_option_set)1 << (o - rows);
  if (*seen & bit && o->kind != LIST)
    return tp_diag_set(diag, TP_USAGE, "option '--%s' is given twice", o->name);
  *seen |= bit;
  if (store(out, o, optarg))
    return 0;
  return tp_diag_set(diag, TP_USAGE, "option '--%s': '%s' is not %s", o->name,
                     optarg, expected(o));
}

static int split(tp_options *out, int argc, char **argv, tp_option_set *seen,
                 tp_diag *diag) {
  tables t;
  fill_tables(&t, out->command);
  optind = 0; /* glibc: begin anew */
  opterr = 0;
  int code, rc = 0;
  while (rc == 0 && !out->help && !out->version &&
         (code = getopt_long(argc, argv, t.shorts, t.longs, NULL)) != -1) {
    if (code == 1)
      VEC_PUSH(&out->names, optarg);
    else if (code == '?' || code == ':')
      rc = bad_option(out->command, code, argv, diag);
    else
      rc = take_option(out, find_row(code, out->command), seen, diag);
  }
  out->flags = (const char *const *)argv + (optind < argc ? optind : argc);
  return rc;
}

/* ---- what belongs together ----------------------------------------------- */

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n > m && strcmp(text + n - m, end) == 0;
}

static bool is_cplusplus(const char *name) {
  static const char *const endings[] = {".cpp", ".cc",  ".cxx", ".c++",
                                        ".C",   ".hpp", ".hh",  ".CPP"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (ends_with(name, endings[i]))
      return true;
  return false;
}

static int check_names(const tp_options *o, tp_diag *diag) {
  static const char *const missing[] = {
      [TP_COMMAND_RUN] = "no C file is given",
      [TP_COMMAND_GRAPH] = "no C file is given",
      [TP_COMMAND_IR] = "no C file is given",
      [TP_COMMAND_AUDIT] = "no C file is given",
      [TP_COMMAND_PREDICT] = "no C file is given",
      [TP_COMMAND_INPUTS] = "no C file is given",
      [TP_COMMAND_REPLAY] = "no output folder is given",
      [TP_COMMAND_BATCH] = "no list or folder of programs is given",
      [TP_COMMAND_DIFF] = "no output folder is given",
      [TP_COMMAND_ACCEPT] = "no output folder is given",
      [TP_COMMAND_MERGE] = "no folder of results is given",
      [TP_COMMAND_CHECK_PROOFS] = "no folder of proofs is given",
      [TP_COMMAND_UNIT] = "no C file is given"};
  static const uint32_t most[N_COMMANDS] = {[TP_COMMAND_DIFF] = 2,
                                            [TP_COMMAND_ACCEPT] = 1,
                                            [TP_COMMAND_CHECK_PROOFS] = 1};
  for (uint32_t i = 0; i < o->names.n; i++)
    if (o->names.at[i][0] == '\0')
      return tp_diag_set(diag, TP_USAGE, "a file name is empty");
  bool takes_c = (RUN | GRAPH | IR | INPUTS | UNIT) >> o->command & 1;
  for (uint32_t i = 0; takes_c && i < o->names.n; i++)
    if (is_cplusplus(o->names.at[i]))
      return tp_diag_set(diag, TP_REFUSED,
                         "'%s' is C++ by its name: tp2ph reads C",
                         o->names.at[i]);
  bool takes_names =
      o->command != TP_COMMAND_GEN && o->command != TP_COMMAND_DOCTOR;
  if (!takes_names && o->names.n)
    return usage(diag, "unexpected argument", o->names.at[0]);
  if (takes_names && o->names.n == 0)
    return tp_diag_set(diag, TP_USAGE, "%s (see tp2ph --help)",
                       missing[o->command]);
  if (o->command == TP_COMMAND_DIFF && o->names.n < 2)
    return tp_diag_set(diag, TP_USAGE,
                       "the second folder is missing: tp2ph "
                       "diff OLD NEW");
  if (most[o->command] && o->names.n > most[o->command])
    return usage(diag, "unexpected argument", o->names.at[most[o->command]]);
  unsigned takes_flags = RUN | GRAPH | IR | BATCH | INPUTS | UNIT;
  if (!(takes_flags >> o->command & 1) && o->flags[0])
    return usage(diag, "unexpected argument", o->flags[0]);
  return 0;
}

static bool is_given(tp_option_set seen, const char *name) {
  for (size_t i = 0; i < N_ROWS; i++)
    if ((seen >> i & 1) && strcmp(rows[i].name, name) == 0)
      return true;
  return false;
}

/* The form of what is written shows in its name. */
static int check_ending(const char *file, const char *const *endings,
                        const char *words, tp_diag *diag) {
  for (; file && *endings; endings++)
    if (ends_with(file, *endings))
      file = NULL;
  return file ? tp_diag_set(diag, TP_USAGE,
                            "option '--output': '%s' should end with %s", file,
                            words)
              : 0;
}

static int check_options(const tp_options *o, tp_option_set seen,
                         tp_diag *diag) {
  static const char *const maps[] = {".svg", ".dot", ".json", NULL};
  static const char *const texts[] = {".json", ".html", ".txt", NULL};
  if (o->is_quiet && o->is_verbose)
    return tp_diag_set(diag, TP_USAGE,
                       "options '--quiet' and '--verbose' exclude each other");
  if (check_ending(o->map, maps, ".svg, .dot or .json", diag) != 0 ||
      check_ending(o->file, texts, ".json, .html or .txt", diag) != 0)
    return -1;
  tp_check_kinds kinds;
  if (o->check && tp_check_kinds_parse(&kinds, o->check, diag) != 0)
    return -1;
  if (o->command == TP_COMMAND_ACCEPT && !o->accepted)
    return tp_diag_set(diag, TP_USAGE,
                       "option '--output' is missing: tp2ph accept DIR -o "
                       "FILE");
  if (o->command == TP_COMMAND_AUDIT && !o->inputs)
    return tp_diag_set(diag, TP_USAGE,
                       "option '--inputs' is missing: its file says which "
                       "bins there are");
  if (o->command == TP_COMMAND_PREDICT && !o->tests)
    return tp_diag_set(diag, TP_USAGE,
                       "option '--tests' is missing: the folder of the tests "
                       "to look along");
  if (o->command == TP_COMMAND_GEN && !o->conditions)
    return tp_diag_set(diag, TP_USAGE,
                       "option '--conditions' is missing (see tp2ph --help)");
  double threshold;
  if (o->threshold && !tp_parse_share(&threshold, o->threshold))
    return tp_diag_set(diag, TP_USAGE,
                       "option '--threshold': '%s' is no number from 0 to 1",
                       o->threshold);
  uint64_t distance;
  if (o->distance && !tp_parse_count(&distance, o->distance))
    return tp_diag_set(diag, TP_USAGE, "option '--distance': '%s' is no number",
                       o->distance);
  if (is_given(seen, "phases") && strcmp(o->strategy, "two-phase") != 0)
    return tp_diag_set(diag, TP_USAGE,
                       "option '--phases' is for --strategy two-phase, not %s",
                       o->strategy);
  return 0;
}

static tp_command command_of(int argc, char **argv) {
  for (size_t c = 1; argc > 1 && c < N_COMMANDS; c++)
    if (strcmp(argv[1], commands[c].name) == 0)
      return (tp_command)c;
  return TP_COMMAND_RUN;
}

/* A first word that is no file but nearly a command. */
static int check_command(const tp_options *o, int argc, char **argv,
                         tp_diag *diag) {
  if (o->command != TP_COMMAND_RUN || argc < 2 || strpbrk(argv[1], "./-") ||
      tp_file_exists(argv[1]))
    return 0;
  for (size_t c = 1; c < N_COMMANDS; c++)
    if (tp_word_is_near(argv[1], commands[c].name))
      return tp_diag_set(diag, TP_USAGE,
                         "unknown command '%s': did you mean '%s'?", argv[1],
                         commands[c].name);
  return 0;
}

/* One run that does not end is not to take the time that is given for all. */
#define RUNS_IN_TIME 20
#define SHORTEST_RUN 0.1

static void limit_runs(tp_options *out) {
  double most = out->timeout / RUNS_IN_TIME;
  if (out->timeout <= 0 || is_given(out->given, "run-timeout"))
    return;
  most = most > SHORTEST_RUN ? most : SHORTEST_RUN;
  out->run_timeout = out->run_timeout < most ? out->run_timeout : most;
}

/* What no option of the command says. */
static void fill_in(tp_options *out) {
  limit_runs(out);
  if (out->command != TP_COMMAND_PREDICT)
    return;
  out->check = out->check ? out->check : "all";
  out->strategy = "predict";
  out->paths = "needed";
  out->criterion = "branch";
}

int tp_options_parse(tp_options *out, int argc, char **argv, tp_diag *diag) {
  _Static_assert(N_ROWS <= 128, "options seen are bits of one word");
  tp_option_set seen = 0;
  *out = (tp_options){.command = command_of(argc, argv)};
  set_defaults(out);
  if (check_command(out, argc, argv, diag) != 0)
    return -1;
  int skip = out->command != TP_COMMAND_RUN;
  int rc = split(out, argc - skip, argv + skip, &seen, diag);
  out->given = seen;
  if (rc != 0)
    return -1;
  if (out->help || out->version)
    return 0;
  fill_in(out);
  return check_names(out, diag) || check_options(out, seen, diag) ? -1 : 0;
}

/* ---- for another process ------------------------------------------------- */

static bool is_forwarded(const row *o) {
  bool is_of_both = o->commands & RUN && o->commands & BATCH;
  bool is_about_output = o->kind == TEXT &&
                         o->field != offsetof(tp_options, entry) &&
                         o->field != offsetof(tp_options, check);
  return is_of_both && !is_about_output && o->commands != ALL;
}

static void add_value(tp_str *out, const tp_options *from, const row *o) {
  const char *field = (const char *)from + o->field;
  tp_str_addf(out, "--%s", o->name);
  switch (o->kind) {
  case FLAG:
  case LIST: /* of no command that is forwarded */
    break;
  case TEXT:
  case CHOICE:
    tp_str_addf(out, "=%s", *(const char *const *)field);
    break;
  case COUNT:
  case SIZE:
    tp_str_addf(out, "=%" PRIu64, *(const uint64_t *)field);
    break;
  case DURATION:
    tp_str_addf(out, "=%.3f", *(const double *)field);
    break;
  }
}

tp_option_set tp_options_forwarded(const tp_options *batch) {
  tp_option_set which = 0;
  for (size_t i = 0; i < N_ROWS; i++)
    if (is_forwarded(&rows[i]))
      which |= (tp_option_set)1 << i;
  return which & batch->given;
}

void tp_options_words(const tp_options *from, tp_option_set which,
                      tp_option_words *out) {
  for (size_t i = 0; i < N_ROWS; i++) {
    tp_str word = {0};
    if (!(which >> i & 1))
      continue;
    add_value(&word, from, &rows[i]);
    VEC_PUSH(out, word.at);
  }
}

tp_option_set tp_options_bit(tp_command command, const char *name) {
  for (size_t i = 0; i < N_ROWS; i++)
    if (rows[i].commands >> command & 1 && strcmp(rows[i].name, name) == 0)
      return (tp_option_set)1 << i;
  return 0;
}

void tp_options_free(tp_options *o) {
  VEC_FREE(&o->names);
  VEC_FREE(&o->functions);
  VEC_FREE(&o->from);
}

bool tp_options_all_paths(const tp_options *o) {
  return strcmp(o->paths, "all") == 0;
}

bool tp_options_use_color(const tp_options *o, int fd) {
  if (strcmp(o->color, "auto") != 0)
    return strcmp(o->color, "always") == 0;
  const char *no_color = getenv("NO_COLOR");
  const char *term = getenv("TERM");
  bool is_plain = (no_color && *no_color) || !term || strcmp(term, "dumb") == 0;
  return !is_plain && isatty(fd) == 1;
}

const char *tp_command_name(tp_command command) {
  return commands[command].name;
}

const char *tp_command_usage(tp_command command) {
  return commands[command].usage;
}

unsigned tp_command_count(void) {
  return N_COMMANDS;
}

/* ---- help ---------------------------------------------------------------- */

/* On lines of at most 100 characters. */
static void add_choices(tp_str *out, const char *choices) {
  const char *at = choices, *end = choices;
  while (*end) {
    const char *next = end + 1 + strcspn(end + 1, "|");
    if (next - at > 72) {
      tp_str_addf(out, "%26s%.*s|\n", "", (int)(end - at), at);
      at = end + 1;
    }
    end = next;
  }
  tp_str_addf(out, "%26s%s\n", "", at);
}

static void add_option_help(tp_str *out, const row *o) {
  uint32_t start = out->n;
  if (o->letter)
    tp_str_addf(out, "  -%c, --%s", o->letter, o->name);
  else
    tp_str_addf(out, "      --%s", o->name);
  if (o->value)
    tp_str_addf(out, " %s", o->value);
  do
    tp_str_addc(out, ' ');
  while (out->n - start < 26);
  tp_str_add(out, o->help);
  if (o->initial)
    tp_str_addf(out, " [%s]", o->initial);
  tp_str_addc(out, '\n');
  if (o->choices && strcmp(o->choices, o->value) != 0)
    add_choices(out, o->choices);
}

static void add_usage(tp_str *out, tp_command command) {
  bool is_sub = command != TP_COMMAND_RUN;
  tp_str_addf(out, "tp2ph %s%s%s\n", commands[command].name, is_sub ? " " : "",
              commands[command].usage);
}

static void add_general(tp_str *out) {
  for (size_t c = 1; c < N_COMMANDS; c++) {
    tp_str_addc(out, '\n');
    add_usage(out, (tp_command)c);
  }
  tp_str_add(
      out,
      "\nEach command has its own --help. Environment: CC (the compiler, cc),\n"
      "NO_COLOR, TMPDIR.\n"
      "Exit status: 0 every branch covered or proved infeasible, no finding; "
      "1\n"
      "a branch is unknown or there is a finding; 2 usage; 3 the program was\n"
      "refused; 4 environment; 5 time or memory over, or interrupted; 70 a "
      "bug\n"
      "in tp2ph.\n");
}

void tp_options_help(tp_command command, tp_str *out) {
  tp_str_add(out, "usage: ");
  add_usage(out, command);
  tp_str_addc(out, '\n');
  for (size_t i = 0; i < N_ROWS; i++)
    if (rows[i].commands >> command & 1)
      add_option_help(out, &rows[i]);
  if (command == TP_COMMAND_RUN)
    add_general(out);
}
