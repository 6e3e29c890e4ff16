/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph check-proofs DIR: the proofs of --certify, put to a solver that is not
 * ours. Each of them has to be contradictory, and with any one of its
 * statements left out satisfiable: so it needs all that it names. One that says
 * just `false` is no proof.
 */
#include "app/app.h"
#include "app/print.h"
#include "base/file.h"
#include "base/proc.h"

#include <dirent.h>
#include <stdlib.h>

#define SECONDS 60 /* for one proof */
#define ASSERTION "(assert (! "
#define DECLARED "(declare-fun "
#define NAMED " :named "

typedef struct statement {
  uint32_t expr, n_expr; /* in the text of the proof */
  uint32_t name, n_name;
  uint32_t comment, n_comment; /* why it holds */
  const char *answer;          /* without it; empty: none yet */
} statement;

typedef struct proof {
  const char *name; /* of its file; borrowed */
  tp_str text;
  tp_str head; /* logic and declarations */
  VEC(statement) at;
  tp_vec_u32 declared; /* where variables are, in `head` */
} proof;

typedef struct job {
  const tp_options *o;
  const char *solver;
  tp_str folder; /* for questions */
  tp_str out;
  uint32_t n_proofs, n_statements, n_wrong;
} job;

/* ---- reading ------------------------------------------------------------- */

static bool starts_with(const char *text, const char *begin) {
  return strncmp(text, begin, strlen(begin)) == 0;
}

/* The line at `begin`, up to `end`; false: it is not as tp2ph writes it. */
static bool read_statement(proof *p, uint32_t begin, uint32_t end) {
  const char *line = p->text.at + begin;
  const char *named = NULL;
  for (const char *at = line; (at = strstr(at, NAMED)) && at < p->text.at + end;
       at++)
    named = named ? named : at;
  if (!named)
    return false;
  statement s = {.expr = begin + (uint32_t)strlen(ASSERTION), .answer = ""};
  s.n_expr = (uint32_t)(named - p->text.at) - s.expr;
  s.name = (uint32_t)(named - p->text.at) + (uint32_t)strlen(NAMED);
  s.n_name = (uint32_t)strcspn(p->text.at + s.name, ")\n");
  uint32_t at = s.name + s.n_name;
  while (at < end && strchr(") ;", p->text.at[at]))
    at++;
  s.comment = at;
  s.n_comment = end - at;
  VEC_PUSH(&p->at, s);
  return true;
}

static bool read_lines(proof *p) {
  for (uint32_t begin = 0, end; begin < p->text.n; begin = end + 1) {
    const char *line = p->text.at + begin;
    end = begin + (uint32_t)strcspn(line, "\n");
    if (starts_with(line, ASSERTION) && !read_statement(p, begin, end))
      return false;
    bool is_declared = starts_with(line, DECLARED);
    if (is_declared)
      VEC_PUSH(&p->declared, p->head.n);
    if (is_declared || starts_with(line, "(set-logic"))
      tp_str_addn(&p->head, line, end - begin + 1);
  }
  return p->at.n > 0;
}

static void free_proof(proof *p) {
  tp_str_free(&p->text);
  tp_str_free(&p->head);
  VEC_FREE(&p->at);
  VEC_FREE(&p->declared);
}

/* ---- asking -------------------------------------------------------------- */

typedef enum round {
  ROUND_ALL,
  ROUND_PINNED, /* what none of the statements defines is 0 */
  ROUND_AGAIN
} round;

/* All statements but one (n: all). */
static void add_question(const proof *p, uint32_t but, round r, tp_str *out) {
  tp_str_add(out, "(check-sat-assuming (");
  for (uint32_t i = 0; i < p->at.n; i++)
    if (i != but)
      tp_str_addf(out, " s%u", i);
  for (uint32_t i = 0; i < p->declared.n && r == ROUND_PINNED; i++)
    tp_str_addf(out, " p%u", i);
  tp_str_add(out, "))\n");
}

/* (= v7 ...) */
static bool is_defined(const proof *p, const char *name, size_t n) {
  for (uint32_t i = 0; i < p->at.n; i++) {
    const char *expr = p->text.at + p->at.at[i].expr;
    if (starts_with(expr, "(= ") && strncmp(expr + 3, name, n) == 0 &&
        expr[3 + n] == ' ')
      return true;
  }
  return false;
}

/* Values from which definitions follow are found without a search. */
static void write_pins(const proof *p, tp_str *out) {
  for (uint32_t i = 0; i < p->declared.n; i++) {
    const char *name = p->head.at + p->declared.at[i] + strlen(DECLARED);
    int n = (int)strcspn(name, " ");
    const char *width = strstr(name, "BitVec ");
    bool is_bits = width && width < name + strcspn(name, "\n");
    tp_str_addf(out, "(declare-fun p%u () Bool)\n", i);
    if (!is_defined(p, name, (size_t)n) && is_bits)
      tp_str_addf(out, "(assert (=> p%u (= %.*s (_ bv0 %u))))\n", i, n, name,
                  (unsigned)atoi(width + strlen("BitVec ")));
    else if (!is_defined(p, name, (size_t)n))
      tp_str_addf(out, "(assert (=> p%u (not %.*s)))\n", i, n, name);
  }
}

static void write_questions(const proof *p, round r, tp_str *out) {
  tp_str_add(out, tp_str_text(&p->head));
  for (uint32_t i = 0; i < p->at.n; i++) {
    tp_str_addf(out, "(declare-fun s%u () Bool)\n(assert (=> s%u ", i, i);
    tp_str_addn(out, p->text.at + p->at.at[i].expr, p->at.at[i].n_expr);
    tp_str_add(out, "))\n");
  }
  if (r == ROUND_PINNED)
    write_pins(p, out);
  if (r == ROUND_ALL)
    add_question(p, p->at.n, r, out);
  for (uint32_t i = 0; i < p->at.n; i++)
    if (!*p->at.at[i].answer)
      add_question(p, i, r, out);
}

static int ask(job *j, const proof *p, round r, tp_proc_result *answers,
               tp_diag *diag) {
  tp_str text = {0}, path = {0};
  write_questions(p, r, &text);
  tp_file_join(&path, tp_str_text(&j->folder), "questions.smt2");
  int rc = tp_file_write(tp_str_text(&path), text.at, text.n, diag);
  const char *argv[] = {j->solver, tp_str_text(&path), NULL};
  tp_proc_limits limits = {.seconds = SECONDS};
  if (rc == 0)
    rc = tp_proc_run(answers, argv, NULL, NULL, &limits, diag);
  tp_str_free(&path);
  tp_str_free(&text);
  return rc;
}

/* ---- judging ------------------------------------------------------------- */

static void complain(job *j, const proof *p, const char *what) {
  j->n_wrong++;
  tp_str_addf(&j->out, "%s: %s\n", p->name, what);
}

/* The next answer; what is no answer is an empty one. */
static const char *next_answer(const char **at) {
  const char *line = *at;
  size_t n = strcspn(line, "\n");
  *at = line + n + (line[n] == '\n');
  return n == 3 && starts_with(line, "sat")       ? "sat"
         : n == 5 && starts_with(line, "unsat")   ? "unsat"
         : n == 7 && starts_with(line, "unknown") ? "unknown"
                                                  : "";
}

static void judge_left_out(job *j, const proof *p, const statement *s) {
  tp_str text = {0};
  if (strcmp(s->answer, "sat") == 0)
    return;
  tp_str_addf(&text, "%s without '%.*s' (%.*s)",
              *s->answer ? s->answer : "no answer", (int)s->n_comment,
              p->text.at + s->comment, (int)s->n_name, p->text.at + s->name);
  complain(j, p, tp_str_text(&text));
  tp_str_free(&text);
}

/* In the order in which they were asked for. That with all inputs pinned there
 * are no values says nothing. */
static void take_answers(proof *p, round r, const char *answers) {
  for (uint32_t i = 0; i < p->at.n; i++)
    if (!*p->at.at[i].answer) {
      const char *answer = next_answer(&answers);
      if (r != ROUND_PINNED || strcmp(answer, "sat") == 0)
        p->at.at[i].answer = answer;
    }
}

static bool is_left(const proof *p) {
  for (uint32_t i = 0; i < p->at.n; i++)
    if (!*p->at.at[i].answer)
      return true;
  return false;
}

/* One that takes all the time leaves those behind it without an answer. */
static int judge(job *j, proof *p, tp_diag *diag) {
  const char *whole = "";
  int rc = 0;
  for (round r = ROUND_ALL; r <= ROUND_AGAIN && rc == 0 && is_left(p); r++) {
    tp_proc_result answers = {0};
    rc = ask(j, p, r, &answers, diag);
    const char *at = tp_str_text(&answers.out);
    if (r == ROUND_ALL)
      whole = next_answer(&at);
    take_answers(p, r, at);
    tp_proc_result_free(&answers);
    if (strcmp(whole, "unsat") != 0)
      break;
  }
  if (rc == 0 && strcmp(whole, "unsat") != 0) {
    tp_str text = {0};
    tp_str_addf(&text, "%s, not unsat", *whole ? whole : "no answer");
    complain(j, p, tp_str_text(&text));
    tp_str_free(&text);
    return 0;
  }
  uint32_t before = j->n_wrong;
  for (uint32_t i = 0; i < p->at.n && rc == 0 && j->n_wrong == before; i++)
    judge_left_out(j, p, &p->at.at[i]);
  return rc;
}

static bool ends_with(const char *text, uint32_t n, const char *end) {
  uint32_t n_end = (uint32_t)strlen(end);
  return n >= n_end && strncmp(text + n - n_end, end, n_end) == 0;
}

/* `false`, also by a name for what the walk has folded to it. */
static bool is_false(const proof *p, const statement *s) {
  const char *expr = p->text.at + s->expr;
  if (s->n_expr == strlen("false"))
    return starts_with(expr, "false");
  return ends_with(expr, s->n_expr, " false)") &&
         ends_with(p->text.at + s->comment, s->n_comment, "(as folded)");
}

static bool is_just_false(const proof *p) {
  for (uint32_t i = 0; i < p->at.n; i++)
    if (is_false(p, &p->at.at[i]))
      return true;
  return false;
}

static int check_proof(job *j, const char *name, tp_diag *diag) {
  proof p = {.name = name};
  tp_str path = {0};
  tp_file_join(&path, j->o->names.at[0], name);
  int rc = tp_file_read(&p.text, tp_str_text(&path), TP_ENVIRONMENT, diag);
  bool is_read = rc == 0 && read_lines(&p);
  if (rc == 0 && !is_read)
    complain(j, &p, "is no proof of tp2ph");
  else if (rc == 0 && is_just_false(&p))
    complain(j, &p, "says just false");
  else if (rc == 0)
    rc = judge(j, &p, diag);
  j->n_proofs++;
  j->n_statements += p.at.n;
  free_proof(&p);
  tp_str_free(&path);
  return rc;
}

/* ---- all ----------------------------------------------------------------- */

static int is_proof(const struct dirent *e) {
  size_t n = strlen(e->d_name);
  return n > 5 && strcmp(e->d_name + n - 5, ".smt2") == 0;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static int check_folder(job *j, tp_diag *diag) {
  struct dirent **entries = NULL;
  const char *dir = j->o->names.at[0];
  int n = scandir(dir, &entries, is_proof, by_name), rc = 0;
  if (n < 0)
    return tp_diag_set(diag, TP_ENVIRONMENT, "there is no folder '%s'", dir);
  for (int i = 0; i < n; i++) {
    if (rc == 0)
      rc = check_proof(j, entries[i]->d_name, diag);
    free(entries[i]);
  }
  free(entries);
  if (n == 0)
    rc = tp_diag_set(diag, TP_REFUSED,
                     "'%s' has no proof: --certify writes them", dir);
  return rc;
}

/* Before anything is read: whether it is there at all. */
static int try_solver(const job *j, tp_diag *diag) {
  tp_proc_result r = {0};
  const char *argv[] = {j->solver, "--version", NULL};
  tp_proc_limits limits = {.seconds = SECONDS};
  int rc = tp_proc_run(&r, argv, NULL, NULL, &limits, diag);
  tp_proc_result_free(&r);
  if (rc == 0)
    return 0;
  tp_diag_free(diag);
  *diag = (tp_diag){0};
  return tp_diag_set(diag, TP_ENVIRONMENT,
                     "the solver '%s' can't be started: install z3, or name "
                     "another one by --solver",
                     j->solver);
}

int tp_app_check_proofs(const tp_options *o, tp_diag *diag) {
  job j = {.o = o, .solver = o->solver ? o->solver : "z3"};
  int rc = try_solver(&j, diag);
  if (rc == 0)
    rc = tp_file_temp_dir(&j.folder, diag);
  if (rc == 0)
    rc = check_folder(&j, diag);
  if (rc == 0 && !o->is_quiet)
    tp_str_addf(&j.out, "%u proofs, %u statements, %u proofs fail\n",
                j.n_proofs, j.n_statements, j.n_wrong);
  if (rc == 0 && j.out.n)
    rc = tp_print(tp_str_text(&j.out), diag);
  if (rc == 0 && j.n_wrong)
    diag->status = TP_INCOMPLETE;
  if (j.folder.n)
    tp_file_remove_tree(tp_str_text(&j.folder));
  tp_str_free(&j.folder);
  tp_str_free(&j.out);
  return rc;
}
