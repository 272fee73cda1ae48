/* test_sandbox.c - the sandbox refuses forbidden calls, each made in a child that has entered it.
 * */
#include "testing.h"

#include "platform/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];  /* may be written */
static char outside[64]; /* may not be read */

static const char *in(const char *where, const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", where, name);
    return path;
}

static void write_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "x", 1), 1);
    (void)close(fd);
}

/* Runs the check in a confined child and returns its errno (0: it succeeded). Skips the test if the
 * kernel lacks the feature. */
static int confined(int (*check)(void), const char *which)
{
    int status = 0;
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        char buf[200];
        struct text what;
        struct sandbox *s = sandbox_new();
        text_init(&what, buf, sizeof buf);
        sandbox_may(s, "/usr", SANDBOX_READ);
        sandbox_may(s, "/lib", SANDBOX_RUN);
        sandbox_may(s, "/lib64", SANDBOX_RUN);
        sandbox_may(s, "/usr/lib", SANDBOX_RUN);
        sandbox_may(s, "/usr/bin/true", SANDBOX_RUN);
        sandbox_may(s, folder, SANDBOX_KEEP);
        sandbox_may(s, in(outside, "written"), SANDBOX_WRITE);
        (void)sandbox_enter(s, &what);
        if (strstr(buf, which) == NULL || strstr(buf, "not available") != NULL)
            _exit(255);
        _exit(check());
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 255)
        skip();
    return WEXITSTATUS(status);
}

static int try_open(const char *path, int flags)
{
    int fd = open(path, flags, 0600);
    return fd >= 0 ? close(fd) : errno;
}

static int reads_outside(void)
{
    return try_open(in(outside, "secret"), O_RDONLY);
}

static int lists_outside(void)
{
    return try_open(outside, O_RDONLY | O_DIRECTORY);
}

static int writes_outside(void)
{
    return try_open(in(outside, "new"), O_WRONLY | O_CREAT);
}

static int truncates_what_it_may_write(void)
{
    return try_open(in(outside, "written"), O_WRONLY | O_TRUNC);
}

static int reads_usr(void)
{
    return try_open("/usr/bin/true", O_RDONLY);
}

static int writes_usr(void)
{
    return try_open("/usr/bin/true", O_WRONLY);
}

static int keeps_files(void)
{
    char from[128];
    snprintf(from, sizeof from, "%s/a", folder);
    int err = try_open(from, O_RDWR | O_CREAT | O_TRUNC);
    if (err == 0 && rename(from, in(folder, "b")) != 0)
        err = errno;
    if (err == 0 && unlink(in(folder, "b")) != 0)
        err = errno;
    return err;
}

static void *read_outside(void *arg)
{
    *(int *)arg = reads_outside();
    return NULL;
}

static int reads_outside_in_a_thread(void)
{
    int err = 0;
    pthread_t t;
    if (pthread_create(&t, NULL, read_outside, &err) != 0)
        return 254;
    (void)pthread_join(t, NULL);
    return err;
}

static int run(const char *program)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        (void)execl(program, program, (char *)NULL);
        _exit(errno);
    }
    (void)waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 254;
}

static int runs_true(void)
{
    return run("/usr/bin/true");
}

static int runs_a_shell(void)
{
    return run("/bin/sh");
}

static int runs_what_it_has_written(void)
{
    (void)chmod(in(folder, "program"), 0700);
    return run(in(folder, "program"));
}

static void files_outside_are_closed(void **state)
{
    assert_int_equal(reads_outside(), 0); /* as long as it is not confined */
    assert_int_equal(confined(reads_outside, "Landlock"), EACCES);
    assert_int_equal(confined(reads_outside_in_a_thread, "Landlock"), EACCES);
    assert_int_equal(confined(lists_outside, "Landlock"), EACCES);
    assert_int_equal(confined(writes_outside, "Landlock"), EACCES);
    assert_int_equal(confined(truncates_what_it_may_write, "Landlock"), 0);
    assert_int_equal(confined(reads_usr, "Landlock"), 0);
    assert_int_equal(confined(writes_usr, "Landlock"), EACCES);
    assert_int_equal(confined(keeps_files, "Landlock"), 0);
}

static void only_named_programs_run(void **state)
{
    write_file(in(folder, "program"));
    assert_int_equal(confined(runs_true, "Landlock"), 0);
    assert_int_equal(confined(runs_a_shell, "Landlock"), EACCES);
    assert_int_equal(confined(runs_what_it_has_written, "Landlock"), EACCES);
    (void)unlink(in(folder, "program"));
}

static int traces_its_parent(void)
{
    return ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0 ? 0 : errno;
}

static int traces_itself(void)
{
    return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 ? 0 : errno;
}

static int clones_with_flags_in_memory(void)
{
    return syscall(SYS_clone3, NULL, (size_t)0) < 0 ? errno : 0;
}

static int mounts(void)
{
    return mount("none", folder, "tmpfs", 0, NULL) == 0 ? 0 : errno;
}

static int clones_into_every_namespace(void)
{
    static const unsigned long spaces[] = {CLONE_NEWUSER,  CLONE_NEWNS,  CLONE_NEWNET,
                                           CLONE_NEWPID,   CLONE_NEWIPC, CLONE_NEWUTS,
                                           CLONE_NEWCGROUP};
    for (size_t i = 0; i < ARRAY_LEN(spaces); i++) {
        long pid = syscall(SYS_clone, spaces[i] | SIGCHLD, NULL, NULL, NULL, NULL);
        if (pid == 0)
            _exit(0);
        if (pid > 0 || errno != ENOSYS)
            return 1 + (int)i;
    }
    return 0;
}

static const struct {
    const char *name;
    long number;
} dangerous[] = {
    {"unshare", SYS_unshare},
    {"setns", SYS_setns},
    {"fsopen", SYS_fsopen},
    {"fsmount", SYS_fsmount},
    {"open_tree", SYS_open_tree},
    {"move_mount", SYS_move_mount},
    {"umount2", SYS_umount2},
    {"pivot_root", SYS_pivot_root},
    {"chroot", SYS_chroot},
    {"io_uring_setup", SYS_io_uring_setup},
    {"bpf", SYS_bpf},
    {"perf_event_open", SYS_perf_event_open},
    {"userfaultfd", SYS_userfaultfd},
    {"keyctl", SYS_keyctl},
    {"add_key", SYS_add_key},
    {"request_key", SYS_request_key},
    {"process_vm_readv", SYS_process_vm_readv},
    {"process_vm_writev", SYS_process_vm_writev},
    {"pidfd_getfd", SYS_pidfd_getfd},
    {"kcmp", SYS_kcmp},
    {"open_by_handle_at", SYS_open_by_handle_at},
    {"init_module", SYS_init_module},
    {"kexec_load", SYS_kexec_load},
    {"reboot", SYS_reboot},
    {"setuid", SYS_setuid},
    {"setgroups", SYS_setgroups},
    {"capset", SYS_capset},
    {"mknodat", SYS_mknodat},
    {"clock_settime", SYS_clock_settime},
    {"sethostname", SYS_sethostname},
    {"swapon", SYS_swapon},
    {"quotactl", SYS_quotactl},
    {"syslog", SYS_syslog},
    {"shmget", SYS_shmget},
    {"a call that is not there yet", 5000},
};

/* 0, or one more than the place of the first that the kernel has looked at. */
static int makes_dangerous_calls(void)
{
    for (size_t i = 0; i < ARRAY_LEN(dangerous); i++)
        if (syscall(dangerous[i].number, -1, -1, -1, -1, -1, -1) >= 0 || errno != ENOSYS)
            return 1 + (int)i;
    return 0;
}

static int try_socket(int family)
{
    int fd = socket(family, SOCK_DGRAM, 0);
    return fd >= 0 ? close(fd) : errno;
}

static int opens_a_raw_packet_socket(void)
{
    return try_socket(AF_PACKET);
}

static int opens_a_kernel_crypto_socket(void)
{
    return try_socket(38); /* AF_ALG */
}

static int opens_sockets(void)
{
    int err = try_socket(AF_INET);
    return err != 0 ? err : try_socket(AF_UNIX);
}

static void dangerous_calls_fail(void **state)
{
    if (!SANDBOX_TRACES) {
        assert_int_equal(confined(traces_its_parent, "seccomp"), ENOSYS);
        assert_int_equal(confined(traces_itself, "seccomp"), ENOSYS);
    }
    assert_int_equal(confined(mounts, "seccomp"), ENOSYS);
    assert_int_equal(confined(clones_into_every_namespace, "seccomp"), 0);
    assert_int_equal(confined(clones_with_flags_in_memory, "seccomp"), ENOSYS);
    int looked_at = confined(makes_dangerous_calls, "seccomp");
    if (looked_at != 0)
        fail_msg("%s reached the kernel", dangerous[looked_at - 1].name);
    assert_int_equal(confined(opens_a_raw_packet_socket, "seccomp"), EAFNOSUPPORT);
    assert_int_equal(confined(opens_a_kernel_crypto_socket, "seccomp"), EAFNOSUPPORT);
    assert_int_equal(confined(opens_sockets, "seccomp"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_outside_are_closed),
        cmocka_unit_test(only_named_programs_run),
        cmocka_unit_test(dangerous_calls_fail),
    };
    snprintf(folder, sizeof folder, "/tmp/hoshi-sandbox-XXXXXX");
    snprintf(outside, sizeof outside, "/tmp/hoshi-outside-XXXXXX");
    if (mkdtemp(folder) == NULL || mkdtemp(outside) == NULL)
        return 1;
    write_file(in(outside, "secret"));
    write_file(in(outside, "written"));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    (void)unlink(in(outside, "secret"));
    (void)unlink(in(outside, "written"));
    (void)rmdir(folder);
    (void)rmdir(outside);
    return failed;
}
