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

static char *held;
static size_t size, at;

const char *ahead_left(size_t *n)
{
    if (at == size) {
        free(held);
        held = display_typed(&size);
        at = 0;
    }
    *n = size - at;
    return *n ? held + at : "";
}

void ahead_drop(size_t n)
{
    at += n;
}

char *ahead_next(bool *whole)
{
    size_t n, i = 0, length = 0;
    const char *left = ahead_left(&n);
    char *line = n ? malloc(n + 1) : NULL;
    *whole = false;
    while (line && i < n && !*whole) {
        char c = left[i++];
        *whole = c == '\n';
        if (c == DELETE || c == BACKSPACE)
            length = erase(line, length);
        else if (!*whole)
            line[length++] = c;
    }
    if (line)
        line[length] = '\0';
    ahead_drop(i);
    return line;
}
