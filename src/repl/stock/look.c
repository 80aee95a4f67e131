#include "repl/stock/look.h"

#include "bind/bind.h"
#include "repl/interrupt.h"

void stock_look(lua_State *L)
{
    if (*bind_interrupt(L))
        bind_fail(L, NULL, "%s", interrupt_message());
}
