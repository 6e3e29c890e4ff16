/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/given.h - tests that there are already (--tests): they are run first, and
 * only what they miss is searched for. */
#ifndef TP_APP_GIVEN_H
#define TP_APP_GIVEN_H

#include "app/resume.h"

/* Adds the tests of a folder to those that are run first: an output folder of
 * tp2ph, or one with testcase files in Test-Comp's format, or with files that
 * have a value a line. Files that are no
 * testcase are told in the notes. TP_ENVIRONMENT: there is no such folder;
 * TP_REFUSED: it has no test. */
int tp_given_read(tp_resume *r, const char *dir, tp_diag *diag);

/* The files of such a folder, absolute; free each. */
int tp_given_list(tp_texts *out, const char *dir, tp_diag *diag);

#endif
