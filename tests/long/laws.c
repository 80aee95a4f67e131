/* The draws of every law of one number: 2^24 of each, in cells that the density or the
 * probabilities fill, for parameters on both sides of every branch of the samplers. A law's draws
 * against another's must fail. */
#include "engine/law/dist.h"
#include "../unit/make.h"
#include "pvalue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CELLS = 400, STEPS = 2000, PIECE = 256 };

typedef struct law {
    const char *name;
    double first, second;
    double low, high;  /* cells lie here; the rest are two more */
    const char *other; /* a law that these draws are not of, or NULL */
    double change;     /* what its first parameter is times */
} law;

static const law laws[] = {
    {"uniform", -1, 5, -1, 5, NULL, 0},
    {"ramp", 0, 2, 0, 2, NULL, 0},
    {"exponential", 3, 0, 0, 40, NULL, 0},
    {"lognormal", 0, 0.5, 0.05, 8, NULL, 0},
    {"student_t", 3, 0, -9, 9, NULL, 0},
    {"student_t", 30, 0, -5, 5, NULL, 0},
    {"student_t", 1.2, 0, -20, 20, NULL, 0},
    {"gamma", 0.3, 1, 0.05, 6, NULL, 0},
    {"gamma", 0.99, 1, 0.01, 9, NULL, 0},
    {"gamma", 1, 2, 0, 25, NULL, 0},
    {"gamma", 2.5, 2, 0.05, 30, NULL, 0},
    {"gamma", 300, 1, 210, 400, NULL, 0},
    {"beta", 2, 3, 0, 1, NULL, 0},
    {"beta", 0.2, 3, 0.01, 0.95, NULL, 0},
    {"beta", 0.6, 0.7, 0.02, 0.98, NULL, 0},
    {"beta", 40, 90, 0.1, 0.6, NULL, 0},
    {"poisson", 0.4, 0, 0, 6, NULL, 0},
    {"poisson", 3, 0, 0, 16, NULL, 0},
    {"poisson", 9.9, 0, 0, 32, NULL, 0},
    {"poisson", 10.1, 0, 0, 32, NULL, 0},
    {"poisson", 99, 0, 45, 160, NULL, 0},
    {"poisson", 12345.6, 0, 11800, 12900, NULL, 0},
    {"gamma", 2.5, 2, 0.05, 30, "gamma", 1.002},
    {"poisson", 99, 0, 45, 160, "poisson", 1.001},
    {"student_t", 3, 0, -9, 9, "student_t", 1.01},
};

/* Chances of the cells: sums of probabilities, or integrals by the midpoint rule. */
static void expect(const dist *d, const law *of, size_t cells, double *chance)
{
    double width = (of->high - of->low) / (double)cells, h = width / STEPS;
    for (size_t k = 0; k < cells; k++) {
        chance[k] = d->type->whole ? d->type->pdf(d, of->low + (double)k) : 0;
        for (size_t i = 0; !d->type->whole && i < STEPS; i++)
            chance[k] += h * d->type->pdf(d, of->low + width * (double)k + h * ((double)i + 0.5));
    }
}

static size_t cell_of(const dist *d, const law *of, size_t cells, double x)
{
    double at = d->type->whole ? x - of->low : (x - of->low) / (of->high - of->low) * (double)cells;
    return at >= 0 && at < (double)cells ? (size_t)at : cells;
}

/* Chi-square over cells of which five or more are expected; the others are one. */
static double fit(const unsigned *count, const double *chance, size_t cells, double n)
{
    double sum = 0, got = count[cells], left = n, used = 0;
    for (size_t k = 0; k < cells; k++) {
        double want = n * chance[k];
        bool enough = want >= 5;
        sum += enough ? (count[k] - want) * (count[k] - want) / want : 0;
        got += enough ? 0 : count[k];
        left -= enough ? want : 0;
        used += enough;
    }
    bool rest = left >= 5;
    sum += rest ? (got - left) * (got - left) / left : 0;
    return p_chi_square(sum, used - !rest);
}

static double p_of(const law *of, size_t n)
{
    static stream s;
    static double x[PIECE], chance[2000];
    static unsigned count[2001];
    dist *d = make_plain(of->name, of->first, of->second);
    dist *said = of->other ? make_plain(of->other, of->change * of->first, of->second) : d;
    size_t cells = d->type->whole ? (size_t)(of->high - of->low) : CELLS;
    memset(count, 0, sizeof count);
    stream_init(&s, d->type->kind, 3, 0, PURPOSE_USER, 0);
    for (size_t done = 0; done < n; done += PIECE) {
        assert_int_equal(d->type->draw(d, &s, PIECE, x, PIECE), STATUS_OK);
        for (size_t i = 0; i < PIECE; i++)
            count[cell_of(d, of, cells, x[i])]++;
    }
    expect(said, of, cells, chance);
    if (said != d)
        free(said);
    free(d);
    return fit(count, chance, cells, (double)n);
}

static void draws_have_their_law(void **state)
{
    const size_t n = getenv("QUICK") ? 1 << 20 : 1 << 24;
    family sound = {0};
    (void)state;
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        const law *of = &laws[k];
        double p = p_of(of, of->other ? 1 << 24 : n);
        printf("# %s(%g, %g)%s: p-value %.3g\n", of->name, of->first, of->second,
               of->other ? " as another" : "", p);
        if (!of->other)
            family_add(&sound, of->name, p);
        else if (p > FAMILY_BOUND)
            fail_msg("%s(%g) passes for another, p-value %g", of->name, of->first, p);
    }
    if (family_fails(&sound))
        fail_msg("%s, p-value %g", sound.name, sound.least);
}

int main(void)
{
    const struct CMUnitTest list[] = {cmocka_unit_test(draws_have_their_law)};
    return cmocka_run_group_tests_name("laws", list, NULL, NULL);
}
