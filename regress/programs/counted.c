/* What clang counts and what not: labels of a switch on a constant (but not
 * the default that is not written), functions that only an unused table or dead
 * code names, system macros in parentheses; old-style definitions and types
 * that are declared inside a function.
 * Branches: 25
 * Dead branches: 9
 *   switch (3), 1 and default
 *   switch (sizeof(int)), 8
 *   switch (level), 5
 *   in_used_table, both               the table is only compared, and never 0
 *   in_dead_code(v), both
 */
#include <ctype.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);

static const int level = 4;

static int in_unused_table(int v)
{
    return v > 1 ? 1 : 0;
}

static int in_used_table(int v)
{
    return v > 2 ? 1 : 0;
}

static int in_dead_code(int v)
{
    return v > 3 ? 1 : 0;
}

static int (*const unused_table[])(int) = {in_unused_table};
static int (*const used_table[])(int) = {in_used_table};

static int *larger(a, b)
int *a, *b;
{
    if (*a > *b)
        return a;
    return b;
}

const char *name_of(code) int code;
{
    if (code == 12)
        return "twelve";
    return "other";
}

static int apply(int kind, int v)
{
    typedef int (*operation)(int *, int *);
    struct pair {
        int a, b;
    } p = {v, 100};
    operation const op = NULL;
    if (op == 0 && kind == 9)
        return *larger(&p.a, &p.b) == 100;
    return 0;
}

int main(void)
{
    int v = __VERIFIER_nondet_int(), r = 0;
    char c = __VERIFIER_nondet_char();
    switch (3) {
    case 1:
        r = 1;
        break;
    case 3:
        r = 2;
        break;
    default:
        r = 3;
    }
    switch (sizeof(int)) {
    case 4:
        r++;
        break;
    case 8:
        r--;
    }
    switch (level) {
    case 4:
        r++;
        break;
    case 5:
        r--;
    }
    if (0)
        r += in_dead_code(v);
    r += 0 && in_dead_code(v);
    if (used_table[0] == 0)
        r++;
    r += (isdigit((unsigned char)c)) ? 1 : 2;
    if (isalpha((unsigned char)c))
        r++;
    if (apply(v & 15, v))
        r++;
    return name_of(v)[0] == 't' ? r : 0;
}
