/* The timer of user time, as the others belong to clang's fuzzer and to mutate.c. */
#include "within.h"

#include <lauxlib.h>
#include <math.h>
#include <signal.h>
#include <sys/time.h>

#include "bind/bind.h"

static lua_State *running;
static atomic_int *interrupted;
static lua_Hook hook_before;
static int mask_before;

static void raise_late(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    luaL_error(L, "late");
}

static void break_off(int signal)
{
    (void)signal;
    *interrupted = 1;
    lua_sethook(running, raise_late, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1000);
}

static void set_timer(double seconds)
{
    struct itimerval t = {.it_value = {(time_t)seconds, (suseconds_t)(fmod(seconds, 1) * 1e6)}};
    setitimer(ITIMER_VIRTUAL, &t, NULL);
}

/* Keeps where an error was raised, for the message of a fault. */
static int keep_trace(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, "fuzz");
    luaL_traceback(L, L, NULL, 1);
    lua_setfield(L, -2, "trace");
    lua_pop(L, 1);
    return 1;
}

static int within(lua_State *L)
{
    running = L;
    hook_before = lua_gethook(L);
    mask_before = lua_gethookmask(L);
    set_timer(luaL_checknumber(L, 1));
    lua_pushcfunction(L, keep_trace);
    lua_replace(L, 1);
    int outcome = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1);
    set_timer(0);
    bool late = *interrupted;
    *interrupted = 0;
    lua_sethook(L, hook_before, mask_before, 0);
    if (outcome != LUA_OK && !late)
        return lua_error(L);
    if (late)
        lua_pushliteral(L, "late");
    else
        lua_pushnil(L);
    lua_replace(L, 1);
    return lua_gettop(L);
}

void within_open(lua_State *L)
{
    interrupted = bind_interrupt(L);
    struct sigaction action = {.sa_handler = break_off, .sa_flags = SA_RESTART};
    sigaction(SIGVTALRM, &action, NULL);
    lua_pushcfunction(L, within);
    lua_setfield(L, -2, "within");
}
