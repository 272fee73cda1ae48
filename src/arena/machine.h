/* machine.h - what a measurement was made on. */
#ifndef MACHINE_H
#define MACHINE_H
#include <jansson.h>

/* {"cpu","cpus","system","release","architecture","autogroup"}; a new reference.
 * "autogroup": whether Linux divides the processors among sessions, which can let moves wait
 * (docs/lab/server.md). */
json_t *machine_json(void);

/* The compiler that built this program. Static storage. */
const char *machine_compiler(void);

#endif
