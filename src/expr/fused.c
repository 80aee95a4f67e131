/* What the fused estimate needs of programs and work space. */
#include "expr/fused.h"

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Whether `run` reads x or an outer sample's numbers that g does not. */
static bool reads_more(const compiled *o, const problem *p, const program *run)
{
    for (size_t j = 0; j < compiled_normals(p->d, o->xi); j++)
        if (program_uses(run, j, 1) && !program_uses(o->draws.g, j, 1))
            return true;
    return false;
}

static unsigned reads(const compiled *o, const problem *p, const program *run)
{
    unsigned all = 0;
    if (program_uses(run, 0, p->d))
        all |= READS_X;
    if (program_uses(run, compiled_xi(p->d), o->xi))
        all |= READS_OUTER;
    if (program_uses(run, compiled_normals(p->d, o->xi), o->normals))
        all |= READS_NORMALS;
    if (program_uses(run, compiled_uniforms(p->d, o->xi, o->normals), o->uniforms))
        all |= READS_UNIFORMS;
    for (size_t k = 0; k < o->draws.rows + o->draws.dots; k++)
        if (program_uses(run, o->draws.row[k].column,
                         k < o->draws.rows ? o->draws.row[k].width : 1))
            all |= (unsigned)READS_ROW << k;
    return all;
}

void fused_init(compiled *o, problem *p)
{
    compiled_draws *w = &o->draws;
    if (!w->g || !w->jtv || !o->grad_f || o->law.type || problem_lanes(p) < ROW ||
        reads_more(o, p, w->jtv))
        return;
    size_t lanes = smaller(FUSED_WIDE, smaller(w->g->lanes, w->jtv->lanes));
    program_narrow(w->g, lanes);
    program_narrow(w->jtv, lanes);
    w->g_reads = reads(o, p, w->g);
    w->jtv_reads = reads(o, p, w->jtv);
    size_t work = fused_spaces(o, p).all;
    p->work = work > p->work ? work : p->work;
    o->type.fused = fused_type_at(0)->fused;
    o->type.descend = fused_type_at(0)->descend;
}
