/* Words are compared byte by byte, and cut between characters of UTF-8. */
#include "repl/matches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void matches_free(matches *m)
{
    for (size_t i = 0; i < m->n; i++)
        free(m->words[i]);
    free(m->words);
    *m = (matches){0};
}

void matches_cut_slashes(matches *m)
{
    for (size_t i = 0; i < m->n; i++) {
        size_t length = strlen(m->words[i]);
        if (length > 1 && m->words[i][length - 1] == '/')
            m->words[i][length - 1] = '\0';
    }
}

static bool is_inside(char c)
{
    return (c & 0xc0) == 0x80;
}

size_t matches_shared(const matches *m)
{
    size_t length = strlen(m->words[0]);
    for (size_t i = 1; i < m->n; i++) {
        size_t same = 0;
        while (same < length && m->words[i][same] == m->words[0][same])
            same++;
        length = same;
    }
    while (length && is_inside(m->words[0][length]))
        length--;
    return length;
}

static size_t characters(const char *word)
{
    size_t n = 0;
    for (; *word; word++)
        n += !is_inside(*word);
    return n;
}

/* A word as it is listed: of a path what follows its folder. */
static const char *listed(const matches *m, size_t i)
{
    const char *word = m->words[i], *name = word;
    for (const char *c = word; m->files && *c; c++)
        if (*c == '/' && c[1])
            name = c + 1;
    return name;
}

void matches_print(FILE *to, const matches *m, size_t columns)
{
    size_t widest = 0;
    for (size_t i = 0; i < m->n; i++)
        widest = characters(listed(m, i)) > widest ? characters(listed(m, i)) : widest;
    size_t a_line = columns / (widest + 2) ? columns / (widest + 2) : 1;
    for (size_t i = 0; i < m->n; i++) {
        bool last = (i + 1) % a_line == 0 || i + 1 == m->n;
        size_t space = last ? 0 : widest + 2 - characters(listed(m, i));
        fprintf(to, "%s%*s%s", listed(m, i), (int)space, "", last ? "\n" : "");
    }
}
