/* topics.c - the parameters of a stream: its topics, and the event after which it continues. */
#include "http/wire/http_int.h"

#include "base/err.h"
#include "service/community/attendance.h"
#include "service/community/teams.h"
#include "service/matches/matches_view.h"
#include "service/matches/spectators.h"
#include "service/studies/studies.h"
#include "service/tournaments/tournament_chat.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char LIST[] =
    "topics must be a list of lobby, me, friends, match:N, here:N, spectators:N, study:N, "
    "team:N and tournament:N.";

/* N, a match of the asker's. */
static bool take_here(struct request *r, const char *word, struct topic *topic)
{
    char *end;
    long long id = strtoll(word, &end, 10);
    if (end == word || *end != '\0' || id <= 0 || id >= (1LL << 40)) {
        answer_error(r, 400, "%s", LIST);
        return false;
    }
    int err = reader_here_topic(r->reader, id, r->asker.id, topic);
    if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "You play in no match %lld.", id);
    else if (err < 0)
        answer_error(r, 503, "The store cannot be read now.");
    return err == 0;
}

/* N or N:INVITATION. */
static bool take_spectators(struct request *r, const char *word, struct topic *topic)
{
    char *end;
    long long id = strtoll(word, &end, 10);
    if (end == word || (*end != '\0' && *end != ':') || id <= 0 || id >= (1LL << 40)) {
        answer_error(r, 400, "%s", LIST);
        return false;
    }
    const char *invite = *end == ':' ? end + 1 : request_argument(r, "invite");
    int err = reader_spectators_topic(r->reader, id, &r->asker, invite, topic);
    if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no match %lld.", id);
    else if (err == ERR_DENIED)
        answer_error(r, 403, "You cannot read the spectators' chat of match %lld now.", id);
    else if (err < 0)
        answer_error(r, 503, "The store cannot be read now.");
    return err == 0;
}

/* N, or N.E:LINK: what stands after the point only makes one stream differ from the next. */
static bool take_study(struct request *r, const char *word, struct topic *topic)
{
    char *end;
    long long id = strtoll(word, &end, 10);
    if (end == word || id <= 0 || id >= (1LL << 40)) {
        answer_error(r, 400, "%s", LIST);
        return false;
    }
    const char *link = strchr(end, ':');
    int err = reader_study_topic(r->reader, id, r->asker.id, link != NULL ? link + 1 : NULL, topic);
    if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no study %lld.", id);
    else if (err < 0)
        answer_error(r, 503, "The store cannot be read now.");
    return err == 0;
}

/* N, or N.E as above. */
static bool take_team(struct request *r, const char *word, struct topic *topic)
{
    char *end;
    long long id = strtoll(word, &end, 10);
    if (end == word || (*end != '\0' && *end != '.') || id <= 0 || id >= (1LL << 40)) {
        answer_error(r, 400, "%s", LIST);
        return false;
    }
    int err = reader_team_topic(r->reader, id, r->asker.id, topic);
    if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no team %lld.", id);
    else if (err == ERR_DENIED)
        answer_error(r, r->asker.id == 0 ? 401 : 403, "The topic team:%lld is for its members.",
                     id);
    else if (err < 0)
        answer_error(r, 503, "The store cannot be read now.");
    return err == 0;
}

static bool take_tournament(struct request *r, const char *word, struct topic *topic)
{
    char *end;
    long long id = strtoll(word, &end, 10);
    if (end == word || *end != '\0' || id <= 0 || id >= (1LL << 40)) {
        answer_error(r, 400, "%s", LIST);
        return false;
    }
    int err = reader_tournament_topic(r->reader, id, topic);
    if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no tournament %lld.", id);
    else if (err < 0)
        answer_error(r, 503, "The store cannot be read now.");
    return err == 0;
}

/* Reads one word of topics= into *topic; answers and returns false if the asker may not have it. */
static bool take_topic(struct request *r, const char *word, struct topic *topic)
{
    char *end;
    if (strcmp(word, "lobby") == 0) {
        *topic = TOPIC_LOBBY;
        return true;
    }
    if (strcmp(word, "me") == 0) {
        if (r->asker.id == 0)
            answer_error(r, 401, "The topic me needs a session.");
        *topic = topic_player(r->asker.id);
        return r->asker.id != 0;
    }
    if (strcmp(word, "friends") == 0) {
        if (r->asker.kind != PLAYER_MEMBER || r->asker.id == 0)
            answer_error(r, 401, "The topic friends needs a session of a member.");
        *topic = topic_friends(r->asker.id);
        return r->asker.id != 0 && r->asker.kind == PLAYER_MEMBER;
    }
    if (strncmp(word, "match:", 6) == 0) {
        long long id = strtoll(word + 6, &end, 10);
        if ((*end == '\0' || *end == ':') && end != word + 6 && id > 0 && id < INT64_MAX / 8) {
            const char *invite = *end == ':' ? end + 1 : request_argument(r, "invite");
            int err = reader_topic(r->reader, id, r->asker.id, invite, topic);
            if (err == ERR_NOT_FOUND)
                answer_error(r, 404, "There is no match %lld.", id);
            else if (err < 0)
                answer_error(r, 503, "The store cannot be read now.");
            return err == 0;
        }
    }
    if (strncmp(word, "here:", 5) == 0)
        return take_here(r, word + 5, topic);
    if (strncmp(word, "spectators:", 11) == 0)
        return take_spectators(r, word + 11, topic);
    if (strncmp(word, "study:", 6) == 0)
        return take_study(r, word + 6, topic);
    if (strncmp(word, "tournament:", 11) == 0)
        return take_tournament(r, word + 11, topic);
    if (strncmp(word, "team:", 5) == 0)
        return take_team(r, word + 5, topic);
    answer_error(r, 400, "%s", LIST);
    return false;
}

bool topics_take(struct request *r, struct listener *l)
{
    char words[1024]; /* as many topics as are allowed, each with an invitation, fit */
    char *rest;
    const char *topics = request_argument(r, "topics");
    if (topics == NULL || strlen(topics) >= sizeof words) {
        answer_error(r, 400, "%s", LIST);
        return false;
    }
    snprintf(words, sizeof words, "%s", topics);
    for (char *w = strtok_r(words, ",", &rest); w != NULL; w = strtok_r(NULL, ",", &rest)) {
        if (l->topics_n == STORE_READ_TOPICS_MAX) {
            answer_error(r, 400, "topics may list at most %d topics.", STORE_READ_TOPICS_MAX);
            return false;
        }
        if (!take_topic(r, w, &l->topics[l->topics_n]))
            return false;
        l->topics_n++;
    }
    if (l->topics_n == 0)
        answer_error(r, 400, "%s", LIST);
    return l->topics_n > 0;
}

int64_t topics_since(struct request *r)
{
    const char *text = request_header(r, "Last-Event-ID");
    if (text == NULL || text[0] == '\0')
        text = request_argument(r, "since");
    if (text == NULL)
        return -1;
    char *end;
    long long n = strtoll(text, &end, 10);
    /* Larger than any, and near the end of the numbers: there is nothing after it. */
    const long long most = 1LL << 53;
    return *end == '\0' && end != text && n >= 0 && n <= most ? n : -2;
}
