/* test_hub.c - each listener gets each event of its topics once and in order, whenever it begins
 * and whatever is published; compared with a plain list of all events. */
#include "testing.h"

#include "base/rng.h"
#include "platform/clock.h"
#include "service/core/hub.h"
#include <string.h>

enum { EARS = 12, TOPICS = 7, STEPS = 4000, EVENTS_MAX = 100000, FIRST = 1000 };

struct ear {
    struct listener l;
    int64_t heard; /* the last event that it was given or knows to be none of its own */
    int room;      /* this many more events it can take */
    int wakes, waits, errors;
};

static struct {
    struct hub *hub;
    struct topic topics[EVENTS_MAX][2]; /* of event FIRST + 1 + i */
    int topics_n[EVENTS_MAX];
    int n;
    struct ear ears[EARS];
    struct rng rng;
} t;

static bool concerns(const struct listener *l, int event)
{
    for (int i = 0; i < t.topics_n[event]; i++)
        for (int k = 0; k < l->topics_n; k++)
            if (topic_same(t.topics[event][i], l->topics[k]))
                return true;
    return false;
}

/* The first event after `after` that concerns l; 0: none. */
static int64_t next_for(const struct listener *l, int64_t after)
{
    for (int e = (int)(after - FIRST); e < t.n; e++)
        if (concerns(l, e))
            return FIRST + 1 + e;
    return 0;
}

static bool on_event(void *context, const struct store_event *e)
{
    struct ear *ear = context;
    if (ear->room == 0)
        return false;
    ear->room--;
    ear->errors += e->id != next_for(&ear->l, ear->heard);
    ear->heard = e->id;
    return true;
}

static void on_wake(struct listener *l)
{
    ((struct ear *)(void *)l)->wakes++;
}

static void publish(int n)
{
    static struct store_event events[HUB_RING + 100];
    memset(events, 0, sizeof events);
    for (int i = 0; i < n; i++) {
        struct store_event *e = &events[i];
        e->id = FIRST + 1 + t.n;
        e->type = "move";
        e->data = "{}";
        e->topics_n = (int)rng_below(&t.rng, 3);
        for (int k = 0; k < e->topics_n; k++)
            e->topics[k] = t.topics[t.n][k] = topic_player(1 + (int64_t)rng_below(&t.rng, TOPICS));
        if (e->topics_n == 2 && topic_same(e->topics[0], e->topics[1]))
            e->topics_n = 1;
        t.topics_n[t.n++] = e->topics_n;
    }
    hub_publish(t.hub, events, n);
}

static void join(struct ear *ear)
{
    memset(ear, 0, sizeof *ear);
    ear->l.topics_n = 1 + (int)rng_below(&t.rng, 3);
    for (int i = 0; i < ear->l.topics_n; i++)
        ear->l.topics[i] = topic_player(1 + (int64_t)rng_below(&t.rng, TOPICS));
    ear->l.wake = on_wake;
    int back = t.n < 50 ? t.n : 50;
    ear->l.cursor = ear->heard = FIRST + t.n - (int64_t)rng_below(&t.rng, (uint32_t)back + 1);
    hub_join(t.hub, &ear->l);
}

static void take(struct ear *ear)
{
    ear->room = (int)rng_below(&t.rng, 8);
    int room = ear->room;
    int64_t due = next_for(&ear->l, ear->heard);
    if (ear->wakes < ear->waits)
        return; /* it sleeps: no call comes */
    switch (hub_take(t.hub, &ear->l, on_event, ear)) {
    case HUB_WAIT:
        ear->waits++;
        assert_true(due == 0);
        assert_int_equal(ear->room, room);
        ear->heard = FIRST + t.n;
        break;
    case HUB_BEHIND: /* it reads the store instead */
        assert_true(t.n - (int)(ear->l.cursor - FIRST) > HUB_RING);
        ear->l.cursor = ear->heard = FIRST + t.n;
        break;
    default:
        assert_true(due != 0 || room == 0);
        break;
    }
    assert_int_equal(ear->errors, 0);
    if (ear->room > 0 && ear->wakes == ear->waits)
        assert_true(next_for(&ear->l, ear->heard) == 0);
}

static void everybody_hears_their_events_once(void **state)
{
    (void)state;
    rng_seed(&t.rng, 7);
    t.hub = hub_new(FIRST);
    assert_non_null(t.hub);
    for (int i = 0; i < EARS; i++)
        join(&t.ears[i]);
    int behind = 0;
    for (int step = 0; step < STEPS; step++) {
        struct ear *ear = &t.ears[rng_below(&t.rng, EARS)];
        uint32_t what = rng_below(&t.rng, 1000);
        if (what < 400) {
            publish(1 + (int)rng_below(&t.rng, 6));
        } else if (what < 402 && t.n + HUB_RING + 100 < EVENTS_MAX) {
            publish(HUB_RING - 50 + (int)rng_below(&t.rng, 150));
            behind++;
        } else if (what < 410) {
            assert_int_equal(hub_leave(t.hub, &ear->l), ear->waits > ear->wakes);
            join(ear);
        } else {
            take(ear);
        }
        /* A sleeping listener has taken all events. */
        for (int i = 0; i < EARS; i++) {
            assert_in_range(t.ears[i].waits - t.ears[i].wakes, 0, 1);
            if (t.ears[i].wakes < t.ears[i].waits)
                assert_true(next_for(&t.ears[i].l, t.ears[i].heard) == 0);
        }
    }
    assert_true(behind > 0);
    for (int i = 0; i < EARS; i++)
        (void)hub_leave(t.hub, &t.ears[i].l);
    hub_free(t.hub);
}

/* --- who comes and goes, and who hears nothing --- */

static struct hub *open_hub(struct ear *ears, int n, struct topic topic)
{
    struct hub *hub = hub_new(FIRST);
    assert_non_null(hub);
    memset(ears, 0, (size_t)n * sizeof *ears);
    for (int i = 0; i < n; i++) {
        ears[i].l =
            (struct listener){.topics = {topic}, .topics_n = 1, .wake = on_wake, .cursor = FIRST};
        hub_join(hub, &ears[i].l);
    }
    return hub;
}

static void close_hub(struct hub *hub, struct ear *ears, int n)
{
    for (int i = 0; i < n; i++)
        (void)hub_leave(hub, &ears[i].l);
    hub_free(hub);
}

/* All have gone to sleep, and what was to be told of each other has been told. */
static void sleep_all(struct hub *hub, struct ear *ears, int n)
{
    hub_wake_changed(hub);
    for (int i = 0; i < n; i++) {
        (void)hub_changed(hub, &ears[i].l);
        while (hub_take(hub, &ears[i].l, on_event, &ears[i]) != HUB_WAIT)
            continue;
        assert_int_equal(ears[i].wakes, 0);
    }
}

static void a_crowd_that_came_at_once_is_woken_little_by_little(void **state)
{
    enum { CROWD = 1000, IDLE_MS = 15000, STEP_MS = 50 };
    static struct ear ears[CROWD];
    struct hub *hub = open_hub(ears, CROWD, topic_player(1));
    int woken = 0;
    int most = 0;
    (void)state;
    sleep_all(hub, ears, CROWD);
    int64_t begun = clock_ms();
    for (int64_t ms = 0; ms <= IDLE_MS; ms += STEP_MS) {
        int before = woken;
        woken = 0;
        hub_wake_idle(hub, begun + ms, IDLE_MS);
        for (int i = 0; i < CROWD; i++)
            woken += ears[i].wakes;
        most = woken - before > most ? woken - before : most;
        if (ms < IDLE_MS / 2) /* it has been silent a little longer than that */
            assert_int_equal(woken, 0);
    }
    assert_int_equal(woken, CROWD); /* each once, for they have not gone to sleep again */
    assert_in_range(most, 1, 2 * 4 * CROWD * STEP_MS / IDLE_MS);
    close_hub(hub, ears, CROWD);
}

static void a_sleeping_listener_is_woken_once_for_several_others(void **state)
{
    struct ear ears[4];
    struct hub *hub = open_hub(ears, 2, topic_match(5));
    (void)state;
    sleep_all(hub, ears, 2);
    memset(&ears[2], 0, 2 * sizeof ears[0]);
    for (int i = 2; i < 4; i++) {
        ears[i].l = ears[0].l;
        hub_join(hub, &ears[i].l);
    }
    assert_int_equal(ears[0].wakes, 0);
    hub_wake_changed(hub);
    hub_wake_changed(hub);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ears[i].wakes, 1);
        assert_int_equal(hub_changed(hub, &ears[i].l), 1);
    }
    close_hub(hub, ears, 4);
}

/* It asks who has come, then another listener comes; now it asks for events, and would sleep. */
static void a_listener_that_falls_asleep_misses_nobody(void **state)
{
    struct ear ears[2];
    struct hub *hub = open_hub(ears, 1, topic_match(5));
    (void)state;
    sleep_all(hub, ears, 1);
    ears[1] = ears[0];
    ears[0].wakes = 0;
    hub_join(hub, &ears[1].l);
    hub_wake_changed(hub);
    assert_int_equal(ears[0].wakes, 1);
    assert_int_equal(hub_changed(hub, &ears[0].l), 1);
    (void)hub_leave(hub, &ears[1].l);
    hub_wake_changed(hub); /* it is awake: nothing but a note */
    assert_int_equal(ears[0].wakes, 1);
    assert_int_equal(hub_take(hub, &ears[0].l, on_event, &ears[0]), HUB_WAIT);
    assert_int_equal(ears[0].wakes, 2);
    assert_int_equal(hub_changed(hub, &ears[0].l), 1);
    assert_int_equal(hub_take(hub, &ears[0].l, on_event, &ears[0]), HUB_WAIT);
    assert_int_equal(ears[0].wakes, 2);
    close_hub(hub, ears, 1);
}

/* --- what other processes are told --- */

static void join_at(struct hub *hub, struct listener *l, struct topic topic, int64_t player)
{
    *l = (struct listener){.topics = {topic, topic_sessions(player)},
                           .topics_n = 2,
                           .wake = on_wake,
                           .player = player};
    hub_join(hub, l);
}

static void assert_places(struct hub *hub, bool all, const struct hub_place *wanted, int n)
{
    struct hub_place *places;
    assert_int_equal(hub_places(hub, all, &places), n);
    for (int i = 0; i < n; i++) {
        assert_true(topic_same(places[i].topic, wanted[i].topic));
        assert_int_equal(places[i].player, wanted[i].player);
        assert_int_equal(places[i].n, wanted[i].n);
    }
    free(places);
}

static void places_are_told_once_and_only_those_that_others_ask_for(void **state)
{
    (void)state;
    struct hub *hub = hub_new(0);
    struct ear ears[5] = {0};
    const struct topic match = topic_match(3);
    assert_places(hub, false, NULL, 0);
    hub_share(hub);
    join_at(hub, &ears[0].l, match, 8);
    join_at(hub, &ears[1].l, match, 8);
    join_at(hub, &ears[2].l, match, 0);       /* strangers are counted at a match, */
    join_at(hub, &ears[3].l, TOPIC_LOBBY, 0); /* but not in the lobby */
    join_at(hub, &ears[4].l, topic_team(5), 9);
    const struct hub_place come[] = {
        {match, 0, 1}, {match, 8, 2}, {topic_sessions(8), 8, 2}, {topic_sessions(9), 9, 1}};
    assert_places(hub, false, come, ARRAY_LEN(come));
    assert_places(hub, false, NULL, 0);
    hub_leave(hub, &ears[1].l);
    hub_leave(hub, &ears[2].l);
    const struct hub_place gone[] = {{match, 0, -1}, {match, 8, -1}, {topic_sessions(8), 8, -1}};
    assert_places(hub, false, gone, ARRAY_LEN(gone));
    hub_leave(hub, &ears[4].l);
    const struct hub_place rest[] = {{match, 8, 1}, {topic_sessions(8), 8, 1}};
    assert_places(hub, true, rest, ARRAY_LEN(rest)); /* with what was not told yet */
    assert_places(hub, false, NULL, 0);
    hub_leave(hub, &ears[0].l);
    hub_leave(hub, &ears[3].l);
    hub_free(hub);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_hears_their_events_once),
        cmocka_unit_test(a_crowd_that_came_at_once_is_woken_little_by_little),
        cmocka_unit_test(a_sleeping_listener_is_woken_once_for_several_others),
        cmocka_unit_test(a_listener_that_falls_asleep_misses_nobody),
        cmocka_unit_test(places_are_told_once_and_only_those_that_others_ask_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
