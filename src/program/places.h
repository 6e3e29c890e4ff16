/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program/places.h - what place.c remembers between questions. */
#ifndef TP_PROGRAM_PLACES_H
#define TP_PROGRAM_PLACES_H

struct tp_places;

struct tp_places *tp_places_new(void);
void tp_places_free(struct tp_places *places);

#endif
