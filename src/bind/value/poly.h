/* poly{c0, c1, ..}: a polynomial, as a value that can be called. */
#pragma once

#include <lua.h>
#include <stddef.h>

/* c[0] + c[1] s + .. + c[degree] s^degree */
typedef struct bind_poly {
    size_t degree;
    double coefficient[];
} bind_poly;
