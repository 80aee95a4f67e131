/* maml_sine against a plain network that makes the same draws, one number at a time. Its
 * derivatives are checked against differences by problem:check in the Lua tests. */
#include "calls.h"

#include "engine/number/gauss.h"

#include <stdlib.h>
#include <string.h>

enum { HIDDEN1 = 11, HIDDEN2 = 3, WEIGHTS = 2 * HIDDEN1 + (HIDDEN1 + 1) * HIDDEN2 + HIDDEN2 + 1 };
enum { BATCH = 19, QUERY = 5 }; /* more points than go through the network at a time, and fewer */
static const double ALPHA = 0.3;

static problem *make_maml(double l2, bool first_order, void **block)
{
    static const double hidden[] = {HIDDEN1, HIDDEN2};
    const problem_type *type = problem_find("maml_sine");
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "hidden", vector(hidden, 2));
    set_arg(type->params, type->nparams, a, "batch", number(BATCH));
    set_arg(type->params, type->nparams, a, "query", number(QUERY));
    set_arg(type->params, type->nparams, a, "alpha", number(ALPHA));
    set_arg(type->params, type->nparams, a, "l2", number(l2));
    set_arg(type->params, type->nparams, a, "first_order", number(first_order));
    return make_problem(type->name, a, block);
}

static double layer(const double *w, const double *b, size_t in, const double *a)
{
    double z = *b;
    for (size_t i = 0; i < in; i++)
        z += w[i] * a[i];
    return z;
}

/* net(t; x), and its gradient by the chain rule along each path. */
static double plain_net(const double *x, double t, double *gradient)
{
    const double *W1 = x, *b1 = W1 + HIDDEN1, *W2 = b1 + HIDDEN1, *b2 = W2 + HIDDEN1 * HIDDEN2,
                 *W3 = b2 + HIDDEN2, *b3 = W3 + HIDDEN2;
    double a1[HIDDEN1], a2[HIDDEN2];
    memset(gradient, 0, WEIGHTS * sizeof *gradient);
    for (size_t i = 0; i < HIDDEN1; i++)
        a1[i] = tanh(layer(W1 + i, b1 + i, 1, &t));
    for (size_t o = 0; o < HIDDEN2; o++)
        a2[o] = tanh(layer(W2 + o * HIDDEN1, b2 + o, HIDDEN1, a1));
    for (size_t o = 0; o < HIDDEN2; o++) {
        double d2 = W3[o] * (1 - a2[o] * a2[o]);
        gradient[W3 - x + (ptrdiff_t)o] = a2[o];
        gradient[b2 - x + (ptrdiff_t)o] = d2;
        for (size_t i = 0; i < HIDDEN1; i++) {
            double d1 = d2 * W2[o * HIDDEN1 + i] * (1 - a1[i] * a1[i]);
            gradient[W2 - x + (ptrdiff_t)(o * HIDDEN1 + i)] = d2 * a1[i];
            gradient[b1 - x + (ptrdiff_t)i] += d1;
            gradient[i] += d1 * t;
        }
    }
    gradient[b3 - x] = 1;
    return layer(W3, b3, HIDDEN2, a2);
}

/* The loss over n points and its gradient. */
static double plain_loss(const double *x, const double *task, const double *t, size_t n,
                         double *gradient)
{
    double sum = 0, one[WEIGHTS];
    memset(gradient, 0, WEIGHTS * sizeof *gradient);
    for (size_t k = 0; k < n; k++) {
        double away = plain_net(x, t[k], one) - task[0] * sin(t[k] - task[1]);
        sum += away * away / 2 / (double)n;
        for (size_t j = 0; j < WEIGHTS; j++)
            gradient[j] += away * one[j] / (double)n;
    }
    return sum;
}

static double uniform_of(stream *words)
{
    return stream_word_uniform(*stream_words(words, 1));
}

static void outer_samples(setting *t)
{
    t->p->type->outer(t->p, t->n, t->lanes);
    for (size_t i = 0; i < t->n; i++) {
        const double *sample = t->lanes[i].sample;
        assert_near(sample[0], 0.1 + 4.9 * uniform_of(twin(t, i, 0)), 1e-15);
        assert_near(sample[1], acos(-1) * uniform_of(twin(t, i, 0)), 1e-15);
        for (size_t j = 0; j < QUERY; j++)
            assert_near(sample[2 + j], 10 * uniform_of(twin(t, i, 0)) - 5, 1e-14);
    }
}

/* The mean gradient of m support sets of a stream at each of the points. */
static void plain_gradients(setting *t, size_t i, size_t which, size_t points, size_t m,
                            double sum[LANE_POINTS][WEIGHTS])
{
    double set[BATCH], gradient[WEIGHTS];
    memset(sum, 0, LANE_POINTS * sizeof *sum);
    for (size_t draw = 0; draw < m; draw++) {
        for (size_t k = 0; k < BATCH; k++)
            set[k] = 10 * *stream_uniforms(twin(t, i, which), 1) - 5;
        for (size_t q = 0; q < points; q++) {
            plain_loss(t->lanes[i].point[q], t->lanes[i].sample, set, BATCH, gradient);
            for (size_t j = 0; j < WEIGHTS; j++)
                sum[q][j] += gradient[j] / (double)m;
        }
    }
}

static void check_means(setting *t, size_t points, size_t K, size_t m)
{
    double sum[LANE_POINTS][WEIGHTS];
    t->p->type->means(t->p, t->n, t->lanes, points, K, m, t->y, t->gap);
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < K; k++) {
            plain_gradients(t, i, inner_stream(0), points, m, sum);
            for (size_t q = 0; q < points; q++)
                for (size_t j = 0; j < WEIGHTS; j++)
                    assert_near(t->y[q * t->gap + k * t->width + i * WEIGHTS + j],
                                t->lanes[i].point[q][j] - ALPHA * sum[q][j], 1e-12);
        }
}

static void check_f(setting *t)
{
    double y[2 * LANES * WEIGHTS], gradient[WEIGHTS];
    size_t nwidth = round_up(t->n, ROW);
    memcpy(y, t->y, 2 * t->width * sizeof *y);
    t->p->type->f(t->p, t->n, t->lanes, 2, y, t->value);
    t->p->type->grad_f(t->p, t->n, t->lanes, 2, y);
    for (size_t row = 0; row < 2; row++)
        for (size_t i = 0; i < t->n; i++) {
            const double *sample = t->lanes[i].sample, *at = t->y + row * t->width + i * WEIGHTS;
            assert_near(t->value[row * nwidth + i],
                        plain_loss(at, sample, sample + 2, QUERY, gradient), 1e-11);
            for (size_t j = 0; j < WEIGHTS; j++)
                assert_near(y[row * t->width + i * WEIGHTS + j], gradient[j], 1e-11);
        }
}

static void calls_agree_with_plain_code(void **state)
{
    (void)state;
    void *block;
    problem *p = make_maml(0, true, &block);
    setting *t = make_setting(p, block, 7, 0.3);
    assert_int_equal(p->d, WEIGHTS);
    for (size_t points = 1; points <= LANE_POINTS; points++) {
        outer_samples(t);
        check_means(t, points, 2, 1 + points);
        check_f(t);
    }
    free_setting(t);
}

/* The identity adds v without a draw; at equal points opposite v add nothing, whatever the
 * Jacobian. */
static void jacobian_products(void **state)
{
    (void)state;
    double v[2 * LANES * WEIGHTS];
    for (int first_order = 0; first_order < 2; first_order++) {
        void *block;
        problem *p = make_maml(0, first_order, &block);
        setting *t = make_setting(p, block, 5, 0.3);
        outer_samples(t);
        for (size_t i = 0; i < t->width; i++)
            v[t->width + i] = -(v[i] = sin((double)i + 1));
        uint32_t next = t->lanes[0].jacobian->next;
        for (size_t i = 0; i < t->n; i++)
            t->lanes[i].point[1] = t->lanes[i].point[0];
        p->type->jtv(p, t->n, t->lanes, 2, 3, v);
        for (size_t j = 0; j < REPLICATES * p->ld; j++)
            assert_true(t->out[j] == 0);
        assert_true((t->lanes[0].jacobian->next == next) == first_order);
        p->type->jtv(p, 1, t->lanes, 1, 1, v);
        for (size_t j = 0; first_order && j < WEIGHTS; j++)
            assert_true(t->out[j] == v[j]);
        free_setting(t);
    }
}

static void objective_has_a_penalty(void **state)
{
    (void)state;
    void *block, *plain_block;
    problem *p = make_maml(0.25, true, &block), *plain = make_maml(0, true, &plain_block);
    double square = 0, gradient[2][128];
    for (size_t j = 0; j < p->d; j++)
        square += p->start[j] * p->start[j];
    double value = p->type->objective(p, p->start, gradient[0]);
    assert_near(value - plain->type->objective(plain, p->start, gradient[1]), square / 8, 1e-13);
    assert_true(value == p->type->objective(p, p->start, NULL));
    for (size_t j = 0; j < p->ld; j++)
        assert_near(gradient[0][j] - gradient[1][j], p->start[j] / 4, 1e-14);
    assert_true(isnan(p->least));
    free(block);
    free(plain_block);
}

/* Gauss rules are exact below degree 2n. */
static void gauss_rules(void **state)
{
    (void)state;
    double node[20], weight[20];
    for (size_t n = 1; n <= 20; n++) {
        gauss_rule(n, -1, 3, node, weight);
        for (size_t k = 0; k < 2 * n; k++) {
            double sum = 0, power = (double)k + 1;
            for (size_t i = 0; i < n; i++)
                sum += weight[i] * pow(node[i], (double)k);
            double want = (pow(3, power) - pow(-1, power)) / power / 4;
            assert_relative(sum, want, 2e-13);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_agree_with_plain_code),
        cmocka_unit_test(jacobian_products),
        cmocka_unit_test(objective_has_a_penalty),
        cmocka_unit_test(gauss_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
