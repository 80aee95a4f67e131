/* A growing run of bytes, always followed by a 0; what back ends write into. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Starts as {0}. After a failed allocation `failed` stays set and nothing more is added. */
typedef struct bytes {
    char *data; /* NULL while empty */
    size_t n, capacity;
    bool failed;
} bytes;

void bytes_add(bytes *b, const void *data, size_t n);
void bytes_text(bytes *b, const char *text);
void bytes_char(bytes *b, char c);

/* As printf, but with a decimal point in every locale. */
__attribute__((format(printf, 2, 3))) void bytes_print(bytes *b, const char *format, ...);

void bytes_free(bytes *b);
