/* The factors of control variates, by least squares on a pilot's estimates. */
#pragma once

#include "engine/machine/arena.h"

enum { FACTORS_MOST = 64 /* the most control variates */ };

/* Sums over a pilot of the products of its variates z, its estimate x and 1 with each other. */
typedef struct factor_sums {
    size_t variates, gap; /* gap: a multiple of 8 */
    double n;             /* estimates */
    double *product; /* variates + 1 rows, of each z and of 1: its products with each z and x */
} factor_sums;

/* Numbers from one row to the next. */
size_t factor_gap(size_t variates);

void factor_layout(factor_sums *a, size_t variates, arena *memory);

/* factor[v] of each variate, 0 of one that is constant or that the ones before it explain. Changes
 * the sums. */
void factor_fit(factor_sums *a, double *factor);
