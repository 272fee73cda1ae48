/* names.h - names for guests: a bird and a number. */
#ifndef NAMES_H
#define NAMES_H
#include <stddef.h>

/* Writes a random name such as "guest-heron-41"; the number has `digits` digits (2 … 9). */
void names_guest(int digits, char *out, size_t size);

#endif
