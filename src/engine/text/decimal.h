/* Decimal numbers of at most 19 digits and not far from 1, which nearly all numbers in files are:
 * read correctly rounded by whole numbers alone. */
#pragma once

/* Reads the number [sign]digits[dec digits][e[sign]digits] that the bytes before end begin with;
 * returns what follows it. NULL where there is none, and for what takes the long way
 * (number_parse): more digits, large powers of ten, whole numbers beyond 2^53 written out. */
const char *decimal_read(const char *text, const char *end, char dec, double *out);
