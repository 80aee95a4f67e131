/* The library's options and errors. */
#pragma once

#include "engine/machine/status.h"
#include "engine/text/param.h"
#include <stdatomic.h>

#include "library/debias.h"

/* The most parameters of a type, or of a call. */
enum { LIBRARY_PARAMS = 96 };

/* Writes the message, unless there is no place for it; the answer is always -1. */
int library_fail(debias_error *error, const char *format, ...);
int library_fail_status(debias_error *error, status s);

/* The same for a status of a call whose callbacks last returned that code. */
int library_fail_callback(debias_error *error, status s, int code);

/* The same for an unknown name; kind: "method", "problem", ..; name_at(i): the i-th known one, NULL
 * past the last. */
int library_fail_name(debias_error *error, const char *kind, const char *name,
                      const char *(*name_at)(size_t i));

/* Puts the function's name before the message: "run: ..". -1. */
int library_fail_in(const char *function, debias_error *error);

/* Reads the list (NULL = none) against table[0..n-1] into out[0..n-1], whose args point into it. 0
 * or -1. */
int library_options(const debias_option *list, const param *table, size_t n, arg *out,
                    debias_error *error);

/* Whether the n numbers of that name, or none (NULL), are finite: 0 or -1. */
int library_check_finite(const char *name, const double *x, size_t n, debias_error *error);

/* An interrupt that never comes. */
extern const atomic_int library_never;

/* `bytes` zeroed bytes aligned to ARENA_ALIGN, or NULL; free gives them back. */
void *library_block(size_t bytes);
