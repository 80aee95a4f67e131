/* More about userdata types than bind.h's bind_new_type. */
#pragma once

#include <lua.h>
#include <stddef.h>

/* Names the fields that the type's `index` knows, for hints and completion: the metatable's
 * `fields` = {name = true, ..}. */
void bind_set_fields(lua_State *L, const char *type, const char *const *names, size_t n);
