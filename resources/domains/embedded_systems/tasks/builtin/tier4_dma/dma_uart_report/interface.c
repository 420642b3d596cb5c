#include "stm32f405.h"

void USART2_IRQHandler(void);
void DMA1_Stream6_IRQHandler(void);
int main(void);
