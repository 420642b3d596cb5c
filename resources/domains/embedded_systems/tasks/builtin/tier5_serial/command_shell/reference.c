#include "stm32f405.h"
#include <stdbool.h>
#include <string.h>

#define PLACES 128U
#define LONGEST 40U

static volatile uint8_t ring[PLACES];
static volatile uint32_t head;
static volatile uint32_t tail;

void USART2_IRQHandler(void) {
    uint8_t byte = (uint8_t)USART2->DR;
    ring[head] = byte;
    head = (head + 1U) % PLACES;
}

static void uart_init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00U) | 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0U) | 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

static void uart_send(char byte) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)byte;
}

static void uart_text(const char *text) {
    while (*text) {
        uart_send(*text);
        text++;
    }
}
static void answer(const char *text) {
    uart_text(text);
    uart_text("\r\n");
}

static void answer_hexadecimal(uint32_t value) {
    for (uint32_t shift = 32; shift > 0U; shift -= 4U) {
        uart_send("0123456789ABCDEF"[(value >> (shift - 4U)) & 15U]);
    }
    uart_text("\r\n");
}

static void answer_decimal(int64_t value) {
    char digits[20];
    uint32_t count = 0;
    uint64_t rest = (uint64_t)(value < 0 ? -value : value);
    if (value < 0) {
        uart_send('-');
    }
    do {
        digits[count] = (char)('0' + rest % 10U);
        rest /= 10U;
        count++;
    } while (rest != 0U);
    while (count > 0U) {
        count--;
        uart_send(digits[count]);
    }
    uart_text("\r\n");
}

static const char *read_number(const char *text, int64_t *value) {
    bool negative = *text == '-';
    uint32_t count = 0;
    int64_t total = 0;
    if (negative) {
        text++;
    }
    while (*text >= '0' && *text <= '9') {
        total = total * 10 + (*text - '0');
        text++;
        count++;
    }
    *value = negative ? -total : total;
    return count >= 1U && count <= 6U ? text : NULL;
}

static bool read_pair(const char *text, int64_t *first, int64_t *second) {
    text = read_number(text, first);
    if (text == NULL || *text != ' ') {
        return false;
    }
    text = read_number(text + 1, second);
    return text != NULL && *text == '\0';
}

static bool read_address(const char *text, uint32_t *address) {
    *address = 0;
    for (uint32_t index = 0; index < 8U; index++) {
        char digit = text[index];
        uint32_t value;
        if (digit >= '0' && digit <= '9') {
            value = (uint32_t)(digit - '0');
        } else if (digit >= 'A' && digit <= 'F') {
            value = (uint32_t)(digit - 'A') + 10U;
        } else if (digit >= 'a' && digit <= 'f') {
            value = (uint32_t)(digit - 'a') + 10U;
        } else {
            return false;
        }
        *address = (*address << 4) | value;
    }
    return text[8] == '\0';
}

static void peek(uint32_t address) {
    bool in_flash = address >= 0x08000000U && address <= 0x08007FFCU;
    bool in_ram = address >= 0x20000000U && address <= 0x20001FFCU;
    if ((in_flash || in_ram) && address % 4U == 0U) {
        answer_hexadecimal(*(volatile uint32_t *)address);
    } else {
        answer("bad address");
    }
}

static void execute(const char *line, uint32_t before) {
    int64_t first;
    int64_t second;
    uint32_t address;
    if (strcmp(line, "led on") == 0) {
        GPIOA->BSRR = 1U << 5;
        answer("ok");
    } else if (strcmp(line, "led off") == 0) {
        GPIOA->BSRR = 1U << 21;
        answer("ok");
    } else if (strncmp(line, "add ", 4) == 0 && read_pair(line + 4, &first, &second)) {
        answer_decimal(first + second);
    } else if (strncmp(line, "mul ", 4) == 0 && read_pair(line + 4, &first, &second)) {
        answer_decimal(first * second);
    } else if (strncmp(line, "peek ", 5) == 0 && read_address(line + 5, &address)) {
        peek(address);
    } else if (strcmp(line, "count") == 0) {
        answer_decimal(before);
    } else {
        answer("error");
    }
}

int main(void) {
    static char line[LONGEST + 1U];
    uint32_t length = 0;
    uint32_t lines = 0;
    uart_init();
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 10)) | (1U << 10);
    USART2->CR1 |= USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    for (;;) {
        if (tail == head) {
            continue;
        }
        char byte = (char)ring[tail];
        tail = (tail + 1U) % PLACES;
        if (byte == '\n') {
            continue;
        }
        if (byte != '\r') {
            if (length < LONGEST) {
                line[length] = byte;
            }
            length++;
            continue;
        }
        if (length > LONGEST) {
            answer("too long");
            lines++;
        } else if (length > 0U) {
            line[length] = '\0';
            execute(line, lines);
            lines++;
        }
        length = 0;
    }
}
