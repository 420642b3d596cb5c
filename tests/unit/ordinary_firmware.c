/* asm named */
int main(void) {
    uint32_t r; __asm volatile("mrs %[result], primask" : [result] "=r" (r) :: "memory"); (void)r; for (;;) { } }
/* atomic */
#include <stdatomic.h>
static atomic_uint n; static _Atomic int k;
int main(void) { atomic_fetch_add(&n, 1); k++; for (;;) { } }
/* attr local */
int main(void) {
    __attribute__((unused)) int x = 1; int y __attribute__((unused)) = 2; for (;;) { } }
/* bool */
static _Bool on;
int main(void) { on = !on; (void)on; for (;;) { } }
/* cast of sum */
typedef enum { A, B } state_t; static state_t s; void f(void); void f(void) { s = (state_t)((s + 1) % 2);
}
int main(void) {
    f(); for (;;) { } }
/* dead code */
#if 0
int broken( { 
#endif
int main(void) {  for (;;) { } }
/* declaring macro */
#define SHARED(t, n) static volatile t n
SHARED(uint32_t, counter);
int main(void) {
    counter++; for (;;) { } }
/* function pointer typedef */
typedef void (*cb)(int); static void h(int x) { (void)x; } static const cb t[] = { h, [1] = h };
int main(void) {
    t[0](1); for (unsigned i = 0; i < sizeof t / sizeof(cb); i++) (*t[i])((int)i); for (;;) { } }
/* label as value */
int main(void) {
    static void *t[] = { &&one, &&two }; goto *t[GPIOA->IDR & 1]; one: two: ; for (;;) { } }
/* macro function like no body */
#define UNUSED(x) (void)(x)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
ALWAYS_INLINE void f(int a) { UNUSED(a);
}
int main(void) {
    f(1); for (;;) { } }
/* naked */
__attribute__((naked, noreturn)) static void go(uint32_t a __attribute__((unused))) {
    __asm volatile("bx r0");
}
int main(void) { go(0); for (;;) { } }
/* old style */
static int twice(x) int x; { return 2 * x;
}
int main(void) {
    GPIOA->ODR = (uint32_t)twice(2); for (;;) { } }
/* static assert */
_Static_assert(sizeof(int) == 4, "x");
int main(void) { _Static_assert(sizeof(short) == 2, "y"); for (;;) { } }
/* uchar */
typedef unsigned char uchar; typedef uchar byte;
int main(void) {
    byte b = (byte)(3 + 4); uchar c = (uchar)~b; (void)c; for (;;) { } }
/* va */
#include <stdarg.h>
static unsigned sum(int n, ...) {
    va_list ap; unsigned t = 0; va_start(ap, n); while (n--) t += va_arg(ap, unsigned); va_end(ap); return t;
}
int main(void) {
    GPIOA->ODR = sum(2, 1u, 2u); for (;;) { } }
/* macro loop */
#define REPEAT(n) for (unsigned _i = 0; _i < (n); _i++)
#define FOREVER for (;;)
int main(void) {
    REPEAT(3) {
    GPIOA->ODR ^= 1; } FOREVER { } for (;;) { } }
/* paste */
#define FIFO(n) static uint8_t n##_data[8]; static unsigned n##_at;
FIFO(rx)
int main(void) { rx_data[rx_at++ & 7] = 1; for (;;) { } }
/* anonymous */
typedef struct { union {
    uint32_t w; struct {
    uint16_t l, h; }; }; int k; } v_t; static v_t v;
int main(void) {
    v.w = 5; GPIOA->ODR = v.h; for (;;) { } }
/* bitfield */
typedef struct { unsigned a : 3, : 5, b : 8; } f_t;
int main(void) {
    f_t f = { .a = 1, .b = 2 }; GPIOA->ODR = f.a + f.b; for (;;) { } }
/* statement expression */
#define MAX(a, b) ({
    __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
int main(void) {
    GPIOA->ODR = MAX(1, 2); for (;;) { } }
/* goto */
int main(void) {
    int n = 0; again: if (n++ < 3) goto again; for (;;) { } }
