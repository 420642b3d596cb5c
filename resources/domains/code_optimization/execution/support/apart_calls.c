/* Calls of a kernel that is in a process of its own (`apart.c`). A guard of `calling_convention.py` comes here in place
   of calling: with all registers as they would be there. It gets back those that the kernel returned with. */
#define _GNU_SOURCE
#include "apart.h"
#include <asm/unistd.h>
#include <elf.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <unistd.h>

enum { ROOM_BYTES = 4 << 20, MOST_ROOMS = 16, FIRST_ROOM = 0x100, REGISTERS = 6, READ = 22, WRITE = 23 };
enum { LEAST_ABOVE = 33, PLACES_OF_STACK = 32 };
enum { SYSCALL_BYTES = 2, ARITHMETIC_AND_DIRECTION = 0xcd5, ALIGNMENT_AND_IDENTIFICATION = 0x240000, ALWAYS = 0x202 };

/* One for each function: its way from the guard, what is said of breaches, how many words above the return address are
   the call's or watched, and which of the registers for arguments point to memory, and to const memory. */
struct kernel_call {
    void *way, *others[WAYS], *function;
    const char *moved_stack, *wrote_above;
    long words, pointers, constants;
};
extern struct kernel_call __start_kernel_calls[], __stop_kernel_calls[];
extern char kernel_returns[], kernel_asks[], kernel_starts[];

long long calls_of_kernel;
struct user_regs_struct kernel_registers;
struct user_fpregs_struct kernel_vectors __attribute__((aligned(16)));
static struct user_regs_struct first_registers;

/* All that a processor has beside them, as `xsave` lays it out: x87 and SSE, then which parts are no initial ones. */
enum { LARGEST_STATE = 1 << 14, LEGACY = 512, X87_AND_SSE = 3 };
static unsigned char first_state[LARGEST_STATE] __attribute__((aligned(64)));
static struct iovec state = {first_state, LARGEST_STATE};

/* Pages of the harness's that kernels are given: how many bytes are in use, how the other process sees how many,
   where the first argument of the last call lies, and what of the pages is a call's. */
static struct room {
    char *start, *pages, *first, *given, *given_end;
    size_t most, bytes, seen, touched;
    int how;
    unsigned char nobodys; /* Lies beside what is given. */
} rooms[MOST_ROOMS];
static size_t room_count;

/* Where a call ends, where the other process asks the system for what it is made to ask, and where it begins a call: flags
   that a tracer cannot set are those of the call's then, too. */
__asm__("\t.globl kernel_returns, kernel_asks, kernel_starts\n"
        "kernel_returns:\n\tsyscall\n\tud2\n"
        "kernel_asks:\n\tsyscall\n\tint3\n"
        "kernel_starts:\n\tpopfq\n\tret\n");

/* Each room's second page begins at a multiple of 4 GiB, so that who compares half an address is wrong beyond a page. */
static char *place_of_room(size_t number)
{
    return (char *)((FIRST_ROOM + number) << 32) - 2 * PAGE;
}

void begin_asking(void)
{
    int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    for (size_t number = 0; number < MOST_ROOMS; number++)
        if (mmap(place_of_room(number), ROOM_BYTES, PROT_NONE, flags, -1, 0) != place_of_room(number))
            _exit(NO_ROOM);
}

void follow_the_kernel(void)
{
    if (ptrace(PTRACE_SETOPTIONS, kernel_process, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD) ||
        ptrace(PTRACE_GETREGS, kernel_process, 0, &first_registers))
        _exit(NOT_TRACED);
    if (ptrace(PTRACE_GETREGSET, kernel_process, NT_X86_XSTATE, &state))
        state.iov_len = 0; /* A processor without more. */
    memset(first_state + LEGACY, 0, LARGEST_STATE - LEGACY);
    first_state[LEGACY] = X87_AND_SSE;
}

/* The vectors of a call; wider halves, masks and keys are as at first, so that nothing is kept in them. */
static int set_vectors(void)
{
    if (state.iov_len <= LEGACY)
        return ptrace(PTRACE_SETFPREGS, kernel_process, 0, &kernel_vectors) != 0;
    size_t words = offsetof(struct user_fpregs_struct, padding);
    memcpy(first_state, &kernel_vectors, words);
    return ptrace(PTRACE_SETREGSET, kernel_process, NT_X86_XSTATE, &state) != 0;
}

void send_calls(int way)
{
    for (struct kernel_call *call = __start_kernel_calls; call < __stop_kernel_calls; call++)
        call->way = call->others[way];
}

static void set_registers(struct user_regs_struct *registers)
{
    registers->orig_rax = -1ul; /* Else the system would begin the call that it stopped anew. */
    registers->cs = first_registers.cs;
    registers->ss = first_registers.ss;
    registers->fs_base = first_registers.fs_base;
    registers->gs_base = first_registers.gs_base;
    registers->ds = registers->es = registers->fs = registers->gs = 0;
    if (ptrace(PTRACE_SETREGS, kernel_process, 0, registers))
        _exit(NOT_TRACED);
}

/* In its name, while it stands still; before it goes on it is given all its registers. */
long ask_kernel(long number, const void *start, size_t size, long how)
{
    struct user_regs_struct registers = {.rip = (uintptr_t)kernel_asks, .rax = (unsigned long)number, .eflags = ALWAYS};
    registers.rdi = (uintptr_t)start;
    registers.rsi = size;
    registers.rdx = (unsigned long)how;
    set_registers(&registers);
    int stopped;
    do { /* A moment that came too late for the call before it is over now. */
        if (ptrace(PTRACE_CONT, kernel_process, 0, 0))
            _exit(NOT_TRACED);
        stopped = wait_for_kernel();
    } while (stopped == SIGSTOP && reading == SAMPLE);
    if (stopped != SIGTRAP)
        _exit(NOT_TRACED);
    ptrace(PTRACE_GETREGS, kernel_process, 0, &registers);
    return (long)registers.rax;
}

void *__real_mmap(void *start, size_t size, int how, int flags, int descriptor, off_t at);
int __real_mprotect(void *start, size_t size, int how);

/* The harness's rooms are what it maps closed and opens then. Here they are open always. */
void *__wrap_mmap(void *start, size_t size, int how, int flags, int descriptor, off_t at)
{
    if (!kernel_is_apart || how != PROT_NONE)
        return __real_mmap(start, size, how, flags, descriptor, at);
    if (room_count == MOST_ROOMS || size > ROOM_BYTES)
        _exit(NOT_TRACED);
    struct room *room = &rooms[room_count];
    room->start = place_of_room(room_count++);
    room->most = size;
    __real_mprotect(room->start, size, PROT_READ | PROT_WRITE);
    return room->start;
}

int __wrap_mprotect(void *start, size_t size, int how)
{
    for (struct room *room = rooms; room < rooms + room_count; room++) {
        if ((char *)start < room->start || (char *)start >= room->start + room->most)
            continue;
        room->pages = start;
        room->bytes = how == PROT_NONE ? 0 : size;
        return 0;
    }
    return __real_mprotect(start, size, how);
}

/* The harness says so; what else is in that room is nobody's. */
void lies_at(char *given, size_t bytes)
{
    for (struct room *room = rooms; kernel_is_apart && room < rooms + room_count; room++)
        if (given >= room->pages && given <= room->pages + room->bytes) {
            room->given = given;
            room->given_end = given + bytes;
            room->nobodys = (unsigned char)(given > room->pages ? given[-1] : *room->given_end);
        }
}

/* Pages come at once, where the system can: a fault for each would be the kernel's time. */
static void show(struct room *room, size_t bytes, int how)
{
    if (bytes < room->seen)
        ask_kernel(__NR_mprotect, room->pages + bytes, room->seen - bytes, PROT_NONE);
    if (bytes && (bytes > room->seen || how != room->how))
        ask_kernel(__NR_mprotect, room->pages, bytes, how);
    if (bytes > room->touched || how > room->how) {
        ask_kernel(__NR_madvise, room->pages, bytes, how == PROT_READ ? READ : WRITE);
        room->touched = bytes;
    }
    room->seen = bytes;
    room->how = bytes ? how : room->how;
}

static int is_written(const struct room *room)
{
    return room->given && room->seen && room->how & PROT_WRITE;
}

static void set_debug_register(int number, unsigned long value)
{
    static unsigned long now[8];
    if (now[number] != value)
        ptrace(PTRACE_POKEUSER, kernel_process, offsetof(struct user, u_debugreg) + 8 * (size_t)number, value);
    now[number] = value;
}

/* The bytes next to what may be written are watched by the processor, where that can be asked for: a store there stops
   the kernel even if it is undone before the return. */
static void watch_beside(void)
{
    enum { WATCHES = 4, CONTROL = 7 };
    unsigned long control = 0;
    int used = 0;
    for (const struct room *room = rooms; room < rooms + room_count; room++) {
        const char *next[] = {room->given - 1, room->given_end};
        for (int side = 0; side < 2 && is_written(room) && used < WATCHES; side++) {
            if (next[side] < room->pages || next[side] >= room->pages + room->seen)
                continue;
            control |= 1ul << 2 * used | 1ul << (16 + 4 * used); /* On, for stores to one byte. */
            set_debug_register(used++, (uintptr_t)next[side]);
        }
    }
    set_debug_register(CONTROL, control);
}

/* A kernel sees the rooms that an argument points into, up to their last byte's end; those of const arguments it reads. */
static void show_rooms(const struct kernel_call *call)
{
    const struct user_regs_struct *now = &kernel_registers;
    const uintptr_t given[REGISTERS] = {now->rdi, now->rsi, now->rdx, now->rcx, now->r8, now->r9};
    for (struct room *room = rooms; room < rooms + room_count; room++) {
        int how = PROT_NONE;
        room->first = room->pages + room->bytes;
        for (int place = 0; place < REGISTERS; place++) {
            if (!(call->pointers >> place & 1) || given[place] < (uintptr_t)room->pages ||
                given[place] > (uintptr_t)(room->pages + room->bytes))
                continue;
            how |= PROT_READ | (call->constants >> place & 1 ? 0 : PROT_WRITE);
            room->first = (char *)given[place] < room->first ? (char *)given[place] : room->first;
        }
        if (how != (room->seen ? room->how : PROT_NONE) || (how && room->bytes != room->seen))
            show(room, how ? room->bytes : 0, how);
    }
    if (!kernel_is_timed)
        watch_beside();
}

/* Whether the other process has changed what lies beside what it may write. */
int is_beside_changed(void)
{
    for (const struct room *room = rooms; room < rooms + room_count; room++)
        if (is_written(room) && (is_other_than(room->pages, (size_t)(room->given - room->pages), room->nobodys) ||
                                 is_other_than(room->given_end, (size_t)(room->pages + room->seen - room->given_end), room->nobodys)))
            return 1;
    return 0;
}

static int read_there(const void *address, long *word)
{
    return syscall(__NR_ptrace, PTRACE_PEEKDATA, kernel_process, address, word) == 0;
}

static const char changed[] = "a const argument was changed\n", beside[] = "memory beside an argument was changed\n";

/* The words are those of a harness that finds it changed (`tasks/builtin/harness.h`). */
static void tell(const char *text, size_t size)
{
    _exit(write(STDOUT_FILENO, text, size) < 0);
}

/* A store to what may only be read. */
static void tell_store(const char *address)
{
    for (const struct room *room = rooms; room < rooms + room_count; room++) {
        if (room->how != PROT_READ || address < room->pages || address >= room->pages + room->seen)
            continue;
        const char *end = room->pages + room->seen;
        int is_beside = address < room->first || !is_other_than(address, (size_t)(end - address), room->nobodys);
        tell(is_beside ? beside : changed, is_beside ? sizeof beside - 1 : sizeof changed - 1);
    }
}

static void tell_end(int number, const struct user_regs_struct *now)
{
    const long long registers[] = {
        (long long)now->r8, (long long)now->r9, (long long)now->r10, (long long)now->r11, (long long)now->r12,
        (long long)now->r13, (long long)now->r14, (long long)now->r15, (long long)now->rdi, (long long)now->rsi,
        (long long)now->rbp, (long long)now->rbx, (long long)now->rdx, (long long)now->rax, (long long)now->rcx,
        (long long)now->rsp, (long long)now->rip};
    siginfo_t information;
    ptrace(PTRACE_GETSIGINFO, kernel_process, 0, &information);
    if (number == SIGSEGV)
        tell_store(information.si_addr);
    if (number == SIGTRAP && information.si_code == TRAP_HWBKPT)
        tell(beside, sizeof beside - 1);
    tell_crash(number, information.si_code, information.si_addr, registers, read_there);
}

/* Up to its return, or an end of this program as of its own. */
static void run_to_its_return(struct user_regs_struct *registers)
{
    int number = run_the_kernel();
    ptrace(PTRACE_GETREGS, kernel_process, 0, registers);
    if (number == SYSTEM_CALL && registers->rip == (uintptr_t)kernel_returns + SYSCALL_BYTES) {
        registers->rax = registers->orig_rax;
        return;
    }
    if (number == SYSTEM_CALL)
        end_by(SIGSYS);
    tell_end(number, registers);
    end_by(number);
}

/* Behind the call's own words lies what is nobody's; it is looked at afterwards. */
static void lay_the_stack(unsigned long *top, const unsigned long *own, long words)
{
    for (long place = 0; top + place < (unsigned long *)stack_end; place++)
        top[place] = 0x5afe5afe00000000 | (unsigned long)place;
    top[0] = (uintptr_t)kernel_returns;
    memcpy(top + 1, own, 8 * (size_t)words);
}

static int is_nobodys_changed(const unsigned long *top, long words)
{
    for (long place = 1 + words; top + place < (unsigned long *)stack_end; place++)
        if (top[place] != (0x5afe5afe00000000 | (unsigned long)place))
            return 1;
    return 0;
}

/* It lies elsewhere in each call, by multiples of 16 bytes: no more is promised. */
static unsigned long *top_of_this_call(void)
{
    return (unsigned long *)stack_end - LEAST_ABOVE - 2 * (5 * calls_of_kernel % PLACES_OF_STACK);
}

__attribute__((used)) void run_apart(const struct kernel_call *call)
{
    unsigned long *own = (unsigned long *)kernel_registers.rsp + 1;
    if (++calls_of_kernel > most_calls) {
        end_reading();
        _exit(TOO_MANY);
    }
    unsigned long *top = top_of_this_call();
    show_rooms(call);
    lay_the_stack(top, own, call->words);
    struct user_regs_struct registers = kernel_registers;
    top[-1] = (uintptr_t)call->function;
    top[-2] = ALWAYS | (registers.eflags & ARITHMETIC_AND_DIRECTION);
    registers.rip = (uintptr_t)kernel_starts;
    registers.rsp = (uintptr_t)(top - 2);
    set_registers(&registers);
    if (set_vectors())
        _exit(NOT_TRACED);
    run_to_its_return(&registers);
    ptrace(PTRACE_GETFPREGS, kernel_process, 0, &kernel_vectors);
    if (registers.rsp != (uintptr_t)(top + 1))
        calling_convention_broken(call->moved_stack);
    if (is_nobodys_changed(top, call->words))
        calling_convention_broken(call->wrote_above);
    memcpy(own, top + 1, 8 * (size_t)call->words);
    registers.eflags = ALWAYS | (registers.eflags & (ARITHMETIC_AND_DIRECTION | ALIGNMENT_AND_IDENTIFICATION));
    kernel_registers = registers;
}
