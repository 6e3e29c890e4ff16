/* A protocol machine: frames with a length and a sum, byte by byte, for ever.
 * EXPECT status 0, unknown 0, ends inputs */
extern unsigned char __VERIFIER_nondet_uchar(void);
enum { IDLE, LENGTH, BODY, SUM };
static int state, left, sum, good, bad;

static void take(unsigned char byte) {
  switch (state) {
  case IDLE:
    if (byte == 0x7e)
      state = LENGTH;
    break;
  case LENGTH:
    left = byte;
    sum = 0;
    if (left > 0 && left < 5)
      state = BODY;
    else
      state = IDLE;
    break;
  case BODY:
    sum = (sum + byte) & 255;
    if (--left == 0)
      state = SUM;
    break;
  case SUM:
    if (byte == sum)
      good++;
    else
      bad++;
    state = IDLE;
    break;
  default: /* there is no other */
    bad = -1;
  }
}

int main(void) {
  for (;;)
    take(__VERIFIER_nondet_uchar());
}
