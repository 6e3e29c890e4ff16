/* A controller that never ends: its dead branches need induction. */
extern int __VERIFIER_nondet_int(void);
enum state { CLOSED, OPENING, OPEN, CLOSING, JAM };
static enum state s = CLOSED;
static unsigned timer, trips;
static int blocked;
int main(void) {
  while (1) {
    int ev = __VERIFIER_nondet_int();
    if (ev < 0) break;
    switch (s) {
    case CLOSED: if (ev == 1) { s = OPENING; timer = 5; } break;
    case OPENING: if (timer == 0) s = OPEN; else timer--; break;
    case OPEN: if (ev == 2) { s = CLOSING; timer = 8; } break;
    case CLOSING:
      if (ev == 3) { s = OPENING; timer = 5; trips++; }
      else if (timer == 0) s = CLOSED;
      else timer--;
      if (timer > 8) return 2; /* dead */
      break;
    default: return 3; /* dead */
    }
    if (s == JAM) blocked = 1; /* dead */
    if (blocked) return 4;     /* dead */
    if (timer > 9) return 5;   /* dead */
    if (trips > 3) { trips = 0; s = CLOSED; timer = 0; }
  }
  return trips > 3 ? 7 : 0;    /* dead T */
}
