#include "places.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { FRAMES = 32, LEVELS = 4, PLACES = 1 << 17 };
static lua_State *of_places; /* the state whose places are found; NULL: they are not */
static pthread_t thread_of_places;
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
    bool has_lines = pthread_equal(pthread_self(), thread_of_places);
    for (int level = 0; has_lines && level < LEVELS && lua_getstack(of_places, level, &at); level++)
        if (lua_getinfo(of_places, "Sl", &at))
            hash = mixed(mixed(hash, (uintptr_t)at.source), (uint64_t)at.currentline);
    return hash ? hash : 1;
}

void places_note(long k)
{
    if (!of_places)
        return;
    uint64_t hash = place_of_request();
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

int places_begin(lua_State *L)
{
    places = 0;
    memset(place, 0, sizeof place);
    thread_of_places = pthread_self();
    of_places = L;
    return 0;
}

int places_end(lua_State *L)
{
    of_places = NULL;
    lua_createtable(L, (int)places, 0);
    for (long i = 0; i < places; i++) {
        lua_pushinteger(L, first_at[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}
