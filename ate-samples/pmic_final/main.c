/* SPDX-License-Identifier: MIT */
/* The flow: stages in their order, all of them for one site after the other. */
#include "pmic.h"
#include "tester.h"


static int is_qa(void) {
  return job_name[0] == 'q';
}

static void run_site(int site) {
  part p = {.site = site};
  p.soft = test_contact(&p);
  if (!p.soft)
    p.soft = test_current(&p);
  if (!p.soft)
    p.soft = test_i2c(&p);
  if (!p.soft && job_needs_trim())
    p.soft = test_trim(&p);
  if (!p.soft)
    p.soft = test_bucks(&p);
  if (!p.soft && !is_qa())
    p.soft = test_ldos(&p);
  if (!p.soft)
    p.soft = test_interrupt(&p);
  finish(&p);
}

int main(void) {
  int site;
  for (site = 0; site < SITES; site++)
    if (active_sites & (1u << site))
      run_site(site);
  return 0;
}
