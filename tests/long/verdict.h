/* The verdict of correct against the truth: how often it says "helps" or "hurts" where that is
 * false, and where it is true (its power).
 *
 * Rows of a law are drawn many times. "helps" is false unless the gain (verdict_truth.h) is above
 * zero by three standard errors, "hurts" unless it is below: where the truth is that there is no
 * difference, every verdict is false. Each kind of false verdict must be rare in every cell (a q, a
 * law, a number of rows) that has a mean square error. For zeros and ones shares are exact. */
#pragma once

#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/machine/arena.h"
#include "engine/correct/correct.h"
#include "../unit/make.h"
#include "verdict_truth.h"

#define RARE 0.05       /* the most of a kind of false verdict in a cell */
#define NEGLIGIBLE 1e-7 /* the chance of a sample that is left out */

#define COUNT(list) (sizeof(list) / sizeof *(list))

typedef struct cells {
    const question *question;
    size_t questions; /* <= MOST_QUESTIONS */
    const law *law;
    size_t laws;
    const size_t *size; /* numbers of rows, <= MOST_ROWS */
    size_t sizes, order;
} cells;

/* What all cells add up to; zero-initialised = none. */
typedef struct summary {
    double cells, paying, power, worst[3];
    size_t failed;
} summary;

typedef struct asked {
    number_of q;
    const law *of;
} asked;

static inline status evaluate(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    const asked *a = q->context;
    (void)gap;
    for (size_t i = 0; i < n; i++)
        y[i] = a->q(s[i], a->of);
    return STATUS_OK;
}

/* Samples that are made: with that many ones, or drawn. */
static inline size_t samples_of(const law *of, size_t n)
{
    if (of->chance > 0)
        return n + 1;
    return n > 100 ? 100 : 200;
}

/* The i-th sample: of zeros and ones that with i ones, else a random one. Returns its share of all.
 */
static inline double make_sample(const law *of, size_t i, double *x, size_t n)
{
    if (of->chance == 0) {
        draw_rows(of, i, PURPOSE_DATA, x, n);
        return 1.0 / (double)samples_of(of, n);
    }
    for (size_t k = 0; k < n; k++)
        x[k] = k < i;
    return binomial(n, i, of->chance);
}

static inline void *make_work(const correct_config *c)
{
    void *work = NULL;
    if (posix_memalign(&work, ARENA_ALIGN, correct_work(c)) != 0)
        abort();
    return work;
}

/* share <- of the samples that have each verdict. All splits of zeros and ones can be had, so that
 * every sample with as many ones has the same one. */
static inline void count_verdicts(const extrap *op, const law *of, number_of f, size_t n,
                                  double share[4])
{
    static double x[MOST_ROWS];
    static const atomic_int never;
    asked a = {f, of};
    func q = {.kind = FUNC_COMPILED, .in = 1, .out = 1, .eval = evaluate, .context = &a};
    correct_config c = {
        .data = x, .n = n, .q = &q, .op = &op, .ops = 1, .splits = 100, .interrupt = &never};
    void *work = make_work(&c);
    memset(share, 0, 4 * sizeof *share);
    for (size_t i = 0; i < samples_of(of, n); i++) {
        correct_result r;
        double part = make_sample(of, i, x, n);
        c.seed = i;
        if (part < NEGLIGIBLE)
            continue;
        assert_int_equal(correct_run(&c, work, &r), STATUS_OK);
        share[r.row[0].verdict] += part;
    }
    free(work);
}

static inline double truth_error(const truth *t)
{
    return sqrt(moments_var(&t->gain) / t->gain.n);
}

/* Whether the truth bears the verdict out. */
static inline bool is_true(const truth *t, correct_verdict verdict)
{
    double gain = verdict == CORRECT_HELPS ? t->gain.mean : -t->gain.mean;
    return gain > 3 * truth_error(t);
}

static inline void print_cell(const question *q, const law *of, size_t n, const truth *t,
                              const double share[3], const double wrong[3])
{
    double mse = t->error.mean;
    printf("# %-7s %-21s %-15s %5zu %+8.4f +- %.4f %6.1f %6.1f %6.1f %6.1f\n", q->kind, q->name,
           of->name, n, t->gain.mean / mse, truth_error(t) / mse, 100 * share[CORRECT_HELPS],
           100 * share[CORRECT_HURTS], 100 * wrong[CORRECT_HELPS], 100 * wrong[CORRECT_HURTS]);
}

static inline void add_cell(const truth *t, const double share[3], const double wrong[3],
                            summary *all)
{
    bool failed = false;
    for (int v = CORRECT_HELPS; v <= CORRECT_HURTS; v++) {
        all->worst[v] = fmax(all->worst[v], wrong[v]);
        failed = failed || wrong[v] > RARE + 1e-9; /* sums of shares are rounded */
    }
    all->cells++;
    all->failed += failed;
    if (is_true(t, CORRECT_HELPS)) {
        all->paying++;
        all->power += share[CORRECT_HELPS];
    }
}

static inline bool has_truth(const question *q, const law *of, size_t rows)
{
    return !q->steep || (double)rows >= of->bounded;
}

static inline void check_law(const cells *c, const extrap *op, const law *of, size_t n,
                             summary *all)
{
    truth t[MOST_QUESTIONS];
    find_truth(op, of, c->question, c->questions, n, t);
    for (size_t j = 0; j < c->questions; j++) {
        const question *q = &c->question[j];
        double share[4], wrong[3] = {0};
        if (!has_truth(q, of, n / op->draws))
            continue;
        count_verdicts(op, of, q->q, n, share);
        for (int v = CORRECT_HELPS; v <= CORRECT_HURTS; v++)
            wrong[v] = is_true(&t[j], (correct_verdict)v) ? 0 : share[v];
        print_cell(q, of, n, &t[j], share, wrong);
        add_cell(&t[j], share, wrong, all);
    }
}

/* Prints the table; false verdicts are rare in every cell. */
static inline void check_cells(const cells *c)
{
    const extrap *op = make_order((int)c->order);
    summary all = {0};
    printf("# order %zu: gain/mse; %% helps, hurts; %% falsely helps, hurts\n", c->order);
    for (size_t i = 0; i < c->sizes; i++)
        for (size_t l = 0; l < c->laws; l++)
            check_law(c, op, &c->law[l], c->size[i], &all);
    free((void *)op);
    printf("# order %zu, %g cells: at most %.1f %% falsely helps, %.1f %% falsely hurts; "
           "power %.2f %% in %g cells that pay\n",
           c->order, all.cells, 100 * all.worst[CORRECT_HELPS], 100 * all.worst[CORRECT_HURTS],
           100 * all.power / fmax(all.paying, 1), all.paying);
    assert_int_equal(all.failed, 0);
}
