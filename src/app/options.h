/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/options.h - the command line.
 *
 * The table options.def gives each option its field, its range, its default
 * and its line of help. Texts are borrowed from argv.
 */
#ifndef TP_APP_OPTIONS_H
#define TP_APP_OPTIONS_H

#include "base/diag.h"

typedef enum tp_command {
  TP_COMMAND_RUN,
  TP_COMMAND_GRAPH,
  TP_COMMAND_IR,
  TP_COMMAND_REPLAY,
  TP_COMMAND_BATCH,
  TP_COMMAND_GEN,
  TP_COMMAND_AUDIT,
  TP_COMMAND_PREDICT,
  TP_COMMAND_INPUTS,
  TP_COMMAND_DIFF,
  TP_COMMAND_ACCEPT,
  TP_COMMAND_MERGE,
  TP_COMMAND_CHECK_PROOFS,
  TP_COMMAND_UNIT,
  TP_COMMAND_DOCTOR
} tp_command;

#define TP_OPTION_FIELD_FLAG(field) bool field;
#define TP_OPTION_FIELD_TEXT(field) const char *field;    /* NULL: not given */
#define TP_OPTION_FIELD_LIST(field) tp_option_list field; /* each time */
#define TP_OPTION_FIELD_CHOICE(field) const char *field;
#define TP_OPTION_FIELD_COUNT(field) uint64_t field;  /* 0: not given */
#define TP_OPTION_FIELD_SIZE(field) uint64_t field;   /* bytes; 0: not given */
#define TP_OPTION_FIELD_DURATION(field) double field; /* seconds; 0: none */

typedef VEC(const char *) tp_option_list;
/* Rows of options.def, as bits. */
__extension__ typedef unsigned __int128 tp_option_set;

typedef struct tp_options {
  tp_command command;
  /* FILE.c of run, graph and ir; DIR and tests of replay; lists and folders of
   * batch; both folders of diff; DIR of accept. At least one unless help,
   * version or gen. */
  VEC(const char *) names;
  const char *const *flags; /* what follows "--"; NULL-ended, never NULL */
  tp_option_set given;      /* those that the user gave */
  /* Of a batch: what its lists name is seen from there; NULL: from theirs. */
  const char *folder;
#define OPTION(field, letter, name, kind, ...) TP_OPTION_FIELD_##kind(field)
#include "app/options.def"
#undef OPTION
} tp_options;

typedef VEC(char *) tp_option_words;

/* 0, or -1 with TP_USAGE and a message that names the option. When help or
 * version is set nothing after it was looked at. */
int tp_options_parse(tp_options *out, int argc, char **argv, tp_diag *diag);
void tp_options_free(tp_options *o);
/* Of the options that a batch was given: those that are a run's, too, without
 * those that name files, which are seen from other folders. */
tp_option_set tp_options_forwarded(const tp_options *batch);
/* These options as words of a command line. Free each and the vector. */
void tp_options_words(const tp_options *from, tp_option_set which,
                      tp_option_words *out);
/* The option of that name in a command; 0: there is none. */
tp_option_set tp_options_bit(tp_command command, const char *name);
/* Of each command, from TP_COMMAND_RUN on: "graph" (of a run ""), and its words
 * and what it does, on a line each. */
const char *tp_command_name(tp_command command);
const char *tp_command_usage(tp_command command);
unsigned tp_command_count(void);
/* What --help prints for this command. */
void tp_options_help(tp_command command, tp_str *out);
/* --paths all: a run is complete when no path is left. */
bool tp_options_all_paths(const tp_options *o);
/* Whether to write colours to this descriptor: --color, NO_COLOR, terminal. */
bool tp_options_use_color(const tp_options *o, int fd);

/* "90", "90s", "1.5m", "2h": seconds. "512M", "2G", "65536": bytes. Whether
 * the text is one. */
bool tp_parse_duration(double *out, const char *text);
bool tp_parse_size(uint64_t *out, const char *text);
/* "0.7": from 0 to 1. */
bool tp_parse_share(double *out, const char *text);
bool tp_parse_count(uint64_t *out, const char *text);
/* "2/5": part 2 of 5. */
bool tp_parse_shard(uint32_t *part, uint32_t *parts, const char *text);

#endif
