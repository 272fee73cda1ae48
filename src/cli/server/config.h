/* config.h - options of a command from a file and from the environment, beside those of its command
 * line.
 *
 * One precedence: command line, then environment, then file, then the default of the command. The
 * option --smtp-login-file is HOSHI_SMTP_LOGIN_FILE in the environment and a line
 *
 *     smtp-login-file = /etc/hoshi/smtp
 *
 * in the file. There are no quotes; spaces around the = and at the end do not count. A flag there
 * is yes or no; no is the default. An unknown name in the file is an error; in the environment it
 * is ignored, because it may belong to another program. */
#ifndef CONFIG_H
#define CONFIG_H
#include "cli/command.h"

/* Reads file (NULL: none) and environment into the variables of the specs. The caller must then
 * call options_parse. Texts live until config_done. Returns 0, or -1 after a message with file and
 * line. */
MUST_USE int config_take(const struct option_spec *specs, const char *file);
/* The same for the file of another command: names that specs does not have are ignored. */
MUST_USE int config_take_some(const struct option_spec *specs, const char *file);
/* The value of --config on a command line, or of HOSHI_CONFIG; NULL: neither. */
const char *config_file(int argc, char *const *argv);
void config_done(void);

#endif
