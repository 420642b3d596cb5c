#include "stm32f405.h"

volatile uint16_t samples[2];
volatile uint32_t alarms;

int main(void);
