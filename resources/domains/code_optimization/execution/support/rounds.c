/* Linked into every program, and called by harnesses that run several rounds in one process (`tasks/builtin/harness.h`). While
   rounds run, the harness's and the library's memory cannot be written; after each, what the candidate could have
   remembered is gone: its own data are as they were at the start, and so is the stack from the frame that the rounds
   are called from up to its beginning; the stack below, a crash's memory, the guards' frames, the registers of vectors
   and of the x87, and all flags are cleared. Where nothing is timed, its data stay in every other round, since a function has
   to be right on what its last call left. Where the kernel has a process of its own (`apart.c`), only that is cleaned. */
#define _GNU_SOURCE
#include <asm/unistd.h>
#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>
#include "apart.h"
#include "changing.h"

enum { NEAR = 8192, STACK = 8 << 20, COPIED = 1 << 16 };

/* All of them begin and end with a page (`stages/build.py`). */
extern char harness_state_start[], harness_state_end[], candidate_data_start[], candidate_data_end[];
extern char candidate_bss_start[], candidate_bss_end[];
extern const Elf64_Ehdr __ehdr_start;
/* Between calls no frame is in use; they are the last of the harness's state, up to its page's end. */
extern char guard_frames[];

extern void *__libc_stack_end;

/* Set where nothing is timed, neither here nor by callgrind. */
unsigned char keeps_statics;
static CHANGING unsigned rounds_gone;

static char *first_data, *hidden_start, *hidden_end, *stack_start;
static char first_stack[8192];
static size_t first_stack_size;

/* The frames from `start` on, none of which changes while rounds run, and above them the arguments, the environment and
   what the kernel tells a program. */
static void remember_the_stack(char *start)
{
    const char *name = (const char *)getauxval(AT_EXECFN), *end = __libc_stack_end;
    if (name > end && name + strlen(name) + 1 <= start + sizeof first_stack)
        end = name + strlen(name) + 1;
    stack_start = start;
    first_stack_size = (size_t)(end - start);
    memcpy(first_stack, start, first_stack_size);
}

static void clear_the_registers(void)
{
    static const unsigned controls = 0x1f80;
    unsigned long flags = 0x202;
    __asm__ volatile("ldmxcsr %0\n pushq %1\n popfq" : : "m"(controls), "r"(flags) : "cc", "memory");
    __asm__ volatile("fldz\n fldz\n fldz\n fldz\n fldz\n fldz\n fldz\n fldz\n fninit\n"
                     "pxor %%xmm0, %%xmm0\n pxor %%xmm1, %%xmm1\n pxor %%xmm2, %%xmm2\n pxor %%xmm3, %%xmm3\n"
                     "pxor %%xmm4, %%xmm4\n pxor %%xmm5, %%xmm5\n pxor %%xmm6, %%xmm6\n pxor %%xmm7, %%xmm7\n"
                     "pxor %%xmm8, %%xmm8\n pxor %%xmm9, %%xmm9\n pxor %%xmm10, %%xmm10\n pxor %%xmm11, %%xmm11\n"
                     "pxor %%xmm12, %%xmm12\n pxor %%xmm13, %%xmm13\n pxor %%xmm14, %%xmm14\n pxor %%xmm15, %%xmm15"
                     : : : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                       "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

/* Without the library: its error number is closed too. */
__attribute__((always_inline)) static inline long kernel(long number, const void *start, size_t size, long how)
{
    register long answer __asm__("rax") = number;
    __asm__ volatile("syscall" : "+a"(answer) : "D"(start), "S"(size), "d"(how) : "rcx", "r11", "memory");
    return answer;
}

static void protect(char *start, char *end, int how)
{
    if (start < end)
        kernel(__NR_mprotect, start, (size_t)(end - start), how);
}

/* Pages from `start` to `end` but those that may change. */
static void of_others(void (*act)(char *, char *, int), char *start, char *end, int how)
{
    char *open[][2] = {{harness_state_start, harness_state_end}, {candidate_data_start, candidate_data_end},
                       {candidate_bss_start, candidate_bss_end}};
    while (start < end) {
        char *stop = end, *next = end;
        for (int part = 0; part < 3; part++)
            if (open[part][0] < open[part][1] && open[part][0] >= start && open[part][0] < stop) {
                stop = open[part][0];
                next = open[part][1];
            }
        act(start, stop, how);
        start = next;
    }
}

/* What the linker made writable, and what the allocator has. */
void of_closed_memory(void (*act)(char *start, char *end, int how), int how)
{
    const Elf64_Phdr *segment = (const Elf64_Phdr *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);
    for (int number = 0; number < __ehdr_start.e_phnum; number++, segment++) {
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W))
            continue;
        char *end = (char *)((segment->p_vaddr + segment->p_memsz + PAGE - 1) / PAGE * PAGE);
        of_others(act, (char *)(segment->p_vaddr / PAGE * PAGE), end, how);
        act(end, (char *)((uintptr_t)sbrk(0) / PAGE * PAGE), how);
    }
}

/* Its caller is that of `round_over`, too. Between pages that are read alone, opening and closing those that are hidden
   takes a fifth of the time. */
void rounds_begin(void *hidden, size_t bytes, size_t behind)
{
    if (kernel_is_apart)
        return;
    hidden_start = hidden;
    hidden_end = hidden_start + bytes;
    protect(hidden_start - PAGE, hidden_start, PROT_READ);
    protect(hidden_end, (char *)(((uintptr_t)hidden_end + behind + PAGE - 1) / PAGE * PAGE), PROT_READ);
    size_t size = (size_t)(candidate_data_end - candidate_data_start);
    if (size && size <= COPIED) {
        first_data = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memcpy(first_data, candidate_data_start, size);
        mprotect(first_data, size, PROT_READ);
    }
    remember_the_stack(__builtin_dwarf_cfa());
    of_closed_memory(protect, PROT_READ);
}

/* Where much is to be cleared, the kernel takes the pages away: the next that is read is as at the start. */
__attribute__((always_inline)) static inline void take_away(char *start, char *end)
{
    kernel(__NR_madvise, start, (size_t)(end - start), MADV_DONTNEED);
}

/* From the caller's frame down: what is near by zeros, and all whole pages below those by taking them away. Nothing that
   is in use lies there, and nothing is called here: a page that came back would take longer than all the rest. */
__attribute__((noinline)) void clear_the_stack(void)
{
    char near[NEAR + PAGE], *start = (char *)(((uintptr_t)near + PAGE - 1) / PAGE * PAGE), *at = start;
    size_t words = (size_t)(near + sizeof near - start) / 8;
    __asm__ volatile("rep stosq" : "+D"(at), "+c"(words) : "a"(0L), "r"(near) : "memory");
    take_away(start - STACK, start);
}

/* Who computes for the harness sees its own arguments, and not what comes later. */
void kernel_begins(void)
{
    if (!kernel_is_apart)
        protect(hidden_start, hidden_end, PROT_NONE);
}

void kernel_ended(void)
{
    if (!kernel_is_apart)
        protect(hidden_start, hidden_end, PROT_READ | PROT_WRITE);
}

__attribute__((always_inline)) static inline void clear_the_statics(void)
{
    size_t data = (size_t)(candidate_data_end - candidate_data_start);
    size_t bss = (size_t)(candidate_bss_end - candidate_bss_start);
    if (first_data)
        memcpy(candidate_data_start, first_data, data);
    else if (data)
        take_away(candidate_data_start, candidate_data_end);
    if (bss > COPIED)
        take_away(candidate_bss_start, candidate_bss_end);
    else
        memset(candidate_bss_start, 0, bss);
}

__attribute__((always_inline)) static inline void clear_the_process(void)
{
    if (!keeps_statics || ++rounds_gone % 2 == 0)
        clear_the_statics();
    memset(&crash_memory, 0, sizeof crash_memory);
    memset(guard_frames, 0, (size_t)(harness_state_end - guard_frames));
    memcpy(stack_start, first_stack, first_stack_size);
    clear_the_registers();
    clear_the_stack();
}

void round_over(void)
{
    if (!kernel_is_apart) {
        clear_the_process();
        return;
    }
    clear_the_registers();
    clean_the_kernel();
}

/* Whether any of those bytes is another. */
int is_other_than(const char *bytes, size_t count, unsigned char byte)
{
    return count && ((unsigned char)*bytes != byte || memcmp(bytes, bytes + 1, count - 1));
}

void rounds_end(void)
{
    if (kernel_is_apart)
        kernel_is_done();
    else
        of_closed_memory(protect, PROT_READ | PROT_WRITE);
}
