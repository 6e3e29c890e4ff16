/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/denied.h - what the sandbox denied to the tests. */
#ifndef TP_APP_DENIED_H
#define TP_APP_DENIED_H

#include "app/project.h"

/* The tests are run once more, as far as there is time, and what was denied to
 * them is told; those that do not end are left out. */
void tp_denied_tell(const tp_project *s);

#endif
