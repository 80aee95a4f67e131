/* Worlds: laws that a sample may have come from, for its correction to be tried in (trial.h).
 *
 * A law gives each row a random share, an exponential number by the sum of all (a Bayesian
 * bootstrap): its mean lies anywhere between the rows, where resamples of few rows, or of zeros and
 * ones, have means on a grid that may step over a kink. A share is a number of places, and a law is
 * the rows at its places.
 *
 * WORLDS_LAWS laws are made. They are put in order along the line that leaving out single rows
 * makes of q, which a kink does not fold, and the outermost are cut at both ends: the rest is
 * within the error of the mean. Of these WORLDS_N are taken, spread evenly over the order of q from
 * its least to its greatest value.
 *
 * What no row shows is in no world. Rows 0, 1 and 6 with chances 0.6, 0.35 and 0.05 often lack the
 * 6: of samples of 20 of them 23% are falsely said to be helped where q is sqrt. */
#pragma once

#include "engine/operator/func.h"
#include "engine/split/sample.h"

enum {
    WORLDS_LAWS = 400,
    WORLDS_EDGE = 3, /* laws that are cut at each end */
    WORLDS_N = 16,
    WORLDS_PLACES = 8 /* of a law, for each row */
};

/* A law, and where it stands in an order. */
typedef struct world_place {
    double key;
    uint32_t number;
} world_place;

typedef struct worlds {
    const sample *rows;
    const func *q;
    const double *along;   /* q->out numbers: q is put in order along them */
    size_t places;         /* of a law */
    size_t possible;       /* laws that may be worlds; 0: there is no world */
    double *share, *line;  /* n: of a law; what a row does to q along the line */
    uint32_t *map;         /* WORLDS_LAWS x places: the row at each place */
    world_place *order;    /* WORLDS_LAWS, of which `possible` are in use */
    double *point, *value; /* in, out: columns of one number */
} worlds;

/* rows: n of them, read when worlds are made. */
void worlds_layout(worlds *w, const sample *rows, size_t n, const func *q, arena *memory);

/* s: of words. STATUS_OK, or what q returns. */
status worlds_make(worlds *w, const double *along, stream *s);

/* Goes to the i-th world, i < WORLDS_N: the rows at its places; truth <- q at its mean, q->out
 * numbers. STATUS_OK, or what q returns. */
status worlds_go(worlds *w, size_t i, const uint32_t **world, double *truth);
