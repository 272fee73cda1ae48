/* idle.h - deletes guests who have been away for IDLE_DAYS and have left nothing that others see
 * (no seat, challenge, match, chat, report, tournament). Writer thread only. */
#ifndef IDLE_H
#define IDLE_H
#include "service/core/service.h"

enum { IDLE_DAYS = 30 };

/* Queues an order that looks at the next players, in the order of their numbers; false when it has
 * looked at all; the next call then starts again with the first. */
bool idle_tidy(struct service *s);

#endif
