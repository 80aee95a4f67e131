/* From the topmost mark to the lowest, those that no pixel shows are left out. Items that follow
 * each other and have one look, as those of one series, are a group: they need no order among
 * themselves, for they are of one colour, and become one item. */
#include "draw/layout/crowd.h"

#include "draw/layout/raster.h"
#include "engine/machine/size.h"

#include <math.h>
#include <stdlib.h>

enum {
    LEVELS = 500,  /* of one series; each costs some hundred bytes */
    SMOOTH = 20000 /* points of a whole drawing */
};

bool crowd_in(const figure *f)
{
    size_t n = 0;
    for (size_t i = 0; i < f->n_panels; i++)
        if (crowd_in(&f->panels[i]))
            return true;
    for (const figure_series *a = f->series; a < f->series + f->n; a++)
        n += a->hide ? 0 : a->n;
    return !f->full && n > CROWD;
}

/* A part of a drawing: the lines between two points, or a marker; how much of its line is before.
 */
typedef struct mark {
    const canvas_item *item;
    const double *xy;
    double before;
    bool shows;
    unsigned level; /* of a marker */
} mark;

/* What is thinned: items of `from`, from the last to the first, into `to`, which is turned round in
 * the end. */
typedef struct crowd {
    const figure *figure;
    const canvas *from;
    canvas to;
    raster raster;
    mark *marks; /* of one group */
    size_t n;
    bool open; /* whether segments are added to the last item of `to` */
} crowd;

static bool one_look(const canvas_item *a, const canvas_item *b)
{
    return a->kind == b->kind && a->kind != CANVAS_TEXT && a->kind != CANVAS_POLYGON &&
           a->pen.color == b->pen.color && a->pen.width == b->pen.width &&
           a->pen.dash == b->pen.dash && a->size == b->size;
}

static bool is_hollow(const canvas_item *marker)
{
    return marker->fill != marker->pen.color && marker->shape != SHAPE_CROSS &&
           marker->shape != SHAPE_PLUS;
}

/* The step of a scattered order of n: of marks in a row every next one would open a pixel. */
static size_t scattered(size_t n)
{
    size_t stride = (size_t)(0.618 * (double)n);
    while (common_divisor(stride, n) != 1)
        stride++;
    return stride;
}

/* Calls part for each mark of the group: in a scattered order, or from the last to the first. */
static void each(crowd *c, bool in_order, bool (*part)(crowd *, mark *))
{
    if (c->n == 0)
        return;
    size_t stride = in_order ? c->n - 1 : scattered(c->n);
    for (size_t i = 0, at = c->n - 1; i < c->n; i++, at = (at + stride) % c->n) {
        if (i % 1024 == 0 && figure_interrupted(c->figure))
            return;
        c->marks[at].shows = part(c, &c->marks[at]);
    }
}

/* Lines --------------------------------------------------------------------------------------- */

static void take_segments(crowd *c, const canvas_item *item)
{
    const double *xy = &c->from->xy[2 * item->first];
    double before = 0;
    for (size_t i = 0; i + 1 < item->n; i++, xy += 2) {
        c->marks[c->n++] = (mark){.item = item, .xy = xy, .before = before};
        before += hypot(xy[2] - xy[0], xy[3] - xy[1]);
    }
}

/* Adds a segment to the last item or, when it is not open, to a new one like `look`: it goes on
 * from the one before, or begins after a gap. */
static void add_segment(crowd *c, const canvas_item *look, const double ab[4])
{
    const double *last = &c->to.xy[2 * c->to.n_xy];
    if (!c->open) {
        canvas_copy(&c->to, look, ab, 2);
    } else if (last[-2] == ab[0] && last[-1] == ab[1]) {
        canvas_extend(&c->to, ab[2], ab[3]);
    } else {
        canvas_extend(&c->to, NAN, NAN);
        canvas_extend(&c->to, ab[0], ab[1]);
        canvas_extend(&c->to, ab[2], ab[3]);
    }
    c->open = !c->to.failed;
}

/* Whether a segment without gaps shows. */
static bool cover_segment(crowd *c, mark *m)
{
    return raster_segment(&c->raster, m->xy, m->item->pen.width);
}

/* A dash of a line, from a point of one of its segments on: adds the part in each segment it meets
 * to the drawing or, without a look, covers the pixels. Whether any shows. */
static bool follow_dash(crowd *c, const mark *m, double from, double to, const canvas_item *look)
{
    const canvas_item *item = m->item;
    const double *end = &c->from->xy[2 * (item->first + item->n - 1)];
    bool shows = false;
    double length;
    for (const double *xy = m->xy; xy < end && to > 0; xy += 2, from = 0, to -= length) {
        double dx = xy[2] - xy[0], dy = xy[3] - xy[1];
        length = fmax(hypot(dx, dy), 1e-9);
        double s = from / length, t = fmin(to / length, 1);
        const double part[] = {xy[0] + s * dx, xy[1] + s * dy, t < 1 ? xy[0] + t * dx : xy[2],
                               t < 1 ? xy[1] + t * dy : xy[3]};
        if (look)
            add_segment(c, look, part);
        else
            shows = raster_segment(&c->raster, part, item->pen.width) || shows;
    }
    return shows;
}

/* Adds the dashes that begin in a segment and show, as lines without gaps; whether none is hidden.
 */
static bool cover_dashes(crowd *c, mark *m)
{
    canvas_item look = *m->item;
    double lengths[4], period = 0, length = hypot(m->xy[2] - m->xy[0], m->xy[3] - m->xy[1]);
    bool all = true;
    size_t n = canvas_dash_lengths(look.pen.dash, look.pen.width, lengths);
    look.pen.dash = DASH_SOLID;
    for (size_t i = 0; i < n; i++)
        period += lengths[i];
    for (double at = -fmod(m->before, period); at < length;)
        for (size_t i = 0; i < n; at += lengths[i] + lengths[i + 1], i += 2) {
            if (at < -1e-9 || at >= length) /* another segment has its beginning */
                continue;
            bool shows = follow_dash(c, m, at, at + lengths[i], NULL);
            if (shows)
                follow_dash(c, m, at, at + lengths[i], &look);
            all = all && shows;
        }
    return all;
}

static size_t shown(const mark *marks, size_t n)
{
    size_t shown = 0;
    for (size_t i = 0; i < n; i++)
        shown += marks[i].shows;
    return shown;
}

/* A line most of whose segments show is drawn as it is; one of dashes in small files only. */
static bool stays(const mark *marks, size_t n)
{
    return 4 * shown(marks, n) >= 3 * n;
}

static void copy(crowd *c, const canvas_item *item)
{
    canvas_copy(&c->to, item, &c->from->xy[2 * item->first], item->n);
}

static void thin_dashes(crowd *c, const canvas_item *first, const canvas_item *end)
{
    size_t n = c->to.n, n_xy = c->to.n_xy;
    each(c, false, cover_dashes);
    if (c->from->n_xy > SMOOTH || !stays(c->marks, c->n))
        return;
    c->to.n = n;
    c->to.n_xy = n_xy;
    while (end > first)
        copy(c, --end);
}

/* Adds the lines that stay whole, or else what shows of the others, with round ends where these
 * were turns. */
static void add_lines(crowd *c, const canvas_item *first, const canvas_item *end, bool whole)
{
    const mark *m = c->marks;
    c->open = false;
    for (const canvas_item *item = first; item < end; m += item->n - 1, item++) {
        canvas_item look = *item;
        look.pen.round = !whole && item->n > 2;
        if (stays(m, item->n - 1) != whole)
            continue;
        for (size_t i = 0; i + 1 < item->n; i++)
            if (whole || m[i].shows)
                add_segment(c, &look, m[i].xy);
    }
}

static void thin_lines(crowd *c, const canvas_item *first, const canvas_item *end)
{
    for (const canvas_item *item = first; item < end; item++)
        take_segments(c, item);
    c->open = false;
    if (first->pen.dash != DASH_SOLID) {
        thin_dashes(c, first, end);
        return;
    }
    each(c, false, cover_segment);
    add_lines(c, first, end, true);
    add_lines(c, first, end, false);
}

/* Markers ------------------------------------------------------------------------------------- */

static bool cover_marker(crowd *c, mark *m)
{
    return raster_marker(&c->raster, m->item->shape, m->item->size, m->xy);
}

/* The marks that show. */
static void drop_hidden(crowd *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++)
        if (c->marks[i].shows)
            c->marks[n++] = c->marks[i];
    c->n = n;
}

/* Gives each marker its level; the highest. */
static unsigned raise_all(crowd *c)
{
    unsigned highest = 0;
    raster_flatten(&c->raster);
    for (mark *m = c->marks; m < c->marks + c->n; m++) {
        m->level =
            raster_raise(&c->raster, m->item->shape, m->item->size, m->xy, is_hollow(m->item));
        highest = m->level > highest ? m->level : highest;
    }
    return highest;
}

/* The highest ones first, of a level those of one shape together. */
static int by_level(const void *a, const void *b)
{
    const mark *p = a, *q = b;
    if (p->level != q->level)
        return p->level < q->level ? 1 : -1;
    if (p->item->shape != q->item->shape)
        return p->item->shape < q->item->shape ? -1 : 1;
    return (p->xy > q->xy) - (p->xy < q->xy);
}

static void add_markers(crowd *c)
{
    const mark *last = NULL;
    for (const mark *m = c->marks; m < c->marks + c->n; last = m++)
        if (last && last->level == m->level && last->item->shape == m->item->shape)
            canvas_extend(&c->to, m->xy[0], m->xy[1]);
        else
            canvas_copy(&c->to, m->item, m->xy, 1);
}

/* Puts them into a scattered order. */
static void shuffle(crowd *c)
{
    size_t stride = scattered(c->n);
    for (size_t i = 0; i < c->n; i++)
        c->marks[i].level = (unsigned)(i * stride % c->n);
    qsort(c->marks, c->n, sizeof *c->marks, by_level);
}

/* Hollow markers hide what is below them, those of one level do not meet; the highest level. */
static unsigned thin_hollow(crowd *c)
{
    each(c, true, cover_marker);
    drop_hidden(c);
    return raise_all(c);
}

static void take_markers(crowd *c, const canvas_item *first, const canvas_item *end)
{
    c->n = 0;
    for (const canvas_item *item = first; item < end; item++)
        c->marks[c->n++] = (mark){.item = item, .xy = &c->from->xy[2 * item->first]};
}

/* In a long row each mark has its own level, and any of them may lie on top. */
static void thin_hollow_row(crowd *c, const canvas_item *first, const canvas_item *end)
{
    raster_keep(&c->raster);
    if (thin_hollow(c) <= LEVELS)
        return;
    raster_back(&c->raster);
    take_markers(c, first, end);
    shuffle(c);
    thin_hollow(c);
}

/* Markers that are filled are of one colour with their edges and need no order. */
static void thin_markers(crowd *c, const canvas_item *first, const canvas_item *end)
{
    bool hollow = false;
    for (const canvas_item *item = first; item < end; item++)
        hollow = hollow || is_hollow(item);
    take_markers(c, first, end);
    if (hollow && c->n > LEVELS)
        thin_hollow_row(c, first, end);
    else if (hollow)
        thin_hollow(c);
    else {
        each(c, false, cover_marker);
        drop_hidden(c);
    }
    qsort(c->marks, c->n, sizeof *c->marks, by_level);
    add_markers(c);
}

/* Polygons ------------------------------------------------------------------------------------ */

/* One that shows is drawn as the outline of what shows of it where that is shorter; but in files
 * that are small anyway it keeps its smooth edges. */
static void thin_polygon(crowd *c, const canvas_item *item)
{
    const double *xy = &c->from->xy[2 * item->first];
    if (!raster_polygon(&c->raster, xy, item->n, (item->pen.color & 0xff) / 255.0))
        return;
    size_t most = c->from->n_xy > SMOOTH ? item->n : 0;
    double *outline = malloc((2 * most + 1) * sizeof *outline);
    c->raster.failed = c->raster.failed || !outline;
    size_t n = outline ? raster_outline(&c->raster, outline, most) : 0;
    if (n)
        canvas_copy(&c->to, item, outline, n);
    else
        copy(c, item);
    free(outline);
}

/* The list ---------------------------------------------------------------------------------------
 */

static void thin_group(crowd *c, const canvas_item *first, const canvas_item *end)
{
    c->n = 0;
    if (first->kind == CANVAS_LINE)
        thin_lines(c, first, end);
    else if (first->kind == CANVAS_MARKER)
        thin_markers(c, first, end);
    else if (first->kind == CANVAS_POLYGON)
        thin_polygon(c, first);
    else
        copy(c, first);
}

static void thin_items(crowd *c, const canvas_item *first, const canvas_item *end)
{
    while (end > first && !c->to.failed && !figure_interrupted(c->figure)) {
        const canvas_item *group = end - 1;
        while (group > first && one_look(group - 1, end - 1))
            group--;
        thin_group(c, group, end);
        end = group;
    }
}

static void turn_round(canvas *c)
{
    for (size_t i = 0, k = c->n; i + 1 < k--; i++) {
        canvas_item item = c->items[i];
        c->items[i] = c->items[k];
        c->items[k] = item;
    }
}

/* Puts what was made in the place of what it was made from. */
static void replace(canvas *c, canvas *made)
{
    canvas old = *c;
    *c = *made;
    *made = (canvas){.items = old.items, .xy = old.xy};
}

void crowd_thin(const figure *f, canvas *c, canvas_rect box, double pixel, size_t first, size_t end)
{
    crowd all = {.figure = f, .from = c, .marks = malloc((c->n_xy + 1) * sizeof *all.marks)};
    all.to = (canvas){c->width, c->height, c->paper, c->clip, .text = c->text};
    if (raster_make(&all.raster, box, pixel) && all.marks) {
        for (size_t i = c->n; i-- > end;)
            copy(&all, &c->items[i]);
        thin_items(&all, c->items + first, c->items + end);
        for (size_t i = first; i-- > 0;)
            copy(&all, &c->items[i]);
        turn_round(&all.to);
    }
    c->failed = c->failed || all.to.failed || all.raster.failed || !all.marks;
    if (!c->failed)
        replace(c, &all.to);
    raster_free(&all.raster);
    free(all.marks);
    all.to.text = (bytes){0}; /* the figure's */
    canvas_free(&all.to);
}
