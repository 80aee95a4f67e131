/* Constant tables: on paper, on a dark screen, and for terminals. */
#include "draw/theme.h"

/* The palette of Okabe and Ito, distinct to readers with any colour vision; ordered so that
 * neighbours also differ in grey. The last two are the ink and a light one for fills. */
#define OKABE_ITO(ink, light)                                                                      \
    {                                                                                              \
        0x0072b2ff, 0xd55e00ff, 0x009e73ff, 0xcc79a7ff, 0xe69f00ff, 0x56b4e9ff, ink, light         \
    }

#define SIZES                                                                                      \
    .line = 0.15, .rule = 0.075, .marker = 0.62, .tick = 0.4, .minor = 0.22, .gap = 0.45,          \
    .drop = 0.35, .spread = 2, .pad = 0.5, .leading = 1.3, .small = 0.9, .raised = 0.72,           \
    .band_alpha = 0x33, .noise_alpha = 0x14

#define LIGHT                                                                                      \
    .paper = 0xffffffff, .ink = 0x000000ff, .muted = 0x404040ff, .grid = 0xe4e4e4ff,               \
    .palette = OKABE_ITO(0x000000ff, 0xf0e442ff)

#define SCREEN .width_mm = 240, .height_mm = 135, .dpi = 150, .font_pt = 18

static const theme themes[] = {
    [THEME_PAPER] = {.width_mm = 84, .height_mm = 63, .dpi = 300, .font_pt = 8, LIGHT, SIZES},
    [THEME_SLIDES] = {SCREEN, LIGHT, SIZES},
    [THEME_DARK] = {SCREEN, .paper = 0x14171cff, .ink = 0xf2f2f2ff, .muted = 0xb8bec6ff,
                    .grid = 0x30353dff,
                    .palette = {0x56b4e9ff, 0xe69f00ff, 0x2fc79bff, 0xe59ac4ff, 0xff8a3cff,
                                0x8f9bffff, 0xf2f2f2ff, 0xf0e442ff},
                    SIZES},
};

/* A cell is 6 x 12, a braille dot 3 x 3. */
static const theme cells = {
    .font_pt = 12,
    .ink = 0x000000ff,
    .muted = 0x000000ff,
    .grid = 0,
    .palette = OKABE_ITO(0x808080ff, 0xf0e442ff),
    .line = 3 / 12.0,
    .rule = 1 / 12.0,
    .marker = 0.5,
    .tick = 0.5,
    .minor = 0,
    .spread = 1.9,
    .gap = 0.5,
    .drop = 0,
    .pad = 0,
    .leading = 1,
    .small = 1,
    .raised = 1,
    .band_alpha = 0x33,
    .noise_alpha = 0x14,
    .cell_width = 6,
};

const theme *theme_get(theme_name name)
{
    return &themes[name];
}

const theme *theme_cells(void)
{
    return &cells;
}
