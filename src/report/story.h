/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/story.h - reading the story of a test (wire/story.h), and what the
 * functions of the tester that it calls mean. What the program under test has
 * told is data: whatever makes no sense ends the story.
 */
#ifndef TP_REPORT_STORY_H
#define TP_REPORT_STORY_H

#include "report/result.h"

typedef enum tp_story_kind {
  TP_STORY_END,
  TP_STORY_BRANCH,
  TP_STORY_INPUT, /* the next scalar of the test was read */
  TP_STORY_CALLED
} tp_story_kind;

typedef struct tp_story {
  const tp_program *p;
  const uint32_t *words;
  uint32_t n, at;
  tp_story_kind kind; /* of what was read last */
  tp_sbranch branch;
  tp_func_id func;    /* CALLED */
  uint32_t arguments; /* CALLED: where they are in words */
} tp_story;

tp_story tp_story_of(const tp_result *r, uint32_t test); /* from 1 */
/* The next thing that happened; false: there is none. */
bool tp_story_next(tp_story *s);
/* The arguments of the call read last, by their names: "site = 0, pin = 3". */
void tp_story_arguments(const tp_story *s, tp_str *out);
/* A number among them, by the parameter's index; false: it is none. */
bool tp_story_number(const tp_story *s, uint32_t param, int64_t *out);
/* The name of the test that the call read last makes, as its argument or the
 * table of limits has it; false: it makes none, or that has no name. */
bool tp_story_test_name(const tp_story *s, tp_str *out);
/* The unit of what the call read last delivers as its result; NULL: not said.
 */
const char *tp_story_unit(const tp_story *s, const tp_result_input *in);
/* Whether the call read last delivers the input. */
bool tp_story_delivers(const tp_story *s, const tp_result_input *in);
/* Argument `arg` that the function hands on to `callee`, which the definitions
 * of --inputs call (tp2ph_test, tp2ph_set_bin, ..): a constant or one of the
 * function's own. False: it does not call it. */
bool tp_story_handed_on(const tp_story *s, const char *callee, uint32_t arg,
                        int64_t *out);

#endif
