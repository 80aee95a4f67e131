/* Random points, special numbers, and means of draws or of rows: where q will be evaluated. */
#include "bind/operator/tried.h"

#include <math.h>
#include <string.h>

enum {
    RANDOM = 64,
    ATOMS = 10,
    MEANS = 8,    /* of each size of blocks */
    ROWS = 32,    /* of a sample, and as many means of its beginning */
    LONGEST = 512 /* draws for a mean */
};

typedef struct points {
    size_t in, n, most;
    double *s;
    const bind_where *where;
} points;

_Static_assert(3 + 4 + ATOMS * (ATOMS + 1) / 2 <= TRIED_SPECIAL, "TRIED_SPECIAL");

size_t tried_special(const dist *d, double *x)
{
    static const double numbers[] = {0, 1, -1};
    const double *value, *prob;
    size_t n = sizeof numbers / sizeof *numbers;
    memcpy(x, numbers, sizeof numbers);
    for (size_t i = 0; d && i < 4; i++)
        x[n++] = d->parameter[i];
    size_t atoms = d && d->type->atoms && d->dim == 1 ? d->type->atoms(d, &value, &prob) : 0;
    for (size_t i = 0; i < atoms && i < ATOMS; i++)
        for (size_t j = i; j < atoms && j < ATOMS; j++)
            x[n++] = i == j ? value[i] : (value[i] + value[j]) / 2;
    return n;
}

size_t tried_points(const bind_where *where)
{
    size_t n = RANDOM + 1 + 2 * TRIED_SPECIAL;
    if (where->blocks)
        n += MEANS * (1 + where->blocks->n);
    return where->rows ? n + 2 * ROWS : n;
}

/* Adds the point whose component j is shift + x[j * gap]. */
static void add(points *p, const double *x, size_t gap)
{
    const double *shift = p->where->s;
    for (size_t j = 0; j < p->in; j++)
        p->s[j * p->most + p->n] = (shift ? shift[j] : 0) + x[j * gap];
    p->n++;
}

/* The point with the same number everywhere. */
static void add_same(points *p, double x)
{
    for (size_t j = 0; j < p->in; j++)
        p->s[j * p->most + p->n] = x;
    p->n++;
}

/* Random points around `at`, and itself. */
static void add_random(points *p)
{
    static _Thread_local stream normals; /* too large for a stack of Lua's */
    stream_init(&normals, STREAM_NORMALS, 0, 0, PURPOSE_USER, 0);
    for (size_t j = 0; j < p->in; j++)
        for (size_t i = 0; i < RANDOM; i++)
            p->s[j * p->most + i] =
                p->where->at[j] + *stream_normals(&normals, 1) * (1 + fabs(p->where->at[j]));
    p->n = RANDOM;
    for (size_t j = 0; j < p->in; j++)
        p->s[j * p->most + p->n] = p->where->at[j];
    p->n++;
}

/* The special numbers as they are, and shifted. */
static void add_special(points *p)
{
    double x[TRIED_SPECIAL];
    size_t n = tried_special(p->where->blocks ? p->where->blocks->d : NULL, x);
    for (size_t i = 0; i < n; i++) {
        add_same(p, x[i]);
        if (p->where->s)
            add(p, &x[i], 0);
    }
}

/* Means of blocks of `size` draws, a sum from left to right. */
static void add_means(points *p, stream *s, double size)
{
    const dist *d = p->where->blocks->d;
    double draw[STREAM_MOST];
    if (!(size <= LONGEST))
        return;
    for (size_t i = 0; i < MEANS; i++) {
        double *to = p->s + p->n;
        for (size_t j = 0; j < p->in; j++)
            to[j * p->most] = 0;
        for (size_t k = 0; k < (size_t)size; k++) {
            if (d->type->draw(d, s, 1, draw, 1) != STATUS_OK)
                return;
            for (size_t j = 0; j < p->in; j++)
                to[j * p->most] += draw[j];
        }
        for (size_t j = 0; j < p->in; j++)
            to[j * p->most] = (p->where->s ? p->where->s[j] : 0) + to[j * p->most] / size;
        p->n++;
    }
}

static void add_draws(points *p)
{
    static _Thread_local stream draws;
    const bind_blocks *b = p->where->blocks;
    if (b->d->type->calls_back || b->d->dim > STREAM_MOST)
        return;
    stream_init(&draws, b->d->type->kind, 0, 0, PURPOSE_USER, 1);
    add_means(p, &draws, 1);
    for (size_t k = 0; k < b->n; k++)
        add_means(p, &draws, b->sizes[k]);
}

/* Rows, and the means of the first 1, 2, .. */
static void add_rows(points *p)
{
    const bind_where *w = p->where;
    size_t n = w->n < ROWS ? w->n : ROWS, first = p->n + n;
    for (size_t i = 0; i < n; i++)
        add(p, w->rows + i * p->in, 1);
    for (size_t i = 0; i < n; i++, p->n++)
        for (size_t j = 0; j < p->in; j++) {
            double sum = 0;
            for (size_t k = 0; k <= i; k++)
                sum += w->rows[k * p->in + j];
            p->s[j * p->most + first + i] = (w->s ? w->s[j] : 0) + sum / (double)(i + 1);
        }
}

size_t tried_fill(size_t in, const bind_where *where, double *s)
{
    points p = {in, 0, tried_points(where), s, where};
    add_random(&p);
    add_special(&p);
    if (where->blocks)
        add_draws(&p);
    if (where->rows)
        add_rows(&p);
    return p.n;
}
