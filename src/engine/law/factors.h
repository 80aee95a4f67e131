/* The factors of control variates, by least squares on a pilot's estimates. */
#pragma once

#include "engine/machine/arena.h"

enum {
    FACTORS_MOST = 64, /* the most control variates */
    FACTORS_SIDE = 4   /* rows of products that are made side by side */
};

/* Sums over a pilot of the products of its variates z, 1 and its estimate x with each other: a row
 * for each, of its products with those up to itself. */
typedef struct factor_sums {
    size_t variates, gap; /* gap: numbers from one row to the next, a multiple of 8 */
    double *product;      /* room for a multiple of FACTORS_SIDE rows */
} factor_sums;

size_t factor_gap(size_t variates);

void factor_layout(factor_sums *a, size_t variates, arena *memory);

/* Forgets all estimates. */
void factor_clear(factor_sums *a);

/* factor[v] of each variate, 0 of one that is constant or that the ones before it explain; nothing
 * where there are no estimates. Changes the sums. */
void factor_fit(factor_sums *a, double *factor);
