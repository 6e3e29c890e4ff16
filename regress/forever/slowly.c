/* Computes more between its inputs in all than a run may without any: no hang.
 * EXPECT status 0, unknown 0, ends inputs */
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static unsigned char room[1 << 20];

int main(void) {
  int was = 0;
  for (;;) {
    int now = __VERIFIER_nondet_int();
    for (int i = 0; i < 200; i++)
      memset(room, i, sizeof room);
    if (now == 5 && was == 6)
      room[0] = 1;
    was = now;
  }
}
