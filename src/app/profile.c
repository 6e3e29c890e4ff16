/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of each function begins with a variable that is set by who enters
 * and whose end is told, too (cleanup: also by return). Calls are marked in a
 * table that the run shares with us, so that they outlive a crash. */
#include "app/profile.h"

#include "app/given.h"
#include "app/plain_program.h"
#include "base/file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define TABLE "TP2PH_PROFILE"

static const char beside[] =
    "#include <fcntl.h>\n#include <stdlib.h>\n#include <sys/mman.h>\n"
    "static unsigned char *calls;\nstatic int now;\n"
    "__attribute__((constructor)) static void begin(void) {\n"
    "  int fd = open(getenv(\"" TABLE "\"), O_RDWR);\n"
    "  void *at = fd < 0 ? MAP_FAILED : mmap(0, (unsigned long)N * N, "
    "PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);\n"
    "  calls = at == MAP_FAILED ? 0 : at;\n}\n"
    "int tp2ph_enter(int f) {\n  int before = now;\n"
    "  if (calls)\n    calls[(unsigned long)before * N + f] = 1;\n"
    "  now = f;\n  return before;\n}\n"
    "void tp2ph_leave(int *before) {\n  now = *before;\n}\n";

static const char prototypes[] = "int tp2ph_enter(int);\n"
                                 "void tp2ph_leave(int *);\n";

/* ---- the program --------------------------------------------------------- */

static void edit_unit(tp_str *out, const tp_program *p, tp_unit_id u) {
  const tp_unit *unit = &p->units.at[u];
  uint32_t done = 0;
  tp_str_add(out, prototypes);
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    const tp_func *func = &p->funcs.at[f];
    if (func->unit != u || !func->is_user || func->is_nested)
      continue;
    uint32_t at = tp_node_get(p, func->body)->begin + 1;
    if (at < done)
      continue;
    tp_str_addn(out, unit->text + done, at - done);
    tp_str_addf(out,
                " int tp2ph_before __attribute__((cleanup(tp2ph_leave), "
                "unused)) = tp2ph_enter(%u);",
                f);
    done = at;
  }
  tp_str_addn(out, unit->text + done, unit->size - done);
}

static int build(tp_plain_program *out, tp_project *s, tp_diag *diag) {
  const tp_program *p = s->program;
  tp_str *units = TP_NEW_ARRAY(tp_str, p->units.n);
  tp_str own = {0};
  int state;
  for (tp_unit_id u = 1; u < p->units.n; u++)
    edit_unit(&units[u], p, u);
  tp_str_addf(&own, "#define N %u\n%s", p->funcs.n, beside);
  tp_plain_text text = {.name = "profile", .units = units, .beside = own.at};
  state = tp_plain_program_begin(out, s, &text, diag);
  while (state == 0 && out->building)
    if (tp_plain_program_poll(out, 20, diag) < 0)
      state = -1;
  for (tp_unit_id u = 1; u < p->units.n; u++)
    tp_str_free(&units[u]);
  tp_free(units);
  tp_str_free(&own);
  return state;
}

/* ---- runs ---------------------------------------------------------------- */

typedef struct runner {
  tp_project *project;
  tp_plain *plain;
  tp_plain_program program;
  tp_str table;
  int fd; /* of the table */
  uint64_t size;
} runner;

static int open_table(runner *r, tp_diag *diag) {
  uint64_t n = r->project->program->funcs.n;
  tp_file_join(&r->table, r->program.dir.at, "calls");
  r->size = n * n;
  r->fd = open(r->table.at, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (r->fd < 0 || ftruncate(r->fd, (off_t)r->size) != 0)
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot make '%s'", r->table.at);
  return 0;
}

static int enter_world(runner *r, const char *const *writable,
                       const char *tests, tp_diag *diag) {
  tp_sandbox *box = &r->project->sandbox;
  tp_sandbox_choose(box, r->project->options, r->project->program);
  tp_sandbox_keep(box, tests);
  const tp_world_options world = {.kind = box->kind,
                                  .work_dir = r->project->work_dir.at,
                                  .keep = box->keep,
                                  .writable = writable};
  return tp_plain_set_world(r->plain, &world, diag);
}

static int run(runner *r, const char *test, tp_diag *diag) {
  tp_str which = {0}, table = {0};
  tp_plain_end end;
  tp_str_addf(&which, "TP2PH_TEST=%s", test);
  tp_str_addf(&table, "%s=%s", TABLE, r->table.at);
  const char *const env[] = {which.at, table.at, NULL};
  const tp_plain_order order = {.program = r->program.path.at,
                                .env = env,
                                .seconds = r->project->options->run_timeout,
                                .memory = r->program.memory};
  int rc =
      ftruncate(r->fd, 0) == 0 && ftruncate(r->fd, (off_t)r->size) == 0
          ? tp_plain_start(r->plain, 0, &order, diag)
          : tp_diag_set(diag, TP_ENVIRONMENT, "cannot write '%s'", r->table.at);
  while (rc == 0 && tp_plain_poll(r->plain, 0, 100, &end) == TP_PLAIN_RUNNING)
    if (tp_budget_over(NULL) != TP_STOP_NONE)
      rc = tp_diag_set(diag, TP_BUDGET, "interrupted");
  tp_str_free(&which);
  tp_str_free(&table);
  return rc;
}

static void read_calls(const runner *r, tp_call_graph *out) {
  uint32_t n = r->project->program->funcs.n;
  uint8_t *row = TP_NEW_ARRAY(uint8_t, n);
  out->n = n;
  for (uint32_t f = 0; f < n; f++) {
    if (pread(r->fd, row, n, (off_t)f * n) != (ssize_t)n)
      break;
    for (uint32_t g = 0; g < n; g++)
      if (row[g])
        tp_call_graph_add(out, f, g);
  }
  tp_free(row);
}

static int run_all(runner *r, const tp_texts *tests, tp_profiles *out,
                   tp_diag *diag) {
  int rc = 0;
  for (uint32_t i = 0; i < tests->n && rc == 0; i++) {
    rc = run(r, tests->at[i], diag);
    if (rc != 0)
      break;
    VEC_PUSH(out, (tp_call_graph){0});
    read_calls(r, &VEC_LAST(out));
  }
  return rc;
}

int tp_profile(tp_profiles *out, tp_project *s, tp_plain *plain,
               const char *dir, tp_diag *diag) {
  runner r = {.project = s, .plain = plain, .fd = -1};
  tp_texts tests = {0};
  const char *writable[2] = {0};
  int rc = tp_given_list(&tests, dir, diag);
  if (rc == 0)
    rc = tp_project_make_work_dir(s, diag);
  if (rc == 0)
    rc = build(&r.program, s, diag);
  if (rc == 0)
    rc = open_table(&r, diag);
  writable[0] = r.table.at;
  char *absolute = realpath(dir, NULL);
  if (rc == 0)
    rc = enter_world(&r, writable, absolute ? absolute : dir, diag);
  if (rc == 0)
    rc = run_all(&r, &tests, out, diag);
  free(absolute);
  if (r.fd >= 0)
    close(r.fd);
  for (uint32_t i = 0; i < tests.n; i++)
    tp_free(tests.at[i]);
  VEC_FREE(&tests);
  tp_plain_program_free(&r.program);
  tp_str_free(&r.table);
  return rc;
}

void tp_profiles_free(tp_profiles *profiles) {
  for (uint32_t i = 0; i < profiles->n; i++)
    tp_call_graph_free(&profiles->at[i]);
  VEC_FREE(profiles);
}
