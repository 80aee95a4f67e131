/* Instrumental variable regression (paper, section "Application of Instrumental Variable
 * Regression").
 *
 *   Z ~ U[-3, 3]^k, e ~ N(0, 1), gamma exponential, X = S(Z) + e/2 + gamma, Y = X + e + delta
 *   S(Z) = sum_j h(z_j), the first stage: h(z) = z/2, z^2/4 or exp(z/2)/2; the paper has k = 1, z/2
 *   xi = (Y, Z), eta = X given Z: fresh e and gamma;  g_eta(w; xi) = w X, d = p = 1
 *   f_xi(y) = log cosh(Y - y);  E(X | Z) = S(Z) + E gamma
 *   F(w) = mean_i log cosh(Y_i - w (S(Z_i) + E gamma)) + l2/2 w^2
 *
 * An inner draw takes a normal and a uniform, gamma = -E gamma log(uniform); the sum over a block
 * of m draws is -E gamma log(product of the uniforms). The paper's z2 enters nothing and is not
 * made. */
#include "engine/cso/parts.h"
#include "engine/cso/problem.h"
#include "engine/cso/theory.h"
#include "engine/machine/level.h"
#include "engine/number/num.h"
#include "engine/number/v8_function.h"

enum { N, INSTRUMENTS, FIRST_STAGE, GAMMA_MEAN, DELTA_SD, L2, DATA_SEED, DATA_Z1, DATA_Z, DATA_Y };

static const param params[] = {
    [N] = {"n", PARAM_INTEGER, .fallback = 10000, .low = 1, .high = 4294967295,
           .unit = "outer samples", .meaning = "size of the data set"},
    [INSTRUMENTS] = {"instruments", PARAM_INTEGER, .fallback = 1, .low = 1, .high = 64,
                     .meaning = "numbers of Z that enter X"},
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

static size_t count_instruments(const arg *a)
{
    return a[DATA_Z].given ? a[DATA_Z].cols : (size_t)a[INSTRUMENTS].number;
}

/* S of one row. */
static double stage_of(const double *z, size_t k, int form)
{
    double sum = 0;
    for (size_t j = 0; j < k; j++) {
        double h = 0.5 * z[j];
        if (form == QUADRATIC)
            h *= h;
        if (form == EXPONENTIAL)
            h = 0.5 * num_exp(h);
        sum = j ? sum + h : h;
    }
    return sum;
}

/* Whether S of every row of your own is a number. */
static bool has_stages(const arg *a)
{
    const arg *Z = given_instruments(a);
    size_t k = count_instruments(a);
    for (size_t i = 0; i < Z->rows; i++)
        if (!isfinite(stage_of((const double *)Z->data + i * k, k, (int)a[FIRST_STAGE].number)))
            return false;
    return true;
}

static const char *check(const arg *a)
{
    const arg *Z = given_instruments(a);
    if (!Z->given && !a[DATA_Y].given)
        return NULL;
    if (a[DATA_Z].given && a[DATA_Z1].given)
        return "data takes z1 or Z, not both";
    if (!Z->given || !a[DATA_Y].given)
        return "data needs both z1 (vec) and Y (vec)";
    if (a[N].given || a[INSTRUMENTS].given || a[DELTA_SD].given || a[DATA_SEED].given)
        return "n, instruments, delta_sd and data_seed do not go with data";
    if (Z->rows != a[DATA_Y].rows)
        return a[DATA_Z].given ? "data.Z must have a row for each number of data.Y"
                               : "data.z1 and data.Y must have the same length";
    return has_stages(a) ? NULL : "the first stage of data is beyond the range of numbers";
}

static void layout(problem *p, const arg *a, arena *memory)
{
    const arg *Z = given_instruments(a);
    p->n = Z->given ? Z->rows : (size_t)a[N].number;
    p->d = p->p = 1;
    p->ld = ROW;
    p->l2 = a[L2].number;
    p->constant_jacobian = true;
    instrumental measured, *o = arena_take(memory, sizeof *o);
    p->own = o;
    o = o ? o : &measured;
    size_t bytes = round_up(p->n, ROW) * sizeof(double);
    o->gamma_mean = a[GAMMA_MEAN].number;
    o->k = count_instruments(a);
    o->z = arena_take(memory, p->n * o->k * sizeof(double));
    o->stage = arena_take(memory, bytes);
    o->Y = arena_take(memory, bytes);
    o->mean = arena_take(memory, bytes);
}

static void synthesize(const problem *p, int form, double delta_sd, uint64_t seed)
{
    const instrumental *o = own(p);
    stream uniforms, normals;
    stream_init(&uniforms, STREAM_UNIFORMS, seed, 0, PURPOSE_DATA, 0);
    stream_init(&normals, STREAM_NORMALS, seed, 0, PURPOSE_DATA, 1);
    for (size_t i = 0; i < p->n && !problem_interrupted(p); i++) {
        const double *u = stream_uniforms(&uniforms, o->k + 1), *z = stream_normals(&normals, 2);
        double e = z[0], delta = delta_sd * z[1], *row = o->z + i * o->k;
        for (size_t j = 0; j < o->k; j++)
            row[j] = 6 * u[j] - 3;
        o->stage[i] = stage_of(row, o->k, form);
        o->Y[i] = o->stage[i] + 0.5 * e - o->gamma_mean * num_log(u[o->k]) + e + delta;
    }
}

static void copy_data(const problem *p, int form, const double *Z, const double *Y)
{
    const instrumental *o = own(p);
    memcpy(o->z, Z, p->n * o->k * sizeof *Z);
    memcpy(o->Y, Y, p->n * sizeof *Y);
    for (size_t i = 0; i < p->n; i++)
        o->stage[i] = stage_of(o->z + i * o->k, o->k, form);
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
    for (size_t i = 0; i < p->n; i++)
        o->mean[i] = o->stage[i] + o->gamma_mean;
    p->start[0] = 2;
    return STATUS_OK;
}

static void fetch(const problem *p, size_t n, const lane *l)
{
    const instrumental *o = own(p);
    for (size_t i = 0; i < n; i++) {
        __builtin_prefetch(o->stage + l[i].xi);
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

static double normal_sum(stream *s, size_t m)
{
    double sum = 0;
    for (size_t n; m; m -= n) {
        n = at_most(m, STREAM_MOST);
        sum += sum_of(stream_normals(s, n), n);
    }
    return sum;
}

static double log_product(stream *s, size_t m)
{
    double sum = 0;
    for (size_t n; m; m -= n) {
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
            double sum = normal_sum(&s[NORMALS], m), log = log_product(&s[UNIFORMS], m);
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

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    mean_x(p, n, l, false, K, m, y);
    scale_by_points(n, l, points, K, y, gap);
}

static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    size_t width = round_up(n, ROW);
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
    mean_x(p, n, l, true, 1, m, x);
    memset(J, 0, n * p->ld * sizeof *J);
    for (size_t i = 0; i < n; i++)
        J[i * p->ld] = x[i];
}

static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    size_t width = round_up(n, ROW);
    double x[LANES];
    mean_x(p, n, l, true, 1, m, x);
    for (size_t i = 0; i < n; i++) {
        double weight = 0; /* the Jacobian is the same at every point */
        for (size_t q = 0; q < points; q++)
            weight += v[q * width + i];
        l[i].out[0] += weight * x[i];
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

/* Beyond n both arrays are zero, and so is the loss. */
static double row_sum(const problem *p, size_t first, size_t n, const double *x, double *gradient)
{
    const instrumental *o = own(p);
    v8 sum = v8_set1(0), slope = sum, w = v8_set1(x[0]);
    for (size_t i = first; i < first + n; i += ROW) {
        v8 mean = v8_load(o->mean + i), away = v8_fma(w, mean, v8_neg(v8_load(o->Y + i)));
        sum = v8_add(sum, v8_log_cosh(away));
        if (gradient)
            slope = v8_fma(mean, v8_tanh(away), slope);
    }
    if (gradient)
        gradient[0] += v8_sum(slope);
    return v8_sum(sum);
}

static double row_mean(const problem *p, size_t n, const double *x, double sum, double *gradient)
{
    if (gradient)
        gradient[0] = gradient[0] / (double)n + p->l2 * x[0];
    double penalty = p->l2 > 0 ? 0.5 * p->l2 * x[0] * x[0] : 0;
    return sum / (double)n + penalty;
}

static void row_squares(const problem *p, size_t first, size_t n, const double *unit, double *sum)
{
    const double *mean = own(p)->mean + first;
    for (size_t i = 0; i < n; i++)
        sum[0] += (unit[0] * mean[i]) * (unit[0] * mean[i]);
}

/* f'' = 1 / cosh^2 = 4 / ((1 + e^2u) (1 + e^-2u)) */
static void row_bend(const problem *p, size_t i, const double *x, double *out)
{
    const instrumental *o = own(p);
    v8 twice = v8_set1(2 * (x[0] * o->mean[i] - o->Y[i]));
    double bend = 4 * v8_first(v8_mul(v8_sigmoid(twice), v8_sigmoid(v8_neg(twice))));
    out[0] = sqrt(bend) * o->mean[i];
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

/* The mean over the outer samples and over the law of a block of M draws: the trapezoid rule, whose
 * step resolves the normal and the poles of tanh(w s), pi/(2 |w|) off the axis. NAN for a w so
 * large that the nodes are too many. */
#define NODES_MOST 1e6
static double block_expectation(const problem *p, double w, integrand which, double M)
{
    block_law b = law_of(own(p)->gamma_mean, M);
    const double step = fmin(0.5 * b.sd, w != 0 ? 0.25 / fabs(w) : INFINITY);
    const double from = b.low - 9 * b.sd, to = b.high + 9 * b.sd;
    v8 sum = v8_set1(0), total = sum;
    if (!((to - from) / step < NODES_MOST))
        return NAN;
    for (double i = 0; from + i * step < to && !problem_interrupted(p); i += ROW) {
        double s[ROW];
        for (size_t k = 0; k < ROW; k++)
            s[k] = from + (i + (double)k) * step;
        v8 weight = density(&b, s);
        sum = v8_fma(weight, sum_rows(own(p), p->n, w, which, v8_load(s)), sum);
        total = v8_add(total, weight);
    }
    return v8_sum(sum) / v8_sum(total) / (double)p->n;
}

/* Independent sets: the Jacobian's mean is E(X | Z). Shared sets: the operator acts on
 * X tanh(w X - Y). */
static void expected(const problem *p, const double *x, const extrap *op, size_t m, bool shared,
                     estimate_of of, double *out)
{
    integrand slope = shared ? SHARED_SLOPE : SLOPE, which = of == OF_VALUE ? LOSS : slope;
    double sum = 0;
    for (size_t j = 0; j < op->terms; j++)
        sum += op->term[j].weight *
               block_expectation(p, x[0], which, (double)op->term[j].size * (double)m);
    if (of == OF_GRADIENT)
        memset(out, 0, p->ld * sizeof *out);
    out[0] = sum + (of == OF_VALUE ? 0.5 * p->l2 * x[0] * x[0] : p->l2 * x[0]);
}

static size_t data(const problem *p, problem_column columns[PROBLEM_COLUMNS])
{
    const instrumental *o = own(p);
    columns[0] = o->k == 1 ? (problem_column){"z1", o->z, p->n, 0, 1}
                           : (problem_column){"Z", o->z, p->n, o->k, o->k};
    columns[1] = (problem_column){"Y", o->Y, p->n, 0, 1};
    return 2;
}

/* Given Z, X has the variance 1/4 + mean^2, the third central moment 2 mean^3 and the fourth
 * 9 mean^4 + 6 mean^2/4 + 3/16. The k-th derivative of tanh is at most 1, .., 2, 4.085886 for
 * k = 1, .., 3, 4. */
static void constants(const problem *p, double radius, theory_constants *k)
{
    double sum = 0, mean2 = own(p)->gamma_mean * own(p)->gamma_mean, r2 = radius * radius;
    double third = 2 * mean2 * own(p)->gamma_mean, fourth = 9 * mean2 * mean2 + 1.5 * mean2;
    for (size_t i = 0; i < p->n; i++)
        sum += own(p)->mean[i] * own(p)->mean[i];
    k->C_f = k->L_f = 1;
    k->C_g = sqrt(sum / (double)p->n + 0.25 + mean2);
    k->L_g = 0;
    k->sigma_g = radius * sqrt(0.25 + mean2);
    k->zeta_g = sqrt(0.25 + mean2);
    k->C_e = theory_C_e(2, 4.0858855025, k->sigma_g * k->sigma_g, r2 * radius * third,
                        r2 * r2 * (fourth + 0.1875));
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
