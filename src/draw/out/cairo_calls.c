#include "draw/out/cairo_calls.h"

#include <dlfcn.h>
#include <string.h>

static const char library[] = "libcairo.so.2";

static cairo_calls found;
static const cairo_calls *calls; /* &found once it is filled */

/* A function's address as dlsym gives it is copied: C has no cast from one to the other. */
static int find(void *handle, const char *name, void *function)
{
    void *address = dlsym(handle, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

const cairo_calls *cairo_find(void)
{
    void *handle = calls ? NULL : dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (!handle)
        return calls;
    int all = 1;
#define CAIRO_FIND(name) all &= find(handle, "cairo_" #name, &found.name);
    CAIRO_CALLS(CAIRO_FIND)
#undef CAIRO_FIND
    if (all)
        calls = &found;
    return calls;
}
