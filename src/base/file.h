/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/file.h - files and folders: read whole, write aside then rename. */
#ifndef TP_BASE_FILE_H
#define TP_BASE_FILE_H

#include "base/diag.h"

/* Read a regular file whole into out (status on failure: `status`). FIFOs,
 * devices, folders and files over 1 GiB are refused. */
int tp_file_read(tp_str *out, const char *path, tp_status status,
                 tp_diag *diag);
/* Write path.<suffix> and rename: the old content or the new, never a part. A
 * link stays one; a device, or a FIFO that is read, gets the bytes. */
int tp_file_write(const char *path, const char *bytes, size_t n, tp_diag *diag);
/* In place, where nobody else reads: to make a file can take longer than to run
 * the program that is to read it. */
int tp_file_rewrite(const char *path, const char *bytes, size_t n,
                    tp_diag *diag);
int tp_file_make_dirs(const char *path, tp_diag *diag);
/* A private folder below TMPDIR (or /tmp); remove it with
 * tp_file_remove_tree.*/
int tp_file_temp_dir(tp_str *out, tp_diag *diag);
void tp_file_remove_tree(const char *path);
/* Rename a finished folder over an old one of the tool's own files. */
bool tp_file_exists(const char *path);
/* A file, and no folder. */
bool tp_file_is(const char *path);
/* The folder in which the running executable lies. */
int tp_file_self_dir(tp_str *out, tp_diag *diag);
/* dir + "/" + name, for one-line use; out is cleared first. */
const char *tp_file_join(tp_str *out, const char *dir, const char *name);

#endif
