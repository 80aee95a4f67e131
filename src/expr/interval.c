/* Ends are combined by their operation; one that is not a number gives all numbers. */
#include "interval.h"

#include "vm.h"

#include <float.h>
#include <math.h>

/* Infinite ends are open, too; what is beyond all doubles is beyond the last one. */
static interval made(interval_end lo, interval_end hi)
{
    if (isnan(lo.at) || isnan(hi.at))
        return interval_all();
    lo.at = fmin(lo.at, DBL_MAX);
    hi.at = fmax(hi.at, -DBL_MAX);
    return (interval){{lo.at, lo.open || isinf(lo.at)}, {hi.at, hi.open || isinf(hi.at)}};
}

interval interval_between(double lo, double hi)
{
    return made((interval_end){lo, false}, (interval_end){hi, false});
}

interval interval_negative(interval a)
{
    return (interval){{-a.hi.at, a.hi.open}, {-a.lo.at, a.lo.open}};
}

interval interval_sum(interval a, interval b)
{
    return made((interval_end){a.lo.at + b.lo.at, a.lo.open || b.lo.open},
                (interval_end){a.hi.at + b.hi.at, a.hi.open || b.hi.open});
}

/* 0 times infinity is 0 here: infinity means any number. */
static interval_end times(interval_end a, interval_end b)
{
    bool nothing = a.at == 0 || b.at == 0;
    bool reached = (a.at == 0 && !a.open) || (b.at == 0 && !b.open);
    if (nothing)
        return (interval_end){0, !reached};
    return (interval_end){a.at * b.at, a.open || b.open || isinf(a.at * b.at)};
}

/* Widens a so that it has the end. */
static interval widen(interval a, interval_end e)
{
    if (e.at < a.lo.at || (e.at == a.lo.at && !e.open))
        a.lo = e;
    if (e.at > a.hi.at || (e.at == a.hi.at && !e.open))
        a.hi = e;
    return a;
}

interval interval_product(interval a, interval b)
{
    interval_end first = times(a.lo, b.lo);
    interval all = {first, first};
    all = widen(all, times(a.lo, b.hi));
    all = widen(all, times(a.hi, b.lo));
    all = widen(all, times(a.hi, b.hi));
    /* an open 0 at an end may be reached inside the other factor */
    bool zero = (a.lo.at < 0 && a.hi.at > 0) || (b.lo.at < 0 && b.hi.at > 0);
    return zero ? widen(all, (interval_end){0, false}) : all;
}

interval interval_inverse(interval a)
{
    if (interval_positive(a))
        return (interval){{1 / a.hi.at, a.hi.open},
                          {a.lo.at == 0 ? INFINITY : 1 / a.lo.at, a.lo.open}};
    if (interval_positive(interval_negative(a)))
        return interval_negative(interval_inverse(interval_negative(a)));
    return interval_all();
}

interval interval_both(interval a, interval b)
{
    return widen(widen(a, b.lo), b.hi);
}

static interval largest(interval a, interval b)
{
    interval all = widen(a, b.hi);
    all.lo.at = fmax(a.lo.at, b.lo.at);
    all.lo.open = (a.lo.at == all.lo.at && a.lo.open) || (b.lo.at == all.lo.at && b.lo.open);
    return all;
}

/* Of |u|. */
static interval size_of(interval u)
{
    if (u.lo.at >= 0)
        return u;
    if (u.hi.at <= 0)
        return interval_negative(u);
    interval all = widen((interval){{0, false}, {0, false}}, u.hi);
    return widen(all, (interval_end){-u.lo.at, u.lo.open});
}

static double scalar(expr_op op, double x)
{
    return vm_here()->scalar(op, (double[3]){x}, NULL);
}

/* Of a function that rises. */
static interval rising(expr_op op, interval u)
{
    return made((interval_end){scalar(op, u.lo.at), u.lo.open},
                (interval_end){scalar(op, u.hi.at), u.hi.open});
}

/* Of any operation: one that rises, one that rises with |u|, or one of which no more is known. A
 * positive value may underflow to 0, which it is not. */
static interval of_function(expr_op op, interval u)
{
    unsigned h = expr_traits(op);
    interval y = rising(op, h & EXPR_BOWL ? size_of(u) : u);
    y.lo.open = y.lo.open || (h & EXPR_POSITIVE && y.lo.at == 0);
    if (h & EXPR_POSITIVE && y.hi.at == 0)
        y.hi.at = DBL_TRUE_MIN;
    return h & (EXPR_BOWL | EXPR_RISES) ? y : interval_all();
}

/* Of a rising operation that is defined from `first` on. */
static interval rising_from(expr_op op, double first, interval u)
{
    if (u.lo.at < first) {
        u.lo.at = first;
        u.lo.open = false;
    }
    return u.hi.at < first ? interval_all() : rising(op, u);
}

interval interval_power(interval u, unsigned n)
{
    interval size = n % 2 ? u : size_of(u);
    return made((interval_end){pow(size.lo.at, n), size.lo.open},
                (interval_end){pow(size.hi.at, n), size.hi.open});
}

/* The interval with these ends, whichever is the lower one. */
static interval with_ends(interval_end a, interval_end b)
{
    return a.at <= b.at ? made(a, b) : made(b, a);
}

/* u^c and c^u for a constant c. */
static interval general_power(interval u, interval v)
{
    if (v.lo.at == v.hi.at && interval_not_negative(u))
        return with_ends((interval_end){pow(u.lo.at, v.lo.at), u.lo.open},
                         (interval_end){pow(u.hi.at, v.lo.at), u.hi.open});
    if (u.lo.at == u.hi.at && u.lo.at > 0)
        return with_ends((interval_end){pow(u.lo.at, v.lo.at), v.lo.open},
                         (interval_end){pow(u.lo.at, v.hi.at), v.hi.open});
    interval any = {{0, interval_positive(u)}, {INFINITY, true}};
    return interval_not_negative(u) ? any : interval_all();
}

static interval of_table(const graph *g, uint32_t table)
{
    size_t n;
    const double *data = graph_table_data(g, table, &n);
    interval all = {{INFINITY, false}, {-INFINITY, false}};
    for (size_t i = 0; i < n; i++) {
        if (isnan(data[i]))
            return interval_all();
        all = widen(all, (interval_end){data[i], false});
    }
    return n ? interval_between(all.lo.at, all.hi.at) : interval_all();
}

static interval of_two(const expr_node *n, interval a, interval b)
{
    switch (n->op) {
    case EXPR_ADD:
        return interval_sum(a, b);
    case EXPR_SUB:
        return interval_sum(a, interval_negative(b));
    case EXPR_MUL:
        return n->a == n->b ? interval_power(a, 2) : interval_product(a, b);
    case EXPR_DIV:
        return interval_product(a, interval_inverse(b));
    case EXPR_POW:
        return general_power(a, b);
    case EXPR_MAX:
        return largest(a, b);
    case EXPR_MIN:
        return interval_negative(largest(interval_negative(a), interval_negative(b)));
    default:
        return of_function(n->op, a);
    }
}

/* Whether a whole number of turns plus `part` of one lies in the interval of turns. */
static bool has_turn(double lo, double hi, double part)
{
    return floor(hi - part) >= ceil(lo - part);
}

/* Of the sine or cosine, which is largest at `peak` turns, least half a turn on; a turn is 2 pi. */
static interval of_sine(expr_op op, double peak, interval u)
{
    const double turn = 6.283185307179586476925, far = 1e3, slack = 1e-9;
    double lo = u.lo.at / turn - slack, hi = u.hi.at / turn + slack;
    if (!(lo > -far && hi < far))
        return interval_between(-1, 1);
    double first = scalar(op, u.lo.at), last = scalar(op, u.hi.at);
    return interval_between(has_turn(lo, hi, peak + 0.5) ? -1 : fmin(first, last),
                            has_turn(lo, hi, peak) ? 1 : fmax(first, last));
}

static interval of_one(expr_op op, interval a)
{
    switch (op) {
    case EXPR_FRESH:
    case EXPR_STOP:
        return a;
    case EXPR_NEG:
        return interval_negative(a);
    case EXPR_RELU:
        return largest(a, interval_between(0, 0));
    case EXPR_FLOOR:
        return interval_between(floor(a.lo.at), floor(a.hi.at));
    case EXPR_LOG:
    case EXPR_SQRT:
        return rising_from(op, 0, a);
    case EXPR_LOG1P:
        return rising_from(op, -1, a);
    case EXPR_SIN:
        return of_sine(op, 0.25, a);
    case EXPR_COS:
        return of_sine(op, 0, a);
    default:
        return of_function(op, a);
    }
}

interval interval_of(const graph *g, const expr_node *n, const interval a[3])
{
    switch (n->op) {
    case EXPR_CONSTANT:
        return interval_between(n->value, n->value);
    case EXPR_WHERE:
        return interval_both(a[1], a[2]);
    case EXPR_GATHER:
        return of_table(g, n->b);
    default:
        return expr_arity(n->op) == 2 ? of_two(n, a[0], a[1]) : of_one(n->op, a[0]);
    }
}
