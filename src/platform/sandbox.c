#include "platform/sandbox.h"

#include "platform/sandbox_calls.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct sandbox {
    int rules;        /* a file descriptor; -1: no Landlock */
    int refused;      /* errno of that */
    uint64_t handled; /* rights that this kernel can withhold */
};

/* Definitions that only newer headers have. */
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (UINT64_C(1) << 14)
#endif

#define READS    (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITES   (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE)
#define OF_FILES (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | WRITES)

static const uint64_t rights[] = {
    [SANDBOX_READ] = READS,
    [SANDBOX_RUN] = READS | LANDLOCK_ACCESS_FS_EXECUTE,
    [SANDBOX_WRITE] = LANDLOCK_ACCESS_FS_READ_FILE | WRITES,
    [SANDBOX_KEEP] = READS | WRITES | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE,
};

/* The first version has the rights up to MAKE_SYM; REFER came with the second, TRUNCATE with the
 * third. Those that came later (ioctl, TCP, signals) are left as they are. */
static uint64_t rights_of_version(long version)
{
    uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (version >= 2)
        all |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3)
        all |= LANDLOCK_ACCESS_FS_TRUNCATE;
    return all;
}

struct sandbox *sandbox_new(void)
{
    struct sandbox *s = calloc(1, sizeof *s);
    if (s == NULL)
        abort();
    s->rules = -1;
    long version =
        syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version > 0) {
        s->handled = rights_of_version(version);
        const struct landlock_ruleset_attr attr = {.handled_access_fs = s->handled};
        s->rules = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
    }
    s->refused = errno;
    return s;
}

void sandbox_may(struct sandbox *s, const char *path, enum sandbox_right right)
{
    struct stat st;
    if (s->rules < 0 || path == NULL)
        return;
    struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent_fd < 0)
        return;
    rule.allowed_access = rights[right] & s->handled;
    if (fstat(rule.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode))
        rule.allowed_access &= OF_FILES;
    (void)syscall(SYS_landlock_add_rule, s->rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    (void)close(rule.parent_fd);
}

/* --- system calls --- */

/* Adds a rule for a call that this machine has. */
#define ALLOW(filter, name, ...)                                                                   \
    seccomp_rule_add(filter, SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(name), __VA_ARGS__)

/* Sockets of the file system, of IPv4 and IPv6, and those with which the C library asks for the
 * machine's addresses. */
static int allow_sockets(scmp_filter_ctx filter)
{
    static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
    int rc = 0;
    for (size_t i = 0; i < ARRAY_LEN(families) && rc == 0; i++)
        rc = ALLOW(filter, "socket", 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)families[i], 0));
    return rc != 0 ? rc
                   : seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
                                      SCMP_A0(SCMP_CMP_GT, AF_NETLINK, 0));
}

/* A thread or process in a namespace of its own could do there what it may not do here. A filter
 * cannot read the flags of clone3, so that is missing and the C library uses clone. */
static int allow_threads(scmp_filter_ctx filter)
{
    const scmp_datum_t spaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID |
                                CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    return ALLOW(filter, "clone", 1, SCMP_A0(SCMP_CMP_MASKED_EQ, spaces, 0));
}

static int forbid_other_calls(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (filter == NULL)
        return -ENOMEM;
    int rc = allow_sockets(filter);
    if (rc == 0)
        rc = allow_threads(filter);
    for (size_t i = 0; i < ARRAY_LEN(sandbox_calls) && rc == 0; i++)
        if (seccomp_syscall_resolve_name(sandbox_calls[i]) >= 0) /* which this machine has */
            rc = ALLOW(filter, sandbox_calls[i], 0);
    if (rc == 0)
        rc = seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0); /* set already */
    if (rc == 0)
        rc = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2); /* a tree, not a list */
    if (rc == 0)
        rc = seccomp_load(filter);
    seccomp_release(filter);
    return rc;
}

static void say(struct text *what, const char *which, int err)
{
    text_str(what, which);
    text_str(what, " is not available: ");
    text_str(what, strerror(err));
}

int sandbox_enter(struct sandbox *s, struct text *what)
{
    int err = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
    int landlock = err != 0 ? err : s->rules < 0 ? s->refused : 0;
    if (landlock == 0 && syscall(SYS_landlock_restrict_self, s->rules, 0) != 0)
        landlock = errno;
    int seccomp = err != 0 ? err : -forbid_other_calls();
    if (landlock == 0 && seccomp == 0)
        text_str(what, "Landlock and seccomp");
    else if (seccomp == 0)
        text_str(what, "seccomp only; ");
    else if (landlock == 0)
        text_str(what, "Landlock only; ");
    else
        text_str(what, "nothing; ");
    if (landlock != 0)
        say(what, "Landlock", landlock);
    if (landlock != 0 && seccomp != 0)
        text_str(what, ", ");
    if (seccomp != 0)
        say(what, "seccomp", seccomp);
    if (s->rules >= 0)
        (void)close(s->rules);
    free(s);
    return (landlock == 0) + (seccomp == 0);
}
