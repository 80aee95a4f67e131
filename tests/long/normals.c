/* The ziggurat's normals: moments, distance, bytes of their ranks, pairs and the tail of 2^28 of a
 * stream, and of 2^24 of neighbouring replicates in turn. The battery sees Phi(z) in place of a
 * word; cells of the tail have equal chances. Normals by a sum of twelve uniforms, and a tail that
 * is cut off, must be seen. */
#include "battery.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { LONG = 1 << 28, SHORT = 1 << 24, TAIL_CELLS = 64, BLOCK = 256 };
#define TAIL 3.0 /* from here on it is looked at by itself */

typedef struct maker {
    const char *name;
    void (*fill)(stream *s, double *z); /* BLOCK numbers */
    bool flawed, many;
} maker;

static void fill_normals(stream *s, double *z)
{
    memcpy(z, stream_normals(s, BLOCK), BLOCK * sizeof *z);
}

static void fill_in_turn(stream *s, double *z)
{
    for (size_t k = 0; k < BLOCK; k++)
        z[k] = *stream_normals(s + k, 1);
}

static void fill_sums(stream *s, double *z)
{
    for (size_t i = 0; i < BLOCK; i++) {
        const double *u = stream_uniforms(s, 12);
        z[i] = -6;
        for (int k = 0; k < 12; k++)
            z[i] += u[k];
    }
}

/* What lies beyond 4.5 is folded back. */
static void fill_cut(stream *s, double *z)
{
    fill_normals(s, z);
    for (size_t i = 0; i < BLOCK; i++)
        z[i] = fabs(z[i]) > 4.5 ? copysign(9 - fabs(z[i]), z[i]) : z[i];
}

static const maker makers[] = {
    {"normals", fill_normals, false, false},
    {"neighbouring replicates in turn", fill_in_turn, false, true},
    {"sums of twelve", fill_sums, true, false},
    {"cut off", fill_cut, true, false},
};

typedef struct counts {
    double n, power[7], tail, far[3];
    unsigned edf[EDF_CELLS], tails[TAIL_CELLS], pair[2][PAIR_CELLS];
} counts;

static const double far[] = {4, 4.5, 5};

static void add(counts *c, const double *z, const double *p)
{
    double q = 1, size = fabs(*z);
    for (int k = 1; k <= 6; k++)
        c->power[k] += q *= *z;
    c->edf[(size_t)(*p * EDF_CELLS)]++;
    for (int k = 0; k < 2; k++) {
        size_t now = (size_t)(p[0] * (1 << PAIR_BITS)),
               then = (size_t)(p[k ? -8 : -1] * (1 << PAIR_BITS));
        c->pair[k][now << PAIR_BITS | then]++;
    }
    for (int k = 0; k < 3; k++)
        c->far[k] += size > far[k];
    if (size > TAIL) {
        c->tail++;
        c->tails[(size_t)(erfc(size * sqrt(0.5)) / erfc(TAIL * sqrt(0.5)) * TAIL_CELLS)]++;
    }
    c->n++;
}

/* Moments of order k have the variance (2k - 1)!! - (E z^k)^2. */
static void judge_powers(const counts *c, family *f)
{
    static const char *const names[] = {"", "mean", "z^2", "z^3", "z^4", "z^5", "z^6"};
    static const double even[] = {1, 1, 3, 15, 105, 945, 10395};
    for (int k = 1; k <= 6; k++) {
        double want = k % 2 ? 0 : even[k / 2], var = even[k] - want * want;
        family_add(f, names[k], p_normal((c->power[k] - c->n * want) / sqrt(c->n * var)));
    }
}

static family judge(const counts *c)
{
    static const char *const names[] = {"beyond 4", "beyond 4.5", "beyond 5"};
    family f = {0};
    judge_powers(c, &f);
    judge_edf(c->edf, EDF_CELLS, c->n, "distance", &f);
    judge_cells(c->edf, EDF_CELLS, c->n, "cells", &f);
    judge_cells(c->pair[0], PAIR_CELLS, c->n, "pairs", &f);
    judge_cells(c->pair[1], PAIR_CELLS, c->n, "pairs, lag 8", &f);
    judge_cells(c->tails, TAIL_CELLS, c->tail, "cells of the tail", &f);
    family_add(&f, "beyond 3", p_poisson(c->tail, c->n * erfc(TAIL * sqrt(0.5))));
    for (int k = 0; k < 3; k++)
        family_add(&f, names[k], p_poisson(c->far[k], c->n * erfc(far[k] * sqrt(0.5))));
    return f;
}

static family family_of(const maker *m, size_t n)
{
    static stream streams[BLOCK];
    static counts c;
    static double z[BLOCK], p[BEFORE + BLOCK];
    memset(&c, 0, sizeof c);
    for (size_t k = 0; k < (m->many ? BLOCK : 1); k++)
        stream_init(streams + k, m->fill == fill_sums ? STREAM_UNIFORMS : STREAM_NORMALS, 2, k,
                    PURPOSE_INNER, 0);
    for (size_t done = 0; done < n; done += BLOCK) {
        memcpy(p, p + BLOCK, BEFORE * sizeof *p);
        m->fill(streams, z);
        for (size_t i = 0; i < BLOCK; i++)
            p[BEFORE + i] = fmin(0.5 * erfc(-z[i] * sqrt(0.5)), 1 - 0x1p-53);
        for (size_t i = 0; done > 0 && i < BLOCK; i++)
            add(&c, z + i, p + BEFORE + i);
    }
    family f = judge(&c);
    family_print(&f, m->name);
    return f;
}

static void normals_pass_and_flaws_do_not(void **state)
{
    const size_t longest = getenv("QUICK") ? SHORT : LONG;
    (void)state;
    for (size_t k = 0; k < sizeof makers / sizeof *makers; k++) {
        family f = family_of(&makers[k], k == 0 ? longest : SHORT);
        if (family_fails(&f) != makers[k].flawed)
            fail_msg("%s: %s, p-value %g", makers[k].name, f.name, f.least);
    }
}

int main(void)
{
    const struct CMUnitTest list[] = {cmocka_unit_test(normals_pass_and_flaws_do_not)};
    return cmocka_run_group_tests_name("normals", list, NULL, NULL);
}
