#include "stm32f405.h"

void SysTick_Handler(void);
void USART2_IRQHandler(void);
int main(void);
