#include "stm32f405.h"

void SysTick_Handler(void);
void EXTI15_10_IRQHandler(void);
int main(void);
