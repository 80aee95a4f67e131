/* Finite values go to the moments, others are counted by kind. */
#include "tally.h"

#include "engine/machine/size.h"

#include <math.h>
#include <string.h>

_Static_assert(sizeof(tally) == TALLY_FIELDS * sizeof(double), "all fields are doubles");

void tally_add(tally *a, double x)
{
    if (!isfinite(x)) {
        a->nan += isnan(x);
        a->above += x > 0;
        a->below += x < 0;
        return;
    }
    if (a->finite.n == 0 || x < a->low)
        a->low = x;
    if (a->finite.n == 0 || x > a->high)
        a->high = x;
    moments_add(&a->finite, x);
}

void tally_merge(tally *a, const tally *b)
{
    if (b->finite.n > 0) {
        a->low = a->finite.n == 0 ? b->low : fmin(a->low, b->low);
        a->high = a->finite.n == 0 ? b->high : fmax(a->high, b->high);
    }
    moments_merge(&a->finite, &b->finite);
    a->nan += b->nan;
    a->above += b->above;
    a->below += b->below;
}

void tallies_layout(tallies *t, size_t n, arena *memory)
{
    *t = (tallies){.n = n, .width = round_up(n, 8)};
    t->at = arena_take(memory, TALLY_FIELDS * t->width * sizeof *t->at);
}

void tallies_clear(tallies *t)
{
    memset(t->at, 0, TALLY_FIELDS * t->width * sizeof *t->at);
}

tally tallies_get(const tallies *t, size_t i)
{
    double field[TALLY_FIELDS];
    tally a;
    for (size_t k = 0; k < TALLY_FIELDS; k++)
        field[k] = t->at[k * t->width + i];
    memcpy(&a, field, sizeof a);
    return a;
}

void tallies_set(tallies *t, size_t i, const tally *a)
{
    double field[TALLY_FIELDS];
    memcpy(field, a, sizeof field);
    for (size_t k = 0; k < TALLY_FIELDS; k++)
        t->at[k * t->width + i] = field[k];
}

double tally_n(const tally *a)
{
    return a->finite.n + a->nan + a->above + a->below;
}

double tally_mean(const tally *a)
{
    if (a->nan > 0 || (a->above > 0 && a->below > 0))
        return NAN;
    if (a->above > 0)
        return INFINITY;
    if (a->below > 0)
        return -INFINITY;
    return a->finite.n > 0 ? a->finite.mean : (double)NAN;
}

tally_fault tally_check(const tally *a)
{
    double se = moments_se(&a->finite);
    if (tally_n(a) > a->finite.n)
        return TALLY_NOT_FINITE;
    if (a->finite.n < 2)
        return TALLY_FEW;
    if (a->low == a->high)
        return TALLY_EQUAL;
    if (!isfinite(se))
        return TALLY_OVERFLOW;
    return se > 0 ? TALLY_FINE : TALLY_UNDERFLOW;
}

double tally_var(const tally *a)
{
    double var = moments_var(&a->finite);
    return tally_check(a) == TALLY_FINE && isnormal(var) ? var : (double)NAN;
}

double tally_sd(const tally *a)
{
    return tally_check(a) == TALLY_FINE ? moments_sd(&a->finite) : (double)NAN;
}

double tally_kurtosis(const tally *a)
{
    return tally_check(a) == TALLY_FINE ? moments_kurtosis(&a->finite) : (double)NAN;
}

bool all_finite(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] - x[i]; /* 0, or NAN once a value is not finite */
    return sum == 0;
}

size_t first_not_finite(const double *x, size_t n, size_t stride)
{
    size_t j = 0;
    while (j < n && isfinite(x[j * stride]))
        j++;
    return j;
}

void oddity_add(oddity *a, const double *x, size_t n, size_t stride, uint64_t at)
{
    size_t j = first_not_finite(x, n, stride);
    if (j < n)
        oddity_merge(a, &(oddity){1, at, x[j * stride]});
}

void oddity_merge(oddity *a, const oddity *b)
{
    if (b->n > 0 && (a->n == 0 || b->at < a->at)) {
        a->at = b->at;
        a->first = b->first;
    }
    a->n += b->n;
}

void oddity_pass(oddity *a, walk *w)
{
    oddity other = *a;
    walk_pass(w, &other, sizeof other);
    if (w->in)
        oddity_merge(a, &other);
}
