/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/option_words.h - the words of options.def that say which commands an
 * option is for. */
#ifndef TP_APP_OPTION_WORDS_H
#define TP_APP_OPTION_WORDS_H

#include "app/options.h"

enum {
  RUN = 1 << TP_COMMAND_RUN | 1 << TP_COMMAND_AUDIT,
  GRAPH = 1 << TP_COMMAND_GRAPH,
  IR = 1 << TP_COMMAND_IR,
  REPLAY = 1 << TP_COMMAND_REPLAY,
  BATCH = 1 << TP_COMMAND_BATCH,
  GEN = 1 << TP_COMMAND_GEN,
  INPUTS = 1 << TP_COMMAND_INPUTS,
  DIFF = 1 << TP_COMMAND_DIFF,
  ACCEPT = 1 << TP_COMMAND_ACCEPT,
  MERGE = 1 << TP_COMMAND_MERGE,
  DOCTOR = 1 << TP_COMMAND_DOCTOR,
  ALL = (1 << (TP_COMMAND_DOCTOR + 1)) - 1 /* it is the last */
};

#endif
