/* Linked into every program. On a fatal signal, writes signal, registers and stack words to stderr, and lets the signal
   end the program; for diagnostics only, since the verdict is decided in another process. What is written begins with a
   line that the linker was told (`stages/marks.py`), so that it is not taken for the candidate's. Before anything else
   runs, what a process has that is random becomes the same in every run. */
#define _GNU_SOURCE
#include <asm/unistd.h>
#include <elf.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
#include "apart.h"
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

/* An instruction that traps lies before where the processor stands then. Reading a broken stack may fault, or fail. */
void tell_crash(int number, int code, const void *address, const long long *values, int (*read)(const void *, long *))
{
    static const struct { const char *name; int index; } registers[] = {
        {"rip", REG_RIP}, {"rsp", REG_RSP}, {"rbp", REG_RBP}, {"rax", REG_RAX}, {"rbx", REG_RBX}, {"rcx", REG_RCX},
        {"rdx", REG_RDX}, {"rsi", REG_RSI}, {"rdi", REG_RDI}, {"r8", REG_R8},   {"r9", REG_R9},   {"r10", REG_R10},
        {"r11", REG_R11}, {"r12", REG_R12}, {"r13", REG_R13}, {"r14", REG_R14}, {"r15", REG_R15}};
    char *text = crash_memory.text;
    int is_trap = number == SIGTRAP && code == SI_KERNEL;
    char *at = put_register(put_voice(text), "@crash", number);
    at = put_register(at, "address", (long long)address);
    for (size_t index = 0; index < sizeof registers / sizeof registers[0]; index++)
        at = put_register(at, registers[index].name, values[registers[index].index] - (is_trap && index == 0));
    put_out(text, at);
    const long *stack = (const long *)(values[REG_RSP] & ~7LL);
    long word;
    for (int index = 0; number != SIGTRAP && index < STACK_WORDS && read(stack + index, &word); index++)
        put_out(text, put_register(text, "stack", word));
}

static int read_here(const void *address, long *word)
{
    *word = *(const volatile long *)address;
    return 1;
}

static void report(int number, siginfo_t *information, void *context)
{
    const greg_t *values = ((ucontext_t *)context)->uc_mcontext.gregs;
    tell_crash(number, information->si_code, information->si_addr, values, read_here);
    if (number == SIGTRAP)
        raise(number);
}

/* Where the program starts, before the C library does. Registers are as the kernel leaves them: all zero. */
__asm__("\t.globl program_start\n"
        "program_start:\n"
        "\tmovq %rsp, %rdi\n"
        "\tcall settle_the_process\n"
        "\txorl %eax, %eax\n\txorl %ecx, %ecx\n\txorl %edx, %edx\n\txorl %esi, %esi\n\txorl %edi, %edi\n"
        "\txorl %r8d, %r8d\n\txorl %r9d, %r9d\n\txorl %r10d, %r10d\n\txorl %r11d, %r11d\n"
        "\tjmp _start\n");

static void take_from_memory(unsigned long start, unsigned long size)
{
    long answer = __NR_munmap;
    __asm__ volatile("syscall" : "+a"(answer) : "D"(start), "S"(size) : "rcx", "r11", "memory");
}

/* The kernel's clock lies behind pages of its own; those are taken away whole, whatever their number, or not at all.
   Nothing else lies there yet. */
static void take_the_clock(unsigned long address, unsigned long stack)
{
    enum { PAGE = 4096, NEAR = 16 * PAGE };
    const Elf64_Phdr *part = (const Elf64_Phdr *)(address + ((const Elf64_Ehdr *)address)->e_phoff);
    if (address + NEAR > stack)
        return;
    take_from_memory(address, (part->p_memsz + PAGE - 1) / PAGE * PAGE);
    for (unsigned long size = PAGE; size <= NEAR; size += PAGE)
        take_from_memory(address - size, size);
}

/* `stack` is what the kernel leaves: arguments, environment, and what it tells a program. Of that, the 16 random bytes
   are overwritten, of which the C library makes its canary, and where the clock lies is not told. */
__attribute__((used)) static void settle_the_process(unsigned long *stack)
{
    unsigned long *told = stack + *stack + 2;
    while (*told++)
        ;
    for (; *told != AT_NULL; told += 2) {
        if (*told == AT_RANDOM)
            ((unsigned long *)told[1])[0] = ((unsigned long *)told[1])[1] = 0x7a6f21c45d93e800;
        if (*told != AT_SYSINFO_EHDR)
            continue;
        take_the_clock(told[1], (unsigned long)stack);
        told[0] = AT_IGNORE;
        told[1] = 0;
    }
}

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

/* Called by the guards of `calling_convention.py` when a function breaks the calling convention. */
void calling_convention_broken(const char *message)
{
    char voice[20], *end = put_voice(voice);
    put_out(voice, end);
    put_out(message, message + strlen(message));
    _exit(120);
}

extern char __start_candidate_text[], __stop_candidate_text[];
extern void *__libc_stack_end;

int is_candidates(const char *at)
{
    return at >= __start_candidate_text && at < __stop_candidate_text;
}

enum { TRAP_FLAG = 0x100, STACK = 8 << 20, MOST = 150000, MOST_OF_CANDIDATE = 50000 };

/* Between its call by a guard and its return, the stack above belongs to the caller; one that pops its return address
   and jumps there has left it already. */
void look_at_the_stack(const char *top, int inside, const char *end)
{
    if (inside && !stepping.entry)
        stepping.entry = top;
    if (!inside && top > stepping.entry)
        stepping.entry = 0;
    if (inside && (top > end || top < end - STACK))
        calling_convention_broken("calling convention: %rsp points elsewhere than into the stack\n");
    if (inside && stepping.entry && top > stepping.entry + 8)
        calling_convention_broken("calling convention: %rsp points above the function's own frame\n");
    if (!inside && stepping.was_inside && is_candidates(*(char **)top) && (uintptr_t)top % 16 != 8)
        calling_convention_broken("calling convention: %rsp is no multiple of 16 before a call\n");
    stepping.was_inside = (unsigned)inside;
}

enum { PUSHF = 0x9c, POPF, OPERAND_SIZE = 0x66 };

/* The first byte behind those that change an instruction, and whether one says that it has half a word. */
static const unsigned char *behind_prefixes(const unsigned char *at, int *is_short)
{
    static const unsigned char prefixes[] = {OPERAND_SIZE, 0x67, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65, 0xf2, 0xf3};
    for (*is_short = 0; (*at & 0xf0) == 0x40 || memchr(prefixes, *at, sizeof prefixes); at++)
        *is_short |= *at == OPERAND_SIZE;
    return at;
}

int is_flags_pushed(const unsigned char *at)
{
    int is_short;
    return *behind_prefixes(at, &is_short) == PUSHF;
}

/* A candidate neither sees the trap flag nor takes it away: `pushf` gets it off the stack, `popf` puts it there. */
static void keep_the_flag(const unsigned char *at, char *top)
{
    int is_short;
    if (stepping.flags)
        stepping.flags[1] &= ~(TRAP_FLAG >> 8);
    stepping.flags = 0;
    at = behind_prefixes(at, &is_short);
    if (*at == PUSHF)
        stepping.flags = top - (is_short ? 2 : 8);
    if (*at == POPF) {
        top[1] |= TRAP_FLAG >> 8;
        stepping.flags = top;
    }
}

void mark(const char *at)
{
    size_t place = (size_t)(at - __start_candidate_text);
    if (place / 8 < STEPPED_BYTES)
        stepping.path[place / 8] |= (unsigned char)(1 << place % 8);
}

/* Which instructions ran, in words of 64 bytes of code: for the engine, which knows where one begins. */
void tell_the_path(void)
{
    char line[64];
    put_out(line, put_text(put_voice(line), "@path\n"));
    size_t bytes = (size_t)(__stop_candidate_text - __start_candidate_text + 7) / 8;
    for (size_t at = 0; at < bytes && at < STEPPED_BYTES; at += 8) {
        unsigned long long word;
        memcpy(&word, stepping.path + at, sizeof word);
        put_out(line, put_word(line, word));
    }
}

static void end_stepping(void)
{
    stepping.flag = 0;
    tell_the_path();
}

__attribute__((destructor)) static void end_with_the_program(void)
{
    __asm__ volatile("pushfq\n\tandq $~0x100, (%%rsp)\n\tpopfq" : : : "cc", "memory");
    if (stepping.flag)
        end_stepping();
}

/* Where the saved registers say how many bytes they take, with what lies behind them (`_fpx_sw_bytes`). */
enum { EXTENDED_SIZE = 468 };

/* The system aligns what it writes, and up to 63 bytes above it stay as they were; how many is the processor's. */
static void lose_above_the_signals(const struct _libc_fpstate *registers, char *end)
{
    unsigned size;
    memcpy(&size, (const char *)registers + EXTENDED_SIZE, sizeof size);
    char *written = (char *)registers + size;
    if (written < end)
        memset(written, NOBODYS, (size_t)(end - written));
}

static void step(int number, siginfo_t *information, void *context)
{
    greg_t *values = ((ucontext_t *)context)->uc_mcontext.gregs;
    char *top = (char *)values[REG_RSP];
    int inside = is_candidates((const char *)values[REG_RIP]);
    if (information->si_code != TRAP_TRACE) {
        signal(number, SIG_DFL);
        report(number, information, context);
    }
    if (!stepping.flag) {
        values[REG_EFL] &= ~TRAP_FLAG;
        return;
    }
    look_at_the_stack(top, inside, __libc_stack_end);
    if (!stepping.entry)
        values[REG_EFL] &= ~TRAP_FLAG; /* Back in the guard, which sets it when it calls again. */
    if (inside) {
        mark((const char *)values[REG_RIP]);
        keep_the_flag((const unsigned char *)values[REG_RIP], top);
        lose_above_the_signals(((ucontext_t *)context)->uc_mcontext.fpregs, top - RED_ZONE);
        clear_the_stack();
    }
    stepping.of_candidate += inside;
    if (++stepping.all > MOST || stepping.of_candidate > MOST_OF_CANDIDATE) {
        values[REG_EFL] &= ~TRAP_FLAG;
        end_stepping();
    }
}

static void begin_stepping(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO};
    action.sa_sigaction = step;
    sigaction(SIGTRAP, &action, 0);
    stepping.flag = TRAP_FLAG;
    send_calls(STEPPED);
}

__attribute__((constructor)) static void install(int arguments, char **argv)
{
    settle_the_allocator();
    forget_the_core();
    clear_the_stack(); /* What was drawn may lie there still. */
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    stack_t stack = {.ss_sp = crash_memory.stack, .ss_size = sizeof crash_memory.stack};
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
    action.sa_sigaction = report;
    sigaltstack(&stack, 0);
    for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++)
        sigaction(signals[index], &action, 0);
    /* Nothing of the candidate has run yet; whoever measures starts the clock now (runner.c). Else nobody listens. */
    int is_timed = write(READY_DESCRIPTOR, "", 1) == 1;
    static const char *const apart[] = {[UNREAD] = "judge", [STEP] = "trace", [SAMPLE] = "watch"};
    for (enum reading how = UNREAD; arguments && how <= SAMPLE; how++)
        if (!strcmp(argv[0], apart[how])) {
            put_the_kernel_apart(is_timed, how);
            return;
        }
    if (is_timed) {
        guard_is_timed = 1;
        close(READY_DESCRIPTOR);
    }
    keeps_statics = (unsigned char)(!is_timed && arguments && !strcmp(argv[0], "program")); /* Callgrind's is a path. */
    if (arguments && !strcmp(argv[0], "stepped"))
        begin_stepping();
}
