#include "store/community/rooms.h"

#include "store/core/queries.h"

ROW_READER(read_line, struct store_line, ROOM_LINE_TOLD)
ROW_BINDER(bind_line, struct store_line, ROOM_LINE_NEW)

struct each {
    rooms_on_line *on;
    void *context;
};

static void on_line(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct store_line line;
    read_line(s, row, 0, &line);
    const struct room room = {(enum room_kind)line.line.room, line.of};
    e->on(e->context, &room, &line.line);
}

int rooms_add(struct store *s, const struct room *room, int keep, struct store_chat *line)
{
    struct store_line new = {room->id, *line};
    struct store_value v[ROW_N(ROOM_LINE_NEW)];
    new.line.room = (int)room->kind;
    int n = bind_line(&new, v);
    int err = store_some(store_run(s, store_on_int, &line->id, Q_ROOMS_ADD, v, n));
    return err < 0 ? err
                   : store_done(store_query(s, NULL, NULL, Q_ROOMS_TRIM, (int64_t)room->kind,
                                            room->id, keep));
}

int rooms_page(struct store *s, const struct room *room, int64_t reader, int64_t before, int limit,
               rooms_on_line *on, void *context)
{
    struct each e = {on, context};
    return store_query(s, on_line, &e, Q_ROOMS_PAGE, (int64_t)room->kind, room->id, before, reader,
                       limit);
}

int rooms_get(struct store *s, int64_t id, rooms_on_line *on, void *context)
{
    struct each e = {on, context};
    return store_some(store_query(s, on_line, &e, Q_ROOMS_GET, id));
}

int rooms_of(struct store *s, int64_t player, rooms_on_line *on, void *context)
{
    struct each e = {on, context};
    return store_done(store_query(s, on_line, &e, Q_ROOMS_OF, player));
}

int rooms_remove(struct store *s, int64_t id)
{
    return store_done(store_query(s, NULL, NULL, Q_ROOMS_REMOVE, id));
}
