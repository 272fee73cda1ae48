/* test_hub.c - whatever is published and whenever they listen, listeners get each event of their topics
 * once and in order; compared with a plain list of all events. */
#include "testing.h"

#include "base/rng.h"
#include "service/hub.h"
#include <string.h>

enum { EARS = 12, TOPICS = 7, STEPS = 4000, EVENTS_MAX = 100000, FIRST = 1000 };

struct ear {
    struct listener l;
    int64_t heard; /* the last event that it was given or knows to be none of its own */
    int room;      /* so many more events it can take */
    int wakes, waits, errors;
};

static struct {
    struct hub *hub;
    topic_t topics[EVENTS_MAX][2]; /* of event FIRST + 1 + i */
    int topics_n[EVENTS_MAX];
    int n;
    struct ear ears[EARS];
    struct rng rng;
} t;

static bool concerns(const struct listener *l, int event)
{
    for (int i = 0; i < t.topics_n[event]; i++)
        for (int k = 0; k < l->topics_n; k++)
            if (t.topics[event][i] == l->topics[k])
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
        if (e->topics_n == 2 && e->topics[0] == e->topics[1])
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
        return; /* it sleeps: nobody asks */
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

static void everybody_hears_what_concerns_him_once(void **state)
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
        /* Who sleeps has heard all there is. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_hears_what_concerns_him_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
