#include "stm32f405.h"

volatile uint32_t edges;

void EXTI0_IRQHandler(void);
void EXTI15_10_IRQHandler(void);
int main(void);
