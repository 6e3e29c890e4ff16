/* Arrays with an index that is an input: read, written, two dimensions, a
 * table of constants, an array that inputs were written to.
 * Branches: 14
 * Dead branches: 1
 *   name[i] == 'I'                i == 6 has left with bin 40
 */
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

static const int bins[8] = {1, 1, 2, 5, 9, 9, 40, 7};
static int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    int seen[5] = {0};
    char name[] = "PASSFAIL";

    if (i >= 8)
        return 1;
    if (bins[i] == 40)
        return 2;
    if (bins[bins[i] % 8] == 7)
        return 3;
    if (j < 3 && grid[j][i % 4] == 7)
        return 4;
    seen[i % 5] = __VERIFIER_nondet_int();
    if (seen[2] == 1234)
        return 5;
    if (name[i] == 'I')
        return 6;
    return 0;
}
