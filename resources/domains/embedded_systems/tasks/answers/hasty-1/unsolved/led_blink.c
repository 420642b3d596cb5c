#include "stm32f405.h"

static volatile uint32_t tick;

void SysTick_Handler(void)
{
    tick++;
    HAL_IncTick();
}

int main(void)
{
    GPIO_InitTypeDef gpio = {0};

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    gpio.Pin = (1U << 5);
    gpio.Mode = GPIO_MODE_OUTPUT_PP;
    gpio.Pull = GPIO_NOPULL;
    gpio.Speed = GPIO_SPEED_FREQ_LOW;
    HAL_GPIO_Init(GPIOA, &gpio);

    SysTick_Config(16000000 / 1000);

    uint32_t last = 0;
    while (1) {
        if (tick - last >= 10) {
            last += 10;
            HAL_GPIO_TogglePin(GPIOA, (1U << 5));
        }
        __WFI();
    }
}
