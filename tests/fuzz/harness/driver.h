/* What runs the harnesses of tests/fuzz, for clang's fuzzer (fuzzer.c) and for mutations of our own
 * (mutate.c). A harness is a Lua file, tests/fuzz/NAME.lua, which returns a table:
 *   call   function(bytes); it raises for what is wrong with the product
 *   most   bytes of memory beyond which a call gets none; without it a call is at fault that takes
 *          more than an input of its size warrants */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Opens the library and the harness, from the top of the source tree. Files are then read and
 * written in TMPDIR alone. False with a message on standard error when that fails. */
int driver_open(const char *harness);

/* Calls the harness with one input. Aborts with a message when it raises or takes too much memory.
 */
void driver_try(const void *input, size_t size);

void driver_close(void);

/* From now on clang's fuzzer sees which lines of the library run. */
void driver_note_lines(void);

/* Where messages go: what the product prints goes nowhere. */
extern FILE *driver_messages;
