/* A problem whose f, g and samplers are compiled programs: the calls of problem.h over program.h.
 *
 * An outer sample is a row of `xi` numbers: of a table, or made by the program `outer` from draws.
 * Programs read input columns in groups, each beginning at a multiple of 8:
 *
 *   outer              uniforms, normals
 *   g, jtv, joint      x, xi, normals (or a draw of the law), uniforms, v
 *   f, grad_f          y, xi
 *   value, slope       x, xi: f_xi(E g); and with it its gradient, where E g is known
 *   whole              x
 *   set_g, set_jtv     x, xi, a row of the outer sample's data set, v */
#pragma once

#include "engine/cso/problem.h"
#include "engine/law/dist.h"
#include "expr/program.h"

/* A law that draws come from: one for all, or one for each outer sample, whose options' numbers are
 * the outputs of a program that reads xi. */
typedef struct compiled_law {
    const dist_type *type; /* NULL: draws take normals and uniforms */
    const dist *fixed;     /* or NULL: */
    const program *numbers;
    arg option[DIST_PARAMS]; /* without the numbers */
    size_t size;             /* bytes of such a dist */
} compiled_law;

enum {
    ROW_LEAVES = 3,
    DRAW_ROWS = 4, /* the most rows of a draw that are made, */
    DRAW_DOTS = 4, /* and the most whose products with x are */
    DRAW_MADE = DRAW_ROWS + DRAW_DOTS + 1
};

/* Where a row's numbers come from. */
typedef enum row_source {
    ROW_NUMBER,
    ROW_OUTER,
    ROW_NORMALS,
    ROW_UNIFORMS,
    ROW_SOURCES
} row_source;

/* Numbers first, first + 1, .. of an outer sample or a draw, or the same one for all; `number`, a
 * constant eight times, for ROW_NUMBER. */
typedef struct row_leaf {
    row_source of;
    bool same;
    size_t first;
    double number[ROW];
} row_leaf;

/* Of leaves a, b, c, a number, and signs s, t: a number; a b; a + b number; s a + t (b c). The same
 * bits as a, a + b, a - b, b number - a and so on, which are these with numbers and signs 1 or -1.
 */
typedef enum row_form {
    ROW_SCALED,
    ROW_PRODUCT,
    ROW_SUM_SCALED,
    ROW_SUM_PRODUCT,
    ROW_FORMS
} row_form;

/* A row that is made of a draw (draws.h), and the input column that its numbers begin at, or that
 * its product with numbers `with` .. of x is. */
typedef struct draw_row {
    row_form form;
    double sign[2], number[ROW]; /* the number eight times */
    size_t leaves, width, column, with;
    row_leaf leaf[ROW_LEAVES];
} draw_row;

/* Which inputs a program reads; READS_ROW << k: row or product k of a draw. */
enum { READS_X = 1, READS_OUTER = 2, READS_NORMALS = 4, READS_UNIFORMS = 8, READS_ROW = 16 };

/* What the fused estimate runs: programs as g and jtv that find rows of the draw made. */
typedef struct compiled_draws {
    program *g, *jtv; /* of as many lanes */
    unsigned g_reads, jtv_reads;
    size_t rows, dots; /* the first ones are rows, the next ones products with x */
    bool outer;        /* Jacobian^T v is the row after them times jtv's one output */
    draw_row row[DRAW_MADE];
} compiled_draws;

typedef struct compiled {
    problem_type type;
    size_t xi;                            /* numbers of an outer sample */
    const double *rows;                   /* n x stride, for a finite set */
    size_t stride;                        /* xi, or a multiple of 8 where xi >= 8 */
    size_t outer_uniforms, outer_normals; /* numbers that an outer sample takes */
    size_t normals, uniforms;             /* numbers that an inner draw takes */
    compiled_law law;                     /* of inner draws: `normals` numbers each */
    const dist *outer_law;                /* of outer samples, or NULL */
    const program *outer;
    const program *g, *jtv;
    compiled_draws draws;
    const program *joint; /* p outputs of g, then p x d of the Jacobian */
    const program *f, *grad_f;
    const program *value, *slope; /* or NULL */
    const program *whole;         /* x: F minus the penalty, instead of these; or NULL */
    /* Inner draws that are rows of a data set of each outer sample: E g is a mean over them. */
    const program *set_g, *set_jtv; /* or NULL */
    const double *set_rows;         /* all sets below each other, rows of set_cols numbers */
    const double *set_first;        /* by outer sample: its set's first row, and past the last */
    size_t set_cols;
} compiled;

static inline const compiled *compiled_of(const problem *p)
{
    return p->own;
}

/* A lane's outer sample. */
static inline const double *compiled_row(const problem *p, const lane *l)
{
    return p->n ? compiled_of(p)->rows + (size_t)l->xi * compiled_of(p)->stride : l->sample;
}

static inline void compiled_prefetch(const problem *p, size_t i)
{
    const compiled *o = compiled_of(p);
    const double *row = o->rows + i * o->stride;
    for (size_t j = 0; j < o->xi && j < 8 * ROW; j += ROW)
        __builtin_prefetch(row + j);
}

/* Numbers of an outer sample that may be read, and so are loaded. */
static inline size_t compiled_width(const compiled *o)
{
    return o->xi < ROW ? o->xi : round_up(o->xi, ROW);
}

/* Where a group of columns begins. */
static inline size_t compiled_xi(size_t before)
{
    return round_up(before, ROW);
}
static inline size_t compiled_normals(size_t d, size_t xi)
{
    return round_up(d, ROW) + round_up(xi, ROW);
}
static inline size_t compiled_uniforms(size_t d, size_t xi, size_t normals)
{
    return compiled_normals(d, xi) + round_up(normals, ROW);
}
static inline size_t compiled_v(size_t d, size_t xi, size_t normals, size_t uniforms)
{
    return compiled_uniforms(d, xi, normals) + round_up(uniforms, ROW);
}

static inline size_t compiled_set_v(size_t d, size_t xi, size_t cols)
{
    return compiled_normals(d, xi) + round_up(cols, ROW);
}

/* Fills the calls of o->type that its programs give, and p->work. */
void compiled_init(compiled *o, problem *p);
