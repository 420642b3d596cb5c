/* Memory of the harness's own that changes while all else of it is closed to writing (rounds.c). */
#define CHANGING __attribute__((section("harness_state")))

enum { CRASH_STACK = 8 << 10, CRASH_TEXT = 1 << 10 };

extern struct crash_memory {
    char stack[CRASH_STACK], text[CRASH_TEXT];
} crash_memory;

/* `flag` is the trap flag while a run is stepped; the counts bound what that takes. */
extern struct stepping {
    unsigned long flag;
    unsigned all, of_candidate, was_inside;
} stepping;
