/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Relative errors, powers, ratios: products and quotients of inputs. */
#include "tp2ph.h"
static int ppm(long meas, long ref) {
  return (int)((meas - ref) * 1000000L / ref);
}
int main(void) {
  int ref = tp2ph_input_int("ref"), meas = tp2ph_input_int("meas"),
      v = tp2ph_input_int("v"), i = tp2ph_input_int("i");
  int gain = tp2ph_input_int("gain");
  double r;
  int bin = 1;
  if (ref < 1000 || ref > 50000000)
    return 9;
  if (meas < 0)
    return 8;
  int e = ppm(meas, ref);
  if (e > 50)
    bin = 2;
  else if (e < -50)
    bin = 3;
  if (e == 17)
    bin = 4;
  if (v < 0 || v > 5000 || i < 0 || i > 2000)
    return 7;
  int mw = v * i / 1000;
  if (mw > 2500)
    bin = 5;
  if (mw == 1234 && v > 3000)
    bin = 6;
  if (v * i == 999983 * 3)
    bin = 11;
  if (gain > 0 && gain < 100 && v * gain > 20000 && i % gain == 3)
    bin = 10;
  r = (double)v / (i + 1);
  if (r > 2.5 && r < 2.5001)
    bin = 12;
  long crossp = (long)v * meas - (long)i * ref;
  if (crossp == 0 && v > 0 && i > 0)
    bin = 13;
  if ((v * v + i * i) == 25000000 && v != 5000 && i > 0)
    bin = 14;
  return bin;
}
