/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/sha256.h - SHA-256 (FIPS 180-4), for the program's fingerprint. */
#ifndef TP_REPORT_SHA256_H
#define TP_REPORT_SHA256_H

#include "base/diag.h"

#define TP_SHA256_TEXT 65 /* 64 hex digits and the NUL */

void tp_sha256(const void *bytes, size_t n, char out[TP_SHA256_TEXT]);
/* Of a file's bytes; `status` if it can't be read. */
int tp_sha256_file(const char *path, char out[TP_SHA256_TEXT], tp_status status,
                   tp_diag *diag);

#endif
