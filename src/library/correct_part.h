/* What the corrections of a sample and of groups share. */
#pragma once

#include "engine/correct/correct.h"
#include "library/function.h"
#include "library/table.h"
#include "library/watch.h"

enum { LADDER = 4 }; /* operators where none is given */

/* What is asked for. */
typedef struct asked {
    const debias_correction *given;
    const double *data;
    size_t rows, cols;
    library_function f;
    library_watch watch;
    const extrap *op[CORRECT_OPERATORS];
    size_t ops;
    debias_operator *own[LADDER]; /* those of them that are ours */
    size_t threads;
} asked;

/* Sets the operators: those given, or orders 1 to 4, as far as so many rows go. */
int asked_operators(asked *a, size_t rows, debias_error *error);

/* Set cells of a table: one, or several for the outputs of q. */
void asked_set_outputs(debias_table *t, size_t row, const char *name, const double *x, size_t n);
void asked_set_plugin(debias_table *t, const double *plugin, size_t n);
void asked_set_operator(debias_table *t, size_t row, const extrap *op);
void asked_set_judged(debias_table *t, size_t row, double saved, double added, double uncertainty,
                      correct_verdict verdict, correct_reason why);

/* The result for groups. */
debias_table *asked_groups(asked *a, debias_table **groups, debias_error *error);
