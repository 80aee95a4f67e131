/* Tables of options are searched, and what users give is checked against their bounds. */
#include "engine/text/param.h"

#include "engine/text/number.h"
#include "engine/text/synonym.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

/* The first name that differs in the case of letters only, or that `name` begins, or NULL. */
static const char *same_letters(const char *name, const char *const *names, size_t n)
{
    size_t length = strlen(name);
    const char *longer = NULL;
    for (size_t i = 0; i < n; i++) {
        bool begins = strncasecmp(names[i], name, length) == 0;
        if (begins && strlen(names[i]) == length)
            return names[i];
        if (begins && length > 2 && (!longer || strcmp(names[i], longer) < 0))
            longer = names[i];
    }
    return longer;
}

/* The next letter or digit, in lower case, and past it; 0 at the end. */
static int next_letter(const char **text)
{
    while (**text && !isalnum((unsigned char)**text))
        ++*text;
    return **text ? tolower((unsigned char)*(*text)++) : 0;
}

/* The first name of the same letters and digits, whatever stands between them: "EBSGD" is "e-bsgd".
 * NULL if there is none. */
static const char *same_word(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *a = name, *b = names[i];
        int letter = next_letter(&a), other = next_letter(&b);
        bool some = letter != 0;
        while (letter && letter == other) {
            letter = next_letter(&a);
            other = next_letter(&b);
        }
        if (some && letter == other)
            return names[i];
    }
    return NULL;
}

const char *param_nearest(const char *name, const char *const *names, size_t n)
{
    const char *best = synonym_of(name, names, n);
    best = best ? best : same_word(name, names, n);
    if (best)
        return best;
    size_t length = strlen(name);
    int least = 1 + (length >= 2) + (length >= 4); /* more edits make any short name another */
    for (size_t i = 0; i < n; i++) {
        int edits = param_edits(name, names[i], 2);
        bool first = best && edits == least && strcmp(names[i], best) < 0;
        if (edits < least || first) {
            least = edits;
            best = names[i];
        }
    }
    return best ? best : same_letters(name, names, n);
}

bool param_takes(const param *p, double x)
{
    bool whole = p->kind == PARAM_INTEGER || p->flags & PARAM_WHOLE;
    return isfinite(x) && (!whole || x == floor(x)) &&
           (p->flags & PARAM_OPEN_LOW ? x > p->low : x >= p->low) &&
           (p->flags & PARAM_OPEN_HIGH ? x < param_high(p) : x <= param_high(p));
}

static const char *noun(const param *p)
{
    if (p->kind == PARAM_INTEGER)
        return "a whole number";
    if (p->kind == PARAM_NUMBER)
        return "a number";
    return p->flags & PARAM_WHOLE ? "whole numbers" : "numbers";
}

const char *param_expected(const param *p, char out[PARAM_WORDS])
{
    char from[NUMBER_TEXT], to[NUMBER_TEXT];
    bool low = p->low > -INFINITY, high = param_high(p) < INFINITY;
    const char *under = p->flags & PARAM_OPEN_LOW ? "<" : "<=";
    const char *over = p->flags & PARAM_OPEN_HIGH ? "<" : "<=";
    number_text(from, p->low, 14);
    number_text(to, p->high, 14);
    if (p->high == 0x1p53)
        snprintf(to, sizeof to, "2^53");
    if (low && high && !(p->flags & (PARAM_OPEN_LOW | PARAM_OPEN_HIGH)))
        snprintf(out, PARAM_WORDS, "%s from %s to %s", noun(p), from, to);
    else if (low && high)
        snprintf(out, PARAM_WORDS, "%s with %s %s value %s %s", noun(p), from, under, over, to);
    else if (low)
        snprintf(out, PARAM_WORDS, "%s %s %s", noun(p),
                 p->flags & PARAM_OPEN_LOW ? ">" : ">=", from);
    else
        snprintf(out, PARAM_WORDS, high ? "%s %s %s" : "%s", noun(p), over, to);
    return out;
}
