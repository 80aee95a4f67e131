/* Handouts on pages: a step's heading, question, figure and answer stand on one page wherever they
 * fall; code alone is set in a face whose characters are equally wide. */
#include "draw/layout/document.h"

#include <math.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static double width(void *self, canvas_face face, const char *utf8, size_t n)
{
    (void)self;
    (void)utf8;
    return 0.5 * face.size * (double)n;
}

static bool has(void *self, bool bold, unsigned code)
{
    (void)self;
    (void)bold;
    (void)code;
    return true;
}

static const text_font font = {width, NULL, has};

/* The page on which a text stands, and in *face how it is set. */
static size_t page_of(const document_pages *pages, const char *text, canvas_face *face)
{
    for (size_t k = 0; k < pages->n; k++) {
        const canvas *c = &pages->page[k];
        for (size_t i = 0; i < c->n; i++) {
            const canvas_item *item = &c->items[i];
            if (item->kind == CANVAS_TEXT && !strcmp(c->text.data + item->text, text)) {
                *face = item->face;
                return k;
            }
        }
    }
    fail_msg("no text '%s'", text);
    return 0;
}

static figure curve(const figure_series *series)
{
    return (figure){.title = "",
                    .notes = "",
                    .band = "",
                    .noise = "",
                    .x = {.label = "across", .scale = SCALE_LINEAR, .min = NAN, .max = NAN},
                    .y = {.label = "up", .scale = SCALE_LINEAR, .min = NAN, .max = NAN},
                    .series = series,
                    .n = 1};
}

/* Lays out a handout that begins with that many lines; the figure is in it where there is one. */
static draw_error lay_out(size_t lines, const figure *drawn, const atomic_int *interrupt,
                          document_pages *pages)
{
    char filler[1000] = "line";
    for (size_t i = 1; i < lines; i++)
        strcat(filler, "\nline");
    document_part parts[] = {{DOCUMENT_TITLE, "Title", NULL},   {DOCUMENT_STEP, "Step 1", NULL},
                             {DOCUMENT_TEXT, filler, NULL},     {DOCUMENT_STEP, "Step 2", NULL},
                             {DOCUMENT_TEXT, "Told.", NULL},    {DOCUMENT_CODE, "x = 1", NULL},
                             {DOCUMENT_QUESTION, "Why?", NULL}, {DOCUMENT_FIGURE, NULL, drawn},
                             {DOCUMENT_ANSWER, "So.", NULL}};
    size_t n = sizeof parts / sizeof *parts;
    if (!drawn) {
        n--;
        parts[n - 1] = parts[n];
    }
    *pages = (document_pages){0};
    return document_layout(&(document){parts, n, interrupt}, font, pages);
}

static document_pages laid_out(size_t lines, const figure *drawn)
{
    document_pages pages;
    assert_int_equal(lay_out(lines, drawn, NULL, &pages), DRAW_OK);
    return pages;
}

static void keeps(const figure *drawn)
{
    canvas_face face;
    size_t last = 0;
    for (size_t lines = 1; lines < 100; lines++) {
        document_pages pages = laid_out(lines, drawn);
        size_t step = page_of(&pages, "Step 2", &face);
        assert_int_equal(page_of(&pages, "Why?", &face), step);
        assert_int_equal(page_of(&pages, "So.", &face), step);
        if (drawn)
            assert_int_equal(page_of(&pages, "across", &face), step);
        assert_true(step >= last && step <= last + 1);
        last = step;
        document_free(&pages);
    }
    assert_true(last > 0);
}

static void question_and_figure(void **state)
{
    (void)state;
    double x[] = {1, 2, 3}, y[] = {1, 4, 9};
    figure_series series = {.label = "",
                            .x = x,
                            .y = y,
                            .n = 3,
                            .line = true,
                            .color = COLOR_AUTO,
                            .dash = AUTO,
                            .marker = AUTO,
                            .fit = {false, NAN, NAN, NAN, NAN, NAN}};
    figure drawn = curve(&series);
    keeps(&drawn);
}

static void question_alone(void **state)
{
    (void)state;
    keeps(NULL);
}

/* Lines of code, and the text before them, stand on one page wherever they fall. */
static void code_is_whole(void **state)
{
    (void)state;
    canvas_face face;
    char filler[1000] = "line", foot[64];
    for (size_t lines = 1; lines < 100; lines++) {
        document_part parts[] = {{DOCUMENT_TITLE, "Title", NULL},
                                 {DOCUMENT_TEXT, filler, NULL},
                                 {DOCUMENT_TEXT, "one\ntwo\nthree", NULL},
                                 {DOCUMENT_TEXT, "Try:", NULL},
                                 {DOCUMENT_CODE, "first\n\n\nlast", NULL}};
        document_pages pages = {0};
        assert_int_equal(document_layout(&(document){parts, 5, NULL}, font, &pages), DRAW_OK);
        assert_int_equal(page_of(&pages, "one", &face), page_of(&pages, "two", &face));
        size_t at = page_of(&pages, "Try:", &face);
        assert_int_equal(page_of(&pages, "first", &face), at);
        assert_int_equal(page_of(&pages, "last", &face), at);
        for (size_t i = 0; i < pages.n; i++) {
            snprintf(foot, sizeof foot, "%zu of %zu", i + 1, pages.n);
            assert_int_equal(page_of(&pages, foot, &face), i);
        }
        document_free(&pages);
        strcat(filler, "\nline");
    }
}

static void code_is_mono(void **state)
{
    (void)state;
    canvas_face face;
    document_pages pages = laid_out(1, NULL);
    page_of(&pages, "x = 1", &face);
    assert_true(face.mono);
    page_of(&pages, "Told.", &face);
    assert_false(face.mono);
    document_free(&pages);
}

/* An interrupt ends it before all is laid out. */
static void interrupted(void **state)
{
    (void)state;
    atomic_int is_set = 1;
    document_pages pages;
    assert_int_equal(lay_out(99, NULL, &is_set, &pages), DRAW_INTERRUPTED);
    assert_true(pages.n <= 1);
    document_free(&pages);
    is_set = 0;
    assert_int_equal(lay_out(99, NULL, &is_set, &pages), DRAW_OK);
    assert_true(pages.n > 1);
    document_free(&pages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(question_and_figure), cmocka_unit_test(question_alone),
        cmocka_unit_test(code_is_whole),       cmocka_unit_test(code_is_mono),
        cmocka_unit_test(interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
