/* Loaded before all else (LD_PRELOAD) this takes the place of the system's functions.
 * FAULT=k, or FAULT=k+ for that request and all after it, says which fail in a whole program; one
 * that FAULT_PLACES names a file for writes there which request is the first of each place. */
#define _GNU_SOURCE
#include "memory.h"

#include "crash.h"
#include "places.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_bool counting;
static atomic_long requests, first; /* so far; the one that fails, 0 = none */
static atomic_bool lasts;           /* all after it fail, too */

static void *volatile asker; /* where the request was made that failed */

static void *(*take)(size_t), *(*take_clear)(size_t, size_t), *(*take_more)(void *, size_t);
static int (*take_aligned)(void **, size_t, size_t);
static void *(*take_map)(void *, size_t, int, int, int, off_t);
static void *(*load)(const char *, int);
static _Thread_local int loading; /* libraries */

static void find(const char *name, void *function)
{
    void *address = dlsym(RTLD_NEXT, name);
    memcpy(function, &address, sizeof address);
}

const char *memory_library(void *address)
{
    Dl_info found;
    const char *name = dladdr(address, &found) ? found.dli_fname : "";
    const char *slash = strrchr(name, '/');
    return strstr(name, ".so") ? (slash ? slash + 1 : name) : "";
}

/* Some libraries crash by themselves when they find no memory as they are loaded: libpixman and
 * libX11 do. What a library asks for then is given; what the loader asks for may fail. */
static bool is_spared(void *address)
{
    const char *name = loading ? memory_library(address) : "";
    return *name && strncmp(name, "ld-", 3) != 0 && strncmp(name, "libc.", 5) != 0;
}

/* Where a request was made that came from that address: in the C library, by whom it was called. */
static void *caller_of(void *address)
{
    void *frames[8];
    if (strncmp(memory_library(address), "libc.", 5) != 0)
        return address;
    int n = backtrace(frames, 8);
    for (int i = 2; i < n; i++)
        if (frames[i] != address && strncmp(memory_library(frames[i]), "libc.", 5) != 0 &&
            strncmp(memory_library(frames[i]), "faults", 6) != 0)
            return frames[i];
    return address;
}

/* Whether this request, made at that address, is to fail. */
static bool fails(void *address)
{
    if (!atomic_load(&counting) || is_spared(address))
        return false;
    long k = atomic_fetch_add(&requests, 1) + 1, at = atomic_load(&first);
    places_note(k);
    bool now = at > 0 && (atomic_load(&lasts) ? k >= at : k == at);
    if (now && k == at)
        asker = caller_of(address);
    if (now)
        errno = ENOMEM;
    return now;
}

void *malloc(size_t n)
{
    if (!take)
        find("malloc", &take);
    return fails(__builtin_return_address(0)) ? NULL : take(n);
}

void *calloc(size_t n, size_t size)
{
    if (!take_clear)
        find("calloc", &take_clear);
    return fails(__builtin_return_address(0)) ? NULL : take_clear(n, size);
}

void *realloc(void *block, size_t n)
{
    if (!take_more)
        find("realloc", &take_more);
    return n > 0 && fails(__builtin_return_address(0)) ? NULL : take_more(block, n);
}

void *reallocarray(void *block, size_t n, size_t size)
{
    return realloc(block, n * size);
}

int posix_memalign(void **block, size_t align, size_t n)
{
    if (!take_aligned)
        find("posix_memalign", &take_aligned);
    return fails(__builtin_return_address(0)) ? ENOMEM : take_aligned(block, align, n);
}

void *aligned_alloc(size_t align, size_t n)
{
    void *block = NULL;
    return posix_memalign(&block, align, n) == 0 ? block : NULL;
}

void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t from)
{
    if (!take_map)
        find("mmap", &take_map);
    return fails(__builtin_return_address(0)) ? MAP_FAILED
                                              : take_map(at, n, protection, flags, fd, from);
}

void *dlopen(const char *name, int how)
{
    if (!load)
        find("dlopen", &load);
    loading++;
    void *handle = load(name, how);
    loading--;
    return handle;
}

void memory_begin(long k, bool all)
{
    atomic_store(&requests, 0);
    atomic_store(&first, k);
    atomic_store(&lasts, all);
    atomic_store(&counting, true);
}

long memory_stop(void)
{
    atomic_store(&counting, false);
    return atomic_load(&requests);
}

void *memory_asker(void)
{
    return asker;
}

__attribute__((constructor)) static void begin_program(void)
{
    char *end;
    const char *fault = getenv("FAULT");
    unsetenv("LD_PRELOAD");
    if (getenv("FAULT_PLACES"))
        places_begin(NULL);
    if (!fault)
        return;
    crash_guard();
    long k = strtol(fault, &end, 10);
    memory_begin(k, *end == '+');
}

__attribute__((destructor)) static void end_program(void)
{
    size_t n;
    const long *first_of = places_end(&n);
    memory_stop();
    FILE *file = n && getenv("FAULT_PLACES") ? fopen(getenv("FAULT_PLACES"), "w") : NULL;
    for (size_t i = 0; file && i < n; i++)
        fprintf(file, "%ld\n", first_of[i]);
    if (file)
        fclose(file);
}
