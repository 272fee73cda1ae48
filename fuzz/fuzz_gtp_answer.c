/* fuzz_gtp_answer.c - any bytes as the output of a GTP program. Answers must end where they should,
 * and a move that is read from an answer must print as the same move. The first byte chooses game
 * and size. */
#include "arena/gtp_answer.h"
#include "base/macros.h"
#include "gtp/gtp_vertex.h"
#include "rules/position.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void read_move(const struct setup *s, const char *word)
{
    move_t m;
    move_t again;
    char back[GTP_VERTEX_BYTES];
    struct text t;
    if (gtp_vertex_parse(s, word, &m) < 0)
        return;
    text_init(&t, back, sizeof back);
    gtp_vertex_print(s, m, &t);
    ASSERT(!t.full);
    ASSERT(gtp_vertex_parse(s, back, &again) == 0 && again == m);
    struct position p;
    ASSERT(position_start(&p, s) == 0);
    (void)position_judge(&p, m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static struct gtp_answer a;
    static const uint8_t sizes[4] = {3, 7, 9, 25};
    if (n == 0)
        return 0;
    struct setup s = setup_default((enum game_id)(data[0] % GAME_N));
    s.width = s.height = sizes[data[0] / GAME_N % 4];
    char *text = malloc(n);
    ASSERT(text != NULL);
    memcpy(text, data + 1, n - 1);
    text[n - 1] = '\0';
    gtp_answer_start(&a);
    for (char *line = text; line != NULL;) {
        char *next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        bool begun = a.begun;
        enum gtp_answer_state state = gtp_answer_line(&a, line);
        ASSERT(strlen(a.bytes) == a.text.len);
        ASSERT(strchr(a.bytes, '\r') == NULL && strstr(a.bytes, "\n\n") == NULL);
        if (state != ANSWER_GOES_ON) {
            ASSERT(begun && (line[0] == '\0' || line[0] == '\r'));
            ASSERT((state == ANSWER_SUCCESS) == a.good);
            read_move(&s, a.bytes);
            gtp_answer_start(&a);
        }
        line = next;
    }
    free(text);
    return 0;
}
