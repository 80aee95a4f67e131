/* The axes are written as they are laid out, what stands around them when all of it is known. */
#include "draw/source/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void begin(void *self)
{
    source *o = self;
    bytes_free(&o->definitions);
    bytes_free(&o->axes);
    legend_free(&o->shared);
    o->n = 0;
    o->key_x = o->key_y = NAN;
}

/* Adds the entries of one panel to the legend of all, without slopes, which stand beside it. */
static void share(source *o, const sheet *s)
{
    sheet own = *s;
    own.unplaced = calloc(s->figure->n + 1, sizeof *own.unplaced);
    o->axes.failed = o->axes.failed || !own.unplaced;
    if (own.unplaced)
        legend_add(&o->shared, &own, LEGEND_SERIES + LEGEND_KEYS);
    free(own.unplaced);
}

static void axes(void *self, const sheet *s, double x, double y)
{
    source *o = self;
    o->em = s->em;
    o->font = s->font;
    if (o->figure->n_panels && o->figure->legend == LEGEND_SHARED)
        share(o, s);
    o->language->axes(o, s, x, y);
}

sheet source_sheet(const source *o)
{
    return (sheet){.figure = o->figure, .theme = o->theme, .font = o->font, .em = o->em};
}

static void key(void *self, double x, double y, double width)
{
    source *o = self;
    sheet s = source_sheet(o);
    o->key_x = x;
    o->key_y = y;
    legend_arrange(&s, &o->shared, width - 2 * s.theme->pad * s.em, o->shared.n);
}

figure source_open(source *o, const source_language *language, const figure *f, const theme *t,
                   const out_metadata *data)
{
    *o = (source){.language = language, .figure = f, .theme = t, .data = data};
    o->watch = (layout_watch){o, begin, axes, key};
    figure watched = *f;
    watched.watch = &o->watch;
    return watched;
}

draw_error source_write(source *o, double width, double height, bytes *out)
{
    o->width = width;
    o->height = height;
    o->language->whole(o, out);
    bool failed = o->definitions.failed || o->axes.failed || o->shared.failed || out->failed;
    return failed ? DRAW_NO_MEMORY : DRAW_OK;
}

void source_free(source *o)
{
    begin(o);
}

void source_begin(const out_metadata *data, const char *sign, bytes *out)
{
    enum { WIDTH = 110 };
    bytes_print(out, "%s %s\n", sign, data->creator);
    for (const char *at = data->recipe; *at;) {
        size_t n = strnlen(at, WIDTH);
        bytes_print(out, "%s %.*s\n", sign, (int)n, at);
        at += n;
    }
    for (const char *at = data->description; at && *at; at += *at == '\n') {
        size_t n = strcspn(at, "\n");
        bytes_print(out, "%s %.*s\n", sign, (int)n, at);
        at += n;
    }
}

legend source_legend(const sheet *s)
{
    legend l = legend_of(s);
    bool below = s->legend_box.y0 > s->plot.y1;
    double pad = 2 * s->theme->pad * s->em;
    double width = below ? s->canvas->width - pad : 0.7 * (s->plot.x1 - s->plot.x0);
    legend_arrange(s, &l, width, below ? l.n + 1 : 1);
    return l;
}

double source_side(double box0, double box1, double plot0, double plot1)
{
    double middle = ((box0 + box1) / 2 - plot0) / (plot1 - plot0);
    if (middle < 0.4)
        return 0;
    return middle > 0.6 ? 1 : 0.5;
}

bool source_alike(const canvas_item *a, const canvas_item *b)
{
    return a->kind == b->kind && a->kind != CANVAS_POLYGON && a->pen.color == b->pen.color &&
           a->pen.width == b->pen.width && a->pen.dash == b->pen.dash && a->fill == b->fill &&
           a->shape == b->shape && a->size == b->size;
}
