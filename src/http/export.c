/* export.c - GET /api/matches/N/record: the match as a file. */
#include "http/http_int.h"

#include "base/err.h"
#include <string.h>

void export_handle(struct request *r)
{
    answer_error(r, 404, "There is no record yet.");
}
