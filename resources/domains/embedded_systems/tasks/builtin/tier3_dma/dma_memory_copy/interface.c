#include "stm32f405.h"

uint32_t source[64];
uint32_t destination[64];
volatile uint32_t transfers;

void DMA2_Stream0_IRQHandler(void);
int main(void);
