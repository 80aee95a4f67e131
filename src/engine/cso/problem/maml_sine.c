/* First-order MAML for sine-wave regression (paper, section "Application of First-order MAML";
 * Finn, Abbeel and Levine, 2017).
 *
 *   task A ~ U(0.1, 5), phase ~ U(0, pi); a set is t_1 .. t_k ~ U(-5, 5)
 *   l(x; t_1 .. t_k) = mean_j (net(t_j; x) - A sin(t_j - phase))^2 / 2, net of mlp.h
 *   xi = the task and its query set, one inner draw = a support set
 *   g_eta(x; xi) = x - alpha grad l(x; support),  f_xi(y) = l(y; query),  d = p
 *
 * The Jacobian of g, I - alpha (Hessian of l at the support), is taken as I when first_order: the
 * mean of G is then off the gradient of F by O(alpha).
 *
 *   F(x) = E over tasks of L(x - alpha grad L(x)) + l2/2 |x|^2,  L(x) = E_t (net - A sin)^2 / 2
 *
 * is integrated by Gauss-Legendre rules over t, A and phase, whose integrands are analytic. With n
 * the tasks are a finite set, drawn once, each with its query set:
 *
 *   F(x) = mean_i l(x - alpha grad L_i(x); query_i) + l2/2 |x|^2 */
#include "engine/cso/problem.h"
#include "engine/cso/problem/mlp.h"
#include "engine/machine/level.h"
#include "engine/number/gauss.h"

static const double PI = 3.14159265358979323846;
static const double A_LOW = 0.1, A_HIGH = 5, T_MOST = 5;

enum { N, ALPHA, BATCH, QUERY, HIDDEN, FIRST_ORDER, L2, DATA_SEED };

static const param params[] = {
    [N] = {"n", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e6, .unit = "tasks",
           .meaning = "a finite set of tasks, each with its query set; default: drawn without end"},
    [ALPHA] = {"alpha", PARAM_NUMBER, .fallback = 0.01, .meaning = "step size of the inner update"},
    [BATCH] = {"batch", PARAM_INTEGER, .fallback = 10, .low = 1, .high = 250, .unit = "points",
               .meaning = "size of a support set"},
    [QUERY] = {"query", PARAM_INTEGER, .fallback = 10, .low = 1, .high = 250, .unit = "points",
               .meaning = "size of a query set"},
    [HIDDEN] = {"hidden", PARAM_VECTOR, .flags = PARAM_OPTIONAL | PARAM_EMPTY | PARAM_WHOLE,
                .low = 1, .high = MLP_UNITS, .unit = "units",
                .meaning = "widths of the tanh layers; default {40, 40}"},
    [FIRST_ORDER] = {"first_order", PARAM_BOOLEAN, .fallback = 1,
                     .meaning = "take the Jacobian of g as the identity"},
    [L2] = {"l2", PARAM_NUMBER, .meaning = "penalty factor"},
    [DATA_SEED] = {"data_seed", PARAM_INTEGER, .fallback = 1, .high = 9007199254740992,
                   .meaning = "seed of the start point, and of a finite set of tasks"},
};

enum { A_NODES = 4, PHASE_NODES = 8, T_NODES = 128 };

typedef struct maml_sine {
    mlp net;
    double alpha;
    size_t batch, query;
    double A[A_NODES], A_weight[A_NODES], phase[PHASE_NODES], phase_weight[PHASE_NODES];
    double t[T_NODES], t_weight[T_NODES];
    double *tasks; /* of a finite set: n outer samples */
} maml_sine;

/* What a loss is taken over: a task, and points with their weights (NULL: equal ones). */
typedef struct task_set {
    double A, phase;
    const double *t, *weight;
    size_t points;
} task_set;

static const maml_sine *own(const problem *p)
{
    return p->own;
}

static const char *make_net(const arg *a, mlp *net)
{
    static const double standard[] = {40, 40};
    bool given = a[HIDDEN].given;
    return mlp_init(net, 1, given ? a[HIDDEN].data : standard, given ? a[HIDDEN].rows : 2);
}

static const char *check(const arg *a)
{
    mlp net;
    return make_net(a, &net);
}

static void layout(problem *p, const arg *a, arena *memory)
{
    mlp net;
    make_net(a, &net);
    maml_sine measured, *o = arena_take(memory, sizeof *o);
    p->own = o;
    o = o ? o : &measured;
    p->d = p->p = net.weights;
    p->ld = round_up(p->d, ROW);
    p->l2 = a[L2].number;
    p->identity_jacobian = a[FIRST_ORDER].number != 0;
    p->kept = p->identity_jacobian ? 0 : (size_t)a[BATCH].number;
    p->n = a[N].given ? (size_t)a[N].number : 0;
    size_t size = 2 + (size_t)a[QUERY].number;
    p->sample_size = p->n ? 0 : size;
    o->tasks = arena_take(memory, p->n * size * sizeof(double));
}

/* An outer sample from as many words: A, the phase, the query set. */
static void make_sample(const uint64_t *word, size_t size, double *to)
{
    for (size_t j = 0; j < size; j++) {
        double u = stream_word_uniform(word[j]);
        if (j == 0)
            to[j] = A_LOW + (A_HIGH - A_LOW) * u;
        else
            to[j] = j == 1 ? PI * u : T_MOST * (2 * u - 1);
    }
}

static void make_tasks(const problem *p, uint64_t seed)
{
    const maml_sine *o = own(p);
    size_t size = 2 + o->query;
    stream words;
    stream_init(&words, STREAM_WORDS, seed, 0, PURPOSE_DATA, 1);
    for (size_t i = 0; i < p->n; i++)
        make_sample(stream_words(&words, size), size, o->tasks + i * size);
}

static status init(problem *p, const arg *a)
{
    maml_sine *o = p->own;
    make_net(a, &o->net);
    o->alpha = a[ALPHA].number;
    o->batch = (size_t)a[BATCH].number;
    o->query = (size_t)a[QUERY].number;
    gauss_rule(A_NODES, A_LOW, A_HIGH, o->A, o->A_weight);
    gauss_rule(PHASE_NODES, 0, PI, o->phase, o->phase_weight);
    gauss_rule(T_NODES, -T_MOST, T_MOST, o->t, o->t_weight);
    mlp_start(&o->net, (uint64_t)a[DATA_SEED].number, 0, p->start);
    make_tasks(p, (uint64_t)a[DATA_SEED].number);
    return STATUS_OK;
}

static void outer(const problem *p, size_t n, lane *l)
{
    for (size_t i = 0; i < n; i++) {
        if (p->n)
            l[i].xi = (uint32_t)stream_index(l[i].outer, p->n);
        else
            make_sample(stream_words(l[i].outer, p->sample_size), p->sample_size, l[i].sample);
    }
}

/* A lane's outer sample: A, the phase, the query set. */
static const double *sample_of(const problem *p, const lane *l)
{
    return p->n ? own(p)->tasks + l->xi * (2 + own(p)->query) : l->sample;
}

/* The network over up to MLP_POINTS points of a set, the first being `from`. */
typedef struct part {
    size_t points;
    double weight[MLP_POINTS], residual[MLP_POINTS]; /* net - A sin(t - phase) */
    double output[MLP_POINTS]; /* weight times residual: the derivative of the loss by net */
    mlp_activation a;
} part;

static void evaluate(const mlp *n, const double *x, const task_set *s, size_t from, part *k)
{
    size_t left = s->points - from;
    k->points = left < MLP_POINTS ? left : MLP_POINTS;
    for (size_t i = 0; i < MLP_POINTS; i++) {
        bool used = i < k->points;
        k->a[i] = used ? s->t[from + i] : 0;
        k->weight[i] = used && s->weight ? s->weight[from + i] : (double)used / (double)s->points;
    }
    mlp_forward(n, x, k->a);
    const double *net = mlp_output(n, k->a);
    for (size_t i = 0; i < MLP_POINTS; i += 8) {
        v8 wave = v8_sin(v8_sub(v8_load(k->a + i), v8_set1(s->phase)));
        v8 residual = v8_fma(v8_set1(-s->A), wave, v8_load(net + i));
        v8_store(k->residual + i, residual);
        v8_store(k->output + i, v8_mul(v8_load(k->weight + i), residual));
    }
}

/* The loss of x over the set; its gradient is added to a row unless NULL. */
static double loss(const mlp *n, const double *x, const task_set *s, double *gradient)
{
    double sum = 0;
    part k;
    for (size_t from = 0; from < s->points; from += MLP_POINTS) {
        evaluate(n, x, s, from, &k);
        if (gradient)
            mlp_backward(n, x, k.a, k.points, k.output, gradient);
        for (size_t i = 0; i < k.points; i++)
            sum += 0.5 * k.output[i] * k.residual[i];
    }
    return sum;
}

/* product += (Hessian of the loss at x) v. */
static void add_hessian(const mlp *n, const double *x, const task_set *s, const double *v,
                        double *product)
{
    part k;
    mlp_activation da;
    for (size_t from = 0; from < s->points; from += MLP_POINTS) {
        double change[MLP_POINTS];
        evaluate(n, x, s, from, &k);
        mlp_tangent(n, x, v, k.a, da);
        for (size_t i = 0; i < MLP_POINTS; i++)
            change[i] = k.weight[i] * mlp_output(n, da)[i];
        mlp_backward_tangent(n, x, v, k.a, da, k.points, k.output, change, product);
    }
}

/* The next support set of a stream into t. */
static void draw_points(const maml_sine *o, stream *s, double *t)
{
    const double *u = stream_uniforms(s, o->batch);
    for (size_t j = 0; j < o->batch; j++)
        t[j] = T_MOST * (2 * u[j] - 1);
}

static task_set support_of(const problem *p, const lane *l, const double *t)
{
    const double *sample = sample_of(p, l);
    return (task_set){sample[0], sample[1], t, NULL, own(p)->batch};
}

static task_set support_set(const problem *p, const lane *l, stream *s, double *t)
{
    draw_points(own(p), s, t);
    return support_of(p, l, t);
}

static task_set query_of(const maml_sine *o, const double *sample)
{
    return (task_set){sample[0], sample[1], sample + 2, NULL, o->query};
}

static task_set query_set(const problem *p, const lane *l)
{
    return query_of(own(p), sample_of(p, l));
}

/* out <- x + scale out, p numbers. */
static void step_from(const double *x, double scale, size_t p, double *out)
{
    for (size_t j = 0; j < p; j++)
        out[j] = x[j] + scale * out[j];
}

/* One block of m draws for one lane, y + q*gap at point q. */
static void lane_mean(const problem *p, const lane *l, size_t points, size_t m, double *y,
                      size_t gap)
{
    const maml_sine *o = own(p);
    double t[STREAM_MOST];
    for (size_t q = 0; q < points; q++)
        memset(y + q * gap, 0, p->p * sizeof *y);
    for (size_t draw = 0; draw < m && !lane_stops(l); draw++) {
        task_set s = support_set(p, l, l->inner, t);
        for (size_t q = 0; q < points; q++)
            loss(&o->net, l->point[q], &s, y + q * gap);
    }
    for (size_t q = 0; q < points; q++)
        step_from(l->point[q], -o->alpha / (double)m, p->p, y + q * gap);
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    size_t width = round_up(n * p->p, ROW);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < K; k++)
            lane_mean(p, &l[i], points, m, y + k * width + i * p->p, gap);
}

static void grad_f(const problem *p, size_t n, const lane *l, size_t rows, double *y)
{
    double x[MLP_WEIGHTS];
    size_t width = round_up(n * p->p, ROW);
    for (size_t r = 0; r < rows; r++, y += width) {
        for (size_t i = 0; i < n; i++) {
            task_set s = query_set(p, &l[i]);
            memcpy(x, y + i * p->p, p->p * sizeof *x);
            memset(y + i * p->p, 0, p->p * sizeof *y);
            loss(&own(p)->net, x, &s, y + i * p->p);
        }
    }
}

static void f(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
              double *value)
{
    size_t width = round_up(n * p->p, ROW);
    for (size_t r = 0; r < rows; r++, y += width, value += round_up(n, ROW)) {
        for (size_t i = 0; i < n; i++) {
            task_set s = query_set(p, &l[i]);
            value[i] = loss(&own(p)->net, y + i * p->p, &s, NULL);
        }
    }
}

/* sum[q] <- (I - alpha mean of m Hessians at point q) v_q, v_q at v + q*width, on the same draws
 * for all points. */
static void lane_jtv(const problem *p, const lane *l, size_t points, size_t m, const double *v,
                     size_t width, double sum[LANE_POINTS][MLP_WEIGHTS])
{
    const maml_sine *o = own(p);
    double t[STREAM_MOST];
    for (size_t q = 0; q < points; q++)
        memset(sum[q], 0, p->p * sizeof *v);
    for (size_t draw = 0; draw < m && !p->identity_jacobian && !lane_stops(l); draw++) {
        task_set s = support_set(p, l, l->jacobian, t);
        for (size_t q = 0; q < points; q++)
            add_hessian(&o->net, l->point[q], &s, v + q * width, sum[q]);
    }
    for (size_t q = 0; q < points; q++)
        step_from(v + q * width, -o->alpha / (double)m, p->p, sum[q]);
}

/* The points' parts are summed first: equal points with opposite v add exactly nothing. */
static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    double sum[LANE_POINTS][MLP_WEIGHTS];
    size_t width = round_up(n * p->p, ROW);
    for (size_t i = 0; i < n; i++) {
        lane_jtv(p, &l[i], points, m, v + i * p->p, width, sum);
        for (size_t j = 0; j < p->p; j++) {
            double all = sum[0][j];
            for (size_t q = 1; q < points; q++)
                all += sum[q][j];
            l[i].out[j] += all;
        }
    }
}

/* m fresh draws of the Jacobian stream, kept as their points. */
static void keep(const problem *p, const lane *l, size_t m, double *draws)
{
    for (size_t draw = 0; draw < m; draw++)
        draw_points(own(p), l->jacobian, draws + draw * own(p)->batch);
}

static void apply(const problem *p, const lane *l, const double *x, const double *draws, size_t m,
                  const double *v, double scale, double *out)
{
    const maml_sine *o = own(p);
    double product[MLP_WEIGHTS];
    memset(product, 0, p->p * sizeof *product);
    for (size_t draw = 0; draw < m; draw++) {
        task_set s = support_of(p, l, draws + draw * o->batch);
        add_hessian(&o->net, x, &s, v, product);
    }
    step_from(v, -o->alpha / (double)m, p->p, product);
    for (size_t j = 0; j < p->p; j++)
        out[j] += scale * product[j];
}

/* The tasks of a finite set. */
static size_t data(const problem *p, problem_column columns[PROBLEM_COLUMNS])
{
    const maml_sine *o = own(p);
    size_t stride = 2 + o->query;
    columns[0] = (problem_column){"A", o->tasks, p->n, 0, stride};
    columns[1] = (problem_column){"phase", o->tasks + 1, p->n, 0, stride};
    columns[2] = (problem_column){"query", o->tasks + 2, p->n, o->query, stride};
    return p->n ? 3 : 0;
}

/* One task's part of the objective: l(x - alpha grad L(x); query), L the mean of l over support
 * sets; weight times its gradient is added to the row unless NULL. */
static double task_objective(const problem *p, const double *x, const task_set *support,
                             const task_set *query, double weight, double *gradient)
{
    const maml_sine *o = own(p);
    double y[MLP_WEIGHTS], v[MLP_WEIGHTS], product[MLP_WEIGHTS];
    memset(y, 0, p->p * sizeof *y);
    memset(v, 0, p->p * sizeof *v);
    memset(product, 0, p->p * sizeof *product);
    loss(&o->net, x, support, y);
    step_from(x, -o->alpha, p->p, y);
    double value = loss(&o->net, y, query, gradient ? v : NULL);
    if (!gradient)
        return value;
    add_hessian(&o->net, x, support, v, product);
    for (size_t j = 0; j < p->p; j++)
        gradient[j] += weight * (v[j] - o->alpha * product[j]);
    return value;
}

/* The mean over tasks, by quadrature; as task_objective. */
static double endless_mean(const problem *p, const double *x, double *gradient)
{
    const maml_sine *o = own(p);
    double sum = 0;
    for (size_t i = 0; i < A_NODES * PHASE_NODES; i++) {
        size_t A = i / PHASE_NODES, phase = i % PHASE_NODES;
        task_set s = {o->A[A], o->phase[phase], o->t, o->t_weight, T_NODES};
        double weight = o->A_weight[A] * o->phase_weight[phase];
        sum += weight * task_objective(p, x, &s, &s, weight, gradient);
    }
    return sum;
}

static double finite_mean(const problem *p, const double *x, double *gradient)
{
    const maml_sine *o = own(p);
    double sum = 0, weight = 1 / (double)p->n;
    for (size_t i = 0; i < p->n; i++) {
        const double *sample = o->tasks + i * (2 + o->query);
        task_set support = {sample[0], sample[1], o->t, o->t_weight, T_NODES};
        task_set query = query_of(o, sample);
        sum += weight * task_objective(p, x, &support, &query, weight, gradient);
    }
    return sum;
}

static double objective(const problem *p, const double *x, double *gradient)
{
    double square = 0;
    for (size_t j = 0; gradient && j < p->ld; j++)
        gradient[j] = p->l2 * x[j];
    double sum = p->n ? finite_mean(p, x, gradient) : endless_mean(p, x, gradient);
    for (size_t j = 0; j < p->d; j++)
        square += x[j] * x[j];
    return sum + 0.5 * p->l2 * square;
}

const problem_type TYPE(problem, maml_sine) = {
    .name = "maml_sine",
    .summary = "meta-learning of sine waves by a tanh network",
    .source = "app: expts, Application of First-order MAML",
    PARAMS(params),
    .inner_kinds = 1,
    .inner_kind = {STREAM_UNIFORMS},
    .check = check,
    .layout = layout,
    .init = init,
    .outer = outer,
    .means = means,
    .grad_f = grad_f,
    .f = f,
    .jtv = jtv,
    .keep = keep,
    .apply = apply,
    .data = data,
    .objective = objective,
    .no_minimizer = "the objective of maml_sine is not convex",
};
