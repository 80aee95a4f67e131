#include "places.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { FRAMES = 32, LEVELS = 4, PLACES = 1 << 17 };
static atomic_bool noting;
static lua_State *lua; /* the state whose lines tell places apart; NULL: none */
static pthread_t its_thread;
static uint64_t place[2 * PLACES];
static long first_at[PLACES], places; /* the first request of each place, and how many these are */
static atomic_flag finding = ATOMIC_FLAG_INIT;

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t place_of_request(void)
{
    void *frames[FRAMES];
    int n = backtrace(frames, FRAMES);
    uint64_t hash = 1;
    lua_Debug at;
    for (int i = 2; i < n; i++)
        hash = mixed(hash, (uintptr_t)frames[i]);
    bool has_lines = lua && pthread_equal(pthread_self(), its_thread);
    for (int level = 0; has_lines && level < LEVELS && lua_getstack(lua, level, &at); level++)
        if (lua_getinfo(lua, "Sl", &at))
            hash = mixed(mixed(hash, (uintptr_t)at.source), (uint64_t)at.currentline);
    return hash ? hash : 1;
}

void places_note(long k)
{
    static _Thread_local bool inside; /* backtrace asks for memory the first time */
    if (!atomic_load(&noting) || inside)
        return;
    inside = true;
    uint64_t hash = place_of_request();
    inside = false;
    while (atomic_flag_test_and_set(&finding))
        ;
    size_t i = hash % (2 * PLACES);
    while (place[i] && place[i] != hash)
        i = (i + 1) % (2 * PLACES);
    if (!place[i] && places < PLACES) {
        place[i] = hash;
        first_at[places++] = k;
    }
    atomic_flag_clear(&finding);
}

void places_begin(lua_State *L)
{
    places = 0;
    memset(place, 0, sizeof place);
    lua = L;
    its_thread = pthread_self();
    atomic_store(&noting, true);
}

const long *places_end(size_t *n)
{
    atomic_store(&noting, false);
    *n = (size_t)places;
    return first_at;
}
