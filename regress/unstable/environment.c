/* What the user's environment holds decides. */
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  const char *zone = getenv("TZ");
  if (!getenv("HOME"))
    x++;
  if (zone && strcmp(zone, "UTC0") == 0)
    x++;
  if (x == 12345)
    return 1;
  return 0;
}
