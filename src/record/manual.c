#include "record/manual.h"

#include "record/game_record.h"
#include "record/textboard.h"
#include "rules/position.h"

static void draw(const struct position *p, const char *marks, struct sink *out)
{
    char buf[4096]; /* figures are small */
    struct text t;
    text_init(&t, buf, sizeof buf);
    const struct textboard_style style = {.flags = TEXTBOARD_LAST, .marks = marks};
    textboard_print(p, &style, &t);
    sink_char(out, '\n');
    sink_mem(out, buf, t.len);
}

static void print_figure(enum game_id game, const struct manual_figure *f, struct sink *out)
{
    struct setup s = setup_default(game);
    struct cell cells[POINTS_MAX];
    struct position p;
    s.width = (uint8_t)f->size;
    s.height = (uint8_t)f->size;
    int err = diagram_parse(&s, f->diagram, cells, NULL);
    ASSERT(err == 0);
    err = position_set(&p, &s, cells, f->side);
    ASSERT(err == 0);
    char marks[POINTS_MAX] = {0};
    if (f->legal) {
        move_t moves[MOVES_MAX];
        int n = position_legal(&p, moves);
        for (int i = 0; i < n; i++)
            if (move_is_point(moves[i]))
                marks[move_point(moves[i])] = '?';
        /* Stones that may be played on (C2) are no empty points, and stay unmarked. */
        for (int i = 0; i < s.width * s.height; i++)
            if (cells[i].owner != OWNER_NONE)
                marks[i] = '\0';
    }
    draw(&p, marks, out);
    if (f->move != NULL) {
        move_t m = MOVE_NONE;
        err = move_parse(f->move, s.width, s.height, &m);
        ASSERT(err == 0);
        enum verdict v = position_play(&p, m);
        ASSERT(v == VERDICT_OK);
        draw(&p, NULL, out);
    }
    sink_char(out, '\n');
    sink_str(out, f->caption);
    sink_str(out, "\n");
}

void manual_print(enum game_id game, struct sink *out)
{
    const struct game *g = games[game];
    sink_str(out, g->title);
    sink_str(out, " - designed by ");
    sink_str(out, g->designer);
    sink_str(out, ", ");
    sink_str(out, g->year);
    sink_str(out, "\n\n");
    const struct manual_section *first = game_records[game]->manual;
    for (const struct manual_section *s = first; s->text != NULL || s->figure != NULL; s++) {
        if (s != first && s->text != NULL)
            sink_char(out, '\n');
        if (s->text != NULL)
            sink_str(out, s->text);
        if (s->figure != NULL)
            print_figure(game, s->figure, out);
    }
}
