/* A controller: sensors, debouncing, modes. It never ends.
 * EXPECT status 0, unknown 0, ends inputs */
extern int __VERIFIER_nondet_int(void);
static int mode, hot, alarms;

int main(void) {
  while (1) {
    int command = __VERIFIER_nondet_int(), volts = __VERIFIER_nondet_int();
    if (command == 17 && mode == 0)
      mode = 1;
    if (volts > 1200) {
      if (++hot >= 4)
        alarms++;
    } else
      hot = 0;
    if (mode == 1 && alarms > 2)
      mode = 2;
    if (mode == 2 && command == 99)
      mode = alarms = 0;
  }
}
