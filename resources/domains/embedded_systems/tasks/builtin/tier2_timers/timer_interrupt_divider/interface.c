#include "stm32f405.h"

volatile uint32_t overflows;

void TIM2_IRQHandler(void);
int main(void);
