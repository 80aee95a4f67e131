/* Items and points lie in two growing arrays; lines and polygons are cut as they are added. */
#include "draw/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const dash_names[] = {"solid", "dash", "dashdot", "dot", "long"};
static const char *const shape_names[] = {"circle", "square", "triangle", "diamond",
                                          "down",   "cross",  "plus",     "none"};

/* Makes room for one more of `size` bytes; false (and failed) without memory. */
static bool grow(canvas *c, void **data, size_t n, size_t *capacity, size_t size)
{
    if (c->failed || n < *capacity)
        return !c->failed;
    size_t more = 2 * *capacity + 64;
    void *grown = realloc(*data, more * size);
    c->failed = !grown;
    if (c->failed)
        return false;
    *data = grown;
    *capacity = more;
    return true;
}

/* Adds an item like this one, without points. */
static void add_item(canvas *c, canvas_item like)
{
    void *items = c->items;
    if (!grow(c, &items, c->n, &c->capacity, sizeof *c->items))
        return;
    c->items = items;
    like.first = c->n_xy;
    like.n = 0;
    c->items[c->n++] = like;
}

static void add_point(canvas *c, double x, double y)
{
    void *xy = c->xy;
    if (!grow(c, &xy, c->n_xy, &c->capacity_xy, 2 * sizeof *c->xy))
        return;
    c->xy = xy;
    c->xy[2 * c->n_xy] = x;
    c->xy[2 * c->n_xy++ + 1] = y;
    c->items[c->n - 1].n++;
}

/* Cuts one side of the parameter range [t[0], t[1]] of a segment where step*t <= room (Liang and
 * Barsky); false when nothing is left. */
static bool cut(double step, double room, double t[2])
{
    if (step == 0)
        return room >= 0;
    double at = room / step;
    if (step > 0 && at < t[1])
        t[1] = at;
    if (step < 0 && at > t[0])
        t[0] = at;
    return t[0] <= t[1];
}

/* p <- the point at t of the way from `from` to `to`, which lies in the box whatever the rounding.
 */
static void set_inside(canvas_rect box, const double *from, const double *to, double t, double *p)
{
    double x = from[0] + t * (to[0] - from[0]), y = from[1] + t * (to[1] - from[1]);
    p[0] = fmin(fmax(x, box.x0), box.x1);
    p[1] = fmin(fmax(y, box.y0), box.y1);
}

static double size_of(const double *p)
{
    return fmax(fabs(p[0]), fabs(p[1]));
}

/* The part of a -> b inside the box; false when there is none. It is found from the end nearer to
 * the page: seen from one that is 1e50 points away all of the page is rounding. */
static bool clip_segment(canvas_rect box, double *a, double *b)
{
    double *near = size_of(a) <= size_of(b) ? a : b, *far = near == a ? b : a;
    const double from[2] = {near[0], near[1]}, to[2] = {far[0], far[1]};
    double t[2] = {0, 1}, dx = to[0] - from[0], dy = to[1] - from[1];
    if (!isfinite(dx) || !isfinite(dy))
        return false;
    if (!cut(-dx, from[0] - box.x0, t) || !cut(dx, box.x1 - from[0], t) ||
        !cut(-dy, from[1] - box.y0, t) || !cut(dy, box.y1 - from[1], t))
        return false;
    if (t[1] < 1)
        set_inside(box, from, to, t[1], far);
    if (t[0] > 0)
        set_inside(box, from, to, t[0], near);
    return true;
}

void canvas_line(canvas *c, canvas_pen pen, const double *xy, size_t n)
{
    double end[2] = {NAN, NAN};
    for (size_t i = 0; i + 1 < n && !c->failed; i++) {
        double a[2] = {xy[2 * i], xy[2 * i + 1]}, b[2] = {xy[2 * i + 2], xy[2 * i + 3]};
        if (!clip_segment(c->clip, a, b))
            continue;
        if (a[0] != end[0] || a[1] != end[1]) {
            add_item(c, (canvas_item){.kind = CANVAS_LINE, .pen = pen});
            add_point(c, a[0], a[1]);
        }
        add_point(c, b[0], b[1]);
        memcpy(end, b, sizeof end);
    }
}

void canvas_segment(canvas *c, canvas_pen pen, double x0, double y0, double x1, double y1)
{
    canvas_line(c, pen, (double[]){x0, y0, x1, y1}, 2);
}

/* How far p lies inside one side of the box (0 left, 1 top, 2 right, 3 bottom). */
static double inside(canvas_rect box, int side, const double *p)
{
    const double room[] = {p[0] - box.x0, p[1] - box.y0, box.x1 - p[0], box.y1 - p[1]};
    return room[side];
}

/* p <- where a -> b crosses that side, da and db inside it; from the end nearer to it, as above. */
static void cross(canvas_rect box, int side, const double *a, const double *b, double da, double db,
                  double *p)
{
    const double edge[] = {box.x0, box.y0, box.x1, box.y1};
    bool from_a = fabs(da) <= fabs(db);
    const double *from = from_a ? a : b, *to = from_a ? b : a;
    double t = from_a ? da / (da - db) : db / (db - da);
    int along = 1 - side % 2;
    p[side % 2] = edge[side];
    p[along] = from[along] + t * (to[along] - from[along]);
}

/* Cuts a polygon at one side of the box (Sutherland and Hodgman); returns the new length. */
static size_t clip_side(canvas_rect box, int side, const double *in, size_t n, double *out)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        const double *a = &in[2 * i], *b = &in[2 * ((i + 1) % n)];
        double da = inside(box, side, a), db = inside(box, side, b);
        if (da >= 0)
            memcpy(&out[2 * m++], a, 2 * sizeof *a);
        if ((da >= 0) != (db >= 0))
            cross(box, side, a, b, da, db, &out[2 * m++]);
    }
    return m;
}

/* Cuts the piece of n points at a, with room for it at b, too; returns the new length. */
static size_t clip_piece(canvas_rect box, double *a, double *b, const double *xy, size_t n)
{
    memcpy(a, xy, 2 * n * sizeof *a);
    for (int side = 0; side < 4; side += 2) {
        n = clip_side(box, side, a, n, b);
        n = clip_side(box, side + 1, b, n, a);
    }
    return n;
}

static void add_points(canvas *c, const double *xy, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_point(c, xy[2 * i], xy[2 * i + 1]);
}

void canvas_polygon(canvas *c, canvas_color color, const double *xy, size_t n)
{
    /* a side adds at most one point for every two */
    double *a = malloc((8 * n + 8) * 4 * sizeof *a), *b = a + 2 * (8 * n + 8);
    bool begun = false;
    c->failed = c->failed || !a;
    for (size_t i = 0, end; i < n && !c->failed; i = end + 1) {
        for (end = i; end < n && !isnan(xy[2 * end]);)
            end++;
        size_t left = clip_piece(c->clip, a, b, &xy[2 * i], end - i);
        if (left <= 2)
            continue;
        if (end < n || i > 0) /* one of several is closed */
            memcpy(&a[2 * left++], a, 2 * sizeof *a);
        if (begun)
            add_point(c, NAN, NAN);
        else
            add_item(c, (canvas_item){.kind = CANVAS_POLYGON, .pen.color = color});
        add_points(c, a, left);
        begun = true;
    }
    free(a);
}

void canvas_box(canvas *c, canvas_color color, canvas_rect box)
{
    const double xy[] = {box.x0, box.y0, box.x1, box.y0, box.x1, box.y1, box.x0, box.y1};
    canvas_polygon(c, color, xy, 4);
}

/* A point on the frame stays, whatever the rounding. */
static bool has_room(const canvas *c, double x, double y)
{
    const double slack = 0.01;
    return x >= c->clip.x0 - slack && x <= c->clip.x1 + slack && y >= c->clip.y0 - slack &&
           y <= c->clip.y1 + slack;
}

void canvas_marker(canvas *c, canvas_pen pen, canvas_shape shape, canvas_color fill, double size,
                   double x, double y)
{
    if (!has_room(c, x, y))
        return;
    add_item(c, (canvas_item){CANVAS_MARKER, pen, fill, shape, .size = size});
    add_point(c, x, y);
}

void canvas_copy(canvas *c, const canvas_item *like, const double *xy, size_t n)
{
    add_item(c, *like);
    add_points(c, xy, n);
}

void canvas_append(canvas *c, const canvas *from, double dx, double dy)
{
    for (const canvas_item *item = from->items; item < from->items + from->n && !c->failed;
         item++) {
        canvas_item like = *item;
        like.text = c->text.n;
        add_item(c, like);
        for (size_t i = item->first; i < item->first + item->n; i++)
            add_point(c, from->xy[2 * i] + dx, from->xy[2 * i + 1] + dy);
        if (item->kind == CANVAS_TEXT) {
            const char *text = from->text.data + item->text;
            bytes_add(&c->text, text, strlen(text) + 1);
        }
    }
    c->failed = c->failed || from->failed || c->text.failed;
}

void canvas_extend(canvas *c, double x, double y)
{
    add_point(c, x, y);
}

bool canvas_marker_corners(canvas_shape shape, double corners[8])
{
    static const double all[][8] = {
        [SHAPE_SQUARE] = {-0.86, -0.86, 0.86, -0.86, 0.86, 0.86, -0.86, 0.86},
        [SHAPE_TRIANGLE] = {0, -1.1, 1, 0.7, -1, 0.7, -1, 0.7},
        [SHAPE_DIAMOND] = {0, -1.15, 1.15, 0, 0, 1.15, -1.15, 0},
        [SHAPE_DOWN] = {0, 1.1, 1, -0.7, -1, -0.7, -1, -0.7},
        [SHAPE_CROSS] = {-0.8, -0.8, 0.8, 0.8, 0.8, -0.8, -0.8, 0.8},
        [SHAPE_PLUS] = {-1, 0, 1, 0, 0, -1, 0, 1},
    };
    if (shape == SHAPE_CIRCLE || shape == SHAPE_NONE)
        return false;
    memcpy(corners, all[shape], sizeof all[shape]);
    return true;
}

void canvas_text(canvas *c, canvas_color color, canvas_face face, double x, double y, double width,
                 const char *utf8, size_t n)
{
    add_item(c, (canvas_item){.kind = CANVAS_TEXT,
                              .pen.color = color,
                              .face = face,
                              .size = width,
                              .text = c->text.n});
    add_point(c, x, y);
    bytes_add(&c->text, utf8, n);
    bytes_char(&c->text, 0);
    c->failed = c->failed || c->text.failed;
}

bool canvas_inside(const double *xy, size_t n, double x, double y)
{
    int winding = 0; /* of edges to the right of the point */
    for (size_t i = 0, j = n - 1; i < n; j = i++) {
        const double *a = &xy[2 * i], *b = &xy[2 * j];
        if ((a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
            winding += a[1] > y ? 1 : -1;
    }
    return winding != 0;
}

size_t canvas_dash_lengths(canvas_dash dash, double width, double lengths[4])
{
    static const double patterns[DASHES][4] = {
        {0}, {4, 2}, {1.2, 1.8, 5, 1.8}, {1.2, 1.6}, {8, 2.5},
    };
    size_t n = 0;
    while (n < 4 && patterns[dash][n] > 0) {
        lengths[n] = width * patterns[dash][n];
        n++;
    }
    return n;
}

static void write_points(const canvas *c, const canvas_item *item, bytes *out)
{
    for (size_t i = item->first; i < item->first + item->n; i++)
        if (isnan(c->xy[2 * i]))
            bytes_text(out, " /");
        else
            bytes_print(out, " %.2f,%.2f", c->xy[2 * i] + 0.0, c->xy[2 * i + 1] + 0.0);
    bytes_char(out, '\n');
}

void canvas_write(const canvas *c, bytes *out)
{
    bytes_print(out, "page %.2f %.2f #%08x\n", c->width, c->height, c->paper);
    for (const canvas_item *item = c->items; item < c->items + c->n; item++) {
        switch (item->kind) {
        case CANVAS_LINE:
            bytes_print(out, "%s #%08x %.2f %s", item->pen.rule ? "rule" : "line", item->pen.color,
                        item->pen.width, dash_names[item->pen.dash]);
            break;
        case CANVAS_POLYGON:
            bytes_print(out, "polygon #%08x", item->pen.color);
            break;
        case CANVAS_MARKER:
            bytes_print(out, "marker %s #%08x #%08x %.2f", shape_names[item->shape],
                        item->pen.color, item->fill, item->size);
            break;
        case CANVAS_TEXT:
            bytes_print(out, "text #%08x %.2f%s%s%s %.2f \"%s\"", item->pen.color, item->face.size,
                        item->face.bold ? " bold" : "", item->face.mono ? " mono" : "",
                        item->face.up ? " up" : "", item->size, c->text.data + item->text);
            break;
        }
        write_points(c, item, out);
    }
}

void canvas_free(canvas *c)
{
    free(c->items);
    free(c->xy);
    bytes_free(&c->text);
    *c = (canvas){0};
}
