#include "stm32f405.h"

volatile uint32_t dropped;

void SysTick_Handler(void);
int main(void);
