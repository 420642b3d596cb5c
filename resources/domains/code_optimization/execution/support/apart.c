/* The kernel in a process of its own, where a harness runs rounds. This process has the harness, stdin, the rounds'
   numbers and all that is compared; the other has the candidate's code and data, a stack, and of the harness's rooms
   those that a call is given. It can ask nothing of the system: every system call stops it, and so does its return. Its
   registers are set and read from here. So what a candidate can change is its own memory and its answer, and no more. */
#define _GNU_SOURCE
#include "apart.h"
#include <asm/unistd.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STACK = 8 << 20, COPIED = 1 << 16, MUCH = 1 << 22, READY_DESCRIPTOR = 3, MOST_CALLS = 3000, MANY = 1 << 30 };

extern char harness_state_start[], harness_state_end[];
extern char candidate_data_start[], candidate_data_end[], candidate_bss_start[], candidate_bss_end[];

unsigned char kernel_is_apart;
pid_t kernel_process;
char *stack_end;
static char *stack_start, *first_data;
static int memory;
int kernel_is_timed;
long long most_calls;
static clockid_t clock_of_kernel;
static long long begin;

/* The other process has ended, and not by returning: this one ends alike. */
void end_by(int number)
{
    signal(number, SIG_DFL);
    raise(number);
    _exit(NOT_TRACED);
}

/* The signal by which it stands still. */
int wait_for_kernel(void)
{
    int status;
    if (waitpid(kernel_process, &status, __WALL) != kernel_process)
        _exit(NOT_TRACED);
    if (WIFSIGNALED(status) && kernel_is_apart)
        end_by(WTERMSIG(status));
    if (!WIFSTOPPED(status))
        _exit(NOT_TRACED); /* Before it has run anything of a candidate's. */
    return WSTOPSIG(status);
}

static size_t data_size(void)
{
    return (size_t)(candidate_data_end - candidate_data_start);
}

static size_t bss_size(void)
{
    return (size_t)(candidate_bss_end - candidate_bss_start);
}

/* Of much data the system itself knows how they were at first: those are the other process's own. */
static size_t shared_data(void)
{
    return data_size() <= COPIED ? data_size() : 0;
}

static void share(char *start, size_t size, size_t at)
{
    if (size && mmap(start, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory, (off_t)at) != start)
        _exit(NO_ROOM);
}

/* Stack, data and zeros of the kernel's, in this order in one file of memory. */
static void share_its_memory(void)
{
    size_t data = shared_data();
    memory = memfd_create("memory", MFD_CLOEXEC);
    stack_start = mmap(0, PAGE + STACK + PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory < 0 || stack_start == MAP_FAILED || ftruncate(memory, (off_t)(STACK + data + bss_size())))
        _exit(NO_ROOM);
    stack_start += PAGE;
    stack_end = stack_start + STACK;
    share(stack_start, STACK, 0);
    if (data) {
        first_data = mmap(0, data, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memcpy(first_data, candidate_data_start, data);
        share(candidate_data_start, data, STACK);
        memcpy(candidate_data_start, first_data, data);
    }
    share(candidate_bss_start, bss_size(), STACK + data);
}

/* Beside being stopped at each system call of its own: what `ask_kernel` asks in its name is all that is open. */
static void close_the_system(void)
{
    static struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, 8),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_madvise, 7, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_munmap, 6, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_ptrace, 5, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_kill, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 16),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0))
        _exit(NOT_TRACED);
}

/* The C library keeps it for the thread; it differs from run to run. */
static void forget_the_number(pid_t self)
{
    enum { THREAD = 2304 };
    for (pid_t *word = __builtin_thread_pointer(), *end = word + THREAD / sizeof *word; word < end; word++)
        if (*word == self)
            *word = 0;
}

static void be_the_kernel(void)
{
    pid_t self = getpid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int descriptor = 0; descriptor < 8; descriptor++)
        close(descriptor);
    forget_the_number(self);
    close_the_system();
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0)
        kill(self, SIGSTOP);
    _exit(NOT_TRACED);
}

static void close_there(char *start, char *end, int how)
{
    if (start < end)
        ask_kernel(__NR_mprotect, start, (size_t)(end - start), how);
}

/* Its copy of the harness's memory is of a time when nothing was read yet; it cannot be written. This stack goes. */
static void close_what_it_copied(void)
{
    const char *name = (const char *)getauxval(AT_EXECFN);
    uintptr_t end = ((uintptr_t)(name + strlen(name)) + PAGE) / PAGE * PAGE;
    of_closed_memory(close_there, PROT_READ);
    close_there(harness_state_start, harness_state_end, PROT_READ);
    ask_kernel(__NR_munmap, (void *)(end - STACK), STACK, 0);
    if (first_data)
        ask_kernel(__NR_munmap, first_data, shared_data(), 0);
}

/* Both on one: what the harness has written for a kernel is near it then. */
static void stay_on_this_processor(void)
{
    unsigned number = 0;
    cpu_set_t one;
    syscall(__NR_getcpu, &number, 0, 0);
    CPU_ZERO(&one);
    CPU_SET(number, &one);
    sched_setaffinity(0, sizeof one, &one);
}

static long long time_of_kernel(void)
{
    struct timespec at = {0, 0};
    clock_gettime(clock_of_kernel, &at);
    return at.tv_sec * 1000000000ll + at.tv_nsec;
}

void put_the_kernel_apart(int timed, enum reading how)
{
    stay_on_this_processor();
    share_its_memory();
    begin_asking();
    kernel_process = fork();
    if (kernel_process == 0)
        be_the_kernel();
    kernel_is_timed = timed; /* Not before: what the other process has copied it can read. */
    keeps_statics = (unsigned char)(!timed && how != SAMPLE);
    most_calls = timed ? MANY : MOST_CALLS;
    if (kernel_process < 0)
        _exit(NO_ROOM);
    if (wait_for_kernel() != SIGSTOP || clock_getcpuclockid(kernel_process, &clock_of_kernel))
        _exit(NOT_TRACED);
    follow_the_kernel();
    send_calls(APART);
    close_what_it_copied();
    kernel_is_apart = 1;
    begin_reading(how);
    begin = time_of_kernel();
}

/* Where it wrote: `byte` again. Pages stay where they are not many, since getting them anew would be the kernel's time. */
static void clear(char *start, size_t first, size_t size, size_t from, size_t to, int byte)
{
    from = from > first ? from : first;
    to = to < first + size ? to : first + size;
    if (from >= to)
        return;
    if (to - from > MUCH)
        madvise(start + (from - first), to - from, MADV_REMOVE);
    else
        memset(start + (from - first), byte, to - from);
}

static void clear_its_statics(void)
{
    size_t data = shared_data();
    if (data != data_size())
        ask_kernel(__NR_madvise, candidate_data_start, data_size(), MADV_DONTNEED);
    if (data)
        memcpy(candidate_data_start, first_data, data);
    for (off_t at = lseek(memory, (off_t)(STACK + data), SEEK_DATA), end; at >= 0; at = lseek(memory, end, SEEK_DATA)) {
        end = lseek(memory, at, SEEK_HOLE);
        clear(candidate_bss_start, STACK + data, bss_size(), (size_t)at, (size_t)end, 0);
    }
}

/* Its stack is no zeros after the first round: who forgets to clear an array of his own is not right. Nor is who forgets
   it in static memory: where nothing is timed, that is as the last round left it in every other one. */
void clean_the_kernel(void)
{
    static unsigned rounds;
    if (!keeps_statics || ++rounds % 2 == 0)
        clear_its_statics();
    for (off_t at = lseek(memory, 0, SEEK_DATA), end; at >= 0 && at < STACK; at = lseek(memory, end, SEEK_DATA)) {
        end = lseek(memory, at, SEEK_HOLE);
        clear(stack_start, 0, STACK, (size_t)at, (size_t)end, NOBODYS);
    }
}

/* What lies below `top` on its stack, as where a signal's handler ran: near it by noise, and pages further down are gone. */
void lose_below(const char *top)
{
    enum { NEAR = 2 * PAGE };
    char *end = stack_start + (top - stack_start), *near = end - NEAR < stack_start ? stack_start : end - NEAR;
    char *page = stack_start + (near - stack_start) / PAGE * PAGE;
    off_t first = lseek(memory, 0, SEEK_DATA);
    if (end < stack_start || end > stack_end)
        return;
    memset(near, NOBODYS, (size_t)(end - near));
    if (first >= 0 && first < page - stack_start)
        madvise(stack_start + first, (size_t)(page - stack_start - first), MADV_REMOVE);
}

/* Who measures is told the nanoseconds of a processor that the other process took, and how many calls (runner.c). */
void kernel_is_done(void)
{
    long long taken[] = {time_of_kernel() - begin, calls_of_kernel};
    end_reading();
    kill(kernel_process, SIGKILL);
    waitpid(kernel_process, 0, __WALL); /* Else a program that runs often leaves as many behind. */
    if (kernel_is_timed && write(READY_DESCRIPTOR, taken, sizeof taken) < 0)
        _exit(NOT_TRACED);
}
