/* Worlds are put in order along the jackknife's line, and some of them chosen. */
#include "worlds.h"

#include "engine/number/num.h"

#include <math.h>
#include <stdlib.h>

void worlds_layout(worlds *w, const sample *rows, size_t n, const func *q, arena *memory)
{
    *w = (worlds){.rows = rows, .q = q, .places = WORLDS_PLACES * n};
    w->share = arena_take(memory, n * sizeof *w->share);
    w->line = arena_take(memory, n * sizeof *w->line);
    w->map = arena_take(memory, WORLDS_LAWS * w->places * sizeof *w->map);
    w->order = arena_take(memory, WORLDS_LAWS * sizeof *w->order);
    w->point = arena_take(memory, q->in * sizeof *w->point);
    w->value = arena_take(memory, q->out * sizeof *w->value);
}

/* *along <- q at the mean of these rows, along what is to be put in order. */
static status eval_along(worlds *w, const uint32_t *number, size_t n, double *along)
{
    sample_mean_of_rows(w->rows, number, n, w->point, 1);
    status done = w->q->eval(w->q, 1, w->point, w->value, 1);
    *along = 0;
    for (size_t l = 0; l < w->q->out && done == STATUS_OK; l++)
        *along += w->along[l] * w->value[l];
    return done;
}

/* w->line <- what q is without each row, from below; 0 where it is not finite. */
static status find_line(worlds *w)
{
    size_t n = w->rows->n;
    uint32_t *left = w->map; /* no law is there yet */
    status done = STATUS_OK;
    for (size_t i = 0; i < n; i++)
        left[i] = (uint32_t)i;
    for (size_t i = n; i-- > 0 && done == STATUS_OK;) {
        left[i] = (uint32_t)(n - 1); /* the rows but i, in some order */
        done = eval_along(w, left, n - 1, &w->line[i]);
        w->line[i] = isfinite(w->line[i]) ? -w->line[i] : 0;
        left[i] = (uint32_t)i;
    }
    return done;
}

/* Puts a random law's rows at its places; returns where it is on the line. */
static double make_law(worlds *w, stream *s, uint32_t *place)
{
    size_t n = w->rows->n, row = 0;
    double all = 0, below, at = 0;
    for (size_t i = 0; i < n; i++) {
        w->share[i] = -num_log(stream_word_uniform(*stream_words(s, 1)));
        all += w->share[i];
    }
    below = w->share[0];
    for (size_t k = 0; k < w->places; k++) {
        while (row + 1 < n && below * (double)w->places < all * ((double)k + 0.5))
            below += w->share[++row];
        place[k] = (uint32_t)row;
        at += w->line[row];
    }
    return at;
}

static int compare(const void *a, const void *b)
{
    const world_place *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static void make_laws(worlds *w, stream *s)
{
    for (uint32_t r = 0; r < WORLDS_LAWS; r++)
        w->order[r] = (world_place){make_law(w, s, w->map + r * w->places), r};
    qsort(w->order, WORLDS_LAWS, sizeof *w->order, compare);
}

/* The laws within the edges that have a finite q at their mean, in the order of q. */
static status order_worlds(worlds *w)
{
    status done = STATUS_OK;
    for (size_t r = WORLDS_EDGE; r < WORLDS_LAWS - WORLDS_EDGE && done == STATUS_OK; r++) {
        world_place at = {.number = w->order[r].number};
        done = eval_along(w, w->map + at.number * w->places, w->places, &at.key);
        if (isfinite(at.key))
            w->order[w->possible++] = at;
    }
    qsort(w->order, w->possible, sizeof *w->order, compare);
    return done;
}

status worlds_make(worlds *w, const double *along, stream *s)
{
    w->along = along;
    status done = find_line(w);
    make_laws(w, s);
    return done == STATUS_OK ? order_worlds(w) : done;
}

status worlds_go(worlds *w, size_t i, const uint32_t **world, double *truth)
{
    size_t r = w->order[i * (w->possible - 1) / (WORLDS_N - 1)].number;
    *world = w->map + r * w->places;
    sample_mean_of_rows(w->rows, *world, w->places, w->point, 1);
    return w->q->eval(w->q, 1, w->point, truth, 1);
}
