/* Proximal steps: what is done to the point after the update. One file per kind in prox/. */
#pragma once

#include "engine/text/param.h"

enum { PROX_OPTIONS = 2 /* the most of a kind */ };

typedef struct prox_type {
    const char *name, *summary, *source;
    const param *params; /* numbers, and vectors of one number or of d */
    size_t nparams;
    /* Optional. What was expected of the options, or NULL; vectors have the right length. */
    const char *(*check)(const arg *option, size_t d);
    size_t rows; /* that it makes of its options, of ld numbers each */
    void (*begin)(const arg *option, size_t d, size_t ld, double *rows);
    /* Moves a finite point, after a step of size `step`. What lies beyond d stays zero. */
    void (*apply)(const arg *option, const double *rows, double step, size_t ld, double *x);
} prox_type;

size_t prox_count(void);
const prox_type *prox_type_at(size_t i);
const prox_type *prox_find(const char *name);
