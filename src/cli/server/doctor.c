#include "cli/server/doctor.h"

#include "cli/command.h"
#include "platform/json.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

int doctor_run(const struct doctor_options *o)
{
    struct doctor d = {.json = o->json, .list = json_array()};
    doctor_store(&d, o);
    doctor_disk(&d, o);
    doctor_mail(&d, o);
    doctor_proxy(&d, o);
    if (d.json) {
        json_t *all = JSON_OBJECT({"worst", json_string(doctor_state_name[d.worst])},
                                  {"findings", json_incref(d.list)});
        (void)json_dumpf(all, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(all);
    } else {
        printf("%d errors, %d warnings\n", d.errors, d.warnings);
    }
    json_decref(d.list);
    return d.errors == 0 ? EXIT_OK : EXIT_NO;
}
