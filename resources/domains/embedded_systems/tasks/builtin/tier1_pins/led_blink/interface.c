#include "stm32f405.h"

void SysTick_Handler(void);
int main(void);
