/* admin_text.h - what `hoshi admin` prints of the store, for people: sentences instead of JSON. */
#ifndef ADMIN_TEXT_H
#define ADMIN_TEXT_H
#include <jansson.h>

/* Prints an answer of the administrator's views: a list of things with a line each, or one thing
 * with a line for each of its parts. Dates are in words; what is empty is left out. */
void admin_text_print(const json_t *answer);

#endif
