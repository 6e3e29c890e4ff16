/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs standard input into runs of equal bytes under a name made from its
 * argument, as a compressor of files does. */
#include <stdio.h>
#include <string.h>

static char ifname[24], ofname[24];
static unsigned char window[64];

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int make_names(const char *path)
{
    size_t n;
    strcpy(ifname, path); /* the name may be longer */
    strncpy(ofname, base_of(ifname), sizeof ofname - 1);
    n = strlen(ofname);
    if (n > 2 && strcmp(ofname + n - 2, ".z") == 0)
        return 1;
    if (n + 2 < sizeof ofname)
        strcat(ofname, ".z");
    return 0;
}

static unsigned pack(void)
{
    unsigned n = 0, run = 0, out = 0, last = 256, sum = 1;
    int c;
    while ((c = getchar()) != EOF) {
        window[n & 63] = (unsigned char)c;
        if ((unsigned)c == last && run < 255) {
            run++;
        } else {
            out += run > 3 ? 3 : run;
            run = 1;
        }
        last = (unsigned)c;
        sum = (sum * 31 + window[(n + 17) & 63]) & 0xffff;
        n++;
    }
    return out + run + sum;
}

int main(int argc, char **argv)
{
    if (argc < 2 || make_names(argv[1]))
        return 1;
    printf("%s %u\n", ofname, pack());
    return 0;
}
