/* The parts of problems of the caller's own.
 *
 * Rows are draws, or outer samples, in the order in which they are made; sums over the draws of a
 * block take them in that order, each times 1/m, so that the size of blocks changes no bit. */
#pragma once

#include "engine/cso/problem.h"
#include "library/debias.h"

/* What problem.own points to. */
typedef struct own {
    debias_own as; /* as given; data and x0 are copies */
    problem_type type;
    size_t cols, eta; /* numbers of xi and of eta */
    status failure;   /* of a callback; what problem.failure points to */
    int code;         /* what it returned */
} own;

static inline own *own_of(const problem *p)
{
    return p->own;
}

/* Once a callback has failed, none is called: what they would give is zero. */
static inline bool own_is_failed(const own *o)
{
    return __atomic_load_n(&o->failure, __ATOMIC_RELAXED) != STATUS_OK;
}

/* Work space for a block of so many rows. */
typedef struct own_space {
    size_t rows;
    double *x, *xi, *eta, *y; /* arguments and values of a callback */
    double *low, *high;       /* values at both ends of a difference, */
    double *middle;           /* and the coordinate between them; values of f */
    double *slope;            /* gradients of f */
    double *J, *product;      /* Jacobians, and products with them */
} own_space;

/* The numbers that the work space takes, and the space in them. */
size_t own_work(const own *o);
own_space own_lay_out(const own *o, double *work);

/* A function of `rows` rows of `in` numbers with `out` values each. */
typedef struct own_function own_function;
struct own_function {
    own *o;
    own_space *s;
    size_t rows, in, out;
    void (*call)(const own_function *f, const double *at, double *value);
    int (*derive)(const own_function *f, double *J); /* NULL: by differences */
    double *at;                                      /* where it is derived, rows of the space */
};

/* g, f and g_mean at rows of the space: of s->x, s->y and s->x, with s->xi and s->eta. */
own_function own_g(own *o, own_space *s, size_t rows);
own_function own_f(own *o, own_space *s, size_t rows);
own_function own_mean(own *o, own_space *s, size_t rows);

/* J, rows x out x in <- the derivatives at f->at. */
void own_derive(const own_function *f, double *J);

/* Keeps a callback's code, where it is one: what it was to give, n numbers, is zero then. */
void own_settle(own *o, int code, double *out, size_t n);

/* The engine's calls. */
void own_fill(problem_type *type, bool finite, bool exact);
double own_objective(const problem *p, const double *x, double *gradient);
