/* The colours lie in a cube of 101^3 places. As long as there are too few boxes, the box that is
 * the longest along one of the three axes is cut there in the middle of what it holds, which bounds
 * the distance that a colour moves; a box's colour is its most frequent one, so that paper and
 * lines, whose colours fill large areas, stay as they are. */
#include "terminal/palette.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum { CUBE = PALETTE_LEVELS * PALETTE_LEVELS * PALETTE_LEVELS };

typedef struct shade {
    unsigned char level[3];
    uint32_t count; /* pixels */
} shade;

typedef struct box {
    shade *shades;
    size_t n;
    int axis;           /* the longest */
    unsigned low, high; /* the least and greatest level on it */
} box;

static size_t place_of(const unsigned char *rgb)
{
    return (palette_level(rgb[0]) * PALETTE_LEVELS + palette_level(rgb[1])) * PALETTE_LEVELS +
           palette_level(rgb[2]);
}

static size_t count(const picture_pixels *in, uint32_t *cube)
{
    size_t n = 0;
    for (size_t i = 0; i < in->width * in->height; i++)
        n += cube[place_of(in->rgb + 3 * i)]++ == 0;
    return n;
}

static void list_shades(const uint32_t *cube, shade *shades)
{
    for (uint32_t at = 0; at < CUBE; at++) {
        if (!cube[at])
            continue;
        *shades++ = (shade){{(unsigned char)(at / PALETTE_LEVELS / PALETTE_LEVELS),
                             (unsigned char)(at / PALETTE_LEVELS % PALETTE_LEVELS),
                             (unsigned char)(at % PALETTE_LEVELS)},
                            cube[at]};
    }
}

static box make_box(shade *shades, size_t n)
{
    box b = {shades, n, 0, 0, 0};
    for (int axis = 0; axis < 3; axis++) {
        unsigned low = PALETTE_LEVELS, high = 0;
        for (size_t i = 0; i < n; i++) {
            unsigned level = shades[i].level[axis];
            low = level < low ? level : low;
            high = level > high ? level : high;
        }
        if (axis == 0 || high - low > b.high - b.low)
            b = (box){shades, n, axis, low, high};
    }
    return b;
}

/* Cuts the box in two, which both hold something; returns the upper part. */
static box cut(box *b)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++) {
        shade s = b->shades[i];
        if (s.level[b->axis] > (b->low + b->high) / 2)
            continue;
        b->shades[i] = b->shades[n];
        b->shades[n++] = s;
    }
    box upper = make_box(b->shades + n, b->n - n);
    *b = make_box(b->shades, n);
    return upper;
}

static size_t cut_all(shade *shades, size_t n, size_t most, box *boxes)
{
    size_t made = 1;
    assert(most <= PALETTE_MOST);
    boxes[0] = make_box(shades, n);
    while (made < most && made < n) {
        box *longest = boxes;
        for (box *b = boxes; b < boxes + made; b++)
            longest = b->high - b->low > longest->high - longest->low ? b : longest;
        boxes[made] = cut(longest);
        made++;
    }
    return made;
}

/* Gives every shade of the box, whose place in the cube it is looked up at, colour number k. */
static void choose(const box *b, size_t k, palette *out, uint32_t *cube)
{
    const shade *best = b->shades;
    for (size_t i = 0; i < b->n; i++) {
        const unsigned char *level = b->shades[i].level;
        cube[(level[0] * PALETTE_LEVELS + level[1]) * PALETTE_LEVELS + level[2]] = (uint32_t)k;
        best = b->shades[i].count > best->count ? &b->shades[i] : best;
    }
    for (int axis = 0; axis < 3; axis++)
        out->color[k][axis] = best->level[axis];
}

bool palette_make(const picture_pixels *in, size_t most, palette *out, unsigned char *index)
{
    box boxes[PALETTE_MOST];
    uint32_t *cube = calloc(CUBE, sizeof *cube);
    size_t n = cube ? count(in, cube) : 0;
    shade *shades = cube ? malloc((n + 1) * sizeof *shades) : NULL;
    bool ok = shades;
    out->n = 0;
    if (ok && n > 0) {
        list_shades(cube, shades);
        out->n = cut_all(shades, n, most, boxes);
        for (size_t k = 0; k < out->n; k++)
            choose(&boxes[k], k, out, cube);
        for (size_t i = 0; i < in->width * in->height; i++)
            index[i] = (unsigned char)cube[place_of(in->rgb + 3 * i)];
    }
    free(shades);
    free(cube);
    return ok;
}
