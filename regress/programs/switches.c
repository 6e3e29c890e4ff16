/* switch: fallthrough, several labels, ranges, default in front, in the
 * middle and not written, nested, labels inside blocks, on char and enum.
 * Branches: 27
 * Dead branches: 1
 *   into_loop, no label           n & 3 has four values
 */
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);

enum state { IDLE, RUN = 5, HALT, LOST = -1 };

static int fall(int v)
{
    int n = 0;
    switch (v) {
    default:
        n = 100;
    case 1:
        n += 1;
    case 2:
    case 3:
        n += 2;
        break;
    case 10 ... 19:
        n = 10;
        break;
    case -5 ... -3:
        n = 5;
    }
    return n;
}

static int no_default(char c)
{
    switch (c) {
    case 'a':
        return 1;
    case 'z':
    case '\\':
        return 2;
    case '0' ... '9':
        return 3;
    }
    return 0;
}

static int of_enum(enum state s, int inner)
{
    switch (s) {
    case IDLE:
        return 0;
    case RUN:
        switch (inner) {
        case 7:
            return 70;
        default:
            break;
        }
        return 1;
    default:
        return 4;
    case HALT:
    case LOST:
        return 2;
    }
}

static int into_loop(int n)
{
    int sum = 0;
    switch (n & 3) {
        do {
    case 0:
            sum += 1;
    case 3:
            sum += 3;
    case 2:
            sum += 2;
    case 1:
            sum += 1;
            n -= 4;
        } while (n > 0 && n < 30);
    }
    return sum;
}

int main(void)
{
    int a = fall(__VERIFIER_nondet_int());
    int b = no_default(__VERIFIER_nondet_char());
    enum state s = (enum state)__VERIFIER_nondet_int();
    int c = of_enum(s, __VERIFIER_nondet_int());
    int d = into_loop(__VERIFIER_nondet_int());
    return a + b + c + d > 1000;
}
