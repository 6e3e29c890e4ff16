/* while, do, for with parts left out, break, continue, nested, a loop that
 * counts an input down, one over an array of inputs.
 * Branches: 30
 */
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char pin[6];
    int i, j, n, open = 0, tries = 0, pairs = 0;

    for (i = 0; i < 6; i++)
        pin[i] = __VERIFIER_nondet_uchar();
    for (i = 0; i < 6; i++) {
        if (pin[i] == 255)
            continue;
        if (pin[i] == 7)
            break;
        open++;
    }
    n = __VERIFIER_nondet_int();
    if (n < 0 || n > 12)
        return 1;
    while (n) {
        n--;
        if (n == 5)
            tries += 10;
    }
    do {
        tries++;
    } while (__VERIFIER_nondet_int() > 3 && tries < 14);
    for (;;) {
        if (++tries > 20)
            break;
    }
    for (i = 0; i < 3; i++)
        for (j = i + 1; j < 3; j++)
            if (pin[i] == pin[j])
                pairs++;
    if (pairs == 3)
        return 3;
    return open == 6;
}
