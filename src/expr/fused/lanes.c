/* Up to FUSED_LANES lanes at a time from their draws to the estimates' rows: what belongs to a
 * lane, x and its outer sample, is loaded once for all its draws and windows. Rows of y have p
 * numbers for each lane, component by component. */
#include "engine/cso/method.h"
#include "engine/machine/level.h"
#include "engine/operator/window.h"
#include "expr/fused.h"
#include "rows.h"

enum { OPERATIONS = 1 << 22 /* of steps that are made at once, more or less */ };

typedef struct chunk {
    const problem *p;
    const compiled *o;
    const compiled_draws *w;
    const lane *l;
    size_t n, width; /* lanes; a multiple of 8: the rest repeats the first one */
    size_t left;     /* lanes of the list behind these */
    double *columns, *slopes, *drawn[2], *rows, *v, *scalars, *leaves;
    const double *outer[FUSED_LANES];    /* each lane's outer sample, */
    const double *draws[2][FUSED_LANES]; /* its normals and uniforms */
    const double *row[FUSED_LANES];
    const double *fixed[DRAW_ROWS + 1][ROW_LEAVES][FUSED_LANES]; /* leaves that are the same */
    row_place place[DRAW_ROWS + 1];
} chunk;

static leaf_place leaf_place_of(const chunk *c, size_t k, size_t i)
{
    const row_leaf *l = &c->w->row[k].leaf[i];
    if (l->same)
        return (leaf_place){.at = c->fixed[k][i]};
    if (l->of == ROW_OUTER)
        return (leaf_place){.at = c->outer, .first = l->first, .mask = SIZE_MAX};
    bool uniforms = l->of == ROW_UNIFORMS;
    return (leaf_place){.at = c->draws[uniforms],
                        .first = l->first,
                        .mask = SIZE_MAX,
                        .draw = uniforms ? c->o->uniforms : c->o->normals};
}

static void place_row(chunk *c, size_t k)
{
    const draw_row *r = &c->w->row[k];
    c->place[k].number = r->leaf[r->leaves - 1].number;
    for (size_t i = 0; i < r->leaves - r->scaled; i++)
        c->place[k].leaf[i] = leaf_place_of(c, k, i);
}

static void start(chunk *c, const problem *p, double *work)
{
    const fused_space s = fused_spaces(compiled_of(p), p);
    c->p = p;
    c->o = compiled_of(p);
    c->w = &c->o->draws;
    c->columns = work;
    c->slopes = work + s.slopes;
    c->drawn[0] = work + s.drawn[0];
    c->drawn[1] = work + s.drawn[1];
    c->rows = work + s.rows;
    c->v = work + s.v;
    c->scalars = work + s.scalars;
    c->leaves = work + s.leaves;
    for (size_t k = 0; k < c->w->rows + c->w->outer; k++)
        place_row(c, k);
}

/* Leaf i of row k where it is one number for all, in memory eight times. */
static void fix_leaf(chunk *c, size_t k, size_t i)
{
    const row_leaf *l = &c->w->row[k].leaf[i];
    double *to = c->leaves + (k * ROW_LEAVES + i) * FUSED_LANES * ROW;
    for (size_t e = 0; e < c->width; e++, to += ROW) {
        c->fixed[k][i][e] = l->of == ROW_NUMBER ? l->number : to;
        if (l->of == ROW_OUTER)
            v8_store(to, v8_set1(c->outer[e][l->first]));
    }
}

/* n is a multiple of 8. */
V8_INLINE void copy(double *to, const double *from, size_t n)
{
    for (size_t i = 0; i < n; i += ROW)
        v8_store(to + i, v8_load(from + i));
}

/* The next lanes, from l on. */
static void begin(chunk *c, const lane *l, size_t n)
{
    c->l = l;
    c->n = n;
    c->width = round_up(n, ROW);
    for (size_t e = 0; e < c->width; e++)
        c->outer[e] = compiled_row(c->p, &l[e < n ? e : 0]);
    for (size_t k = 0; k < c->w->rows + c->w->outer; k++)
        for (size_t i = 0; i < c->w->row[k].leaves - c->w->row[k].scaled; i++)
            if (c->w->row[k].leaf[i].same)
                fix_leaf(c, k, i);
}

static void load_points(chunk *c, const program *run, size_t q)
{
    for (size_t e = 0; e < c->width; e++)
        c->row[e] = c->l[e < c->n ? e : 0].point[q];
    program_load(run, c->columns, 0, c->p->ld, c->width, c->row);
}

static void load_outer(chunk *c, const program *run, double *columns, size_t before)
{
    program_load(run, columns, compiled_xi(before), compiled_width(c->o), c->width, c->outer);
}

static stream *streams(const chunk *c, size_t e, bool jacobian)
{
    return jacobian ? c->l[e].jacobian : c->l[e].inner;
}

static size_t end_of_stream(const chunk *c, size_t from, bool jacobian)
{
    size_t e = from + 1;
    while (e < c->n && streams(c, e, jacobian) == streams(c, from, jacobian))
        e++;
    return e;
}

/* The next `count` numbers of each lane from its stream number `which`: where they stand, or in
 * `keep` where lanes that share a stream need several calls. On the way the outer samples of the
 * next lanes are fetched: all at once most would not be. */
static void take(chunk *c, bool jacobian, size_t which, size_t count, double *keep,
                 const double **from)
{
    const double *at = NULL;
    bool stay = false;
    for (size_t e = 0, end = 0; e < c->n; e++) {
        stream *s = &streams(c, e, jacobian)[which];
        bool next = e == end;
        if (jacobian && e < c->left)
            compiled_prefetch(c->p, c->l[c->n + e].xi);
        if (next) {
            end = end_of_stream(c, e, jacobian);
            stay = (end - e) * count <= STREAM_MOST;
        }
        if (!stay)
            at = memcpy(keep + e * count, stream_normals(s, count), count * sizeof *keep);
        else
            at = next ? stream_normals(s, (end - e) * count) : at + count;
        from[e] = at;
    }
    for (size_t e = c->n; e < c->width; e++)
        from[e] = from[0];
}

/* Numbers for so many draws of each lane. */
static void take_draws(chunk *c, bool jacobian, size_t draws)
{
    const compiled *o = c->o;
    if (o->normals)
        take(c, jacobian, 0, draws * o->normals, c->drawn[0], c->draws[0]);
    if (o->uniforms)
        take(c, jacobian, o->normals > 0, draws * o->uniforms, c->drawn[1], c->draws[1]);
}

/* Draw number k of each lane, and the rows that are made of it. */
static void load_draw(chunk *c, const program *run, unsigned reads, size_t k)
{
    const compiled *o = c->o;
    const size_t size[] = {o->normals, o->uniforms};
    const size_t first[] = {compiled_normals(c->p->d, o->xi),
                            compiled_uniforms(c->p->d, o->xi, o->normals)};
    for (size_t i = 0; i < 2; i++) {
        if (!(reads & (unsigned)(READS_NORMALS << i)))
            continue;
        for (size_t e = 0; e < c->width; e++)
            c->row[e] = c->draws[i][e] + k * size[i];
        program_load(run, c->columns, first[i], round_up(size[i], ROW), c->width, c->row);
    }
    for (size_t r = 0; r < c->w->rows; r++) {
        const draw_row *row = &c->w->row[r];
        if (!(reads & ((unsigned)READS_ROW << r)))
            continue;
        columns_kernels[row->form][row->scaled](c->place[r], c->width, row->width, k,
                                                program_input(run, c->columns, row->column),
                                                run->gap);
    }
}

/* y <- g, or y += g */
static void add_outputs(const chunk *c, bool first, double *y)
{
    for (size_t j = 0; j < c->p->p; j++, y += c->width) {
        const double *out = program_output(c->w->g, c->columns, j);
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
    const program *g = c->w->g;
    size_t width = c->p->p * c->width;
    take_draws(c, false, K * m);
    load_outer(c, g, c->columns, c->p->d);
    for (size_t k = 0; k < K * m; k++) {
        load_draw(c, g, c->w->g_reads, k);
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
        if (!run->used[j])
            continue;
        for (size_t e = 1; e < windows; e++)
            copy(column + e * c->width, column, c->width);
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
    load_outer(c, c->o->grad_f, c->slopes, c->p->p);
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
        double *column = program_input(c->w->jtv, c->columns, at + j);
        if (column)
            copy(column, c->v + (q * c->p->p + j) * c->width, c->width);
    }
}

/* Runs jtv on each lane's draw number t; x is that of the last point unless there are several. */
static void run_jtv(chunk *c, size_t points, size_t q)
{
    const program *run = c->w->jtv;
    if (points > 1)
        load_points(c, run, q);
    load_v(c, q);
    program_run(run, c->columns, c->width);
}

/* Rows of the gradients, of each lane's draw number t of m; or added to those of earlier points. */
static void gather_rows(const chunk *c, size_t t, size_t m, bool add)
{
    static const double zeros[FUSED_LANES];
    const program *run = c->w->jtv;
    const double *column[4];
    size_t ld = c->p->ld;
    for (size_t j = 0; j < ld; j += 4) {
        for (size_t i = 0; i < 4; i++)
            column[i] = j + i < c->p->d ? program_output(run, c->columns, j + i) : zeros;
        run->vm->to_rows(column, c->width, c->rows + t * ld + j, m * ld, add);
    }
}

/* out += Jbar^T v; x and outer samples are those that g was given. */
static void add_products(chunk *c, size_t points, size_t m)
{
    double *out[FUSED_ROWS];
    take_draws(c, true, m);
    for (size_t t = 0; t < m; t++) {
        load_draw(c, c->w->jtv, c->w->jtv_reads, t);
        for (size_t q = 0; q < points; q++) {
            run_jtv(c, points, q);
            gather_rows(c, t, m, q > 0);
        }
    }
    for (size_t e = 0; e < c->n * m; e++)
        out[e] = c->l[e / m].out;
    c->w->jtv->vm->add_rows(c->rows, c->n * m, c->p->ld, 1 / (double)m, out);
}

/* The same where it is a row of the draw times a number. */
static void add_outer_products(chunk *c, size_t points, size_t m)
{
    const outer_product o = {c->l, c->n, c->p->d, m, points, c->width, c->scalars};
    const draw_row *row = &c->w->row[c->w->rows];
    take_draws(c, true, m);
    for (size_t t = 0; t < m; t++) {
        load_draw(c, c->w->jtv, c->w->jtv_reads, t);
        for (size_t q = 0; q < points; q++) {
            run_jtv(c, points, q);
            copy(c->scalars + q * FUSED_ROWS + t * c->width,
                 program_output(c->w->jtv, c->columns, 0), c->width);
        }
    }
    product_kernels[row->form][row->scaled](c->place[c->w->rows], &o);
}

/* How many lanes at a time, 0: none. */
static size_t lanes_of(const problem *p, size_t draws, size_t m_jacobian)
{
    const compiled *o = compiled_of(p);
    const size_t limits[] = {problem_lanes(p), o->draws.g->lanes, o->grad_f->lanes,
                             FUSED_ROWS / m_jacobian};
    size_t lanes = FUSED_LANES;
    draws = draws > m_jacobian ? draws : m_jacobian;
    if (o->normals * draws > FUSED_NUMBERS || o->uniforms * draws > FUSED_NUMBERS)
        return 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        lanes = at_most(lanes, limits[i]);
    return lanes / ROW * ROW;
}

/* out += the estimates of the list's lanes, `most` at a time. */
static void add_estimates(chunk *c, size_t n, const lane *l, size_t most, size_t points,
                          const extrap *op, size_t m, size_t m_jacobian, double scale, double *y)
{
    for (size_t i = 0; i < n; i += c->n) {
        begin(c, l + i, at_most(n - i, most));
        c->left = c->p->n ? n - i - c->n : 0;
        size_t gap = window_rows(op) * c->p->p * c->width;
        block_means(c, points, op->draws, m, y, gap);
        weigh(c, points, op, scale, y, gap);
        if (c->w->outer)
            add_outer_products(c, points, m_jacobian);
        else
            add_products(c, points, m_jacobian);
    }
}

static bool fused(const problem *p, size_t n, const lane *l, size_t points, const extrap *op,
                  size_t m, size_t m_jacobian, double scale, double *y)
{
    const size_t most = lanes_of(p, op->draws * m, m_jacobian);
    chunk c;
    if (!most)
        return false;
    start(&c, p, l->work);
    add_estimates(&c, n, l, most, points, op, m, m_jacobian, scale, y);
    return true;
}

/* So many steps are made at once at most: an interrupt need not wait for many operations. */
static size_t steps_at_once(const compiled *o, size_t evaluations)
{
    return 1 + OPERATIONS / (evaluations * (o->draws.g->operations + o->draws.jtv->operations + 1));
}

static void clear_rows(const problem *p, size_t n, const lane *l, size_t batch)
{
    for (size_t i = 0; i < n; i += batch)
        for (size_t j = 0; j < p->ld; j += ROW)
            v8_store(l[i].out + j, v8_set1(0));
}

/* Whether all new points are finite. */
static bool move_points(const problem *p, size_t n, const lane *l, size_t batch, double step)
{
    const v8 l2 = v8_set1(p->l2);
    v8 check = v8_set1(0);
    for (size_t i = 0; i < n; i += batch)
        check = v8_add(check, method_move((double *)l[i].point[0], (double *)l[i].point[1],
                                          l[i].out, p->ld, l2, (method_step){step, 1}));
    return v8_sum(check) == 0;
}

static size_t descend(const problem *p, size_t n, lane *l, size_t batch, const extrap *op, size_t m,
                      size_t m_jacobian, double step, size_t steps, double *y)
{
    const size_t most = lanes_of(p, op->draws * m, m_jacobian);
    bool goes_on = most > 0;
    size_t made = 0;
    chunk c;
    start(&c, p, l->work);
    steps = at_most(steps, steps_at_once(c.o, n * (op->draws * m + m_jacobian)));
    for (; goes_on && made < steps; made++) {
        p->type->outer(p, n, l);
        clear_rows(p, n, l, batch);
        add_estimates(&c, n, l, most, 1, op, m, m_jacobian, 1.0 / (double)batch, y);
        goes_on = move_points(p, n, l, batch, step);
    }
    return made;
}

const fused_type TYPE(fused, lanes) = {"lanes", fused, descend};
