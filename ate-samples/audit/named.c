/* SPDX-License-Identifier: MIT */
/* Tests that are known by their names, as many testers have it; limits by name
 * from a CSV, bins from XML (named.inputs). The leakage is only held against its
 * upper limit: a value below the lower one is an escape. */
double ate_test(const char *name, int pin);
void ate_sort(int bin);

int main(void) {
  double supply = ate_test("supply", 4);
  double leakage = ate_test("leakage", 7);
  if (!(supply >= 1.0 && supply <= 2.0))
    ate_sort(7);
  else if (!(leakage <= 5e-6))
    ate_sort(8);
  else
    ate_sort(1);
  return 0;
}
