/* Strings that are inputs: strcmp, strncmp, strlen, memcmp, memcpy, memset,
 * characters, and a parser by hand.
 * Branches: 20
 */
#include <string.h>
#include <tp2ph.h>

int main(void)
{
    char word[8], copy[8];
    int n = 0, i;

    tp2ph_input(word);
    word[7] = '\0';
    if (strcmp(word, "abort") == 0)
        return 1;
    if (strncmp(word, "bin", 3) == 0)
        n = 1;
    if (strlen(word) == 5)
        n += 2;
    memset(copy, 'x', sizeof copy);
    memcpy(copy, word, 4);
    if (memcmp(copy, "lot7xxxx", 8) == 0)
        return 3;
    if (word[0] == '-' && word[1] >= '0' && word[1] <= '9')
        return 4;
    for (i = 0; word[i]; i++)
        if (word[i] == '=')
            n += 8;
    if (n == 8 + 2)
        return 5;
    return 0;
}
