/* The entry points of clang's fuzzer. The harness is the one that FUZZ names. */
#include <stdint.h>
#include <stdlib.h>

#include "driver.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!getenv("FUZZ") || !driver_open(getenv("FUZZ")))
        exit(EXIT_FAILURE);
    driver_note_lines();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    driver_try(data, size);
    return 0;
}
