/* Options are read against the engine's tables, as bind/option does for Lua. */
#include "library/option.h"

#include "engine/machine/arena.h"
#include "engine/machine/memory.h"
#include "engine/text/number.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 64 }; /* the most types of a kind */

const atomic_int library_never;

int library_fail(debias_error *error, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    if (error) {
        vsnprintf(error->text, sizeof error->text, format, words);
        error->code = 0;
    }
    va_end(words);
    return -1;
}

int library_fail_status(debias_error *error, status s)
{
    return library_fail(error, "%s", status_text(s));
}

int library_fail_callback(debias_error *error, status s, int code)
{
    if (s != STATUS_CALLBACK)
        return library_fail_status(error, s);
    library_fail(error, "%s with code %d", status_text(s), code);
    if (error)
        error->code = code;
    return -1;
}

int library_fail_in(const char *function, debias_error *error)
{
    char text[sizeof error->text];
    if (!error)
        return -1;
    memcpy(text, error->text, sizeof text);
    return library_fail(error, "%s: %.200s", function, text);
}

static int fail_near(debias_error *error, const char *kind, const char *name,
                     const char *const *names, size_t n)
{
    const char *near = name ? param_nearest(name, names, n) : NULL;
    if (near)
        return library_fail(error, "unknown %s '%s', did you mean '%s'?", kind, name, near);
    return library_fail(error, "unknown %s '%s'", kind, name ? name : "");
}

int library_fail_name(debias_error *error, const char *kind, const char *name,
                      const char *(*name_at)(size_t i))
{
    const char *names[NAMES];
    size_t n = 0;
    for (const char *known; (known = name_at(n)); names[n++] = known)
        assert(n < NAMES);
    return fail_near(error, kind, name, names, n);
}

static int fail_key(debias_error *error, const char *key, const param *table, size_t n)
{
    const char *names[LIBRARY_PARAMS];
    for (size_t i = 0; i < n; i++)
        names[i] = table[i].name;
    return fail_near(error, "option", key, names, n);
}

static int wrong(debias_error *error, const param *p, const char *expected)
{
    return library_fail(error, "option '%s': expected %s", p->name, expected);
}

static int refuse_word(const debias_option *o, const char *expected, debias_error *error)
{
    return library_fail(error, "option '%s': expected %s, got '%s'", o->name, expected, o->text);
}

static int read_numbers(const debias_option *o, const param *p, arg *out, debias_error *error)
{
    char words[PARAM_WORDS], text[NUMBER_TEXT];
    if (o->text)
        return refuse_word(o, param_expected(p, words), error);
    const double *x = o->values ? o->values : &o->number;
    size_t rows = o->values ? o->rows : 1, cols = o->values && o->cols ? o->cols : 1;
    for (size_t i = 0; i < rows * cols; i++) {
        if (param_takes(p, x[i]))
            continue;
        number_text(text, x[i], 14);
        return library_fail(error, "option '%s': expected %s, got %s", p->name,
                            param_expected(p, words), text);
    }
    if (rows == 0 && !(p->flags & PARAM_EMPTY))
        return wrong(error, p, "at least one number");
    *out = (arg){.given = true, .number = rows ? x[0] : 0, .data = x, .rows = rows, .cols = cols};
    return 0;
}

static int read_number(const debias_option *o, const param *p, arg *out, debias_error *error)
{
    char words[PARAM_WORDS];
    size_t n = o->values ? o->rows * (o->cols ? o->cols : 1) : 1;
    if (n == 1)
        return read_numbers(o, p, out, error);
    return library_fail(error, "option '%s': expected %s, got %zu numbers", p->name,
                        param_expected(p, words), n);
}

static int read_boolean(const debias_option *o, arg *out, debias_error *error)
{
    char text[NUMBER_TEXT];
    if (o->text)
        return refuse_word(o, "0 or 1", error);
    number_text(text, o->number, 14);
    if (o->values || (o->number != 0 && o->number != 1))
        return library_fail(error, "option '%s': expected 0 or 1, got %s", o->name,
                            o->values ? "an array" : text);
    *out = (arg){.given = true, .number = o->number};
    return 0;
}

static int read_choice(const debias_option *o, const param *p, arg *out, debias_error *error)
{
    char number[NUMBER_TEXT];
    int i = o->text ? param_choice(p->choices, o->text) : -1;
    number_text(number, o->number, 14);
    if (i < 0 && o->text)
        return library_fail(error, "option '%s': expected one of %s, got '%s'", p->name, p->choices,
                            o->text);
    if (i < 0)
        return library_fail(error, "option '%s': expected one of %s, got %s", p->name, p->choices,
                            number);
    *out = (arg){.given = true, .number = i};
    return 0;
}

static int read_string(const debias_option *o, const param *p, arg *out, debias_error *error)
{
    *out = (arg){.given = true, .string = o->text};
    return o->text ? 0 : wrong(error, p, "a word");
}

static int read_option(const debias_option *o, const param *p, arg *out, debias_error *error)
{
    if (p->flags & PARAM_PROMPT)
        return library_fail(error, "option '%s' is for Lua only", p->name);
    switch (p->kind) {
    case PARAM_NUMBER:
    case PARAM_INTEGER:
        return read_number(o, p, out, error);
    case PARAM_VECTOR:
    case PARAM_MATRIX:
    case PARAM_ANY:
        return read_numbers(o, p, out, error);
    case PARAM_CHOICE:
        return read_choice(o, p, out, error);
    case PARAM_STRING:
        return read_string(o, p, out, error);
    case PARAM_BOOLEAN:
        return read_boolean(o, out, error);
    default:
        return library_fail(error, "option '%s' is for Lua only", p->name);
    }
}

int library_options(const debias_option *list, const param *table, size_t n, arg *out,
                    debias_error *error)
{
    assert(n <= LIBRARY_PARAMS);
    memset(out, 0, n * sizeof *out);
    for (const debias_option *o = list; o && o->name; o++) {
        size_t i = param_find(table, n, o->name);
        if (i == n)
            return fail_key(error, o->name, table, n);
        if (read_option(o, &table[i], &out[i], error) < 0)
            return -1;
    }
    for (size_t i = 0; i < n; i++) {
        if (!out[i].given && table[i].flags & PARAM_REQUIRED)
            return library_fail(error, "option '%s' must be given: %s", table[i].name,
                                table[i].meaning);
        if (!out[i].given)
            out[i].number = table[i].fallback;
    }
    return 0;
}

int library_check_finite(const char *name, const double *x, size_t n, debias_error *error)
{
    char text[NUMBER_TEXT];
    for (size_t i = 0; x && i < n; i++) {
        if (isfinite(x[i]))
            continue;
        number_text(text, x[i], 14);
        return library_fail(error, "expected %s of finite numbers, got %s at element %zu", name,
                            text, i + 1);
    }
    return 0;
}

void *library_block(size_t bytes)
{
    void *block = aligned_alloc(ARENA_ALIGN, (bytes / ARENA_ALIGN + 1) * ARENA_ALIGN);
    if (block)
        memory_clear(block, bytes);
    return block;
}
