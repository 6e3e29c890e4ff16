/* app/collect.h - from the session to the result that reports are made of. */
#ifndef TP_APP_COLLECT_H
#define TP_APP_COLLECT_H

#include "app/session.h"
#include "report/result.h"

/* Everything that can be told of the session now: program, verdicts of what
 * was covered, tests, findings, counts. Borrows from the session. */
void tp_collect(tp_result *out, const tp_session *s);

#endif
