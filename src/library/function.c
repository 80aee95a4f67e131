#include "library/function.h"

#include "library/option.h"

enum { POLYNOMIAL, EXPONENTIAL, CALL, CALLS }; /* debias_function.kind */

debias_function debias_polynomial(const double *coefficients, size_t n)
{
    return (debias_function){.kind = POLYNOMIAL, .out = 1, .coefficients = coefficients, .n = n};
}

debias_function debias_exponential(void)
{
    return (debias_function){.kind = EXPONENTIAL, .out = 1};
}

debias_function debias_call(double (*call)(double s, void *context), void *context)
{
    return (debias_function){
        .kind = CALL, .out = 1, .call = (void (*)(void))call, .context = context, .n = 1};
}

debias_function debias_calls(debias_q *call, void *context, size_t in, size_t out, int parallel)
{
    return (debias_function){.kind = CALLS,
                             .out = out <= UINT16_MAX ? (uint16_t)out : 0,
                             .parallel = parallel != 0,
                             .call = (void (*)(void))call,
                             .context = context,
                             .n = in};
}

static status eval_each(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    const library_function *f = q->context;
    double (*call)(double, void *) = (double (*)(double, void *))f->given->call;
    (void)gap; /* of components: there is one */
    for (size_t i = 0; i < n; i++)
        y[i] = call(s[i], f->given->context);
    return STATUS_OK;
}

static status eval_all(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    library_function *f = q->context;
    debias_q *call = (debias_q *)f->given->call;
    int code = call(f->given->context, n, gap, s, y);
    if (code == 0)
        return STATUS_OK;
    __atomic_store_n(&f->code, code, __ATOMIC_RELAXED);
    return STATUS_CALLBACK;
}

static int check(const debias_function *q, size_t in, debias_error *error)
{
    bool calls = q->kind == CALL || q->kind == CALLS;
    if (q->kind == POLYNOMIAL && q->n == 0)
        return library_fail(error, "expected a polynomial with at least one coefficient");
    if (calls && (!q->call || q->out == 0))
        return library_fail(error, q->call ? "expected a q of 1 to 65535 numbers"
                                           : "expected a function as q, got NULL");
    if ((calls ? q->n : 1) != in)
        return library_fail(error, "expected a q of points of length %zu, got one of length %zu",
                            in, calls ? q->n : 1);
    return 0;
}

int library_function_read(library_function *f, const debias_function *q, size_t in,
                          debias_error *error)
{
    if (check(q, in, error) < 0)
        return -1;
    *f = (library_function){.given = q};
    if (q->kind == EXPONENTIAL)
        f->q = func_exp();
    else if (q->kind == POLYNOMIAL)
        f->q = func_poly(q->coefficients, q->n - 1);
    else
        f->q = (func){.kind = q->parallel ? FUNC_COMPILED : FUNC_GENERAL,
                      .in = in,
                      .out = q->out,
                      .eval = q->kind == CALL ? eval_each : eval_all,
                      .context = f};
    return 0;
}

bool library_function_is_serial(const library_function *f)
{
    return f->q.kind == FUNC_GENERAL;
}

int library_function_fail(const library_function *f, status s, debias_error *error)
{
    return library_fail_callback(error, s, f->code);
}
