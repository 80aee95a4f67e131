/* Ends are combined by their operation; one that is not a number gives all numbers. */
#include "interval.h"

#include "vm.h"

#include <math.h>

/* Infinite ends are open, too. */
static interval made(double lo, double hi, bool lo_open, bool hi_open)
{
    if (isnan(lo) || isnan(hi))
        return interval_all();
    return (interval){lo, hi, lo_open || isinf(lo), hi_open || isinf(hi)};
}

interval interval_between(double lo, double hi)
{
    return made(lo, hi, false, false);
}

interval interval_negative(interval a)
{
    return (interval){-a.hi, -a.lo, a.hi_open, a.lo_open};
}

static interval sum(interval a, interval b)
{
    return made(a.lo + b.lo, a.hi + b.hi, a.lo_open || b.lo_open, a.hi_open || b.hi_open);
}

/* An end, and whether it is open. */
typedef struct end {
    double at;
    bool open;
} end;

/* 0 times infinity is 0 here: infinity means any number. */
static end times(end a, end b)
{
    bool nothing = a.at == 0 || b.at == 0;
    bool reached = (a.at == 0 && !a.open) || (b.at == 0 && !b.open);
    if (nothing)
        return (end){0, !reached};
    return (end){a.at * b.at, a.open || b.open || isinf(a.at * b.at)};
}

/* Widens a so that it has the end. */
static interval widen(interval a, end e)
{
    if (e.at < a.lo || (e.at == a.lo && !e.open))
        a.lo_open = e.open;
    if (e.at > a.hi || (e.at == a.hi && !e.open))
        a.hi_open = e.open;
    a.lo = fmin(a.lo, e.at);
    a.hi = fmax(a.hi, e.at);
    return a;
}

static end lower(interval a)
{
    return (end){a.lo, a.lo_open};
}

static end upper(interval a)
{
    return (end){a.hi, a.hi_open};
}

static interval product(interval a, interval b)
{
    end first = times(lower(a), lower(b));
    interval all = {first.at, first.at, first.open, first.open};
    all = widen(all, times(lower(a), upper(b)));
    all = widen(all, times(upper(a), lower(b)));
    all = widen(all, times(upper(a), upper(b)));
    /* an open 0 at an end may be reached inside the other factor */
    bool zero = (a.lo < 0 && a.hi > 0) || (b.lo < 0 && b.hi > 0);
    return zero ? widen(all, (end){0, false}) : all;
}

static interval inverse(interval a)
{
    if (interval_positive(a))
        return (interval){1 / a.hi, a.lo == 0 ? INFINITY : 1 / a.lo, a.hi_open, a.lo_open};
    if (interval_positive(interval_negative(a)))
        return interval_negative(inverse(interval_negative(a)));
    return interval_all();
}

static interval both(interval a, interval b)
{
    return widen(widen(a, lower(b)), upper(b));
}

static interval largest(interval a, interval b)
{
    interval all = widen(a, upper(b));
    all.lo = fmax(a.lo, b.lo);
    all.lo_open = (a.lo == all.lo && a.lo_open) || (b.lo == all.lo && b.lo_open);
    return all;
}

/* Of |u|. */
static interval size_of(interval u)
{
    if (u.lo >= 0)
        return u;
    if (u.hi <= 0)
        return interval_negative(u);
    interval all = widen((interval){0, 0, false, false}, upper(u));
    return widen(all, (end){-u.lo, u.lo_open});
}

static double scalar(expr_op op, double x)
{
    return vm_here()->scalar(op, (double[3]){x}, NULL);
}

/* Of a function that rises. */
static interval rising(expr_op op, interval u)
{
    return made(scalar(op, u.lo), scalar(op, u.hi), u.lo_open, u.hi_open);
}

/* Of one that does, or does with |u|, or that may be anything. What is positive underflows to 0. */
static interval of_function(expr_op op, interval u)
{
    unsigned h = expr_traits(op);
    interval y = rising(op, h & EXPR_BOWL ? size_of(u) : u);
    y.lo_open = y.lo_open || (h & EXPR_POSITIVE && y.lo == 0);
    return h & (EXPR_BOWL | EXPR_RISES) ? y : interval_all();
}

/* Of one that is defined from `first` on. */
static interval rising_from(expr_op op, double first, interval u)
{
    if (u.lo < first) {
        u.lo = first;
        u.lo_open = false;
    }
    return u.hi < first ? interval_all() : rising(op, u);
}

interval interval_power(interval u, unsigned n)
{
    interval size = n % 2 ? u : size_of(u);
    return made(pow(size.lo, n), pow(size.hi, n), size.lo_open, size.hi_open);
}

/* The interval with these ends, whichever is the lower one. */
static interval with_ends(end a, end b)
{
    return a.at <= b.at ? made(a.at, b.at, a.open, b.open) : made(b.at, a.at, b.open, a.open);
}

/* u^c and c^u for a constant c. */
static interval general_power(interval u, interval v)
{
    if (v.lo == v.hi && interval_not_negative(u))
        return with_ends((end){pow(u.lo, v.lo), u.lo_open}, (end){pow(u.hi, v.lo), u.hi_open});
    if (u.lo == u.hi && u.lo > 0)
        return with_ends((end){pow(u.lo, v.lo), v.lo_open}, (end){pow(u.lo, v.hi), v.hi_open});
    interval any = {0, INFINITY, interval_positive(u), true};
    return interval_not_negative(u) ? any : interval_all();
}

static interval of_table(const graph *g, uint32_t table)
{
    size_t n;
    const double *data = graph_table_data(g, table, &n);
    interval all = {INFINITY, -INFINITY, false, false};
    for (size_t i = 0; i < n; i++) {
        if (isnan(data[i]))
            return interval_all();
        all = widen(all, (end){data[i], false});
    }
    return n ? interval_between(all.lo, all.hi) : interval_all();
}

interval interval_of(const graph *g, const expr_node *n, const interval a[3])
{
    switch (n->op) {
    case EXPR_CONSTANT:
        return interval_between(n->value, n->value);
    case EXPR_FRESH:
    case EXPR_STOP:
        return a[0];
    case EXPR_ADD:
        return sum(a[0], a[1]);
    case EXPR_SUB:
        return sum(a[0], interval_negative(a[1]));
    case EXPR_MUL:
        return n->a == n->b ? interval_power(a[0], 2) : product(a[0], a[1]);
    case EXPR_DIV:
        return product(a[0], inverse(a[1]));
    case EXPR_NEG:
        return interval_negative(a[0]);
    case EXPR_POW:
        return general_power(a[0], a[1]);
    case EXPR_MAX:
        return largest(a[0], a[1]);
    case EXPR_MIN:
        return interval_negative(largest(interval_negative(a[0]), interval_negative(a[1])));
    case EXPR_RELU:
        return largest(a[0], interval_between(0, 0));
    case EXPR_FLOOR:
        return interval_between(floor(a[0].lo), floor(a[0].hi));
    case EXPR_LOG:
    case EXPR_SQRT:
        return rising_from(n->op, 0, a[0]);
    case EXPR_LOG1P:
        return rising_from(n->op, -1, a[0]);
    case EXPR_SIN:
    case EXPR_COS:
        return interval_between(-1, 1);
    case EXPR_WHERE:
        return both(a[1], a[2]);
    case EXPR_GATHER:
        return of_table(g, n->b);
    default:
        return of_function(n->op, a[0]);
    }
}
