/* Starts a candidate's program with the kernel closed to it. Nothing of a candidate is linked in here.
     runner                                         nothing, so that what a start takes can be counted
     runner run INPUT ERRORS PROGRAM                one run: stdin from INPUT, stderr to ERRORS
     runner judge INPUT ERRORS PROGRAM              the same with the kernel in a process of its own (apart.c)
     runner trace INPUT ERRORS PROGRAM              the same, and it is told which instructions ran (apart_path.c)
     runner watch INPUT ERRORS PROGRAM              the same of those that ran at some moments
     runner step INPUT ERRORS PROGRAM               as `run` with a signal at each instruction (crash_report.c)
     runner profile INPUT PROFILE TOOL ARGUMENT...  the same under callgrind, whose own calls are open to it too
     runner compare NAME INPUT RUNS MILLISECONDS A B  A and B in turn, run or judged by their name; a coin says which first; prints nanoseconds of each, pair by pair;
                                                  or the one whose output or end differs from A's first, by number
     runner bound NAME INPUT RUNS MILLISECONDS A B  the same, up to the pair after which B has been no slower than LAGGING times A
   Judged programs take ten microseconds for a call: where the baseline makes many, which are short then, all are run.
   The filter is set before the program is executed. One exec is open, by a descriptor that closes when it is used and
   whose number no later descriptor can have, since the limit on descriptors lies below it. */
#define _GNU_SOURCE
#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROGRAM_DESCRIPTOR = 200, OPEN_FILES = 64, READY_DESCRIPTOR = 3, OUTPUT_BYTES = 1 << 20, MAXIMUM_RUNS = 64 };
enum { FAILED = 125, LEAST_PAIRS = 16, MOST_CALLS = 700, TOO_MANY = 123, NOT_TRACED = 124, NO_ROOM = 122 };
enum { ANY = -1 };
#define GONE (SECCOMP_RET_ERRNO | ENOENT)
#define NEVER (SECCOMP_RET_ERRNO | EPERM)
#define DONE SECCOMP_RET_ERRNO /* answered with 0, and not done: callgrind gives up where it can remove nothing */
#define ABSENT (SECCOMP_RET_ERRNO | ENOSYS) /* its answer would name the processor that runs the program */
#define NO_SLEEP (SECCOMP_RET_ERRNO | EAGAIN)

/* A call is answered by the first rule of its number whose argument fits: (argument & mask) == value. */
struct rule {
    int call, argument;
    unsigned mask, value, action;
};

#define ALWAYS(name) {__NR_##name, ANY, 0, 0, SECCOMP_RET_ALLOW}
#define ONLY(name, at, bits, wanted) {__NR_##name, at, bits, wanted, SECCOMP_RET_ALLOW}
#define ANSWER(name, error) {__NR_##name, ANY, 0, 0, error}

/* What a program that reads stdin, computes and prints asks of the kernel. Files look absent; the rest kills. What a
   descriptor is nobody is told: its times would lie on the stack. */
static const struct rule for_programs[] = {
    ONLY(read, 0, ~0u, 0), ONLY(readv, 0, ~0u, 0), ONLY(write, 0, ~0u, 1), ONLY(write, 0, ~0u, 2),
    ONLY(write, 0, ~0u, READY_DESCRIPTOR), ONLY(writev, 0, ~0u, 1), ONLY(writev, 0, ~0u, 2),
    ALWAYS(close), ANSWER(fstat, NEVER), ANSWER(newfstatat, GONE), ALWAYS(lseek), ONLY(ioctl, 1, ~0u, TCGETS),
    ALWAYS(brk), ALWAYS(munmap), ALWAYS(mremap), ALWAYS(madvise),
    ONLY(mmap, 2, PROT_EXEC, 0), ONLY(mprotect, 2, PROT_EXEC, 0),
    ALWAYS(rt_sigaction), ALWAYS(rt_sigprocmask), ALWAYS(rt_sigreturn), ALWAYS(sigaltstack), ALWAYS(tgkill),
    ALWAYS(getpid), ALWAYS(gettid), ALWAYS(clock_gettime), ALWAYS(clock_getres), ALWAYS(gettimeofday), ALWAYS(time),
    ALWAYS(times), ALWAYS(getrusage), ALWAYS(getrandom), ALWAYS(uname), ALWAYS(sysinfo), ALWAYS(sched_getaffinity),
    ALWAYS(exit), ALWAYS(exit_group), ALWAYS(restart_syscall), ANSWER(futex, NO_SLEEP),
    ALWAYS(arch_prctl), ALWAYS(set_tid_address), ALWAYS(set_robust_list), ANSWER(rseq, ABSENT),
    ONLY(prlimit64, 2, ~0u, 0), ALWAYS(getrlimit), ANSWER(readlink, GONE), ANSWER(readlinkat, GONE),
    ANSWER(open, GONE), ANSWER(openat, GONE), ANSWER(access, GONE), ANSWER(stat, GONE), ANSWER(statx, GONE),
    ONLY(execveat, 0, ~0u, PROGRAM_DESCRIPTOR),
};

/* Callgrind's own calls beside those. It writes its profile when the program has ended, over whatever stands there; what
   could keep it from that (another mode, a link, a removal) is closed, and so is every other process. */
static const struct rule for_callgrind[] = {
    ALWAYS(read), ALWAYS(write), ALWAYS(fstat), ALWAYS(newfstatat), ALWAYS(open), ALWAYS(openat), ALWAYS(pread64), ALWAYS(stat), ALWAYS(lstat),
    ALWAYS(statx), ALWAYS(access), ALWAYS(readlink), ALWAYS(getcwd), ALWAYS(fcntl), ALWAYS(pipe), ALWAYS(dup),
    ALWAYS(mmap), ALWAYS(mprotect), ALWAYS(rt_sigtimedwait), ALWAYS(rt_sigpending), ALWAYS(getppid), ALWAYS(getuid),
    ALWAYS(geteuid), ALWAYS(getgid), ALWAYS(getegid), ALWAYS(getpgrp), ALWAYS(getdents64), ALWAYS(getdents),
    ALWAYS(prlimit64), ALWAYS(setrlimit), ALWAYS(poll), ALWAYS(futex), ALWAYS(sched_yield), ALWAYS(tkill),
    ALWAYS(prctl), ANSWER(unlink, DONE), ANSWER(getxattr, NEVER), ANSWER(socket, NEVER),
};

/* A program whose kernel has a process of its own (`apart.c`), which closes the system to that before it begins. */
static const struct rule for_judges[] = {
    ALWAYS(clone), ALWAYS(fork), ALWAYS(wait4), ALWAYS(ptrace), ALWAYS(memfd_create), ALWAYS(ftruncate), ALWAYS(prctl),
    ALWAYS(kill), ALWAYS(getcpu), ALWAYS(setitimer), ONLY(sched_setaffinity, 0, ~0u, 0),
};

/* All of one length, since a kernel can find where a program's own name lies. */
static const char judge[] = "judge";
static char *const readers[] = {"trace", "watch"};
static char program_name[] = "program";

static int is_reader(const char *name)
{
    return !strcmp(name, readers[0]) || !strcmp(name, readers[1]);
}

static void fail(const char *what)
{
    fprintf(stderr, "runner: %s: %s\n", what, strerror(errno));
    exit(FAILED);
}

static struct sock_filter *statement(struct sock_filter *at, unsigned code, unsigned value)
{
    *at = (struct sock_filter)BPF_STMT(code, value);
    return at + 1;
}

static struct sock_filter *unless_equal(struct sock_filter *at, unsigned value, unsigned skipped)
{
    *at = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, (unsigned char)skipped);
    return at + 1;
}

static struct sock_filter *load(struct sock_filter *at, size_t offset)
{
    return statement(at, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset);
}

static struct sock_filter *add_rule(struct sock_filter *at, const struct rule *rule)
{
    at = load(at, offsetof(struct seccomp_data, nr));
    at = unless_equal(at, (unsigned)rule->call, rule->argument == ANY ? 1 : 4);
    if (rule->argument != ANY) {
        at = load(at, offsetof(struct seccomp_data, args) + 8 * (size_t)rule->argument);
        at = statement(at, BPF_ALU | BPF_AND | BPF_K, rule->mask);
        at = unless_equal(at, rule->value, 1);
    }
    return statement(at, BPF_RET | BPF_K, rule->action);
}

/* Another architecture's calls (int 0x80) and those of x32 have other numbers: the first kill, the second fit no rule. */
static void close_the_kernel(int callgrind, int judges)
{
    const struct rule end_of_its_own = ONLY(kill, 0, ~0u, (unsigned)getpid());
    static struct sock_filter filter[1024];
    struct sock_filter *at = load(filter, offsetof(struct seccomp_data, arch));
    *at = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    at = statement(at + 1, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    if (callgrind)
        at = add_rule(at, &end_of_its_own); /* by the signal that ended the program */
    for (size_t index = 0; callgrind && index < sizeof for_callgrind / sizeof *for_callgrind; index++)
        at = add_rule(at, &for_callgrind[index]);
    for (size_t index = 0; judges && index < sizeof for_judges / sizeof *for_judges; index++)
        at = add_rule(at, &for_judges[index]);
    for (size_t index = 0; index < sizeof for_programs / sizeof *for_programs; index++)
        at = add_rule(at, &for_programs[index]);
    at = statement(at, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    struct sock_fprog program = {(unsigned short)(at - filter), filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0))
        fail("the filter of system calls");
}

static void put_at(int descriptor, int wanted)
{
    if (descriptor < 0 || dup2(descriptor, wanted) < 0)
        fail("a descriptor");
    if (descriptor != wanted)
        close(descriptor);
}

/* Equal addresses in every run, so that equal candidates crash equally; an empty environment. */
static void execute(const char *file, char *const arguments[], char *const environment[], int callgrind)
{
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    struct rlimit files = {OPEN_FILES, OPEN_FILES};
    if (descriptor < 0 || dup3(descriptor, PROGRAM_DESCRIPTOR, O_CLOEXEC) < 0)
        fail(file);
    if (personality(ADDR_NO_RANDOMIZE) < 0 || setrlimit(RLIMIT_NOFILE, &files))
        fail("personality");
    close(descriptor);
    close_the_kernel(callgrind, !strcmp(arguments[0], judge) || is_reader(arguments[0]));
    syscall(__NR_execveat, PROGRAM_DESCRIPTOR, "", arguments, environment, AT_EMPTY_PATH);
    fail(file);
}

static void execute_alone(const char *file, char *name)
{
    char *const arguments[] = {name, 0}, *const environment[] = {0};
    execute(file, arguments, environment, 0);
}

static void run(char **argv, char *name)
{
    put_at(open(argv[0], O_RDONLY), STDIN_FILENO);
    put_at(open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0644), STDERR_FILENO);
    execute_alone(argv[2], name);
}

/* A program that makes too many calls to be judged to its end has printed nothing yet; it is run once more, as others are. */
static void judge_or_run(char **argv)
{
    int status;
    pid_t pid = fork();
    if (pid < 0)
        fail("fork");
    if (pid == 0)
        run(argv, (char *)judge);
    waitpid(pid, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == TOO_MANY)
        run(argv, program_name);
    if (WIFEXITED(status))
        exit(WEXITSTATUS(status));
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
}

/* The profile exists before the program starts: nobody can make it with a mode that callgrind could not write over. */
static void profile(char **argv)
{
    char *const environment[] = {"VALGRIND_LAUNCHER=/usr/bin/valgrind", 0};
    close(open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0600));
    put_at(open(argv[0], O_RDONLY), STDIN_FILENO);
    put_at(open("/dev/null", O_WRONLY), STDERR_FILENO);
    execute(argv[2], &argv[2], environment, 1);
}

struct output {
    size_t size;
    int status;
    char bytes[OUTPUT_BYTES];
};

static struct output first, now;
static char *input;
static size_t input_bytes;

static long long nanoseconds(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000000ll + at.tv_nsec;
}

static long long microseconds(struct timeval time)
{
    return time.tv_sec * 1000000ll + time.tv_usec;
}

struct child {
    pid_t pid;
    int in, out, ready;
};

static char *name_of_runs;
static long long calls;

static struct child start(const char *program)
{
    int in[2], out[2], ready[2];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(ready, O_CLOEXEC))
        fail("pipe");
    pid_t pid = fork();
    if (pid < 0)
        fail("fork");
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        /* Moved above what they are put at, so that none is lost on the way. */
        int moved_in = fcntl(in[0], F_DUPFD_CLOEXEC, 20), moved_out = fcntl(out[1], F_DUPFD_CLOEXEC, 20);
        int moved_ready = fcntl(ready[1], F_DUPFD_CLOEXEC, 20);
        put_at(moved_in, STDIN_FILENO);
        put_at(moved_out, STDOUT_FILENO);
        put_at(open("/dev/null", O_WRONLY), STDERR_FILENO);
        put_at(moved_ready, READY_DESCRIPTOR);
        execute_alone(program, name_of_runs);
    }
    close(in[0]);
    close(out[1]);
    close(ready[1]);
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    return (struct child){pid, in[1], out[0], ready[0]};
}

static void write_more(struct child *child, size_t *written)
{
    ssize_t count = write(child->in, input + *written, input_bytes - *written);
    *written += count > 0 ? (size_t)count : 0;
    if ((count < 0 && errno != EAGAIN) || *written == input_bytes) {
        close(child->in);
        child->in = -1;
    }
}

/* Nanoseconds of a processor that the program takes from its input to its end. It has been started before and says when
   it is ready: the harness's word, given before anything of the candidate runs. One that has its kernel in a process of
   its own says at its end what that took. A clock on the wall would count what other programs of the machine do too, and
   a program that can only compute has nothing to wait for. */
static long long time_of(const char *program)
{
    struct child child = start(program);
    char ready;
    size_t written = 0;
    if (read(child.ready, &ready, 1) != 1)
        ready = 0;
    now.size = 0;
    clockid_t clock;
    struct timespec at = {0, 0};
    if (clock_getcpuclockid(child.pid, &clock) || clock_gettime(clock, &at))
        fail("the clock of a program");
    long long begin = at.tv_sec * 1000000000ll + at.tv_nsec;
    write_more(&child, &written);
    for (;;) {
        struct pollfd ends[] = {{child.out, POLLIN, 0}, {child.in, POLLOUT, 0}};
        if (poll(ends, 2, -1) < 0)
            fail("poll");
        if (child.in >= 0 && ends[1].revents)
            write_more(&child, &written);
        if (!ends[0].revents)
            continue;
        ssize_t count = read(child.out, now.bytes + now.size, OUTPUT_BYTES - now.size);
        if (count <= 0)
            break;
        now.size += (size_t)count;
    }
    if (child.in >= 0)
        close(child.in);
    close(child.out);
    struct rusage used;
    long long kernels[2] = {0, 0};
    wait4(child.pid, &now.status, 0, &used);
    int is_told = read(child.ready, kernels, sizeof kernels) == sizeof kernels;
    close(child.ready);
    /* The machine's failure, and nobody's end. */
    int ended = WIFEXITED(now.status) ? WEXITSTATUS(now.status) : 0;
    if (!strcmp(name_of_runs, judge) && (ended == NOT_TRACED || ended == NO_ROOM))
        exit(ended);
    calls = kernels[1];
    if (is_told)
        return kernels[0];
    return microseconds(used.ru_utime) * 1000 + microseconds(used.ru_stime) * 1000 - begin;
}

static void read_input(const char *file)
{
    FILE *opened = fopen(file, "rb");
    if (!opened || fseek(opened, 0, SEEK_END))
        fail(file);
    input_bytes = (size_t)ftell(opened);
    rewind(opened);
    input = malloc(input_bytes + 1);
    if (!input || fread(input, 1, input_bytes, opened) != input_bytes)
        fail(file);
    fclose(opened);
}

static int as_the_first(void)
{
    return now.status == first.status && now.size == first.size && !memcmp(now.bytes, first.bytes, now.size);
}

static int ran_out_of_time(void)
{
    return WIFSIGNALED(now.status) && (WTERMSIG(now.status) == SIGXCPU || WTERMSIG(now.status) == SIGKILL);
}

static long long least(const long long *times, size_t from, size_t count)
{
    long long found = times[from];
    for (size_t index = from; index < count; index += 2)
        found = times[index] < found ? times[index] : found;
    return found;
}

static double apart(long long left, long long right)
{
    long long low = left < right ? left : right, high = left < right ? right : left;
    return (double)(high - low) / (double)(low > 0 ? low : 1);
}

/* Whether more pairs can't change the answer: the minima differ by much more than minima of half of the runs do. */
static int settled(const long long *one, const long long *other, size_t count)
{
    long long halves[] = {least(one, 0, count), least(one, 1, count), least(other, 0, count), least(other, 1, count)};
    double first_noise = apart(halves[0], halves[1]), other_noise = apart(halves[2], halves[3]);
    double noise = first_noise > other_noise ? first_noise : other_noise;
    long long best = halves[0] < halves[1] ? halves[0] : halves[1];
    long long other_best = halves[2] < halves[3] ? halves[2] : halves[3];
    return count >= LEAST_PAIRS && apart(best, other_best) > 4 * (noise > 0.02 ? noise : 0.02);
}

/* Which of the two runs first is a coin's: so who comes second gains or loses nothing by it, whatever the load. */
static int coin(void)
{
    static unsigned long long bits;
    if (!bits && getentropy(&bits, sizeof bits))
        fail("randomness");
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    return (int)(bits >> 40 & 1);
}

/* Whether the second is no slower than the first by so much that only another program is. */
static int keeps_up(const long long *one, const long long *other, size_t count)
{
    enum { LAGGING = 2, NOISE = 300000 };
    long long best = least(one, 0, count), other_best = least(other, 0, count);
    for (size_t index = 1; index < count; index += 2) {
        best = one[index] < best ? one[index] : best;
        other_best = other[index] < other_best ? other[index] : other_best;
    }
    return other_best <= LAGGING * best + NOISE;
}

/* The arguments: input, runs, milliseconds, then the baseline and the candidate at each place of their code, and at last
   the harness alone, if at all. Two pairs of runs have one place, so that every other pair has all of them. */
static int compare(int arguments, char **argv, int is_bound)
{
    static long long times[2][MAXIMUM_RUNS];
    size_t places = (size_t)(arguments - 3) / 2;
    const char *floor = arguments % 2 ? 0 : argv[arguments - 1];
    size_t runs = (size_t)atol(argv[1]), count = 0;
    long long deadline = nanoseconds() + atoll(argv[2]) * 1000000ll;
    signal(SIGPIPE, SIG_IGN);
    read_input(argv[0]);
    time_of(argv[3]);
    if (calls > MOST_CALLS) {
        name_of_runs = program_name;
        time_of(argv[3]);
    }
    first = now;
    if (!WIFEXITED(first.status)) {
        printf("%s 0\n", ran_out_of_time() ? "slow" : "differs");
        return 0;
    }
    while (count < runs && count < MAXIMUM_RUNS && (count < LEAST_PAIRS || nanoseconds() < deadline)) {
        for (int turn = 0, start = coin(); turn < 2; turn++) {
            int which = turn ^ start;
            times[which][count] = time_of(argv[3 + 2 * (count / 2 % places) + (size_t)which]);
            if (!as_the_first()) {
                printf("%s %d\n", ran_out_of_time() ? "slow" : "differs", which);
                return 0;
            }
        }
        printf("%lld %lld\n", times[0][count], times[1][count]);
        if (floor && count % 2 == 0) {
            long long alone = time_of(floor);
            if (WIFEXITED(now.status))
                printf("floor %lld\n", alone);
        }
        count++;
        if (is_bound ? keeps_up(times[0], times[1], count) : settled(times[0], times[1], count))
            break;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 1)
        return 0;
    if (argc == 5 && !strcmp(argv[1], "run"))
        run(argv + 2, program_name);
    else if (argc == 5 && !strcmp(argv[1], judge))
        judge_or_run(argv + 2);
    else if (argc == 5 && is_reader(argv[1]))
        run(argv + 2, argv[1]);
    else if (argc == 5 && !strcmp(argv[1], "step"))
        run(argv + 2, "stepped");
    else if (argc > 5 && !strcmp(argv[1], "profile"))
        profile(argv + 2);
    else if (argc >= 8 && (!strcmp(argv[1], "compare") || !strcmp(argv[1], "bound"))) {
        name_of_runs = argv[2];
        return compare(argc - 3, argv + 3, !strcmp(argv[1], "bound"));
    }
    fprintf(stderr, "runner: run, judge, trace, watch, step, profile, compare or bound\n");
    return FAILED;
}
