/* Figures of many points: marks of all kinds, in one or many series, in order or scattered. */
#pragma once

#include "draw/out/out_cairo.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct crowd_kind {
    const char *name;
    int dash, marker;
    bool line, limits, noise, signs, smooth;
} crowd_kind;

static const crowd_kind crowd_kinds[] = {
    {"line", DASH_SOLID, SHAPE_NONE, .line = true},
    {"dashes", DASH_DASH, SHAPE_NONE, .line = true},
    {"dots", DASH_DOT, SHAPE_NONE, .line = true},
    {"smooth line", DASH_SOLID, SHAPE_NONE, .line = true, .smooth = true},
    {"smooth dashes", DASH_DASH, SHAPE_NONE, .line = true, .smooth = true},
    {"smooth dots", DASH_DOT, SHAPE_NONE, .line = true, .smooth = true},
    {"line with markers", AUTO, AUTO, .line = true},
    {"circles", AUTO, SHAPE_CIRCLE, .line = false},
    {"squares", AUTO, SHAPE_SQUARE, .line = false},
    {"triangles", AUTO, SHAPE_TRIANGLE, .line = false},
    {"diamonds", AUTO, SHAPE_DIAMOND, .line = false},
    {"crosses", AUTO, SHAPE_CROSS, .line = false},
    {"pluses", AUTO, SHAPE_PLUS, .line = false},
    {"hollow markers", AUTO, AUTO, .noise = true},
    {"negative markers", AUTO, AUTO, .signs = true},
    {"bars", AUTO, SHAPE_NONE, .limits = true},
    {"bars with markers", AUTO, AUTO, .limits = true},
    {"band", AUTO, SHAPE_NONE, .line = true, .limits = true},
    {"all", AUTO, AUTO, .line = true, .limits = true, .noise = true, .signs = true},
};

enum { CROWD_KINDS = sizeof crowd_kinds / sizeof *crowd_kinds };

/* A figure and what it owns. */
typedef struct crowd_sample {
    figure figure;
    figure_series *series;
    double *values; /* x, y, lo, hi, noise, sign of all points */
    char (*labels)[24];
} crowd_sample;

static double crowd_uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

static void crowd_fill(double *values, size_t n, size_t each, bool scattered, bool smooth)
{
    uint64_t seed = 1;
    double *x = values, *y = x + n, *lo = y + n, *hi = lo + n, *noise = hi + n, *sign = noise + n;
    for (size_t i = 0; i < n; i++) {
        x[i] = scattered ? crowd_uniform(&seed) : (double)(i % each) / (double)each;
        y[i] = 0;
        for (int k = 0; k < 6; k++)
            y[i] += crowd_uniform(&seed);
        if (smooth)
            y[i] = sin(10 * x[i]) + (double)(i / each);
        lo[i] = y[i] - crowd_uniform(&seed);
        hi[i] = y[i] + crowd_uniform(&seed);
        noise[i] = 3;
        sign[i] = i % 3 ? 1 : -1;
    }
}

static crowd_sample crowd_make(const crowd_kind *kind, size_t n, size_t count, bool scattered)
{
    crowd_sample s = {.series = calloc(count, sizeof *s.series),
                      .values = malloc(6 * n * sizeof *s.values),
                      .labels = calloc(count, sizeof *s.labels)};
    size_t each = n / count;
    crowd_fill(s.values, n, each, scattered && !kind->smooth, kind->smooth);
    for (size_t k = 0; k < count; k++) {
        const double *v = s.values + k * each;
        snprintf(s.labels[k], sizeof *s.labels, "s%zu", k);
        s.series[k] = (figure_series){.label = s.labels[k],
                                      .n = each,
                                      .x = v,
                                      .y = v + n,
                                      .lo = kind->limits ? v + 2 * n : NULL,
                                      .hi = kind->limits ? v + 3 * n : NULL,
                                      .noise = kind->noise ? v + 4 * n : NULL,
                                      .sign = kind->signs ? v + 5 * n : NULL,
                                      .color = COLOR_AUTO,
                                      .dash = kind->dash,
                                      .marker = kind->marker,
                                      .line = kind->line};
    }
    s.figure = (figure){.title = "",
                        .notes = "",
                        .band = "",
                        .noise = "",
                        .x = {"x", SCALE_LINEAR, NAN, NAN},
                        .y = {"y", SCALE_LINEAR, NAN, NAN},
                        .series = s.series,
                        .n = count,
                        .legend = LEGEND_NONE};
    return s;
}

static void crowd_free(crowd_sample *s)
{
    free(s->series);
    free(s->values);
    free(s->labels);
}

static inline bytes crowd_draw(crowd_sample *s, out_format format, bool full)
{
    static const out_metadata data = {.title = "", .description = "", .creator = "", .recipe = ""};
    const figure_page page = {.theme = THEME_PAPER};
    bytes out = {0};
    s->figure.full = full;
    if (out_cairo(&s->figure, &page, format, &data, &out))
        out.failed = true;
    return out;
}

/* Bytes of an SVG of such a figure; SIZE_MAX when it fails. */
static inline size_t crowd_size(const crowd_kind *kind, size_t n, size_t count, bool scattered)
{
    crowd_sample s = crowd_make(kind, n, count, scattered);
    bytes svg = crowd_draw(&s, FORMAT_SVG, false);
    size_t size = svg.failed ? SIZE_MAX : svg.n;
    bytes_free(&svg);
    crowd_free(&s);
    return size;
}

/* The part of the pixels of which a tone is another one, by more than that, than in the full
 * picture. */
static inline double crowd_differ(crowd_sample *s, int tones)
{
    bytes full = crowd_draw(s, FORMAT_RGB, true), thinned = crowd_draw(s, FORMAT_RGB, false);
    size_t n = 0, all = full.n / 3;
    for (size_t i = 0; full.n == thinned.n && i < all; i++) {
        int most = 0;
        for (size_t k = 3 * i; k < 3 * i + 3; k++) {
            int by = abs((unsigned char)full.data[k] - (unsigned char)thinned.data[k]);
            most = by > most ? by : most;
        }
        n += most > tones;
    }
    double part = full.n == thinned.n && all ? (double)n / (double)all : 1;
    bytes_free(&full);
    bytes_free(&thinned);
    return part;
}
