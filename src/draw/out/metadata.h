/* What a figure's file says about itself, so that it can be made again. */
#pragma once

#include "draw/bytes.h"

/* All strings are UTF-8. */
typedef struct out_metadata {
    const char *title, *description, *creator;
    const char *recipe; /* JSON in ASCII */
    const char *name;   /* of the file without its ending, or NULL */
} out_metadata;

/* Appends {"debias":version,"seed":seed,"spec":spec} in ASCII; a NULL seed or spec (itself JSON) is
 * left out. */
void metadata_recipe(bytes *out, const char *version, const char *seed, const char *spec);
