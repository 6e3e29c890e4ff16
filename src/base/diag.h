/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/diag.h - one error, told to the user where it happened.
 *
 * A function that can fail returns 0 or a negative number after it has filled
 * the tp_diag it was given. Only app prints it and turns it into an exit code.
 */
#ifndef TP_BASE_DIAG_H
#define TP_BASE_DIAG_H

#include "base/attr.h"
#include "base/str.h"

/* The exit codes of docs/interface.md. */
typedef enum tp_status {
  TP_OK = 0,
  TP_INCOMPLETE = 1,
  TP_USAGE = 2,
  TP_REFUSED = 3,
  TP_ENVIRONMENT = 4,
  TP_BUDGET = 5,
  TP_INTERNAL = 70
} tp_status;

typedef struct tp_diag {
  tp_status status; /* TP_OK: nothing happened */
  tp_str message;   /* what went wrong and what to do */
  tp_str file;      /* empty: no place */
  unsigned line, column;
  tp_str source_line; /* shown with a caret under column; may be empty */
  tp_str detail;      /* e.g. the compiler's own words; may be empty */
} tp_diag;

/* Fill diag (the first error wins) and return -1. */
int tp_diag_set(tp_diag *diag, tp_status status, const char *fmt, ...)
    TP_PRINTF(3, 4);
void tp_diag_at(tp_diag *diag, const char *file, unsigned line, unsigned column,
                const char *source_line);
void tp_diag_print(const tp_diag *diag); /* on stderr */
void tp_diag_free(tp_diag *diag);

/* A bug in tp2ph: says so, with file and line, and ends with status 70. */
void tp_bug(const char *file, int line, const char *should) TP_NORETURN;
#define TP_INVARIANT(cond, should) \
  ((cond) ? (void)0 : tp_bug(__FILE__, __LINE__, should))
/* A check of a whole structure, which takes its time: only in builds that are
 * made to find bugs (make check-sanitize, make check-tiny). */
#ifdef TP2PH_CHECKED
#define TP_CHECKED(check) (check)
#else
#define TP_CHECKED(check) (0 ? (check) : (void)0)
#endif

#endif
