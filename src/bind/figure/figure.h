/* From a table of options to a figure of the draw layer. */
#pragma once

#include "bind/bind.h"
#include "draw/figure.h"

/* A figure value; its first user value keeps the options it was made of, its second one what
 * `figure` points to. */
typedef struct bind_figure {
    figure figure;
    bool has_seed;
    double seed;
    const char *spec; /* JSON, or NULL */
    const char *name; /* what files are called in their properties, or NULL */
} bind_figure;

/* Pushes a figure made of the option table at index (which it keeps); raises in the name of the
 * function for wrong options. */
bind_figure *bind_push_figure(lua_State *L, int index, const char *function);

/* Raises what went wrong in drawing, if anything, in the name of the function. */
void bind_check_drawn(lua_State *L, const char *function, draw_error error);

/* Pushes empty bytes that are freed when Lua drops them. */
bytes *bind_push_bytes(lua_State *L);

/* document(parts) -> the PDF file: parts is a list of {kind =, text =} or {kind = "figure", figure
 * =}, the first one its title. */
int bind_figure_document(lua_State *L);

/* Pushes the parameter tables as {plot = .., axis = .., series = .., fit = ..}. */
void bind_push_figure_params(lua_State *L);
