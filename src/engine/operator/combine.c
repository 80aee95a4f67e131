/* Lists of terms by rising size, merged. */
#include "combine.h"

#include <string.h>

combination combine_of(const extrap *op)
{
    combination c = {.disjoint = op->disjoint, .terms = op->terms};
    for (size_t j = 0; j < op->terms; j++) {
        c.sizes[j] = op->term[j].size;
        c.weights[j] = op->term[j].exact;
    }
    return c;
}

static void drop(combination *a, size_t j)
{
    a->terms--;
    memmove(a->sizes + j, a->sizes + j + 1, (a->terms - j) * sizeof *a->sizes);
    memmove(a->weights + j, a->weights + j + 1, (a->terms - j) * sizeof *a->weights);
}

static combine_status insert(combination *a, size_t j, uint32_t size, fraction weight)
{
    if (a->terms == EXTRAP_TERMS)
        return COMBINE_TERMS;
    memmove(a->sizes + j + 1, a->sizes + j, (a->terms - j) * sizeof *a->sizes);
    memmove(a->weights + j + 1, a->weights + j, (a->terms - j) * sizeof *a->weights);
    a->sizes[j] = size;
    a->weights[j] = weight;
    a->terms++;
    return COMBINE_OK;
}

/* a <- a + weight A_size */
static combine_status add_term(combination *a, uint32_t size, fraction weight)
{
    size_t j = 0;
    while (j < a->terms && a->sizes[j] < size)
        j++;
    if (j == a->terms || a->sizes[j] != size)
        return insert(a, j, size, weight);
    if (!fraction_add(&a->weights[j], weight))
        return COMBINE_FRACTION;
    if (a->weights[j].num == 0)
        drop(a, j);
    return COMBINE_OK;
}

combine_status combine_add(combination *a, const combination *b)
{
    combine_status outcome = a->disjoint == b->disjoint ? COMBINE_OK : COMBINE_BLOCKS;
    for (size_t j = 0; j < b->terms && outcome == COMBINE_OK; j++)
        outcome = add_term(a, b->sizes[j], b->weights[j]);
    return outcome;
}

combine_status combine_times(combination *a, fraction factor)
{
    if (factor.num == 0)
        a->terms = 0;
    for (size_t j = 0; j < a->terms; j++)
        if (!fraction_multiply(&a->weights[j], factor))
            return COMBINE_FRACTION;
    return COMBINE_OK;
}

combine_status combine_scale(combination *a, uint64_t k)
{
    for (size_t j = 0; j < a->terms; j++) {
        if (k > EXTRAP_DRAWS / a->sizes[j])
            return COMBINE_DRAWS;
        a->sizes[j] *= (uint32_t)k;
    }
    return COMBINE_OK;
}

/* b scaled by a size of a, times its weight. */
static combine_status times_term(const combination *a, size_t j, combination *b)
{
    combine_status outcome = combine_scale(b, a->sizes[j]);
    return outcome == COMBINE_OK ? combine_times(b, a->weights[j]) : outcome;
}

combine_status combine_compose(combination *a, const combination *b)
{
    combination sum = {.disjoint = a->disjoint};
    combine_status outcome = COMBINE_OK;
    for (size_t j = 0; j < a->terms && outcome == COMBINE_OK; j++) {
        combination part = *b;
        outcome = times_term(a, j, &part);
        if (outcome == COMBINE_OK)
            outcome = combine_add(&sum, &part);
    }
    *a = sum;
    return outcome;
}

bool combine_sum(const combination *a, fraction *sum)
{
    bool fits = true;
    *sum = (fraction){0, 1};
    for (size_t j = 0; j < a->terms && fits; j++)
        fits = fraction_add(sum, a->weights[j]);
    return fits;
}

bool combine_equal(const combination *a, const combination *b)
{
    bool equal = a->disjoint == b->disjoint && a->terms == b->terms;
    for (size_t j = 0; j < a->terms && equal; j++)
        equal = a->sizes[j] == b->sizes[j] && a->weights[j].num == b->weights[j].num &&
                a->weights[j].den == b->weights[j].den;
    return equal;
}
