/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/response.h - flags in files: @FILE stands for the words in it. */
#ifndef TP_FRONT_RESPONSE_H
#define TP_FRONT_RESPONSE_H

#include "front/front.h"

/* The words, NULL-ended, with each @FILE (as seen from dir; NULL: ours) in its
 * place, as compilers have it: files may name files, and what is no file stays.
 * `owner` keeps them. */
const char *const *tp_front_expand(tp_front_sources *owner,
                                   const char *const *words, const char *dir);

#endif
