/* two MODULE SECOND FIRST THEN: a host program with two Lua states on two threads. Runs the script SECOND in one, and
 * FIRST in the other, which it ends as the lua program does at Ctrl-C; lets the second go on for a while, then runs THEN
 * in the first state. Says what each returns. A script calls tick() where the host is to see that it is so far; is_over()
 * is true once the second is no longer needed. */
#include <dlfcn.h>
#include <lauxlib.h>
#include <lualib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

typedef struct job {
    lua_State *L;
    const char *script;
    atomic_int ticks;
    atomic_bool ended;
    pthread_t thread;
} job;

static atomic_bool over;

static int tick(lua_State *L)
{
    job *j = lua_touserdata(L, lua_upvalueindex(1));
    j->ticks++;
    return 0;
}

static int is_over(lua_State *L)
{
    lua_pushboolean(L, over);
    return 1;
}

static void open_state(job *j, lua_CFunction opener)
{
    j->L = luaL_newstate();
    luaL_openlibs(j->L);
    luaL_requiref(j->L, "debias", opener, 0);
    lua_pushlightuserdata(j->L, j);
    lua_pushcclosure(j->L, tick, 1);
    lua_setglobal(j->L, "tick");
    lua_register(j->L, "is_over", is_over);
    lua_settop(j->L, 0);
}

static void *run(void *argument)
{
    job *j = argument;
    (void)luaL_dostring(j->L, j->script);
    j->ended = true;
    return NULL;
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void wait_for(job *j, int ticks)
{
    while (j->ticks < ticks && !j->ended)
        nap();
}

static void start(job *j, const char *script)
{
    j->script = script;
    pthread_create(&j->thread, NULL, run, j);
    wait_for(j, 1);
}

static double processor_time(const job *j)
{
    clockid_t clock = CLOCK_MONOTONIC;
    struct timespec t = {0};
    pthread_getcpuclockid(j->thread, &clock);
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void let_compute(const job *j, double seconds)
{
    double until = processor_time(j) + seconds;
    while (!j->ended && processor_time(j) < until)
        nap();
}

static void stop(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    lua_sethook(L, NULL, 0, 0);
    luaL_error(L, "interrupted!");
}

static void say(const char *name, lua_State *L)
{
    printf("%s: %s\n", name, luaL_tolstring(L, -1, NULL));
}

int main(int argc, char **argv)
{
    static job first, second;
    void *module = argc == 5 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    lua_CFunction opener = NULL;
    if (module)
        *(void **)&opener = dlsym(module, "luaopen_debias");
    if (!opener)
        return 1;
    open_state(&first, opener);
    open_state(&second, opener);
    start(&second, argv[2]);
    start(&first, argv[3]);
    let_compute(&first, 0.5);
    lua_sethook(first.L, stop, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
    pthread_join(first.thread, NULL);
    wait_for(&second, second.ticks + 2);
    lua_setglobal(first.L, "r");
    (void)luaL_dostring(first.L, argv[4]);
    say("first", first.L);
    over = true;
    pthread_join(second.thread, NULL);
    say("second", second.L);
    lua_close(first.L);
    lua_close(second.L);
    return 0;
}
