/* The process that a kernel has for itself where a harness runs rounds: `apart.c` makes it and cleans it, `apart_calls.c`
   runs each call of a kernel there. */
#include <stddef.h>
#include <sys/types.h>

/* What a program exits with that cannot trace, one that makes more calls than are judged, and one that got no memory or
   process (runner.c). */
enum { PAGE = 4096, NOT_TRACED = 124, TOO_MANY = 123, NO_ROOM = 122 };

/* What a system that delivers signals leaves below the stack pointer, and what stands where nothing may be relied on. */
enum { RED_ZONE = 128, NOBODYS = 0xa5 };

/* The signal that it stands still by at a system call: SIGTRAP and a bit beside it. */
enum { SYSTEM_CALL = 0x85 };

/* Set once the kernel's process is there; 0 in runs that callgrind follows, and where a harness has no rounds. */
extern unsigned char kernel_is_apart;
extern int kernel_is_timed;
extern pid_t kernel_process;
extern char *stack_end;

/* How a kernel's path is followed: at each instruction, at moments that a clock chooses, or not at all. */
enum reading { UNREAD, STEP, SAMPLE };

/* `apart.c` */
void put_the_kernel_apart(int is_timed, enum reading reading);
void lose_below(const char *top);
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
int is_beside_changed(void);

/* `apart_path.c`: the kernel goes on from where it stands, and stops at a system call of its own or at a signal. */
extern enum reading reading;
void begin_reading(enum reading how);
void end_reading(void);
int run_the_kernel(void);

/* `rounds.c`: everything that a candidate may not write; and whether its static data stay in every other round. */
extern unsigned char keeps_statics;
int is_other_than(const char *bytes, size_t count, unsigned char byte);
void of_closed_memory(void (*act)(char *start, char *end, int how), int how);

/* `crash_report.c`: registers in the order of a signal's context. */
void tell_crash(int number, int code, const void *address, const long long *registers, int (*read)(const void *, long *));
void calling_convention_broken(const char *message);
int is_candidates(const char *at);
void mark(const char *at);
void tell_the_path(void);
void look_at_the_stack(const char *top, int inside, const char *end);
int is_flags_pushed(const unsigned char *at);
