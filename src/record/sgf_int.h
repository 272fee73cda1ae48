/* sgf_int.h - what the parts of the SGF reader share (sgf.h).
 *
 *   sgf_text.c   finds a game in the text
 *   sgf_read.c   nodes and variations, properties as they stand
 *   sgf_node.c   the properties that are known, applied to the record */
#ifndef SGF_INT_H
#define SGF_INT_H
#include "record/sgf.h"

struct sgf_reader {
    const char *s; /* one game tree */
    size_t len, at;
    uint32_t line, column; /* of s[at] */
    struct record *r;
    struct record_error *error;
    const struct setup *as; /* the game of a file that names none; NULL: such a file is an error */
    bool plain;             /* it names none */
    bool has_turn;          /* PL has said who moves first */
};

static inline bool sgf_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/* The bytes of a blank at s[at], where at < len: one of ASCII, or one that web pages and phones
 * write, such as a no-break space or a byte order mark. 0: there is none. */
size_t sgf_blank(const char *s, size_t len, size_t at);

/* Fills the error with the present place; returns err. */
int sgf_fail(struct sgf_reader *in, int err, const char *what);
int sgf_fail_memory(struct sgf_reader *in);
/* Warns of the present place. */
void sgf_warn(struct sgf_reader *in, const char *what);

/* Takes the known properties out of a node and applies them; the root also sets up the game. */
MUST_USE int sgf_apply_node(struct sgf_reader *in, struct record_node *node);

/* The first game tree at or after s[from] as s[*start … *end-1]. False: there is none. */
MUST_USE bool sgf_find_tree(const char *s, size_t len, size_t from, size_t *start, size_t *end);

#endif
