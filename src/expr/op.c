/* Names and arities, from the list. */
#include "op.h"

#define EXPR_NAME(op, name, arity) #name,
#define EXPR_ARITY(op, name, arity) arity,
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
