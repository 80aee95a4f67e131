/* ESC ] 1337 ; File = KEYS : BASE64 BEL. Width and height are counted in cells, so that the picture
 * covers the same place on screens of any density. */
#include "terminal/out_iterm.h"

#include "terminal/base64.h"
#include "terminal/passthrough.h"

void out_iterm(const bytes *png, const picture_place *place, bytes *out)
{
    bytes sequence = {0};
    bytes_print(&sequence, "\033]1337;File=inline=1;size=%zu;width=%zu;height=%zu", png->n,
                place->columns, place->rows);
    bytes_text(&sequence, ";preserveAspectRatio=0:");
    base64_add(&sequence, png->data, png->n);
    bytes_char(&sequence, '\a');
    passthrough_add(out, &sequence, place->tmux);
    bytes_free(&sequence);
}
