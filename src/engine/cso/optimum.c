/* L-BFGS from each start in turn, until none finds a smaller F; then F far away is judged. */
#include "optimum.h"

#include "engine/number/minimize.h"
#include "engine/number/norm.h"
#include "optimum_part.h"
#include "parts.h"

#include <math.h>
#include <string.h>

enum {
    FAR = 3,        /* starts at 1, 10, 100 times the optimum's length */
    BESIDE = 3,     /* starts at 10^-3, 10^-2, 10^-1 times it */
    MOST = 20000,   /* evaluations of F that later starts may take, which together are of */
    ROWS = 2000000, /* so many outer samples at most, and */
    CALLS = 50000,  /* where F runs as plain calls */
    ROUNDS = 4,     /* the most times that a search is repeated as long as F falls */
    LINES = 4,      /* random lines that are looked along, beside */
    AXES = 32       /* so many coordinate axes */
};

static void lay_out(search *s, const problem *p, arena *memory)
{
    size_t row = p->ld * sizeof(double), d = p->d < OPTIMUM_SECOND ? p->d : OPTIMUM_SECOND;
    double **const rows[] = {&s->x, &s->y, &s->between, &s->center, &s->direction, &s->gradient};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = arena_take(memory, row);
    s->minimizing = arena_take(memory, minimize_work(p->ld) * sizeof(double));
    s->second = arena_take(memory, 2 * d * d * sizeof(double));
    s->normals = arena_take(memory, sizeof(stream));
    s->parts = arena_take(memory, p->type->row_sum ? parts_count(p) * row : 0);
    bool bends = p->type->row_sum && p->d <= OPTIMUM_BENDS;
    s->bends = arena_take(memory, bends ? p->d * p->d * sizeof(double) : 0);
}

size_t optimum_work(const problem *p)
{
    search measured;
    arena memory = {0};
    lay_out(&measured, p, &memory);
    return memory.used;
}

/* Once more from the optimum, as long as that lowers F: a minimization ends where the gradient is
 * small against the one at its start. */
static void polish(search *s)
{
    double before = NAN;
    for (int k = 0; k < ROUNDS && s->p->least != before && !isnan(s->p->least); k++) {
        before = s->p->least;
        memcpy(s->x, s->p->optimum, s->p->ld * sizeof *s->x);
        search_descend(s);
    }
}

/* x <- a random point about `reach` times the length of the optimum away from it, or `reach` where
 * that is short. */
static void place_around(search *s, double reach, double *x)
{
    const problem *p = s->p;
    double length = 1 + norm_value(norm_of(p->optimum, p->d, 1));
    double scale = reach * length / sqrt((double)p->d);
    for (size_t j = 0; j < p->d; j++)
        x[j] = p->optimum[j] + scale * *stream_normals(s->normals, 1);
}

static void descend_around(search *s, double reach)
{
    if (search_done(s))
        return;
    place_around(s, reach, s->x);
    search_descend(s);
}

/* A step too short for the minimization to see must not end it: the starts beside the optimum are
 * near, but not within rounding of it. */
static void leave_saddles(search *s)
{
    double before = NAN;
    for (int round = 0; round < ROUNDS && s->p->least != before; round++) {
        before = s->p->least;
        for (int k = 1; k <= BESIDE; k++)
            descend_around(s, pow(10, -k));
    }
}

static void search_lines(search *s)
{
    size_t axes = s->p->d < AXES ? s->p->d : AXES, lines = axes + (s->p->d > 1 ? LINES : 0);
    for (size_t k = 0; k < lines && !search_done(s); k++) {
        search_aim(s, k, axes);
        search_line(s);
    }
}

/* Lines through 0 first, then through the optimum. */
static void search_further(search *s)
{
    problem *p = s->p;
    double before = NAN;
    memset(s->center, 0, p->ld * sizeof *s->center);
    search_lines(s);
    if (isnan(p->least))
        memcpy(p->optimum, p->start, p->ld * sizeof *p->optimum);
    for (int k = 0; k < FAR; k++)
        descend_around(s, pow(10, k));
    leave_saddles(s);
    for (int k = 0; k < ROUNDS && p->least != before && !search_done(s); k++) {
        before = p->least;
        memcpy(s->center, p->optimum, p->ld * sizeof *s->center);
        search_lines(s);
    }
}

/* An objective without a penalty that still falls at twice the point it was followed to has no
 * minimum: separable data. */
static bool still_falls(search *s)
{
    const problem *p = s->p;
    for (size_t j = 0; j < p->ld; j++)
        s->x[j] = 2 * p->optimum[j];
    return search_value(s, s->x, NULL) < p->least - 1e-12 * fabs(p->least);
}

/* Why the search found none. */
static const char *reason(search *s)
{
    if (*s->p->pole)
        return s->p->pole;
    if (s->unbounded)
        return "F is unbounded below";
    if (isnan(s->p->least))
        return "the minimization of F did not converge: F may have a kink there, or no minimum";
    return NULL;
}

/* Judges F around the optimum and far from it, or far from the start if there is no optimum. */
static const char *judge(search *s)
{
    problem *p = s->p;
    const char *why = reason(s), *far;
    if (s->unbounded || *p->pole)
        return why;
    if (why) {
        memcpy(p->optimum, p->start, p->ld * sizeof *p->optimum);
        p->least = search_value(s, p->start, NULL);
    }
    far = search_judge(s, !why);
    return far ? far : why;
}

/* A problem of the user's own: the search goes on until its budget is spent. */
static const char *find_further(search *s)
{
    problem *p = s->p;
    stream_init(s->normals, STREAM_NORMALS, 0, 0, PURPOSE_DATA, 0);
    memcpy(s->x, p->start, p->ld * sizeof *s->x);
    search_descend(s);
    polish(s);
    size_t rows = (p->serial ? CALLS : ROWS) / p->n;
    size_t budget = s->evaluations + (rows < MOST ? rows : MOST);
    s->most = s->evaluations + budget;
    if (!search_done(s) && (!p->convex || isnan(p->least)))
        search_further(s);
    s->most = s->evaluations + budget;
    polish(s);
    s->most = s->evaluations + budget;
    if (p->convex && !search_done(s) && !isnan(p->least))
        search_valleys(s);
    s->most = s->evaluations + budget;
    return judge(s);
}

/* From zero first, so that the same data have the same optimum to the last bit. */
void optimum_find(problem *p, void *work)
{
    arena memory = {.block = work};
    search s = {.p = p, .most = SIZE_MAX};
    lay_out(&s, p, &memory);
    double *const rows[] = {s.x, s.y, s.between, s.center, s.direction, s.gradient};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        memset(rows[i], 0, p->ld * sizeof **rows);
    if (p->type->convex)
        search_rows(&s);
    else
        search_descend(&s);
    p->no_least = p->type->convex ? reason(&s) : find_further(&s);
    if (p->type->convex && !p->no_least && p->l2 == 0 && still_falls(&s))
        p->no_least = "F has no minimum: it keeps falling away from 0";
    if (p->no_least)
        p->least = NAN;
}
