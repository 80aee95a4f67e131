/* Every method on every problem, with default options and with options drawn at random: before each
 * step the method's formula says how many oracle calls it will make, after it the oracle has
 * counted as many, and the problem has been asked for as many. New types come by themselves. */
#include "../unit/make_method.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPLICATES = 3, STEPS = 25, MOST_NUMBERS = 2000000, SMALL_N = 40 };

/* ---- What the problem is asked for, by replicate: g and Jacobian evaluations. ---- */

static const problem_type *asked;
static calls evaluated[REPLICATES];

static void evaluate(size_t n, const lane *l, uint64_t g, uint64_t jacobian)
{
    for (size_t i = 0; i < n; i++) {
        evaluated[l[i].replicate].g += g;
        evaluated[l[i].replicate].jacobian += jacobian;
    }
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    evaluate(n, l, points * K * m, 0);
    asked->means(p, n, l, points, K, m, y, gap);
}

static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    evaluate(n, l, points * K * m, points * K * m);
    asked->joint(p, n, l, points, K, m, y, gap, J);
}

static void jacobian(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J)
{
    evaluate(n, l, 0, points * m);
    asked->jacobian(p, n, l, points, m, J);
}

static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    evaluate(n, l, 0, points * m);
    asked->jtv(p, n, l, points, m, v);
}

static bool fused(const problem *p, size_t n, const lane *l, size_t points, const extrap *op,
                  size_t m, size_t m_jacobian, const double *scale, double *y)
{
    bool taken = asked->fused(p, n, l, points, op, m, m_jacobian, scale, y);
    if (taken)
        evaluate(n, l, points * op->draws * m, points * m_jacobian);
    return taken;
}

static size_t descend(const problem *p, size_t n, lane *l, size_t batch, const extrap *op, size_t m,
                      size_t m_jacobian, double step, const mover *move, size_t steps, double *y)
{
    size_t made = asked->descend(p, n, l, batch, op, m, m_jacobian, step, move, steps, y);
    evaluate(n, l, made * op->draws * m, made * m_jacobian);
    return made;
}

/* The same problem, its calls through the functions above. */
static void listen(problem *p, problem_type *type)
{
    asked = p->type;
    *type = *asked;
    type->means = means;
    type->joint = asked->joint ? joint : NULL;
    type->jacobian = asked->jacobian ? jacobian : NULL;
    type->jtv = jtv;
    type->fused = asked->fused ? fused : NULL;
    type->descend = asked->descend ? descend : NULL;
    p->type = type;
}

/* ---- Options. ---- */

static stream dice;

static double draw_value(const param *p)
{
    double low = fmax(p->low, 0), high = fmin(p->high, low + 8);
    if (p->kind == PARAM_BOOLEAN)
        return (double)stream_index(&dice, 2);
    if (p->kind == PARAM_CHOICE) {
        size_t n = 1;
        for (const char *c = p->choices; *c; c++)
            n += *c == '|';
        return (double)stream_index(&dice, n);
    }
    if (p->kind == PARAM_INTEGER)
        return low + (double)stream_index(&dice, (size_t)(high - low) + 1);
    return low + (high - low) * (1 + (double)stream_index(&dice, 998)) / 1000;
}

/* Up to four numbers for an option that takes a list. */
static arg draw_list(const param *p)
{
    static double list[4];
    arg a = {.given = true, .data = list, .rows = 1 + stream_index(&dice, 4), .cols = 1};
    for (size_t i = 0; i < a.rows; i++)
        list[i] = floor(draw_value(p));
    return a;
}

/* The defaults, or about half of the options drawn. */
static void choose(const param *table, size_t n, bool drawn, arg *a)
{
    default_args(table, n, a);
    for (size_t i = 0; i < n && drawn; i++)
        if (stream_index(&dice, 2))
            a[i] = table[i].kind == PARAM_VECTOR ? draw_list(&table[i])
                                                 : number(draw_value(&table[i]));
}

/* Whether these options go together and on this problem. */
static bool configure(estimator *e, const method_type *method, bool drawn)
{
    arg own[ARGS], shared[ARGS];
    choose(e->type->params, e->type->nparams, drawn && !method->own_draws, shared);
    choose(method->params, method->nparams, drawn, own);
    if (e->type->configure(e, shared) || method->configure(e, own))
        return false;
    return !method->indexed || e->lanes <= e->problem->n;
}

/* ---- The comparison. ---- */

static bool same(calls a, calls b)
{
    return a.outer == b.outer && a.g == b.g && a.jacobian == b.jacobian;
}

static const char *show(calls c, char out[80])
{
    snprintf(out, 80, "%" PRIu64 " outer, %" PRIu64 " g, %" PRIu64 " Jacobian", c.outer, c.g,
             c.jacobian);
    return out;
}

static void check_equal(calls got, const char *source, calls counted, const char *name, int t)
{
    char first[80], second[80];
    if (!same(got, counted))
        fail_msg("%s, step %d: %s %s; counted %s", name, t, source, show(got, first),
                 show(counted, second));
}

static void check_step(group *g, const char *name, int t)
{
    calls said[REPLICATES];
    for (size_t r = 0; r < REPLICATES; r++) {
        calls next = g->method->next_calls(g, r);
        check_equal(g->method->next_calls(g, r), "said the second time", next, name, t);
        said[r] = (calls){g->calls[r].outer + next.outer, g->calls[r].g + next.g,
                          g->calls[r].jacobian + next.jacobian};
    }
    g->method->step(g);
    for (size_t r = 0; r < REPLICATES; r++) {
        check_equal(said[r], "said", g->calls[r], name, t);
        evaluated[r].outer = g->calls[r].outer;
        check_equal(evaluated[r], "made", g->calls[r], name, t);
    }
}

static void check_setting(const estimator *e, const method_type *method, const char *name)
{
    group g;
    void *block;
    make_group(&g, e, method, 0, REPLICATES, 1e-6, &block);
    uint64_t most = MOST_NUMBERS / (100 + e->problem->d); /* samples; large problems are slow */
    memset(evaluated, 0, sizeof evaluated);
    for (int t = 1; t <= STEPS && calls_samples(g.calls[0]) < most; t++)
        check_step(&g, name, t);
    assert_true(g.calls[0].outer > 0 && g.calls[0].g > 0 && g.calls[0].jacobian > 0);
    free(block);
}

static void check_method(const problem *p, const method_name *name, const method_type *method)
{
    char label[128];
    extrap *op = make_order(name->order ? name->order : 1);
    const estimator_type *type = estimator_find(name->estimator);
    snprintf(label, sizeof label, "%s, %s", asked->name, name->name);
    const int settings = getenv("QUICK") ? 5 : 15;
    for (int made = 0, k = 0; made <= settings && k < 100 * settings; k++) {
        estimator e = {.type = type, .problem = p, .op = type->extrapolates ? op : NULL};
        bool valid = configure(&e, method, k > 0);
        if (k == 0 && !valid)
            fail_msg("%s: refuses its default options", label);
        if (valid)
            check_setting(&e, method, label);
        made += valid;
    }
    free(op);
}

/* Problems as by default, but for the number of outer samples of a finite set. */
static problem *make(const problem_type *type, void **block)
{
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    if (param_find(type->params, type->nparams, "n") < type->nparams)
        set_arg(type->params, type->nparams, a, "n", number(SMALL_N));
    return make_problem(type->name, a, block);
}

static void calls_are_what_the_formula_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < problem_count(); i++) {
        void *block;
        problem_type type;
        problem *p = make(problem_type_at(i), &block);
        const method_type *method;
        const method_name *name;
        listen(p, &type);
        for (size_t k = 0; (name = method_name_at(k, &method)); k++)
            if (p->n > 0 || !method->indexed)
                check_method(p, name, method);
        free(block);
    }
}

int main(void)
{
    stream_init(&dice, STREAM_WORDS, 1, 0, PURPOSE_USER, 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(calls_are_what_the_formula_says)};
    return cmocka_run_group_tests_name("calls", tests, NULL, NULL);
}
