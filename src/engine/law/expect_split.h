/* An integral over q that is split at q's corners, by eighths towards them: no kink and no narrow
 * bump there is stepped over. Inside the engine only. */
#pragma once

#include "engine/number/quad.h"
#include "expect_part.h"

typedef struct expect_split {
    bool finite;    /* so far; true at first */
    bool too_large; /* some value is a number beyond double */
    bool eighths;   /* or the corners alone, where there are many */
    double *at;     /* the places, rising once they are sorted */
    size_t n;
} expect_split;

/* Takes room for so many corners; then adds each, and sorts them. */
status expect_split_room(expect_split *s, size_t corners);
void expect_split_around(expect_split *s, double corner);
void expect_split_sort(expect_split *s);

/* Adds [low, high], split at those places from *next on that are in it. */
status expect_split_add(quad *q, const expect_split *s, double low, double high, size_t *next,
                        double *size);

/* Fills out with the integral, or says why there is none; frees both. unsettled: what is said of
 * one that did not settle. */
status expect_split_end(quad *q, expect_split *s, status outcome, const char *unsettled,
                        expectation *out);
