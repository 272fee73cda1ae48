/* doctor_find.c - a finding of the doctor, as a line or as JSON. */
#include "cli/server/doctor.h"

#include "platform/json.h"

#include <stdarg.h>
#include <stdio.h>

const char *const doctor_state_name[DOCTOR_STATE_N] = {
    [DOCTOR_OK] = "ok", [DOCTOR_WARNING] = "warning", [DOCTOR_ERROR] = "error"};

void doctor_find(struct doctor *d, const char *area, enum doctor_state state, const char *todo,
                 const char *format, ...)
{
    char what[400];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    for (char *c = what; *c != '\0'; c++) /* messages of libraries */
        if (*c == '\n' || *c == '\t')
            *c = ' ';
    d->worst = state > d->worst ? state : d->worst;
    d->warnings += state == DOCTOR_WARNING;
    d->errors += state == DOCTOR_ERROR;
    if (d->json) {
        json_t *one = JSON_OBJECT({"area", json_string(area)},
                                  {"state", json_string(doctor_state_name[state])},
                                  {"what", json_string(what)});
        if (todo != NULL)
            json_object_set_new(one, "do", json_string(todo));
        json_array_append_new(d->list, one);
        return;
    }
    printf("%-8s %-8s %s\n", doctor_state_name[state], area, what);
    if (todo != NULL)
        printf("%-17s -> %s\n", "", todo);
}
