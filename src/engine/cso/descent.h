/* Steps that are made where the estimates are: a row moves its point as soon as it is whole. */
#pragma once

#include "engine/cso/problem.h"
#include "engine/machine/v8.h"
#include "engine/number/v8_function.h"

/* Steps of the points of a list of lanes, list .. end - 1, where lanes of one row stand together: a
 * row begins at zero, and once finished it moves its point, x <- x - step (row + l2 x), previous <-
 * old x. */
typedef struct descent {
    const lane *list, *end;
    bool alone; /* no two lanes have the same row */
    bool still; /* points stay: the mover moves them when all rows are whole */
    double minus_step, l2;
    v8 check; /* not zeros once a point is not finite */
} descent;

static inline descent descent_of(size_t n, const lane *l, size_t batch, const problem *p,
                                 double step, const mover *move)
{
    return (descent){.list = l,
                     .end = l + n,
                     .alone = batch == 1,
                     .still = move,
                     .minus_step = -step,
                     .l2 = p->l2};
}

/* Whether a lane's row begins with it, and whether it ends with it and its point moves. */
static inline bool row_begins(const descent *by, const lane *l)
{
    return l == by->list || l[-1].out != l->out;
}

static inline bool row_moves(const descent *by, const lane *l)
{
    return !by->still && (l + 1 == by->end || l[1].out != l->out);
}

/* x - step (estimate + l2 x), as in method_move */
V8_INLINE v8 moved(v8 x, v8 estimate, v8 l2, v8 minus_step)
{
    return v8_fma(minus_step, v8_fma(l2, x, estimate), x);
}

/* Numbers c .. c+7 of the point move, by those of the estimate. NANs where they are not finite. */
V8_INLINE v8 move_point(const lane *l, size_t c, v8 estimate, const descent *by)
{
    double *x = l->point[0] + c, *previous = l->point[1] + c;
    v8 old = v8_load(x), new = moved(old, estimate, v8_set1(by->l2), v8_set1(by->minus_step));
    v8_store(previous, old);
    v8_store(x, new);
    return v8_sub(new, new);
}

/* The step is made: has the mover, if there is one, move the points. Whether all are finite. */
static inline bool descent_moved(const descent *by, const mover *move)
{
    return move ? move->move(move->group) : v8_all(v8_equal(by->check, v8_set1(0)));
}

/* How many of n lanes, at most `most`, have the first one's row. */
static inline size_t lanes_alike(size_t n, size_t most, const lane *l)
{
    size_t alike = 1;
    while (alike < n && alike < most && l[alike].out == l->out)
        alike++;
    return alike;
}
