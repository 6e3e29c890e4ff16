/* Seldom seen C: digraphs, variables in machine registers, packed enums,
 * typedefs of variable arrays with a condition in them, local labels.
 * Branches: 19
 */
int __VERIFIER_nondet_int(void);

enum __attribute__((packed)) small { LOW, HIGH = 200 };
enum __attribute__((packed)) middle { UNDER = -1, OVER = 200 };

static int in_register(int v)
<%
    register int r __asm__("ebx") = v;
    __asm__ volatile("" : "+r"(r));
    r += 1;
    if (r > 7)
        r = 7;
    return r;
%>

static int sizes(int n)
{
    __label__ out;
    typedef char text[n > 2 ? 4 : 2];
    text t;
    int a<:2:> = <% n, 1 %>;
    if (sizeof t == 4)
        goto out;
    return a<:0:>;
out:
    return 9;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), n = 0;
    enum small s = (enum small)x;
    enum middle m = (enum middle)x;
    if (s == HIGH)
        n++;
    switch (m) {
    case UNDER:
        n += 2;
        break;
    case OVER:
        n += 4;
    }
    if (m < 0)
        n += 8;
    if (in_register(x & 15) == 7 && sizes(x & 3) == 1)
        return 1;
    if (x == 5000)
        return 2;
    return n;
}
