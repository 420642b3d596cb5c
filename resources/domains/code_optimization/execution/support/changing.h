/* Memory of the harness's own that changes while all else of it is closed to writing (rounds.c). */
#define CHANGING __attribute__((section("harness_state")))

enum { CRASH_STACK = 8 << 10, CRASH_TEXT = 1 << 10 };

extern struct crash_memory {
    char stack[CRASH_STACK], text[CRASH_TEXT];
} crash_memory;

/* Of a run that is stepped. `flag` is the trap flag while it is, and 0 when enough was seen; `entry` is where the candidate's return address lies, 0 outside of it. `flags` is where the trap flag was pushed last. The
   counts bound what all that takes. `path` has a bit for each byte of the candidate's code at which an instruction ran. */
enum { STEPPED_BYTES = 1 << 14 };
extern struct stepping {
    unsigned long flag;
    const char *entry;
    char *flags;
    unsigned all, of_candidate, was_inside;
    unsigned char path[STEPPED_BYTES];
} stepping;

void clear_the_stack(void);
