#include "service/matches/seats.h"

bool seats_all_taken(const struct store_match *m)
{
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id == 0)
            return false;
    return true;
}

int seats_asked(const struct store_match *m, int64_t player)
{
    for (int i = 0; player != 0 && i < m->seats_n; i++)
        if (m->seats[i].kind == SEAT_ASKED && m->seats[i].asked.id == player)
            return i + 1;
    return 0;
}

int seats_of(const struct store_match *m, int64_t player)
{
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id == player)
            return i + 1;
    return 0;
}

bool seats_exhibition(const struct store_match *m)
{
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].kind != SEAT_BOT || m->seats[i].player.id != m->creator)
            return false;
    return m->seats_n > 0;
}

unsigned seats_bit(int seat)
{
    return 1u << (seat - 1);
}

unsigned seats_playing(const struct store_match *m, int64_t player)
{
    unsigned bits = 0;
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id == player && !m->seats[i].resigned)
            bits |= seats_bit(i + 1);
    return bits;
}

unsigned seats_active(const struct store_match *m)
{
    unsigned bits = 0;
    for (int i = 0; i < m->seats_n; i++)
        if (!m->seats[i].resigned)
            bits |= seats_bit(i + 1);
    return bits;
}
