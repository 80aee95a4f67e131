/* Whole figures, many of them at random: nothing is cut off, no two texts overlap, the same figure
 * gives the same list. */
#include "draw/layout/layout.h"

#include "draw/layout/room.h"
#include "draw/out/out_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "make_range.h"

enum { POINTS = 40, SERIES = 6, MARKS = 3 };

/* The arrays and texts of one figure. */
typedef struct sample {
    double x[SERIES][POINTS], y[SERIES][POINTS], lo[SERIES][POINTS], hi[SERIES][POINTS];
    double noise[SERIES][POINTS];
    figure_series series[SERIES];
    figure_mark marks[MARKS];
    figure figure;
} sample;

static const char *pick(uint64_t *state, const char *const *words, size_t n)
{
    return words[(size_t)(uniform(state) * (double)n)];
}

static const char *const labels[] = {
    "BSGD", "E-BSGD, m = 10", "E-BSpiderBoost",
    "",     "L_{2}(6m)",      "a label of many words that needs more than one line"};
static const char *const titles[] = {"", "Bias of q = s^4", "samples (g + Jacobian evaluations)",
                                     "a long title, long enough to be wrapped at a column's width"};

static void fill_series(sample *s, size_t k, uint64_t *seed)
{
    double level = pow(10, 6 * uniform(seed) - 4), slope = 3 * uniform(seed) - 2.5;
    for (size_t i = 0; i < POINTS; i++) {
        s->x[k][i] = pow(2, (double)i / 4);
        s->y[k][i] = level * pow(s->x[k][i], slope) * (1 + 0.2 * uniform(seed));
        s->lo[k][i] = s->y[k][i] * (1 - 1.1 * uniform(seed));
        s->hi[k][i] = s->y[k][i] * (1 + uniform(seed));
        s->noise[k][i] = level / 3;
    }
    bool limits = uniform(seed) < 0.5;
    s->series[k] =
        (figure_series){.label = pick(seed, labels, 6),
                        .n = (size_t)(POINTS * uniform(seed)),
                        .x = s->x[k],
                        .y = s->y[k],
                        .lo = limits ? s->lo[k] : NULL,
                        .hi = limits ? s->hi[k] : NULL,
                        .noise = uniform(seed) < 0.2 ? s->noise[k] : NULL,
                        .color = COLOR_AUTO,
                        .dash = AUTO,
                        .marker = AUTO,
                        .line = uniform(seed) < 0.8,
                        .fit = {uniform(seed) < 0.3, slope, slope - 0.1, slope + 0.1, NAN, NAN}};
}

/* A line or a window somewhere among the data. */
static figure_mark random_mark(uint64_t *seed)
{
    static const mark_kind kinds[] = {MARK_HLINE, MARK_VLINE, MARK_SLOPE, MARK_WINDOW};
    mark_kind kind = kinds[(size_t)(4 * uniform(seed))];
    bool at_x = kind == MARK_VLINE || (kind == MARK_SLOPE && uniform(seed) < 0.5);
    figure_mark m = {kind, NAN, NAN, 4 * uniform(seed) - 3, NAN, NAN, "", COLOR_AUTO, AUTO, 0};
    if (at_x)
        m.x = pow(2, 9 * uniform(seed));
    if (kind == MARK_HLINE || (kind == MARK_SLOPE && at_x))
        m.y = pow(10, 6 * uniform(seed) - 5);
    if (kind == MARK_WINDOW || uniform(seed) < 0.3)
        m.from = pow(2, 4 * uniform(seed));
    if (kind == MARK_WINDOW || uniform(seed) < 0.3)
        m.to = pow(2, 5 + 4 * uniform(seed));
    m.label = pick(seed, (const char *const[]){"", "goal", "slope \u22122", "F(x_0)"}, 4);
    return m;
}

static void fill(sample *s, uint64_t *seed)
{
    size_t n = (size_t)((SERIES + 1) * uniform(seed));
    for (size_t k = 0; k < n; k++)
        fill_series(s, k, seed);
    s->figure = (figure){.title = pick(seed, titles, 4),
                         .notes = pick(seed, titles, 4),
                         .band = "95% interval",
                         .noise = "noise",
                         .x = {.label = pick(seed, titles, 4),
                               .scale = (scale_kind)(3 * uniform(seed)),
                               .min = NAN,
                               .max = NAN},
                         .y = {.label = pick(seed, titles, 4),
                               .scale = (scale_kind)(3 * uniform(seed)),
                               .min = NAN,
                               .max = NAN},
                         .series = s->series,
                         .n = n,
                         .legend = (legend_place)(8 * uniform(seed))};
    s->figure.marks = s->marks;
    s->figure.n_marks = (size_t)((MARKS + 1) * uniform(seed));
    for (size_t k = 0; k < s->figure.n_marks; k++)
        s->marks[k] = random_mark(seed);
}

/* Widths close to a proportional font's. */
static size_t measured; /* calls of width */

static double width(void *self, canvas_face face, const char *utf8, size_t n)
{
    (void)self;
    measured++;
    double em = 0;
    for (size_t i = 0; i < n; i++)
        em += (utf8[i] & 0xc0) == 0x80 ? 0 : strchr(" .,iltf1()", utf8[i]) ? 0.35 : 0.62;
    return em * face.size * (face.bold ? 1.1 : 1);
}

/* The ink of a text: from the base line to the height of a capital. */
static canvas_rect ink(const canvas *c, const canvas_item *item)
{
    const double *at = &c->xy[2 * item->first];
    double tall = 0.72 * item->face.size;
    if (item->face.up)
        return (canvas_rect){at[0] - tall, at[1] - item->size, at[0], at[1]};
    return (canvas_rect){at[0], at[1] - tall, at[0] + item->size, at[1]};
}

static bool overlap(canvas_rect a, canvas_rect b)
{
    const double touch = 0.01; /* runs of one label touch */
    return a.x0 + touch < b.x1 && b.x0 + touch < a.x1 && a.y0 + touch < b.y1 && b.y0 + touch < a.y1;
}

static void check_texts(const canvas *c)
{
    for (const canvas_item *a = c->items; a < c->items + c->n; a++) {
        if (a->kind != CANVAS_TEXT)
            continue;
        canvas_rect box = ink(c, a);
        assert_true(box.x0 >= -0.01 && box.y0 >= 0 && box.x1 <= c->width + 0.01 &&
                    box.y1 <= c->height);
        for (const canvas_item *b = c->items; b < a; b++)
            if (b->kind == CANVAS_TEXT && overlap(box, ink(c, b)))
                fail_msg("'%s' overlaps '%s'", c->text.data + a->text, c->text.data + b->text);
    }
}

/* Curves stay inside the axes, markers inside the page. */
static void check_points(const canvas *c)
{
    for (const canvas_item *item = c->items; item < c->items + c->n; item++)
        for (size_t i = 2 * item->first; i < 2 * (item->first + item->n); i += 2)
            assert_true(c->xy[i] >= -0.01 && c->xy[i] <= c->width + 0.01 && c->xy[i + 1] >= -0.01 &&
                        c->xy[i + 1] <= c->height + 0.01);
}

static void lays_out_anything(void **state)
{
    (void)state;
    static sample s;
    uint64_t seed = 7;
    int small = 0;
    for (int k = 0; k < 300; k++) {
        canvas c = {0}, again = {0};
        double w = 160 + 400 * uniform(&seed), h = 150 + 300 * uniform(&seed);
        fill(&s, &seed);
        draw_error error = layout_figure(&s.figure, theme_get(THEME_PAPER),
                                         (text_font){width, NULL, NULL}, w, h, k % 2, &c);
        assert_true(error == DRAW_OK || error == DRAW_NO_ROOM);
        small += error == DRAW_NO_ROOM;
        if (error == DRAW_OK) {
            bytes one = {0}, two = {0};
            check_texts(&c);
            check_points(&c);
            assert_int_equal(layout_figure(&s.figure, theme_get(THEME_PAPER),
                                           (text_font){width, NULL, NULL}, w, h, k % 2, &again),
                             DRAW_OK);
            canvas_write(&c, &one);
            canvas_write(&again, &two);
            assert_string_equal(one.data, two.data);
            bytes_free(&one);
            bytes_free(&two);
        }
        canvas_free(&c);
        canvas_free(&again);
    }
    assert_true(small < 30); /* a page that small is rare */
}

/* Two points with axes from one to the other, wherever these are. */
static void lays_out_any_range(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int k = 0; k < 1500; k++) {
        canvas c = {0};
        scale_kind kind = (scale_kind)(k % 3);
        scale_range a = anywhere(kind, &seed), b = anywhere(kind, &seed);
        double x[] = {a.lo, a.hi}, y[] = {b.lo, b.hi}, w = 150 + 250 * uniform(&seed);
        bool given = uniform(&seed) < 0.5;
        figure_series series = {.label = "",
                                .n = 2,
                                .x = x,
                                .y = y,
                                .line = true,
                                .color = COLOR_AUTO,
                                .dash = AUTO,
                                .marker = AUTO};
        figure f = {.title = "", .notes = "", .band = "", .noise = "", .series = &series, .n = 1};
        f.x = (figure_axis){
            .label = "", .scale = kind, .min = given ? a.lo : NAN, .max = given ? a.hi : NAN};
        f.y = (figure_axis){
            .label = "", .scale = kind, .min = given ? b.lo : NAN, .max = given ? b.hi : NAN};
        draw_error error = layout_figure(&f, theme_get(THEME_PAPER), (text_font){width, NULL, NULL},
                                         w, 180, false, &c);
        assert_true(error == DRAW_OK || error == DRAW_NO_ROOM);
        if (error == DRAW_OK)
            check_texts(&c);
        canvas_free(&c);
    }
}

static size_t characters(const char *line, size_t bytes_in_line)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes_in_line; i++)
        n += (line[i] & 0xc0) != 0x80;
    return n;
}

static void fits_the_terminal(void **state)
{
    (void)state;
    static sample s;
    uint64_t seed = 11;
    for (int k = 0; k < 300; k++) {
        text_page page = {40 + (size_t)(60 * uniform(&seed)), 14 + (size_t)(20 * uniform(&seed)),
                          k % 2, false};
        bytes out = {0};
        fill(&s, &seed);
        draw_error error = out_text(&s.figure, &page, &out);
        size_t lines = 0;
        for (char *at = out.data; !error && *at; lines++) {
            char *end = strchr(at, '\n');
            assert_non_null(end);
            assert_true(characters(at, (size_t)(end - at)) <= page.columns);
            at = end + 1;
        }
        assert_true(error == DRAW_NO_ROOM || lines == page.rows);
        for (size_t i = 0; page.ascii && i < out.n; i++)
            assert_true(out.data[i] == '\n' || (out.data[i] >= ' ' && out.data[i] <= '~'));
        bytes_free(&out);
    }
}

static void says_when_there_is_no_room(void **state)
{
    (void)state;
    canvas c = {0};
    figure f = {.title = "",
                .notes = "",
                .band = "",
                .noise = "",
                .x = {.label = "", .scale = 0, .min = NAN, .max = NAN},
                .y = {.label = "", .scale = 0, .min = NAN, .max = NAN}};
    assert_int_equal(layout_figure(&f, theme_get(THEME_SLIDES), (text_font){width, NULL, NULL}, 60,
                                   60, false, &c),
                     DRAW_NO_ROOM);
    canvas_free(&c);
}

/* A figure of n series, no two of one label, with intervals and slopes. */
static void fill_many(figure *f, size_t n, legend_place legend)
{
    static const double x[] = {1, 2, 3}, y[] = {1, 2, 1.5}, hi[] = {2, 3, 2};
    static figure_series series[1600];
    static char names[1600][16];
    for (size_t i = 0; i < n; i++) {
        snprintf(names[i], sizeof names[i], "series %04zu", i);
        series[i] = (figure_series){.label = names[i],
                                    .n = 3,
                                    .x = x,
                                    .y = y,
                                    .lo = y,
                                    .hi = hi,
                                    .color = COLOR_AUTO,
                                    .dash = AUTO,
                                    .marker = AUTO,
                                    .line = true,
                                    .fit = {i % 2, 1, NAN, NAN, NAN, NAN}};
    }
    *f = (figure){.title = "",
                  .notes = "",
                  .band = "",
                  .noise = "",
                  .x = {.label = "", .scale = 0, .min = NAN, .max = NAN},
                  .y = {.label = "", .scale = 0, .min = NAN, .max = NAN},
                  .series = series,
                  .n = n,
                  .legend = legend};
}

static size_t measurements(size_t n, legend_place legend)
{
    figure f;
    canvas c = {0};
    fill_many(&f, n, legend);
    measured = 0;
    assert_int_equal(layout_figure(&f, theme_get(THEME_PAPER), (text_font){width, NULL, NULL}, 240,
                                   180, true, &c),
                     DRAW_OK);
    canvas_free(&c);
    return measured;
}

static void takes_linear_time(void **state)
{
    (void)state;
    for (int legend = LEGEND_AUTO; legend <= LEGEND_BELOW; legend++)
        assert_true(measurements(800, (legend_place)legend) <
                    5 * measurements(200, (legend_place)legend));
}

/* An interrupt during the drawing, at the k-th measured text, ends it. */
static atomic_int interrupted;

static double interrupting_width(void *self, canvas_face face, const char *utf8, size_t n)
{
    size_t *left = self;
    if (*left && --*left == 0)
        interrupted = 1;
    return width(NULL, face, utf8, n);
}

static void heeds_interrupts(void **state)
{
    (void)state;
    figure f;
    fill_many(&f, 800, LEGEND_AUTO);
    f.interrupt = &interrupted;
    for (size_t k = 1; k < 10000; k = 3 * k) {
        canvas c = {0};
        size_t left = k;
        interrupted = 0;
        measured = 0;
        assert_int_equal(layout_figure(&f, theme_get(THEME_PAPER),
                                       (text_font){interrupting_width, &left, NULL}, 240, 180, true,
                                       &c),
                         DRAW_INTERRUPTED);
        assert_true(measured < k + 2000);
        canvas_free(&c);
    }
}

/* What an interrupted figure marks as taken: nothing. */
static void marks_nothing_more(void **state)
{
    (void)state;
    double xy[] = {10, 10, 90, 90};
    canvas_item line = {.kind = CANVAS_LINE, .n = 2};
    canvas c = {.width = 100, .height = 100, .items = &line, .n = 1, .xy = xy, .n_xy = 4};
    figure f = {.interrupt = &interrupted};
    for (int i = 0; i < 2; i++) {
        interrupted = i;
        room r = room_make(&c, &f);
        room_add(&r, &c, 0);
        assert_true((room_taken(&r, (canvas_rect){0, 0, 100, 100}) > 0) == !i);
        room_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lays_out_anything),  cmocka_unit_test(lays_out_any_range),
        cmocka_unit_test(fits_the_terminal),  cmocka_unit_test(says_when_there_is_no_room),
        cmocka_unit_test(takes_linear_time),  cmocka_unit_test(heeds_interrupts),
        cmocka_unit_test(marks_nothing_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
