/* Where frame_receive reads. */
#pragma once

#include "repl/machine/frame.h"

/* Says which descriptor that is. */
void lines_from(int fd);
