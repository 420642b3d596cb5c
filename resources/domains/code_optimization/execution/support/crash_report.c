/* Linked into every program. On a fatal signal, writes signal, registers and stack words to stderr, and lets the signal
   end the program; for diagnostics only, since the verdict is decided in another process. What is written begins with a
   line that the linker was told (`stages/marks.py`), so that it is not taken for the candidate's. Before anything else
   runs, what a process has that is random becomes the same in every run. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
#include "changing.h"

enum { STACK_WORDS = 48, READY_DESCRIPTOR = 3 };

struct crash_memory crash_memory CHANGING;

/* A run that is `stepped` (runner.c) takes a signal at each instruction, on the program's own stack: what lies more than
   128 bytes below the stack pointer is lost then, as it may be in any process that takes signals. */
struct stepping stepping CHANGING;

/* Whether the run is timed beside the baseline's: the guards leave out then what takes as long as a short function. */
unsigned char guard_is_timed;

static char *put_text(char *at, const char *text)
{
    size_t length = strlen(text);
    memcpy(at, text, length);
    return at + length;
}

static char *put_word(char *at, unsigned long long value)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        *at++ = "0123456789abcdef"[(value >> shift) & 15];
    *at++ = '\n';
    return at;
}

static char *put_register(char *at, const char *name, long long value)
{
    at = put_text(at, name);
    *at++ = ' ';
    return put_word(at, (unsigned long long)value);
}

/* The mark is the value of a symbol of the linker's. */
static char *put_voice(char *at)
{
    unsigned long long voice;
    __asm__("movabsq $guard_voice, %0" : "=r"(voice));
    *at++ = '@';
    return put_word(at, voice);
}

static void put_out(const char *text, const char *end)
{
    if (write(STDERR_FILENO, text, (size_t)(end - text)) < 0)
        _exit(126);
}

static void report(int number, siginfo_t *information, void *context)
{
    static const struct { const char *name; int index; } registers[] = {
        {"rip", REG_RIP}, {"rsp", REG_RSP}, {"rbp", REG_RBP}, {"rax", REG_RAX}, {"rbx", REG_RBX}, {"rcx", REG_RCX},
        {"rdx", REG_RDX}, {"rsi", REG_RSI}, {"rdi", REG_RDI}, {"r8", REG_R8},   {"r9", REG_R9},   {"r10", REG_R10},
        {"r11", REG_R11}, {"r12", REG_R12}, {"r13", REG_R13}, {"r14", REG_R14}, {"r15", REG_R15}};
    char *text = crash_memory.text;
    const greg_t *values = ((ucontext_t *)context)->uc_mcontext.gregs;
    char *at = put_register(put_voice(text), "@crash", number);
    at = put_register(at, "address", (long long)information->si_addr);
    for (size_t index = 0; index < sizeof registers / sizeof registers[0]; index++)
        at = put_register(at, registers[index].name, values[registers[index].index]);
    put_out(text, at);
    if (number == SIGTRAP)
        raise(number);
    /* Reading a broken stack may fault again; the default action then ends the program. */
    const unsigned long long *stack = (const unsigned long long *)(values[REG_RSP] & ~7LL);
    for (int index = 0; index < STACK_WORDS; index++) {
        at = put_register(text, "stack", (long long)stack[index]);
        put_out(text, at);
    }
}

/* Where the program starts: the kernel's 16 random bytes, of which the C library makes its canary, are overwritten. They
   are the value of entry 25 behind the environment. Registers are as the kernel leaves them but for rax and rcx. */
__asm__("\t.globl program_start\n"
        "program_start:\n"
        "\tmovq (%rsp), %rcx\n"
        "\tleaq 16(%rsp,%rcx,8), %rcx\n"
        ".Lenvironment: movq (%rcx), %rax\n"
        "\taddq $8, %rcx\n"
        "\ttestq %rax, %rax\n"
        "\tjne .Lenvironment\n"
        ".Lentry: movq (%rcx), %rax\n"
        "\ttestq %rax, %rax\n"
        "\tje _start\n"
        "\taddq $16, %rcx\n"
        "\tcmpq $25, %rax\n"
        "\tjne .Lentry\n"
        "\tmovq -8(%rcx), %rcx\n"
        "\tmovabsq $0x7a6f21c45d93e800, %rax\n"
        "\tmovq %rax, (%rcx)\n"
        "\tmovq %rax, 8(%rcx)\n"
        "\tjmp _start\n");

extern unsigned long __bss_start[], _end[];

/* The allocator draws a number of its own, which it writes into what is given back: found by what it writes. */
static void settle_the_allocator(void)
{
    enum { FIXED = 0x5ca1ab1e };
    unsigned long *volatile block = malloc(24);
    unsigned long *given_back = block;
    free(block);
    __asm__ volatile("" : "+r"(given_back) : : "memory");
    unsigned long key = given_back[1];
    for (unsigned long *word = __bss_start; key && word < _end; word++) {
        if (*word == key) {
            *word = given_back[1] = FIXED;
            return;
        }
    }
}

/* The C library keeps what the processor says of itself, and with it the number of the core that was asked. */
extern unsigned _dl_x86_cpu_features[64] __attribute__((weak));

static void forget_the_core(void)
{
    unsigned eax = 1, ebx, ecx = 0, edx, number = 0xff000000;
    __asm__ volatile("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
    for (int word = 0; _dl_x86_cpu_features && word < 64; word++)
        if (((_dl_x86_cpu_features[word] ^ ebx) & ~number) == 0)
            _dl_x86_cpu_features[word] &= ~number;
}

/* What was drawn may lie below the stack's top still, or what a candidate keeps there. */
__attribute__((noinline)) static void clear_below(void)
{
    char below[1 << 15];
    memset(below, 0, sizeof below);
    __asm__ volatile("" : : "r"(below) : "memory");
}

/* Called by the guards of `calling_convention.py` when a function breaks the calling convention. */
void calling_convention_broken(const char *message)
{
    char voice[20], *end = put_voice(voice);
    put_out(voice, end);
    put_out(message, message + strlen(message));
    _exit(120);
}

extern char __start_candidate_text[], __stop_candidate_text[];
extern char *__libc_stack_end;

static int is_candidates(const char *at)
{
    return at >= __start_candidate_text && at < __stop_candidate_text;
}

static void step(int number, siginfo_t *information, void *context)
{
    enum { TRAP_FLAG = 0x100, STACK = 8 << 20, MOST = 150000, MOST_OF_CANDIDATE = 50000 };
    greg_t *values = ((ucontext_t *)context)->uc_mcontext.gregs;
    const char *top = (const char *)values[REG_RSP];
    int inside = is_candidates((const char *)values[REG_RIP]);
    if (information->si_code != TRAP_TRACE) {
        signal(number, SIG_DFL);
        report(number, information, context);
    }
    if (inside && (top > __libc_stack_end || top < __libc_stack_end - STACK))
        calling_convention_broken("calling convention: %rsp points elsewhere than into the stack\n");
    if (inside)
        clear_below();
    if (!inside && stepping.was_inside && is_candidates(*(char *const *)top) && (uintptr_t)top % 16 != 8)
        calling_convention_broken("calling convention: %rsp is no multiple of 16 before a call\n");
    stepping.was_inside = inside;
    stepping.of_candidate += inside;
    if (++stepping.all > MOST || stepping.of_candidate > MOST_OF_CANDIDATE) {
        stepping.flag = 0;
        values[REG_EFL] &= ~TRAP_FLAG;
    }
}

static void begin_stepping(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO};
    action.sa_sigaction = step;
    sigaction(SIGTRAP, &action, 0);
    stepping.flag = 0x100;
    __asm__ volatile("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq" : : : "cc", "memory");
}

__attribute__((constructor)) static void install(int arguments, char **argv)
{
    settle_the_allocator();
    forget_the_core();
    clear_below();
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    stack_t stack = {.ss_sp = crash_memory.stack, .ss_size = sizeof crash_memory.stack};
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
    action.sa_sigaction = report;
    sigaltstack(&stack, 0);
    for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++)
        sigaction(signals[index], &action, 0);
    /* Nothing of the candidate has run yet; whoever measures starts the clock now (runner.c). Else nobody listens. */
    if (write(READY_DESCRIPTOR, "", 1) == 1) {
        guard_is_timed = 1;
        close(READY_DESCRIPTOR);
    }
    if (arguments && !strcmp(argv[0], "stepped"))
        begin_stepping();
}
