/* From values to places on an axis. A coordinate is the value itself on a linear axis, its log10 or
 * log2 on a logarithmic one. */
#pragma once

#include "draw/figure.h"

typedef struct scale {
    scale_kind kind;
    double from, to; /* coordinates of the axis' ends, from < to */
    bool whole;      /* as in figure_axis */
} scale;

/* The least and the largest value to be shown; starts as RANGE_EMPTY. */
typedef struct scale_range {
    double lo, hi;
} scale_range;

#define RANGE_EMPTY ((scale_range){INFINITY, -INFINITY})

/* NaN for a value that has no place: not finite, or not positive on a logarithmic axis. */
double scale_coordinate(scale_kind kind, double value);

/* 0 at the start of the axis, 1 at its end; beyond them outside; NaN without a place. */
double scale_at(const scale *s, double value);

/* The value at that part of the way from the start of the axis to its end. */
double scale_value(const scale *s, double at);

/* Widens the range to a value, when the axis can show it. */
void scale_widen(scale_range *r, scale_kind kind, double value);

/* The axis for a range of values: its own limits where given, else the range and a margin. */
scale scale_make(const figure_axis *axis, scale_range r);
