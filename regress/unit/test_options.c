/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: what is accepted, with which values, and that each error
 * is a usage error that names the option it is about. */
#include "check.h"

#include "app/nearest.h"
#include "app/options.h"

#include <stdlib.h>

/* Splits at spaces; "''" is an empty argument. */
static int parse(tp_options *out, tp_diag *diag, const char *line) {
  static char copy[1024];
  static char *argv[64];
  int argc = 0;
  snprintf(copy, sizeof copy, "tp2ph %s", line);
  for (char *p = strtok(copy, " "); p; p = strtok(NULL, " ")) {
    if (strcmp(p, "''") == 0)
      *p = '\0';
    argv[argc++] = p;
  }
  argv[argc] = NULL;
  return tp_options_parse(out, argc, argv, diag);
}

static tp_options accept(const char *line) {
  tp_options o;
  tp_diag diag = {0};
  int rc = parse(&o, &diag, line);
  if (rc != 0)
    tp_test_fail(line, 0, tp_str_text(&diag.message));
  tp_diag_free(&diag);
  return o;
}

static void refuse(const char *line, const char *named) {
  tp_options o;
  tp_diag diag = {0};
  int rc = parse(&o, &diag, line);
  if (rc == 0)
    tp_test_fail(line, 0, "should be refused");
  else if (!strstr(tp_str_text(&diag.message), named))
    tp_test_fail(line, 0, tp_str_text(&diag.message));
  CHECK_EQ(diag.status, rc == 0 ? TP_OK : TP_USAGE);
  tp_options_free(&o);
  tp_diag_free(&diag);
}

TEST(options_defaults) {
  tp_options o = accept("a.c");
  CHECK_EQ(o.command, TP_COMMAND_RUN);
  CHECK_EQ(o.names.n, 1);
  CHECK_STR(o.names.at[0], "a.c");
  CHECK(o.flags[0] == NULL);
  CHECK_STR(o.output, "tp2ph-out");
  CHECK_STR(o.strategy, "two-phase");
  CHECK_STR(o.phases, "all");
  CHECK_STR(o.entry, "main");
  CHECK_STR(o.color, "auto");
  CHECK_STR(o.minimize, "on");
  CHECK_EQ(o.seed, 1);
  CHECK_EQ(o.max_runs, 0);
  CHECK_EQ(o.memory, 0);
  CHECK(o.timeout == 0 && o.run_timeout == 2);
  CHECK(!o.inputs && !o.smt_log && !o.certify);
  CHECK(!o.resume && !o.is_quiet && !o.is_verbose && !o.help && !o.version);
  tp_options_free(&o);
}

TEST(options_all_of_a_run) {
  tp_options o = accept(
      "-o out --timeout 15m --strategy uniform-random --seed 0x10 --inputs api "
      "--entry flow a.c --memory 2G --run-timeout 500 --max-runs 7 b.c "
      "--resume -q --color=never --smt-log q --certify p --minimize off "
      "-- -DX=1 -O2 -- c.c");
  CHECK_STR(o.output, "out");
  CHECK(o.timeout == 900 && o.run_timeout == 500);
  CHECK_STR(o.strategy, "uniform-random");
  CHECK_EQ(o.seed, 16);
  CHECK_STR(o.inputs, "api");
  CHECK_STR(o.entry, "flow");
  CHECK_EQ(o.memory, 2LL << 30);
  CHECK_EQ(o.max_runs, 7);
  CHECK(o.resume && o.is_quiet);
  CHECK_STR(o.color, "never");
  CHECK_STR(o.smt_log, "q");
  CHECK_STR(o.certify, "p");
  CHECK_STR(o.minimize, "off");
  CHECK_EQ(o.names.n, 2);
  CHECK_STR(o.names.at[1], "b.c");
  CHECK_STR(o.flags[0], "-DX=1");
  CHECK_STR(o.flags[1], "-O2");
  CHECK_STR(o.flags[2], "--");
  CHECK_STR(o.flags[3], "c.c");
  CHECK(o.flags[4] == NULL);
  tp_options_free(&o);
}

TEST(options_strategies_and_phases) {
  static const char *const names[] = {"two-phase",
                                      "distance",
                                      "dfs-reach",
                                      "dfs",
                                      "cfg",
                                      "random-branch",
                                      "random-input",
                                      "uniform-random",
                                      "greedy",
                                      "rcn",
                                      "rss",
                                      "rps",
                                      "dart",
                                      "generational",
                                      "context",
                                      "subpath",
                                      "greedy-printed",
                                      "unit-first"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char line[64];
    snprintf(line, sizeof line, "--strategy %s a.c", names[i]);
    tp_options o = accept(line);
    CHECK_STR(o.strategy, names[i]);
    tp_options_free(&o);
  }
  tp_options o = accept("--phases 1,2 a.c");
  CHECK_STR(o.phases, "1,2");
  tp_options_free(&o);
  o = accept("--phases 1 --strategy two-phase a.c");
  CHECK_STR(o.phases, "1");
  tp_options_free(&o);
  refuse("--strategy df a.c", "--strategy");
  refuse("--strategy dfs|cfg a.c", "--strategy");
  refuse("--strategy '' a.c", "--strategy");
  refuse("--phases 2 a.c", "--phases");
  refuse("--phases 1 --strategy dfs a.c", "--phases");
}

TEST(options_wrong_ones_are_named) {
  refuse("", "no C file");
  refuse("-- -O2", "no C file");
  refuse("''", "empty");
  refuse("--bogus a.c", "--bogus");
  refuse("-Z a.c", "-Z");
  refuse("-qZ a.c", "-Z");
  refuse("a.c -o", "--output");
  refuse("a.c --seed", "--seed");
  refuse("a.c --resume=1", "--resume");
  refuse("-o '' a.c", "--output");
  refuse("-q -v a.c", "--quiet");
  refuse("--color sometimes a.c", "--color");
  refuse("--minimize yes a.c", "--minimize");
  refuse("--keep-going a.c", "--keep-going");
  refuse("--conditions 5 a.c", "--conditions");
  refuse("-j 2 a.c", "-j");
}

TEST(options_given_twice) {
  refuse("-o a -o b a.c", "--output");
  refuse("-o a --output b a.c", "--output");
  refuse("--seed 1 --seed=1 a.c", "--seed");
  refuse("-q -q a.c", "--quiet");
  refuse("-vv a.c", "--verbose");
  refuse("--timeout 1 --timeout 2 a.c", "--timeout");
}

TEST(options_ranges) {
  static const char *const bad[] = {
      "--timeout 0",        "--timeout -1",
      "--timeout 5x",       "--timeout s",
      "--timeout 1e3",      "--timeout inf",
      "--timeout 5.",       "--timeout .5",
      "--timeout 0x10",     "--timeout 99999999999999999999",
      "--timeout 10ss",     "--memory 1",
      "--memory 15M",       "--memory 2X",
      "--memory 99999999T", "--memory 2GB",
      "--memory -2G",       "--seed -1",
      "--seed 1.5",         "--seed 18446744073709551616",
      "--seed 0x",          "--max-runs 0",
      "--max-runs abc",     "--run-timeout 0s",
      "--run-timeout 25h"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char line[128], name[32];
    snprintf(line, sizeof line, "%s a.c", bad[i]);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(bad[i], " "), bad[i]);
    refuse(line, name);
  }
  tp_options o = accept("--seed 18446744073709551615 --memory 16m --timeout "
                        "1.5h --run-timeout 0.25s a.c");
  CHECK(o.seed == UINT64_MAX);
  CHECK_EQ(o.memory, 16 << 20);
  CHECK(o.timeout == 5400 && o.run_timeout == 0.25);
  tp_options_free(&o);
}

/* One run that does not end is not to take the time of all. */
TEST(options_runs_are_short_in_a_short_time) {
  CHECK(accept("--timeout 10s a.c").run_timeout == 0.5);
  CHECK(accept("--timeout 1s a.c").run_timeout == 0.1);
  CHECK(accept("--timeout 2h a.c").run_timeout == 2);
  CHECK(accept("--timeout 10s --run-timeout 3s a.c").run_timeout == 3);
}

TEST(options_values) {
  double d;
  uint64_t n;
  CHECK(tp_parse_duration(&d, "90") && d == 90);
  CHECK(tp_parse_duration(&d, "90s") && d == 90);
  CHECK(tp_parse_duration(&d, "2h") && d == 7200);
  CHECK(!tp_parse_duration(&d, "") && !tp_parse_duration(&d, "1 s"));
  CHECK(tp_parse_size(&n, "65536") && n == 65536);
  CHECK(tp_parse_size(&n, "1T") && n == UINT64_C(1) << 40);
  CHECK(tp_parse_size(&n, "512k") && n == 512 * 1024);
  CHECK(!tp_parse_size(&n, "") && !tp_parse_size(&n, "K"));
  CHECK(tp_parse_count(&n, "007") && n == 7);
  CHECK(!tp_parse_count(&n, "") && !tp_parse_count(&n, "7 "));
}

TEST(options_commands) {
  tp_options o = accept("graph -o m.svg --entry f a.c b.c -- -I.");
  CHECK_EQ(o.command, TP_COMMAND_GRAPH);
  CHECK_STR(o.map, "m.svg");
  CHECK_EQ(o.names.n, 2);
  CHECK_STR(o.flags[0], "-I.");
  tp_options_free(&o);
  o = accept("replay out 3 7 --run-timeout 1");
  CHECK_EQ(o.command, TP_COMMAND_REPLAY);
  CHECK_EQ(o.names.n, 3);
  CHECK_STR(o.names.at[2], "7");
  tp_options_free(&o);
  o = accept("batch -j 4 -o out --timeout 5m list.txt dir");
  CHECK_EQ(o.command, TP_COMMAND_BATCH);
  CHECK_EQ(o.jobs, 4);
  CHECK(o.timeout == 300);
  tp_options_free(&o);
  o = accept("gen --conditions 900 --seed 3 -o tc.c --doubles --exits");
  CHECK(o.doubles && o.exits && !o.status_codes && !o.overwrite);
  CHECK_EQ(o.command, TP_COMMAND_GEN);
  CHECK_EQ(o.conditions, 900);
  CHECK_EQ(o.seed, 3);
  CHECK_STR(o.program, "tc.c");
  tp_options_free(&o);
  o = accept("./graph"); /* a file of that name */
  CHECK_EQ(o.command, TP_COMMAND_RUN);
  tp_options_free(&o);
}

TEST(options_commands_refuse) {
  refuse("graph -o m.png a.c", "m.png");
  refuse("graph -o .svg a.c", ".svg");
  refuse("graph", "no C file");
  refuse("graph --strategy dfs a.c", "--strategy");
  refuse("replay", "no output folder");
  refuse("replay out -- -O2", "-O2");
  refuse("batch", "no list");
  refuse("batch -j 0 list", "--jobs");
  refuse("gen --seed 1", "--conditions");
  refuse("gen --conditions 0", "--conditions");
  refuse("gen --conditions 5 a.c", "a.c");
}

TEST(options_help_and_version) {
  tp_options o = accept("--help --bogus");
  CHECK(o.help);
  tp_options_free(&o);
  o = accept("graph --version");
  CHECK(o.version);
  CHECK_EQ(o.command, TP_COMMAND_GRAPH);
  tp_options_free(&o);
  refuse("--bogus --help", "--bogus");
  for (int c = TP_COMMAND_RUN; c <= TP_COMMAND_GEN; c++) {
    tp_str text = {0};
    tp_options_help((tp_command)c, &text);
    CHECK(tp_text_starts(tp_str_text(&text), "usage: tp2ph "));
    CHECK(strstr(tp_str_text(&text), "--help") != NULL);
    bool has_strategy = strstr(tp_str_text(&text), "--strategy NAME") != NULL;
    CHECK_EQ(has_strategy, c == TP_COMMAND_RUN || c == TP_COMMAND_BATCH);
    for (const char *p = tp_str_text(&text), *end; (end = strchr(p, '\n'));
         p = end + 1)
      CHECK(end - p <= 100);
    tp_str_free(&text);
  }
}

TEST(options_colour) {
  tp_options o = accept("--color always a.c");
  setenv("NO_COLOR", "1", 1);
  CHECK(tp_options_use_color(&o, -1));
  tp_options_free(&o);
  o = accept("--color never a.c");
  CHECK(!tp_options_use_color(&o, 1));
  tp_options_free(&o);
  o = accept("a.c");
  CHECK(!tp_options_use_color(&o, -1)); /* no terminal */
  tp_options_free(&o);
}

/* Any bytes: a usage error or options, never a crash. */
TEST(options_random_lines) {
  static const char *const words[] = {
      "-o",  "a.c",     "--seed", "1",       "--",     "-q",       "--timeout",
      "2h",  "-",       "--=",    "--seed=", "-oq",    "--res",    "''",
      "--s", "-vq",     "graph",  "gen",     "replay", "-j3",      "--help",
      "-:",  "--color", "-?",     "--phas",  "1,2",    "--version"};
  uint64_t state = 12345;
  for (int round = 0; round < 20000; round++) {
    char line[256] = "";
    for (int i = 0; i < 6; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      size_t k = (state >> 33) % (sizeof words / sizeof words[0]);
      strcat(strcat(line, " "), words[k]);
    }
    tp_options o;
    tp_diag diag = {0};
    int rc = parse(&o, &diag, line);
    CHECK_EQ(diag.status, rc == 0 ? TP_OK : TP_USAGE);
    tp_options_free(&o);
    tp_diag_free(&diag);
  }
}

TEST(options_nearest_words) {
  CHECK_EQ(tp_word_distance("timeout", "timeout"), 0);
  CHECK_EQ(tp_word_distance("tiemout", "timeout"), 1);
  CHECK_EQ(tp_word_distance("", "abc"), 3);
  CHECK_EQ(tp_word_distance("kitten", "sitting"), 3);
  CHECK(tp_word_is_near("bacth", "batch"));
  CHECK(!tp_word_is_near("gap", "gen"));
  CHECK(!tp_word_is_near("part", "replay"));
}
