/* A pattern is a list of items: a class with a repetition, a capture's bracket, %b, %f, %1 or a $
 * at the end. Items that may match in several ways try the rest of the pattern for each. */
#include "repl/stock/pattern.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>

#include "repl/stock/look.h"

static void spend(pattern *m, size_t steps)
{
    m->left -= (long)steps;
    if (m->left < 0) {
        m->left = PATTERN_STEPS;
        stock_look(m->L);
    }
}

static bool is_in_class(int c, int class)
{
    static const char letters[] = "acdglpsuwx";
    static int (*const tests[])(int) = {isalpha, iscntrl, isdigit, isgraph, islower,
                                        ispunct, isspace, isupper, isalnum, isxdigit};
    int lower = tolower(class);
    const char *at = lower ? strchr(letters, lower) : NULL;
    if (!at && lower != 'z')
        return class == c;
    bool is = at ? tests[at - letters](c) != 0 : c == 0;
    return isupper(class) ? !is : is;
}

/* The end of the class that p begins with: "a", "%a" or "[..]". */
static const char *class_end(const pattern *m, const char *p)
{
    if (*p == '%') {
        if (p + 1 == m->end)
            luaL_error(m->L, "malformed pattern (ends with '%%')");
        return p + 2;
    }
    if (*p++ != '[')
        return p;
    p += *p == '^';
    do { /* the first character is none that ends the set */
        if (p == m->end)
            luaL_error(m->L, "malformed pattern (missing ']')");
        p += *p == '%' && p + 1 < m->end ? 2 : 1;
    } while (*p != ']');
    return p + 1;
}

/* Whether c is in the set from its "[" to its "]". */
static bool is_in_set(int c, const char *p, const char *close)
{
    bool inside = p[1] != '^';
    for (p += inside ? 1 : 2; p < close; p++) {
        const unsigned char *u = (const unsigned char *)p;
        if (*p == '%') {
            if (is_in_class(c, u[1]))
                return inside;
            p++;
        } else if (p[1] == '-' && p + 2 < close) {
            if (u[0] <= c && c <= u[2])
                return inside;
            p += 2;
        } else if (*u == c) {
            return inside;
        }
    }
    return !inside;
}

/* Whether the class from p to end holds the character at s. */
static bool is_one(pattern *m, const char *s, const char *p, const char *end)
{
    spend(m, (size_t)(end - p));
    if (s >= m->text_end)
        return false;
    int c = (unsigned char)*s;
    switch (*p) {
    case '.':
        return true;
    case '%':
        return is_in_class(c, (unsigned char)p[1]);
    case '[':
        return is_in_set(c, p, end - 1);
    default:
        return (unsigned char)*p == c;
    }
}

/* As often as it can be, then less. */
static const char *match_most(pattern *m, const char *s, const char *p, const char *end)
{
    ptrdiff_t n = 0;
    while (is_one(m, s + n, p, end))
        n++;
    for (; n >= 0; n--) {
        const char *found = pattern_match(m, s + n, end + 1);
        if (found)
            return found;
    }
    return NULL;
}

/* As seldom as it can be, then more. */
static const char *match_least(pattern *m, const char *s, const char *p, const char *end)
{
    for (;; s++) {
        const char *found = pattern_match(m, s, end + 1);
        if (found || !is_one(m, s, p, end))
            return found;
    }
}

static const char *open_capture(pattern *m, const char *s, const char *p)
{
    bool position = p[1] == ')';
    if (m->captures >= PATTERN_CAPTURES)
        luaL_error(m->L, "too many captures");
    m->capture[m->captures++] = (pattern_capture){s, position ? CAPTURE_POSITION : CAPTURE_OPEN};
    const char *found = pattern_match(m, s, p + (position ? 2 : 1));
    m->captures -= !found;
    return found;
}

static const char *close_capture(pattern *m, const char *s, const char *p)
{
    int i = m->captures - 1;
    while (i >= 0 && m->capture[i].length != CAPTURE_OPEN)
        i--;
    if (i < 0)
        luaL_error(m->L, "invalid pattern capture");
    m->capture[i].length = s - m->capture[i].start;
    const char *found = pattern_match(m, s, p + 1);
    if (!found)
        m->capture[i].length = CAPTURE_OPEN;
    return found;
}

/* "%bxy": from an x to the y that belongs to it. */
static const char *match_pair(pattern *m, const char *s, const char *p)
{
    long open = 1;
    if (p + 3 >= m->end)
        luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
    if (s >= m->text_end || *s != p[2])
        return NULL;
    while (++s < m->text_end) {
        spend(m, 1);
        if (*s == p[3] && --open == 0)
            return s + 1;
        open += *s == p[2] && p[2] != p[3];
    }
    return NULL;
}

/* "%f[..]", a border: nothing of the set before s, something of it there. */
static bool is_border(const pattern *m, const char *s, const char *set, const char *end)
{
    int before = s == m->text ? 0 : (unsigned char)s[-1];
    return !is_in_set(before, set, end - 1) && is_in_set((unsigned char)*s, set, end - 1);
}

/* "%1": what a capture before holds. */
static const char *match_again(pattern *m, const char *s, int digit)
{
    int i = digit - '1';
    if (i < 0 || i >= m->captures || m->capture[i].length == CAPTURE_OPEN)
        luaL_error(m->L, "invalid capture index %%%d", i + 1);
    size_t n = (size_t)m->capture[i].length; /* that of a position is longer than any text */
    if ((size_t)(m->text_end - s) < n)
        return NULL;
    spend(m, n / 16);
    return memcmp(m->capture[i].start, s, n) == 0 ? s + n : NULL;
}

/* Matches %b, %f, %0 .. %9 at *p, which moves behind it; false where it is another item. */
static bool match_special(pattern *m, const char **s, const char **p)
{
    const char *set = *p + 2, *end = set;
    int kind = (*p)[0] == '%' && *p + 1 < m->end ? (unsigned char)(*p)[1] : 0;
    if (kind == 'b') {
        *s = match_pair(m, *s, *p);
        end = set + 2;
    } else if (kind == 'f') {
        if (set == m->end || *set != '[')
            luaL_error(m->L, "missing '[' after '%%f' in pattern");
        end = class_end(m, set);
        spend(m, (size_t)(end - set));
        *s = is_border(m, *s, set, end) ? *s : NULL;
    } else if (isdigit(kind)) {
        *s = match_again(m, *s, kind);
    } else {
        return false;
    }
    *p = end;
    return true;
}

/* Matches a class with its repetition at *p, which moves behind it; true where that has matched the
 * rest of the pattern as well, and *s is its end, or NULL. */
static bool match_class(pattern *m, const char **s, const char **p)
{
    const char *end = class_end(m, *p);
    int repeat = end < m->end ? *end : '\0';
    bool one = is_one(m, *s, *p, end), many = repeat == '*' || repeat == '-';
    if (!one && (many || repeat == '?')) { /* as in Lua, no call, of which only so many may nest */
        *p = end + 1;
        return false;
    }
    if (many) {
        *s = (repeat == '*' ? match_most : match_least)(m, *s, *p, end);
        return true;
    }
    if (repeat == '?') {
        const char *found = pattern_match(m, *s + 1, end + 1);
        *p = end + 1;
        *s = found ? found : *s;
        return found;
    }
    *s = !one ? NULL : repeat == '+' ? match_most(m, *s + 1, *p, end) : *s + 1;
    *p = end;
    return !one || repeat == '+';
}

const char *pattern_match(pattern *m, const char *s, const char *p)
{
    bool done = false;
    if (++m->depth > PATTERN_DEEPEST)
        luaL_error(m->L, "pattern too complex");
    spend(m, 1);
    while (s && !done && p != m->end) {
        if (*p == '(' || *p == ')') {
            s = (*p == '(' ? open_capture : close_capture)(m, s, p);
            done = true;
        } else if (*p == '$' && p + 1 == m->end) {
            s = s == m->text_end ? s : NULL;
            done = true;
        } else if (!match_special(m, &s, &p)) {
            done = match_class(m, &s, &p);
        }
    }
    m->depth--;
    return s;
}

void pattern_push_capture(pattern *m, int i, const char *s, const char *e)
{
    if (i >= m->captures && i != 0)
        luaL_error(m->L, "invalid capture index %%%d", i + 1);
    pattern_capture c = i < m->captures ? m->capture[i] : (pattern_capture){s, e - s};
    if (c.length == CAPTURE_OPEN)
        luaL_error(m->L, "unfinished capture");
    if (c.length == CAPTURE_POSITION)
        lua_pushinteger(m->L, c.start - m->text + 1);
    else
        lua_pushlstring(m->L, c.start, (size_t)c.length);
}

int pattern_push_captures(pattern *m, const char *s, const char *e)
{
    int n = m->captures == 0 && s ? 1 : m->captures;
    luaL_checkstack(m->L, n, "too many captures");
    for (int i = 0; i < n; i++)
        pattern_push_capture(m, i, s, e);
    return n;
}
