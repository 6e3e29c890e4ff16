/* SPDX-License-Identifier: MIT */
/* What the job and the temperature ask for. */
#include "pmic.h"
#include "tester.h"

#include <string.h>

/* Trimming is done once, at the first insertion. */
int job_needs_trim(void) {
  return strcmp(job_name, "ft1") == 0;
}

int job_needs_load(void) {
  return strcmp(job_name, "qa") != 0;
}

int is_hot(void) {
  return temperature > 60;
}
