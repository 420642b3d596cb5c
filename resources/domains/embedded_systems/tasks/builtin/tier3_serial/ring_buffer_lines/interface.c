#include "stm32f405.h"

volatile uint32_t received;

void USART2_IRQHandler(void);
int main(void);
