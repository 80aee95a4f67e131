/* ESC P 0;1;0 q " 1;1;WIDTH;HEIGHT PALETTE BANDS ESC \. A palette entry is #K;2;R;G;B in percent. A
 * band is six rows high: for each of its colours #K and a character for every column, whose six
 * bits, above '?', are the rows where the colour stands; $ goes back to the left edge, - to the
 * next band. !N before a character repeats it. */
#include "terminal/out_sixel.h"

#include "terminal/palette.h"
#include "terminal/passthrough.h"

#include <stdlib.h>
#include <string.h>

enum { BAND = 6 };

typedef struct band {
    const unsigned char *index; /* the colours of its pixels */
    size_t width, rows;         /* rows <= BAND */
    unsigned char *bits;        /* PALETTE_MOST * width */
    bool used[PALETTE_MOST];
} band;

static void collect(band *b)
{
    memset(b->used, 0, sizeof b->used);
    for (size_t row = 0; row < b->rows; row++)
        for (size_t x = 0; x < b->width; x++) {
            unsigned char k = b->index[row * b->width + x];
            unsigned char *bits = b->bits + k * b->width;
            if (!b->used[k])
                memset(bits, 0, b->width);
            b->used[k] = true;
            bits[x] = (unsigned char)(bits[x] | 1 << row);
        }
}

static void put_run(size_t n, unsigned char bits, bytes *out)
{
    char c = (char)('?' + bits);
    if (n > 3) {
        bytes_print(out, "!%zu", n);
        n = 1;
    }
    while (n--)
        bytes_char(out, c);
}

/* One colour of a band; empty columns at its end are left out. */
static void put_color(const unsigned char *bits, size_t width, bytes *out)
{
    while (width && !bits[width - 1])
        width--;
    for (size_t x = 0; x < width;) {
        size_t n = 1;
        while (x + n < width && bits[x + n] == bits[x])
            n++;
        put_run(n, bits[x], out);
        x += n;
    }
}

static void put_band(band *b, size_t colors, bytes *out)
{
    bool first = true;
    collect(b);
    for (size_t k = 0; k < colors; k++) {
        if (!b->used[k])
            continue;
        bytes_print(out, first ? "#%zu" : "$#%zu", k);
        put_color(b->bits + k * b->width, b->width, out);
        first = false;
    }
}

static void put_picture(const picture_pixels *in, const palette *p, const unsigned char *index,
                        unsigned char *bits, bytes *out)
{
    bytes_print(out, "\033P0;1;0q\"1;1;%zu;%zu", in->width, in->height);
    for (size_t k = 0; k < p->n; k++)
        bytes_print(out, "#%zu;2;%u;%u;%u", k, p->color[k][0], p->color[k][1], p->color[k][2]);
    for (size_t y = 0; y < in->height; y += BAND) {
        size_t left = in->height - y;
        band b = {index + y * in->width, in->width, left < BAND ? left : BAND, bits, {false}};
        bytes_text(out, y ? "-" : "");
        put_band(&b, p->n, out);
    }
    bytes_text(out, "\033\\");
}

void out_sixel(const picture_pixels *in, size_t colors, const picture_place *place, bytes *out)
{
    palette p;
    bytes sequence = {0};
    unsigned char *index = malloc(in->width * in->height + PALETTE_MOST * in->width + 1);
    out->failed = out->failed || !index || !palette_make(in, colors, &p, index);
    if (!out->failed) {
        put_picture(in, &p, index, index + in->width * in->height, &sequence);
        passthrough_add(out, &sequence, place->tmux);
    }
    bytes_free(&sequence);
    free(index);
}
