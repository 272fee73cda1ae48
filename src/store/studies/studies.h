/* studies.h - stored studies: their members and rights, their chapters, the content of each
 * chapter, and its edits.
 *
 * A chapter is a set of values: each belongs to a field of a node ("comment" of node "k3x9") and
 * carries the number of the edit that wrote it. The store does not know the meaning of the fields
 * (service/studies/studies.h). The edits with their changes are kept in order, newest last. Old
 * ones may be trimmed, because the values do not depend on them. */
#ifndef STORE_STUDIES_H
#define STORE_STUDIES_H
#include "store/core/store.h"

enum {
    STUDIES_NAME_BYTES = 324, /* 80 characters of at most four bytes, with NUL */
    STUDY_NODE_BYTES = 24,
    STUDY_FIELD_BYTES = 32,
    STUDIES_KEY_BYTES = 33,
};

/* GONE: it was deleted, nobody can reach it, and studies_wipe takes it away. */
enum study_access { STUDY_PRIVATE, STUDY_LINK, STUDY_PUBLIC, STUDY_GONE, STUDY_ACCESS_N };
extern const char *const study_access_name[STUDY_ACCESS_N];

struct study {
    int64_t id;
    enum study_access access;
    char name[STUDIES_NAME_BYTES];
    char link[STORE_TOKEN_BYTES]; /* with STUDY_LINK, anyone who has it may read */
    int64_t created_at, updated_at;
    int64_t edit;  /* the newest of all chapters */
    int64_t nodes; /* of all chapters, those that were removed included */
    int64_t bytes, log_bytes;
    int64_t epoch; /* counts up when fewer may read than before */
    struct store_player owner;
    int chapters_n; /* read only */
};

/* The row with the owner as its first member; s->id is written. A search looks for `words`. */
MUST_USE int studies_add(struct store *s, struct study *study, const char *words);
MUST_USE int studies_get(struct store *s, int64_t id, struct study *out);
MUST_USE int studies_put(struct store *s, const struct study *study, const char *words);
/* With all that belongs to it. */
/* Deletes a study: it and all that is in it are out of reach at once, and go little by little. */
MUST_USE int studies_end(struct store *s, int64_t id);
/* Takes away some rows of a study that is GONE; *more: there may be others. */
MUST_USE int studies_wipe(struct store *s, bool *more);
MUST_USE int studies_owned(struct store *s, int64_t owner, int64_t *n);
/* Returns the number written to out[limit]. */
MUST_USE int studies_owned_ids(struct store *s, int64_t owner, int limit, int64_t *out);

struct study_filter {
    int64_t member;   /* of which this player is a member; 0: public ones */
    int64_t before;   /* ids below */
    const char *like; /* a pattern for the words, '!' escapes; "": any */
    const char *game; /* "": any */
    int limit;
};
typedef void studies_on_study(void *context, const struct study *study);
/* Newest first; returns the number of rows. */
MUST_USE int studies_list(struct store *s, const struct study_filter *f, studies_on_study *on,
                          void *context);

MUST_USE int studies_member_put(struct store *s, int64_t study, int64_t player, bool writes,
                                int64_t at);
MUST_USE int studies_member_end(struct store *s, int64_t study, int64_t player);
/* ERR_NOT_FOUND if the player is no member. */
MUST_USE int studies_member_get(struct store *s, int64_t study, int64_t player, bool *writes);
typedef void studies_on_member(void *context, const struct store_player *p, bool writes);
MUST_USE int studies_members(struct store *s, int64_t study, studies_on_member *on, void *context);
/* Removes the player from all studies. */
MUST_USE int studies_member_forget(struct store *s, int64_t player);

struct study_chapter {
    int64_t id, study;
    int64_t nodes, bytes; /* that it holds */
    int64_t edit;         /* the newest of it */
    int place;
    char name[STUDIES_NAME_BYTES];
    char game[16];
    const char *record; /* borrowed: JSON of the board without moves (record/record_json.h) */
};
MUST_USE int studies_chapter_add(struct store *s, struct study_chapter *c);
typedef void studies_on_chapter(void *context, const struct study_chapter *c);
/* ERR_NOT_FOUND if there is none. `on` is called once; `record` is valid only during that call. */
MUST_USE int studies_chapter_get(struct store *s, int64_t id, studies_on_chapter *on,
                                 void *context);
/* Writes place, name, nodes, bytes and edit. */
/* The first one above `after`; ERR_NOT_FOUND. */
MUST_USE int studies_chapter_next(struct store *s, int64_t study, int64_t after, int64_t *id);
MUST_USE int studies_chapter_put(struct store *s, const struct study_chapter *c);
MUST_USE int studies_chapters(struct store *s, int64_t study, studies_on_chapter *on,
                              void *context);
/* With its values and edits; *log_bytes: the size of these edits. */
MUST_USE int studies_chapter_end(struct store *s, const struct study_chapter *c,
                                 int64_t *log_bytes);

struct study_value {
    const char *node, *field, *value; /* borrowed */
    int64_t edit;
};
typedef void studies_on_value(void *context, const struct study_value *v);
/* ERR_NOT_FOUND if nothing was ever written there. */
MUST_USE int studies_value_get(struct store *s, int64_t chapter, const char *node,
                               const char *field, studies_on_value *on, void *context);
MUST_USE int studies_value_put(struct store *s, int64_t chapter, const struct study_value *v);
/* In the order of their edits. */
MUST_USE int studies_values(struct store *s, int64_t chapter, studies_on_value *on, void *context);
/* The key of a value in its chapter; "" before all. */
struct study_key {
    char node[STUDY_NODE_BYTES], field[STUDY_FIELD_BYTES];
};
/* Copies `most` values that follow `after`, which is then the last of them; ERR_NOT_FOUND: there
 * were none. */
MUST_USE int studies_values_copy(struct store *s, int64_t from, int64_t to, int most,
                                 struct study_key *after);

struct study_edit {
    int64_t id, study, chapter, at;
    struct store_player player;
    const char *key; /* borrowed; chosen by the writer, so that an edit sent twice counts once */
    const char *ops; /* borrowed JSON */
};
typedef void studies_on_edit(void *context, const struct study_edit *e);
MUST_USE int studies_edit_add(struct store *s, struct study_edit *e);
/* The number of the edit with this key; ERR_NOT_FOUND if there is none. */
MUST_USE int studies_edit_keyed(struct store *s, int64_t study, const char *key, int64_t *id);
/* After `since`, oldest first, or with `back` before it, newest first; returns their number. */
MUST_USE int studies_edits(struct store *s, int64_t study, int64_t since, bool back, int limit,
                           studies_on_edit *on, void *context);
/* The oldest that is kept; 0: none. */
MUST_USE int studies_edit_first(struct store *s, int64_t study, int64_t *id);
/* Deletes the oldest edits until `bytes` are freed; *freed is the number freed. */
MUST_USE int studies_edits_trim(struct store *s, int64_t study, int64_t bytes, int64_t *freed);

/* --- chat --- */

/* line->id is written. The newest `keep` lines of the study stay. */
MUST_USE int studies_chat_add(struct store *s, int64_t study, int keep, struct store_chat *line);
typedef void studies_on_chat(void *context, int64_t study, const struct store_chat *line);
/* Newest first, without those of players whom `reader` has blocked; returns their number. */
MUST_USE int studies_chat_page(struct store *s, int64_t study, int64_t reader, int64_t before,
                               int limit, studies_on_chat *on, void *context);
MUST_USE int studies_chat_get(struct store *s, int64_t id, studies_on_chat *on, void *context);
/* All that a player wrote. */
MUST_USE int studies_chat_of(struct store *s, int64_t player, studies_on_chat *on, void *context);
/* Takes its text away. */
MUST_USE int studies_chat_remove(struct store *s, int64_t id);

#endif
