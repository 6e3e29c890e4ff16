/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions of integers, one a line: 2*(3+4)-8/2 */
#include <stdio.h>

static int at, values[12], top;

static int next(void)
{
    return at = getchar();
}

static void push(int v)
{
    values[top++] = v; /* no check of its depth */
}

static int pop(void)
{
    return top > 0 ? values[--top] : 0;
}

static void sum(void);

static void atom(void)
{
    int v = 0;
    if (at == '(') {
        next();
        sum();
        if (at == ')')
            next();
        return;
    }
    while (at >= '0' && at <= '9') {
        v = (v * 10 + at - '0') & 0xffff;
        next();
    }
    push(v);
}

static void product(void)
{
    atom();
    while (at == '*' || at == '/' || at == '%') {
        int op = at, r, l;
        next();
        atom();
        r = pop();
        l = pop();
        if (op == '*')
            push((l * r) & 0x7fff);
        else if (op == '%')
            push(r ? l % r : 0);
        else
            push(l / r); /* by 0 */
    }
}

static void sum(void)
{
    product();
    while (at == '+' || at == '-') {
        int op = at, r, l;
        next();
        product();
        r = pop();
        l = pop();
        push((op == '+' ? l + r : l - r) & 0x7fff);
    }
}

int main(void)
{
    int lines = 0, check = 0;
    next();
    while (at != EOF && at) {
        sum();
        check = (check * 31 + pop()) & 0xffff;
        lines++;
        while (at != '\n' && at != EOF)
            next();
        if (at == '\n')
            next();
    }
    printf("%d %d\n", lines, check);
    return 0;
}
