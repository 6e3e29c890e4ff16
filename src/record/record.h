/* SPDX-License-Identifier: MIT */
/* record/record.h - what passes between tp2ph and the recorder: a C file that
 * is linked with a program whose text tells its decisions only (instr's
 * branches_only) and that is otherwise as the user has it.
 *
 * It shares nothing with the runtime: neither memory nor layout nor symbols. So
 * a branch that both have seen was not forged by a program that overwrites what
 * one of them keeps.
 *
 * A file, whose path is in TP_RECORD_ENV. First what the run only reads: this
 * head, the decisions, the labels of switches by branch. Then, in pages of
 * their own, the notes: how many branches were taken, which, in the order of
 * the first time, one byte a branch that tells if it is among them, and for
 * each branch in which stretch of the story it was met last. Then the story
 * (wire/story.h). tp2ph writes and reads it, the program maps it.
 */
#ifndef TP_RECORD_RECORD_H
#define TP_RECORD_RECORD_H

#include "wire/story.h"

#define TP_RECORD_ENV "TP2PH_BRANCHES"

typedef struct tp_record_decision {
  unsigned first, n; /* branches */
  unsigned is_signed;
} tp_record_decision;

typedef struct tp_record_label { /* both inside */
  long long low, high;
} tp_record_label;

#define TP_RECORD_PAGE 4096

/* Places are byte offsets. */
typedef struct tp_record_head {
  unsigned long long bytes, decisions, labels;
  unsigned long long count; /* unsigned: where the notes begin */
  unsigned long long taken, seen;
  unsigned long long met;   /* unsigned, by branch: the stretch */
  unsigned long long story; /* unsigned: how many words; then the words */
  unsigned n_decisions, n_branches;
} tp_record_head;

#endif
