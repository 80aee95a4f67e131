/* Colours of texts. */
#pragma once

typedef enum ink { INK_ERROR, INK_NUMBER, INK_PROMPT, INK_HEADING } ink;

/* What begins and ends such a text on a descriptor: "" where texts have no colours there. */
const char *ink_on(ink use, int descriptor);
const char *ink_off(int descriptor);
