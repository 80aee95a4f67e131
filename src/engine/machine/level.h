/* Files that are compiled once per instruction set (the families' folders) name their record with
 * RECORD(family, name): problem_instrumental_avx2 and so on. The Makefile defines LEVEL. */
#pragma once

#define RECORD_PASTE(family, name, level) family##_##name##_##level
#define RECORD_EXPAND(family, name, level) RECORD_PASTE(family, name, level)
#define RECORD(family, name) RECORD_EXPAND(family, name, LEVEL)
