/* An allocator that counts, and the system's limits for what is not Lua's. */
#include "repl/memory.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static lua_Alloc stock;
static size_t used, most;
static const char *limit_text;

/* Lua frees garbage and asks again before it gives up on a NULL. */
static void *limited(void *owner, void *block, size_t old, size_t new)
{
    size_t held = block ? old : 0; /* without a block, old is the kind of value it is for */
    if (new > held &&new - held > most - (used < most ? used : most))
        return NULL;
    void *result = stock(owner, block, old, new);
    if (result || new == 0)
        used = used - held + new;
    return result;
}

void memory_limit(lua_State *L, double megabytes, const char *text)
{
    void *owner;
    limit_text = text;
    stock = lua_getallocf(L, &owner);
    used = (size_t)lua_gc(L, LUA_GCCOUNT) * 1024 + (size_t)lua_gc(L, LUA_GCCOUNTB);
    most = (size_t)(megabytes * 1024 * 1024);
    lua_setallocf(L, limited, owner);
}

/* Bytes of data and stacks that the process has, as RLIMIT_DATA counts them; 0 where the system
 * does not report them. */
static double data_in_use(void)
{
    double pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*s %*s %*s %*s %*s %lf", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * (double)sysconf(_SC_PAGESIZE);
}

/* Sanitizers take memory of their own, and wait forever for what they do not get. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif

void memory_limit_process(double megabytes, double threads)
{
    enum { LIBRARIES = 64, STACK = 9 }; /* megabytes */
    double bytes = data_in_use() + (megabytes + LIBRARIES + STACK * threads) * 1024 * 1024;
    struct rlimit limit = {(rlim_t)bytes, (rlim_t)bytes};
    if (!IS_SANITIZED)
        setrlimit(RLIMIT_DATA, &limit);
}

void memory_limit_files(double megabytes)
{
    struct rlimit limit = {(rlim_t)(megabytes * 1024 * 1024), (rlim_t)(megabytes * 1024 * 1024)};
    signal(SIGXFSZ, SIG_IGN); /* a failed write says more */
    setrlimit(RLIMIT_FSIZE, &limit);
}

const char *memory_message(void)
{
    static char text[64];
    if (!most)
        return "not enough memory";
    snprintf(text, sizeof text, "not enough memory (the limit is --memory %s)", limit_text);
    return text;
}
