#include "draw/out/cairo_calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

static const char library[] = "libcairo.so.2";

static cairo_calls found;
static const cairo_calls *calls; /* &found once it is filled */

/* A function's address as dlsym gives it is copied: C has no cast from one to the other. */
static bool find(void *handle, const char *name, void *function)
{
    void *address = dlsym(handle, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

/* Opens the library; *memory: it was short. */
static void *open_library(bool *memory)
{
    errno = 0;
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    *memory = !handle && errno == ENOMEM;
    return handle;
}

draw_error cairo_find(const cairo_calls **out)
{
    bool memory = false, all = true;
    void *handle = calls ? NULL : open_library(&memory);
    *out = calls;
    if (calls)
        return DRAW_OK;
    if (!handle)
        return memory ? DRAW_NO_MEMORY : DRAW_NO_LIBRARY;
#define CAIRO_FIND(name) all &= find(handle, "cairo_" #name, &found.name);
    CAIRO_CALLS(CAIRO_FIND)
#undef CAIRO_FIND
    if (all)
        *out = calls = &found;
    return all ? DRAW_OK : DRAW_NO_LIBRARY;
}
