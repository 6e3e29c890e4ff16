/* One endless loop, many ways through it: one finding. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int(), w = __VERIFIER_nondet_int();
    unsigned turns = 0;
    if (v < 0)
        return 0;
    do { /* FINDING hang */
        turns++;
        if (v == 1) {
            turns += 2;
            turns ^= 5;
        } else if (v == 2) {
            turns += w > 3 ? 7 : 9;
        } else {
            switch (w) {
            case 4:
                turns--;
                break;
            case 5:
                turns *= 3;
                break;
            default:
                turns += 11;
            }
        }
    } while (v >= 0);
    return (int)turns;
}
