/* Numbers with a separate exponent and a bound on the error of their arithmetic: what
 * overflows in double on the way to a number, as in log(1 + exp(x)), does not here, and what is
 * rounding is known to be. Infinities are those of the mathematics: 1/0, log 0. */
#pragma once

#include <math.h>
#include <stdbool.h>

typedef struct scaled {
    double m, e;  /* m 2^e, e whole; |m| in [1/2, 1), or 0, infinite, NAN */
    double error; /* of m, absolute, as far as rounding goes; INFINITY: all of it may be rounding */
} scaled;

scaled scaled_of(double x); /* exact */
scaled scaled_noisy(double x, double error);
double scaled_double(scaled a);   /* overflows, underflows */
double scaled_noise(scaled a);    /* error over |value|; INFINITY of 0 */
double scaled_off(scaled a);      /* the bound on its error; overflows */
double scaled_log_size(scaled a); /* log |a| */

scaled scaled_add(scaled a, scaled b);
scaled scaled_sub(scaled a, scaled b);
scaled scaled_mul(scaled a, scaled b);
scaled scaled_div(scaled a, scaled b);
scaled scaled_neg(scaled a);
scaled scaled_abs(scaled a);
scaled scaled_exp(scaled a);
scaled scaled_log(scaled a);
scaled scaled_pow(scaled a, scaled b);

static inline bool scaled_finite(scaled a)
{
    return isfinite(a.m);
}
