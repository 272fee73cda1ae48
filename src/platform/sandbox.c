#include "platform/sandbox.h"

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

/* Calls that no server needs: to look into other processes, to change the machine, its kernel or
 * its view of files, and calls with a history of security holes. */
static const int forbidden[] = {
#if !SANDBOX_TRACES
    SCMP_SYS(ptrace),
    SCMP_SYS(personality),
#endif
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(pidfd_getfd),
    SCMP_SYS(kcmp),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(bpf),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_uring_register),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(keyctl),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(open_tree),
    SCMP_SYS(move_mount),
    SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig),
    SCMP_SYS(fsmount),
    SCMP_SYS(fspick),
    SCMP_SYS(mount_setattr),
    SCMP_SYS(quotactl_fd),
    SCMP_SYS(process_madvise),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(name_to_handle_at),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load),
    SCMP_SYS(reboot),
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    SCMP_SYS(acct),
    SCMP_SYS(quotactl),
    SCMP_SYS(syslog),
    SCMP_SYS(settimeofday),
    SCMP_SYS(clock_settime),
    SCMP_SYS(clock_adjtime),
    SCMP_SYS(adjtimex),
    SCMP_SYS(sethostname),
    SCMP_SYS(setdomainname),
    SCMP_SYS(iopl),
    SCMP_SYS(ioperm),
    SCMP_SYS(modify_ldt),
    SCMP_SYS(vhangup),
    SCMP_SYS(lookup_dcookie),
    SCMP_SYS(nfsservctl),
    SCMP_SYS(mknod),
    SCMP_SYS(mknodat),
};

/* Allowed are sockets of the file system, of IPv4 and IPv6, and those with which the C library asks
 * for the machine's addresses. */
static int forbid_sockets(scmp_filter_ctx filter)
{
    int rc = 0;
    for (int family = AF_UNSPEC; family <= AF_NETLINK && rc == 0; family++)
        if (family != AF_UNIX && family != AF_INET && family != AF_INET6 && family != AF_NETLINK)
            rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
                                  SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)family, 0));
    return rc != 0 ? rc
                   : seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
                                      SCMP_A0(SCMP_CMP_GT, (scmp_datum_t)AF_NETLINK, 0));
}

/* A thread or process in a namespace of its own could do there what it may not do here. A filter
 * cannot read the flags of clone3, so the C library is told to use clone. */
static int forbid_namespaces(scmp_filter_ctx filter)
{
    static const uint64_t spaces[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWNET,   CLONE_NEWPID,
                                      CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP};
    int rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    for (size_t i = 0; i < ARRAY_LEN(spaces) && rc == 0; i++)
        rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                              SCMP_A0(SCMP_CMP_MASKED_EQ, spaces[i], spaces[i]));
    return rc;
}

static int forbid_calls(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL)
        return -ENOMEM;
    int rc = 0;
    for (size_t i = 0; i < ARRAY_LEN(forbidden) && rc == 0; i++)
        if (forbidden[i] >= 0) /* which this machine has */
            rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), forbidden[i], 0);
    if (rc == 0)
        rc = forbid_sockets(filter);
    if (rc == 0)
        rc = forbid_namespaces(filter);
    if (rc == 0)
        rc = seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0); /* set already */
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
    int seccomp = err != 0 ? err : -forbid_calls();
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
