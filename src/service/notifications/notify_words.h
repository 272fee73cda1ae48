/* notify_words.h - what a notification says beyond who and where: an object, and the words that
 * clients of version 0.1 read instead.
 *
 *     over         {"how": "won", "reason": "resign", "game": "levee", "rating": 8, …}
 *                                                            "won resign levee 8"
 *                  how: won, lost, drawn, aborted; rating: what it did to it, if anything
 *     tournament   {"state": "running", "name": "Spring Cup"} "running"
 *     puzzle       {"did": "withdrawn", "puzzle": "l7a0f23c1", "reason": "Two moves win."}
 *                                                            "withdrawn l7a0f23c1 Two moves win."
 *     team         {"did": "accepted", "id": 12, "name": "Stone Lovers"}
 *                                                            "accepted 12 Stone Lovers"
 *     simul        {"did": "accepted", "id": 4}              "accepted 4"
 *     about a match, these too: {"game": …, "width": 7, "height": 7}
 *     other kinds  {}                                        the text that somebody wrote, or ""
 *
 * This is the only place that knows the words. Rows of the store from before there were objects
 * have the words alone; their objects are read from them. */
#ifndef NOTIFY_WORDS_H
#define NOTIFY_WORDS_H
#include "store/notifications/notification.h"
#include <jansson.h>

/* The words of an object. False for the kinds whose text is not made from one. */
bool notify_words_of(enum notification_kind kind, const json_t *data, char *out, size_t size);
/* The object of a notification of the store, whatever its age; a new reference, NULL when memory is
 * short. */
json_t *notify_words_data(const struct notification *n);

#endif
