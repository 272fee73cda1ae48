/* topic.c - topics as numbers. The numbers of old stores: the id times four, and what is left tells
 * the kind; above these a range for each later kind. */
#include "store/core/topic.h"

#include "base/macros.h"
#include <stddef.h>

enum { STUDY_STEP = 4 * TOPIC_EPOCHS };

/* The first number of a kind that has a range; ranges are in order, downwards. */
static const struct {
    enum topic_kind kind;
    int64_t first;
} ranges[] = {
    {TOPIC_KIND_STUDY, (int64_t)1 << 60}, {TOPIC_KIND_FRIENDS, (int64_t)1 << 59},
    {TOPIC_KIND_TEAM, (int64_t)1 << 58},  {TOPIC_KIND_SPECTATORS, (int64_t)1 << 57},
    {TOPIC_KIND_HERE, (int64_t)1 << 56},  {TOPIC_KIND_TOURNAMENT, (int64_t)1 << 55},
};

/* The kinds of other numbers, by the number modulo 4. */
static const enum topic_kind low[] = {TOPIC_KIND_SESSIONS, TOPIC_KIND_MATCH, TOPIC_KIND_PLAYER,
                                      TOPIC_KIND_INSIDE};
enum { LOBBY = 0, PEERS = 3 };

int64_t topic_number(struct topic topic)
{
    if (topic.kind == TOPIC_KIND_NONE)
        return -1;
    if (topic.kind == TOPIC_KIND_LOBBY || topic.kind == TOPIC_KIND_PEERS)
        return topic.kind == TOPIC_KIND_LOBBY ? LOBBY : PEERS;
    for (int i = 0; i < (int)ARRAY_LEN(low); i++)
        if (low[i] == topic.kind)
            return topic.id * 4 + i;
    for (size_t i = 0; i < ARRAY_LEN(ranges); i++)
        if (ranges[i].kind == topic.kind)
            return ranges[i].first + topic.id * (i == 0 ? STUDY_STEP : 4) + topic.epoch * 4;
    return -1;
}

struct topic topic_of(int64_t number)
{
    if (number < 0)
        return (struct topic){.kind = TOPIC_KIND_NONE};
    if (number == LOBBY || number == PEERS)
        return number == LOBBY ? TOPIC_LOBBY : TOPIC_PEERS;
    for (size_t i = 0; i < ARRAY_LEN(ranges); i++) {
        int64_t beyond = number - ranges[i].first;
        if (beyond >= 0 && i == 0)
            return topic_study(beyond / STUDY_STEP, beyond % STUDY_STEP / 4);
        if (beyond >= 0)
            return (struct topic){.kind = ranges[i].kind, .id = beyond / 4};
    }
    return (struct topic){.kind = low[number % 4], .id = number / 4};
}

int topic_compare(struct topic a, struct topic b)
{
    int64_t x = topic_number(a);
    int64_t y = topic_number(b);
    return (x > y) - (x < y);
}
