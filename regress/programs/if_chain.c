/* if, else if, else, nested; a dangling else; conditions of constants.
 * Branches: 16
 * Dead branches: 2
 *   t > 150 in the last test      t <= 150 there
 *   !(t > -300)                   clamped above
 */
int __VERIFIER_nondet_int(void);

static int grade(int t)
{
    if (t < -55)
        return 0;
    else if (t < 0)
        return 1;
    else if (t < 85)
        return 2;
    else if (t < 150)
        return 3;
    return 4;
}

int main(void)
{
    int t = __VERIFIER_nondet_int();
    int g;

    if (t < -273)
        t = -273;
    g = grade(t);
    if (g == 3)
        if (t > 150)
            return 9;
        else
            g = 30;
    if (t > -300)
        return g;
    return 8;
}
