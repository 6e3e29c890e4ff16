/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Man pages and completion. All of it comes from options.def and from the usage
 * of the commands: an option that is added there is in here. */
#include "app/manual.h"

#include "app/option_words.h"

#include <ctype.h>

typedef struct entry {
  char letter;
  const char *name;
  unsigned commands;
  const char *value, *initial, *choices, *help;
} entry;

static const entry entries[] = {
#define OPTION(field, letter, name, kind, commands, value, initial, low, high, \
               choices, help) \
  {letter, name, (unsigned)(commands), value, initial, choices, help},
#include "app/options.def"
#undef OPTION
};

#define N_ENTRIES (sizeof entries / sizeof *entries)

static bool is_of(const entry *e, unsigned command) {
  return e->commands >> command & 1;
}

/* ---- man pages ----------------------------------------------------------- */

/* Dashes that can be copied, and no line that begins with a command. */
static void add_troff(tp_str *out, const char *text) {
  for (const char *at = text; *at; at++) {
    if (*at == '-')
      tp_str_add(out, "\\-");
    else if (*at == '\\')
      tp_str_add(out, "\\e");
    else if ((*at == '.' || *at == '\'') && (at == text || at[-1] == '\n'))
      tp_str_addf(out, "\\&%c", *at);
    else
      tp_str_addc(out, *at);
  }
}

/* With spaces, so that lines can be broken. */
static void add_choices(tp_str *out, const char *choices) {
  tp_str list = {0};
  for (const char *at = choices; *at; at++)
    if (*at == '|')
      tp_str_add(&list, " | ");
    else
      tp_str_addc(&list, *at);
  add_troff(out, tp_str_text(&list));
  tp_str_free(&list);
}

static void add_option(tp_str *out, const entry *e) {
  tp_str_add(out, ".TP\n.B ");
  if (e->letter)
    tp_str_addf(out, "\\-%c\\fR, \\fB", e->letter);
  tp_str_add(out, "\\-\\-");
  add_troff(out, e->name);
  if (e->value) {
    tp_str_add(out, " \\fI");
    add_troff(out, e->value);
    tp_str_add(out, "\\fR");
  }
  tp_str_addc(out, '\n');
  tp_str text = {0};
  tp_str_addf(&text, "%c%s", toupper((unsigned char)e->help[0]), e->help + 1);
  add_troff(out, text.at);
  tp_str_free(&text);
  if (e->choices) {
    tp_str_add(out, ".\nOne of ");
    add_choices(out, e->choices);
  }
  if (e->initial) {
    tp_str_add(out, ".\nDefault: ");
    add_troff(out, e->initial);
  }
  tp_str_add(out, ".\n");
}

static void add_head(tp_str *out, unsigned command) {
  const char *name = tp_command_name((tp_command)command);
  const char *usage = tp_command_usage((tp_command)command);
  const char *what = strchr(usage, '\n');
  tp_str_addf(out, ".TH TP2PH%s%s 1 \"\" \"tp2ph %s\"\n", *name ? "\\-" : "",
              name, TP2PH_VERSION);
  tp_str_addf(out, ".SH NAME\ntp2ph%s%s \\- ", *name ? "\\-" : "", name);
  size_t n = strlen(what + 1);
  while (n && what[n] == '.')
    n--;
  tp_str line = {0};
  tp_str_addc(&line, (char)tolower((unsigned char)what[1]));
  tp_str_addn(&line, what + 2, n - 1);
  add_troff(out, line.at);
  tp_str_addf(out, "\n.SH SYNOPSIS\n.B tp2ph%s%s\n", *name ? " " : "", name);
  VEC_CLEAR(&line);
  tp_str_addn(&line, usage, (size_t)(what - usage));
  add_troff(out, line.at);
  tp_str_addc(out, '\n');
  tp_str_free(&line);
}

static void add_commands(tp_str *out) {
  tp_str_add(out, ".SH COMMANDS\n");
  for (unsigned c = 1; c < tp_command_count(); c++) {
    const char *what = strchr(tp_command_usage((tp_command)c), '\n');
    tp_str_addf(out, ".TP\n.B tp2ph\\-%s\\fR(1)\n",
                tp_command_name((tp_command)c));
    add_troff(out, what + 1);
    tp_str_addc(out, '\n');
  }
}

static void add_tail(tp_str *out, unsigned command) {
  static const char *const statuses[][2] = {
      {"0", "every branch is covered or proved infeasible, no finding"},
      {"1", "finished, but a branch is unknown or there is a finding"},
      {"2", "usage"},
      {"3", "the program under test was refused"},
      {"4", "environment: no compiler, disk full, output not writable"},
      {"5", "time or memory over, or interrupted; what is known was written"},
      {"70", "a bug in tp2ph"}};
  tp_str_add(out, ".SH EXIT STATUS\n");
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    tp_str_addf(out, ".TP\n.B %s\n%s\n", statuses[i][0], statuses[i][1]);
  tp_str_add(out, ".SH ENVIRONMENT\n.TP\n.B CC\nThe compiler; default cc.\n"
                  ".TP\n.B NO_COLOR\nNo colours.\n"
                  ".TP\n.B TMPDIR\nWhere the private folder of a run is made.\n"
                  ".SH SEE ALSO\n");
  tp_str_add(out, command == TP_COMMAND_RUN ? ".BR gcc (1),\n.BR gcov (1),\n"
                                              ".BR dot (1)\n"
                                            : ".BR tp2ph (1)\n");
}

void tp_manual_page(tp_command command, tp_str *out) {
  add_head(out, command);
  tp_str_add(out, ".SH OPTIONS\n");
  for (size_t i = 0; i < N_ENTRIES; i++)
    if (is_of(&entries[i], command))
      add_option(out, &entries[i]);
  if (command == TP_COMMAND_RUN)
    add_commands(out);
  add_tail(out, command);
}

/* ---- bash ---------------------------------------------------------------- */

static void add_option_words(tp_str *out, unsigned command) {
  for (size_t i = 0; i < N_ENTRIES; i++) {
    if (!is_of(&entries[i], command))
      continue;
    tp_str_addf(out, " --%s", entries[i].name);
    if (entries[i].letter)
      tp_str_addf(out, " -%c", entries[i].letter);
  }
}

/* One row for each name: a name with several rows has the same choices. */
static void add_values(tp_str *out) {
  for (size_t i = 0; i < N_ENTRIES; i++) {
    if (!entries[i].choices)
      continue;
    tp_str_addf(out, "  --%s) words=\"", entries[i].name);
    for (const char *at = entries[i].choices; *at; at++)
      tp_str_addc(out, *at == '|' ? ' ' : *at);
    tp_str_add(out, "\" ;;\n");
  }
}

void tp_manual_bash(tp_str *out) {
  tp_str_add(out, "# bash completion for tp2ph\n"
                  "_tp2ph() {\n"
                  "  local cur=${COMP_WORDS[COMP_CWORD]}\n"
                  "  local prev=${COMP_WORDS[COMP_CWORD-1]} words=\n"
                  "  case $prev in\n");
  add_values(out);
  tp_str_add(out, "  esac\n"
                  "  if [ -n \"$words\" ]; then\n"
                  "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                  "    return\n"
                  "  fi\n"
                  "  case ${COMP_WORDS[1]} in\n");
  for (unsigned c = 1; c < tp_command_count(); c++) {
    tp_str_addf(out, "  %s) words=\"", tp_command_name((tp_command)c));
    add_option_words(out, c);
    tp_str_add(out, "\" ;;\n");
  }
  tp_str_add(out, "  *) words=\"");
  add_option_words(out, TP_COMMAND_RUN);
  tp_str_add(out, "\"\n     [ \"$COMP_CWORD\" = 1 ] && words=\"$words");
  for (unsigned c = 1; c < tp_command_count(); c++)
    tp_str_addf(out, " %s", tp_command_name((tp_command)c));
  tp_str_add(out, "\" ;;\n"
                  "  esac\n"
                  "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                  "  [ \"${cur#-}\" != \"$cur\" ] || "
                  "COMPREPLY+=($(compgen -f -- \"$cur\"))\n"
                  "}\n"
                  "complete -o filenames -F _tp2ph tp2ph\n");
}

/* ---- zsh ----------------------------------------------------------------- */

/* Inside '...' and [...]. */
static void add_quoted(tp_str *out, const char *text) {
  for (; *text; text++) {
    if (*text == '\'')
      tp_str_add(out, "'\\''");
    else if (strchr("[]:", *text))
      tp_str_addf(out, "\\%c", *text);
    else
      tp_str_addc(out, *text);
  }
}

static void add_zsh_option(tp_str *out, const entry *e) {
  tp_str_addf(out, "    '--%s%s[", e->name, e->value ? "=" : "");
  add_quoted(out, e->help);
  tp_str_add(out, "]");
  if (e->choices) {
    tp_str_addf(out, ":%s:(", e->value);
    for (const char *at = e->choices; *at; at++)
      tp_str_addc(out, *at == '|' ? ' ' : *at);
    tp_str_addc(out, ')');
  } else if (e->value) {
    tp_str_addf(out, ":%s:%s", e->value,
                strcmp(e->value, "FILE") == 0  ? "_files"
                : strcmp(e->value, "DIR") == 0 ? "_files -/"
                                               : "");
  }
  tp_str_add(out, "' \\\n");
}

static void add_zsh_case(tp_str *out, unsigned command) {
  tp_str_addf(out, "  %s) _arguments \\\n",
              command == TP_COMMAND_RUN ? "*"
                                        : tp_command_name((tp_command)command));
  for (size_t i = 0; i < N_ENTRIES; i++)
    if (is_of(&entries[i], command))
      add_zsh_option(out, &entries[i]);
  tp_str_add(out, "    '*:file:_files' ;;\n");
}

void tp_manual_zsh(tp_str *out) {
  tp_str_add(out, "#compdef tp2ph\n"
                  "local -a commands\n"
                  "commands=(");
  for (unsigned c = 1; c < tp_command_count(); c++)
    tp_str_addf(out, " %s", tp_command_name((tp_command)c));
  tp_str_add(out, " )\n"
                  "(( CURRENT == 2 )) && compadd -- $commands\n"
                  "case $words[2] in\n");
  for (unsigned c = 1; c < tp_command_count(); c++)
    add_zsh_case(out, c);
  add_zsh_case(out, TP_COMMAND_RUN);
  tp_str_add(out, "esac\n");
}
