/* Up to FUSED_LANES lanes at a time from their draws to the estimates' rows: what belongs to a
 * lane, x and its outer sample, is loaded once for all its draws and windows. Rows of y have p
 * numbers for each lane, component by component. */
#include "engine/machine/level.h"
#include "engine/operator/window.h"
#include "expr/fused.h"

typedef struct chunk {
    const problem *p;
    const compiled *o;
    const lane *l;
    size_t n, width; /* lanes; a multiple of 8: the rest repeats the first one */
    double *columns, *slopes, *drawn[2], *rows, *v;
    const double *from[2][FUSED_LANES]; /* each lane's normals and uniforms */
    const double *row[FUSED_LANES];
} chunk;

static void start(chunk *c, const problem *p, double *work)
{
    const fused_space s = fused_spaces(compiled_of(p), p);
    c->p = p;
    c->o = compiled_of(p);
    c->columns = work;
    c->slopes = work + s.slopes;
    c->drawn[0] = work + s.drawn[0];
    c->drawn[1] = work + s.drawn[1];
    c->rows = work + s.rows;
    c->v = work + s.v;
}

/* Columns first, first + 1, .. of a program's lanes. */
static void load(chunk *c, const program *run, double *columns, size_t first, size_t width)
{
    for (size_t e = c->n; e < c->width; e++)
        c->row[e] = c->row[0];
    program_load(run, columns, first, width, c->width, c->row);
}

static void load_points(chunk *c, const program *run, size_t q)
{
    for (size_t e = 0; e < c->n; e++)
        c->row[e] = c->l[e].point[q];
    load(c, run, c->columns, 0, c->p->ld);
}

static void load_xi(chunk *c, const program *run, double *columns, size_t before)
{
    for (size_t e = 0; e < c->n; e++)
        c->row[e] = compiled_row(c->p, &c->l[e]);
    load(c, run, columns, compiled_xi(before), compiled_width(c->o));
}

static stream *streams(const chunk *c, size_t e, bool jacobian)
{
    return jacobian ? c->l[e].jacobian : c->l[e].inner;
}

/* The next `count` numbers of each lane from its stream number `which`: where they stand, or in
 * `keep` where lanes that share a stream need several calls. */
static void take(chunk *c, bool jacobian, size_t which, size_t count, double *keep,
                 const double **from)
{
    for (size_t e = 0, end; e < c->n; e = end) {
        stream *s = streams(c, e, jacobian);
        for (end = e + 1; end < c->n && streams(c, end, jacobian) == s;)
            end++;
        const size_t together = (end - e) * count <= STREAM_MOST ? end - e : 1;
        for (size_t i = e; i < end; i += together) {
            const double *at = stream_normals(&s[which], together * count);
            for (size_t k = 0; k < together; k++)
                from[i + k] = at + k * count;
            if (together == 1)
                from[i] = memcpy(keep + i * count, at, count * sizeof *keep);
        }
    }
}

/* Numbers for so many draws of each lane. */
static void take_draws(chunk *c, bool jacobian, size_t draws)
{
    const compiled *o = c->o;
    if (o->normals)
        take(c, jacobian, 0, draws * o->normals, c->drawn[0], c->from[0]);
    if (o->uniforms)
        take(c, jacobian, o->normals > 0, draws * o->uniforms, c->drawn[1], c->from[1]);
}

/* Draw number k of each lane; columns beyond the draw are not used. */
static void load_draw(chunk *c, const program *run, size_t k)
{
    const compiled *o = c->o;
    const size_t size[] = {o->normals, o->uniforms};
    const size_t first[] = {compiled_normals(c->p->d, o->xi),
                            compiled_uniforms(c->p->d, o->xi, o->normals)};
    for (size_t i = 0; i < 2; i++) {
        for (size_t e = 0; e < c->n; e++)
            c->row[e] = size[i] ? c->from[i][e] + k * size[i] : NULL;
        if (size[i])
            load(c, run, c->columns, first[i], round_up(size[i], ROW));
    }
}

/* y <- g, or y += g */
static void add_outputs(const chunk *c, bool first, double *y)
{
    for (size_t j = 0; j < c->p->p; j++, y += c->width) {
        const double *out = program_output(c->o->g, c->columns, j);
        for (size_t e = 0; e < c->width; e += ROW)
            v8_store(y + e, v8_add(first ? v8_set1(0) : v8_load(y + e), v8_load(out + e)));
    }
}

static void divide(double *y, size_t n, size_t by)
{
    for (size_t i = 0; i < n && by != 1; i += ROW)
        v8_store(y + i, v8_div(v8_load(y + i), v8_set1((double)by)));
}

/* Block means of g: of point q at y + q * gap. */
static void block_means(chunk *c, size_t points, size_t K, size_t m, double *y, size_t gap)
{
    const program *g = c->o->g;
    size_t width = c->p->p * c->width;
    take_draws(c, false, K * m);
    load_xi(c, g, c->columns, c->p->d);
    for (size_t k = 0; k < K * m; k++) {
        load_draw(c, g, k);
        for (size_t q = 0; q < points; q++) {
            if (points > 1 || k == 0)
                load_points(c, g, q);
            program_run(g, c->columns, c->width);
            add_outputs(c, k % m == 0, y + q * gap + k / m * width);
        }
    }
    for (size_t q = 0; q < points; q++)
        divide(y + q * gap, K * width, m);
}

/* The outer samples of the first lanes for those of the next windows, too. */
static void repeat_xi(chunk *c, size_t windows)
{
    const program *run = c->o->grad_f;
    for (size_t j = compiled_xi(c->p->p); j < run->inputs; j++) {
        double *column = program_input(run, c->slopes, j);
        for (size_t e = 1; e < windows && run->used[j]; e++)
            memcpy(column + e * c->width, column, c->width * sizeof *column);
    }
}

/* to <- sum over some windows of weight times grad f; the first ones' begin it. */
static void add_gradients(chunk *c, const extrap *op, size_t first, size_t count, const double *y,
                          double *to)
{
    const program *run = c->o->grad_f;
    const size_t width = c->width, p = c->p->p;
    for (size_t j = 0; j < p && j < run->inputs; j++)
        for (size_t e = 0; e < count; e++)
            memcpy(program_input(run, c->slopes, j) + e * width, y + ((first + e) * p + j) * width,
                   width * sizeof *y);
    program_run(run, c->slopes, count * width);
    for (size_t j = 0; j < p; j++, to += width) {
        const double *out = program_output(run, c->slopes, j);
        for (size_t i = 0; i < width; i += ROW) {
            v8 sum = first ? v8_load(to + i) : v8_set1(0);
            for (size_t e = 0; e < count; e++)
                sum = v8_fma(v8_set1(op->window[first + e].weight), v8_load(out + e * width + i),
                             sum);
            v8_store(to + i, sum);
        }
    }
}

/* v of point q <- what the gradients at its window means come to. */
static void weigh(chunk *c, size_t points, const extrap *op, double scale, double *y, size_t gap)
{
    const size_t width = c->p->p * c->width, most = c->o->grad_f->lanes / c->width;
    const size_t some = most < op->windows ? most : op->windows;
    load_xi(c, c->o->grad_f, c->slopes, c->p->p);
    repeat_xi(c, some);
    for (size_t q = 0; q < points; q++, y += gap) {
        double *v = c->v + q * width;
        window_means(op, width, y, width);
        for (size_t e = 0; e < op->windows; e += some)
            add_gradients(c, op, e, at_most(op->windows - e, some),
                          y + window_first_row(op) * width, v);
        for (size_t i = 0; i < width; i += ROW)
            v8_store(v + i, v8_mul(v8_set1(q ? -scale : scale), v8_load(v + i)));
    }
}

static void load_v(chunk *c, size_t q)
{
    const compiled *o = c->o;
    size_t at = compiled_v(c->p->d, o->xi, o->normals, o->uniforms);
    for (size_t j = 0; j < c->p->p; j++) {
        double *column = program_input(o->jtv, c->columns, at + j);
        if (column)
            memcpy(column, c->v + (q * c->p->p + j) * c->width, c->width * sizeof *column);
    }
}

/* Rows of the gradients, of each lane's draw number t of m; or added to those of earlier points. */
static void gather_rows(const chunk *c, size_t t, size_t m, bool add)
{
    static const double zeros[FUSED_LANES];
    const double *column[4];
    size_t ld = c->p->ld;
    for (size_t j = 0; j < ld; j += 4) {
        for (size_t i = 0; i < 4; i++)
            column[i] = j + i < c->p->d ? program_output(c->o->jtv, c->columns, j + i) : zeros;
        c->o->jtv->vm->to_rows(column, c->width, c->rows + t * ld + j, m * ld, add);
    }
}

static void add_rows(const chunk *c, size_t m)
{
    double *out[FUSED_ROWS];
    for (size_t e = 0; e < c->n * m; e++)
        out[e] = c->l[e / m].out;
    c->o->jtv->vm->add_rows(c->rows, c->n * m, c->p->ld, 1 / (double)m, out);
}

/* out += Jbar^T v; x and xi are those that g was given. */
static void add_products(chunk *c, size_t points, size_t m)
{
    const program *run = c->o->jtv;
    take_draws(c, true, m);
    for (size_t t = 0; t < m; t++) {
        load_draw(c, run, t);
        for (size_t q = 0; q < points; q++) {
            if (points > 1)
                load_points(c, run, q);
            load_v(c, q);
            program_run(run, c->columns, c->width);
            gather_rows(c, t, m, q > 0);
        }
    }
    add_rows(c, m);
}

/* How many lanes at a time, 0: none. */
static size_t lanes_of(const problem *p, size_t draws, size_t m_jacobian)
{
    const compiled *o = compiled_of(p);
    const size_t limits[] = {problem_lanes(p), o->g->lanes, o->grad_f->lanes,
                             FUSED_ROWS / m_jacobian};
    size_t lanes = FUSED_LANES;
    draws = draws > m_jacobian ? draws : m_jacobian;
    if (o->normals * draws > FUSED_NUMBERS || o->uniforms * draws > FUSED_NUMBERS)
        return 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        lanes = at_most(lanes, limits[i]);
    return lanes / ROW * ROW;
}

static bool fused(const problem *p, size_t n, const lane *l, size_t points, const extrap *op,
                  size_t m, size_t m_jacobian, double scale, double *y)
{
    const size_t most = lanes_of(p, op->draws * m, m_jacobian);
    if (!most)
        return false;
    chunk c;
    start(&c, p, l->work);
    for (size_t i = 0; i < n; i += c.n) {
        c.l = l + i;
        c.n = at_most(n - i, most);
        c.width = round_up(c.n, ROW);
        size_t gap = window_rows(op) * p->p * c.width;
        block_means(&c, points, op->draws, m, y, gap);
        weigh(&c, points, op, scale, y, gap);
        add_products(&c, points, m_jacobian);
    }
    return true;
}

const fused_type TYPE(fused, lanes) = {"lanes", fused};
