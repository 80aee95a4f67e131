/* A thread watches the clock and sets the state's interrupt; an allocator counts bytes. */
#include "bind/system/limit.h"

#include "bind/bind.h"
#include "bind/system/hook.h"

#include <errno.h>
#include <lauxlib.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

enum { EVERY = 1000 }; /* instructions of Lua */

typedef struct limit {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    struct timespec until;
    bool is_over; /* the call has returned */
    atomic_bool late;
    atomic_int *interrupt; /* the state's */
    lua_Alloc stock;
    void *owner;
    double used, most; /* bytes that the call holds, and may hold */
    size_t refused;    /* bytes asked for last and not given; 0 = none */
    bool failed;       /* they were asked for again, after a collection, and not given */
} limit;

static _Thread_local limit *present; /* the one bound that holds; NULL = none */

/* The thread of a bound: waits until the call is over or the time. */
static void *keep_time(void *context)
{
    limit *l = context;
    int why = 0;
    pthread_mutex_lock(&l->mutex);
    while (!l->is_over && why != ETIMEDOUT)
        why = pthread_cond_timedwait(&l->ended, &l->mutex, &l->until);
    if (!l->is_over && !*l->interrupt) {
        l->late = true;
        *l->interrupt = 1;
    }
    pthread_mutex_unlock(&l->mutex);
    return NULL;
}

static void stop_when_late(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    if (present && present->late)
        luaL_error(L, "out of time");
}

void bind_limit_watch(lua_State *L)
{
    if (present)
        bind_change_hook(L, NULL, stop_when_late, LUA_MASKCOUNT, EVERY);
}

void bind_limit_look_away(lua_State *L)
{
    bind_change_hook(L, stop_when_late, NULL, 0, 0);
}

/* Lua frees garbage and asks again before it gives up on a NULL; its buffers give up at once. */
static void *bounded(void *context, void *block, size_t old, size_t new)
{
    limit *l = context;
    double more = (double)new - (block ? (double)old : 0); /* without a block, old is a kind */
    if (more > 0 && l->used + more > l->most) {
        l->failed = l->failed || l->refused == new;
        l->refused = new;
        return NULL;
    }
    void *result = l->stock(l->owner, block, old, new);
    if (result || new == 0)
        l->used += more;
    if (new == l->refused)
        l->refused = 0;
    return result;
}

/* The time so many seconds from now. */
static struct timespec after(double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    seconds = fmin(seconds, 1e9) + (double)t.tv_nsec * 1e-9;
    t.tv_sec += (time_t)seconds;
    t.tv_nsec = (long)((seconds - floor(seconds)) * 1e9);
    return t;
}

static void start_clock(lua_State *L, limit *l)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&l->mutex, NULL);
    pthread_cond_init(&l->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&l->thread, NULL, keep_time, l) != 0)
        bind_fail(L, NULL, "cannot start a thread, which would keep the limit of time");
}

static void stop_clock(limit *l)
{
    pthread_mutex_lock(&l->mutex);
    l->is_over = true;
    pthread_cond_signal(&l->ended);
    pthread_mutex_unlock(&l->mutex);
    pthread_join(l->thread, NULL);
    pthread_cond_destroy(&l->ended);
    pthread_mutex_destroy(&l->mutex);
}

/* Calls the function below the arguments within the bound. */
static int call(lua_State *L, limit *l)
{
    bind_defaults before = bind_settings;
    present = l;
    if (!(before.memory > 0 && before.memory < l->most)) {
        bind_settings.memory = l->most;
        bind_settings.memory_text = NULL;
    }
    bind_limit_watch(L);
    lua_setallocf(L, bounded, l);
    int outcome = lua_pcall(L, lua_gettop(L) - 3, LUA_MULTRET, 0);
    lua_setallocf(L, l->stock, l->owner);
    bind_limit_look_away(L);
    bind_settings.memory = before.memory;
    bind_settings.memory_text = before.memory_text;
    present = NULL;
    return outcome;
}

/* Whether the time is over, also where the thread was too slow to say so. */
static bool is_late(const limit *l)
{
    struct timespec now = after(0);
    bool past = now.tv_sec == l->until.tv_sec ? now.tv_nsec > l->until.tv_nsec
                                              : now.tv_sec > l->until.tv_sec;
    return l->late || past;
}

/* What the bound cut short, in a word; NULL = nothing. */
static const char *cut(const limit *l, int outcome)
{
    if (is_late(l))
        return "seconds";
    return outcome != LUA_OK && (l->failed || l->refused) ? "memory" : NULL;
}

int bind_limited(lua_State *L)
{
    limit l = {.until = after(luaL_checknumber(L, 1)),
               .most = luaL_checknumber(L, 2),
               .interrupt = bind_interrupt(L)};
    int outcome;
    if (present) {
        lua_call(L, lua_gettop(L) - 3, LUA_MULTRET);
        lua_pushnil(L);
        lua_replace(L, 2);
        return lua_gettop(L) - 1;
    }
    lua_gc(L, LUA_GCCOLLECT); /* what is garbage now would be room */
    l.stock = lua_getallocf(L, &l.owner);
    start_clock(L, &l);
    outcome = call(L, &l);
    stop_clock(&l);
    const char *word = cut(&l, outcome);
    if (l.late)
        *l.interrupt = 0;
    if (!word && outcome != LUA_OK)
        return lua_error(L);
    lua_pushstring(L, word);
    lua_replace(L, 2);
    return lua_gettop(L) - 1;
}
