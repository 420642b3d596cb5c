#include "stm32f405.h"

void TIM2_IRQHandler(void);
int main(void);
