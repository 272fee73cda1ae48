/* names.h - names: those that guests are given, those that members may take, and mail addresses. */
#ifndef NAMES_H
#define NAMES_H
#include "base/macros.h"
#include <stdbool.h>
#include <stddef.h>

enum { NAMES_MIN = 2, NAMES_MAX = 24 };

/* Writes a random name such as "guest-heron-41"; the number has `digits` digits (2 … 9). */
void names_guest(int digits, char *out, size_t size);

/* Whether a member may have this name: 2 to 24 letters, digits, - _ or ., the first a letter; not a
 * name of the form that guests and deleted accounts have, and not a word that the page, the API or
 * the command language of play by e-mail uses (that language distinguishes verbs from names by
 * spelling alone). */
MUST_USE bool names_good(const char *name);

/* How the name of a deleted account begins. */
#define NAMES_GONE "deleted-"
MUST_USE bool names_gone(const char *name);

/* Whether mail can be sent there: one '@', no blanks, nothing that means more to a mailer. Writes
 * it in lower case. */
MUST_USE bool names_address(const char *text, char *out, size_t size);

#endif
