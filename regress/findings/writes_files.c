/* Leaves files and folders where it runs. No finding, and nothing of it stays. */
#include <stdio.h>
#include <sys/stat.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    FILE *f;
    mkdir("results", 0500);
    f = fopen("datalog.txt", "w");
    if (f) {
        fprintf(f, "%d\n", v);
        fclose(f);
    }
    if (v == 90)
        return 1;
    return 0;
}
