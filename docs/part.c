#include "tp2ph.h"                      /* found by itself */

enum { PASS, FAIL };

static int check(int value, int low, int high) {
  if (value < low || value > high)
    return FAIL;
  return PASS;
}

int main(void) {
  int temp = tp2ph_input_int("temp");
  int vref = tp2ph_input_int("vref");   /* millivolt */
  int bin = 1;

  if (check(vref, 1180, 1220) != PASS)
    bin = 7;
  if (temp == 25 && bin == 1 && vref > 1215)
    bin = 2;
  if (bin == 7 && vref == 1200)         /* can this be? */
    bin = 99;
  return bin;
}
