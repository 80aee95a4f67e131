#include "terminal/output.h"

#include <errno.h>
#include <stdio.h>

static int reason;

bool output_has_failed(void)
{
    return ferror(stdout) != 0;
}

void output_look(bool had_failed)
{
    if (!had_failed && output_has_failed())
        reason = errno;
}

void output_flush(void)
{
    bool had_failed = output_has_failed();
    fflush(stdout);
    output_look(had_failed);
}

int output_reason(void)
{
    return reason;
}
