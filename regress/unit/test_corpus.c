/* SPDX-License-Identifier: GPL-3.0-or-later */
/* regress/corpus: C source in, graph out; regress/corpus/ir: its IR. A file
 * holds cases: a title between two lines of ====, the source, ---, the expected
 * text. Lines of it that begin with # are remarks. A title may end in options:
 *   [clang]         arguments are evaluated from left to right
 *   [max_nodes N]   the limit on nodes
 *   [marks]         which conditions are path-dependent is compared, too */
#include "check.h"

#include "base/file.h"
#include "flow/flow.h"
#include "front/front.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct corpus_case {
  const char *title, *source, *expected; /* NUL-ended parts of the file */
} corpus_case;

/* The line at *at, NUL-ended; *at moves behind it. NULL at the end. */
static char *next_line(char **at) {
  char *line = *at;
  if (!*line)
    return NULL;
  char *end = strchr(line, '\n');
  *at = end ? end + 1 : line + strlen(line);
  return line;
}

static bool is_rule(const char *line) {
  return strncmp(line, "====", 4) == 0;
}

/* Cuts the next case out of the text. */
static bool next_case(char **at, corpus_case *out) {
  char *line;
  while ((line = next_line(at)) && !is_rule(line))
    ;
  if (!line)
    return false;
  char *title = next_line(at), *rule = next_line(at);
  if (!rule || !is_rule(rule))
    return false;
  rule[-1] = '\0';
  *out = (corpus_case){.title = title, .source = *at};
  while ((line = next_line(at)) && strncmp(line, "---", 3) != 0)
    ;
  if (!line)
    return false;
  *line = '\0';
  out->expected = *at;
  char *end = strstr(*at, "\n====");
  if (end) {
    *end = '\0';
    *at = end + 1;
  } else {
    *at += strlen(*at);
  }
  return true;
}

static void drop_remarks(const char *text, tp_str *out) {
  for (; *text; text += *text == '\n') {
    size_t n = strcspn(text, "\n");
    if (n && *text != '#') {
      tp_str_addn(out, text, n);
      tp_str_addc(out, '\n');
    }
    text += n;
  }
}

typedef void render(const tp_program *p, const char *title, tp_str *out,
                    tp_diag *diag);

static void print_ir(const tp_program *p, const char *title, tp_str *out,
                     tp_diag *diag) {
  (void)diag;
  tp_ir *ir = tp_ir_new(p, !strstr(title, "[clang]"));
  tp_ir_print(ir, out);
  tp_ir_free(ir);
}

static void lower(const tp_program *p, const char *title, tp_str *out,
                  tp_diag *diag) {
  tp_lower_options opt = {0};
  const char *max = strstr(title, "[max_nodes ");
  tp_graph *g = NULL;
  if (max)
    opt.max_nodes = (uint32_t)atoi(max + 11);
  tp_ir *ir = tp_ir_new(p, !strstr(title, "[clang]"));
  if (tp_flow_lower(&g, ir, &opt, diag) != 0) {
    tp_ir_free(ir);
    return;
  }
  tp_taint taint;
  tp_flow_taint(&taint, ir);
  tp_flow_mark_path_dependent(g, ir, &taint);
  for (tp_gnode v = 0; v < g->nodes.n && !strstr(title, "[marks]"); v++)
    g->nodes.at[v].is_path_dependent = 0;
  tp_graph_write(g, out);
  tp_taint_free(&taint);
  tp_graph_free(g);
  tp_ir_free(ir);
}

/* The text without the folder that files were written to. */
static void drop_folder(const char *text, const char *dir, tp_str *out) {
  size_t n = strlen(dir);
  for (const char *at; (at = strstr(text, dir)); text = at + n + 1)
    tp_str_addn(out, text, (size_t)(at - text));
  tp_str_add(out, text);
}

static void run_case(const corpus_case *c, const char *dir, render *as_text) {
  tp_str path = {0}, text = {0}, got = {0}, want = {0};
  tp_diag diag = {0};
  tp_program *p = NULL;
  tp_front_options opt = {
      .cc = "cc", .include_dir = "src/include", .cc_seconds = 60};
  tp_file_join(&path, dir, "case.c");
  tp_front_source source = {.path = tp_str_text(&path)};
  tp_file_write(source.path, c->source, strlen(c->source), &diag);
  if (tp_front_load(&p, &source, 1, &opt, &diag) == 0)
    as_text(p, c->title, &text, &diag);
  if (diag.status != TP_OK)
    tp_diag_print(&diag);
  drop_folder(tp_str_text(&text), dir, &got);
  drop_remarks(c->expected, &want);
  if (strcmp(tp_str_text(&got), tp_str_text(&want)) != 0)
    fprintf(stderr, "corpus case: %s\n", c->title);
  CHECK_STR(tp_str_text(&got), tp_str_text(&want));
  if (p)
    tp_program_free(p);
  tp_diag_free(&diag);
  tp_str_free(&path);
  tp_str_free(&text);
  tp_str_free(&got);
  tp_str_free(&want);
}

static void run_file(const char *folder, const char *name, render *as_text) {
  tp_str text = {0}, path = {0}, dir = {0};
  tp_diag diag = {0};
  tp_str_addf(&path, "%s/%s.txt", folder, name);
  CHECK_EQ(tp_file_read(&text, tp_str_text(&path), TP_ENVIRONMENT, &diag), 0);
  CHECK_EQ(tp_file_temp_dir(&dir, &diag), 0);
  corpus_case c;
  int n = 0;
  for (char *at = text.at; at && next_case(&at, &c); n++)
    run_case(&c, tp_str_text(&dir), as_text);
  CHECK(n > 0);
  tp_file_remove_tree(tp_str_text(&dir));
  tp_diag_free(&diag);
  tp_str_free(&text);
  tp_str_free(&path);
  tp_str_free(&dir);
}

#define CORPUS(name) \
  TEST(corpus_##name) { \
    run_file("regress/corpus", #name, lower); \
  }

CORPUS(if)
CORPUS(logical)
CORPUS(select)
CORPUS(switch)
CORPUS(loops)
CORPUS(goto)
CORPUS(expressions)
CORPUS(calls)
CORPUS(pointers)
CORPUS(recursion)
CORPUS(exits)
CORPUS(setjmp)
CORPUS(stateless)

#define IR_CORPUS(name) \
  TEST(corpus_ir_##name) { \
    run_file("regress/corpus/ir", #name, print_ir); \
  }

IR_CORPUS(addresses)
IR_CORPUS(values)
IR_CORPUS(conditions)
IR_CORPUS(loops)
IR_CORPUS(switch)
IR_CORPUS(initialisers)
IR_CORPUS(order)
IR_CORPUS(calls)
IR_CORPUS(opaque)
