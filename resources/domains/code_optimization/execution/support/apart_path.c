/* The path of a kernel that is in a process of its own, read from outside while it runs as it is judged and timed: it has
   the same code, stack, arguments and registers there, and can ask for nothing else. Where it is stepped, what lies more
   than 128 bytes below its stack pointer is lost at each instruction, as it may be in any process that takes signals. */
#define _GNU_SOURCE
#include "apart.h"
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/time.h>
#include <sys/user.h>
#include <unistd.h>

enum { MOST = 9000, MOST_OF_CANDIDATE = 3000, TRAP_FLAG = 0x100, BETWEEN_MICROSECONDS = 40, MOST_SAMPLES = 400 };
enum { STEP_TO_ITS_CALL = 32 }; /* PTRACE_SYSEMU_SINGLESTEP */

enum reading reading;
static volatile sig_atomic_t runs;
static unsigned all, of_candidate, samples;

static void stop_it(int number)
{
    (void)number;
    if (runs)
        kill(kernel_process, SIGSTOP);
}

void begin_reading(enum reading how)
{
    struct sigaction action = {.sa_flags = SA_RESTART};
    struct itimerval moments = {{0, BETWEEN_MICROSECONDS}, {0, BETWEEN_MICROSECONDS}};
    reading = how;
    if (how != SAMPLE)
        return;
    action.sa_handler = stop_it;
    sigaction(SIGALRM, &action, 0);
    setitimer(ITIMER_REAL, &moments, 0);
}

void end_reading(void)
{
    static const struct itimerval none;
    if (reading == SAMPLE)
        setitimer(ITIMER_REAL, &none, 0);
    if (reading != UNREAD)
        tell_the_path();
}

static int goes_on(int how)
{
    if (ptrace((enum __ptrace_request)how, kernel_process, 0, 0))
        _exit(NOT_TRACED);
    return wait_for_kernel();
}

static const char *place_of(struct user_regs_struct *registers)
{
    ptrace(PTRACE_GETREGS, kernel_process, 0, registers);
    return (const char *)registers->rip;
}

static void mark_if_its_own(const char *at)
{
    if (is_candidates(at))
        mark(at);
}

/* So many are enough: on a slow host it would do nothing else in the end. */
static int run_sampled(void)
{
    struct user_regs_struct registers;
    int number;
    runs = samples < MOST_SAMPLES;
    while ((number = goes_on(PTRACE_SYSEMU)) == SIGSTOP) {
        mark_if_its_own(place_of(&registers));
        runs = ++samples < MOST_SAMPLES;
    }
    runs = 0;
    return number;
}

/* Behind a `popf` the system takes the trap flag for the program's own, and would leave it set. */
static int goes_on_unfollowed(void)
{
    struct user_regs_struct registers;
    place_of(&registers);
    registers.eflags &= ~(unsigned long long)TRAP_FLAG;
    if (ptrace(PTRACE_SETREGS, kernel_process, 0, &registers))
        _exit(NOT_TRACED);
    return goes_on(PTRACE_SYSEMU);
}

/* It neither sees the trap flag where it pushes its flags nor keeps anything where a signal would write. */
static int run_stepped(void)
{
    struct user_regs_struct registers;
    int is_reached = 0, is_pushing = 0;
    while (all < MOST && of_candidate < MOST_OF_CANDIDATE) {
        int number = goes_on(STEP_TO_ITS_CALL);
        if (number != SIGTRAP)
            return number;
        const char *at = place_of(&registers);
        char *top = (char *)registers.rsp;
        int inside = is_candidates(at);
        is_reached |= inside;
        if (!is_reached)
            continue; /* It is on its way there. */
        look_at_the_stack(top, inside, stack_end);
        if (is_beside_changed())
            calling_convention_broken("calling convention: memory beside an argument is changed, if not for long\n");
        if (is_pushing)
            top[1] &= ~(TRAP_FLAG >> 8);
        is_pushing = inside && is_flags_pushed((const unsigned char *)at);
        lose_below(top - RED_ZONE);
        mark_if_its_own(at);
        all++;
        of_candidate += (unsigned)inside;
    }
    return goes_on_unfollowed();
}

int run_the_kernel(void)
{
    if (reading == STEP)
        return run_stepped();
    return reading == SAMPLE ? run_sampled() : goes_on(PTRACE_SYSEMU);
}
