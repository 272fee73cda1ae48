/* studies.h - kept studies: chapters that several people read and write at the same time.
 *
 * A chapter is one board and a tree of moves. Its content is a set of values, each for one field of
 * a node. An edit is a list of new values; it gets a number when it is committed. Of two values for
 * the same field, the one with the higher number holds. So edits give the same tree in whatever
 * order they arrive (docs/STUDIES.md). The fields:
 *
 *     add       the node's parent, move and side, as JSON; the first one holds. The writer chooses
 *               the node's name so that the same move at the same place has the same name
 *     gone      "1": the node and its descendants are hidden; "": they are shown again
 *     place     its position among its siblings, a number; 0 unless it was moved
 *     comment, name, glyph
 *     at N      the mark on point N; arrow N M: "1" while there is one
 *
 * A text names the edit that it follows (`base`). If another edit came between, the whole edit is
 * refused, and its writer must merge both texts. An edit carries a key that its writer chose; the
 * same key again gets the same answer.
 *
 * An ORDER_BATCH applies the functions studies_* that take a void *, on the writer thread; its
 * context is a struct study_act. */
#ifndef STUDIES_H
#define STUDIES_H
#include "service/core/reader.h"
#include "service/core/service.h"
#include "store/studies/studies.h"

struct position;

enum {
    STUDIES_OWNED_MAX = 200,
    STUDIES_MEMBERS_MAX = 50,
    STUDIES_CHAPTERS_MAX = 64,
    STUDIES_CHAPTER_NODES_MAX = 5000,
    STUDIES_NODES_MAX = 20000,
    STUDIES_BYTES_MAX = 4 * 1024 * 1024, /* a short value counts for more than its text */
    STUDIES_CHAPTER_BYTES_MAX = 1024 * 1024,
    STUDIES_LOG_BYTES_MAX = 4 * 1024 * 1024, /* beyond it the oldest edits are forgotten */
    STUDIES_OPS_MAX = 200,
    STUDIES_NAME_CHARS = 80,
    STUDIES_RECORD_BYTES = 32 * 1024,
    STUDIES_EDITS_LIST_MAX = 100,
    STUDIES_CHAT_LINES_MAX = 1000, /* the newest are kept */
    STUDIES_CHAT_LIST_MAX = 100,
};

struct study_act {
    int64_t study, chapter; /* one of them */
    const char *name;       /* of a study or chapter; of a member to be. Texts are borrowed */
    const char *access;     /* NULL: as it is */
    const char *record;     /* of a chapter to be */
    const char *link;       /* by which the asker reads */
    const char *key;
    const char *text;       /* of a chat line, or of a report about one */
    int64_t line;           /* of the chat */
    int64_t copy;           /* cloning: the new study, */
    int64_t copied[2];      /* the chapter at hand of the old and the new one, */
    struct study_key after; /* and the last value of it that was copied */
    const json_t *ops;      /* borrowed */
    int place;              /* 0: as it is */
    bool writes, removes, renew;
    bool more; /* out: cloning is not at its end */
};

int studies_make(struct work *w, void *context);   /* out.id: the study */
int studies_change(struct work *w, void *context); /* name, access, renew (another link) */
int studies_delete(struct work *w, void *context);
/* A copy without chapters (out.id); then, while a->more, the next chapter or some more of its
 * values, each in an order of its own. */
int studies_clone(struct work *w, void *context);
int studies_clone_more(struct work *w, void *context);
/* The owner adds, changes or removes a member; any member may leave. */
int studies_member(struct work *w, void *context);
int studies_chapter_make(struct work *w, void *context); /* out.id: the chapter */
int studies_chapter_change(struct work *w, void *context);
int studies_chapter_delete(struct work *w, void *context);
int studies_edit(struct work *w, void *context); /* out.id: the edit */

/* studies_chat.c: the chat. Members of a study may write; anyone who may read the study may read
 * the chat. */
int studies_chat_say(struct work *w, void *context); /* out.id: the line */
/* By the member who wrote it, or the owner of the study; by a moderator. */
int studies_chat_delete(struct work *w, void *context);
int studies_chat_moderate(struct work *w, void *context);
int studies_chat_report(struct work *w, void *context); /* out.id: the report */

/* The chapter without its record, and its study, if the asker may write there; else refused. */
MUST_USE int studies_writable(struct work *w, int64_t chapter, struct study *study,
                              struct study_chapter *out);
/* Writes the study, changed now. */
MUST_USE int studies_keep(struct work *w, struct study *study);

/* An account goes: its studies too, and its memberships. */
MUST_USE int studies_forget(struct work *w, int64_t player);

/* A string without characters that nobody sees, which could turn or hide what stands beside it. */
void studies_tidy(json_t *string);
/* Text as it is searched for: small letters; as a pattern for studies_list. */
void studies_words(const char *text, char *out, size_t size);
void studies_pattern(const char *text, char *out, size_t size);

/* Whether it is the link that opens the study. */
bool studies_linked(const struct study *study, const char *link);
/* Whether the asker may read; *writes: whether they may write. ERR_NOT_FOUND if not. */
MUST_USE int studies_may(struct store *s, const struct study *study, int64_t asker,
                         const char *link, bool *writes);

/* --- reading --- New references; NULL with *err set on failure. */
json_t *reader_study(struct reader *r, int64_t study, int64_t asker, const char *link, int *err);
json_t *reader_studies(struct reader *r, const struct study_filter *f, int64_t asker, int *err);
json_t *reader_chapter(struct reader *r, int64_t chapter, int64_t asker, const char *link,
                       int *err);
/* Edits after `since`, or before it. ERR_RANGE: some after `since` are forgotten. */
json_t *reader_study_edits(struct reader *r, int64_t study, int64_t asker, const char *link,
                           int64_t since, bool back, int *err);
/* Chat lines below `before`, newest first, without those of players whom the asker has blocked. */
json_t *reader_study_chat(struct reader *r, int64_t study, int64_t asker, const char *link,
                          int64_t before, int limit, int *err);
/* Which members look at it now, and how many others. */
json_t *reader_study_here(struct reader *r, int64_t study, int64_t asker, const char *link,
                          int *err);
MUST_USE int reader_study_topic(struct reader *r, int64_t study, int64_t asker, const char *link,
                                struct topic *out);
/* The position at the end of the main line. */
MUST_USE int reader_chapter_position(struct reader *r, int64_t chapter, int64_t asker,
                                     const char *link, struct position *out);
/* The studies of a player in full, one after the other, for an export. */
typedef int studies_on_whole(void *context, int64_t study, json_t *whole); /* steals whole */
MUST_USE int reader_studies_whole(struct reader *r, int64_t owner, studies_on_whole *on,
                                  void *context);

#endif
