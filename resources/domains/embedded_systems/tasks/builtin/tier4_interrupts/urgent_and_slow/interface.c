#include "stm32f405.h"

volatile uint32_t checksum = 1;

void TIM2_IRQHandler(void);
void TIM3_IRQHandler(void);
int main(void);
