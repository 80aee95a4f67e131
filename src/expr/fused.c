/* What the fused estimate needs of programs and work space. */
#include "expr/fused.h"

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

void fused_init(compiled *o, problem *p)
{
    if (!o->g || !o->jtv || !o->grad_f || o->law.type || problem_lanes(p) < ROW)
        return;
    size_t lanes = smaller(o->g->lanes, o->jtv->lanes);
    program_narrow(o->g, lanes);
    program_narrow(o->jtv, lanes);
    size_t work = fused_spaces(o, p).all;
    p->work = work > p->work ? work : p->work;
    o->type.fused = fused_type_at(0)->call;
}
