/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/predict.h - what other inputs would break along the paths of given tests
 * (seed 002, figure 6): tp2ph predict.
 */
#ifndef TP_APP_PREDICT_H
#define TP_APP_PREDICT_H

#include "app/search.h"

/* Run each given test once; at each check that it meets, ask whether inputs on
 * the same path violate it, and run the answer. What came out is told. */
void tp_predict_run(tp_search *s);

#endif
