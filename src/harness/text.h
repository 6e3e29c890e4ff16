/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/text.h - fixed text of the replay harness, and of what is
 * linked beside it. */
#ifndef TP_HARNESS_TEXT_H
#define TP_HARNESS_TEXT_H

extern const char tp_harness_kernel[]; /* replay.c: asking the kernel */
extern const char tp_harness_reader[]; /* replay.c: the reader of a test */
extern const char tp_harness_runner[]; /* a program that runs one test */
extern const char tp_harness_script_head[];
extern const char tp_harness_script_tail[]; /* run.sh: the runs */

extern const char tp_harness_keeper[]; /* beside a program that gcov counts */

#endif
