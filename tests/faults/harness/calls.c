/* System calls that fail: number k of one kind, or it and all after it. A seccomp filter sends
 * those of the list to a handler, also those that the C library makes by itself; pthread_create and
 * fork, which no handler can make, are taken in the C library's place (LD_PRELOAD). A Lua module,
 * by which a test says which fail; what it traps stays trapped in this process and its copies. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <lauxlib.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __x86_64__

enum { NOT_TRAPPED = -1, SHORT = -1 };

static const struct kind {
    const char *name;
    long number;
} kinds[] = {
    {"read", SYS_read},           {"pread", SYS_pread64},       {"write", SYS_write},
    {"writev", SYS_writev},       {"open", SYS_openat},         {"rename", SYS_rename},
    {"link", SYS_linkat},         {"fsync", SYS_fsync},         {"flock", SYS_flock},
    {"ftruncate", SYS_ftruncate}, {"mmap", SYS_mmap},           {"mkdir", SYS_mkdir},
    {"unlink", SYS_unlink},       {"getdents", SYS_getdents64}, {"pipe", SYS_pipe},
    {"fstat", SYS_newfstatat},    {"thread", NOT_TRAPPED},      {"fork", NOT_TRAPPED},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static atomic_bool counting;
static atomic_long made[KINDS]; /* so far */
static long first;              /* of kind `chosen`: the one that fails, 0 = none */
static int chosen, error;       /* an errno, or SHORT: half of the bytes */
static bool lasts;              /* all after it fail, too */

/* The one place from which the filter lets a call through. */
long faults_call(long number, long a, long b, long c, long d, long e, long f);
extern const char faults_called[];
__asm__(".globl faults_call, faults_called\n"
        ".type faults_call, @function\n"
        "faults_call:\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %rdi\n"
        "    mov %rdx, %rsi\n"
        "    mov %rcx, %rdx\n"
        "    mov %r8, %r10\n"
        "    mov %r9, %r8\n"
        "    mov 8(%rsp), %r9\n"
        "    syscall\n"
        "faults_called:\n"
        "    ret\n");

/* The errno with which this call is to fail, SHORT, or 0. */
static int fault(int kind)
{
    if (!atomic_load(&counting))
        return 0;
    long k = atomic_fetch_add(&made[kind], 1) + 1;
    return kind == chosen && first > 0 && (lasts ? k >= first : k == first) ? error : 0;
}

static void trapped(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    int kind = 0, before = errno;
    while (kinds[kind].number != info->si_syscall)
        kind++;
    int failure = fault(kind);
    long n = r[REG_RDX];
    if (failure > 0)
        r[REG_RAX] = -failure;
    else
        r[REG_RAX] =
            faults_call(info->si_syscall, r[REG_RDI], r[REG_RSI],
                        failure == SHORT && n > 1 ? n / 2 : n, r[REG_R10], r[REG_R8], r[REG_R9]);
    errno = before;
}

/* Which of the kinds the calls are that a function of the C library makes. */
static int kind_of(const char *name)
{
    int k = 0;
    while (k < KINDS && strcmp(kinds[k].name, name) != 0)
        k++;
    return k;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *with)
{
    typedef int creator(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    static creator *create;
    void *found = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&create, &found, sizeof create);
    int failure = fault(kind_of("thread"));
    return failure ? failure : create(thread, how, start, with);
}

pid_t fork(void)
{
    static pid_t (*copy)(void);
    void *found = dlsym(RTLD_NEXT, "fork");
    memcpy(&copy, &found, sizeof copy);
    int failure = fault(kind_of("fork"));
    errno = failure ? failure : errno;
    return failure ? -1 : copy();
}

static bool install(void)
{
    struct sock_filter filter[KINDS + 9];
    size_t n = 0;
    unsigned char after = KINDS - 2 + 1; /* the trap stands behind all comparisons and "allow" */
    uint64_t place = (uint64_t)(uintptr_t)faults_called;
#define FIELD(name) (uint32_t) offsetof(struct seccomp_data, name)
#define ADD(...) filter[n++] = (struct sock_filter)__VA_ARGS__
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(instruction_pointer)));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)place, 0, 3));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(instruction_pointer) + 4));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(place >> 32), 0, 1));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(nr)));
    for (int k = 0; k < KINDS; k++)
        if (kinds[k].number != NOT_TRAPPED)
            ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)kinds[k].number, --after, 0));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
    struct sock_fprog program = {(unsigned short)n, filter};
    struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_NODEFER};
    return sigaction(SIGSYS, &action, NULL) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* install(): before all else; or nil and why no call can be made to fail here. */
static int lua_install(lua_State *L)
{
    if (install()) {
        lua_pushboolean(L, true);
        return 1;
    }
    lua_pushnil(L);
    lua_pushfstring(L, "the system takes no filter for its calls: %s", strerror(errno));
    return 2;
}

/* begin(kind, k, error, all): from now on call k of that kind fails, with `all` those after it;
 * error: an errno, -1 for one that takes only half of the bytes. */
static int begin(lua_State *L)
{
    chosen = kind_of(luaL_checkstring(L, 1));
    first = (long)luaL_checkinteger(L, 2);
    error = (int)luaL_checkinteger(L, 3);
    lasts = lua_toboolean(L, 4);
    alarm(600); /* names a try that hangs before tests/run gives the file up, after 900 s */
    for (int k = 0; k < KINDS; k++)
        atomic_store(&made[k], 0);
    atomic_store(&counting, true);
    return 0;
}

/* stop() -> how many calls there were of each kind, by name; none fails any more. */
static int stop(lua_State *L)
{
    atomic_store(&counting, false);
    lua_newtable(L);
    for (int k = 0; k < KINDS; k++) {
        lua_pushinteger(L, atomic_load(&made[k]));
        lua_setfield(L, -2, kinds[k].name);
    }
    return 1;
}

#else

static int lua_install(lua_State *L)
{
    lua_pushnil(L);
    lua_pushliteral(L, "system calls are made to fail on x86-64 only");
    return 2;
}

#endif

int luaopen_calls(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"install", lua_install},
#ifdef __x86_64__
        {"begin", begin},
        {"stop", stop},
#endif
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
    return 1;
}
