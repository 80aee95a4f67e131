/* The Lua library, plots and demos, held in the program. */
#pragma once

typedef struct embedded_file {
    const char *path; /* as in the source tree: "lua/init.lua", "plots/1a.lua" */
    const char *start, *end;
} embedded_file;

/* Ends with a NULL path. */
extern const embedded_file embedded_files[];
