/* SPDX-License-Identifier: MIT */
/* Breaks no rule: two sites, a retry of the contact-sensitive measurement (its
 * last result counts), and a default bin that the real one replaces. */
#include "tester.h"

#define RETRIES 3

static int supply_is_good(int site) {
  for (int i = 0; i < RETRIES; i++) {
    double supply = ate_measure(site, 100, 4);
    if (supply >= 1.0 && supply <= 2.0)
      return 1;
  }
  return 0;
}

static void test_site(int site) {
  ate_bin(site, 99, 9); /* until something better is known */
  if (!supply_is_good(site))
    ate_bin(site, 7, 3);
  else if (ate_functional(site, 200, "boot") != 0)
    ate_bin(site, 8, 3);
  else
    ate_bin(site, 1, 1);
}

int main(void) {
  for (int site = 0; site < 2; site++)
    if ((active_sites >> site) & 1)
      test_site(site);
  return 0;
}
