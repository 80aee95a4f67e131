/* The display list: clipping, texts, and the list as text. */
#include "draw/canvas.h"

#include "draw/layout/text.h"
#include "draw/number.h"
#include "draw/utf8.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const canvas_pen pen = {0x000000ff, 1, DASH_SOLID, false, false};

static canvas make(void)
{
    return (canvas){.width = 100, .height = 50, .paper = 0xffffffff, .clip = {0, 0, 100, 50}};
}

static void expect(canvas *c, const char *want)
{
    bytes got = {0};
    canvas_write(c, &got);
    assert_false(c->failed || got.failed);
    assert_string_equal(got.data, want);
    bytes_free(&got);
    canvas_free(c);
}

static void clips_lines(void **state)
{
    (void)state;
    canvas c = make();
    c.clip = (canvas_rect){10, 10, 20, 20};
    canvas_line(&c, pen, (double[]){0, 15, 15, 15, 15, 40, 12, 12, NAN, 1, 11, 11, 1e300, 11}, 7);
    expect(&c, "page 100.00 50.00 #ffffffff\n"
               "line #000000ff 1.00 solid 10.00,15.00 15.00,15.00 15.00,20.00\n"
               "line #000000ff 1.00 solid 12.86,20.00 12.00,12.00\n"
               "line #000000ff 1.00 solid 11.00,11.00 20.00,11.00\n");
}

static void clips_polygons(void **state)
{
    (void)state;
    canvas c = make();
    c.clip = (canvas_rect){10, 10, 20, 20};
    canvas_polygon(&c, 0xff0000ff, (double[]){15, 0, 30, 15, 15, 30, 0, 15}, 4);
    canvas_polygon(&c, 0xff0000ff, (double[]){0, 0, 5, 0, 5, 5}, 3); /* outside */
    canvas_polygon(&c, 0xff0000ff, NULL, 0);
    expect(&c, "page 100.00 50.00 #ffffffff\n"
               "polygon #ff0000ff 10.00,20.00 10.00,10.00 20.00,10.00 20.00,20.00\n");
    double square[] = {0, 0, 2, 0, 2, 2, 0, 2};
    assert_true(canvas_inside(square, 4, 1, 1));
    assert_false(canvas_inside(square, 4, 3, 1));
}

static const canvas_rect box = {10, 10, 20, 20};
static const double middle[2] = {15, 15};
enum { TURNS = 16, FARTHEST = 300 }; /* directions; powers of ten */

/* xy <- the point that far from the middle, k + part turns of TURNS around it. */
static void far_point(double *xy, double far, double k)
{
    double angle = 2 * acos(-1) * k / TURNS;
    xy[0] = middle[0] + far * cos(angle);
    xy[1] = middle[1] + far * sin(angle);
}

static bool in_box(const double *p)
{
    return p[0] >= box.x0 && p[0] <= box.x1 && p[1] >= box.y0 && p[1] <= box.y1;
}

/* How far p lies from the line from the middle to `end`. */
static double off_line(const double *p, const double *end)
{
    double dx = end[0] - middle[0], dy = end[1] - middle[1], length = fmax(fabs(dx), fabs(dy));
    return fabs((p[0] - middle[0]) * (dy / length) - (p[1] - middle[1]) * (dx / length));
}

/* Asserts that the first item has n points in the box, and returns them. */
static const double *drawn(const canvas *c, size_t n)
{
    assert_false(c->failed);
    assert_int_equal(c->n, 1);
    assert_int_equal(c->items[0].n, n);
    for (size_t i = 0; i < n; i++)
        assert_true(in_box(&c->xy[2 * i]));
    return c->xy;
}

static void is_on_frame(const double *p)
{
    assert_true(p[0] == box.x0 || p[0] == box.x1 || p[1] == box.y0 || p[1] == box.y1);
}

/* A line to a point however far away, or from it, ends at the frame on its way there. */
static void clips_lines_to_far_points(void **state)
{
    (void)state;
    for (int power = 2; power <= FARTHEST; power++)
        for (int k = 0; k < 2 * TURNS; k++) {
            canvas c = make();
            int far = k % 2;
            double xy[4] = {middle[0], middle[1], middle[0], middle[1]};
            c.clip = box;
            far_point(xy + 2 * far, pow(10, power), k / 2 + 0.3);
            canvas_line(&c, pen, xy, 2);
            const double *p = drawn(&c, 2);
            assert_memory_equal(p + 2 * (1 - far), middle, sizeof middle);
            is_on_frame(p + 2 * far);
            assert_true(off_line(p + 2 * far, xy + 2 * far) < 1e-12);
            canvas_free(&c);
        }
}

/* Of a line between two such points no more than the box is drawn. */
static void clips_lines_between_far_points(void **state)
{
    (void)state;
    for (int power = 2; power <= FARTHEST; power++)
        for (int k = 0; k < TURNS * TURNS; k++) {
            canvas c = make();
            double xy[4];
            c.clip = box;
            far_point(xy, pow(10, power), k % TURNS + 0.1);
            far_point(xy + 2, pow(10, FARTHEST + 2 - power), k / TURNS + 0.2);
            canvas_line(&c, pen, xy, 2);
            if (c.n > 0)
                drawn(&c, 2);
            canvas_free(&c);
        }
}

/* A corner of what is drawn of a wedge is its tip, one of the box, or where an edge meets the
 * frame. */
static void is_of_wedge(const double *p, const double *xy)
{
    if (memcmp(p, middle, sizeof middle) == 0)
        return;
    is_on_frame(p);
    bool is_corner = fabs(p[0] - middle[0]) == 5 && fabs(p[1] - middle[1]) == 5;
    assert_true(is_corner || off_line(p, xy + 2) < 1e-12 || off_line(p, xy + 4) < 1e-12);
}

static void clips_far_polygons(void **state)
{
    (void)state;
    for (int power = 2; power <= FARTHEST; power++)
        for (int k = 0; k < TURNS; k++) {
            canvas c = make();
            double xy[6] = {middle[0], middle[1]};
            c.clip = box;
            far_point(xy + 2, pow(10, power), k);
            far_point(xy + 4, pow(10, power), k + 1.5);
            canvas_polygon(&c, 0xff, xy, 3);
            size_t n = c.n > 0 ? c.items[0].n : 0;
            const double *p = drawn(&c, n);
            assert_in_range(n, 3, 5);
            for (size_t i = 0; i < n; i++)
                is_of_wedge(&p[2 * i], xy);
            canvas_free(&c);
        }
}

static void drops_markers_outside(void **state)
{
    (void)state;
    canvas c = make();
    canvas_marker(&c, pen, SHAPE_CIRCLE, 0xff, 4, 100, 50);
    canvas_marker(&c, pen, SHAPE_CROSS, 0xff, 4, 101, 50);
    canvas_marker(&c, pen, SHAPE_CROSS, 0xff, 4, NAN, 50);
    expect(&c, "page 100.00 50.00 #ffffffff\n"
               "marker circle #000000ff #000000ff 4.00 100.00,50.00\n");
}

/* Every character as wide as 0.5 em. */
static double width(void *self, canvas_face face, const char *utf8, size_t n)
{
    (void)self;
    double count = 0;
    for (size_t i = 0; i < n; i++)
        count += (utf8[i] & 0xc0) != 0x80;
    return count * 0.5 * face.size;
}

static text_style plain(void)
{
    return (text_style){theme_get(THEME_PAPER), {width, NULL, NULL}, {.size = 10}, 0xff};
}

static void raises_exponents(void **state)
{
    (void)state;
    canvas c = make();
    const char *label = "10^{\u22123} ab_c";
    text_put(&c, plain(), TEXT_LEFT, 0, 20, label, strlen(label));
    expect(&c, "page 100.00 50.00 #ffffffff\n"
               "text #000000ff 10.00 10.00 \"10\" 0.00,23.60\n"
               "text #000000ff 7.20 7.20 \"\u22123\" 10.00,19.80\n"
               "text #000000ff 10.00 25.00 \" ab_c\" 17.20,23.60\n");
    assert_true(fabs(text_width(plain(), "s^2+x_{12}", 10) - (5 + 3.6 + 10 + 7.2)) < 1e-9);
    assert_true(text_width(plain(), "a ^ b^", 6) == 30); /* nothing to raise */
    assert_true(text_width(plain(), "a^{b", 4) == 20);
    const double one = 5, small = 3.6; /* widths of a character */
    assert_true(fabs(text_width(plain(), "x_t F^* n_10", 12) - (5 * one + 4 * small)) < 1e-9);
    assert_true(text_width(plain(), "x_tt b_t_c ab_c", 15) == 15 * one); /* names */
}

static void turns_text(void **state)
{
    (void)state;
    canvas c = make();
    text_style up = plain();
    up.face.up = true;
    text_put(&c, up, TEXT_CENTER, 20, 25, "ab", 2);
    expect(&c, "page 100.00 50.00 #ffffffff\ntext #000000ff 10.00 up 10.00 \"ab\" 23.60,30.00\n");
}

static void wraps(void **state)
{
    (void)state;
    const char *next,
        *label = "one two  three\nfour \u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8";
    const char *const lines[] = {"one two", " three", "four",
                                 "\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6", "\u03b7\u03b8"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++, label = next) {
        size_t n = text_line(plain(), label, 35 - 5 * (i > 1), &next);
        assert_int_equal(n, strlen(lines[i]));
        assert_memory_equal(label, lines[i], n);
    }
    assert_null(label);
    assert_int_equal(text_lines(plain(), "", 10), 0);
    assert_int_equal(text_lines(plain(), "abc", 1), 3); /* at least one character in a line */
}

/* A line does not end within "m = 1" unless it is too narrow for that. */
static void keeps_equations(void **state)
{
    (void)state;
    const char *next;
    assert_int_equal(text_line(plain(), "at m = 1 and", 30, &next), strlen("at"));
    assert_int_equal(text_line(plain(), "at m = 1 and", 40, &next), strlen("at m = 1"));
    assert_int_equal(text_line(plain(), "m = 0.25", 20, &next), strlen("m ="));
}

static void writes_numbers(void **state)
{
    (void)state;
    char text[64];
    const struct {
        double x;
        const char *want;
    } cases[] = {{0, "0"},
                 {0.0625, "0.0625"},
                 {-2.5, "\u22122.5"},
                 {12345, "12345"},
                 {3.2e-7, "3.2\u00d710^{\u22127}"},
                 {1e5, "1\u00d710^{5}"},
                 {NAN, "nan"},
                 {-INFINITY, "\u2212inf"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        number_label(text, sizeof text, cases[i].x, 6);
        assert_string_equal(text, cases[i].want);
    }
    number_fixed(text, sizeof text, -0.001, 2);
    assert_string_equal(text, "0.00");
}

static void reads_utf8(void **state)
{
    (void)state;
    const char *text = "a\u00e9\u2212\U0001f600";
    const unsigned codes[] = {'a', 0xe9, 0x2212, 0x1f600};
    bytes copy = {0};
    assert_true(utf8_valid(text));
    for (const char *at = text, *end = text; *at; at = end) {
        unsigned code = utf8_next(&end);
        assert_int_equal(code, codes[copy.n > 5 ? 3 : copy.n > 2 ? 2 : copy.n > 0]);
        utf8_add(&copy, code);
    }
    assert_string_equal(copy.data, text);
    bytes_free(&copy);
    const char *const broken[] = {"\xff", "\xc0\x80", "a\xe2\x88", "\xed\xa0\x80", "\x01", "\x7f"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_false(utf8_valid(broken[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clips_lines),
        cmocka_unit_test(clips_polygons),
        cmocka_unit_test(clips_lines_to_far_points),
        cmocka_unit_test(clips_lines_between_far_points),
        cmocka_unit_test(clips_far_polygons),
        cmocka_unit_test(drops_markers_outside),
        cmocka_unit_test(raises_exponents),
        cmocka_unit_test(turns_text),
        cmocka_unit_test(wraps),
        cmocka_unit_test(keeps_equations),
        cmocka_unit_test(writes_numbers),
        cmocka_unit_test(reads_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
