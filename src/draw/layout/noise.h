/* Regions of noise under several series as one. */
#pragma once

#include "draw/layout/sheet.h"

/* Draws the region under the highest floor at every x when several series have floors, at x that
 * rise; false, and nothing drawn, otherwise. */
bool noise_merged(const sheet *s);

/* The colour of the only region, that of all when there are several. */
canvas_color noise_color(const sheet *s);
