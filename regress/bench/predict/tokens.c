/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokens of a text: names, numbers, strings, special characters. Its first two
 * digits are the length that a token may have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME, NUMBER, STRING, SPECIAL, KINDS };

static const char *const keywords[] = {"if", "then", "else", "do"};
static char token[24], *longest;
static int counts[KINDS + 4], at;

static int next(void)
{
    return at = getchar();
}

static int get_token(void)
{
    unsigned n = 0, k;
    if (at >= '0' && at <= '9') {
        while (at >= '0' && at <= '9') {
            if (n < sizeof token - 1)
                token[n++] = (char)at;
            next();
        }
        token[n] = 0;
        return NUMBER;
    }
    if (at == '"') {
        next();
        while (at != '"' && at != EOF && at != '\n') {
            token[n++] = (char)at; /* however long it is */
            next();
        }
        token[n] = 0;
        next();
        return STRING;
    }
    if ((at >= 'a' && at <= 'z') || at == '_') {
        while ((at >= 'a' && at <= 'z') || at == '_') {
            if (n < sizeof token - 1)
                token[n++] = (char)at;
            next();
        }
        token[n] = 0;
        for (k = 0; k < sizeof keywords / sizeof *keywords; k++)
            if (strcmp(token, keywords[k]) == 0)
                return KINDS + (int)k;
        return NAME;
    }
    token[0] = (char)at;
    token[1] = 0;
    next();
    return SPECIAL;
}

int main(void)
{
    int i, numbers, limit = 10 * (next() & 15);
    limit += (next() & 15) + 1;
    longest = calloc((size_t)limit, 1);
    if (!longest)
        return 1;
    next();
    while (at != EOF && at) {
        if (at == ' ' || at == '\n') {
            next();
            continue;
        }
        counts[get_token()]++;
        if (strlen(token) > strlen(longest))
            strcpy(longest, token); /* however long it is */
    }
    numbers = counts[NUMBER];
    for (i = 0; i < KINDS + 4; i++)
        printf("%d ", counts[i]);
    printf("%s %d\n", longest, 100 / (counts[STRING] + 7 - numbers)); /* by 0 */
    return 0;
}
