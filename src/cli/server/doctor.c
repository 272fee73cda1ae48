#include "cli/server/doctor.h"

#include "cli/command.h"
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct doctor {
    bool json;
    json_t *list;
    enum doctor_state worst;
    int warnings, errors;
};

static const char *const state_name[] = {
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
        json_t *one =
            json_pack("{ss ss ss}", "area", area, "state", state_name[state], "what", what);
        if (todo != NULL)
            json_object_set_new(one, "do", json_string(todo));
        json_array_append_new(d->list, one);
        return;
    }
    printf("%-8s %-8s %s\n", state_name[state], area, what);
    if (todo != NULL)
        printf("%-17s -> %s\n", "", todo);
}

int doctor_run(const struct doctor_options *o)
{
    struct doctor d = {.json = o->json, .list = json_array()};
    doctor_store(&d, o);
    doctor_disk(&d, o);
    doctor_mail(&d, o);
    doctor_proxy(&d, o);
    if (d.json) {
        json_t *all = json_pack("{ss sO}", "worst", state_name[d.worst], "findings", d.list);
        (void)json_dumpf(all, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(all);
    } else {
        printf("%d errors, %d warnings\n", d.errors, d.warnings);
    }
    json_decref(d.list);
    return d.errors == 0 ? EXIT_OK : EXIT_NO;
}
