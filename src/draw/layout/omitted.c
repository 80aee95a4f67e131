/* Every point has one fate; a sentence counts those of one fate and names their series. */
#include "draw/layout/omitted.h"

#include "draw/layout/marks.h"
#include "draw/scale/scale.h"
#include "draw/utf8.h"

#include <math.h>
#include <string.h>

enum { MOST = 4 }; /* series or characters that a sentence names */

typedef enum fate { SHOWN, NOT_FINITE, NOT_POSITIVE, BEYOND } fate;

static bool is_beyond(const figure_axis *axis, double value)
{
    return value < axis->min || value > axis->max;
}

static fate fate_of(const figure *f, double x, double y)
{
    if (!isfinite(x) || !isfinite(y))
        return NOT_FINITE;
    if (isnan(scale_coordinate(f->x.scale, x)) || isnan(scale_coordinate(f->y.scale, y)))
        return NOT_POSITIVE;
    return is_beyond(&f->x, x) || is_beyond(&f->y, y) ? BEYOND : SHOWN;
}

/* Points of one fate, by the labels of their series. */
typedef struct tally {
    size_t all, n; /* n: labels that are named */
    struct {
        size_t series, points;
    } named[MOST];
} tally;

static bool same_label(const figure *f, size_t a, size_t b)
{
    return a == b || (*f->series[a].label && strcmp(f->series[a].label, f->series[b].label) == 0);
}

static void add(tally *t, const figure *f, size_t series, size_t points)
{
    size_t i = 0;
    t->all += points;
    while (i < t->n && !same_label(f, t->named[i].series, series))
        i++;
    if (points == 0 || i == MOST)
        return;
    t->named[i].series = series;
    t->named[i].points += points;
    t->n += i == t->n;
}

static tally count(const figure *f, fate wanted)
{
    tally t = {.all = 0};
    for (size_t k = 0; k < f->n; k++) {
        const figure_series *a = &f->series[k];
        size_t points = 0;
        for (size_t i = 0; i < a->n && !a->hide; i++)
            points += fate_of(f, a->x[i], figure_y(a, i)) == wanted;
        add(&t, f, k, points);
    }
    return t;
}

void omitted_name(const figure *f, size_t series, bytes *out)
{
    if (*f->series[series].label)
        bytes_text(out, f->series[series].label);
    else
        bytes_print(out, "series %zu", series + 1);
}

/* " (2 of L1, 1 of L3)" where there are several series. */
static void add_names(const figure *f, const tally *t, bytes *out)
{
    size_t rest = t->all;
    if (f->n < 2)
        return;
    for (size_t i = 0; i < t->n; i++) {
        bytes_print(out, "%s%zu of ", i ? ", " : " (", t->named[i].points);
        omitted_name(f, t->named[i].series, out);
        rest -= t->named[i].points;
    }
    if (rest)
        bytes_print(out, ", %zu of others", rest);
    bytes_char(out, ')');
}

static void begin(bytes *out)
{
    if (out->n)
        bytes_char(out, ' ');
}

void omitted_series(const figure *f, bytes *out)
{
    size_t n = 0;
    for (size_t i = 0; i < f->n; i++) {
        if (f->series[i].n || f->series[i].hide || n++ >= MOST)
            continue;
        if (n == 1)
            begin(out);
        bytes_text(out, n == 1 ? "Without points: " : ", ");
        omitted_name(f, i, out);
    }
    if (n > MOST)
        bytes_print(out, ", %zu more", n - MOST);
    if (n)
        bytes_char(out, '.');
}

void omitted_points(const figure *f, bytes *out)
{
    static const struct {
        fate fate;
        const char *which, *where;
    } rows[] = {{NOT_POSITIVE, "with a value \u2264 0", " on the logarithmic axis"},
                {NOT_FINITE, "with a value that is not finite", ""},
                {BEYOND, "beyond the limits of the axes", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tally t = count(f, rows[i].fate);
        if (t.all == 0)
            continue;
        begin(out);
        bytes_print(out, "%zu point%s %s %s not shown%s", t.all, t.all == 1 ? "" : "s",
                    rows[i].which, t.all == 1 ? "is" : "are", rows[i].where);
        add_names(f, &t, out);
        bytes_char(out, '.');
    }
}

/* Whether one limit of a shown point is a number and the other is not; with neither it has none. */
static bool is_half(const figure *f, const figure_series *a, size_t i)
{
    return a->lo && a->hi && isnan(a->lo[i]) != isnan(a->hi[i]) &&
           fate_of(f, a->x[i], figure_y(a, i)) == SHOWN;
}

void omitted_intervals(const figure *f, bytes *out)
{
    tally t = {.all = 0};
    for (size_t k = 0; k < f->n; k++) {
        const figure_series *a = &f->series[k];
        size_t n = 0;
        for (size_t i = 0; i < a->n && !a->hide; i++)
            n += is_half(f, a, i);
        add(&t, f, k, n);
    }
    if (t.all == 0)
        return;
    begin(out);
    bytes_print(out, "%zu interval%s with a limit that is not a number %s not shown", t.all,
                t.all == 1 ? "" : "s", t.all == 1 ? "is" : "are");
    add_names(f, &t, out);
    bytes_char(out, '.');
}

void omitted_marks(const figure *f, bytes *out)
{
    size_t n = marks_beyond(f);
    if (n == 0)
        return;
    begin(out);
    bytes_print(out, "%zu mark%s beyond the limits of the axes %s not shown.", n, n == 1 ? "" : "s",
                n == 1 ? "is" : "are");
}

/* Different characters, in the order in which they came. */
typedef struct lacking {
    text_font font;
    size_t n;
    unsigned codes[MOST + 1]; /* the last one: there are more */
} lacking;

static void look_up(lacking *l, bool bold, const char *text)
{
    while (*text && l->n <= MOST) {
        unsigned code = utf8_next(&text);
        size_t i = 0;
        if (code < 0x7f || l->font.has(l->font.self, bold, code))
            continue;
        while (i < l->n && l->codes[i] != code)
            i++;
        l->codes[i] = code;
        l->n += i == l->n;
    }
}

void omitted_characters(const figure *f, text_font font, bytes *out)
{
    lacking l = {.font = font};
    if (!font.has)
        return;
    const char *const texts[] = {f->notes, f->x.label, f->y.label, f->band, f->noise};
    look_up(&l, true, f->title);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        look_up(&l, false, texts[i]);
    for (size_t i = 0; i < f->n; i++)
        look_up(&l, false, f->series[i].label);
    for (size_t i = 0; i < f->n_marks; i++)
        look_up(&l, false, f->marks[i].label);
    if (l.n)
        begin(out);
    for (size_t i = 0; i < l.n && i < MOST; i++)
        bytes_print(out, "%sU+%04X", i ? ", " : "The font has no ", l.codes[i]);
    if (l.n)
        bytes_text(out, l.n > MOST ? " and others." : ".");
}
