/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/stage.h - what tp2ph is doing now, for whoever has to end it.
 *
 * A stage is named where work begins that may take long. A build for tests puts
 * another stage.c in this one's place, in which a stage never ends.
 */
#ifndef TP_BASE_STAGE_H
#define TP_BASE_STAGE_H

/* A text that lives for ever. */
void tp_stage(const char *name);
/* From now on the name is kept there: memory that another process sees, which
 * was forked from the same program. */
void tp_stage_share(const char *volatile *place);

#endif
