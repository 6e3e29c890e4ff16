/* Texts that functions of the library look for: letter by letter it takes ten
 * times as many runs as with the texts of the program. */
#include <string.h>
#include <strings.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static char line[32];

static int read_line(void) {
  int n = 0;
  while (n < 31) {
    line[n] = (char)__VERIFIER_nondet_uchar();
    if (line[n] == 0)
      break;
    n++;
  }
  line[n] = 0;
  return n;
}

int main(void) {
  int is_calibrated = 0;
  for (int i = 0; i < 4; i++) {
    read_line();
    if (strstr(line, "CALIBRATE"))
      is_calibrated = 1;
    else if (strcasecmp(line, "qa_hot") == 0)
      return is_calibrated ? 2 : 3;
  }
  return 0;
}
