/* The engine's algorithm with its estimator. */
#include "library/estimator.h"

#include "library/option.h"

#include <assert.h>
#include <string.h>

const char *debias_method_name(size_t i)
{
    const method_type *method;
    const method_name *name = method_name_at(i, &method);
    return name ? name->name : NULL;
}

static int find_algorithm(algorithm *r, const char *name, debias_error *error)
{
    return algorithm_find(r, name) ? 0
                                   : library_fail_name(error, "method", name, debias_method_name);
}

static int set_operator(library_estimator *e, const debias_operator *op, const arg *order,
                        debias_error *error)
{
    const algorithm *found = &e->algorithm;
    if (!found->estimator->extrapolates)
        return op ? library_fail(error, "op does not go with %s", found->name->name) : 0;
    if (op && (!found->ordered || order->given))
        return library_fail(error, found->ordered ? "order and op exclude each other"
                                                  : "op does not go with this method");
    int k = found->ordered ? found->name->order : 1;
    if (found->ordered && order->given)
        k = (int)order->number;
    if (!op)
        op = e->own = debias_operator_order(k, error);
    e->estimator.op = (const extrap *)op;
    return op ? 0 : -1;
}

/* Reads the options of the method, and more beside them. */
static int read_options(const algorithm *r, const debias_option *options, const library_more *more,
                        arg *out, debias_error *error)
{
    param table[LIBRARY_PARAMS];
    size_t also = more ? more->n : 0;
    assert(r->n + also <= LIBRARY_PARAMS);
    memcpy(table, r->params, r->n * sizeof *table);
    if (also)
        memcpy(table + r->n, more->table, also * sizeof *table);
    if (library_options(options, table, r->n + also, out, error) < 0)
        return -1;
    if (also)
        memcpy(more->given, out + r->n, also * sizeof *out);
    return 0;
}

int library_estimator_read(library_estimator *e, const debias_problem *p, estimate_of of,
                           const char *method, const debias_option *options,
                           const library_more *more, const debias_operator *op, debias_error *error)
{
    arg a[LIBRARY_PARAMS];
    if (find_algorithm(&e->algorithm, method, error) < 0 ||
        read_options(&e->algorithm, options, more, a, error) < 0)
        return -1;
    e->estimator.type = e->algorithm.estimator;
    e->estimator.problem = (const problem *)p;
    e->estimator.of = of;
    if (set_operator(e, op, a + e->algorithm.order, error) < 0)
        return -1;
    const char *wrong = algorithm_configure(&e->algorithm, &e->estimator, a);
    return wrong ? library_fail(error, "%s", wrong) : 0;
}

int library_estimator_make(library_estimator *e, const debias_problem *p, estimate_of of,
                           const char *method, const debias_option *options,
                           const debias_operator *op, debias_error *error)
{
    return library_estimator_read(e, p, of, method, options, NULL, op, error);
}

void library_estimator_end(library_estimator *e)
{
    debias_operator_free(e->own);
}
