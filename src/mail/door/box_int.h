/* box_int.h - what box.c, imap.c and pop.c share. */
#ifndef MAIL_DOOR_BOX_INT_H
#define MAIL_DOOR_BOX_INT_H
#include "mail/door/box.h"

enum { BOX_LINE_MAX = 4 * 1024 * 1024 };

struct box {
    const struct place *place;
    struct wire *wire;
    GString *line;  /* of the last answer; of IMAP without its literals */
    GString *bytes; /* of the last literal */
    char said[300]; /* why the server did not do the last thing */
    unsigned tag;
    bool can_idle, can_move, can_uidplus, can_namespace;
    char front[40]; /* of the names of all folders: "", "INBOX." */
    char between;   /* the parts of a folder's name */
    bool has_folders;
    bool grown;            /* the server has said so since the last list */
    int done_n, refused_n; /* put away over this connection */
    struct box_state state;
};

MUST_USE int imap_start(struct box *b);
MUST_USE int imap_list(struct box *b, uint32_t first, int64_t since_ms, int most, GArray *out);
MUST_USE int imap_fetch(struct box *b, const struct box_mail *m, size_t most, GString *out);
MUST_USE int imap_put_away(struct box *b, const struct box_mail *m, const char *refused);
MUST_USE int imap_wait(struct box *b, int ms);
void imap_stop(struct box *b);

MUST_USE int pop_start(struct box *b);
MUST_USE int pop_list(struct box *b, int most, GArray *out);
MUST_USE int pop_fetch(struct box *b, const struct box_mail *m, size_t most, GString *out);
MUST_USE int pop_put_away(struct box *b, const struct box_mail *m, const char *refused);
void pop_stop(struct box *b);

#endif
