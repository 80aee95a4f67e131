/* Passes over a grid, from the middle on; each refines the grid around what the last one found. */
#include "corner.h"

#include "engine/number/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PASSES = 6, HALVINGS = 1100, NARROWINGS = 90, AROUND = 2 * CORNER_TENTHS + 1 };

typedef struct search {
    const func_line *l;
    double unit;
    corners *found;
    status outcome;
    size_t added, room;          /* corners: in this pass; that there may be in all */
    double row[3][LINE_WATCHES]; /* what is watched at three neighbours */
} search;

static void look(search *f, double s, double *row)
{
    if (f->outcome == STATUS_OK)
        f->outcome = f->l->watch(f->l, s, row);
}

static double at(search *f, size_t w, double s)
{
    double row[LINE_WATCHES] = {0};
    look(f, s, row);
    return row[w];
}

/* The sign of what is watched, or that it is not a number. */
static int class_of(double x)
{
    return isnan(x) ? 2 : (x > 0) - (x < 0);
}

static double step_at(const search *f, double s)
{
    return fmax(1e-12 * f->unit, 4e-16 * fabs(s));
}

static bool is_known(const search *f, double s)
{
    for (size_t i = 0; i < f->found->n; i++)
        if (fabs(f->found->at[i] - s) < step_at(f, s))
            return true;
    return false;
}

static void add(search *f, size_t w, double s)
{
    if (!isfinite(s) || is_known(f, s))
        return;
    if (f->found->n >= f->room) {
        f->found->complete = f->found->complete && f->l->kind[w] != LINE_ZERO;
        return;
    }
    f->found->at[f->found->n++] = s;
    f->added++;
}

/* Where the class changes between x and y: of two neighbouring numbers the one closer to 0. */
static double change(search *f, size_t w, double x, double y)
{
    int here = class_of(at(f, w, x));
    for (int i = 0; i < HALVINGS; i++) {
        double middle = x + (y - x) / 2;
        if (middle == x || middle == y)
            break;
        *(class_of(at(f, w, middle)) == here ? &x : &y) = middle;
    }
    double a = fabs(at(f, w, x)), b = fabs(at(f, w, y));
    return a <= b || isnan(b) ? x : y;
}

/* How high it is at s, for a search of peaks: touching 0 is one. */
static double height(search *f, size_t w, double s)
{
    double v = at(f, w, s);
    return f->l->kind[w] == LINE_PEAK ? v : -fabs(v);
}

/* The top between low and high, which middle is higher than; narrowed until the heights no longer
 * differ. */
static double top(search *f, size_t w, double low, double middle, double high)
{
    double best = height(f, w, middle);
    for (int i = 0; i < NARROWINGS; i++) {
        bool left = fabs(middle - low) > fabs(high - middle);
        double next = left ? (low + middle) / 2 : (middle + high) / 2, h = height(f, w, next);
        if (next == low || next == middle || next == high)
            break;
        if (h > best) {
            *(left ? &high : &low) = middle;
            middle = next;
            best = h;
        } else
            *(left ? &low : &high) = next;
    }
    return middle;
}

/* Whether the neighbours a and b of the top v are far below, so that the grid may have missed what
 * is between. */
static bool is_narrow(const search *f, size_t w, double a, double v, double b)
{
    if (f->l->kind[w] == LINE_PEAK)
        return v - a > 1 && v - b > 1;
    return fabs(v) < 1e-6 * fmin(fabs(a), fabs(b));
}

static void look_for_top(search *f, size_t w, const double *s)
{
    double sign = f->l->kind[w] == LINE_PEAK ? 1 : -1;
    double a = f->row[0][w], v = f->row[1][w], b = f->row[2][w];
    if (sign < 0)
        a = -fabs(a), v = -fabs(v), b = -fabs(b);
    if (!(v > a && v > b) || is_known(f, s[1]))
        return;
    double place = top(f, w, s[0], s[1], s[2]);
    if (is_narrow(f, w, a, height(f, w, place), b))
        add(f, w, place);
}

static void look_between(search *f, const double *s)
{
    bool near =
        fabs(s[2] - s[1]) < 3 * step_at(f, s[1]) && (is_known(f, s[1]) || is_known(f, s[2]));
    for (size_t w = 0; w < f->l->watches && !near; w++) {
        bool changes = class_of(f->row[1][w]) != class_of(f->row[2][w]);
        if (changes && f->l->kind[w] != LINE_PEAK)
            add(f, w, change(f, w, s[1], s[2]));
    }
}

/* From the middle on in one direction, with room for `room` corners in all: those near the middle
 * are found first. */
static void sweep(search *f, size_t from, int step, size_t room)
{
    double s[3] = {0};
    assert(f->l->watches <= LINE_WATCHES);
    f->room = room;
    for (size_t i = from, k = 0; i < f->found->points && f->outcome == STATUS_OK;
         i += (size_t)step, k++) {
        memmove(s, s + 1, 2 * sizeof *s);
        memmove(f->row[0], f->row[1], 2 * sizeof f->row[0]);
        s[2] = f->found->point[i];
        look(f, s[2], f->row[2]);
        if (k >= 1)
            look_between(f, s);
        for (size_t w = 0; w < f->l->watches && k >= 2; w++)
            look_for_top(f, w, s);
    }
}

static void pass(search *f)
{
    size_t middle = f->found->points / 2;
    f->added = 0;
    sweep(f, middle - 1, 1, CORNERS / 2);
    sweep(f, middle + 1, -1, CORNERS);
}

/* Points around the corners from the first on, in [low, high]. */
static void refine(search *f, size_t first, double low, double high)
{
    corners *c = f->found;
    for (size_t i = first; i < c->n; i++) {
        c->point[c->points++] = c->at[i];
        double d = f->unit;
        for (int k = 0; k < CORNER_TENTHS; k++) {
            d /= 10;
            if (d < 4e-16 * fabs(c->at[i]))
                break;
            if (c->at[i] - d > low)
                c->point[c->points++] = c->at[i] - d;
            if (c->at[i] + d < high)
                c->point[c->points++] = c->at[i] + d;
        }
    }
    qsort(c->point, c->points, sizeof *c->point, array_rising);
}

status corners_find(const func_line *l, size_t n, const double *grid, double unit, corners *out)
{
    search f = {.l = l, .unit = unit, .found = out, .outcome = STATUS_OK};
    *out = (corners){.complete = l->all};
    out->at = malloc(CORNERS * sizeof *out->at);
    out->point = malloc((n + CORNERS * AROUND) * sizeof *out->point);
    if (!out->at || !out->point)
        return STATUS_NO_MEMORY;
    memcpy(out->point, grid, n * sizeof *grid);
    out->points = n;
    for (int i = 0; i < PASSES && f.outcome == STATUS_OK; i++) {
        size_t before = out->n;
        pass(&f);
        if (f.added == 0)
            break;
        refine(&f, before, grid[0], grid[n - 1]);
    }
    qsort(out->at, out->n, sizeof *out->at, array_rising);
    return f.outcome;
}

void corners_free(corners *c)
{
    free(c->at);
    free(c->point);
}
