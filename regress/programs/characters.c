/*
 * Classes of characters, as <ctype.h> has them: macros that look into a table.
 * Branches: 14
 * Dead branches: 3
 *   c == 'x'                      no digit
 *   c == '-'                      no letter
 *   tolower(c) == 'Q'             no small letter
 */
#include <ctype.h>

#include "tp2ph.h"

int main(void) {
  int c, seen = 0;
  tp2ph_input(c);
  if (c < 0 || c > 255)
    return 9;
  if (isdigit(c)) {
    if (c == 'x')
      return 1;
    seen = 1;
  }
  if (isalpha(c)) {
    if (c == '-')
      return 2;
    if (c == 'z')
      seen = 2;
  }
  if (isupper(c) && tolower(c) == 'q')
    seen = 3;
  if (tolower(c) == 'Q')
    return 4;
  return seen;
}
