/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An array language: `name abc`, `size 9`, `set 3 25`, `fill 7`, `add 1 2`,
 * `sum`, one a line. */
#include <stdio.h>
#include <string.h>

static char name[12], word[16];
static int elements[40], size = 8, at;

static int next(void)
{
    return at = getchar();
}

static int number(void)
{
    int v = 0;
    while (at == ' ')
        next();
    while (at >= '0' && at <= '9') {
        v = v < 10000 ? v * 10 + at - '0' : v;
        next();
    }
    return v;
}

static void read_word(void)
{
    unsigned n = 0;
    while (at == ' ')
        next();
    while (at > ' ' && n + 1 < sizeof word) {
        word[n++] = (char)at;
        next();
    }
    word[n] = 0;
}

static int total(void)
{
    int i, s = 0;
    for (i = 0; i < size && i < 40; i++)
        s += elements[i];
    return s;
}

static int command(void)
{
    int i, v;
    read_word();
    if (strcmp(word, "name") == 0) {
        read_word();
        strcpy(name, word); /* 15 characters into 12 */
    } else if (strcmp(word, "size") == 0) {
        v = number();
        if (v <= 40)
            size = v;
    } else if (strcmp(word, "set") == 0) {
        i = number();
        v = number();
        if (i <= size) /* < */
            elements[i] = v & 1023;
    } else if (strcmp(word, "fill") == 0) {
        v = number();
        for (i = 0; i < size; i++)
            elements[i] = v & 1023;
    } else if (strcmp(word, "sum") == 0) {
        return total();
    }
    return 0;
}

int main(void)
{
    int check = 0;
    next();
    while (at != EOF && at) {
        check = (check * 31 + command()) & 0xffff;
        while (at != '\n' && at != EOF)
            next();
        if (at == '\n')
            next();
    }
    printf("%s %d\n", name, check);
    return 0;
}
