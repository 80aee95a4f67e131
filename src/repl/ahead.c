#include "repl/ahead.h"

#include <stdlib.h>
#include <string.h>

#include "terminal/display.h"

enum { DELETE = 0x7f, BACKSPACE = '\b' };

/* Drops the last character of the n bytes; returns how many are left. */
static size_t erase(const char *text, size_t n)
{
    while (n && (text[n - 1] & 0xc0) == 0x80)
        n--;
    return n ? n - 1 : 0;
}

char *ahead_next(bool *whole)
{
    static char *held;
    static size_t n, at;
    if (at == n) {
        free(held);
        held = display_typed(&n);
        at = 0;
    }
    char *line = at < n ? malloc(n - at + 1) : NULL;
    size_t length = 0;
    *whole = false;
    while (line && at < n && !*whole) {
        char c = held[at++];
        *whole = c == '\n';
        if (c == DELETE || c == BACKSPACE)
            length = erase(line, length);
        else if (!*whole)
            line[length++] = c;
    }
    if (line)
        line[length] = '\0';
    return line;
}
