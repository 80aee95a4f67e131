/* Memory that runs out at request number k. Loaded before all else (LD_PRELOAD) it takes the place
 * of the system's functions; it is also a Lua module, by which a test says when they fail.
 * FAULT=k, or FAULT=k+ for that request and all after it, says so for a whole program; one that
 * FAULT_PLACES names a file for writes there which request is the first of each place. */
#define _GNU_SOURCE
#include "places.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
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

/* The name of the library that the code at that address is part of; "" for the program's. */
static const char *library_of(void *address)
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
    const char *name = loading ? library_of(address) : "";
    return *name && strncmp(name, "ld-", 3) != 0 && strncmp(name, "libc.", 5) != 0;
}

/* Where a request was made that came from that address: in the C library, by whom it was called. */
static void *caller_of(void *address)
{
    void *frames[8];
    if (strncmp(library_of(address), "libc.", 5) != 0)
        return address;
    int n = backtrace(frames, 8);
    for (int i = 2; i < n; i++)
        if (frames[i] != address && strncmp(library_of(frames[i]), "libc.", 5) != 0 &&
            strncmp(library_of(frames[i]), "faults", 6) != 0)
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

static void begin(long k, bool all)
{
    atomic_store(&requests, 0);
    atomic_store(&first, k);
    atomic_store(&lasts, all);
    atomic_store(&counting, true);
}

/* Whether the request that failed was one of a library that may crash then, or lose a part of what
 * it makes, without a word: cairo 1.16, pixman 0.42, readline 8.2 and tinfo 6.4. No caller can help
 * that; what keeps it from happening is that the program asks for room before it draws. */
static bool is_excused(void)
{
    const char *name = asker ? library_of(asker) : "";
    static const char *const names[] = {"libcairo.so.2", "libpixman-1.so.0", "libreadline.so.8",
                                        "libtinfo.so.6"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

enum { EXCUSED = 77 };

/* Says where the process was, for addr2line, and ends it. */
static void fall(int number)
{
    static void *frames[12];
    if (is_excused())
        _exit(EXCUSED);
    dprintf(STDOUT_FILENO, "crash: a request of %s had failed, then\n",
            asker ? library_of(asker) : "nobody");
    int n = backtrace(frames, 12);
    for (int i = 2; i < n; i++) {
        Dl_info found = {0};
        dladdr(frames[i], &found);
        dprintf(STDOUT_FILENO, "    %s %s +%#zx\n", library_of(frames[i]),
                found.dli_sname ? found.dli_sname : "",
                (size_t)((char *)frames[i] - (char *)found.dli_fbase));
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* Lets fall end the process where it crashes, also where its stack is full. */
static void guard(void)
{
    static char stack[1 << 16];
    void *frame;
    backtrace(&frame, 1); /* which loads a library the first time */
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_handler = fall, .sa_flags = SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGABRT, &action, NULL);
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
    guard();
    long k = strtol(fault, &end, 10);
    begin(k, *end == '+');
}

__attribute__((destructor)) static void end_program(void)
{
    size_t n;
    const long *first_of = places_end(&n);
    atomic_store(&counting, false);
    FILE *file = n && getenv("FAULT_PLACES") ? fopen(getenv("FAULT_PLACES"), "w") : NULL;
    for (size_t i = 0; file && i < n; i++)
        fprintf(file, "%ld\n", first_of[i]);
    if (file)
        fclose(file);
}

/* begin(k, all): from now on requests are counted; number k fails, with `all` those after it. */
static int lua_begin(lua_State *L)
{
    alarm(600); /* names a try that hangs before tests/run gives the file up, after 900 s */
    begin((long)luaL_checkinteger(L, 1), lua_toboolean(L, 2));
    return 0;
}

/* find_places(): from now on it is noted which request is the first of its place. */
static int lua_find_places(lua_State *L)
{
    places_begin(L);
    return 0;
}

/* places() -> their numbers. */
static int lua_places(lua_State *L)
{
    size_t n;
    const long *first_of = places_end(&n);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushinteger(L, first_of[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* stop() -> how many requests there were; none fails any more. */
static int lua_stop(lua_State *L)
{
    atomic_store(&counting, false);
    lua_pushinteger(L, atomic_load(&requests));
    return 1;
}

/* excuse() -> the exit code of a try that need not succeed; nil: it must. */
static int lua_excuse(lua_State *L)
{
    if (!is_excused())
        return 0;
    lua_pushinteger(L, EXCUSED);
    return 1;
}

/* limit(bytes): the process may take no more than these from the system; limit(): any number. */
static int lua_limit(lua_State *L)
{
    struct rlimit limit;
    unsigned long pages = 0;
    getrlimit(RLIMIT_DATA, &limit);
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*s %*s %*s %*s %*s %lu", &pages) != 1)
        return luaL_error(L, "cannot read /proc/self/statm");
    fclose(file);
    limit.rlim_cur = lua_isnone(L, 1)
                         ? limit.rlim_max
                         : pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)luaL_checkinteger(L, 1);
    lua_pushboolean(L, setrlimit(RLIMIT_DATA, &limit) == 0);
    return 1;
}

/* asker() -> the library whose request failed, "" for the program, and where in it, for addr2line;
 * nil: none did. */
static int lua_asker(lua_State *L)
{
    Dl_info found = {0};
    if (!asker)
        return 0;
    dladdr(asker, &found);
    lua_pushstring(L, library_of(asker));
    lua_pushfstring(L, "%p", (void *)((char *)asker - (size_t)found.dli_fbase));
    return 2;
}

/* fork() -> the number of the copy of this process, which gets 0. */
static int lua_fork(lua_State *L)
{
    pid_t process = fork();
    if (process == 0)
        guard();
    lua_pushinteger(L, process);
    return 1;
}

/* wait(process) -> "exit" or "signal", and which. */
static int lua_wait(lua_State *L)
{
    int how = 0;
    waitpid((pid_t)luaL_checkinteger(L, 1), &how, 0);
    lua_pushstring(L, WIFSIGNALED(how) ? "signal" : "exit");
    lua_pushinteger(L, WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how));
    return 2;
}

/* leave(code): without closing anything; leave(code, true): as a program does that returns. */
static int lua_leave(lua_State *L)
{
    int code = (int)luaL_checkinteger(L, 1);
    if (lua_toboolean(L, 2))
        exit(code);
    _exit(code);
}

/* printing(path, f) -> whether f() succeeds, and why not; standard output goes to the file. */
static int lua_printing(lua_State *L)
{
    fflush(stdout);
    int before = dup(STDOUT_FILENO);
    int out = open(luaL_checkstring(L, 1), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (out < 0)
        return luaL_error(L, "%s", strerror(errno));
    dup2(out, STDOUT_FILENO);
    close(out);
    int failed = lua_pcall(L, 0, 0, 0);
    fflush(stdout);
    if (!failed && ferror(stdout)) {
        lua_pushliteral(L, "cannot write standard output");
        failed = true;
    }
    clearerr(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    lua_pushboolean(L, !failed);
    lua_insert(L, failed ? -2 : -1);
    return failed ? 2 : 1;
}

static const luaL_Reg functions[] = {
    {"begin", lua_begin},       {"stop", lua_stop},
    {"fork", lua_fork},         {"wait", lua_wait},
    {"leave", lua_leave},       {"excuse", lua_excuse},
    {"limit", lua_limit},       {"asker", lua_asker},
    {"printing", lua_printing}, {"find_places", lua_find_places},
    {"places", lua_places},     {NULL, NULL},
};

int luaopen_memory(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
