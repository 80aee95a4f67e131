/* Files that are compiled once per instruction set (the families' folders) name their type with
 * TYPE(family, name): problem_instrumental_avx2 and so on. The Makefile defines LEVEL. */
#pragma once

#define TYPE_PASTE(family, name, level) family##_##name##_##level
#define TYPE_EXPAND(family, name, level) TYPE_PASTE(family, name, level)
#define TYPE(family, name) TYPE_EXPAND(family, name, LEVEL)
