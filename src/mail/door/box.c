#include "mail/door/box_int.h"

#include "base/err.h"
#include <stdlib.h>
#include <string.h>

struct box *box_open(const struct place *p, struct credential *c, struct wire_stop *stop,
                     bool *refused, struct text *why)
{
    struct box *b = calloc(1, sizeof *b);
    *refused = false;
    if (b == NULL)
        return NULL;
    b->place = p;
    b->between = '/';
    b->line = g_string_new(NULL);
    b->bytes = g_string_new(NULL);
    b->wire = wire_open(p, c, stop, refused, why);
    int err = b->wire == NULL ? ERR_NETWORK : p->pop ? pop_start(b) : imap_start(b);
    if (err == 0)
        return b;
    if (b->wire != NULL) {
        text_str(why, p->url);
        text_str(why, ": ");
        text_str(why, box_why(b));
    }
    box_close(b);
    return NULL;
}

void box_close(struct box *b)
{
    if (b == NULL)
        return;
    if (b->wire != NULL && b->place->pop)
        pop_stop(b);
    else if (b->wire != NULL)
        imap_stop(b);
    wire_close(b->wire);
    g_string_free(b->line, TRUE);
    g_string_free(b->bytes, TRUE);
    free(b);
}

const char *box_why(const struct box *b)
{
    return b->said[0] != '\0' ? b->said : wire_why(b->wire);
}

void box_state(const struct box *b, struct box_state *out)
{
    *out = b->state;
}

int box_list(struct box *b, uint32_t first, int64_t since_ms, int most, GArray *out)
{
    return b->place->pop ? pop_list(b, most, out) : imap_list(b, first, since_ms, most, out);
}

int box_fetch(struct box *b, const struct box_mail *m, size_t most, GString *out)
{
    return b->place->pop ? pop_fetch(b, m, most, out) : imap_fetch(b, m, most, out);
}

int box_put_away(struct box *b, const struct box_mail *m, const char *refused)
{
    return b->place->pop ? pop_put_away(b, m, refused) : imap_put_away(b, m, refused);
}

int box_wait(struct box *b, int ms)
{
    return b->place->pop ? ERR_UNSUPPORTED : imap_wait(b, ms);
}

bool box_hears(const struct box *b)
{
    return b->can_idle;
}
