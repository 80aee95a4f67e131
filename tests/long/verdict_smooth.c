/* The verdict of correct at order 2 where q is smooth. */
#define ORDER 2
#include "verdict_smooth.h"
