/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writers: each format's text of one small result. */
#include "check.h"

#include "report_fixture.h"

typedef void (*writer)(const tp_result *r, tp_str *out);

/* The text of a writer for the fixture; `change` may alter the result. */
static tp_str written(writer write, void (*change)(tp_result *r)) {
  tp_program *p = fixture_program();
  tp_result r;
  tp_str out = {0};
  fixture_result(&r, p);
  if (change)
    change(&r);
  write(&r, &out);
  tp_result_free(&r);
  tp_program_free(p);
  return out;
}

TEST(report_totals_and_status) {
  tp_program *p = fixture_program();
  tp_result r;
  fixture_result(&r, p);
  tp_result_totals t = tp_result_count(&r);
  CHECK_EQ(t.decisions, 2);
  CHECK_EQ(t.branches, 5);
  CHECK_EQ(t.covered, 3);
  CHECK_EQ(t.infeasible, 1);
  CHECK_EQ(t.unknown, 1);
  CHECK_EQ(tp_result_status(&r), TP_INCOMPLETE);
  r.verdicts.at[4].kind = TP_VERDICT_INFEASIBLE;
  CHECK_EQ(tp_result_status(&r), TP_INCOMPLETE); /* the finding */
  r.findings.n = 0;
  CHECK_EQ(tp_result_status(&r), TP_OK); /* constant ones don't count */
  r.stopped = "time";
  CHECK_EQ(tp_result_status(&r), TP_BUDGET);
  r.stopped = "runs";
  CHECK_EQ(tp_result_status(&r), TP_BUDGET);
  tp_result_free(&r);
  tp_program_free(p);
}

TEST(report_kept_texts) {
  tp_result r = {0};
  char text[] = "abc";
  const char *kept = tp_result_keep(&r, text);
  text[0] = 'x';
  CHECK_STR(kept, "abc");
  CHECK(tp_result_keep(&r, NULL) == NULL);
  tp_result_free(&r);
}

static void value(tp_scalar type, uint64_t bits, const char *want) {
  tp_str out = {0};
  tp_result_input in = {.type = (uint8_t)type, .bits = bits};
  tp_input_value(&in, &out);
  CHECK_STR(tp_str_text(&out), want);
  tp_str_free(&out);
}

TEST(report_input_values) {
  value(TP_SCALAR_BOOL, 1, "1");
  value(TP_SCALAR_I8, 0x80, "-128");
  value(TP_SCALAR_U8, 0xff, "255");
  value(TP_SCALAR_I16, 0xffff, "-1");
  value(TP_SCALAR_U16, 0xffff, "65535");
  value(TP_SCALAR_I32, 0x80000000, "-2147483648");
  value(TP_SCALAR_I32, UINT64_MAX, "-1"); /* bits above the type: ignored */
  value(TP_SCALAR_U32, 0xffffffff, "4294967295");
  value(TP_SCALAR_I64, UINT64_C(1) << 63, "-9223372036854775808");
  value(TP_SCALAR_U64, UINT64_MAX, "18446744073709551615");
  value(TP_SCALAR_F32, 0x3dcccccd, "0.100000001");
  value(TP_SCALAR_F64, UINT64_C(0x3fb999999999999a), "0.10000000000000001");
  value(TP_SCALAR_F64, UINT64_C(1) << 63, "-0");
  value(TP_SCALAR_F64, UINT64_C(0xfff) << 52, "-inf");
  value(TP_SCALAR_F64, UINT64_C(0x7ff8) << 48, "nan");
  value(TP_SCALAR_F64, (UINT64_C(0xfff8) << 48) + 1, "-nan(0x8000000000001)");
  value(TP_SCALAR_F32, 0x7fc00000, "nan");
  value(TP_SCALAR_F32, 0x7f800001, "nan(0x1)");
}

TEST(report_json_text) {
  tp_str out = written(tp_report_json, NULL);
  CHECK_STR(
      tp_str_text(&out),
      "{\n"
      "  \"schema\": 1,\n"
      "  \"tool\": {\n"
      "    \"name\": \"tp2ph\",\n"
      "    \"version\": \"9.9\",\n"
      "    \"solver\": \"Yices 2.6.5\"\n"
      "  },\n"
      "  \"program\": {\n"
      "    \"files\": [\n"
      "      \"limit.c\"\n"
      "    ],\n"
      "    \"entry\": \"main\",\n"
      "    \"flags\": [],\n"
      "    \"fingerprint\": null,\n"
      "    \"compiler\": null,\n"
      "    \"link_flags\": [],\n"
      "    \"inputs\": null,\n"
      "    \"driver\": null,\n"
      "    \"units\": [\n"
      "      {\"file\": \"limit.c\", \"folder\": null, \"sha256\": "
      "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\", "
      "\"flags\": []}\n"
      "    ]\n"
      "  },\n"
      "  \"sandbox\": \"landlock\",\n"
      "  \"sandbox_detail\": \"namespaces: no\",\n"
      "  \"strategy\": \"two-phase\",\n"
      "  \"seed\": 1,\n"
      "  \"complete\": true,\n"
      "  \"stopped\": null,\n"
      "  \"resumed\": null,\n"
      "  \"branches\": {\n"
      "    \"total\": 5,\n"
      "    \"covered\": 3,\n"
      "    \"infeasible\": 1,\n"
      "    \"unknown\": 1\n"
      "  },\n"
      "  \"decisions\": 2,\n"
      "  \"tests\": 2,\n"
      "  \"runs\": 11,\n"
      "  \"damaged\": 0,\n"
      "  \"solver_calls\": 5,\n"
      "  \"quick_answers\": 0,\n"
      "  \"solver_calls_saved\": 0,\n"
      "  \"seconds\": 0.500000,\n"
      "  \"peak_rss_kb\": 4096,\n"
      "  \"opaque\": 0,\n"
      "  \"phases\": [\n"
      "    {\"name\": \"phase1\", \"runs\": 9, \"paths\": 6, "
      "\"solver_calls\": 4, \"quick_answers\": 5, "
      "\"solver_calls_saved\": 1, \"covered\": 3, \"infeasible\": 0, "
      "\"seconds\": 0.250000}\n"
      "  ],\n"
      "  \"constraints\": {\n"
      "    \"kind\": \"partial\",\n"
      "    \"calls\": 7,\n"
      "    \"average_size\": 3.714286,\n"
      "    \"average_sliced\": 3.000000,\n"
      "    \"largest\": 5,\n"
      "    \"seconds\": 0.062500\n"
      "  },\n"
      "  \"arms\": [\n"
      "    {\"name\": \"random\", \"slices\": 7, \"covered\": 2, "
      "\"infeasible\": 1, \"seconds\": 0.125000}\n"
      "  ],\n"
      "  \"timeline\": [\n"
      "    {\"seconds\": 0.250000, \"covered\": 3, \"infeasible\": 1}\n"
      "  ],\n"
      "  \"time\": {\n"
      "    \"compile\": 0.125000\n"
      "  },\n"
      "  \"branch\": [\n"
      "    {\"id\": 0, \"file\": \"limit.c\", \"line\": 12, \"column\": 7, "
      "\"function\": null, "
      "\"text\": \"v < \\\"lo\\\"\", \"side\": \"T\", "
      "\"verdict\": "
      "\"covered\", \"test\": 1, \"proof\": null, \"reason\": null, "
      "\"advice\": null},\n"
      "    {\"id\": 1, \"file\": \"limit.c\", \"line\": 12, \"column\": 7, "
      "\"function\": null, "
      "\"text\": \"v < \\\"lo\\\"\", \"side\": \"F\", "
      "\"verdict\": "
      "\"covered\", \"test\": 2, \"proof\": null, \"reason\": null, "
      "\"advice\": null},\n"
      "    {\"id\": 2, \"file\": \"limit.c\", \"line\": 20, \"column\": 7, "
      "\"function\": null, "
      "\"text\": \"port\", \"side\": \"3\", "
      "\"label\": \"3\", \"label_line\": null, "
      "\"verdict\": \"covered\", "
      "\"test\": 1, \"proof\": null, \"reason\": null, \"advice\": null},\n"
      "    {\"id\": 3, \"file\": \"limit.c\", \"line\": 20, \"column\": 7, "
      "\"function\": null, "
      "\"text\": \"port\", \"side\": \"5 ... 9\", "
      "\"label\": \"5 ... 9\", \"label_line\": null, "
      "\"verdict\": "
      "\"infeasible\", \"test\": null, \"proof\": \"limit.c:12 v < lo\", "
      "\"reason\": null, \"advice\": null},\n"
      "    {\"id\": 4, \"file\": \"limit.c\", \"line\": 20, \"column\": 7, "
      "\"function\": null, "
      "\"text\": \"port\", \"side\": \"default\", "
      "\"label\": \"default\", \"label_line\": null, "
      "\"verdict\": \"unknown\", "
      "\"test\": null, \"proof\": null, \"reason\": \"rounding\", \"advice\": "
      "\"nothing\"}\n"
      "  ],\n"
      "  \"findings\": [\n"
      "    {\"kind\": \"crash\", \"signal\": \"SIGFPE\", \"file\": "
      "\"limit.c\", \"line\": 40, \"function\": null, \"test\": 2, "
      "\"message\": null}\n"
      "  ],\n"
      "  \"uncounted\": [\n"
      "    {\"id\": 5, \"file\": \"limit.c\", \"line\": 30, \"column\": 7, "
      "\"function\": null, "
      "\"text\": \"0\", \"side\": \"T\", \"verdict\": "
      "\"unknown\", \"test\": "
      "null, \"proof\": null, \"reason\": null, \"advice\": null, "
      "\"uncounted\": \"constant\"},\n"
      "    {\"id\": 6, \"file\": \"limit.c\", \"line\": 30, \"column\": 7, "
      "\"function\": null, "
      "\"text\": \"0\", \"side\": \"F\", \"verdict\": "
      "\"unknown\", \"test\": "
      "null, \"proof\": null, \"reason\": null, \"advice\": null, "
      "\"uncounted\": \"constant\"}\n"
      "  ],\n"
      "  \"input\": [\n"
      "    {\"name\": \"v\", \"type\": \"int\", \"file\": \"limit.c\", "
      "\"line\": 9},\n"
      "    {\"name\": \"cfg\", \"type\": \"unsigned char\", \"file\": null, "
      "\"line\": null},\n"
      "    {\"name\": null, \"type\": \"double\", \"file\": null, \"line\": "
      "null}\n"
      "  ],\n"
      "  \"test\": [\n"
      "    {\"number\": 1, \"end\": \"exit\", \"code\": 0, \"new_branches\": "
      "[0, 2], \"inputs\": [[0, \"-7\"], [1, \"3\", 1, 4]], "
      "\"denied\": [{\"call\": \"openat\", \"file\": \"limit.c\", "
      "\"line\": 14, \"count\": 2}]},\n"
      "    {\"number\": 2, \"end\": \"signal\", \"signal\": \"SIGFPE\", "
      "\"new_branches\": [1], \"inputs\": [[2, \"0.10000000000000001\"]], "
      "\"denied\": [{\"call\": \"openat\", \"file\": \"limit.c\", "
      "\"line\": 14, \"count\": 1}, {\"call\": \"kill\", \"file\": null, "
      "\"line\": null, \"count\": 1}]}\n"
      "  ],\n"
      "  \"denied\": [\n"
      "    {\"call\": \"openat\", \"file\": \"limit.c\", \"line\": 14, "
      "\"count\": 3},\n"
      "    {\"call\": \"kill\", \"file\": null, \"line\": null, "
      "\"count\": 1}\n"
      "  ],\n"
      "  \"concretised\": [\n"
      "    {\"what\": \"library call\", \"file\": \"limit.c\", \"line\": 17, "
      "\"count\": 3}\n"
      "  ],\n"
      "  \"warnings\": []\n"
      "}\n");
  tp_str_free(&out);
}

static void summary(const tp_result *r, tp_str *out) {
  tp_report_summary(r, false, out);
}

TEST(report_summary_text) {
  tp_str out = written(summary, NULL);
  CHECK_STR(tp_str_text(&out),
            "tp2ph 9.9: limit.c, from main()\n"
            "branches   3 of 5 covered, 1 proved infeasible, 1 unknown (2 "
            "decisions)\n"
            "findings   1: 1 crash\n"
            "results    out: index.html to look at, report.json for programs, "
            "test-suite and harness/run.sh to run\n"
            "\n"
            "findings\n"
            "  crash (SIGFPE) at limit.c:40, test 2\n"
            "\n"
            "denied by the sandbox\n"
            "  openat at limit.c:14, 3 times, first in test 1\n"
            "  kill, once, in test 2\n"
            "\n"
            "unknown\n"
            "  limit.c:20:7  port  [default]  rounding\n"
            "\n"
            "what may decide the unknown ones\n"
            "       1  nothing: no option of tp2ph decides it\n"
            "\n"
            "proved infeasible\n"
            "  limit.c:20:7  port  [5 ... 9]  limit.c:12 v < lo\n"
            "\n"
            "not symbolic (computed on plain values)\n"
            "  3 x library call, limit.c:17\n"
            "\n"
            "tests (how they end, branches new in each, inputs)\n"
            "     1  exit 0, 2 new: v=-7 cfg=3\n"
            "     2  SIGFPE, 1 new: double=0.10000000000000001\n"
            "\n"
            "what it took\n"
            "  tests    2 tests kept of 11 runs, 5 solver calls\n"
            "  search   two-phase, seed 1: phase1 3 covered\n"
            "  time     0.50 s (compile 0.12), peak memory 4 MB\n");
  tp_str_free(&out);
}

static void many_tests(tp_result *r) {
  for (int i = 0; i < 100; i++)
    VEC_PUSH(&r->tests, r->tests.at[0]);
  r->stopped = "time";
}

TEST(report_summary_is_cut) {
  tp_str out = written(summary, many_tests);
  CHECK(strstr(out.at, "  ... and 62 more, see report.json\n") != NULL);
  CHECK(strstr(out.at, "\nstopped    the time given") != NULL);
  CHECK(strchr(out.at, '\033') == NULL);
  tp_str_free(&out);
}

static void two_takers(tp_result *r) {
  VEC_PUSH(&r->taken, 0);
  VEC_PUSH(&r->taken, 1);
  VEC_PUSH(&r->taken, 0);
  r->tests.at[0].n_taken = 2;
  r->tests.at[1].first_taken = 2;
  r->tests.at[1].n_taken = 1;
}

TEST(report_lcov_text) {
  tp_str out = written(tp_report_lcov, two_takers);
  CHECK_STR(tp_str_text(&out), "TN:tp2ph\n"
                               "SF:limit.c\n"
                               "FNF:0\n"
                               "FNH:0\n"
                               "BRDA:12,0,0,2\n"
                               "BRDA:12,0,1,1\n"
                               "BRDA:20,0,0,1\n"
                               "BRDA:20,0,2,0\n"
                               "BRF:4\n"
                               "BRH:3\n"
                               "DA:12,1\n"
                               "DA:20,1\n"
                               "LF:2\n"
                               "LH:2\n"
                               "end_of_record\n");
  tp_str_free(&out);
  out = written(tp_report_lcov_all, two_takers);
  CHECK(strstr(out.at, "BRDA:20,0,1,0\n") != NULL);
  CHECK(strstr(out.at, "BRF:5\n") != NULL);
  tp_str_free(&out);
}

static void gcov_lines(tp_result *r) {
  VEC_PUSH(&r->lines, (tp_result_line){"limit.c", "main", 8, 2});
  VEC_PUSH(&r->lines, (tp_result_line){"limit.c", NULL, 8, 2});
  VEC_PUSH(&r->lines, (tp_result_line){"limit.c", NULL, 20, 9});
}

TEST(report_lcov_has_the_lines_of_gcov_only) {
  tp_str out = written(tp_report_lcov, gcov_lines);
  CHECK(strstr(out.at, "FN:8,main\nFNDA:2,main\nFNF:1\nFNH:1\n") != NULL);
  CHECK(strstr(out.at, "DA:8,2\nDA:20,9\nLF:2\nLH:2\n") != NULL);
  tp_str_free(&out);
}

TEST(report_junit_never_passes_what_is_unknown) {
  tp_str out = written(tp_report_junit, NULL);
  CHECK(strstr(out.at,
               "<error message=\"1 of 5 branches are unknown\">"
               "limit.c:20: port [default]: rounding&#10;</error>") != NULL);
  CHECK(strstr(out.at, "<failure message=\"1 of kind crash\">"
                       "limit.c:40: crash SIGFPE, "
                       "test-suite/testcase-0002.xml&#10;</failure>") != NULL);
  CHECK(strstr(out.at, "name=\"hang\"/>") != NULL);
  tp_str_free(&out);
}

static void not_finished(tp_result *r) {
  r->is_complete = false;
}

TEST(report_junit_passes_nothing_that_was_not_finished) {
  tp_str out = written(tp_report_junit, not_finished);
  CHECK(strstr(out.at, "name=\"hang\"/>") == NULL);
  CHECK(strstr(out.at, "<skipped message=\"none was met") != NULL);
  tp_str_free(&out);
}

static void moved_lines(tp_result *r) {
  tp_program *p = (tp_program *)(uintptr_t)r->program;
  p->decisions.at[2].line += 7;
}

static void add_prints(tp_str *out, const char *sarif) {
  static const char key[] = "\"tp2ph/v1\": \"";
  while ((sarif = strstr(sarif, key))) {
    sarif += sizeof key - 1;
    tp_str_addn(out, sarif, 64);
  }
}

TEST(report_sarif_fingerprints_stay_when_lines_move) {
  tp_str a = written(tp_report_sarif, NULL);
  tp_str b = written(tp_report_sarif, moved_lines);
  tp_str prints = {0}, moved = {0};
  add_prints(&prints, a.at);
  add_prints(&moved, b.at);
  CHECK_EQ(prints.n, 3 * 64);
  CHECK_STR(prints.at, moved.at);
  CHECK(strcmp(a.at, b.at) != 0);
  CHECK(strstr(a.at, "\"ruleId\": \"TP001\"") != NULL);
  tp_str_free(&a);
  tp_str_free(&b);
  tp_str_free(&prints);
  tp_str_free(&moved);
}

static void odd_names(tp_result *r) {
  r->files.at[0].path = "a<b>&\"'\n\x01\xff\xc3\xa4.c";
}

TEST(report_metadata_text) {
  tp_str out = written(tp_report_metadata, odd_names);
  CHECK_STR(
      tp_str_text(&out),
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
      "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format "
      "test-metadata 1.1//EN\" "
      "\"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n"
      "<test-metadata>\n"
      "  <sourcecodelang>C</sourcecodelang>\n"
      "  <producer>tp2ph 9.9</producer>\n"
      "  <specification>COVER( init(main()), FQL(COVER "
      "EDGES(@DECISIONEDGE)) )</specification>\n"
      "  <programfile>a&lt;b&gt;&amp;&quot;'&#10;??\xc3\xa4.c</programfile>\n"
      "  <programhash>ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f"
      "20015ad</programhash>\n"
      "  <entryfunction>main</entryfunction>\n"
      "  <architecture>64bit</architecture>\n"
      "  <creationtime>2024-01-02T03:04:05Z</creationtime>\n"
      "</test-metadata>\n");
  tp_str_free(&out);
}

static void first_test(const tp_result *r, tp_str *out) {
  tp_report_testcase(r, 1, out);
}

TEST(report_testcase_text) {
  tp_str out = written(first_test, NULL);
  CHECK_STR(tp_str_text(&out),
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
            "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format "
            "testcase 1.1//EN\" "
            "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n"
            "<testcase>\n"
            "  <input type=\"int\">-7</input>\n"
            "  <input type=\"unsigned char\" variable=\"cfg#1+4\">3</input>\n"
            "</testcase>\n");
  tp_str_free(&out);
}

TEST(report_signal_names) {
  tp_str out = {0};
  CHECK_STR(tp_signal_name(11, &out), "SIGSEGV");
  CHECK_STR(tp_signal_name(200, &out), "SIG200");
  tp_str_free(&out);
}
