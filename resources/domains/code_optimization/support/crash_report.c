/* Linked into every program: on a fatal signal, writes signal, registers and stack words to stderr, and lets the
   signal end the program. For diagnostics only: the verdict is decided in another process. */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { STACK_WORDS = 48 };

static char alternate_stack[16384];

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
    static char text[1024];
    const greg_t *values = ((ucontext_t *)context)->uc_mcontext.gregs;
    char *at = put_register(text, "@crash", number);
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

__attribute__((constructor)) static void install(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
    action.sa_sigaction = report;
    sigaltstack(&stack, 0);
    for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++)
        sigaction(signals[index], &action, 0);
}

/* Called by the guards of `calling_convention.py` when a function breaks the calling convention. */
void calling_convention_broken(const char *message)
{
    put_out(message, message + strlen(message));
    _exit(120);
}
