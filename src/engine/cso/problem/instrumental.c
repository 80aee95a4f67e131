/* Instrumental variable regression (paper, section "Application of Instrumental Variable
 * Regression").
 *
 *   Z ~ U[-3, 3]^k, e ~ N(0, 1), gamma_j exponential, X_j = S_j(Z) + e/2 + gamma_j, j = 0 .. d - 1
 *   Y = sum_j X_j + e + delta
 *   S_j(Z) = sum of h(z_i) over i = j, j + d, .. < k, the first stage: h(z) = z/2, z^2/4 or
 *   exp(z/2)/2; the paper has d = k = 1, z/2
 *   xi = (Y, Z), eta = X given Z: fresh e and gamma;  g_eta(w; xi) = w.X, w in R^d, p = 1
 *   f_xi(y) = log cosh(Y - y);  E(X | Z) = S(Z) + E gamma
 *   F(w) = mean_i log cosh(Y_i - w.(S(Z_i) + E gamma)) + l2/2 |w|^2
 *
 * An inner draw takes a normal and d uniforms, gamma = -E gamma log(uniform); the sum over a block
 * of m draws is -E gamma log(product of the uniforms). A single treatment's draws are made for
 * eight lanes at a time. The paper's z2 enters nothing and is not made. */
#include "engine/cso/parts.h"
#include "engine/cso/problem.h"
#include "engine/cso/problem/rows.h"
#include "engine/cso/problem/treatment_law.h"
#include "engine/cso/theory.h"
#include "engine/machine/level.h"
#include "engine/number/num.h"
#include "engine/number/v8_function.h"

enum {
    N,
    TREATMENTS,
    INSTRUMENTS,
    FIRST_STAGE,
    GAMMA_MEAN,
    DELTA_SD,
    L2,
    DATA_SEED,
    DATA_Z1,
    DATA_Z,
    DATA_Y
};

static const param params[] = {
    [N] = {"n", PARAM_INTEGER, .fallback = 10000, .low = 1, .high = 4294967295,
           .unit = "outer samples", .meaning = "size of the data set"},
    [TREATMENTS] = {"treatments", PARAM_INTEGER, .fallback = 1, .low = 1, .high = TREATMENTS_MOST,
                    .meaning = "numbers of X, and of w"},
    [INSTRUMENTS] = {"instruments", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 64,
                     .meaning = "numbers of Z that enter X, dealt to the treatments in turn; "
                                "default: one for each treatment"},
    [FIRST_STAGE] = {"first_stage", PARAM_CHOICE, .choices = "linear|quadratic|exponential",
                     .meaning = "how each enters: h(z) = z/2, z^2/4 or exp(z/2)/2"},
    [GAMMA_MEAN] =
        {"gamma_mean", PARAM_NUMBER, .flags = PARAM_OPEN_LOW, .fallback = 10, .high = 1000,
         .meaning = "mean of gamma; the paper's Exp(10) read as a scale, 0.1 reads it as a rate"},
    [DELTA_SD] = {"delta_sd", PARAM_NUMBER, .fallback = 0.1,
                  .meaning = "standard deviation of delta"},
    [L2] = {"l2", PARAM_NUMBER, .meaning = "penalty factor"},
    [DATA_SEED] = {"data_seed", PARAM_INTEGER, .fallback = 1, .high = 9007199254740992,
                   .meaning = "seed of the synthetic data"},
    [DATA_Z1] = {"data.z1", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                 .meaning = "n numbers: your own instrument, instead of synthetic data"},
    [DATA_Z] = {"data.Z", PARAM_MATRIX, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                .meaning = "instead of z1: n rows of several instruments"},
    [DATA_Y] = {"data.Y", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                .meaning = "n responses"},
};

enum { LINEAR, QUADRATIC, EXPONENTIAL };

/* Arrays are zero from n to the next multiple of 8. */
typedef struct instrumental {
    double gamma_mean;
    size_t k;          /* instruments */
    size_t stride;     /* of the rows of stage and mean: 1, or ld of several treatments */
    double *z;         /* n x k */
    double *stage, *Y; /* S(Z) */
    double *mean;      /* E(X | Z) */
} instrumental;

static const instrumental *own(const problem *p)
{
    return p->own;
}

/* Your own instruments: of one or of several. */
static const arg *given_instruments(const arg *a)
{
    return a[DATA_Z].given ? &a[DATA_Z] : &a[DATA_Z1];
}

static size_t count_treatments(const arg *a)
{
    return (size_t)a[TREATMENTS].number;
}

static size_t count_instruments(const arg *a)
{
    if (given_instruments(a)->given)
        return a[DATA_Z].given ? a[DATA_Z].cols : 1;
    return a[INSTRUMENTS].given ? (size_t)a[INSTRUMENTS].number : count_treatments(a);
}

static double first_stage(double z, int form)
{
    double half = 0.5 * z;
    if (form == QUADRATIC)
        return half * half;
    return form == EXPONENTIAL ? 0.5 * num_exp(half) : half;
}

/* S_j of one row of k instruments, d treatments. */
static double stage_of(const double *z, size_t k, int form, size_t j, size_t d)
{
    double sum = first_stage(z[j], form);
    for (size_t i = j + d; i < k; i += d)
        sum += first_stage(z[i], form);
    return sum;
}

/* Whether S of every row of your own is a number. */
static bool has_stages(const arg *a)
{
    const arg *Z = given_instruments(a);
    size_t k = count_instruments(a), d = count_treatments(a);
    int form = (int)a[FIRST_STAGE].number;
    for (size_t i = 0; i < Z->rows; i++)
        for (size_t j = 0; j < d; j++)
            if (!isfinite(stage_of((const double *)Z->data + i * k, k, form, j, d)))
                return false;
    return true;
}

static const char *check(const arg *a)
{
    const arg *Z = given_instruments(a);
    if (!Z->given && !a[DATA_Y].given)
        return count_instruments(a) < count_treatments(a)
                   ? "instruments must be at least treatments: each treatment needs one of its own"
                   : NULL;
    if (a[DATA_Z].given && a[DATA_Z1].given)
        return "data takes z1 or Z, not both";
    if (!Z->given || !a[DATA_Y].given)
        return "data needs z1 (vec) or Z (mat), and Y (vec)";
    if (a[N].given || a[INSTRUMENTS].given || a[DELTA_SD].given || a[DATA_SEED].given)
        return "n, instruments, delta_sd and data_seed do not go with data";
    if (Z->rows != a[DATA_Y].rows)
        return a[DATA_Z].given ? "data.Z must have a row for each number of data.Y"
                               : "data.z1 and data.Y must have the same length";
    if (count_instruments(a) < count_treatments(a))
        return "data.Z must have a column for each treatment or more";
    return has_stages(a) ? NULL : "the first stage of data is beyond the range of numbers";
}

static void layout(problem *p, const arg *a, arena *memory)
{
    const arg *Z = given_instruments(a);
    p->n = Z->given ? Z->rows : (size_t)a[N].number;
    p->d = count_treatments(a);
    p->p = 1;
    p->ld = round_up(p->d, ROW);
    p->l2 = a[L2].number;
    p->constant_jacobian = true;
    instrumental measured, *o = arena_take(memory, sizeof *o);
    p->own = o;
    o = o ? o : &measured;
    o->gamma_mean = a[GAMMA_MEAN].number;
    o->k = count_instruments(a);
    o->stride = p->d == 1 ? 1 : p->ld;
    size_t bytes = round_up(p->n, ROW) * sizeof(double);
    o->z = arena_take(memory, p->n * o->k * sizeof(double));
    o->stage = arena_take(memory, o->stride * bytes);
    o->Y = arena_take(memory, bytes);
    o->mean = arena_take(memory, o->stride * bytes);
}

static const double *stage_at(const problem *p, size_t i)
{
    return own(p)->stage + i * own(p)->stride;
}

static const double *mean_at(const problem *p, size_t i)
{
    return own(p)->mean + i * own(p)->stride;
}

static void make_stages(const problem *p, size_t i, int form)
{
    const instrumental *o = own(p);
    for (size_t j = 0; j < p->d; j++)
        o->stage[i * o->stride + j] = stage_of(o->z + i * o->k, o->k, form, j, p->d);
}

/* The sum of the treatments of row i, from e and the uniforms of gamma. */
static double sum_of_treatments(const problem *p, size_t i, double e, const double *u)
{
    double sum = 0;
    for (size_t j = 0; j < p->d; j++)
        sum += stage_at(p, i)[j] + 0.5 * e - own(p)->gamma_mean * num_log(u[j]);
    return sum;
}

static void synthesize(const problem *p, int form, double delta_sd, uint64_t seed)
{
    const instrumental *o = own(p);
    stream uniforms, normals;
    stream_init(&uniforms, STREAM_UNIFORMS, seed, 0, PURPOSE_DATA, 0);
    stream_init(&normals, STREAM_NORMALS, seed, 0, PURPOSE_DATA, 1);
    for (size_t i = 0; i < p->n && !problem_interrupted(p); i++) {
        const double *u = stream_uniforms(&uniforms, o->k + p->d), *z = stream_normals(&normals, 2);
        double e = z[0], delta = delta_sd * z[1];
        for (size_t j = 0; j < o->k; j++)
            o->z[i * o->k + j] = 6 * u[j] - 3;
        make_stages(p, i, form);
        o->Y[i] = sum_of_treatments(p, i, e, u + o->k) + e + delta;
    }
}

static void copy_data(const problem *p, int form, const double *Z, const double *Y)
{
    const instrumental *o = own(p);
    for (size_t i = 0; i < p->n && !problem_interrupted(p); i++) {
        memcpy(o->z + i * o->k, Z + i * o->k, o->k * sizeof *Z);
        o->Y[i] = Y[i];
        make_stages(p, i, form);
    }
}

static status init(problem *p, const arg *a)
{
    const instrumental *o = own(p);
    const arg *Z = given_instruments(a);
    int form = (int)a[FIRST_STAGE].number;
    if (Z->given)
        copy_data(p, form, Z->data, a[DATA_Y].data);
    else
        synthesize(p, form, a[DELTA_SD].number, (uint64_t)a[DATA_SEED].number);
    for (size_t i = 0; i < p->n && !problem_interrupted(p); i++)
        for (size_t j = 0; j < p->d; j++)
            o->mean[i * o->stride + j] = o->stage[i * o->stride + j] + o->gamma_mean;
    for (size_t j = 0; j < p->d; j++)
        p->start[j] = 2;
    return STATUS_OK;
}

static void fetch(const problem *p, size_t n, const lane *l)
{
    const instrumental *o = own(p);
    for (size_t i = 0; i < n; i++) {
        __builtin_prefetch(stage_at(p, l[i].xi));
        __builtin_prefetch(o->Y + l[i].xi);
    }
}

static void outer(const problem *p, size_t n, lane *l)
{
    for (size_t i = 0; i < n; i++) {
        l[i].xi = (uint32_t)stream_index(l[i].outer, p->n);
        fetch(p, 1, &l[i]);
    }
}

static double sum_of(const double *z, size_t n)
{
    v8 part = v8_set1(0);
    double sum = 0;
    size_t t = 0;
    for (; t + ROW <= n; t += ROW)
        part = v8_add(part, v8_load(z + t));
    for (; t < n; t++)
        sum += z[t];
    return n < ROW ? sum : sum + v8_sum(part);
}

/* Of up to STREAM_MOST uniforms: far from underflow, whose chance is below exp(-190). */
static double product_of(const double *u, size_t n)
{
    double factor[ROW] = {1, 1, 1, 1, 1, 1, 1, 1}, product = 1;
    size_t t = 0;
    for (; t + ROW <= n; t += ROW)
        v8_store(factor, v8_mul(v8_load(factor), v8_load(u + t)));
    for (; t < n; t++)
        product *= u[t];
    for (size_t i = 0; n >= ROW && i < ROW; i++)
        product *= factor[i];
    return product;
}

static double normal_sum(const lane *l, stream *s, size_t m)
{
    double sum = 0;
    for (size_t n; m && !lane_stops(l); m -= n) {
        n = at_most(m, STREAM_MOST);
        sum += sum_of(stream_normals(s, n), n);
    }
    return sum;
}

static double log_product(const lane *l, stream *s, size_t m)
{
    double sum = 0;
    for (size_t n; m && !lane_stops(l); m -= n) {
        n = at_most(m, STREAM_MOST);
        sum += num_log(product_of(stream_uniforms(s, n), n));
    }
    return sum;
}

/* A lane's streams for g or for the Jacobian, side by side. */
enum { NORMALS, UNIFORMS };

static inline stream *streams_of(const lane *l, bool jacobian)
{
    return jacobian ? l->jacobian : l->inner;
}

/* A block's sum of normals and its log of the product of uniforms become its mean of X; of eight
 * lanes with their S(Z). */
V8_INLINE v8 block_x(const instrumental *o, v8 stage, size_t m, v8 sum, v8 log)
{
    v8 noise = v8_sub(v8_mul(v8_set1(0.5), sum), v8_mul(v8_set1(o->gamma_mean), log));
    return v8_add(stage, v8_mul(v8_set1(1 / (double)m), noise));
}

/* A number of the data for each of up to eight lanes; the first one's for missing lanes. */
static inline v8 data_of(const double *column, size_t n, const lane *l)
{
    size_t at[ROW];
    for (size_t i = 0; i < ROW; i++)
        at[i] = l[i < n ? i : 0].xi;
    return v8_pick(column, at);
}

/* Draws of up to eight lanes, side by side for a lane; missing lanes have the first one's. */
typedef struct eight_draws {
    const double *normal[ROW], *uniform[ROW];
} eight_draws;

/* The lanes from i on that have one stream: they stand side by side. */
static inline size_t count_alike(size_t i, size_t n, const lane *l)
{
    size_t alike = 1;
    while (i + alike < n && l[i + alike].inner == l[i].inner)
        alike++;
    return alike;
}

/* Whether a call to each stream gives all its lanes `count` draws. */
static inline bool can_draw_eight(size_t n, const lane *l, size_t count)
{
    for (size_t i = 0, alike; i < n; i += alike) {
        alike = count_alike(i, n, l);
        if (alike * count > STREAM_MOST)
            return false;
    }
    return true;
}

static inline void draw_eight(size_t n, const lane *l, bool jacobian, size_t count, eight_draws *d)
{
    for (size_t i = 0, alike; i < n; i += alike) {
        stream *s = streams_of(&l[i], jacobian);
        alike = count_alike(i, n, l);
        const double *z = stream_normals(&s[NORMALS], alike * count);
        const double *u = stream_uniforms(&s[UNIFORMS], alike * count);
        for (size_t k = 0; k < alike; k++) {
            d->normal[i + k] = z + k * count;
            d->uniform[i + k] = u + k * count;
        }
    }
    for (size_t i = n; i < ROW; i++) {
        d->normal[i] = d->normal[0];
        d->uniform[i] = d->uniform[0];
    }
}

/* A block of fewer than eight draws from draw `first` on: sum_of and the log of product_of. */
V8_INLINE void short_block(const eight_draws *d, size_t first, size_t m, v8 *sum, v8 *log)
{
    v8 product = v8_collect(d->uniform, first);
    *sum = v8_add(v8_set1(0), v8_collect(d->normal, first));
    for (size_t t = first + 1; t < first + m; t++) {
        product = v8_mul(product, v8_collect(d->uniform, t));
        *sum = v8_add(*sum, v8_collect(d->normal, t));
    }
    *log = v8_log(product);
}

static inline void long_block(const eight_draws *d, size_t first, size_t m, v8 *sum, v8 *log)
{
    double sums[ROW], products[ROW];
    for (size_t i = 0; i < ROW; i++) {
        sums[i] = sum_of(d->normal[i] + first, m);
        products[i] = product_of(d->uniform[i] + first, m);
    }
    *sum = v8_load(sums);
    *log = v8_log(v8_load(products));
}

/* x <- means of K blocks of m draws of X for up to eight lanes, block k of lane i at k*width + i.
 */
static inline void eight_x(const instrumental *o, size_t n, const lane *l, bool jacobian, size_t K,
                           size_t m, double *x, size_t width)
{
    v8 stage = data_of(o->stage, n, l), sum, log;
    eight_draws d;
    draw_eight(n, l, jacobian, K * m, &d);
    for (size_t k = 0; k < K; k++) {
        if (m < ROW)
            short_block(&d, k * m, m, &sum, &log);
        else
            long_block(&d, k * m, m, &sum, &log);
        v8_store(x + k * width, block_x(o, stage, m, sum, log));
    }
}

/* The same lane by lane, however many the draws. */
static void lane_x(const instrumental *o, size_t n, const lane *l, bool jacobian, size_t K,
                   size_t m, double *x, size_t width)
{
    for (size_t i = 0; i < n; i++) {
        stream *s = streams_of(&l[i], jacobian);
        double stage = o->stage[l[i].xi], each = 1 / (double)m;
        for (size_t k = 0; k < K; k++) {
            double sum = normal_sum(&l[i], &s[NORMALS], m);
            double log = log_product(&l[i], &s[UNIFORMS], m);
            x[k * width + i] = stage + each * (0.5 * sum - o->gamma_mean * log);
        }
    }
}

static void mean_x(const problem *p, size_t n, const lane *l, bool jacobian, size_t K, size_t m,
                   double *x)
{
    const size_t width = round_up(n, ROW);
    for (size_t i = 0; i < n; i += ROW) {
        size_t some = at_most(n - i, ROW);
        if (can_draw_eight(some, l + i, K * m))
            eight_x(own(p), some, l + i, jacobian, K, m, x + i, width);
        else
            lane_x(own(p), some, l + i, jacobian, K, m, x + i, width);
    }
}

/* y <- w X at each point, from the block means of X that stand at the first one. */
static void scale_by_points(size_t n, const lane *l, size_t points, size_t K, double *y, size_t gap)
{
    size_t width = round_up(n, ROW);
    for (size_t i = 0; i < n; i += ROW) {
        for (size_t q = points; q-- > 0;) {
            const double *point[ROW];
            for (size_t k = 0; k < ROW; k++)
                point[k] = l[i + k < n ? i + k : i].point[q];
            v8 w = v8_collect(point, 0);
            for (size_t k = 0; k < K; k++) {
                const double *x = y + k * width + i;
                v8_store(y + q * gap + k * width + i, v8_mul(w, v8_load(x)));
            }
        }
    }
}

/* logs[j] += the log of the product of n uniforms, for each of d treatments. */
static void add_logs(stream *s, size_t n, size_t d, double *logs)
{
    for (size_t j = 0; j < d; j += ROW) {
        double product[ROW] = {1, 1, 1, 1, 1, 1, 1, 1};
        for (size_t i = 0; i < at_most(d - j, ROW); i++)
            product[i] = product_of(stream_uniforms(s, n), n);
        v8_store(logs + j, v8_add(v8_load(logs + j), v8_log(v8_load(product))));
    }
}

/* x, a row <- the mean of m draws of X, for one lane of several treatments. */
static void lane_treatments(const problem *p, const lane *l, bool jacobian, size_t m, double *x)
{
    stream *s = streams_of(l, jacobian);
    const double *stage = stage_at(p, l->xi), each = 1 / (double)m;
    double logs[TREATMENTS_MOST] = {0}, sum = 0;
    for (size_t rest = m, n; rest && !lane_stops(l); rest -= n) {
        n = at_most(rest, STREAM_MOST);
        sum += sum_of(stream_normals(&s[NORMALS], n), n);
        add_logs(&s[UNIFORMS], n, p->d, logs);
    }
    memset(x, 0, p->ld * sizeof *x);
    for (size_t j = 0; j < p->d; j++)
        x[j] = stage[j] + each * (0.5 * sum - own(p)->gamma_mean * logs[j]);
}

/* Block means of g of several treatments; those of the Jacobian go to J, or nowhere where it is
 * NULL. */
static void several_means(const problem *p, size_t n, const lane *l, size_t points, size_t K,
                          size_t m, double *y, size_t gap, double *J)
{
    size_t width = round_up(n, ROW);
    double block[TREATMENTS_MOST];
    for (size_t q = 0; q < points; q++)
        memset(y + q * gap, 0, K * width * sizeof *y);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < K; k++) {
            double *x = J ? J + (i * K + k) * p->ld : block;
            lane_treatments(p, &l[i], false, m, x);
            for (size_t q = 0; q < points; q++)
                y[q * gap + k * width + i] = rows_dot(x, l[i].point[q], p->ld);
        }
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    if (p->d > 1) {
        several_means(p, n, l, points, K, m, y, gap, NULL);
        return;
    }
    mean_x(p, n, l, false, K, m, y);
    scale_by_points(n, l, points, K, y, gap);
}

static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    size_t width = round_up(n, ROW);
    if (p->d > 1) {
        several_means(p, n, l, points, K, m, y, gap, J);
        return;
    }
    mean_x(p, n, l, false, K, m, y);
    memset(J, 0, n * K * p->ld * sizeof *J);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < K; k++, J += p->ld)
            J[0] = y[k * width + i];
    scale_by_points(n, l, points, K, y, gap);
}

static void jacobian(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J)
{
    double x[LANES];
    (void)points; /* the same at every point */
    for (size_t i = 0; i < n && p->d > 1; i++)
        lane_treatments(p, &l[i], true, m, J + i * p->ld);
    if (p->d > 1)
        return;
    mean_x(p, n, l, true, 1, m, x);
    memset(J, 0, n * p->ld * sizeof *J);
    for (size_t i = 0; i < n; i++)
        J[i * p->ld] = x[i];
}

static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    size_t width = round_up(n, ROW);
    double x[LANES], row[TREATMENTS_MOST];
    if (p->d == 1)
        mean_x(p, n, l, true, 1, m, x);
    for (size_t i = 0; i < n; i++) {
        double weight = 0; /* the Jacobian is the same at every point */
        for (size_t q = 0; q < points; q++)
            weight += v[q * width + i];
        if (p->d == 1) {
            l[i].out[0] += weight * x[i];
        } else {
            lane_treatments(p, &l[i], true, m, row);
            rows_add(l[i].out, weight, row, p->ld);
        }
    }
}

static void grad_f(const problem *p, size_t n, const lane *l, size_t rows, double *y)
{
    size_t width = round_up(n, ROW);
    for (size_t i = 0; i < n; i += ROW) {
        v8 Y = data_of(own(p)->Y, at_most(n - i, ROW), l + i);
        for (size_t r = 0; r < rows; r++)
            v8_store(y + r * width + i, v8_tanh(v8_sub(v8_load(y + r * width + i), Y)));
    }
}

static void f(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
              double *value)
{
    size_t width = round_up(n, ROW);
    for (size_t i = 0; i < n; i += ROW) {
        v8 Y = data_of(own(p)->Y, at_most(n - i, ROW), l + i);
        for (size_t r = 0; r < rows; r++)
            v8_store(value + r * width + i, v8_log_cosh(v8_sub(Y, v8_load(y + r * width + i))));
    }
}

/* x.E(X | Z) - Y of rows i .. i + 7, 0 beyond `n` of them. */
static inline v8 misfits(const problem *p, size_t i, size_t n, const double *x)
{
    const instrumental *o = own(p);
    double away[ROW] = {0};
    if (p->d == 1) /* beyond the last row both arrays are zero */
        return v8_fma(v8_set1(x[0]), v8_load(o->mean + i), v8_neg(v8_load(o->Y + i)));
    for (size_t k = 0; k < at_most(n, ROW); k++)
        away[k] = rows_dot(mean_at(p, i + k), x, p->ld) - o->Y[i + k];
    return v8_load(away);
}

static void add_slopes(const problem *p, size_t i, size_t n, v8 slope, double *gradient)
{
    double each[ROW];
    v8_store(each, slope);
    for (size_t k = 0; k < at_most(n, ROW); k++)
        rows_add(gradient, each[k], mean_at(p, i + k), p->ld);
}

/* The loss of a misfit of 0 is 0. */
static double row_sum(const problem *p, size_t first, size_t n, const double *x, double *gradient)
{
    v8 sum = v8_set1(0), slope = sum;
    for (size_t i = first; i < first + n; i += ROW) {
        v8 away = misfits(p, i, first + n - i, x);
        sum = v8_add(sum, v8_log_cosh(away));
        if (gradient && p->d == 1)
            slope = v8_fma(v8_load(own(p)->mean + i), v8_tanh(away), slope);
        else if (gradient)
            add_slopes(p, i, first + n - i, v8_tanh(away), gradient);
    }
    if (gradient && p->d == 1)
        gradient[0] += v8_sum(slope);
    return v8_sum(sum);
}

/* l2/2 |x|^2 */
static double penalty(const problem *p, const double *x)
{
    double sum = 0;
    for (size_t j = 0; j < p->d && p->l2 > 0; j++)
        sum += 0.5 * p->l2 * x[j] * x[j];
    return sum;
}

static double row_mean(const problem *p, size_t n, const double *x, double sum, double *gradient)
{
    for (size_t j = 0; j < p->d && gradient; j++)
        gradient[j] = gradient[j] / (double)n + p->l2 * x[j];
    return sum / (double)n + penalty(p, x);
}

static void row_squares(const problem *p, size_t first, size_t n, const double *unit, double *sum)
{
    for (size_t i = first; i < first + n; i++)
        for (size_t j = 0; j < p->d; j++)
            sum[j] += (unit[j] * mean_at(p, i)[j]) * (unit[j] * mean_at(p, i)[j]);
}

/* f'' = 1 / cosh^2 = 4 / ((1 + e^2u) (1 + e^-2u)) */
static void row_bend(const problem *p, size_t i, const double *x, double *out)
{
    const double *mean = mean_at(p, i);
    double product = x[0] * mean[0];
    for (size_t j = 1; j < p->d; j++)
        product += x[j] * mean[j];
    v8 twice = v8_set1(2 * (product - own(p)->Y[i]));
    double bend = 4 * v8_first(v8_mul(v8_sigmoid(twice), v8_sigmoid(v8_neg(twice))));
    for (size_t j = 0; j < p->d; j++)
        out[j] = sqrt(bend) * mean[j];
}

/* The law of a mean of M draws of X - S(Z): normal with standard deviation sd = 1/(2 sqrt(M)) plus
 * Gamma(M, scale gamma_mean/M), of which u is the value. With u = c log(1 + exp(t/c)) the density
 * of t is smooth for every M, and the trapezoid rule with step c/2 leaves an error below 1e-15. */
typedef struct block_law {
    double M, sd, c, rate; /* rate = M/gamma_mean */
    double first, nodes;   /* t = first + i c/2, i < nodes */
    double low, high;      /* u lies there but for 1e-16 */
} block_law;

static block_law law_of(double gamma_mean, double M)
{
    const double depth = 38; /* exp(-38) is 3e-17 */
    double sd = 0.5 / sqrt(M), c = fmin(sd, gamma_mean / sqrt(M)), spread = sqrt(2 * depth * M);
    block_law b = {.M = M, .sd = sd, .c = c, .rate = M / gamma_mean};
    b.low = fmax(0, (M - spread) / b.rate);
    b.high = (M + spread + depth) / b.rate; /* Bernstein's bounds for Gamma(M) */
    b.first = b.low > 0 ? b.low - c : -c * (depth / M + 3);
    b.nodes = ceil((b.high - b.first) / (0.5 * c)) + 1;
    return b;
}

/* t / c at node i, and the value of u there. */
static v8 node(const block_law *b, double i)
{
    return v8_set1(b->first / b->c + 0.5 * i);
}

static double gamma_value(const block_law *b, double i)
{
    return b->c * v8_first(v8_softplus(node(b, i)));
}

/* The density of t at node i up to a factor. */
static double gamma_density(const block_law *b, double i, double u)
{
    double x = b->rate * u;
    double log_density = b->M * num_log(x / b->M) - (x - b->M) - num_log(u / b->c);
    return num_exp(log_density) * v8_first(v8_sigmoid(node(b, i)));
}

/* The density at the points s, which rise, up to a factor: normals around the nodes within reach.
 */
static v8 density(const block_law *b, const double s[ROW])
{
    const double reach = 9 * b->sd, step = 0.5 * b->c;
    double t = s[0] - reach - b->c; /* u - c < t < u where t is positive */
    double i = t > 0 ? fmax(0, floor((t - b->first) / step)) : 0;
    double end = fmin(b->nodes, ceil((s[ROW - 1] + reach - b->first) / step) + 1);
    v8 sum = v8_set1(0), scale = v8_set1(1 / b->sd);
    for (; i < end; i++) {
        double u = gamma_value(b, i);
        v8 z = v8_mul(scale, v8_sub(v8_load(s), v8_set1(u)));
        v8 normal = v8_exp(v8_mul(v8_set1(-0.5), v8_mul(z, z)));
        sum = v8_fma(v8_set1(gamma_density(b, i, u)), normal, sum);
    }
    return sum;
}

/* What is averaged over that law: log cosh(y), E(X | Z) tanh(y) or X tanh(y), y = w X - Y. */
typedef enum integrand { LOSS, SLOPE, SHARED_SLOPE } integrand;

/* The sum over all outer samples of the integrand at X = S(Z) + s, eight s at a time. */
static v8 sum_rows(const instrumental *o, size_t n, double w, integrand which, v8 s)
{
    v8 sum = v8_set1(0);
    for (size_t i = 0; i < n; i++) {
        v8 x = v8_add(s, v8_set1(o->stage[i]));
        v8 y = v8_fma(v8_set1(w), x, v8_set1(-o->Y[i]));
        if (which == LOSS)
            sum = v8_add(sum, v8_log_cosh(y));
        else
            sum = v8_fma(which == SLOPE ? v8_set1(o->mean[i]) : x, v8_tanh(y), sum);
    }
    return sum;
}

/* The ends of w S(Z) - Y over the outer samples; size: of these terms. */
typedef struct range_of_y {
    double low, high, size;
} range_of_y;

static range_of_y find_range(const instrumental *o, size_t n, double w)
{
    range_of_y r = {INFINITY, -INFINITY, 0};
    for (size_t i = 0; i < n; i++) {
        double product = w * o->stage[i], y = product - o->Y[i];
        r.low = y < r.low ? y : r.low;
        r.high = y > r.high ? y : r.high;
        r.size = fmax(r.size, fabs(product) + fabs(o->Y[i]));
    }
    return r;
}

/* The sign of y at all outer samples and all s, where |y| is so large that to the last bit tanh y
 * is that sign and log cosh y is |y| - log 2; else 0. */
static double sign_beyond(const range_of_y *r, double w, const double s[ROW])
{
    double a = w * s[0], b = w * s[ROW - 1];
    double far = 20 + 1e-12 * (r->size + fmax(fabs(a), fabs(b))); /* rounding may be that much */
    if (fmin(a, b) + r->low >= far)
        return 1;
    return fmax(a, b) + r->high <= -far ? -1 : 0;
}

/* sum_rows where every y has that sign and is so large. */
static v8 sum_rows_beyond(const instrumental *o, size_t n, double w, integrand which, v8 s,
                          double sign)
{
    const v8 log_2 = v8_set1(0x1.62e42fefa39efp-1);
    v8 sum = v8_set1(0);
    for (size_t i = 0; i < n; i++) {
        v8 x = v8_add(s, v8_set1(o->stage[i]));
        if (which == LOSS)
            sum = v8_add(sum, v8_sub(v8_abs(v8_fma(v8_set1(w), x, v8_set1(-o->Y[i]))), log_2));
        else
            sum = v8_fma(which == SLOPE ? v8_set1(o->mean[i]) : x, v8_set1(sign), sum);
    }
    return sum;
}

/* The mean over the outer samples and over the law of a block of M draws: the trapezoid rule, whose
 * step resolves the normal and the poles of tanh(w s), pi/(2 |w|) off the axis. NAN for a w so
 * large that the nodes are too many. */
static double block_expectation(const problem *p, double w, integrand which, double M)
{
    block_law b = law_of(own(p)->gamma_mean, M);
    const double step = fmin(0.5 * b.sd, w != 0 ? 0.25 / fabs(w) : INFINITY);
    const double from = b.low - 9 * b.sd, to = b.high + 9 * b.sd;
    v8 sum = v8_set1(0), total = sum;
    if (!((to - from) / step < NODES_MOST))
        return NAN;
    range_of_y range = find_range(own(p), p->n, w);
    for (double i = 0; from + i * step < to && !problem_interrupted(p); i += ROW) {
        double s[ROW];
        for (size_t k = 0; k < ROW; k++)
            s[k] = from + (i + (double)k) * step;
        v8 weight = density(&b, s), at = v8_load(s);
        double sign = sign_beyond(&range, w, s); /* of Gamma's long tail most nodes have one */
        v8 rows = sign != 0 ? sum_rows_beyond(own(p), p->n, w, which, at, sign)
                            : sum_rows(own(p), p->n, w, which, at);
        sum = v8_fma(weight, rows, sum);
        total = v8_add(total, weight);
    }
    return v8_sum(sum) / v8_sum(total) / (double)p->n;
}

/* Independent sets: the Jacobian's mean is E(X | Z). Shared sets: the operator acts on
 * X tanh(w X - Y). */
static void expected_of_one(const problem *p, const double *x, const extrap *op, size_t m,
                            bool shared, estimate_of of, double *out)
{
    integrand slope = shared ? SHARED_SLOPE : SLOPE, which = of == OF_VALUE ? LOSS : slope;
    for (size_t j = 0; j < op->terms; j++)
        out[0] += op->term[j].weight *
                  block_expectation(p, x[0], which, (double)op->term[j].size * (double)m);
}

/* The same of several treatments. */
static void expected_of_several(const problem *p, const double *x, const extrap *op, size_t m,
                                bool shared, estimate_of of, double *out)
{
    const instrumental *o = own(p);
    const treatment_rows rows = {p->n, p->ld, o->stage, o->Y, p->interrupt};
    for (size_t j = 0; j < op->terms; j++) {
        double size = (double)op->term[j].size * (double)m, each[TREATMENTS_MOST] = {0};
        treatment_law law = treatment_law_of(p->d, x, o->gamma_mean, size, shared);
        treatment_expectation(&law, &rows, of == OF_VALUE, each);
        rows_add(out, op->term[j].weight, each, p->ld);
    }
}

static void expected(const problem *p, const double *x, const extrap *op, size_t m, bool shared,
                     estimate_of of, double *out)
{
    memset(out, 0, (of == OF_VALUE ? ROW : p->ld) * sizeof *out);
    (p->d == 1 ? expected_of_one : expected_of_several)(p, x, op, m, shared, of, out);
    if (of == OF_VALUE)
        out[0] += penalty(p, x);
    for (size_t j = 0; j < p->d && of == OF_GRADIENT; j++)
        out[j] += p->l2 * x[j];
}

static size_t data(const problem *p, problem_column columns[PROBLEM_COLUMNS])
{
    const instrumental *o = own(p);
    columns[0] = o->k == 1 ? (problem_column){"z1", o->z, p->n, 0, 1}
                           : (problem_column){"Z", o->z, p->n, o->k, o->k};
    columns[1] = (problem_column){"Y", o->Y, p->n, 0, 1};
    return 2;
}

/* Given Z, X_j has the variance 1/4 + mean^2, and w.X with |w| <= radius at most radius^2 (d/4 +
 * mean^2), the third central moment 2 mean^3 radius^3 and the fourth of a law with that variance
 * and the fourth cumulant 6 mean^4 radius^4. The k-th derivative of tanh is at most 1, .., 2,
 * 4.085886 for k = 1, .., 3, 4. */
static void constants(const problem *p, double radius, theory_constants *k)
{
    double sum = 0, mean2 = own(p)->gamma_mean * own(p)->gamma_mean, r2 = radius * radius;
    double d = (double)p->d, third = 2 * mean2 * own(p)->gamma_mean;
    double fourth = 9 * mean2 * mean2 + 1.5 * d * mean2;
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = 0; j < p->d; j++)
            sum += mean_at(p, i)[j] * mean_at(p, i)[j];
    k->C_f = k->L_f = 1;
    k->C_g = sqrt(sum / (double)p->n + 0.25 * d + d * mean2);
    k->L_g = 0;
    k->sigma_g = radius * sqrt(0.25 * d + mean2);
    k->zeta_g = sqrt(0.25 * d + d * mean2);
    k->C_e = theory_C_e(2, 4.0858855025, k->sigma_g * k->sigma_g, r2 * radius * third,
                        r2 * r2 * (fourth + 0.1875 * d * d));
}

const problem_type TYPE(problem, instrumental) = {
    .name = "instrumental",
    .summary = "instrumental variable regression with the log cosh loss",
    .source = "section 5, Application of Instrumental Variable Regression",
    PARAMS(params),
    .inner_kinds = 2,
    .inner_kind = {STREAM_NORMALS, STREAM_UNIFORMS},
    .check = check,
    .layout = layout,
    .init = init,
    .outer = outer,
    .fetch = fetch,
    .means = means,
    .joint = joint,
    .grad_f = grad_f,
    .f = f,
    .jacobian = jacobian,
    .jtv = jtv,
    .data = data,
    .objective = parts_objective,
    .row_sum = row_sum,
    .row_mean = row_mean,
    .row_squares = row_squares,
    .row_bend = row_bend,
    .convex = true,
    .expected = expected,
    .constants = constants,
};
