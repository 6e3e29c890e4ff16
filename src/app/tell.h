/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/tell.h - the search tells its journal what it finds, as it finds it
 * (app/found.h says what is told).
 */
#ifndef TP_APP_TELL_H
#define TP_APP_TELL_H

#include "app/found.h"
#include "app/project.h"
#include "app/search.h"

typedef struct tp_tell tp_tell;

/* A journal in the folder. It begins with what is resumed, so that the journal
 * before it can go. The project should stay where it is. */
int tp_tell_new(tp_tell **out, const tp_project *s, const char *dir,
                tp_diag *diag);
void tp_tell_free(tp_tell *t);

/* What a read of a run means. */
tp_found_input tp_tell_input(const tp_project *s, const tp_read *read);

/* New tests and findings; from time to time also where the search stands. */
void tp_tell_run(tp_tell *t, const tp_search *search);
void tp_tell_proof(tp_tell *t, tp_sbranch b, const tp_decide_verdict *v);
/* The model led a run to it that went elsewhere. */
void tp_tell_astray(tp_tell *t, tp_sbranch b);
void tp_tell_replay(tp_tell *t, uint32_t test, tp_replayed how,
                    tp_plain_end end);
/* What the test does on the plain program (wire/story.h). */
void tp_tell_story(tp_tell *t, uint32_t test, const tp_vec_u32 *story);
/* Branches that the test does not cover after all. */
void tp_tell_lost(tp_tell *t, uint32_t test, tp_lost why,
                  const tp_vec_u32 *branches);
/* Something was denied to a test. */
void tp_tell_denied(tp_tell *t, uint32_t test, const tp_exec_denied *denied);
void tp_tell_prediction(tp_tell *t, const tp_found_prediction *p);
void tp_tell_precondition(tp_tell *t, const tp_precondition *p);
/* Somebody else saw on the plain program that a check is violated. */
void tp_tell_witness(tp_tell *t, tp_sbranch violated, tp_witness who);
/* The search has ended, and all that can be replayed was: whatever was not told
 * yet. */
void tp_tell_end(tp_tell *t, const tp_search *search);
/* Why nothing can be told any more; TP_OK: it can. */
const tp_diag *tp_tell_diag(const tp_tell *t);

#endif
