/* Vector table and start-up code of the board. It runs before main: copies .data, clears .bss, turns the FPU on and
 * lets the CPU trap divisions by zero. Handlers are weak; one that a program leaves out ends in Default_Handler. */
#include <stdint.h>

extern uint32_t _stack_top, _data_load, _data_start, _data_end, _bss_start, _bss_end;
extern char _heap_start[], _heap_end[];
int main(void);

/* Kept apart from each other, so that a debugger can tell where a program ended. */
#define LANDMARK __attribute__((noinline, used, noipa))
LANDMARK void Default_Handler(void) { for (;;) { } }
LANDMARK void Main_Returned(void) { for (;;) { } }

void Reset_Handler(void) {
    *(volatile uint32_t *)0xE000ED88U |= 0xFU << 20;
    *(volatile uint32_t *)0xE000ED14U |= 1U << 4;
    __asm volatile("dsb\n isb" ::: "memory");
    uint32_t *from = &_data_load;
    for (uint32_t *to = &_data_start; to < &_data_end;) *to++ = *from++;
    for (uint32_t *to = &_bss_start; to < &_bss_end;) *to++ = 0;
    main();
    Main_Returned();
}

/* What malloc takes its memory from: all that lies behind the variables. A program may bring its own. */
__attribute__((weak)) void *_sbrk(int bytes) {
    static uint32_t taken;
    uint32_t before = taken, all = (uint32_t)(_heap_end - _heap_start);
    if (bytes < 0 ? (uint32_t)-bytes > taken : (uint32_t)bytes > all - taken) return (void *)-1;
    taken += (uint32_t)bytes;
    return _heap_start + before;
}

#define WEAK(name) void name(void) __attribute__((weak, alias("Default_Handler")))
WEAK(NMI_Handler); WEAK(HardFault_Handler); WEAK(MemManage_Handler); WEAK(BusFault_Handler); WEAK(UsageFault_Handler);
WEAK(SVC_Handler); WEAK(DebugMon_Handler); WEAK(PendSV_Handler); WEAK(SysTick_Handler);
WEAK(EXTI0_IRQHandler); WEAK(EXTI1_IRQHandler); WEAK(EXTI2_IRQHandler); WEAK(EXTI3_IRQHandler); WEAK(EXTI4_IRQHandler);
WEAK(DMA1_Stream0_IRQHandler); WEAK(DMA1_Stream1_IRQHandler); WEAK(DMA1_Stream2_IRQHandler);
WEAK(DMA1_Stream3_IRQHandler); WEAK(DMA1_Stream4_IRQHandler); WEAK(DMA1_Stream5_IRQHandler);
WEAK(DMA1_Stream6_IRQHandler); WEAK(DMA1_Stream7_IRQHandler); WEAK(ADC_IRQHandler); WEAK(EXTI9_5_IRQHandler);
WEAK(TIM1_UP_IRQHandler); WEAK(TIM1_CC_IRQHandler); WEAK(TIM2_IRQHandler); WEAK(TIM3_IRQHandler);
WEAK(TIM4_IRQHandler); WEAK(SPI1_IRQHandler); WEAK(SPI2_IRQHandler); WEAK(USART1_IRQHandler);
WEAK(USART2_IRQHandler); WEAK(USART3_IRQHandler); WEAK(EXTI15_10_IRQHandler); WEAK(TIM5_IRQHandler);
WEAK(SPI3_IRQHandler); WEAK(TIM6_DAC_IRQHandler); WEAK(TIM7_IRQHandler); WEAK(DMA2_Stream0_IRQHandler);
WEAK(DMA2_Stream1_IRQHandler); WEAK(DMA2_Stream2_IRQHandler); WEAK(DMA2_Stream3_IRQHandler);
WEAK(DMA2_Stream4_IRQHandler); WEAK(DMA2_Stream5_IRQHandler); WEAK(DMA2_Stream6_IRQHandler);
WEAK(DMA2_Stream7_IRQHandler); WEAK(USART6_IRQHandler);

typedef void (*handler)(void);
#define IRQ(number) [16 + (number)]
__attribute__((section(".isr_vector"), used)) const handler _vector_table[16 + 82] = {
    [0] = (handler)&_stack_top, [1] = Reset_Handler, [2] = NMI_Handler, [3] = HardFault_Handler,
    [4] = MemManage_Handler, [5] = BusFault_Handler, [6] = UsageFault_Handler, [11] = SVC_Handler,
    [12] = DebugMon_Handler, [14] = PendSV_Handler, [15] = SysTick_Handler,
    [16 ... 97] = Default_Handler,
    IRQ(6) = EXTI0_IRQHandler, IRQ(7) = EXTI1_IRQHandler, IRQ(8) = EXTI2_IRQHandler, IRQ(9) = EXTI3_IRQHandler,
    IRQ(10) = EXTI4_IRQHandler, IRQ(11) = DMA1_Stream0_IRQHandler, IRQ(12) = DMA1_Stream1_IRQHandler,
    IRQ(13) = DMA1_Stream2_IRQHandler, IRQ(14) = DMA1_Stream3_IRQHandler, IRQ(15) = DMA1_Stream4_IRQHandler,
    IRQ(16) = DMA1_Stream5_IRQHandler, IRQ(17) = DMA1_Stream6_IRQHandler, IRQ(18) = ADC_IRQHandler,
    IRQ(23) = EXTI9_5_IRQHandler, IRQ(25) = TIM1_UP_IRQHandler, IRQ(27) = TIM1_CC_IRQHandler,
    IRQ(28) = TIM2_IRQHandler, IRQ(29) = TIM3_IRQHandler, IRQ(30) = TIM4_IRQHandler, IRQ(35) = SPI1_IRQHandler,
    IRQ(36) = SPI2_IRQHandler, IRQ(37) = USART1_IRQHandler, IRQ(38) = USART2_IRQHandler, IRQ(39) = USART3_IRQHandler,
    IRQ(40) = EXTI15_10_IRQHandler, IRQ(47) = DMA1_Stream7_IRQHandler, IRQ(50) = TIM5_IRQHandler,
    IRQ(51) = SPI3_IRQHandler, IRQ(54) = TIM6_DAC_IRQHandler, IRQ(55) = TIM7_IRQHandler,
    IRQ(56) = DMA2_Stream0_IRQHandler, IRQ(57) = DMA2_Stream1_IRQHandler, IRQ(58) = DMA2_Stream2_IRQHandler,
    IRQ(59) = DMA2_Stream3_IRQHandler, IRQ(60) = DMA2_Stream4_IRQHandler, IRQ(68) = DMA2_Stream5_IRQHandler,
    IRQ(69) = DMA2_Stream6_IRQHandler, IRQ(70) = DMA2_Stream7_IRQHandler, IRQ(71) = USART6_IRQHandler,
};
