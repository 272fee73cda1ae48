/* alias.h - names of the API that have changed. Programs that use the old ones go on as before
 * (docs/VERSIONS.md): the one table is in alias.c, and no other code knows an old name.
 *
 *     a path    answers as the new one does, but with the old names of fields
 *     a field   of the object that a request by an old path gets
 *     an event  goes out twice, first under the old name and then under the new one, which alone
 *               has the number, so that a client that resumes misses neither. The member of its
 *               data that is called as the event changes its name with it. */
#ifndef ALIAS_H
#define ALIAS_H
#include <jansson.h>

struct alias {
    const char *was, *is;
};

/* The present name of a path below /api/; NULL: it has always had this one. */
const char *alias_path(const char *path);
/* Gives the fields of an answer their old names. Negative when memory is short. */
int alias_answer(json_t *answer);
/* The names of an event that has two; NULL: it has one. type: either. */
const struct alias *alias_event(const char *type);

#endif
