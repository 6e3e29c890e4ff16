/* Tests with several ports, goto into the middle of a flow, retests and a speed
 * sort with a bounded loop.
 * Branches: 40
 * Dead branches: 9
 */
extern int __VERIFIER_nondet_int(void);
static int tries, bin;
static int execute(int test)
{
    int port = __VERIFIER_nondet_int();
    if (port < -2)
        port = -2;
    if (port > 3)
        port = 3;
    (void)test;
    return port;
}
int main(void)
{
    int job = __VERIFIER_nondet_int();
    int retest = 0;
start:
    switch (execute(100)) {
    case -2:
        bin = 90;
        goto alarm;
    case -1:
        bin = 91;
        goto end;
    case 0:
        if (retest++ < 2)
            goto start;
        bin = 2;
        goto end;
    case 1:
        break;
    case 2:
        if (job == 2)
            goto speed;
        break;
    case 3:
        break;
    default:
        bin = 99;
        goto end; /* dead */
    }
    switch (execute(200)) {
    case 0:
        bin = 3;
        goto end;
    case 4:
        bin = 98;
        goto end; /* dead */
    default:
        break;
    }
speed:
    while (tries < 3) {
        int p = execute(300);
        tries++;
        if (p > 0)
            break;
        if (p == -2)
            goto alarm;
    }
    if (tries > 3)
        bin = 97; /* dead T */
    else if (tries == 0)
        bin = 96; /* dead T */
    else
        bin = 10 + tries;
    if (bin > 13)
        goto end; /* dead T */
    if (retest > 2 && bin > 10)
        goto end; /* retest>2 only with bin 2: dead T */
end:
    if (bin == 2 && retest != 3)
        return 5; /* dead second T */
    return bin;
alarm:
    if (bin == 0)
        bin = 80;
    return bin;
}
