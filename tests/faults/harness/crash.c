#define _GNU_SOURCE
#include "crash.h"

#include "memory.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool crash_is_excused(void)
{
    void *asker = memory_asker();
    const char *name = asker ? memory_library(asker) : "";
    static const char *const names[] = {"libcairo.so.2", "libpixman-1.so.0", "libreadline.so.8",
                                        "libtinfo.so.6"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Says where the process was, for addr2line, and ends it. */
static void fall(int number)
{
    static void *frames[12];
    void *asker = memory_asker();
    if (crash_is_excused())
        _exit(CRASH_EXCUSED);
    dprintf(STDOUT_FILENO, "crash: a request of %s had failed, then\n",
            asker ? memory_library(asker) : "nobody");
    int n = backtrace(frames, 12);
    for (int i = 2; i < n; i++) {
        Dl_info found = {0};
        dladdr(frames[i], &found);
        dprintf(STDOUT_FILENO, "    %s %s +%#zx\n", memory_library(frames[i]),
                found.dli_sname ? found.dli_sname : "",
                (size_t)((char *)frames[i] - (char *)found.dli_fbase));
    }
    signal(number, SIG_DFL);
    raise(number);
}

void crash_guard(void)
{
    static char stack[1 << 16];
    void *frame;
    backtrace(&frame, 1); /* which loads a library the first time */
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_handler = fall, .sa_flags = SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGABRT, &action, NULL);
}
