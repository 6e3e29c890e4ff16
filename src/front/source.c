/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C file in, a unit with its preprocessed text out.
 *
 * `cc -E -dD` runs without a shell. -dD also prints the macros, which tell the
 * columns of text that comes out of them (program/place.c); a compiler that
 * does not know it is asked again without. The file is looked at first, so that
 * what is not a file at all is told in our words and never opened by the
 * compiler.
 */
#include "front/source.h"

#include "base/file.h"
#include "front/compiler.h"
#include "input/inputs.h"
#include "input/monitor.h"
#include "front/supply.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

uint32_t tp_front_job_option(const char *const *argv) {
  static const char *const alone[] = {"-c",
                                      "-E",
                                      "-S",
                                      "-M",
                                      "-MM",
                                      "-MD",
                                      "-MMD",
                                      "-MP",
                                      "-MG",
                                      "-P",
                                      "-###",
                                      "-fsyntax-only",
                                      "-",
                                      "-dM",
                                      "-dD",
                                      "-dN",
                                      "-dI",
                                      "-dU",
                                      "-save-temps",
                                      "-save-temps=cwd",
                                      "-save-temps=obj",
                                      "--compile",
                                      "--preprocess",
                                      "--assemble"};
  static const char *const joined[] = {"-o", "-MF", "-MT",      "-MQ",
                                       "-x", "-MJ", "-aux-info"};
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    if (strcmp(argv[0], alone[i]) == 0)
      return 1;
  for (size_t i = 0; i < sizeof joined / sizeof *joined; i++)
    if (tp_text_starts(argv[0], joined[i]))
      return argv[0][strlen(joined[i])] == '\0' && argv[1] ? 2 : 1;
  if (strcmp(argv[0], "--output") == 0)
    return argv[1] ? 2 : 1;
  return tp_text_starts(argv[0], "--output=") ||
         tp_text_starts(argv[0], "-Wp,-M");
}

static void keep_flags(tp_unit *unit, const char *const *flags,
                       const tp_front_options *opt) {
  const tp_inputs_file *declared = opt->declared;
  const char *const *ours =
      declared && tp_inputs_has_bins(declared) ? tp_monitor_flags : NULL;
  for (; ours && *ours; ours++)
    VEC_PUSH(&unit->flags, *ours);
  for (const char *const *more = opt->more_flags; more && *more; more++)
    VEC_PUSH(&unit->flags, *more);
  while (flags && *flags) {
    uint32_t skip = tp_front_job_option(flags);
    if (skip == 0)
      VEC_PUSH(&unit->flags, *flags++);
    else
      flags += skip;
  }
  VEC_PUSH(&unit->flags, NULL);
  unit->flags.n--;
}

static const char *in_dir(tp_str *out, const char *dir, const char *path) {
  if (!dir || path[0] == '/')
    return path;
  return tp_file_join(out, dir, path);
}

static int refuse(tp_diag *diag, const char *path, const char *why) {
  int rc = tp_diag_set(diag, TP_REFUSED, "cannot read the program: %s", why);
  tp_diag_at(diag, path, 0, 0, NULL);
  return rc;
}

static int check_readable(const tp_front_source *source, tp_diag *diag) {
  tp_str full = {0};
  const char *path = in_dir(&full, source->dir, source->path);
  /* O_NONBLOCK: opening a FIFO without a writer must not wait. */
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  int error = errno;
  struct stat st = {0};
  bool is_known = fd >= 0 && fstat(fd, &st) == 0;
  int rc = 0;
  if (fd >= 0)
    close(fd);
  if (!is_known && (error == EMFILE || error == ENFILE || error == ENOMEM))
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "cannot open '%s': %s", path,
                     strerror(error));
  else if (!is_known)
    rc = refuse(diag, path, strerror(error));
  else if (S_ISDIR(st.st_mode))
    rc = refuse(diag, path, "it is a folder");
  else if (!S_ISREG(st.st_mode))
    rc = refuse(diag, path, "it is not a regular file");
  tp_str_free(&full);
  return rc;
}

/* "file:12:5: fatal error: words" in the compiler's output: the first such
 * place becomes the place of our message. */
static void take_place(tp_diag *diag, const char *words) {
  const char *error = strstr(words, "error: ");
  if (!error)
    return;
  const char *begin = error;
  while (begin > words && begin[-1] != '\n')
    begin--;
  for (const char *c = begin; c < error; c++) {
    if (*c != ':' || !isdigit((unsigned char)c[1]))
      continue;
    char *end;
    unsigned long line = strtoul(c + 1, &end, 10);
    unsigned long column = *end == ':' ? strtoul(end + 1, &end, 10) : 0;
    if (*end != ':')
      continue;
    tp_str file = {0};
    tp_str_addn(&file, begin, (size_t)(c - begin));
    tp_diag_at(diag, tp_str_text(&file), (unsigned)line, (unsigned)column,
               NULL);
    tp_str_free(&file);
    return;
  }
}

static int preprocessed(tp_proc_result *result, const tp_unit *unit,
                        const tp_front_source *source,
                        const tp_front_options *opt, tp_diag *diag) {
  tp_compiler_job job = {.mode = "-E", .option = "-dD"};
  if (tp_front_compile(result, unit, source, opt, &job, diag) < 0)
    return -1;
  if (!tp_front_was_accepted(result) && !result->timed_out) {
    tp_proc_result_free(result);
    job.option = NULL;
    if (tp_front_compile(result, unit, source, opt, &job, diag) < 0)
      return -1;
  }
  if (!tp_front_was_accepted(result)) {
    int rc = tp_front_explain_failure(result, "the file", opt, diag);
    if (diag->status == TP_REFUSED)
      take_place(diag, tp_str_text(&result->err));
    tp_diag_at(diag, source->path, 0, 0, NULL);
    if (diag->status == TP_REFUSED)
      tp_front_note_cplusplus(unit, source, opt, diag);
    return rc;
  }
  if (result->out.n >= TP_MAX_TEXT)
    return refuse(diag, source->path, "it is over 256 MiB when preprocessed");
  return 0;
}

/* What the program does where it says that it never comes is left open: it
 * crashes there, in every program that is made of this text, so that a run
 * which does come is a finding. */
static int preprocessed_with_traps(tp_proc_result *result, tp_unit *unit,
                                   const tp_front_source *source,
                                   const tp_front_options *opt, tp_diag *diag) {
  int rc = preprocessed(result, unit, source, opt, diag);
  if (rc < 0 || !strstr(tp_str_text(&result->out), "__builtin_unreachable"))
    return rc;
  tp_proc_result_free(result);
  *result = (tp_proc_result){0};
  VEC_CLEAR(&unit->flags);
  VEC_PUSH(&unit->flags, "-D__builtin_unreachable=__builtin_trap");
  keep_flags(unit, source->flags, opt);
  return preprocessed(result, unit, source, opt, diag);
}

int tp_front_preprocess(tp_program *p, tp_unit_id *out,
                        const tp_front_source *source,
                        const tp_front_options *opt, tp_diag *diag) {
  tp_unit unit = {0};
  tp_proc_result result = {0};
  if (check_readable(source, diag) < 0)
    return -1;
  keep_flags(&unit, source->flags, opt);
  int rc = preprocessed_with_traps(&result, &unit, source, opt, diag);
  if (rc == 0 && opt->declared)
    rc = tp_front_supply(&unit, p->units.n, &result.out, source, opt, diag);
  if (rc < 0) {
    tp_proc_result_free(&result);
    VEC_FREE(&unit.flags);
    tp_free(unit.supplied);
    return -1;
  }
  unit.path = tp_names_id(p->names, source->path, strlen(source->path));
  if (source->dir)
    unit.dir = tp_names_id(p->names, source->dir, strlen(source->dir));
  tp_str_add(&result.out, ""); /* a text even if the file is empty */
  unit.text = result.out.at;
  unit.size = result.out.n;
  result.out = (tp_str){0};
  tp_proc_result_free(&result);
  *out = p->units.n;
  VEC_PUSH(&p->units, unit);
  tp_front_read_markers(p, *out);
  return 0;
}
