/* tmux wants ESC P tmux; before the sequence, and every ESC in it twice. */
#include "terminal/passthrough.h"

/* ESC P tmux; SEQUENCE ESC \, with every ESC of the sequence doubled. */
void passthrough_add(bytes *out, const bytes *sequence, bool tmux)
{
    out->failed = out->failed || sequence->failed;
    if (!tmux) {
        bytes_add(out, sequence->data, sequence->n);
        return;
    }
    bytes_text(out, "\033Ptmux;");
    for (size_t i = 0; i < sequence->n; i++) {
        if (sequence->data[i] == '\033')
            bytes_char(out, '\033');
        bytes_char(out, sequence->data[i]);
    }
    bytes_text(out, "\033\\");
}
