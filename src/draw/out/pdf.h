/* PDF files as the drawing library writes them. */
#pragma once

#include "draw/bytes.h"

/* Whether every object that the file's table lists is in it. Where memory ran out while it wrote
 * the fonts, its versions before 1.18 leave the rest out and report success. True for a file whose
 * table is a compressed one, as later versions write it. */
bool pdf_is_whole(const bytes *file);
