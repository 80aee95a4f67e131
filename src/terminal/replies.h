/* What a terminal answers when it is asked what it can do. */
#pragma once

#include "draw/bytes.h"

/* 0 and false where it did not say. */
typedef struct replies {
    bool attributes; /* it reported its attributes, as every terminal does, */
    bool sixel;      /* sixels among them */
    bool kitty;      /* it knows kitty's graphics protocol */
    bool dark;       /* its background is darker than grey */
    char name[48];   /* "xterm(379)", "WezTerm 20230712" */
    size_t colors;   /* of one sixel picture */
    size_t cell_width, cell_height, width, height; /* of a character and of the window in pixels */
} replies;

/* Reads all that came from the terminal so far: replies into r, the characters that belong to no
 * escape sequence, because the user typed them, to the end of typed. What is cut off at the end, or
 * makes no sense, is left out. Returns how many replies there were. */
size_t replies_read(const char *data, size_t n, replies *r, bytes *typed);
