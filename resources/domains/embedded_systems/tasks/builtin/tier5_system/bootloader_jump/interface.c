#include "stm32f405.h"

uint32_t ram_vectors[98] __attribute__((aligned(512)));
uint32_t application_stack[128] __attribute__((aligned(8)));

void SysTick_Handler(void);
int main(void);
