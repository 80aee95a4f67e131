/* Extrapolation operators. A debias_operator is the engine's extrap under the library's name. */
#include "engine/operator/extrap.h"
#include "library/option.h"

#include <stdio.h>
#include <stdlib.h>

const char *debias_version(void)
{
    return DEBIAS_VERSION;
}

static const extrap *inside(const debias_operator *op)
{
    return (const extrap *)op;
}

static debias_operator *make(const char *name, size_t terms, const uint32_t *sizes,
                             const fraction *weights, debias_error *error)
{
    extrap *op = malloc(extrap_size(sizes, terms, false));
    status s = op ? extrap_init(op, name, sizes, weights, terms, false) : STATUS_NO_MEMORY;
    if (s >= 0)
        return (debias_operator *)op;
    library_fail_status(error, s);
    free(op);
    return NULL;
}

static debias_operator *make_numbered(const char *kind, int k, size_t terms, const uint32_t *sizes,
                                      const fraction *weights, debias_error *error)
{
    char name[32];
    snprintf(name, sizeof name, "%s %d", kind, k);
    return make(name, terms, sizes, weights, error);
}

debias_operator *debias_operator_order(int k, debias_error *error)
{
    uint32_t sizes[EXTRAP_TERMS];
    fraction weights[EXTRAP_TERMS];
    if (k < 1 || k > EXTRAP_ORDERS) {
        library_fail(error, "expected an order from 1 to %d, got %d", EXTRAP_ORDERS, k);
        return NULL;
    }
    for (int j = 0; j < k; j++)
        sizes[j] = 1u << j;
    status s = extrap_richardson(sizes, (size_t)k, weights);
    if (s < 0) {
        library_fail_status(error, s);
        return NULL;
    }
    return make_numbered("order", k, (size_t)k, sizes, weights, error);
}

debias_operator *debias_operator_paper(int k, debias_error *error)
{
    uint32_t sizes[EXTRAP_TERMS];
    fraction weights[EXTRAP_TERMS];
    size_t terms = extrap_paper(k, sizes, weights);
    if (terms > 0)
        return make_numbered("paper", k, terms, sizes, weights, error);
    library_fail(error, "expected 1, 2 or 3, the orders the paper prints, got %d", k);
    return NULL;
}

/* 0, or -1 with a message. */
static int read_terms(size_t terms, const uint32_t *sizes, const char *const *weights,
                      fraction *out, debias_error *error)
{
    if (terms < 1 || terms > EXTRAP_TERMS)
        return library_fail(error, "expected 1 to %d terms, got %zu", EXTRAP_TERMS, terms);
    for (size_t j = 0; j < terms; j++) {
        if (sizes[j] < 1 || sizes[j] > EXTRAP_DRAWS || (j > 0 && sizes[j] <= sizes[j - 1]))
            return library_fail(error, "expected rising sizes from 1 to %d", EXTRAP_DRAWS);
        if (!fraction_parse(weights[j], &out[j]) || out[j].num == 0)
            return library_fail(error, "expected a weight such as \"8/3\", not 0, got '%s'",
                                weights[j]);
    }
    if (!fraction_sum_is_one(out, terms))
        return library_fail(error, "expected weights that sum to 1");
    return 0;
}

debias_operator *debias_operator_new(size_t terms, const uint32_t *sizes,
                                     const char *const *weights, debias_error *error)
{
    fraction f[EXTRAP_TERMS];
    if (read_terms(terms, sizes, weights, f, error) < 0)
        return NULL;
    return make("custom", terms, sizes, f, error);
}

void debias_operator_free(debias_operator *op)
{
    free(op);
}

size_t debias_operator_terms(const debias_operator *op)
{
    return inside(op)->terms;
}

size_t debias_operator_draws(const debias_operator *op)
{
    return inside(op)->draws;
}

size_t debias_operator_bias_order(const debias_operator *op)
{
    return inside(op)->order;
}

double debias_operator_amplification(const debias_operator *op)
{
    return inside(op)->amplification;
}

void debias_operator_term(const debias_operator *op, size_t j, uint32_t *size, int64_t *numerator,
                          int64_t *denominator)
{
    const extrap_term *t = &inside(op)->term[j];
    if (size)
        *size = t->size;
    if (numerator)
        *numerator = t->exact.num;
    if (denominator)
        *denominator = t->exact.den;
}
