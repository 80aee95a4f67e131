/* poly{c0, c1, ..}: a polynomial, as a value that can be called. */
#ifndef DEBIAS_BIND_POLY_H
#define DEBIAS_BIND_POLY_H

#include <lua.h>
#include <stddef.h>

/* c[0] + c[1] s + .. + c[degree] s^degree */
typedef struct bind_poly {
    size_t degree;
    double coefficient[];
} bind_poly;

#endif
