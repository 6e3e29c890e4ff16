/* goto forwards, backwards, out of two loops, into a block and into a loop.
 * Branches: 24
 */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int port = __VERIFIER_nondet_int();
    int retry = 0, i, j, hits = 0;

    if (port == 0)
        goto fail;
    if (port == 1)
        goto inside;
    if (port == 2)
        goto middle;
again:
    if (retry < 3) {
        port = __VERIFIER_nondet_int();
        if (port > 5) {
        inside:
            retry++;
            if (port < 100)
                goto again;
        }
    }
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 4; j++) {
            if (i * j == 6)
                goto out;
            if (port == 77)
                goto fail;
        middle:
            hits++;
            if (hits == 1 && port == 2) {
                i = 3;
                j = 3;
            }
        }
    }
    return 0;
out:
    return 1;
fail:
    return 2;
}
