/* A function q: R^in -> R^out, evaluated at many points at once. */
#pragma once

#include "engine/machine/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum func_kind {
    FUNC_GENERAL,  /* nothing is known but eval, which calls the caller: only on its own thread */
    FUNC_COMPILED, /* nothing is known but eval, which may run on any thread */
    FUNC_POLY,     /* coefficient[0] + coefficient[1] s + .. + coefficient[degree] s^degree */
    FUNC_EXP
} func_kind;

typedef struct func func;
struct func {
    func_kind kind;
    size_t in, out;
    /* y[l*gap + i] = component l of q at point i, whose component j is s[j*gap + i]; n points. */
    status (*eval)(const func *q, size_t n, const double *s, double *y, size_t gap);
    const double *coefficient;
    size_t degree;
    void *context;                /* the caller's */
    bool constant;                /* a compiled q that does not depend on its point */
    bool quadratic;               /* a compiled q known to be a polynomial of degree 2 at most */
    const struct func_line *line; /* what is known of a compiled q of one number (line.h) */
};

/* A function that the engine knows: one file of func/. */
typedef struct func_type {
    const char *name;
    status (*eval)(const func *q, size_t n, const double *s, double *y, size_t gap);
} func_type;

size_t func_count(void);
const func_type *func_type_at(size_t i);
const func_type *func_find(const char *name);

/* Whether q is known to be constant; to be a polynomial of degree 2 at most. */
bool func_is_constant(const func *q);
bool func_is_quadratic(const func *q);

/* q = the polynomial with the given coefficients (not copied); q = exp. */
func func_poly(const double *coefficient, size_t degree);
func func_exp(void);
