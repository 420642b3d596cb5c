#include "stm32f405.h"

int main(void);
