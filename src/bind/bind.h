/* What every Lua module of the program shares: errors that name the caller's line, option tables
 * read against parameter tables, and the two containers vec and mat. Glue only: convert, call,
 * convert. */
#pragma once

#include <lauxlib.h>
#include <lua.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "engine/machine/status.h"
#include "engine/text/param.h"

/* Whether what the state runs is to end; polled by long engine calls. Each state has its own: the
 * program's handler of signals sets that of the session, a host's Ctrl-C that of the state it hooks
 * (bind/host.h). */
atomic_int *bind_interrupt(lua_State *L);

/* Says which flag that is, before anything else asks; it outlives the state. */
void bind_set_interrupt(lua_State *L, atomic_int *flag);

/* What the message about it adds, as where a lesson was left; empty until something is said. */
extern char bind_broken_off[128];

/* Gives the signals of this program their own effect again, in a copy of its process; a lasting one
 * does not heed those that ask to end, and takes BIND_ASKED as Ctrl-C. NULL where they are a
 * host's: its process is not copied. */
extern void (*bind_reset_signals)(bool lasting);
enum { BIND_ASKED = SIGUSR1 };

/* What the program's user asked for; core.system.seed, .threads and .quiet. Set before
 * luaopen_debias. Of this thread's Lua states: with_seed changes no other thread's seed. */
typedef struct bind_defaults {
    double seed;             /* whole, 0 .. 2^53 */
    double threads;          /* 0 = one per processor */
    size_t most_threads;     /* that a call gets, whatever it asks for; 0 = as many as it likes */
    bool quiet;              /* no notes, no progress */
    bool still;              /* no progress: of a worker, which is a part of what is shown */
    double memory;           /* the most bytes that one block may take; 0 = what the machine has */
    const char *memory_text; /* how --memory has it; NULL where it is not that */
} bind_defaults;

extern _Thread_local bind_defaults bind_settings;

/* The sentence for memory that ran out; the program names the limit that it was given. */
extern const char *bind_no_memory;

/* The options threads and seed of a call; where they are not given, and for NULL: --threads, or one
 * per processor; --seed. bind_at_most_threads(n): of n threads those that a call gets. */
size_t bind_threads(const arg *given);
size_t bind_at_most_threads(size_t n);
uint64_t bind_seed(const arg *given);

/* Pushes "FILE:LINE: " of the first caller whose source is not this library's; "" when there is
 * none. */
void bind_push_position(lua_State *L);

/* Raises "FILE:LINE: function: message" with the position of the first caller outside this library
 * (its chunks are named "=[debias]..."). A NULL function leaves its part out. Never returns. */
_Noreturn int bind_fail(lua_State *L, const char *function, const char *format, ...);

/* The same with the message "expected <what>, got <the value at index>". */
_Noreturn int bind_expected(lua_State *L, const char *function, const char *what, int index);

/* Whether the value at index can be called. */
bool bind_callable(lua_State *L, int index);

/* Pushes and returns the text without control characters and broken UTF-8. */
const char *bind_printable(lua_State *L, const char *text);

/* Pushes and returns the text; of a long one only its beginning and its end. */
const char *bind_shortened(lua_State *L, const char *text);

/* Pushes and returns the text in quotes; of a long one only its beginning. */
const char *bind_quoted(lua_State *L, const char *text);

/* Pushes and returns ", did you mean 'x'?" with the nearest of n names, or "". */
const char *bind_hint(lua_State *L, const char *name, const char *const *names, size_t n);

/* The same for the value at index (> 0) and the words "a|b|c". */
const char *bind_choice_hint(lua_State *L, int index, const char *choices);

/* Raises for the value at index (> 0), which is none of the words "a|b|c". */
_Noreturn int bind_wrong_choice(lua_State *L, int index, const char *function, const char *option,
                                const char *choices);

/* Pushes and returns "a, b, c". */
const char *bind_joined(lua_State *L, const char *const *names, size_t n);

/* Pushes nil and why, what methods return for what is not known; returns 2. */
int bind_unknown(lua_State *L, const char *why);

/* Whether the function that runs there is the library's own, in Lua; after lua_getinfo "S". */
static inline bool bind_is_library(const lua_Debug *frame)
{
    return strncmp(frame->source, "=[debias]", 9) == 0;
}

/* Raises "expected <form>, got n arguments" where there are more than `most` from `first` on; nils
 * after them do not count. */
void bind_refuse_more(lua_State *L, const char *function, int first, int most, const char *form);

/* Prints "debias: note: message" on stderr, unless the user asked for quiet. */
void bind_note(const char *message);

/* Pushes the table of this name in the registry, which is made weak by mode ("k", "v"). */
void bind_push_weak(lua_State *L, const char *name, const char *mode);

/* The state's one block of that key, which lives as long as the state; zeros at first. */
void *bind_single(lua_State *L, const void *key, size_t bytes);

/* Sets field `name` of the table on top: to a number, an integer, a text (NULL: nil) or a
 * boolean. */
void bind_set_number(lua_State *L, const char *name, double x);
void bind_set_known(lua_State *L, const char *name, double x); /* nothing for NAN */
void bind_set_integer(lua_State *L, const char *name, lua_Integer i);
void bind_set_text(lua_State *L, const char *name, const char *text);
void bind_set_flag(lua_State *L, const char *name, bool b);

/* Raises for a failure status (negative); does nothing for the others. */
void bind_check(lua_State *L, const char *function, status s);

/* Work on fewer numbers is not broken off: it is done at once, and the library does such on what a
 * broken-off call hands over. */
enum { BIND_MUCH = 1 << 16 };

/* What work on n numbers or operations looks at: the state's interrupt, or what is never set. */
static inline const atomic_int *bind_interrupt_of(lua_State *L, double n)
{
    static const atomic_int never = 0;
    return n < BIND_MUCH ? &never : bind_interrupt(L);
}

/* Raises "interrupted" once a signal has asked to stop. */
static inline void bind_look(lua_State *L, const char *function)
{
    if (*bind_interrupt(L))
        bind_fail(L, function, "%s", status_text(STATUS_INTERRUPTED));
}

/* The same after work on n numbers that bind_interrupt_of may have ended. */
static inline void bind_look_after(lua_State *L, double n, const char *function)
{
    if (n >= BIND_MUCH)
        bind_look(L, function);
}

/* The same within a loop, at element i, from time to time. */
static inline void bind_look_at(lua_State *L, size_t i, const char *function)
{
    if (i % BIND_MUCH == BIND_MUCH - 1)
        bind_look(L, function);
}

/* Copies a user's numbers; raises after a signal where they are many. The same to a new vec. */
void bind_copy(lua_State *L, const char *function, double *to, const double *from, size_t n);
void bind_push_copy(lua_State *L, const char *function, size_t n, const double *from);

/* Pushes and returns words for the value at index: "number 0", "string 'abc'", "a vec of length 3",
 * "nil". */
const char *bind_describe(lua_State *L, int index);

/* "an" before a vowel, else "a". */
const char *bind_article(const char *noun);

/* Pushes and returns x with 14 digits, "nan" without a sign. */
const char *bind_number_text(lua_State *L, double x);

/* The type's name after "debias." of the userdata at index ("vec", "dist", ..), or NULL. */
const char *bind_type(lua_State *L, int index);

/* The userdata of type "debias.<type>" at index; raises "<function>: expected a <type>, got .."
 * otherwise. For methods: a call with a dot instead of a colon gets "<type>:<method>: call it with
 * a colon". */
void *bind_object(lua_State *L, int index, const char *type, const char *function);
void *bind_self(lua_State *L, const char *type, const char *method);

/* Reads the option table at index (nil = no options) against table[0..n-1] into out[0..n-1]; pushes
 * a table that keeps alive what the args point to (leave it on the stack while they are in use).
 * Unknown keys raise and name the nearest valid one. An integer key reads a PARAM_POSITION entry;
 * parameters called "group.field" are read from a nested table {group = {field = ..}}. */
void bind_options(lua_State *L, int index, const char *function, const param *table, size_t n,
                  arg *out);

/* Raises because the option `name` is missing in the table at index, or may be there with a letter
 * wrong; for options that are read before the others. */
_Noreturn void bind_missing(lua_State *L, int index, const char *function, const char *name,
                            const char *meaning);

/* Pushes a table name -> value of the options as they were read, defaults included; objects and
 * functions are left out. */
void bind_push_spec(lua_State *L, const param *table, size_t n, const arg *a);

/* Reads one value at index as the parameter p; pushes one value that keeps it alive. */
void bind_read(lua_State *L, int index, const char *function, const param *p, arg *out);

/* The kind that help and option tables in Lua call by this name: "number", "integer", .. */
param_kind bind_param_kind(const char *name);

/* Pushes the table as a list of {name, kind, range, default, choices, unit, meaning, required,
 * idle} for help, completion and what files may ask for. */
void bind_push_params(lua_State *L, const param *table, size_t n);

/* The same as field `name` of the table on top. */
void bind_set_params(lua_State *L, const char *name, const param *table, size_t n);

/* A dense vector. Views (rows of a matrix) point into their owner, kept as the first user value. */
typedef struct bind_vec {
    size_t n;
    double *data;
} bind_vec;

/* A dense row-major matrix. */
typedef struct bind_mat {
    size_t rows, cols;
    double *data;
} bind_mat;

/* Pushes a new zero vector / matrix. */
bind_vec *bind_push_vec(lua_State *L, size_t n);
bind_mat *bind_push_mat(lua_State *L, size_t rows, size_t cols);

/* Pushes a vec of copies of the n numbers. */
void bind_push_numbers(lua_State *L, size_t n, const double *x);

/* Pushes a vec that is a view of n doubles inside the object at index owner. */
bind_vec *bind_push_view(lua_State *L, int owner, double *data, size_t n);

/* Pushes a zeroed block of so many bytes as a userdata and returns its part aligned to ARENA_ALIGN.
 */
void *bind_push_block(lua_State *L, size_t bytes);

/* The vec / mat at index, or NULL. */
bind_vec *bind_test_vec(lua_State *L, int index);
bind_mat *bind_test_mat(lua_State *L, int index);

/* The bytes of a file, for those who read or write them once: a string would be a copy. */
typedef struct bind_bytes {
    size_t n;
    char data[];
} bind_bytes;

/* Pushes n bytes, which are to be set. */
bind_bytes *bind_new_bytes(lua_State *L, size_t n);

/* The string or bytes at index, and their number. */
const char *bind_text(lua_State *L, int index, size_t *n);

/* Pushes a vec made of the vec, list of numbers or number at index and returns it; NULL (pushing
 * nil) when it is none of these. A vec itself is pushed as it is. */
bind_vec *bind_to_vec(lua_State *L, int index);

/* The number at index (also a vec of length 1), the whole number (also written 1e5), the whole
 * number >= least; raise "<function>: expected a number as <name>, got .." (name may be NULL). */
double bind_number(lua_State *L, int index, const char *function, const char *name);
lua_Integer bind_integer(lua_State *L, int index, const char *function, const char *name);
size_t bind_count(lua_State *L, int index, const char *function, const char *name, size_t least);

/* The value at index, which a function of the user's returned, as *n numbers (0: any number of
 * them, which *n becomes), at *one where it is a number; raises "<function>: expected a number from
 * <from>, got ..". */
const double *bind_returned(lua_State *L, int index, const char *function, const char *from,
                            size_t *n, double *one);

/* Whether a double has the value of that integer: beyond 2^53 not all do. */
bool bind_has_double(lua_Integer i);

/* The number at index in out, when it is one that a double has, or a vec of length 1. */
bool bind_test_number(lua_State *L, int index, double *out);

/* Makes the metatable "debias.<type>" with the functions in meta and, through __index, in methods;
 * reading an unknown field raises and names the nearest. `index`, when not NULL, is asked first: it
 * pushes the field's value and returns 1, or returns 0. Leaves nothing on the stack. */
void bind_new_type(lua_State *L, const char *type, const luaL_Reg *meta, const luaL_Reg *methods,
                   int (*index)(lua_State *L, void *self, const char *field));
