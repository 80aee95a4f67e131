/* The caller's q as the engine takes it. */
#pragma once

#include "engine/operator/func.h"
#include "library/debias.h"

typedef struct library_function {
    func q;
    const debias_function *given;
    int code; /* what a failed call returned */
} library_function;

/* Reads q for points of `in` numbers; *f must stay where it is. 0, or -1 with an error. */
int library_function_read(library_function *f, const debias_function *q, size_t in,
                          debias_error *error);

/* Whether the caller is called, on its own thread alone. */
bool library_function_is_serial(const library_function *f);

/* Fails with a status that a call with f gave. */
int library_function_fail(const library_function *f, status s, debias_error *error);
