/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/option_words.h - the words of options.def: which commands an option is
 * for, and lists that others keep. */
#ifndef TP_APP_OPTION_WORDS_H
#define TP_APP_OPTION_WORDS_H

#include "app/options.h"
#include "rival/rival.h"

enum {
  SEARCH = 1 << TP_COMMAND_RUN | 1 << TP_COMMAND_AUDIT,
  PREDICT = 1 << TP_COMMAND_PREDICT,
  RUN = SEARCH | PREDICT,
  GRAPH = 1 << TP_COMMAND_GRAPH,
  IR = 1 << TP_COMMAND_IR,
  REPLAY = 1 << TP_COMMAND_REPLAY,
  BATCH = 1 << TP_COMMAND_BATCH,
  GEN = 1 << TP_COMMAND_GEN,
  INPUTS = 1 << TP_COMMAND_INPUTS,
  DIFF = 1 << TP_COMMAND_DIFF,
  ACCEPT = 1 << TP_COMMAND_ACCEPT,
  MERGE = 1 << TP_COMMAND_MERGE,
  CHECK_PROOFS = 1 << TP_COMMAND_CHECK_PROOFS,
  UNIT = 1 << TP_COMMAND_UNIT,
  DOCTOR = 1 << TP_COMMAND_DOCTOR,
  ALL = (1 << (TP_COMMAND_DOCTOR + 1)) - 1 /* it is the last */
};

#define RIVAL_WORD(id, name) name "|"

#endif
