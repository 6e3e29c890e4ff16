/* Bit-fields, signed and unsigned, across bytes; unions; masks.
 * Branches: 24
 */
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

struct status {
    unsigned ready : 1;
    unsigned mode : 3;
    signed offset : 5;
    unsigned long count : 37;
    unsigned last : 4;
};

union word {
    unsigned all;
    struct {
        unsigned char low, second, third, high;
    } byte;
    struct {
        unsigned code : 12;
        unsigned rest : 20;
    } part;
};

int main(void)
{
    struct status s = {0};
    union word w;
    unsigned v = __VERIFIER_nondet_uint();
    int n = 0;

    s.ready = v;
    s.mode = v >> 1;
    s.offset = (int)(v >> 4);
    s.count = (unsigned long)v << 5;
    s.last = __VERIFIER_nondet_uint();
    if (s.ready)
        n++;
    if (s.mode == 5)
        n++;
    if (s.offset == -16)
        n++;
    if (s.offset > 14)
        n += 10;
    if (s.count > 0x1000000000)
        n++;
    if (s.last == 0xa)
        n++;
    if (n == 5)
        return 5;
    w.all = __VERIFIER_nondet_uint();
    if (w.byte.low == 0x12 && w.byte.high == 0x34)
        return 1;
    if (w.part.code == 0xabc)
        return 2;
    if (w.all & 0x80 && !(w.all & 0x40))
        return 3;
    return 0;
}
