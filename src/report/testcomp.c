/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The test suite in Test-Comp's exchange format 1.1: metadata.xml and one
 * testcase a test, the n-th <input> for the n-th scalar that is read.
 *
 * A plain input is <input type="int">7</input>. A scalar of an object (what
 * klee_make_symbolic fills) also says where it belongs, in the attribute that
 * the format has for a name: variable="packet#2+8" is byte 8 of the second
 * object that the test fills. harness/replay.c needs that, people can read it.
 */
#include "report/report.h"
#include "report/sha256.h"
#include "report/xml.h"

#include "base/file.h"

#define XML_HEAD \
  "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"

static void add_element(tp_str *out, const char *name, const char *text) {
  tp_str_addf(out, "  <%s>", name);
  tp_add_xml(out, text);
  tp_str_addf(out, "</%s>\n", name);
}

/* The file with the entry function stands for the program. */
static const tp_result_file *main_file(const tp_result *r) {
  const tp_program *p = r->program;
  tp_unit_id unit = p->entry ? p->funcs.at[p->entry].unit : 1;
  return &r->files.at[unit >= 1 && unit <= r->files.n ? unit - 1 : 0];
}

void tp_result_sha256(const tp_result *r, const tp_result_file *file,
                      char hash[TP_SHA256_TEXT]) {
  tp_diag diag = {0};
  tp_str path = {0};
  const char *dir = file->dir ? file->dir : r->cwd;
  const char *where = file->path;
  if (where[0] != '/' && dir)
    where = tp_file_join(&path, dir, file->path);
  if (file->sha256)
    memcpy(hash, file->sha256, TP_SHA256_TEXT);
  else if (tp_sha256_file(where, hash, TP_ENVIRONMENT, &diag) != 0)
    tp_sha256("", 0, hash); /* the file is gone: the hash of no bytes */
  tp_str_free(&path);
  tp_diag_free(&diag);
}

void tp_report_metadata(const tp_result *r, tp_str *out) {
  const tp_result_file *file = main_file(r);
  tp_str producer = {0};
  tp_str_addf(&producer, "tp2ph %s", r->version);
  tp_str_add(out, XML_HEAD
             "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD "
             "test-format test-metadata 1.1//EN\" "
             "\"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n"
             "<test-metadata>\n");
  add_element(out, "sourcecodelang", "C");
  add_element(out, "producer", tp_str_text(&producer));
  add_element(out, "specification",
              "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )");
  add_element(out, "programfile", file->path);
  char hash[TP_SHA256_TEXT];
  tp_result_sha256(r, file, hash);
  add_element(out, "programhash", hash);
  add_element(out, "entryfunction", r->entry);
  add_element(out, "architecture", "64bit");
  add_element(out, "creationtime", r->created);
  tp_str_add(out, "</test-metadata>\n");
  tp_str_free(&producer);
}

static void add_input(tp_str *out, const tp_result_input *in) {
  tp_result_input plain = *in;
  if (in->object) /* replay.c takes the size from the type */
    plain.c_type = NULL;
  tp_str_add(out, "  <input type=\"");
  tp_add_xml(out, tp_input_type(&plain));
  tp_str_addc(out, '"');
  if (in->object) {
    tp_str_add(out, " variable=\"");
    tp_add_xml(out, in->name ? in->name : "object");
    tp_str_addf(out, "#%u+%u\"", in->object, in->offset);
  }
  tp_str_addc(out, '>');
  tp_input_value(in, out);
  tp_str_add(out, "</input>\n");
}

void tp_report_testcase(const tp_result *r, uint32_t test, tp_str *out) {
  TP_INVARIANT(test >= 1 && test <= r->tests.n, "test numbers start at 1");
  const tp_result_test *t = &r->tests.at[test - 1];
  tp_str_add(out,
             XML_HEAD "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD "
                      "test-format testcase 1.1//EN\" "
                      "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n"
                      "<testcase>\n");
  for (uint32_t i = 0; i < t->n_inputs; i++)
    add_input(out, &r->inputs.at[t->first_input + i]);
  tp_str_add(out, "</testcase>\n");
}
