/*
 * Inputs choose the object that a pointer means, and the function.
 * Branches: 18
 * Dead branches: 2
 *   names[name][1] == 'x'         no name has an x there
 *   *places[place] == 8           0 and 7 are there
 */
#include "tp2ph.h"

static const char *const names[4] = {"alpha", "beta", "gamma", "delta"};
static int first, second, third;
static int *const places[3] = {&first, &second, &third};

static int one(void) {
  return 1;
}

static int two(void) {
  return 2;
}

static int (*const jobs[2])(void) = {one, two};

int main(void) {
  unsigned name, place, job;
  int found = 0;
  tp2ph_input(name);
  tp2ph_input(place);
  tp2ph_input(job);
  if (name >= 4 || place >= 3 || job >= 2)
    return 9;
  second = 7;
  if (names[name][0] == 'g')
    found++;
  if (names[name][1] == 'x')
    found = 100;
  if (*places[place] == 7)
    found++;
  if (*places[place] == 8)
    found = 100;
  *places[place] = 5;
  if (third == 5)
    found++;
  if (jobs[job]() == 2)
    found++;
  return found;
}
