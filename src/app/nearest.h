/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/nearest.h - the word that somebody meant. */
#ifndef TP_APP_NEAREST_H
#define TP_APP_NEAREST_H

#include <stdbool.h>

/* Letters to change, add or drop, and neighbours to swap, from a to b; more
 * than 63 letters are not looked at. */
unsigned tp_word_distance(const char *a, const char *b);
/* Whether b is near enough to a to be meant. */
bool tp_word_is_near(const char *a, const char *b);

#endif
