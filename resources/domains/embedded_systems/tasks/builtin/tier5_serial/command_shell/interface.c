#include "stm32f405.h"

void USART2_IRQHandler(void);
int main(void);
