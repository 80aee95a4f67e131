/* Pictures on terminals, read back by decoders of each protocol: they are the figure's pixels. */
#include "draw/out/out_cairo.h"
#include "draw/utf8.h"
#include "terminal/base64.h"
#include "terminal/out_iterm.h"
#include "terminal/out_kitty.h"
#include "terminal/out_sixel.h"
#include "terminal/out_terminal.h"
#include "terminal/palette.h"

#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Reading what was written -------------------------------------------------------------------- */

typedef struct reader {
    const char *at, *end;
} reader;

static reader read_bytes(const bytes *b)
{
    assert_false(b->failed);
    return (reader){b->data, b->data + b->n};
}

static bool starts(const reader *r, const char *text)
{
    size_t n = strlen(text);
    return (size_t)(r->end - r->at) >= n && memcmp(r->at, text, n) == 0;
}

static void pass_over(reader *r, const char *text)
{
    if (!starts(r, text))
        fail_msg("expected '%s', got '%.40s'", text, r->at);
    r->at += strlen(text);
}

static size_t read_number(reader *r)
{
    size_t n = 0;
    assert_true(r->at < r->end && *r->at >= '0' && *r->at <= '9');
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        n = 10 * n + (size_t)(*r->at++ - '0');
    return n;
}

/* What stands before the text, which is left out. */
static bytes read_until(reader *r, const char *text)
{
    bytes out = {0};
    while (r->at < r->end && !starts(r, text))
        bytes_char(&out, *r->at++);
    pass_over(r, text);
    return out;
}

static unsigned digit(char c)
{
    const char *order = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(order, c) : NULL;
    if (!found)
        fail_msg("'%c' is not base64", c);
    return (unsigned)(found - order);
}

static void decode_base64(const bytes *text, bytes *out)
{
    assert_int_equal(text->n % 4, 0);
    for (size_t i = 0; i < text->n; i += 4) {
        const char *s = text->data + i;
        int pad = s[2] == '=' ? 2 : s[3] == '=' ? 1 : 0;
        unsigned word = digit(s[0]) << 18 | digit(s[1]) << 12;
        word |= pad < 2 ? digit(s[2]) << 6 : 0;
        word |= pad < 1 ? digit(s[3]) : 0;
        for (int k = 0; k < 3 - pad; k++)
            bytes_char(out, (char)(unsigned char)(word >> (16 - 8 * k)));
    }
}

/* The key's value in "a=T,f=100,..", or "" without it. */
static const char *value(const bytes *keys, const char *name)
{
    static char text[32];
    size_t n = strlen(name);
    *text = 0;
    for (const char *at = keys->data; at && *at; at += *at == ',' || *at == ';') {
        size_t length = strcspn(at, ",;");
        if (length > n && strncmp(at, name, n) == 0 && at[n] == '=') {
            assert_true(length - n - 1 < sizeof text);
            memcpy(text, at + n + 1, length - n - 1);
            text[length - n - 1] = 0;
        }
        at += length;
    }
    return text;
}

/* An image of kitty's: the keys of its first chunk, and the file. */
static void read_kitty(reader *r, bytes *keys, bytes *file)
{
    bool more = true;
    for (size_t chunk = 0; more; chunk++) {
        pass_over(r, "\033_G");
        bytes now = read_until(r, ";"), text = read_until(r, "\033\\");
        assert_true(text.n > 0 && text.n <= 4096);
        more = strcmp(value(&now, "m"), "1") == 0;
        if (!more)
            assert_string_equal(value(&now, "m"), "0");
        else
            assert_int_equal(text.n, 4096);
        decode_base64(&text, file);
        if (chunk == 0)
            bytes_add(keys, now.data, now.n);
        else
            assert_int_equal(now.n, 3); /* m=0 or m=1 alone */
        bytes_free(&now);
        bytes_free(&text);
    }
}

static void read_iterm(reader *r, bytes *keys, bytes *file)
{
    pass_over(r, "\033]1337;File=");
    *keys = read_until(r, ":");
    bytes text = read_until(r, "\a");
    decode_base64(&text, file);
    bytes_free(&text);
}

/* What tmux hands on. */
static bytes unwrap(const bytes *in)
{
    reader r = read_bytes(in);
    bytes out = {0};
    while (r.at < r.end) {
        if (!starts(&r, "\033Ptmux;")) {
            bytes_char(&out, *r.at++);
            continue;
        }
        pass_over(&r, "\033Ptmux;");
        while (!starts(&r, "\033\\")) {
            if (*r.at == '\033')
                pass_over(&r, "\033");
            bytes_char(&out, *r.at++);
            assert_true(r.at < r.end);
        }
        pass_over(&r, "\033\\");
    }
    return out;
}

typedef struct sixels {
    size_t width, height, colors;
    unsigned char color[256][3]; /* in percent */
    int *pixel;                  /* height rounded up to bands; -1 = not painted */
} sixels;

static void read_color(reader *r, sixels *s, size_t k)
{
    assert_int_equal(k, s->colors);
    assert_true(k < 256);
    pass_over(r, ";2;");
    for (int i = 0; i < 3; i++) {
        size_t level = read_number(r);
        assert_true(level <= 100);
        s->color[k][i] = (unsigned char)level;
        if (i < 2)
            pass_over(r, ";");
    }
    s->colors++;
}

static void paint(sixels *s, size_t *x, size_t y, size_t color, char c, size_t times)
{
    assert_true(c >= '?' && c <= '~' && color < s->colors);
    for (; times > 0; times--, ++*x) {
        assert_true(*x < s->width && y < s->height);
        for (size_t row = 0; row < 6; row++) {
            int *at = &s->pixel[(y + row) * s->width + *x];
            if (!((c - '?') >> row & 1))
                continue;
            assert_int_equal(*at, -1); /* nothing is painted twice */
            *at = (int)color;
        }
    }
}

static void read_bands(reader *r, sixels *s)
{
    size_t x = 0, y = 0, color = 0;
    while (!starts(r, "\033\\")) {
        char c = *r->at++;
        size_t times = 1;
        if (c == '#') {
            color = read_number(r);
            if (starts(r, ";"))
                read_color(r, s, color);
            continue;
        }
        if (c == '!') {
            times = read_number(r);
            c = *r->at++;
        }
        if (c == '$' || c == '-') {
            x = 0;
            y += c == '-' ? 6 : 0;
        } else {
            paint(s, &x, y, color, c, times);
        }
    }
    pass_over(r, "\033\\");
}

static sixels read_sixels(reader *r)
{
    sixels s = {0};
    pass_over(r, "\033P0;1;0q\"1;1;");
    s.width = read_number(r);
    pass_over(r, ";");
    s.height = read_number(r);
    size_t n = s.width * (s.height + 6);
    s.pixel = malloc(n * sizeof *s.pixel);
    assert_non_null(s.pixel);
    for (size_t i = 0; i < n; i++)
        s.pixel[i] = -1;
    read_bands(r, &s);
    for (size_t i = 0; i < n; i++)
        assert_true((s.pixel[i] >= 0) == (i < s.width * s.height));
    return s;
}

/* The largest difference in percent between the pictures. */
static unsigned distance(const sixels *s, const picture_pixels *p)
{
    unsigned most = 0;
    assert_int_equal(s->width, p->width);
    assert_int_equal(s->height, p->height);
    for (size_t i = 0; i < 3 * p->width * p->height; i++) {
        unsigned want = palette_level(p->rgb[i]), got = s->color[s->pixel[i / 3]][i % 3];
        unsigned apart = want > got ? want - got : got - want;
        most = apart > most ? apart : most;
    }
    return most;
}

/* The figure ----------------------------------------------------------------------------------- */

static const double xs[] = {1, 10, 100, 1000}, ys[] = {1, 0.1, 0.02, 0.001},
                    zs[] = {0.8, 0.4, 0.2, 0.1};
static const figure_series series[] = {
    {.label = "plug-in",
     .n = 4,
     .x = xs,
     .y = zs,
     .color = COLOR_AUTO,
     .dash = AUTO,
     .marker = AUTO,
     .line = true},
    {.label = "order 2",
     .n = 4,
     .x = xs,
     .y = ys,
     .color = COLOR_AUTO,
     .dash = AUTO,
     .marker = AUTO,
     .line = true},
};
static const figure drawn = {
    .title = "Bias",
    .notes = "",
    .band = "",
    .noise = "",
    .x = {.label = "m", .scale = SCALE_LOG, .min = NAN, .max = NAN},
    .y = {.label = "bias", .scale = SCALE_LOG, .min = NAN, .max = NAN},
    .series = series,
    .n = 2,
};

/* 40 x 15 cells of 8 x 18 pixels are a page of 320 x 270 pixels. */
static const terminal_page page = {
    PROTOCOL_KITTY, THEME_PAPER, {40, 15, 77 | 2u << 24, false}, 8, 18, 256};

/* The same picture as a PNG file and as pixels. */
static void draw_as(out_format format, double density, bytes *out)
{
    double dpi = 0.7 * 18 * 72 / 8, mm = 25.4 / dpi;
    figure_page paper = {THEME_PAPER, 320 * mm, 270 * mm, dpi * density};
    assert_int_equal(out_cairo(&drawn, &paper, format, NULL, out), DRAW_OK);
}

static cairo_status_t give(void *from, unsigned char *data, unsigned n)
{
    reader *r = from;
    if ((size_t)(r->end - r->at) < n)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, r->at, n);
    r->at += n;
    return CAIRO_STATUS_SUCCESS;
}

static void assert_same_bytes(const bytes *got, const bytes *want)
{
    assert_int_equal(got->n, want->n);
    assert_memory_equal(got->data, want->data, want->n);
}

/* The file is the figure's PNG, whose pixels are those that the figure has. */
static void check_png(const bytes *file, double density)
{
    bytes png = {0}, rgb = {0};
    reader r = read_bytes(file);
    draw_as(FORMAT_PNG, density, &png);
    draw_as(FORMAT_RGB, density, &rgb);
    assert_same_bytes(file, &png);
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(give, &r);
    size_t width = (size_t)cairo_image_surface_get_width(image);
    size_t height = (size_t)cairo_image_surface_get_height(image);
    assert_int_equal(width, 320 * (size_t)density);
    assert_int_equal(height, 270 * (size_t)density);
    assert_int_equal(rgb.n, 3 * width * height);
    for (size_t i = 0; i < width * height; i++) {
        uint32_t pixel;
        const unsigned char *row = cairo_image_surface_get_data(image) +
                                   i / width * (size_t)cairo_image_surface_get_stride(image);
        memcpy(&pixel, row + 4 * (i % width), sizeof pixel);
        const unsigned char *want = (unsigned char *)rgb.data + 3 * i;
        assert_int_equal(pixel & 0xffffff,
                         (uint32_t)want[0] << 16 | (uint32_t)want[1] << 8 | want[2]);
    }
    cairo_surface_destroy(image);
    bytes_free(&png);
    bytes_free(&rgb);
}

/* Room before, cursor below the picture after. */
static void skip_opening(reader *r)
{
    for (int i = 0; i < 15; i++)
        pass_over(r, "\n");
    pass_over(r, "\033[15A\0337");
}

static void finish(reader *r)
{
    pass_over(r, "\0338\033[15B");
    assert_ptr_equal(r->at, r->end);
}

static bytes show(terminal_page p)
{
    bytes out = {0};
    assert_int_equal(out_terminal(&drawn, &p, &out), DRAW_OK);
    return out;
}

/* Tests ---------------------------------------------------------------------------------------- */

static void base64(void **state)
{
    (void)state;
    static const char *const text[] = {"", "f", "fo", "foo", "foob", "\377\376\0"};
    static const char *const want[] = {NULL, "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "//4A"};
    for (int i = 0; i < 6; i++) {
        bytes out = {0};
        base64_add(&out, text[i], i < 5 ? strlen(text[i]) : 3);
        if (want[i])
            assert_string_equal(out.data, want[i]);
        assert_int_equal(out.n, want[i] ? strlen(want[i]) : 0);
        bytes_free(&out);
    }
}

static void kitty(void **state)
{
    (void)state;
    bytes out = show(page), keys = {0}, file = {0};
    reader r = read_bytes(&out);
    skip_opening(&r);
    read_kitty(&r, &keys, &file);
    finish(&r);
    assert_true(out.n > 4500); /* more than one chunk */
    assert_string_equal(keys.data, "a=T,f=100,q=2,i=33554509,p=1,c=40,r=15,C=1,m=1");
    check_png(&file, 1);
    bytes_free(&out);
    bytes_free(&keys);
    bytes_free(&file);
}

/* A file of exactly one or two chunks has no empty last one. */
static void kitty_chunks(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 3071, 3072, 3073, 6144};
    for (int i = 0; i < 5; i++) {
        bytes png = {0}, out = {0}, keys = {0}, file = {0};
        for (size_t k = 0; k < sizes[i]; k++)
            bytes_char(&png, (char)(unsigned char)(k * 7));
        out_kitty(&png, &page.place, &out);
        reader r = read_bytes(&out);
        read_kitty(&r, &keys, &file);
        assert_ptr_equal(r.at, r.end);
        assert_same_bytes(&file, &png);
        bytes_free(&png);
        bytes_free(&out);
        bytes_free(&keys);
        bytes_free(&file);
    }
}

/* Each character of the placeholders is U+10EEEE; the first of a row says its number. */
static void check_placeholders(reader *r)
{
    static const unsigned number[] = {0x305, 0x30d, 0x30e, 0x310, 0x312};
    for (size_t row = 0; row < 15; row++) {
        pass_over(r, "\033[38;5;77m");
        for (size_t column = 0; column < 40; column++) {
            assert_int_equal(utf8_next(&r->at), 0x10eeee);
            if (column == 0 && row < 5)
                assert_int_equal(utf8_next(&r->at), number[row]);
            else if (column == 0)
                utf8_next(&r->at);
            if (column == 0) {
                assert_int_equal(utf8_next(&r->at), 0x305);
                assert_int_equal(utf8_next(&r->at), 0x30e); /* 2, the highest byte */
            }
        }
        pass_over(r, "\033[39m\n");
    }
}

static void kitty_in_tmux(void **state)
{
    (void)state;
    terminal_page p = page;
    p.place.tmux = true;
    bytes out = show(p), inner = unwrap(&out), keys = {0}, file = {0};
    reader r = read_bytes(&inner);
    assert_memory_equal(out.data, "\033Ptmux;\033\033_Ga=T", 14);
    read_kitty(&r, &keys, &file);
    check_placeholders(&r);
    assert_ptr_equal(r.at, r.end);
    assert_string_equal(keys.data, "a=T,f=100,q=2,i=33554509,p=1,c=40,r=15,U=1,m=1");
    check_png(&file, 1);
    bytes_free(&out);
    bytes_free(&inner);
    bytes_free(&keys);
    bytes_free(&file);
}

static void iterm(void **state)
{
    (void)state;
    for (int tmux = 0; tmux < 2; tmux++) {
        terminal_page p = page;
        p.protocol = PROTOCOL_ITERM;
        p.place.tmux = tmux;
        bytes out = show(p), inner = unwrap(&out), keys = {0}, file = {0};
        char size[32];
        reader r = read_bytes(&inner);
        assert_int_equal(inner.n < out.n, tmux);
        skip_opening(&r);
        read_iterm(&r, &keys, &file);
        finish(&r);
        assert_string_equal(value(&keys, "inline"), "1");
        assert_string_equal(value(&keys, "width"), "40");
        assert_string_equal(value(&keys, "height"), "15");
        snprintf(size, sizeof size, "%zu", file.n);
        assert_string_equal(value(&keys, "size"), size);
        check_png(&file, 2);
        bytes_free(&out);
        bytes_free(&inner);
        bytes_free(&keys);
        bytes_free(&file);
    }
}

/* The figure in so many colours; how far, in percent, they are off. */
static unsigned sixel_distance(size_t colors, bool tmux)
{
    terminal_page p = page;
    p.protocol = PROTOCOL_SIXEL;
    p.colors = colors;
    p.place.tmux = tmux;
    bytes out = show(p), inner = unwrap(&out), rgb = {0};
    reader r = read_bytes(&inner);
    assert_int_equal(inner.n < out.n, tmux);
    skip_opening(&r);
    sixels s = read_sixels(&r);
    finish(&r);
    draw_as(FORMAT_RGB, 1, &rgb);
    picture_pixels pixels = {320, 270, (const unsigned char *)rgb.data};
    unsigned apart = distance(&s, &pixels);
    assert_true(s.colors <= colors);
    assert_int_equal(s.color[s.pixel[0]][0], 100); /* the paper stays white */
    free(s.pixel);
    bytes_free(&out);
    bytes_free(&inner);
    bytes_free(&rgb);
    return apart;
}

static void sixel(void **state)
{
    (void)state;
    assert_true(sixel_distance(256, false) <= 2);
    assert_true(sixel_distance(64, false) <= 8);
    assert_true(sixel_distance(16, true) <= 30);
}

/* Pictures of at most 256 colours keep every one of them, whatever their size. */
static void sixel_is_exact(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (size_t n = 1; n <= 256; n = n < 250 ? 3 * n : n + 5) {
        size_t width = 1 + n * 7 % 61, height = 1 + n * 5 % 47;
        unsigned char *rgb = malloc(3 * width * height);
        assert_non_null(rgb);
        for (size_t i = 0; i < width * height; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            size_t color = (size_t)(random >> 40) % n;
            for (size_t k = 0; k < 3; k++) /* different ones in percent, too */
                rgb[3 * i + k] = (unsigned char)(color >> (3 * k) % 8 << 5 | (color & 31));
        }
        picture_pixels pixels = {width, height, rgb};
        bytes out = {0};
        out_sixel(&pixels, 256, &page.place, &out);
        reader r = read_bytes(&out);
        sixels s = read_sixels(&r);
        assert_ptr_equal(r.at, r.end);
        assert_int_equal(distance(&s, &pixels), 0);
        free(s.pixel);
        free(rgb);
        bytes_free(&out);
    }
}

/* A grey ramp in four colours: no level moves by more than a box is wide. */
static void few_colors(void **state)
{
    (void)state;
    unsigned char rgb[3 * 256], index[256];
    palette p;
    for (size_t i = 0; i < 256; i++)
        rgb[3 * i] = rgb[3 * i + 1] = rgb[3 * i + 2] = (unsigned char)i;
    picture_pixels pixels = {256, 1, rgb};
    assert_true(palette_make(&pixels, 4, &p, index));
    assert_int_equal(p.n, 4);
    for (size_t i = 0; i < 256; i++) {
        int apart = (int)palette_level(rgb[3 * i]) - p.color[index[i]][0];
        assert_true(abs(apart) <= 26);
    }
    assert_true(palette_make(&pixels, 256, &p, index));
    assert_int_equal(p.n, 101);
}

static void ids(void **state)
{
    (void)state;
    assert_int_equal(picture_id(0), 1);
    assert_int_equal(picture_id(254), 255);
    assert_int_equal(picture_id(255), 1u << 24 | 1);
    assert_int_equal(picture_id(PICTURE_IDS - 1), 34u << 24 | 255);
}

static void too_small(void **state)
{
    (void)state;
    terminal_page p = page;
    p.place.rows = p.place.columns = 2;
    bytes out = {0};
    assert_int_equal(out_terminal(&drawn, &p, &out), DRAW_NO_ROOM);
    assert_int_equal(out.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base64),         cmocka_unit_test(kitty),
        cmocka_unit_test(kitty_chunks),   cmocka_unit_test(kitty_in_tmux),
        cmocka_unit_test(iterm),          cmocka_unit_test(sixel),
        cmocka_unit_test(sixel_is_exact), cmocka_unit_test(few_colors),
        cmocka_unit_test(too_small),      cmocka_unit_test(ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
