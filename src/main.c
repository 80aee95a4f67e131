/* Options, Lua state, script or prompt: wiring only. */
#include <errno.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/system/place.h"
#include "bind/system/ranks.h"
#include "engine/machine/ranks.h"
#include "repl/call.h"
#include "repl/depth.h"
#include "repl/facts.h"
#include "repl/hints.h"
#include "repl/history.h"
#include "repl/interrupt.h"
#include "repl/machine/machine.h"
#include "repl/memory.h"
#include "repl/options.h"
#include "repl/ranks.h"
#include "repl/rc.h"
#include "repl/repl.h"
#include "repl/stock/stock.h"
#include "terminal/display.h"
#include "terminal/output.h"
#include "terminal/wrap.h"

typedef struct command {
    options o;
    int argc;
    char **argv;
} command;

static void print_version(void)
{
    printf("debias %s, %s\n", DEBIAS_VERSION, LUA_RELEASE);
}

/* arg: the script at 0, its arguments after it, what stands before it at negative indices. */
static void set_arg(lua_State *L, const command *c)
{
    int script = c->o.script < c->argc ? c->o.script : 0;
    lua_createtable(L, c->argc - script, script);
    for (int i = 0; i < c->argc; i++) {
        lua_pushstring(L, c->argv[i]);
        lua_rawseti(L, -2, i - script);
    }
    lua_setglobal(L, "arg");
}

/* Calls what a load left below the arguments, or reports why it could not be loaded. */
static int call_loaded(lua_State *L, int loaded, int arguments)
{
    if (loaded == LUA_OK)
        return call_reported(L, arguments);
    call_report(L, loaded);
    return loaded;
}

/* Loads text as an entry of the prompt, which returns its values; returns whether it is one. */
static bool load_entry(lua_State *L, const char *text, const char *name)
{
    bind_use(L, "prompt/entry");
    lua_getfield(L, -1, "compile");
    lua_replace(L, -2);
    lua_pushstring(L, text);
    lua_pushstring(L, name);
    lua_pushglobaltable(L);
    lua_call(L, 3, 1);
    bool is_one = lua_isfunction(L, -1);
    if (!is_one)
        lua_pop(L, 1);
    return is_one;
}

/* Calls the function below the n arguments and prints its values as the prompt does. */
static int print_values(lua_State *L, int n)
{
    int first = lua_gettop(L) - n, outcome = call_reported(L, n);
    if (outcome != LUA_OK || lua_gettop(L) < first)
        return outcome;
    bind_use(L, "prompt/show");
    lua_getfield(L, -1, "values");
    lua_replace(L, -2);
    lua_pushnil(L); /* all digits */
    lua_rotate(L, first, 2);
    return call_reported(L, lua_gettop(L) - first);
}

/* Loads a chunk; text that is not one but a list of entries, as at the prompt, prints their values
 * when it runs.
 */
static int load_text(lua_State *L, const char *text, size_t size, const char *name,
                     const char *mode)
{
    int loaded = luaL_loadbufferx(L, text, size, name, mode);
    if (loaded != LUA_ERRSYNTAX || *text == *LUA_SIGNATURE)
        return loaded;
    bind_use(L, "prompt/several");
    lua_pushlstring(L, text, size);
    lua_pushstring(L, name);
    lua_pushvalue(L, -4); /* what is wrong with it as a chunk */
    lua_call(L, 3, 2);
    bool entries = lua_isfunction(L, -2);
    lua_remove(L, entries ? -1 : -2);
    lua_remove(L, -2);
    return entries ? LUA_OK : loaded;
}

/* Of -e; -p prints what the text returns as an entry, also of a call, which is a chunk as well. */
static int run_statement(lua_State *L, const option_step *step)
{
    static const char name[] = "=(command line)";
    bool values = step->kind == 'p' && load_entry(L, step->text, name);
    int loaded = values ? LUA_OK : load_text(L, step->text, strlen(step->text), name, "t");
    hints_text(L, step->text, "an earlier -e");
    return values ? print_values(L, 0) : call_loaded(L, loaded, 0);
}

/* "mod" or "name=mod". */
static int require_library(lua_State *L, const char *text)
{
    const char *equals = strchr(text, '=');
    lua_getglobal(L, "require");
    lua_pushstring(L, equals ? equals + 1 : text);
    int outcome = call_reported(L, 1);
    if (outcome != LUA_OK)
        return outcome;
    lua_pushglobaltable(L);
    lua_pushlstring(L, text, equals ? (size_t)(equals - text) : strlen(text));
    lua_pushvalue(L, 1);
    lua_settable(L, -3);
    return outcome;
}

/* Goes on with the run in a file, which stays its checkpoint. */
static int resume_run(lua_State *L, const char *path)
{
    static const char text[] = "local path = ...; _ = require('debias').run.load(path)"
                               ":resume{checkpoint = path}; print(_)";
    int loaded = luaL_loadbufferx(L, text, sizeof text - 1, "=(command line)", "t");
    lua_pushstring(L, path);
    return call_loaded(L, loaded, 1);
}

/* What LUA_INIT_5_4 or LUA_INIT says, as the lua program does: code, or a file's name after an @.
 */
static int run_init(lua_State *L)
{
    const char *name = "LUA_INIT_5_4", *init = getenv(name);
    if (!init)
        init = getenv(name = "LUA_INIT");
    if (!init)
        return LUA_OK;
    const char *chunk = lua_pushfstring(L, "=%s", name);
    int loaded = *init == '@' ? luaL_loadfile(L, init + 1)
                              : luaL_loadbufferx(L, init, strlen(init), chunk, NULL);
    lua_remove(L, 1);
    return call_loaded(L, loaded, 0);
}

static int run_steps(lua_State *L, const options *o)
{
    int outcome = LUA_OK;
    for (size_t i = 0; i < o->n_steps && outcome == LUA_OK && !interrupt_signal(); i++) {
        lua_settop(L, 0);
        if (strchr("ep", o->steps[i].kind))
            outcome = run_statement(L, &o->steps[i]);
        else if (o->steps[i].kind == 'l')
            outcome = require_library(L, o->steps[i].text);
        else if (o->steps[i].kind == 'r')
            outcome = resume_run(L, o->steps[i].text);
        else
            lua_warning(L, "@on", 0);
    }
    lua_settop(L, 0);
    return outcome;
}

/* How much of a text is no Lua: a byte order mark and a first line #!.., as in a script. */
static size_t skipped(const char *text)
{
    size_t mark = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    return mark + (text[mark] == '#' ? strcspn(text + mark, "\n") : 0);
}

/* Loads text that is one expression without a semicolon, so that what a call returns is printed. */
static bool load_expression(lua_State *L, const char *text)
{
    const char *code = lua_pushfstring(L, "return %s\n;", text);
    bool is_one = luaL_loadbufferx(L, code, strlen(code), "=stdin", "t") == LUA_OK;
    lua_pop(L, 2);
    return is_one && load_entry(L, text, "=stdin");
}

/* Loads standard input; *values: whether what it returns is to be printed. */
static int load_input(lua_State *L, const char *mode, bool *values)
{
    luaL_Buffer all;
    luaL_buffinit(L, &all);
    for (size_t n = 1; n > 0; luaL_addsize(&all, n))
        n = fread(luaL_prepbuffer(&all), 1, LUAL_BUFFERSIZE, stdin);
    luaL_pushresult(&all);
    bind_same_text(L); /* only rank 0 has standard input */
    size_t size;
    const char *text = lua_tolstring(L, -1, &size);
    size_t from = skipped(text);
    *values = strlen(text) == size && load_expression(L, text + from);
    int loaded = *values ? LUA_OK : load_text(L, text + from, size - from, "=stdin", mode);
    lua_remove(L, -2);
    return loaded;
}

/* Runs the script, or standard input for a NULL name, with what follows its name as arguments. In
 * the sandbox it must be text. */
static int run_file(lua_State *L, const command *c, const char *name, char *const *after)
{
    const char *mode = c->o.sandbox ? "t" : NULL;
    bool values = false;
    int n = 0, loaded = name ? luaL_loadfilex(L, name, mode) : load_input(L, mode, &values);
    for (; loaded == LUA_OK && after[n]; n++) {
        luaL_checkstack(L, 8, "too many arguments");
        lua_pushstring(L, after[n]);
    }
    return values ? print_values(L, n) : call_loaded(L, loaded, n);
}

/* "-" is standard input, unless "--" stands before it. */
static int run_script(lua_State *L, const command *c)
{
    char **script = c->argv + c->o.script;
    bool is_input = strcmp(script[0], "-") == 0 && strcmp(script[-1], "--") != 0;
    return run_file(L, c, is_input ? NULL : script[0], script + 1);
}

static void open_libraries(lua_State *L, const command *c)
{
    if (c->o.no_environment) {
        lua_pushboolean(L, 1);
        lua_setfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");
    }
    lua_gc(L, LUA_GCSTOP); /* hardly anything of what opens becomes garbage */
    luaL_openlibs(L);
    interrupt_open(L, c->o.interactive);
    stock_replace(L);
    set_arg(L, c);
    luaL_requiref(L, "debias", luaopen_debias, 0);
    bind_use(L, "prompt/locale");
    bind_use(L, "prompt/strict");
    repl_open(L);
    facts_open(L, &c->o);
    if (ranks_are_joined())
        bind_use(L, "prompt/ranks");
    if (c->o.sandbox)
        bind_use(L, "prompt/sandbox");
    lua_settop(L, 0);
    lua_gc(L, LUA_GCRESTART);
}

static void append(lua_State *L, const char *text)
{
    lua_pushstring(L, text);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

/* Looks at the scripts that the command line names, or at standard input. */
static bool lint(lua_State *L, const command *c)
{
    bind_use(L, "lint/lint");
    lua_getfield(L, -1, "files");
    lua_newtable(L);
    for (size_t k = 0; k < c->o.n_steps; k++)
        if (c->o.steps[k].kind == 'L')
            append(L, c->o.steps[k].text);
    for (int i = c->o.script; i < c->argc; i++)
        append(L, c->argv[i]);
    if (lua_rawlen(L, -1) == 0)
        append(L, "-");
    lua_call(L, 1, 1);
    return lua_toboolean(L, -1);
}

/* Protected: the command's options in order, then its script, the prompt or standard input.
 * Returns whether all went well. */
static int run(lua_State *L)
{
    const command *c = lua_touserdata(L, 1);
    bool script = c->o.script < c->argc;
    open_libraries(L, c);
    if (c->o.list) {
        bind_use(L, "guide/list");
        lua_call(L, 0, 0);
        lua_pushboolean(L, 1);
        return 1;
    }
    if (c->o.lint) {
        lua_pushboolean(L, lint(L, c));
        return 1;
    }
    if (c->o.interactive && !c->o.no_environment)
        rc_run(L);
    bool ok = c->o.no_environment || run_init(L) == LUA_OK;
    ok = ok && run_steps(L, &c->o) == LUA_OK && (!script || run_script(L, c) == LUA_OK);
    if (ok && c->o.interactive && !interrupt_signal()) {
        if (script)
            hints_file(L, c->argv[c->o.script]);
        (c->o.machine ? machine_session : repl_session)(L);
    } else if (ok && !script && !c->o.interactive && !c->o.has_work)
        ok = run_file(L, c, NULL, c->argv + c->argc) == LUA_OK;
    lua_pushboolean(L, ok);
    return 1;
}

/* Output that could not be written is an error, too; but after a signal, which may break it off. */
static bool flush_output(void)
{
    output_flush();
    int why = output_reason();
    if (output_has_failed() && !interrupt_signal())
        fprintf(stderr, "debias: cannot write standard output%s%s\n", why ? ": " : "",
                why ? strerror(why) : "");
    return !output_has_failed();
}

/* Before any code of the user's runs. Output is written line by line: what a limit cuts off has
 * said what it had to say. Returns 0 or an errno. */
static int set_limits(lua_State *L, const options *o)
{
    if (o->memory > 0) {
        memory_limit(L, o->memory, o->memory_text);
        memory_limit_process(o->memory, (double)bind_threads(NULL));
        bind_settings.memory = o->memory * 1024 * 1024;
        bind_settings.memory_text = o->memory_text;
        bind_no_memory = memory_message();
    }
    if (o->seconds > 0)
        interrupt_limit(o->seconds);
    if (!o->sandbox)
        return 0;
    history_stop();
    memory_limit_files(o->memory);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    return place_confine();
}

static void greet(const options *o)
{
    if (o->banner || (o->interactive && !o->quiet && !o->machine))
        print_version();
    if (o->interactive && !o->quiet && !o->machine)
        wrap_write(stdout, "help() shows more, lesson() teaches, Ctrl-D leaves\n", 0);
}

static int run_command(command *c)
{
    int error = c->o.machine ? machine_start() : 0;
    greet(&c->o);
    lua_State *L = luaL_newstate();
    if (L)
        depth_limit(L);
    error = error ? error : L ? set_limits(L, &c->o) : ENOMEM;
    if (error) {
        fprintf(stderr, "debias: cannot start: %s\n", strerror(error));
        return EXIT_FAILURE;
    }
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, c);
    int outcome = lua_pcall(L, 1, 1, 0);
    bool ok = outcome == LUA_OK && lua_toboolean(L, -1);
    if (outcome != LUA_OK && !interrupt_signal())
        call_report(L, outcome);
    lua_close(L);
    ok = flush_output() && ok;
    if (interrupt_signal())
        return 128 + interrupt_signal();
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    command c = {.argc = argc, .argv = argv};
    int code = EXIT_SUCCESS;
    if (!ranks_start()) {
        code = EXIT_FAILURE;
    } else if (!options_read(&c.o, argc, argv)) {
        code = 2;
    } else if (c.o.help) {
        options_help();
    } else if (c.o.version) {
        print_version();
    } else {
        if (!c.o.has_work && c.o.script == argc && isatty(STDIN_FILENO))
            c.o.interactive = true;
        if (!ranks_allow(c.o.interactive)) {
            options_free(&c.o);
            return 2;
        }
        bind_settings.seed = c.o.seed;
        bind_settings.threads = c.o.threads;
        bind_settings.quiet = c.o.quiet;
        display_wanted = (display_wish){(display_kind)c.o.display, (display_color)c.o.color};
        code = run_command(&c);
    }
    options_free(&c.o);
    return code;
}
