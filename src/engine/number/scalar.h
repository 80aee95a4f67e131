/* Functions of one or two numbers: Lua's arithmetic on floats, and functions that stay accurate for
 * large |x|. */
#pragma once

double scalar_add(double a, double b);
double scalar_sub(double a, double b);
double scalar_mul(double a, double b);
double scalar_div(double a, double b);
double scalar_idiv(double a, double b); /* floor(a / b) */
double scalar_mod(double a, double b);  /* has the sign of b */
double scalar_pow(double a, double b);
double scalar_neg(double x);

double scalar_max(double a, double b); /* NaN when either is */
double scalar_min(double a, double b);
double scalar_log(double x, double base);
double scalar_deg(double x);
double scalar_rad(double x);

double scalar_sigmoid(double x);  /* 1 / (1 + e^-x) */
double scalar_softplus(double x); /* log(1 + e^x) */
double scalar_logcosh(double x);  /* log cosh x */
double scalar_relu(double x);     /* max(x, 0) */
