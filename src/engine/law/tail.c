/* The largest values are kept as the sample is made; the shape is the mean of its posterior. */
#include "tail.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST = 5, PRIOR_WEIGHT = 10 };

static uint64_t exceedances(uint64_t n)
{
    double root = floor(3 * sqrt((double)n));
    uint64_t m = n / 5 < TAIL_MOST ? n / 5 : TAIL_MOST;
    return root < (double)m ? (uint64_t)root : m;
}

void tail_layout(tail_sample *t, uint64_t n, arena *memory)
{
    *t = (tail_sample){.keep = (size_t)exceedances(n) + 1, .floor = -INFINITY};
    t->value = arena_take(memory, 2 * t->keep * sizeof *t->value);
}

void tail_clear(tail_sample *t)
{
    t->n = 0;
    t->floor = -INFINITY;
}

void tail_shorten(tail_sample *t, uint64_t n)
{
    size_t keep = (size_t)exceedances(n) + 1;
    t->keep = keep < t->keep ? keep : t->keep;
}

static int descending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* The k-th largest of n <= 2 (TAIL_MOST + 1) values, from 0. Values are dealt without a branch. */
static double find_largest(const double *x, size_t n, size_t k)
{
    double kept[2 * (TAIL_MOST + 1)], below[2 * (TAIL_MOST + 1)];
    memcpy(kept, x, n * sizeof *x);
    for (;;) {
        double pivot = kept[n / 2];
        size_t larger = 0, smaller = 0;
        for (size_t i = 0; i < n; i++) {
            double value = kept[i];
            kept[larger] = below[smaller] = value;
            larger += value > pivot;
            smaller += value < pivot;
        }
        if (k < larger) {
            n = larger;
        } else if (k < n - smaller) {
            return pivot;
        } else {
            k -= n - smaller;
            n = smaller;
            memcpy(kept, below, n * sizeof *kept);
        }
    }
}

void tail_cut(tail_sample *t)
{
    size_t larger = 0;
    if (t->n < t->keep)
        return;
    t->floor = find_largest(t->value, t->n, t->keep - 1);
    for (size_t i = 0; i < t->n; i++) {
        double value = t->value[i];
        t->value[larger] = value;
        larger += value > t->floor;
    }
    while (larger < t->keep)
        t->value[larger++] = t->floor;
    t->n = t->keep;
}

void tail_merge(tail_sample *a, const tail_sample *b)
{
    for (size_t i = 0; i < b->n; i++)
        tail_add(a, b->value[i]);
}

double tail_k(tail_sample *t)
{
    double x[TAIL_MOST + 8];
    size_t n = 0;
    tail_cut(t);
    qsort(t->value, t->n, sizeof *t->value, descending);
    if (t->n == 0 || t->n < t->keep)
        return NAN;
    if (isinf(t->value[0]))
        return INFINITY;
    double edge = t->value[t->keep - 1], scale = t->value[0] - edge;
    while (n + 1 < t->keep && t->value[n] > edge) {
        x[n] = (t->value[n] - edge) / scale;
        n++;
    }
    if (n < FEWEST || !(x[n - 1] > 0))
        return NAN;
    for (size_t i = n; i % 8 > 0; i++)
        x[i] = 0;
    double k = tail_type_at(0)->shape(x, n), all = (double)(n + PRIOR_WEIGHT);
    return k * ((double)n / all) + 0.5 * (PRIOR_WEIGHT / all);
}

void tails_layout(tail_pair *t, uint64_t n, arena *memory)
{
    tail_layout(&t->high, n, memory);
    tail_layout(&t->low, n, memory);
}

void tails_clear(tail_pair *t)
{
    tail_clear(&t->high);
    tail_clear(&t->low);
}

/* What is read is as much as any tail of this sample may hold. */
static void pass(tail_sample *t, walk *w)
{
    size_t n = t->n;
    walk_pass(w, &n, sizeof n);
    if (!w->in) {
        walk_pass(w, t->value, n * sizeof *t->value);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        double x = NAN;
        walk_pass(w, &x, sizeof x);
        tail_add(t, x);
    }
}

void tails_pass(tail_pair *t, walk *w)
{
    pass(&t->high, w);
    pass(&t->low, w);
}

void tails_shorten(tail_pair *t, uint64_t n)
{
    tail_shorten(&t->high, n);
    tail_shorten(&t->low, n);
}

void tails_merge(tail_pair *a, const tail_pair *b)
{
    tail_merge(&a->high, &b->high);
    tail_merge(&a->low, &b->low);
}

double tails_k(tail_pair *t)
{
    return fmax(tail_k(&t->high), tail_k(&t->low));
}
