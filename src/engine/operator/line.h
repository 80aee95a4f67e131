/* A function q of one number, looked at along its line: its values beyond the range of double, and
 * the quantities whose changes show where q has a pole, a kink, a switch or a narrow part. */
#pragma once

#include "engine/number/scaled.h"
#include "func.h"

typedef enum line_watch {
    LINE_ZERO, /* q may be singular where it is 0 */
    LINE_BEND, /* q may change its form where it is 0 */
    LINE_PEAK  /* q may be narrow where it, a logarithm, is largest */
} line_watch;

enum { LINE_WATCHES = 256 }; /* the most that are watched */

typedef struct func_line func_line;
struct func_line {
    size_t watches;
    const line_watch *kind;
    bool all; /* nothing else would have to be watched */
    const func *q;
    status (*value)(const func_line *l, double s, scaled *out);
    status (*watch)(const func_line *l, double s, double *out); /* of all that is watched */
};

/* q at n points. What overflows in double on its way to a number is that number, which may be `off`
 * by so much; a number that is itself beyond double is infinite, and off by INFINITY. */
status line_values(const func *q, size_t n, const double *s, double *v, double *off);

/* The line of a q that is known by its values alone: peaks of log |q| are watched. */
func_line line_plain(const func *q);
