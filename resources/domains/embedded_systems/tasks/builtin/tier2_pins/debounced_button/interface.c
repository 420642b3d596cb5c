#include "stm32f405.h"

volatile uint32_t presses;

void SysTick_Handler(void);
int main(void);
