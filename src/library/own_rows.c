/* Callbacks for rows, with their derivatives. */
#include "own_part.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_ROWS = 512, NUMBERS = 1 << 18 };

static size_t row_numbers(const own *o)
{
    size_t d = o->as.dim, p = o->as.p;
    return 2 * d + o->cols + o->eta + 4 * p + 1 + p * d + o->as.outer_normals +
           o->as.outer_uniforms;
}

/* The rows of a block: many, unless they are long. */
static size_t block_rows(const own *o)
{
    size_t n = NUMBERS / row_numbers(o);
    if (n < 1)
        return 1;
    return n < MOST_ROWS ? n : MOST_ROWS;
}

size_t own_work(const own *o)
{
    return block_rows(o) * row_numbers(o);
}

own_space own_lay_out(const own *o, double *work)
{
    size_t rows = block_rows(o), d = o->as.dim, p = o->as.p;
    own_space s = {.rows = rows, .x = work};
    s.xi = s.x + rows * d;
    s.eta = s.xi + rows * o->cols;
    s.y = s.eta + rows * (o->eta + o->as.outer_normals + o->as.outer_uniforms);
    s.low = s.y + rows * p;
    s.high = s.low + rows * p;
    s.middle = s.high + rows * p;
    s.slope = s.middle + rows;
    s.J = s.slope + rows * p;
    s.product = s.J + rows * p * d;
    return s;
}

void own_settle(own *o, int code, double *out, size_t n)
{
    if (code == 0)
        return;
    memset(out, 0, n * sizeof *out);
    __atomic_store_n(&o->code, code, __ATOMIC_RELAXED);
    __atomic_store_n(&o->failure, STATUS_CALLBACK, __ATOMIC_RELAXED);
}

static const double *x_of(const own *o, const double *x)
{
    return o->as.dim ? x : NULL;
}

static void call_g(const own_function *f, const double *at, double *value)
{
    own *o = f->o;
    memset(value, 0, f->rows * f->out * sizeof *value);
    if (!own_is_failed(o))
        own_settle(o, o->as.g(o->as.context, f->rows, x_of(o, at), f->s->xi, f->s->eta, value),
                   value, f->rows * f->out);
}

static int derive_g(const own_function *f, double *J)
{
    const debias_own *as = &f->o->as;
    return as->g_jacobian(as->context, f->rows, f->at, f->s->xi, f->s->eta, J);
}

static void call_f(const own_function *f, const double *at, double *value)
{
    own *o = f->o;
    memset(value, 0, f->rows * sizeof *value);
    if (!own_is_failed(o))
        own_settle(o, o->as.f(o->as.context, f->rows, at, f->s->xi, value), value, f->rows);
}

static int derive_f(const own_function *f, double *gradient)
{
    const debias_own *as = &f->o->as;
    return as->f_gradient(as->context, f->rows, f->at, f->s->xi, gradient);
}

static void call_mean(const own_function *f, const double *at, double *value)
{
    own *o = f->o;
    memset(value, 0, f->rows * f->out * sizeof *value);
    if (!own_is_failed(o))
        own_settle(o, o->as.g_mean(o->as.context, f->rows, x_of(o, at), f->s->xi, value), value,
                   f->rows * f->out);
}

static int derive_mean(const own_function *f, double *J)
{
    const debias_own *as = &f->o->as;
    return as->g_mean_jacobian(as->context, f->rows, f->at, f->s->xi, J);
}

own_function own_g(own *o, own_space *s, size_t rows)
{
    return (own_function){
        o, s, rows, o->as.dim, o->as.p, call_g, o->as.g_jacobian ? derive_g : NULL, s->x};
}

own_function own_f(own *o, own_space *s, size_t rows)
{
    return (own_function){o, s, rows, o->as.p, 1, call_f, o->as.f_gradient ? derive_f : NULL, s->y};
}

own_function own_mean(own *o, own_space *s, size_t rows)
{
    return (own_function){
        o,   s, rows, o->as.dim, o->as.p, call_mean, o->as.g_mean_jacobian ? derive_mean : NULL,
        s->x};
}

static double step_of(double x)
{
    return cbrt(DBL_EPSILON) * fmax(fabs(x), 1);
}

/* Column c of the derivatives, by central differences. */
static void difference(const own_function *f, size_t c, double *J)
{
    own_space *s = f->s;
    for (size_t i = 0; i < f->rows; i++) {
        s->middle[i] = f->at[i * f->in + c];
        f->at[i * f->in + c] = s->middle[i] - step_of(s->middle[i]);
    }
    f->call(f, f->at, s->low);
    for (size_t i = 0; i < f->rows; i++)
        f->at[i * f->in + c] = s->middle[i] + step_of(s->middle[i]);
    f->call(f, f->at, s->high);
    for (size_t i = 0; i < f->rows; i++) {
        double x = s->middle[i], h = step_of(x);
        f->at[i * f->in + c] = x;
        for (size_t j = 0; j < f->out; j++)
            J[(i * f->out + j) * f->in + c] =
                (s->high[i * f->out + j] - s->low[i * f->out + j]) / ((x + h) - (x - h));
    }
}

void own_derive(const own_function *f, double *J)
{
    size_t n = f->rows * f->out * f->in;
    if (own_is_failed(f->o))
        memset(J, 0, n * sizeof *J);
    else if (f->derive)
        own_settle(f->o, f->derive(f, J), J, n);
    else
        for (size_t c = 0; c < f->in; c++)
            difference(f, c, J);
}
