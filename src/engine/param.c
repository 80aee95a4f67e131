#include "param.h"

#include <string.h>

int param_choice(const char *choices, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; choices; i++) {
        if (strncmp(choices, name, length) == 0 && (choices[length] == '|' || !choices[length]))
            return i;
        choices = strchr(choices, '|');
        choices = choices ? choices + 1 : NULL;
    }
    return -1;
}

size_t param_find(const param *table, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(table[i].name, name) == 0)
            return i;
    return n;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Optimal string alignment: three rows of the edit table are enough. */
int param_edits(const char *a, const char *b, int limit)
{
    enum { LONGEST = 64 };
    int rows[3][LONGEST + 1];
    size_t la = strlen(a), lb = strlen(b);
    if (la > LONGEST || lb > LONGEST)
        return limit + 1;
    for (size_t j = 0; j <= lb; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= la; i++) {
        int *now = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= lb; j++) {
            now[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]), least(above[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], above2[j - 2] + 1);
        }
    }
    return least(rows[la % 3][lb], limit + 1);
}
