/* The verdict of correct at order 2 where q has a kink. */
#define ORDER 2
#include "verdict_kinked.h"
