/* What a correction does to the mean square error of the sample: the bias^2 it saves, the variance
 * it adds, by leaving out each group of rows. What rounding alone can make is 0. Inside the engine
 * only. */
#pragma once

#include "correct_job.h"

/* What the outputs of an operator add up to; zero-initialised = no outputs. In squares of q. */
typedef struct correct_tally {
    double saved, saved_var;      /* bias^2 saved, minus its own noise; the variance of that */
    double added;                 /* variance of the value minus that of the plug-in */
    double rounding;              /* what it may do to saved - added, */
    double splits;                /* and the standard error that random splits give to that */
    double group[CORRECT_GROUPS]; /* each group's share of `added`, minus the splits' noise */
} correct_tally;

/* The plug-in's, summed over outputs; NAN where that of one exceeds what the range of q at the
 * windows allows, as happens where q jumps within the error of the mean. */
double correct_plugin_variance(const correct_job *b);

/* The variance that the splits give to what an operator takes off output l; NAN where a single one
 * was made. */
double correct_split_noise(const correct_job *b, size_t op, size_t l);

/* Adds output l of an operator; returns the variance of the corrected value, below zero perhaps. */
double correct_tally_add(const correct_job *b, size_t op, size_t l, correct_tally *t);

/* Half-width of the 95% interval of saved - added. */
double correct_uncertainty(const correct_job *b, const correct_tally *t);
