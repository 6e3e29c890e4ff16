/* Enums, bool, characters as conditions, and a state machine driven by inputs.
 * Branches: 24
 * Dead branches: 3
 *   next, default                 the loop ends before
 *   give_up && s == CONTACT       after 5 steps it is another one
 *   DONE and turns != 3           the second chance would take 6 steps
 */
#include <stdbool.h>

int __VERIFIER_nondet_int(void);
bool __VERIFIER_nondet_bool(void);

enum step { START, CONTACT, LEAK, DONE, FAILED };

static enum step next(enum step s, bool ok)
{
    switch (s) {
    case START:
        return CONTACT;
    case CONTACT:
        return ok ? LEAK : FAILED;
    case LEAK:
        return ok ? DONE : START;
    default:
        return s;
    }
}

int main(void)
{
    enum step s = START;
    int turns = 0;
    bool give_up = false;
    while (s != DONE && s != FAILED && !give_up) {
        s = next(s, __VERIFIER_nondet_bool());
        if (++turns == 5)
            give_up = true;
    }
    if (give_up && s == CONTACT)
        return 1;
    if (s == DONE && turns == 3)
        return 2;
    return s;
}
