/* Central differences, extrapolated, at the step that is off least; both see the same draws. */
#include "check.h"

#include "engine/number/agree.h"
#include "engine/number/array.h"
#include "engine/number/norm.h"
#include "engine/number/rounding.h"

#include <string.h>

#define TOLERANCE 1e-6 /* the differences themselves are good to about 1e-10 */
#define SIGHT 5e-5     /* where they may be off by more, an error of 1e-4 would not be seen */

enum {
    CHECKED = 8,    /* lanes, each with its own outer sample */
    DRAWS = 3,      /* in a block mean */
    DIRECTIONS = 4, /* for the objective */
    OUTER = 2       /* streams of outer samples */
};

typedef struct checking {
    problem p; /* the problem, with its true Jacobian */
    uint64_t seed;
    size_t n, width; /* lanes, doubles of a row of y */
    stream *streams; /* outer words and normals, inner kinds, the same for the Jacobian */
    stream *directions;
    lane lanes[CHECKED];
    double *x, *along;    /* rows: a point, DIRECTIONS directions */
    double *out;          /* a row for each lane */
    double *y, *v, *grad; /* y rows: a point's, a direction's, a gradient's */
    double *other;        /* the samples that another type draws */
    double *samples, *work;
} checking;

static checking *lay_out(const problem *p, arena *memory)
{
    size_t n = problem_lanes(p) < CHECKED ? problem_lanes(p) : CHECKED;
    size_t width = round_up(n * p->p, ROW) * sizeof(double), row = p->ld * sizeof(double);
    checking *c = arena_take(memory, sizeof *c), measured;
    checking *to = c ? c : &measured;
    to->n = n;
    to->width = width / sizeof(double);
    to->streams = arena_take(memory, (OUTER + 2 * p->type->inner_kinds) * sizeof(stream));
    to->directions = arena_take(memory, sizeof(stream));
    to->x = arena_take(memory, row);
    to->along = arena_take(memory, DIRECTIONS * row);
    to->out = arena_take(memory, n * row);
    to->y = arena_take(memory, width);
    to->v = arena_take(memory, width);
    to->grad = arena_take(memory, width);
    to->samples = arena_take(memory, n * p->sample_size * sizeof(double));
    to->other = arena_take(memory, n * p->sample_size * sizeof(double));
    to->work = arena_take(memory, p->work * sizeof(double));
    return c;
}

size_t check_work(const problem *p)
{
    arena memory = {0};
    lay_out(p, &memory);
    return memory.used;
}

/* Inner and Jacobian streams from their beginning: the same draws for both, and for every call. */
static void restart(checking *c)
{
    const problem_type *type = c->p.type;
    for (size_t k = 0; k < 2 * type->inner_kinds; k++) {
        size_t kind = k % type->inner_kinds;
        stream_init(&c->streams[OUTER + k], type->inner_kind[kind], c->seed, 0, PURPOSE_INNER,
                    kind);
    }
}

static checking *start(const problem *p, const double *x, uint64_t seed, void *work)
{
    arena memory = {.block = work};
    checking *c = lay_out(p, &memory);
    c->p = *p;
    c->p.identity_jacobian = false;
    c->seed = seed;
    memcpy(c->x, x, p->ld * sizeof *x);
    stream_init(c->directions, STREAM_NORMALS, seed, 0, PURPOSE_USER, 0);
    stream_init(&c->streams[0], STREAM_WORDS, seed, 0, PURPOSE_OUTER, 0);
    stream_init(&c->streams[1], STREAM_NORMALS, seed, 0, PURPOSE_OUTER, 1);
    for (size_t i = 0; i < c->n; i++)
        c->lanes[i] = (lane){.point = {c->x},
                             .out = c->out + i * p->ld,
                             .outer = &c->streams[0],
                             .inner = &c->streams[OUTER],
                             .jacobian = &c->streams[OUTER + p->type->inner_kinds],
                             .sample = c->samples + i * p->sample_size,
                             .work = c->work};
    p->type->outer(&c->p, c->n, c->lanes);
    return c;
}

/* n random numbers of length one. */
static void direct(checking *c, size_t n, double *v)
{
    double square = 0;
    for (size_t j = 0; j < n; j++) {
        v[j] = *stream_normals(c->directions, 1);
        square += v[j] * v[j];
    }
    for (size_t j = 0; j < n; j++)
        v[j] /= sqrt(square);
}

/* value[i] <- value i of what is differentiated, at distance h along its direction. */
typedef void values_at(checking *c, double h, double *value);

/* Derivatives at 0: n of them by differences, which rounding may put off, and the exact ones. */
typedef struct slopes {
    values_at *at;
    size_t n;
    double size; /* the norm of the point */
    double by_differences[CHECKED], off[CHECKED], exact[CHECKED];
} slopes;

/* A central difference at distance h; the rounding of the point moves its ends. */
static void difference(checking *c, slopes *s, double h)
{
    double up[CHECKED] = {0}, down[CHECKED] = {0};
    s->at(c, h, up);
    s->at(c, -h, down);
    for (size_t i = 0; i < s->n; i++) {
        double slope = (up[i] - down[i]) / (2 * h);
        s->by_differences[i] = slope;
        s->off[i] = rounding_floor(fabs(up[i]) + fabs(down[i]), 1) / (2 * h) +
                    rounding_floor(s->size, 1) / h * fabs(slope);
    }
}

/* By two central differences, extrapolated. */
static void differentiate(checking *c, slopes *s, double h)
{
    slopes half = *s;
    difference(c, s, h);
    difference(c, &half, h / 2);
    for (size_t i = 0; i < s->n; i++) {
        s->by_differences[i] = (4 * half.by_differences[i] - s->by_differences[i]) / 3;
        s->off[i] = (4 * half.off[i] + s->off[i]) / 3;
    }
}

/* The largest difference as a part of the largest slope; undivided where every slope is zero. */
static check_result compare(const slopes *s)
{
    check_result r = {0, 0};
    double size = 0;
    for (size_t i = 0; i < s->n; i++) {
        double slope = s->by_differences[i], exact = s->exact[i];
        if (isnan(slope - exact))
            return (check_result){NAN, NAN};
        r.error = fmax(r.error, fabs(slope - exact));
        r.unsure = fmax(r.unsure, s->off[i]);
        size = fmax(size, fmax(fabs(slope), fabs(exact)));
    }
    return size > 0 ? (check_result){r.error / size, r.unsure / size} : r;
}

/* The comparison at step h / 2, unsure by what halving the step has changed too. */
static check_result compare_at(checking *c, slopes *s, double h)
{
    slopes half = *s;
    differentiate(c, s, h);
    differentiate(c, &half, h / 2);
    for (size_t i = 0; i < s->n; i++)
        half.off[i] += fabs(half.by_differences[i] - s->by_differences[i]);
    return compare(&half);
}

/* At a step that is small against the curvature of the losses and large against rounding; where
 * that finds an error or may be off itself, at the one among smaller and larger steps that is off
 * least, chosen without looking at the error. */
static check_result settle(checking *c, slopes *s)
{
    const double steps[] = {1e-3 * fmax(1, sqrt(s->size)), 1e-3 * s->size};
    differentiate(c, s, steps[0]);
    check_result usual = compare(s), best = {usual.error, INFINITY};
    if (usual.error <= TOLERANCE && usual.unsure <= TOLERANCE)
        return usual;
    for (int k = 0; k < 12; k++) {
        double h = ldexp(steps[k % 2], 3 * (k / 2 - 2));
        check_result r = h > 0 ? compare_at(c, s, h) : best;
        best = r.unsure < best.unsure ? r : best;
    }
    return best;
}

check_verdict check_judge(check_result r)
{
    if (!(r.error <= TOLERANCE + r.unsure))
        return CHECK_WRONG;
    return r.unsure <= SIGHT ? CHECK_RIGHT : CHECK_HIDDEN;
}

static void f_along(checking *c, double h, double *value)
{
    for (size_t j = 0; j < c->n * c->p.p; j++)
        c->grad[j] = c->y[j] + h * c->v[j];
    c->p.type->f(&c->p, c->n, c->lanes, 1, c->grad, value);
}

static void mean_at_x(checking *c, double *y)
{
    restart(c);
    c->p.type->means(&c->p, c->n, c->lanes, 1, 1, DRAWS, y, 0);
}

static check_result check_f(checking *c)
{
    size_t p = c->p.p;
    mean_at_x(c, c->y);
    slopes s = {.at = f_along, .n = c->n, .size = norm_value(norm_of(c->y, p, 1))};
    for (size_t i = 0; i < c->n; i++)
        direct(c, p, c->v + i * p);
    memcpy(c->grad, c->y, c->width * sizeof *c->y);
    c->p.type->grad_f(&c->p, c->n, c->lanes, 1, c->grad);
    for (size_t i = 0; i < c->n; i++)
        s.exact[i] = array_dot(p, c->v + i * p, c->grad + i * p);
    return settle(c, &s);
}

static void move(checking *c, const double *along, double h)
{
    for (size_t j = 0; j < c->p.d; j++)
        c->x[j] += h * along[j];
}

static void g_along(checking *c, double h, double *value)
{
    move(c, c->along, h);
    mean_at_x(c, c->y);
    move(c, c->along, -h);
    for (size_t i = 0; i < c->n; i++)
        value[i] = array_dot(c->p.p, c->v + i * c->p.p, c->y + i * c->p.p);
}

static check_result check_g(checking *c)
{
    slopes s = {.at = g_along, .n = c->n, .size = norm_value(norm_of(c->x, c->p.d, 1))};
    direct(c, c->p.d, c->along);
    for (size_t i = 0; i < c->n; i++)
        direct(c, c->p.p, c->v + i * c->p.p);
    restart(c);
    c->p.type->jtv(&c->p, c->n, c->lanes, 1, DRAWS, c->v);
    for (size_t i = 0; i < c->n; i++)
        s.exact[i] = array_dot(c->p.d, c->out + i * c->p.ld, c->along);
    return settle(c, &s);
}

static void objective_along(checking *c, double h, double *value)
{
    for (size_t k = 0; k < DIRECTIONS; k++) {
        move(c, c->along + k * c->p.ld, h);
        value[k] = c->p.type->objective(&c->p, c->x, NULL);
        move(c, c->along + k * c->p.ld, -h);
    }
}

static check_result check_objective(checking *c)
{
    slopes s = {
        .at = objective_along, .n = DIRECTIONS, .size = norm_value(norm_of(c->x, c->p.d, 1))};
    if (!problem_has_gradient(&c->p))
        return (check_result){NAN, NAN};
    c->p.type->objective(&c->p, c->x, c->out);
    for (size_t k = 0; k < DIRECTIONS; k++) {
        double *along = c->along + k * c->p.ld;
        direct(c, c->p.d, along);
        s.exact[k] = array_dot(c->p.d, c->out, along);
    }
    return settle(c, &s);
}

void check_run(const problem *p, const double *x, uint64_t seed, void *work,
               check_result result[CHECK_PARTS])
{
    checking *c = start(p, x, seed, work);
    result[CHECK_F] = check_f(c);
    result[CHECK_G] = p->d > 0 ? check_g(c) : (check_result){NAN, NAN};
    result[CHECK_OBJECTIVE] = check_objective(c);
}

static void outer_round(checking *c, uint64_t round)
{
    stream_init(&c->streams[0], STREAM_WORDS, c->seed, round, PURPOSE_OUTER, 0);
    stream_init(&c->streams[1], STREAM_NORMALS, c->seed, round, PURPOSE_OUTER, 1);
    c->p.type->outer(&c->p, c->n, c->lanes);
}

/* One round: samples, means and values by the calls of c->p.type, into rows y and value. */
static void play(checking *c, uint64_t round, double *y, double *value)
{
    c->seed += round;
    outer_round(c, round);
    mean_at_x(c, y);
    c->seed -= round;
    c->p.type->f(&c->p, c->n, c->lanes, 1, c->y, value);
}

void check_compare(const problem *p, const problem_type *other, size_t rounds, uint64_t seed,
                   void *work, bool differs[3])
{
    checking *c = start(p, p->start, seed, work);
    size_t numbers[] = {c->n * p->sample_size, c->n * p->p, c->n};
    double value[2][CHECKED] = {{0}};
    const double *own[] = {c->other, c->y, value[0]}, *others[] = {c->samples, c->v, value[1]};
    memset(differs, 0, 3 * sizeof *differs);
    for (uint64_t round = 0; round < rounds; round++) {
        for (size_t j = 0; j < p->d; j++)
            c->x[j] = p->start[j] + *stream_normals(c->directions, 1);
        c->p.type = p->type;
        play(c, round, c->y, value[0]);
        memcpy(c->other, c->samples, numbers[0] * sizeof *c->other);
        c->p.type = other;
        play(c, round, c->v, value[1]);
        for (size_t k = 0; k < 3; k++)
            if (agree_until(own[k], others[k], numbers[k], numbers[k]) < numbers[k])
                differs[k] = true;
    }
}
