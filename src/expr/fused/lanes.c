/* Up to FUSED_LANES lanes at a time from their draws to the estimates' rows: what belongs to a
 * lane, x and its outer sample, is loaded once for all its draws and windows. Rows of y have p
 * numbers for each lane, component by component. */
#include "engine/machine/level.h"
#include "engine/number/v8_function.h"
#include "engine/operator/window.h"
#include "expr/fused.h"
#include "rows.h"

enum { OPERATIONS = 1 << 22 /* of steps that are made at once, more or less */ };

typedef struct chunk {
    const problem *p;
    const compiled *o;
    const compiled_draws *w;
    const lane *l;
    size_t n, width;   /* lanes; a multiple of 8: the rest repeats the first one */
    size_t left;       /* lanes of the list behind these */
    size_t most, some; /* the most draws of a lane, and how many programs run at a time */
    double *columns, *slopes, *drawn[2], *rows, *v, *scalars, *leaves, *dots;
    size_t points;
    const double *point[LANE_POINTS][FUSED_LANES]; /* each lane's points, */
    const double *outer[FUSED_LANES];              /* its outer sample, */
    const double *draws[2][FUSED_LANES];           /* its normals and uniforms */
    const double *row[FUSED_WIDE];
    const double *fixed[DRAW_MADE][ROW_LEAVES][FUSED_LANES]; /* leaves that are the same */
    row_place place[DRAW_MADE];
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

static size_t rows_made(const compiled_draws *w)
{
    return w->rows + w->dots + w->outer;
}

static void place_row(chunk *c, size_t k)
{
    const draw_row *r = &c->w->row[k];
    c->place[k].number = r->number;
    c->place[k].sign = r->sign;
    for (size_t i = 0; i < r->leaves; i++)
        c->place[k].leaf[i] = leaf_place_of(c, k, i);
}

static void start(chunk *c, const problem *p, size_t points, size_t draws, double *work)
{
    const fused_space s = fused_spaces(compiled_of(p), p);
    c->p = p;
    c->points = points;
    c->most = draws;
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
    c->dots = work + s.dots;
    for (size_t k = 0; k < rows_made(c->w); k++)
        place_row(c, k);
    for (size_t i = 0; i < FUSED_ROWS && !c->w->outer; i++)
        c->scalars[i] = 1;
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
    c->some = at_most(c->w->g->lanes / c->width, c->most);
    for (size_t e = 0; e < c->width; e++) {
        const lane *one = &l[e < n ? e : 0];
        c->outer[e] = compiled_row(c->p, one);
        for (size_t q = 0; q < c->points; q++)
            c->point[q][e] = one->point[q];
    }
    for (size_t k = 0; k < rows_made(c->w); k++)
        for (size_t i = 0; i < c->w->row[k].leaves; i++)
            if (c->w->row[k].leaf[i].same)
                fix_leaf(c, k, i);
}

/* Input columns first .. of the first lanes for those of the next `times` - 1, too. */
static void repeat(const program *run, double *columns, size_t first, size_t n, size_t width,
                   size_t times)
{
    for (size_t j = first; j < run->inputs && j < first + n; j++) {
        double *column = program_input(run, columns, j);
        for (size_t i = 1; run->used[j] && i < times; i++)
            copy(column + i * width, column, width);
    }
}

static void load_points(chunk *c, const program *run, unsigned reads, size_t q, size_t times)
{
    if (!(reads & READS_X))
        return;
    program_load(run, c->columns, 0, c->p->ld, c->width, c->point[q]);
    repeat(run, c->columns, 0, c->p->d, c->width, times);
}

static void load_outer(chunk *c, const program *run, double *columns, size_t before, size_t times)
{
    program_load(run, columns, compiled_xi(before), compiled_width(c->o), c->width, c->outer);
    repeat(run, columns, compiled_xi(before), c->o->xi, c->width, times);
}

V8_INLINE stream *streams(const lane *l, bool jacobian)
{
    return jacobian ? l->jacobian : l->inner;
}

V8_INLINE size_t end_of_stream(const lane *l, size_t from, size_t n, bool jacobian)
{
    size_t e = from + 1;
    while (e < n && streams(l + e, jacobian) == streams(l + from, jacobian))
        e++;
    return e;
}

/* Asks for outer samples of the lanes behind these. */
static void fetch_next(const chunk *c, size_t from, size_t end)
{
    for (size_t e = from; e < end && e < c->left; e++)
        compiled_prefetch(c->p, c->l[c->n + e].xi);
}

/* The next `count` numbers of each lane from its stream number `which`: where they stand, or in
 * `keep` where lanes that share a stream need several calls. On the way the outer samples of the
 * next lanes are fetched: all at once most would not be. */
V8_INLINE void take(const chunk *c, bool jacobian, size_t which, size_t count, double *keep,
                    const double **from)
{
    const size_t n = c->n, width = c->width;
    const lane *l = c->l;
    for (size_t e = 0, end; e < n;) {
        stream *s = &streams(l + e, jacobian)[which];
        end = end_of_stream(l, e, n, jacobian);
        if (jacobian)
            fetch_next(c, e, end);
        if ((end - e) * count <= STREAM_MOST) {
            const double *at = stream_normals(s, (end - e) * count);
            for (; e < end; e++, at += count)
                from[e] = at;
        }
        for (; e < end; e++)
            from[e] = memcpy(keep + e * count, stream_normals(s, count), count * sizeof *keep);
    }
    for (size_t e = n; e < width; e++)
        from[e] = from[0];
}

/* Numbers for so many draws of each lane. */
V8_INLINE void take_draws(chunk *c, bool jacobian, size_t draws)
{
    const compiled *o = c->o;
    if (o->normals)
        take(c, jacobian, 0, draws * o->normals, c->drawn[0], c->draws[0]);
    if (o->uniforms)
        take(c, jacobian, o->normals > 0, draws * o->uniforms, c->drawn[1], c->draws[1]);
}

/* Normals (i = 0) or uniforms of draws k .. k + count - 1. */
static void load_numbers(chunk *c, const program *run, size_t i, size_t k, size_t count)
{
    const compiled *o = c->o;
    const size_t size = i ? o->uniforms : o->normals, d = c->p->d;
    const double **row = c->row;
    for (size_t t = k; t < k + count; t++, row += c->width)
        for (size_t e = 0; e < c->width; e++)
            row[e] = c->draws[i][e] + t * size;
    program_load(run, c->columns,
                 i ? compiled_uniforms(d, o->xi, o->normals) : compiled_normals(d, o->xi),
                 round_up(size, ROW), count * c->width, c->row);
}

/* As many of the row's numbers as the program has columns for. */
static void make_rows(const chunk *c, const program *run, const draw_row *row, row_place place,
                      size_t k, size_t count)
{
    const size_t width = at_most(row->width, run->inputs - row->column);
    double *to = program_input(run, c->columns, row->column);
    for (size_t t = k; t < k + count; t++, to += c->width)
        columns_kernels[row->form](place, c->width, width, t, to, run->gap);
}

/* Where products of rows with point q are. */
static double *dots_of(const chunk *c, size_t r, size_t q)
{
    return c->dots + (r * LANE_POINTS + q) * FUSED_WIDE;
}

static void make_dots(const chunk *c, size_t r, size_t k, size_t count)
{
    const draw_row *row = &c->w->row[c->w->rows + r];
    for (size_t q = 0; q < c->points; q++)
        dots_kernels[row->form](c->place[c->w->rows + r], c->width, row->width, k, count,
                                c->point[q], row->with, dots_of(c, r, q));
}

/* Draws k .. k + count - 1 of each lane, side by side, and what is made of them. */
static void load_draws(chunk *c, const program *run, unsigned reads, size_t k, size_t count)
{
    for (size_t i = 0; i < 2; i++)
        if (reads & (unsigned)(READS_NORMALS << i))
            load_numbers(c, run, i, k, count);
    for (size_t r = 0; r < c->w->rows; r++)
        if (reads & ((unsigned)READS_ROW << r))
            make_rows(c, run, &c->w->row[r], c->place[r], k, count);
    for (size_t r = 0; r < c->w->dots; r++)
        if (reads & ((unsigned)READS_ROW << (c->w->rows + r)))
            make_dots(c, r, k, count);
}

/* What depends on point q of that which was made. */
static void load_dots(const chunk *c, const program *run, unsigned reads, size_t q, size_t count)
{
    for (size_t r = 0; r < c->w->dots; r++)
        if (reads & ((unsigned)READS_ROW << (c->w->rows + r)))
            copy(program_input(run, c->columns, c->w->row[c->w->rows + r].column), dots_of(c, r, q),
                 count * c->width);
}

/* y <- g, or y += g, of draw number i of those side by side */
static void add_outputs(const chunk *c, size_t i, bool first, double *y)
{
    for (size_t j = 0; j < c->p->p; j++, y += c->width) {
        const double *out = program_output(c->w->g, c->columns, j) + i * c->width;
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
static void block_means(chunk *c, size_t K, size_t m, double *y, size_t gap)
{
    const program *g = c->w->g;
    const size_t width = c->p->p * c->width, some = c->some;
    const unsigned reads = c->w->g_reads;
    take_draws(c, false, K * m);
    if (reads & READS_OUTER)
        load_outer(c, g, c->columns, c->p->d, some);
    for (size_t k = 0, count; k < K * m; k += count) {
        count = at_most(K * m - k, some);
        load_draws(c, g, reads, k, count);
        for (size_t q = 0; q < c->points; q++) {
            if (c->points > 1 || k == 0)
                load_points(c, g, reads, q, some);
            load_dots(c, g, reads, q, count);
            program_run(g, c->columns, count * c->width);
            for (size_t i = k; i < k + count; i++)
                add_outputs(c, i - k, i % m == 0, y + q * gap + i / m * width);
        }
    }
    for (size_t q = 0; q < c->points; q++)
        divide(y + q * gap, K * width, m);
}

/* to <- sum over some windows of weight times grad f; the first ones' begin it. */
static void add_gradients(chunk *c, const extrap *op, size_t first, size_t count, const double *y,
                          double *to)
{
    const program *run = c->o->grad_f;
    const size_t width = c->width, p = c->p->p;
    for (size_t j = 0; j < p && j < run->inputs; j++)
        for (size_t e = 0; e < count; e++)
            copy(program_input(run, c->slopes, j) + e * width, y + ((first + e) * p + j) * width,
                 width);
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
static void weigh(chunk *c, const extrap *op, const double *scale, double *y, size_t gap)
{
    const size_t width = c->p->p * c->width, most = c->o->grad_f->lanes / c->width;
    const size_t some = most < op->windows ? most : op->windows;
    load_outer(c, c->o->grad_f, c->slopes, c->p->p, some);
    for (size_t q = 0; q < c->points; q++, y += gap) {
        double *v = c->v + q * width;
        window_means(op, width, y, width);
        for (size_t e = 0; e < op->windows; e += some)
            add_gradients(c, op, e, at_most(op->windows - e, some),
                          y + window_first_row(op) * width, v);
        for (size_t i = 0; i < width; i += ROW)
            v8_store(v + i, v8_mul(v8_set1(scale[q]), v8_load(v + i)));
    }
}

static void load_v(chunk *c, size_t q, size_t times)
{
    const compiled *o = c->o;
    const program *run = c->w->jtv;
    const size_t at = compiled_v(c->p->d, o->xi, o->normals, o->uniforms), p = c->p->p;
    for (size_t j = 0; j < p && at + j < run->inputs; j++)
        for (size_t i = 0; i < times; i++)
            copy(program_input(run, c->columns, at + j) + i * c->width,
                 c->v + (q * p + j) * c->width, c->width);
}

/* Runs jtv on `count` of each lane's draws; x is that of the last point unless there are several.
 */
static void run_jtv(chunk *c, size_t q, size_t count)
{
    const program *run = c->w->jtv;
    if (c->points > 1)
        load_points(c, run, c->w->jtv_reads, q, count);
    load_dots(c, run, c->w->jtv_reads, q, count);
    load_v(c, q, count);
    program_run(run, c->columns, count * c->width);
}

/* Rows of the gradients, of each lane's draw number t of m, which is number i of those side by
 * side; or added to those of earlier points. */
static void gather_rows(const chunk *c, size_t i, size_t t, size_t m, bool add)
{
    static const double zeros[FUSED_LANES];
    const program *run = c->w->jtv;
    const double *column[4];
    size_t ld = c->p->ld;
    for (size_t j = 0; j < ld; j += 4) {
        for (size_t k = 0; k < 4; k++)
            column[k] =
                j + k < c->p->d ? program_output(run, c->columns, j + k) + i * c->width : zeros;
        run->vm->to_rows(column, c->width, c->rows + t * ld + j, m * ld, add);
    }
}

/* What jtv gives for each lane's draws t .. t + count - 1 of m. */
static void gather(const chunk *c, size_t q, size_t t, size_t count, size_t m)
{
    const double *scalar = program_output(c->w->jtv, c->columns, 0);
    if (c->w->outer)
        copy(c->scalars + q * FUSED_ROWS + t * c->width, scalar, count * c->width);
    for (size_t i = 0; i < count && !c->w->outer; i++)
        gather_rows(c, i, t + i, m, q > 0);
}

/* Rows that are added as they are; the scalars are ones. */
static row_place gathered_rows(chunk *c, size_t m)
{
    for (size_t e = 0; e < c->n; e++)
        c->row[e] = c->rows + e * m * c->p->ld;
    return (row_place){.leaf = {{.at = c->row, .mask = SIZE_MAX, .draw = c->p->ld}},
                       .number = c->scalars};
}

/* out += Jbar^T v, of a row of the draw times a number, or of any rows; x and outer samples are
 * those that g was given. */
static void add_products(chunk *c, size_t m, descent *by)
{
    const size_t k = c->w->rows + c->w->dots, some = c->some;
    const draw_row *row = &c->w->row[k];
    outer_product o = {c->l, c->n, c->p->d, m, c->points, c->width, c->scalars, by};
    take_draws(c, true, m);
    for (size_t t = 0, count; t < m; t += count) {
        count = at_most(m - t, some);
        load_draws(c, c->w->jtv, c->w->jtv_reads, t, count);
        for (size_t q = 0; q < c->points; q++) {
            run_jtv(c, q, count);
            gather(c, q, t, count, m);
        }
    }
    if (c->w->outer) {
        product_kernels[row->form](c->place[k], &o);
        return;
    }
    o.points = 1; /* their parts are summed */
    product_kernels[ROW_SCALED](gathered_rows(c, m), &o);
}

/* The most draws of a lane, of g or its Jacobian. */
static size_t most_draws(const extrap *op, size_t m, size_t m_jacobian)
{
    return op->draws * m > m_jacobian ? op->draws * m : m_jacobian;
}

/* How many lanes at a time, 0: none. */
static size_t lanes_of(const problem *p, size_t draws, size_t m_jacobian)
{
    const compiled *o = compiled_of(p);
    const size_t limits[] = {problem_lanes(p), o->draws.g->lanes, o->grad_f->lanes,
                             FUSED_ROWS / m_jacobian};
    size_t lanes = FUSED_LANES;
    if (o->normals * draws > FUSED_NUMBERS || o->uniforms * draws > FUSED_NUMBERS)
        return 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        lanes = at_most(lanes, limits[i]);
    return lanes / ROW * ROW;
}

/* out += the estimates of the list's lanes, `most` at a time; `by`: in steps, or NULL. */
static void add_estimates(chunk *c, size_t n, const lane *l, size_t most, const extrap *op,
                          size_t m, size_t m_jacobian, const double *scale, descent *by, double *y)
{
    for (size_t i = 0; i < n; i += c->n) {
        begin(c, l + i, at_most(n - i, most));
        c->left = c->p->n ? n - i - c->n : 0;
        size_t gap = window_rows(op) * c->p->p * c->width;
        block_means(c, op->draws, m, y, gap);
        weigh(c, op, scale, y, gap);
        add_products(c, m_jacobian, by);
    }
}

static bool fused(const problem *p, size_t n, const lane *l, size_t points, const extrap *op,
                  size_t m, size_t m_jacobian, const double *scale, double *y)
{
    const size_t draws = most_draws(op, m, m_jacobian), most = lanes_of(p, draws, m_jacobian);
    chunk c;
    if (!most)
        return false;
    start(&c, p, points, draws, l->work);
    add_estimates(&c, n, l, most, op, m, m_jacobian, scale, NULL, y);
    return true;
}

/* So many steps are made at once at most: an interrupt need not wait for many operations. */
static size_t steps_at_once(const compiled *o, size_t evaluations)
{
    return 1 + OPERATIONS / (evaluations * (o->draws.g->operations + o->draws.jtv->operations + 1));
}

static size_t descend(const problem *p, size_t n, lane *l, size_t batch, const extrap *op, size_t m,
                      size_t m_jacobian, double step, const mover *move, size_t steps, double *y)
{
    const size_t draws = most_draws(op, m, m_jacobian), most = lanes_of(p, draws, m_jacobian);
    descent by = descent_of(n, l, batch, p, step, move);
    const double scale = 1.0 / (double)batch;
    size_t made = 0;
    chunk c;
    start(&c, p, 1, draws, l->work);
    steps = at_most(steps, steps_at_once(c.o, n * (op->draws * m + m_jacobian)));
    for (bool goes_on = most > 0; made < steps && goes_on; made++) {
        p->type->outer(p, n, l);
        add_estimates(&c, n, l, most, op, m, m_jacobian, &scale, &by, y);
        goes_on = descent_moved(&by, move);
    }
    return made;
}

const fused_type TYPE(fused, lanes) = {"lanes", fused, descend};
