/* The engine's calls of a problem, made of callbacks for rows. */
#include "engine/law/dist.h"
#include "own_part.h"

#include <string.h>

/* n numbers of a stream, which gives at most STREAM_MOST at a time. */
static void take(stream *s, const double *(*next)(stream *, size_t), size_t n, double *out)
{
    for (size_t i = 0; i < n; i += STREAM_MOST) {
        size_t some = n - i < STREAM_MOST ? n - i : STREAM_MOST;
        memcpy(out + i, next(s, some), some * sizeof *out);
    }
}

static void draw_eta(const own *o, stream *s, double *eta)
{
    const dist *law = (const dist *)o->as.law;
    if (law) {
        law->type->draw(law, s, 1, eta, 1);
        return;
    }
    if (o->as.normals)
        take(s++, stream_normals, o->as.normals, eta);
    if (o->as.uniforms)
        take(s, stream_uniforms, o->as.uniforms, eta + o->as.normals);
}

static const double *xi_of(const problem *p, const lane *l)
{
    return p->n ? own_of(p)->as.data + l->xi * own_of(p)->cols : l->sample;
}

/* Draws for n lanes, K blocks of m from one of their streams each; v: y rows to multiply with. */
typedef struct job {
    const problem *p;
    const lane *l;
    size_t n, points, K, m, gap;
    double *y, *J;
    const double *v;
} job;

/* Adds to the block means of point q what rows from number `first` on have given. */
static void add_means(const job *j, const own_space *s, size_t q, size_t first, size_t rows)
{
    size_t p = j->p->p, width = round_up(j->n * p, ROW);
    double weight = 1 / (double)j->m;
    for (size_t r = 0; r < rows; r++) {
        size_t block = (first + r) / j->m, i = block / j->K, k = block % j->K;
        double *to = j->y + q * j->gap + k * width + i * p;
        for (size_t c = 0; c < p; c++)
            to[c] += weight * s->y[r * p + c];
    }
}

static void add_jacobians(const job *j, const own_space *s, size_t q, size_t first, size_t rows)
{
    size_t p = j->p->p, d = j->p->d, ld = j->p->ld;
    double weight = 1 / (double)j->m;
    for (size_t r = 0; r < rows; r++) {
        size_t block = (first + r) / j->m, i = block / j->K, k = block % j->K;
        double *to = j->J + ((q * j->n + i) * j->K + k) * p * ld;
        for (size_t c = 0; c < p; c++)
            for (size_t t = 0; t < d; t++)
                to[c * ld + t] += weight * s->J[(r * p + c) * d + t];
    }
}

/* s->product += J^T v of point q. */
static void add_products(const job *j, const own_space *s, size_t q, size_t first, size_t rows)
{
    size_t p = j->p->p, d = j->p->d, width = round_up(j->n * p, ROW);
    for (size_t r = 0; r < rows; r++) {
        const double *v = j->v + q * width + (first + r) / j->m * p, *J = s->J + r * p * d;
        for (size_t t = 0; t < d; t++) {
            double sum = v[0] * J[t];
            for (size_t c = 1; c < p; c++)
                sum += v[c] * J[c * d + t];
            s->product[r * d + t] += sum;
        }
    }
}

static void put_points(const job *j, own_space *s, size_t q, size_t first, size_t rows)
{
    size_t d = j->p->d;
    for (size_t r = 0; r < rows && d; r++)
        memcpy(s->x + r * d, j->l[(first + r) / j->m / j->K].point[q], d * sizeof *s->x);
}

static void put_draws(const job *j, own_space *s, size_t first, size_t rows)
{
    const own *o = own_of(j->p);
    for (size_t r = 0; r < rows; r++) {
        const lane *l = &j->l[(first + r) / j->m / j->K];
        memcpy(s->xi + r * o->cols, xi_of(j->p, l), o->cols * sizeof *s->xi);
        draw_eta(o, j->y ? l->inner : l->jacobian, s->eta + r * o->eta);
    }
}

/* g, its Jacobian or products with that, at every point, of some rows. */
static void make_rows(const job *j, own_space *s, size_t first, size_t rows)
{
    own_function g = own_g(own_of(j->p), s, rows);
    put_draws(j, s, first, rows);
    if (j->v)
        memset(s->product, 0, rows * j->p->d * sizeof *s->product);
    for (size_t q = 0; q < j->points; q++) {
        put_points(j, s, q, first, rows);
        if (j->J || j->v)
            own_derive(&g, s->J);
        if (j->J)
            add_jacobians(j, s, q, first, rows);
        if (j->v)
            add_products(j, s, q, first, rows);
        if (!j->y)
            continue;
        g.call(&g, s->x, s->y);
        add_means(j, s, q, first, rows);
    }
}

/* All draws of a job; done(j, s, first, rows), or NULL, after some rows. */
static void make_draws(const job *j,
                       void (*done)(const job *j, const own_space *s, size_t first, size_t rows))
{
    const own *o = own_of(j->p);
    own_space s = own_lay_out(o, j->l->work);
    size_t all = j->n * j->K * j->m;
    for (size_t first = 0; first < all && !own_is_failed(o) && !lane_stops(j->l); first += s.rows) {
        size_t rows = all - first < s.rows ? all - first : s.rows;
        make_rows(j, &s, first, rows);
        if (done)
            done(j, &s, first, rows);
    }
}

static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    job j = {.p = p, .l = l, .n = n, .points = points, .K = K, .m = m, .gap = gap, .y = y, .J = J};
    for (size_t q = 0; y && q < points; q++)
        memset(y + q * gap, 0, K * round_up(n * p->p, ROW) * sizeof *y);
    if (J)
        memset(J, 0, points * n * K * p->p * p->ld * sizeof *J);
    make_draws(&j, NULL);
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    joint(p, n, l, points, K, m, y, gap, NULL);
}

static void jacobian(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J)
{
    joint(p, n, l, points, 1, m, NULL, 0, J);
}

/* The points' parts were summed first: equal points with opposite v add exactly nothing. */
static void add_rows(const job *j, const own_space *s, size_t first, size_t rows)
{
    size_t d = j->p->d;
    double weight = 1 / (double)j->m;
    for (size_t r = 0; r < rows; r++) {
        double *out = j->l[(first + r) / j->m].out;
        for (size_t t = 0; t < d; t++)
            out[t] += weight * s->product[r * d + t];
    }
}

static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    job j = {.p = p, .l = l, .n = n, .points = points, .K = 1, .m = m, .v = v};
    make_draws(&j, add_rows);
}

/* Lane i of row r stands at place r*n + i of all. */
typedef struct place {
    size_t n, width;
} place;

static size_t at(const place *w, size_t number, size_t p)
{
    return number / w->n * w->width + number % w->n * p;
}

/* For each of `rows` rows of y the values of f, or its gradients where that is asked for. */
static void make_values(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
                        double *out, bool gradient)
{
    own *o = own_of(p);
    own_space s = own_lay_out(o, l->work);
    size_t all = rows * n, width = gradient ? p->p : 1;
    place from = {n, round_up(n * p->p, ROW)}, to = {n, round_up(n * width, ROW)};
    for (size_t first = 0; first < all; first += s.rows) {
        size_t some = all - first < s.rows ? all - first : s.rows;
        own_function f = own_f(o, &s, some);
        for (size_t r = 0; r < some; r++) {
            memcpy(s.y + r * p->p, y + at(&from, first + r, p->p), p->p * sizeof *y);
            memcpy(s.xi + r * o->cols, xi_of(p, &l[(first + r) % n]), o->cols * sizeof *s.xi);
        }
        double *value = gradient ? s.slope : s.middle;
        if (gradient)
            own_derive(&f, value);
        else
            f.call(&f, s.y, value);
        for (size_t r = 0; r < some; r++)
            memcpy(out + at(&to, first + r, width), value + r * width, width * sizeof *out);
    }
}

static void grad_f(const problem *p, size_t n, const lane *l, size_t rows, double *y)
{
    make_values(p, n, l, rows, y, y, true);
}

static void f(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
              double *value)
{
    make_values(p, n, l, rows, y, value, false);
}

static void outer_index(const problem *p, size_t n, lane *l)
{
    for (size_t i = 0; i < n; i++)
        l[i].xi = (uint32_t)stream_index(l[i].outer, p->n);
}

static void outer_samples(const problem *p, size_t n, lane *l)
{
    own *o = own_of(p);
    own_space s = own_lay_out(o, l->work);
    size_t normals = o->as.outer_normals, uniforms = o->as.outer_uniforms;
    for (size_t first = 0; first < n; first += s.rows) {
        size_t rows = n - first < s.rows ? n - first : s.rows;
        for (size_t r = 0; r < rows; r++) {
            double *to = s.eta + r * (normals + uniforms);
            if (normals)
                take(l[first + r].outer + 1, stream_normals, normals, to);
            take(l[first + r].outer, stream_uniforms, uniforms, to + normals);
        }
        memset(s.xi, 0, rows * o->cols * sizeof *s.xi);
        if (!own_is_failed(o))
            own_settle(o, o->as.outer(o->as.context, rows, s.eta, s.xi), s.xi, rows * o->cols);
        for (size_t r = 0; r < rows; r++)
            memcpy(l[first + r].sample, s.xi + r * o->cols, o->cols * sizeof *s.xi);
    }
}

void own_fill(problem_type *type, bool finite, bool exact)
{
    type->outer = finite ? outer_index : outer_samples;
    type->means = means;
    type->joint = joint;
    type->jacobian = jacobian;
    type->jtv = jtv;
    type->grad_f = grad_f;
    type->f = f;
    type->objective = exact ? own_objective : NULL;
}
