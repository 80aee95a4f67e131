/* Names, arities and traits, from the list. */
#include "op.h"

#define EXPR_NAME(op, name, arity, traits) #name,
#define EXPR_ARITY(op, name, arity, traits) arity,
#define EXPR_TRAITS(op, name, arity, traits) traits,
const char *expr_name(expr_op op)
{
    static const char *const names[] = {EXPR_LIST(EXPR_NAME)};
    return names[op];
}

int expr_arity(expr_op op)
{
    static const int arities[] = {EXPR_LIST(EXPR_ARITY)};
    return arities[op];
}

unsigned expr_traits(expr_op op)
{
    static const unsigned traits[] = {EXPR_LIST(EXPR_TRAITS)};
    return traits[op];
}
