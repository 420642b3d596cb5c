#include "stm32f405.h"

#define ADDRESS 0x11U
#define REGISTERS 8U
#define MAXIMUM 32U

static uint16_t holding[REGISTERS];
static uint8_t request[MAXIMUM];
static uint8_t answer[MAXIMUM];

static uint16_t crc16(const uint8_t *data, uint32_t count) {
    uint16_t crc = 0xFFFFU;
    for (uint32_t index = 0; index < count; index++) {
        crc ^= data[index];
        for (uint32_t bit = 0; bit < 8U; bit++) {
            crc = (crc & 1U) ? (uint16_t)((crc >> 1) ^ 0xA001U) : (uint16_t)(crc >> 1);
        }
    }
    return crc;
}

static void send_byte(uint8_t byte) {
    while (!(USART1->SR & USART_SR_TXE)) {
    }
    USART1->DR = byte;
}

static void send_answer(uint32_t count) {
    uint16_t crc = crc16(answer, count);
    for (uint32_t index = 0; index < count; index++) {
        send_byte(answer[index]);
    }
    send_byte((uint8_t)crc);
    send_byte((uint8_t)(crc >> 8));
}

static void refuse(uint8_t reason) {
    answer[1] = request[1] | 0x80U;
    answer[2] = reason;
    send_answer(3);
}

static void read_registers(uint32_t first, uint32_t count) {
    if (count == 0U || count > REGISTERS || first + count > REGISTERS) {
        refuse(2);
        return;
    }
    answer[2] = (uint8_t)(2U * count);
    for (uint32_t index = 0; index < count; index++) {
        answer[3U + 2U * index] = (uint8_t)(holding[first + index] >> 8);
        answer[4U + 2U * index] = (uint8_t)holding[first + index];
    }
    send_answer(3U + 2U * count);
}

static void write_register(uint32_t first, uint32_t value) {
    if (first >= REGISTERS) {
        refuse(2);
        return;
    }
    holding[first] = (uint16_t)value;
    for (uint32_t index = 0; index < 6U; index++) {
        answer[index] = request[index];
    }
    send_answer(6);
}

static void handle(uint32_t count) {
    if (count < 4U || count > MAXIMUM || request[0] != ADDRESS) {
        return;
    }
    uint16_t crc = (uint16_t)(request[count - 2U] | (request[count - 1U] << 8));
    if (crc16(request, count - 2U) != crc) {
        return;
    }
    uint32_t first = ((uint32_t)request[2] << 8) | request[3];
    uint32_t second = ((uint32_t)request[4] << 8) | request[5];
    answer[0] = ADDRESS;
    answer[1] = request[1];
    if (request[1] == 3U && count == 8U) {
        read_registers(first, second);
    } else if (request[1] == 6U && count == 8U) {
        write_register(first, second);
    } else {
        refuse(1);
    }
}

static void init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM6EN;
    RCC->APB2ENR |= RCC_APB2ENR_USART1EN;
    GPIOA->AFR[1] = (GPIOA->AFR[1] & ~0xFF0U) | 0x770U;
    GPIOA->MODER = (GPIOA->MODER & ~(15U << 18)) | (10U << 18);
    USART1->BRR = 833U;
    USART1->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    TIM6->PSC = 16U - 1U;
    TIM6->ARR = 2000U - 1U;
    TIM6->CR1 = TIM_CR1_URS | TIM_CR1_OPM;
    for (uint32_t index = 0; index < REGISTERS; index++) {
        holding[index] = (uint16_t)(100U * index);
    }
}

int main(void) {
    uint32_t count = 0;
    init();
    for (;;) {
        if (USART1->SR & USART_SR_RXNE) {
            uint8_t byte = (uint8_t)USART1->DR;
            if (count < MAXIMUM) {
                request[count] = byte;
            }
            count++;
            TIM6->EGR = TIM_EGR_UG;
            TIM6->SR = 0;
            TIM6->CR1 |= TIM_CR1_CEN;
        }
        if (count > 0U && (TIM6->SR & TIM_SR_UIF)) {
            TIM6->SR = 0;
            handle(count);
            count = 0;
        }
    }
}
