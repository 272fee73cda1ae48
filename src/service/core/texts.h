/* texts.h - who pays for the texts that the store keeps: chat, notes, studies, teams.
 *
 * Each text takes its KiB (rounded up) from two budgets, that of its writer and that of the network
 * from which it comes (quota.h: QUOTA_TEXT_...; docs/LIMITS.md); those of guests are small. While
 * the disk is nearly full (service_site: keep_free), guests write no texts. Moves are no texts. */
#ifndef TEXTS_H
#define TEXTS_H
#include "service/core/service.h"

/* Pays for a text of so many bytes, or refuses the order. */
MUST_USE int texts_pay(struct work *w, size_t bytes);

/* Refuses the order unless a line of chat has 1 to SERVICE_CHAT_CHARS_MAX characters. */
MUST_USE int texts_line(struct work *w, const char *text);

#endif
