/* Evaluations of many lanes are gathered into batches that a program runs at once. */
#include "compiled.h"

#include "engine/number/array.h"
#include "expr/fused.h"

#include <stdlib.h>
#include <string.h>

/* Up to PROGRAM_LANES evaluations that a program makes at once, and their work space. */
typedef struct batch {
    const problem *p;
    const program *run;
    double *columns;               /* the program's work space */
    double *draws;                 /* rows of normals, then of uniforms */
    double *rows;                  /* d outputs by evaluation, rows of ld */
    bool moves;                    /* whether the program reads x */
    size_t n;                      /* evaluations */
    const lane *of[PROGRAM_LANES]; /* each one's lane */
    size_t place[PROGRAM_LANES];   /* where its part of a mean begins, or its row of y */
    const double *row[PROGRAM_LANES];
} batch;

/* Sets the fields alone: the arrays are large. */
static void start(batch *b, const problem *p, const program *run, double *work)
{
    size_t draws = compiled_of(p)->normals + compiled_of(p)->uniforms;
    b->p = p;
    b->run = run;
    b->columns = work;
    b->moves = program_uses(run, 0, p->d);
    b->draws = work + p->work - PROGRAM_LANES * (draws + p->ld) - 2 * ROW;
    b->rows = b->draws + PROGRAM_LANES * draws + 2 * ROW;
}

/* Columns first, first + 1, .. <- `width` numbers of each evaluation's row; of eight at a time. */
static void load(batch *b, size_t first, size_t width)
{
    size_t n = b->n;
    for (; n % ROW; n++)
        b->row[n] = b->row[0];
    program_load(b->run, b->columns, first, width, n, b->row);
}

/* The same from rows that lie `gap` apart; 0: one row for all. */
static void load_rows(batch *b, size_t first, size_t width, const double *row, size_t gap)
{
    for (size_t e = 0; e < b->n; e++)
        b->row[e] = row + e * gap;
    load(b, first, width);
}

static void load_points(batch *b, size_t q)
{
    if (!b->moves)
        return;
    for (size_t e = 0; e < b->n; e++)
        b->row[e] = b->of[e]->point[q];
    load(b, 0, round_up(b->p->d, ROW)); /* ld is no less than 8, also without an x */
}

/* The stream's next numbers: where they stand, if one call yields them all, or copied to `to`. */
static const double *take(stream *s, size_t count, double *to)
{
    if (count <= STREAM_MOST)
        return s->block.number + stream_take(s, count);
    for (size_t j = 0; j < count; j += STREAM_MOST) {
        size_t n = at_most(count - j, STREAM_MOST);
        memcpy(to + j, s->block.number + stream_take(s, n), n * sizeof *to);
    }
    return to;
}

static stream *inner_stream(const batch *b, size_t e, bool jacobian)
{
    return jacobian ? b->of[e]->jacobian : b->of[e]->inner;
}

/* The first evaluation after number `from` with other streams, or other options of its law. */
static size_t end_of_stream(const batch *b, size_t from, bool jacobian)
{
    bool by_lane = compiled_of(b->p)->law.numbers;
    size_t e = from + 1;
    while (e < b->n && inner_stream(b, e, jacobian) == inner_stream(b, from, jacobian) &&
           !(by_lane && b->of[e] != b->of[from]))
        e++;
    return e;
}

/* Numbers that a law made at an xi takes: what computes its options, these, and the dist. */
static size_t made_size(const compiled_law *law)
{
    const program *run = law->numbers;
    return run ? program_work(run) + run->outputs + law->size / sizeof(double) + 1 : 0;
}

/* Makes the law of inner draws at a row of xi, in the work space of the program. */
static const dist *law_at(const batch *b, const double *xi)
{
    const compiled_law *law = &compiled_of(b->p)->law;
    double *number = b->columns + program_work(law->numbers);
    dist *made = (dist *)(number + law->numbers->outputs);
    arg a[DIST_PARAMS];
    program_load(law->numbers, b->columns, compiled_xi(b->p->d), compiled_of(b->p)->xi, 1, &xi);
    program_run(law->numbers, b->columns, 1);
    for (size_t k = 0; k < law->numbers->outputs; k++)
        number[k] = *program_output(law->numbers, b->columns, k);
    for (size_t i = 0; i < law->type->nparams; number += a[i].rows * a[i].cols, i++) {
        a[i] = law->option[i];
        a[i].data = number;
        a[i].number = a[i].given ? *number : 0;
    }
    memset(made, 0, law->size);
    dist_init(made, law->type, a);
    return made;
}

/* A draw of the law for each evaluation, from its lane's stream; in order, as other draws. */
static void load_law(batch *b, size_t first, size_t size, bool jacobian)
{
    const dist *fixed = compiled_of(b->p)->law.fixed;
    for (size_t e = 0, end; e < b->n; e = end) {
        end = end_of_stream(b, e, jacobian);
        const dist *d = fixed ? fixed : law_at(b, compiled_row(b->p, b->of[e]));
        d->type->draw(d, inner_stream(b, e, jacobian), end - e, b->draws + e, PROGRAM_LANES);
    }
    for (size_t j = 0; j < size; j++) {
        double *column = program_input(b->run, b->columns, first + j);
        if (column)
            memcpy(column, b->draws + j * PROGRAM_LANES, b->n * sizeof *column);
    }
}

/* `size` fresh numbers for each evaluation, from its lane's stream number `which`; in order, so
 * that what a replicate gets does not depend on how its evaluations are cut. The lanes of a
 * replicate, which have their streams in common, stand side by side. */
static void load_draws(batch *b, size_t first, double *to, size_t size, bool jacobian, size_t which)
{
    for (size_t e = 0, end; e < b->n; e = end) {
        stream *s = inner_stream(b, e, jacobian);
        end = end_of_stream(b, e, jacobian);
        const double *from = take(&s[which], (end - e) * size, to + e * size);
        for (size_t i = e; i < end; i++, from += size)
            b->row[i] = from;
    }
    load(b, first, round_up(size, ROW)); /* the next row, or what follows the last */
}

/* The normals come first among the kinds of streams, where there are any. */
static void load_inner(batch *b, bool jacobian)
{
    const compiled *o = compiled_of(b->p);
    size_t normals = compiled_normals(b->p->d, o->xi);
    size_t uniforms = compiled_uniforms(b->p->d, o->xi, o->normals);
    if (o->law.type)
        load_law(b, normals, o->normals, jacobian);
    else if (o->normals)
        load_draws(b, normals, b->draws, o->normals, jacobian, 0);
    if (o->uniforms)
        load_draws(b, uniforms, b->draws + PROGRAM_LANES * o->normals + ROW, o->uniforms, jacobian,
                   o->normals > 0);
}

/* The next evaluations from number `from` of all on, which are listed lane by lane, block by block,
 * draw by draw: K blocks of m for each lane. Means lie block by block, `width` apart. Loads their
 * draws and outer samples. */
static void next(batch *b, const lane *l, size_t n, size_t from, size_t K, size_t m, bool jacobian)
{
    size_t p = b->p->p, width = round_up(n * p, ROW), i = from / (K * m), k = from / m % K;
    size_t left = m - from % m; /* of the block */
    b->n = at_most(n * K * m - from, b->run->lanes);
    for (size_t e = 0; e < b->n; e++) {
        b->of[e] = &l[i];
        b->place[e] = k * width + i * p;
        if (--left)
            continue;
        left = m;
        if (++k < K)
            continue;
        k = 0;
        i += i + 1 < n;
    }
    load_inner(b, jacobian);
    for (size_t e = 0; e < b->n; e++)
        b->row[e] = compiled_row(b->p, b->of[e]);
    load(b, compiled_xi(b->p->d), compiled_width(compiled_of(b->p)));
}

static void add_means(const batch *b, double *y)
{
    for (size_t j = 0; j < b->p->p; j++, y++) {
        const double *out = program_output(b->run, b->columns, j);
        for (size_t e = 0; e < b->n; e++)
            y[b->place[e]] += out[e];
    }
}

static void divide(double *y, size_t n, double by)
{
    for (size_t i = 0; i < n && by != 1; i++)
        y[i] /= by;
}

/* v of each evaluation's lane; rows of p numbers, which nothing may be read beyond. */
static void load_v(batch *b, size_t first, const double *v)
{
    for (size_t e = 0; e < b->n; e++)
        b->row[e] = v + b->place[e];
    load(b, first, b->p->p);
}

/* The gradients of b's evaluations at one point, taken or added to the rows of earlier points. */
static void gather_rows(batch *b, bool add)
{
    static const double zeros[PROGRAM_LANES];
    size_t d = b->p->d, ld = b->p->ld;
    const double *column[4];
    for (size_t j = 0; j < ld; j += 4) {
        for (size_t c = 0; c < 4; c++)
            column[c] = j + c < d ? program_output(b->run, b->columns, j + c) : zeros;
        b->run->vm->to_rows(column, round_up(b->n, ROW), b->rows + j, ld, add);
    }
}

static void add_rows(const batch *b, size_t m)
{
    double *out[PROGRAM_LANES];
    for (size_t e = 0; e < b->n; e++)
        out[e] = b->of[e]->out;
    b->run->vm->add_rows(b->rows, b->n, b->p->ld, 1 / (double)m, out);
}

/* The points' parts are summed first: equal points with opposite v add exactly nothing. */
static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    const compiled *o = compiled_of(p);
    batch b;
    start(&b, p, o->jtv, l->work);
    size_t width = round_up(n * p->p, ROW), at = compiled_v(p->d, o->xi, o->normals, o->uniforms);
    for (size_t from = 0; from < n * m && !lane_stops(l); from += b.n) {
        next(&b, l, n, from, 1, m, true);
        for (size_t q = 0; q < points; q++) {
            load_points(&b, q);
            load_v(&b, at, v + q * width);
            program_run(b.run, b.columns, b.n);
            gather_rows(&b, q > 0);
        }
        add_rows(&b, m);
    }
}

/* Adds the Jacobians of b's evaluations, outputs p, p + 1, .. of the program; K blocks. */
static void add_jacobians(const batch *b, size_t from, size_t K, size_t m, double *J)
{
    size_t d = b->p->d, ld = b->p->ld, block = b->p->p * ld;
    (void)K;
    for (size_t c = 0; c < b->p->p * d; c++) {
        const double *out = program_output(b->run, b->columns, b->p->p + c);
        for (size_t e = 0; e < b->n; e++)
            J[(from + e) / m * block + c / d * ld + c % d] += out[e] / (double)m;
    }
}

/* Means of g in y and of its Jacobian in J, by a program for those of them that are not NULL. */
static void evaluate(const problem *p, const program *run, size_t n, const lane *l, size_t points,
                     size_t K, size_t m, double *y, size_t gap, double *J, bool own_draws)
{
    batch b;
    start(&b, p, run, l->work);
    size_t all = n * K * m, width = round_up(n * p->p, ROW), block = p->p * p->ld;
    size_t moving = p->constant_jacobian ? 1 : points, different = J ? moving : 0;
    if (J)
        memset(J, 0, different * n * K * block * sizeof *J);
    for (size_t q = 0; y && q < points; q++)
        memset(y + q * gap, 0, K * width * sizeof *y);
    for (size_t from = 0; from < all && !lane_stops(l); from += b.n) {
        next(&b, l, n, from, K, m, own_draws);
        for (size_t q = 0; q < (y ? points : different); q++) {
            load_points(&b, q);
            program_run(b.run, b.columns, b.n);
            if (y)
                add_means(&b, y + q * gap);
            if (q < different)
                add_jacobians(&b, from, K, m, J + q * n * K * block);
        }
    }
    for (size_t q = 0; y && q < points; q++)
        divide(y + q * gap, K * width, (double)m);
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    evaluate(p, compiled_of(p)->g, n, l, points, K, m, y, gap, NULL, false);
}

static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    evaluate(p, compiled_of(p)->joint, n, l, points, K, m, y, gap, J, false);
}

static void jacobian(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J)
{
    evaluate(p, compiled_of(p)->joint, n, l, points, 1, m, NULL, 0, J, true);
}

/* The next evaluations of f from number `from` of all on, listed row by row, lane by lane. y has p
 * numbers a lane; place is that of the results, of which a lane has `outputs`, a row `gap`. */
static void next_of_f(batch *b, const lane *l, size_t n, const double *y, size_t rows, size_t from,
                      size_t outputs, size_t gap)
{
    size_t p = b->p->p, width = round_up(n * p, ROW), row = from / n, i = from % n;
    const double *xi[PROGRAM_LANES];
    b->n = at_most(n * rows - from, b->run->lanes);
    for (size_t e = 0; e < b->n; e += n - i, i = 0, row++) {
        size_t count = at_most(n - i, b->n - e);
        for (size_t k = 0; k < count; k++) {
            b->row[e + k] = y + row * width + (i + k) * p;
            b->place[e + k] = row * gap + (i + k) * outputs;
            xi[e + k] = compiled_row(b->p, &l[i + k]);
        }
    }
    load(b, 0, p);
    memcpy(b->row, xi, b->n * sizeof *xi);
    load(b, compiled_xi(p), compiled_width(compiled_of(b->p)));
}

/* Runs f or its gradient, `outputs` numbers that go to to[row * gap + lane * outputs + j]. */
static void rows_of_f(const problem *p, const program *run, size_t n, const lane *l, size_t rows,
                      const double *y, size_t outputs, double *to, size_t gap)
{
    batch b;
    start(&b, p, run, l->work);
    for (size_t from = 0; from < n * rows; from += b.n) {
        next_of_f(&b, l, n, y, rows, from, outputs, gap);
        program_run(run, b.columns, b.n);
        for (size_t j = 0; j < outputs; j++) {
            const double *out = program_output(run, b.columns, j);
            for (size_t e = 0; e < b.n; e++)
                to[b.place[e] + j] = out[e];
        }
    }
}

static void grad_f(const problem *p, size_t n, const lane *l, size_t rows, double *y)
{
    rows_of_f(p, compiled_of(p)->grad_f, n, l, rows, y, p->p, y, round_up(n * p->p, ROW));
}

static void f(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
              double *value)
{
    rows_of_f(p, compiled_of(p)->f, n, l, rows, y, 1, value, round_up(n, ROW));
}

/* Rows are fetched here; of a replicate's first lane that would come too late, hence with the last
 * one of the step before. */
static void outer_index(const problem *p, size_t n, lane *l)
{
    for (size_t i = 0; i < n; i++) {
        l[i].xi = (uint32_t)stream_index(l[i].outer, p->n);
        if (i > 0 && l[i - 1].outer == l[i].outer)
            compiled_prefetch(p, l[i].xi);
        if (i + 1 == n || l[i + 1].outer != l[i].outer)
            compiled_prefetch(p, stream_peek_index(l[i].outer, 0, p->n));
    }
}

/* Lane i's uniforms from words, so that one stream serves indices and uniforms. */
static void outer_draws(const compiled *o, const lane *l, double *columns, const program *run,
                        size_t i)
{
    double *uniforms = program_input(run, columns, 0);
    if (o->outer_law) {
        stream *s = &l->outer[o->outer_law->type->kind == STREAM_NORMALS];
        o->outer_law->type->draw(o->outer_law, s, 1, uniforms + i, run->gap);
        return;
    }
    for (size_t j = 0; j < o->outer_uniforms; j++) {
        double u = *stream_uniforms(&l->outer[0], 1);
        if (uniforms)
            uniforms[j * run->gap + i] = u;
    }
    double *normals = program_input(run, columns, round_up(o->outer_uniforms, ROW));
    for (size_t j = 0; j < o->outer_normals; j++) {
        double z = *stream_normals(&l->outer[1], 1);
        if (normals)
            normals[j * run->gap + i] = z;
    }
}

static void outer_sample(const problem *p, size_t n, lane *l)
{
    const compiled *o = compiled_of(p);
    double *columns = l->work;
    size_t lanes = o->outer->lanes;
    for (size_t from = 0; from < n; from += lanes) {
        size_t count = at_most(n - from, lanes);
        for (size_t i = 0; i < count; i++)
            outer_draws(o, &l[from + i], columns, o->outer, i);
        program_run(o->outer, columns, count);
        for (size_t j = 0; j < o->xi; j++)
            for (size_t i = 0; i < count; i++)
                l[from + i].sample[j] = program_output(o->outer, columns, j)[i];
    }
}

/* Mean of f_xi(E g) over all outer samples; the sum of its gradients is added to a row. */
static double sum_objective(const problem *p, const double *x, double *work, double *gradient)
{
    const compiled *o = compiled_of(p);
    batch b;
    start(&b, p, gradient ? o->slope : o->value, work);
    double sum = 0;
    for (size_t from = 0; from < p->n; from += b.n) {
        b.n = at_most(p->n - from, b.run->lanes);
        load_rows(&b, 0, round_up(p->d, ROW), x, 0);
        load_rows(&b, compiled_xi(p->d), compiled_width(compiled_of(b.p)),
                  o->rows + from * o->stride, o->stride);
        program_run(b.run, b.columns, b.n);
        for (size_t j = 0; j < (gradient ? p->d + 1 : 1); j++)
            for (size_t e = 0; e < b.n; e++)
                *(j ? &gradient[j - 1] : &sum) += program_output(b.run, b.columns, j)[e];
    }
    return sum;
}

/* Loads x, xi and n rows of outer sample i's set, from row `from` of all on. */
static void load_set(batch *b, const double *x, size_t i, size_t from, size_t n)
{
    const compiled *o = compiled_of(b->p);
    b->n = n;
    load_rows(b, 0, round_up(b->p->d, ROW), x, 0);
    load_rows(b, compiled_xi(b->p->d), compiled_width(compiled_of(b->p)), o->rows + i * o->stride,
              0);
    load_rows(b, compiled_normals(b->p->d, o->xi), o->set_cols, o->set_rows + from * o->set_cols,
              o->set_cols);
}

/* to[j] <- the mean of output j over outer sample i's set; v, of p numbers, unless NULL. */
static void mean_over_set(const problem *p, const program *run, const double *x, size_t i,
                          const double *v, size_t outputs, double *work, double *to)
{
    const compiled *o = compiled_of(p);
    size_t first = (size_t)o->set_first[i], end = (size_t)o->set_first[i + 1];
    batch b;
    start(&b, p, run, work);
    memset(to, 0, outputs * sizeof *to);
    for (size_t from = first; from < end; from += b.n) {
        load_set(&b, x, i, from, at_most(end - from, run->lanes));
        if (v)
            load_rows(&b, compiled_set_v(p->d, o->xi, o->set_cols), p->p, v, 0);
        program_run(run, b.columns, b.n);
        for (size_t j = 0; j < outputs; j++)
            for (size_t e = 0; e < b.n; e++)
                to[j] += program_output(run, b.columns, j)[e] / (double)(end - first);
    }
}

/* Mean of f_xi over the data sets' means of g; the sum of its gradients is added to a row. y and
 * row have room for p and d numbers. */
static double sum_over_sets(const problem *p, const double *x, double *work, double *y, double *row,
                            double *gradient)
{
    const compiled *o = compiled_of(p);
    double sum = 0, value[ROW];
    for (size_t i = 0; i < p->n; i++) {
        lane l = {.xi = (uint32_t)i, .work = work};
        mean_over_set(p, o->set_g, x, i, NULL, p->p, work, y);
        f(p, 1, &l, 1, y, value);
        sum += value[0];
        if (!gradient)
            continue;
        grad_f(p, 1, &l, 1, y);
        mean_over_set(p, o->set_jtv, x, i, y, p->d, work, row);
        for (size_t j = 0; j < p->d; j++)
            gradient[j] += row[j];
    }
    return sum;
}

static double penalty(const problem *p, const double *x)
{
    return p->l2 > 0 ? 0.5 * p->l2 * array_dot(p->d, x, x) : 0; /* the square may overflow */
}

/* Reports may take memory: steps take none. */
static double *take_work(const problem *p)
{
    size_t numbers = p->work + round_up(p->p, ROW) + p->ld; /* a y and a row after it */
    return aligned_alloc(64, round_up(numbers * sizeof(double), 64));
}

/* The objective of the caller's, which has no gradient. */
static double whole_objective(const problem *p, const double *x, double *gradient)
{
    const program *run = compiled_of(p)->whole;
    double *work = take_work(p), value = NAN;
    for (size_t j = 0; gradient && j < p->ld; j++)
        gradient[j] = NAN;
    if (!work)
        return NAN;
    for (size_t j = 0; j < p->d && j < run->inputs; j++)
        *program_input(run, work, j) = x[j];
    program_run(run, work, 1);
    value = *program_output(run, work, 0);
    free(work);
    return value + penalty(p, x);
}

static double objective(const problem *p, const double *x, double *gradient)
{
    double *work = take_work(p), n = (double)p->n;
    if (!work)
        return NAN;
    if (gradient)
        memset(gradient, 0, p->ld * sizeof *gradient);
    double *y = work + p->work, *row = y + round_up(p->p, ROW);
    double mean = (compiled_of(p)->set_g ? sum_over_sets(p, x, work, y, row, gradient)
                                         : sum_objective(p, x, work, gradient)) /
                  n;
    for (size_t j = 0; gradient && j < p->d; j++)
        gradient[j] = gradient[j] / n + p->l2 * x[j];
    free(work);
    return mean + penalty(p, x);
}

void compiled_init(compiled *o, problem *p)
{
    const program *all[] = {o->outer,  o->g,     o->jtv,   o->joint, o->f,
                            o->grad_f, o->value, o->slope, o->whole};
    p->work = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] && program_work(all[i]) > p->work)
            p->work = program_work(all[i]);
    if (made_size(&o->law) > p->work)
        p->work = made_size(&o->law);
    p->work = round_up(p->work, ROW) + PROGRAM_LANES * (o->normals + o->uniforms + p->ld) + 2 * ROW;
    fused_init(o, p);
    o->type.outer = p->n ? outer_index : outer_sample;
    o->type.means = means;
    o->type.jtv = jtv;
    o->type.joint = o->joint ? joint : NULL;
    o->type.jacobian = o->joint ? jacobian : NULL;
    o->type.grad_f = grad_f;
    o->type.f = f;
    o->type.objective = o->value || o->set_g ? objective : NULL;
    if (o->whole)
        o->type.objective = whole_objective;
}
