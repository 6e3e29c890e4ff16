/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/resume.h - going on from what an output folder holds (--resume).
 *
 * That is a report, or the journal of a run that was killed, or both.
 * Its tests are run first; what they take is covered again, by this program as
 * it is now. Its proofs count only if nothing of the program, the flags and
 * tp2ph has changed since (the fingerprint). What can't be read is told and
 * left out: the worst that can happen is that a run starts anew.
 */
#ifndef TP_APP_RESUME_H
#define TP_APP_RESUME_H

#include "app/found.h"
#include "app/project.h"
#include "app/replay_report.h"
#include "app/testcase.h"

typedef struct tp_resume {
  tp_replay_report report;
  VEC(tp_replay_report) more;  /* of other folders (--from) .. */
  VEC(const char *) homes;     /* .. which are these */
  tp_found journal;            /* of a run that was killed */
  VEC(tp_row) rows;            /* inputs of its tests, in their order */
  VEC(char *) names;           /* of rows that were given: their files */
  VEC(tp_row_written) written; /* .. and how their values are written */
  /* By row: what the program finds outside; empty: no list was given. */
  VEC(struct tp_outside *) outside;
  VEC(const char *) proved; /* by tp_sbranch; borrowed from these */
  VEC(tp_sbranch) astray;   /* what showed that none of it holds */
  VEC(char *) notes;        /* what could not be used, for the user */
  uint32_t n_run;           /* rows that were run */
  uint32_t n_kept;          /* tests of the engine that come from them */
  uint32_t n_proved;
} tp_resume;

/* The fingerprint of a loaded program: its preprocessed text with all flags,
 * compiler, entry and version of tp2ph. */
void tp_resume_fingerprint(const tp_project *s, char out[65]);

/* Read the folder; the notes say what can't be used. */
void tp_resume_read(tp_resume *out, const char *dir);
/* The same of another folder, behind what was read. */
void tp_resume_read_more(tp_resume *r, const char *dir);
/* Status 3 if one of those is of another program. */
int tp_resume_require_same(const tp_resume *r, const tp_project *s,
                           tp_diag *diag);
/* The program is loaded: take the proofs if it is the same. */
void tp_resume_take_proofs(tp_resume *r, const tp_project *s);
/* Run the tests, until the budget is over. */
void tp_resume_run(tp_resume *r, const tp_project *s);
/* Tell the user something of row number i, which was given. */
void tp_note_given(tp_resume *r, uint32_t i, const char *what);
/* Whether every test that was there has been run. */
bool tp_resume_is_whole(const tp_resume *r);
void tp_resume_free(tp_resume *r);

/* What the journal in the folder holds, for the user; nothing if there is
 * none. */
void tp_resume_describe_journal(const char *dir, tp_str *out);

#endif
