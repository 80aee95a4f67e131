/* Multilevel Monte Carlo to a tolerance, as Giles does it (Acta Numerica 2015, section 3; mlmc.m):
 * a few terms of the first levels, then as many of each as their variances and costs ask for, and
 * another level as long as the last ones leave too much bias. It goes to its error by halves: what
 * the last step needs is known from a sample a quarter of its size. It says what to draw next; its
 * caller draws, and may stop and go on at any time. */
#pragma once

#include "rates.h"

/* What was drawn of each level, and the cost of a term in samples: by level, RATES_MOST + 1 of
 * them. */
typedef struct mlmc_drawn {
    terms_summary level[RATES_MOST + 1];
    double cost[RATES_MOST + 1];
} mlmc_drawn;

/* What levels 0 .. last say now. */
typedef struct mlmc_look {
    size_t last;     /* with terms: what ended the way may have left a new level without */
    rates_seen seen; /* NAN where it is not */
    rates used;      /* to plan with */
    double var[RATES_MOST + 1]; /* safe to plan with; of all levels */
    double value, se, variance; /* se: its standard error; variance: se^2 */
    double bias;                /* how large it is, about, at most; NAN where one level alone, or
                                 * what is odd, says nothing of it */
    const char *status;         /* "measured", or "assumed": no rate was seen */
    const char *odd;            /* why there is no value (terms_odd); NULL */
} mlmc_look;

mlmc_look mlmc_look_at(const mlmc_drawn *d, size_t last, const rates_given *given);

/* |a - b + c| / (3 (se a + se b + se c)) with a the mean of H^l, b of h^l, c of h^(l-1), l > 0:
 * above 1 they do not add up. */
double mlmc_consistency(const mlmc_drawn *d, size_t l);

/* The samples that a standard error of `error` and, where `tested`, a bias of at most that take by
 * the rates, at least those spent; NAN where it takes more than 60 levels. */
double mlmc_need(const mlmc_drawn *d, const mlmc_look *now, double spent, double error,
                 bool tested);

/* A way to an error. */
typedef struct mlmc_way {
    size_t last, most; /* levels 0 .. last are used now, 0 .. most <= RATES_MOST may be */
    size_t first;      /* it begins with levels 0 .. first, */
    double start;      /* and so many terms of each */
    rates_given given;
    double goal, step; /* the error asked for and the one gone to now; NAN: none yet */
    bool has_todo;
    double todo[RATES_MOST + 1]; /* terms of each level to get there */
    double missing;              /* what these cost beyond what was drawn when they were planned */
} mlmc_way;

/* One that begins with `start` terms of levels 0 .. first. */
mlmc_way mlmc_begin(size_t first, size_t most, double start, rates_given given);

/* n more terms of `level`; or, with n 0, the end: why is NULL where the error is reached, else
 * "levels" (no more may be added) or what is odd. */
typedef struct mlmc_order {
    size_t level;
    double n;
    const char *why;
} mlmc_order;

/* What comes next on the way to a standard error of `error` and, where `tested`, a bias of at most
 * that; 0: as long as there is any error. An order that was not, or not wholly, followed comes
 * again; another error begins another way, with what is there. */
mlmc_order mlmc_next(mlmc_way *w, const mlmc_drawn *d, double error, bool tested);

/* What is missing to want[l] terms of each level 0 .. last, at least one; n 0: nothing. */
mlmc_order mlmc_missing(const mlmc_drawn *d, const double *want, size_t last);
