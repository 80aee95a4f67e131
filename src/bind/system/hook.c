/* The hook is changed with all signals held back. */
#include "bind/system/hook.h"

#include <pthread.h>
#include <signal.h>

/* Signals may set their own hook at any time. */
void bind_change_hook(lua_State *L, lua_Hook from, lua_Hook to, int mask, int count)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    if (lua_gethook(L) == from)
        lua_sethook(L, to, mask, count);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
