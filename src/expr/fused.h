/* Whole estimates by compiled programs: one record for each instruction set (fused/lanes.c); all
 * give the bits of the calls of compiled.c. Their members are as in problem_type. */
#pragma once

#include "compiled.h"

enum {
    FUSED_LANES = 32,   /* at a time: few enough that their columns stay in the first cache */
    FUSED_WIDE = 64,    /* evaluations of g or its Jacobian at a time: of several draws */
    FUSED_ROWS = 128,   /* gradients that are kept at a time */
    FUSED_NUMBERS = 256 /* the most normals, or uniforms, of a lane's draws */
};

typedef struct fused_type {
    const char *name;
    bool (*fused)(const problem *p, size_t n, const lane *l, size_t points, const extrap *op,
                  size_t m, size_t m_jacobian, const double *scale, double *y);
    size_t (*descend)(const problem *p, size_t n, lane *l, size_t batch, const extrap *op, size_t m,
                      size_t m_jacobian, double step, const mover *move, size_t steps, double *y);
} fused_type;

const fused_type *fused_type_at(size_t i);

/* Where its parts of the work space begin, behind the columns of g and jtv. */
typedef struct fused_space {
    size_t slopes;   /* columns of grad f */
    size_t drawn[2]; /* normals, uniforms */
    size_t rows, v;
    size_t scalars; /* what the rows of an outer product are times */
    size_t leaves;  /* numbers of outer samples, eight times */
    size_t dots;    /* products of rows with x */
    size_t all;
} fused_space;

static inline size_t fused_take(fused_space *s, size_t numbers)
{
    size_t at = s->all;
    s->all += round_up(numbers, ROW);
    return at;
}

static inline fused_space fused_spaces(const compiled *o, const problem *p)
{
    fused_space s = {.all = round_up(program_work(o->draws.g), ROW)};
    if (program_work(o->draws.jtv) > s.all)
        s.all = round_up(program_work(o->draws.jtv), ROW);
    s.slopes = fused_take(&s, program_work(o->grad_f));
    for (size_t i = 0; i < 2; i++)
        s.drawn[i] = fused_take(&s, FUSED_LANES * FUSED_NUMBERS + ROW);
    s.rows = fused_take(&s, FUSED_ROWS * p->ld);
    s.v = fused_take(&s, LANE_POINTS * FUSED_LANES * p->p);
    s.scalars = fused_take(&s, LANE_POINTS * FUSED_ROWS);
    s.leaves = fused_take(&s, DRAW_MADE * ROW_LEAVES * FUSED_LANES * ROW);
    s.dots = fused_take(&s, DRAW_DOTS * LANE_POINTS * FUSED_WIDE);
    return s;
}

/* Whether there are such calls; then g and jtv get as many lanes, and p->work room for it. */
void fused_init(compiled *o, problem *p);
