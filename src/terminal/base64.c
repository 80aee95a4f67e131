/* Three bytes make four digits. */
#include "terminal/base64.h"

void base64_add(bytes *out, const char *data, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        unsigned word = 0;
        for (size_t k = i; k < i + 3; k++)
            word = word << 8 | (k < n ? (unsigned char)data[k] : 0);
        const char group[] = {digits[word >> 18], digits[word >> 12 & 63],
                              i + 1 < n ? digits[word >> 6 & 63] : '=',
                              i + 2 < n ? digits[word & 63] : '='};
        bytes_add(out, group, sizeof group);
    }
}
