/* The verdict of correct at order 3 where q has a kink. */
#define ORDER 3
#include "verdict_kinked.h"
