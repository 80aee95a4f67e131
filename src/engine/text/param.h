/* Parameter tables: what an option is called, what it takes, its range, unit and meaning.
 *
 * Every type (distribution, problem, estimator, method) and every experiment states its options
 * once, in such a table; option checks, help and completion all read it. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum param_kind {
    PARAM_NUMBER,   /* a real number                       -> arg.number */
    PARAM_INTEGER,  /* a whole number, also written 1e5    -> arg.number */
    PARAM_BOOLEAN,  /*                                     -> arg.number 0 or 1 */
    PARAM_CHOICE,   /* one of the words in choices         -> arg.number, the index */
    PARAM_STRING,   /*                                     -> arg.string */
    PARAM_VECTOR,   /* a vec, a list of numbers, a number  -> arg.data, arg.rows */
    PARAM_MATRIX,   /* a mat, row-major                    -> arg.data, arg.rows, arg.cols */
    PARAM_FUNCTION, /* a Lua function or another callable */
    PARAM_OBJECT,   /* an object of the type named in choices ("dist", "extrap", ..) -> arg.data */
    PARAM_TABLE,    /* a Lua table, read by the function itself */
    PARAM_ANY       /* checked by the function itself */
} param_kind;

enum {
    PARAM_REQUIRED = 1,  /* must be given */
    PARAM_OPTIONAL = 2,  /* may stay absent: no default */
    PARAM_OPEN_LOW = 4,  /* low itself is excluded */
    PARAM_OPEN_HIGH = 8, /* high itself is excluded */
    PARAM_POSITION = 16, /* may be given by position: f(a, b) */
    PARAM_EMPTY = 32,    /* a vector of no elements will do: {} */
    PARAM_WHOLE = 64,    /* a vector's elements are whole numbers */
    PARAM_IDLE = 128,    /* changes no result: no saved request has it, no file may ask for it */
    PARAM_PROMPT = 256   /* the prompt's alone: the library has none of it */
};

typedef struct param {
    const char *name;
    param_kind kind;
    unsigned flags;
    double fallback;  /* the default of a number, integer, boolean or choice (its index) */
    double low, high; /* range of a number or of each element of a vector; -INFINITY and INFINITY or
                       * 0 = any */
    /* PARAM_CHOICE: "last|average"; PARAM_OBJECT: the type; or, for completion, PARAM_TABLE: the
     * help page with its options, "axis", "series[]" for a list of such tables; PARAM_STRING: what
     * it names, "method" or "file"; PARAM_ANY: words that will do; else NULL */
    const char *choices;
    const char *unit;    /* "draws", "mm", .. or NULL */
    const char *meaning; /* one line for the help page; states a default that is not a number */
} param;

/* A type's table. */
#define PARAMS(table) .params = table, .nparams = sizeof table / sizeof *table

typedef struct arg {
    bool given, settled; /* settled: left out, and known since */
    double number;
    const char *string;
    const void *data;
    size_t rows, cols;
} arg;

/* The number of an option that, left out, is `value`. */
static inline double arg_settle(arg *a, double value)
{
    if (a->given)
        return a->number;
    a->settled = true;
    return a->number = value;
}

/* The index of the word `name` in "a|b|c", or -1. */
int param_choice(const char *choices, const char *name);

/* The index in table[0..n-1] of the parameter called name; n when there is none. */
size_t param_find(const param *table, size_t n, const char *name);

/* The number of edits (insert, delete, replace, swap of neighbours) from a to b, at most limit + 1.
 */
int param_edits(const char *a, const char *b, int limit);

/* The nearest name to `name` among the n names, within two edits; or one that it begins; or NULL.
 */
const char *param_nearest(const char *name, const char *const *names, size_t n);

/* The upper end of its range. */
static inline double param_high(const param *p)
{
    return p->high != 0 ? p->high : (double)INFINITY;
}

/* Whether x may be the value of the number p, or an element of the vector or matrix p. */
bool param_takes(const param *p, double x);

enum { PARAM_WORDS = 160 };

/* Writes and returns what such a value must be: "a number > 0", "a whole number from 1 to 8", .. */
const char *param_expected(const param *p, char out[PARAM_WORDS]);
