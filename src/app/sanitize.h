/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/sanitize.h - violated checks put to the compiler's sanitizers.
 *
 * The program as the user has it, without any check of ours, is compiled once
 * more with AddressSanitizer and UndefinedBehaviorSanitizer, and a test of each
 * violated check is run on it. If one of them stops the run at the line of the
 * check, that is told: a second witness that knows nothing of tp2ph. Neither
 * sees everything (arithmetic of pointers, accesses that land in another
 * object), so that they are silent does not take a violation back.
 */
#ifndef TP_APP_SANITIZE_H
#define TP_APP_SANITIZE_H

#include "app/unstable.h"

/* Tells the journal who saw which violation. Ends with the budget; a compiler
 * without sanitizers sees nothing. */
void tp_sanitize_find(const tp_unstable *tests);

#endif
