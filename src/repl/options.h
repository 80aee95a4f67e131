/* The command line: Lua's own options with their meaning, and ours. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* -e, -p, -l, -W and --resume, done in the order they were written. */
typedef struct option_step {
    char kind;        /* 'e', 'p', 'l', 'L' (-l of a script), 'W' or 'r' */
    const char *text; /* the statement, library or file; points into argv */
} option_step;

/* The limits of --sandbox where no others are given. */
enum { SANDBOX_SECONDS = 60, SANDBOX_MEMORY = 512 }; /* the text of it is in options.c */

typedef struct options {
    bool help, version, list, lint, banner, interactive, no_environment, quiet, sandbox, machine;
    bool has_work;           /* -e, -p, --list, --resume or -v was given: standard input is not run
                                where there is no script */
    double seed;             /* whole, >= 0 */
    double threads;          /* 0 = one per processor */
    double memory;           /* most megabytes that the program may use; 0 = no limit */
    const char *memory_text; /* how that was written */
    double seconds;          /* most seconds of processor time; 0 = no limit */
    int display;             /* display_kind: how figures are drawn */
    int color;               /* display_color */
    option_step *steps;
    size_t n_steps;
    int script; /* index in argv of the script's name or "-"; argc when there is none */
} options;

/* Reads argv. On wrong use says why on stderr and returns false. options_free in both cases. */
bool options_read(options *o, int argc, char **argv);
void options_free(options *o);

/* Prints what --help promises on stdout. */
void options_help(void);
