/* Labels: UTF-8 with raised and lowered runs (^2, ^{-3}, ^*, _{xy}, x_t), measured by the back end,
 * placed on the canvas run by run. */
#pragma once

#include "draw/theme.h"

/* How a back end measures: the advance width in points of n bytes of UTF-8 in that face. */
typedef struct text_font {
    double (*width)(void *self, canvas_face face, const char *utf8, size_t n);
    void *self;
    /* whether the face has the character; NULL = it has all */
    bool (*has)(void *self, bool bold, unsigned code);
} text_font;

typedef struct text_style {
    const theme *theme;
    text_font font;
    canvas_face face;
    canvas_color color;
} text_style;

typedef enum text_anchor { TEXT_LEFT, TEXT_CENTER, TEXT_RIGHT } text_anchor;

/* A stretch of a label that is raised (1), lowered (-1) or neither. */
typedef struct text_run {
    const char *text;
    size_t n;
    int raise;
} text_run;

/* Reads the run at byte `at` of a label of n bytes; returns the bytes it takes, at least 1. */
size_t text_next(const char *label, size_t at, size_t n, text_run *out);

double text_width(text_style s, const char *label, size_t n);

/* Puts the label so that the anchor's point of its middle line (half the height of a capital above
 * the base line) is at x, y. */
void text_put(canvas *c, text_style s, text_anchor anchor, double x, double y, const char *label,
              size_t n);

/* The next line of a label that has to fit into width: its length in bytes, at least one character;
 * *next is where the following line starts (NULL after the last one). */
size_t text_line(text_style s, const char *label, double width, const char **next);

/* The number of lines; 0 for an empty label. */
size_t text_lines(text_style s, const char *label, double width);

/* Puts the label wrapped to width, the first line's middle at y (x for upward text), the next ones
 * one leading further; returns the number of lines. */
size_t text_block(canvas *c, text_style s, text_anchor anchor, double x, double y,
                  const char *label, double width);

/* The width of its widest line when wrapped to width. */
double text_block_width(text_style s, const char *label, double width);
