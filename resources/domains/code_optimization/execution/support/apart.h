/* The process that a kernel has for itself where a harness runs rounds: `apart.c` makes it and cleans it, `apart_calls.c`
   runs each call of a kernel there. */
#include <stddef.h>
#include <sys/types.h>

/* What a program exits with that cannot trace, and one that makes more calls than are judged (runner.c). */
enum { PAGE = 4096, NOT_TRACED = 124, TOO_MANY = 123 };

/* Set once the kernel's process is there; 0 in runs that callgrind or a signal at each instruction follows. */
extern unsigned char kernel_is_apart;
extern pid_t kernel_process;
extern char *stack_end;

/* `apart.c` */
void put_the_kernel_apart(int is_timed);
void clean_the_kernel(void);
void kernel_is_done(void);
long ask_kernel(long number, const void *start, size_t size, long how);
int wait_for_kernel(void);
void end_by(int number);

/* `apart_calls.c` */
extern long long calls_of_kernel, most_calls;
enum { APART, STEPPED, WAYS };
void send_calls(int way);
void follow_the_kernel(void);
void begin_asking(void);

/* `rounds.c`: everything that a candidate may not write. */
int is_other_than(const char *bytes, size_t count, unsigned char byte);
void of_closed_memory(void (*act)(char *start, char *end, int how), int how);

/* `crash_report.c`: registers in the order of a signal's context. */
void tell_crash(int number, int code, const void *address, const long long *registers, int (*read)(const void *, long *));
void calling_convention_broken(const char *message);
