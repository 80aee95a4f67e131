/* The verdict of correct at order 3 where q is smooth. */
#define ORDER 3
#include "verdict_smooth.h"
