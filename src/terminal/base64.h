/* Base64, as terminals take files in escape sequences. */
#pragma once

#include "draw/bytes.h"

/* Appends n bytes of data in base64, padded with '=' to a multiple of four characters. */
void base64_add(bytes *out, const char *data, size_t n);
