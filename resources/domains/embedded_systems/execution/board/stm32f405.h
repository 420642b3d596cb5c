/* Registers of an STM32F405 as far as this board's tasks need them: names, offsets and bits of the reference manual
 * (RM0090), written by hand. Bits that are not named here are written as (1U << n). */
#ifndef STM32F405_H
#define STM32F405_H

#include <stdint.h>

typedef volatile uint32_t reg32;

typedef struct { reg32 CR, PLLCFGR, CFGR, CIR, AHB1RSTR, AHB2RSTR, AHB3RSTR, RESERVED0, APB1RSTR, APB2RSTR,
    RESERVED1[2], AHB1ENR, AHB2ENR, AHB3ENR, RESERVED2, APB1ENR, APB2ENR, RESERVED3[2], AHB1LPENR, AHB2LPENR,
    AHB3LPENR, RESERVED4, APB1LPENR, APB2LPENR, RESERVED5[2], BDCR, CSR; } RCC_TypeDef;
typedef struct { reg32 ACR, KEYR, OPTKEYR, SR, CR, OPTCR; } FLASH_TypeDef;
typedef struct { reg32 CR, CSR; } PWR_TypeDef;
typedef struct { reg32 MODER, OTYPER, OSPEEDR, PUPDR, IDR, ODR, BSRR, LCKR, AFR[2]; } GPIO_TypeDef;
typedef struct { reg32 MEMRMP, PMC, EXTICR[4], RESERVED[2], CMPCR; } SYSCFG_TypeDef;
typedef struct { reg32 IMR, EMR, RTSR, FTSR, SWIER, PR; } EXTI_TypeDef;
typedef struct { reg32 SR, DR, BRR, CR1, CR2, CR3, GTPR; } USART_TypeDef;
typedef struct { reg32 CR1, CR2, SR, DR, CRCPR, RXCRCR, TXCRCR, I2SCFGR, I2SPR; } SPI_TypeDef;
typedef struct { reg32 CR1, CR2, SMCR, DIER, SR, EGR, CCMR1, CCMR2, CCER, CNT, PSC, ARR, RCR, CCR1, CCR2, CCR3, CCR4,
    BDTR, DCR, DMAR; } TIM_TypeDef;
typedef struct { reg32 CR, NDTR, PAR, M0AR, M1AR, FCR; } DMA_Stream_TypeDef;
typedef struct { reg32 LISR, HISR, LIFCR, HIFCR; DMA_Stream_TypeDef S[8]; } DMA_TypeDef;
typedef struct { reg32 SR, CR1, CR2, SMPR1, SMPR2, JOFR1, JOFR2, JOFR3, JOFR4, HTR, LTR, SQR1, SQR2, SQR3, JSQR, JDR1,
    JDR2, JDR3, JDR4, DR; } ADC_TypeDef;
typedef struct { reg32 CSR, CCR, CDR; } ADC_Common_TypeDef;
typedef struct { reg32 KR, PR, RLR, SR; } IWDG_TypeDef;
typedef struct { reg32 DR, IDR, CR; } CRC_TypeDef;
typedef struct { reg32 CTRL, LOAD, VAL, CALIB; } SysTick_TypeDef;
typedef struct { reg32 ISER[8], RESERVED0[24], ICER[8], RESERVED1[24], ISPR[8], RESERVED2[24], ICPR[8], RESERVED3[24],
    IABR[8], RESERVED4[56]; volatile uint8_t IP[240]; } NVIC_TypeDef;
typedef struct { reg32 CPUID, ICSR, VTOR, AIRCR, SCR, CCR; volatile uint8_t SHP[12]; reg32 SHCSR, CFSR, HFSR, DFSR,
    MMFAR, BFAR, AFSR, RESERVED0[18], CPACR; } SCB_TypeDef;
typedef struct { reg32 CTRL, CYCCNT; } DWT_TypeDef;
typedef struct { reg32 DHCSR, DCRSR, DCRDR, DEMCR; } CoreDebug_TypeDef;

#define TIM2 ((TIM_TypeDef *)0x40000000U)
#define TIM3 ((TIM_TypeDef *)0x40000400U)
#define TIM4 ((TIM_TypeDef *)0x40000800U)
#define TIM5 ((TIM_TypeDef *)0x40000C00U)
#define TIM6 ((TIM_TypeDef *)0x40001000U)
#define TIM7 ((TIM_TypeDef *)0x40001400U)
#define IWDG ((IWDG_TypeDef *)0x40003000U)
#define SPI2 ((SPI_TypeDef *)0x40003800U)
#define SPI3 ((SPI_TypeDef *)0x40003C00U)
#define USART2 ((USART_TypeDef *)0x40004400U)
#define USART3 ((USART_TypeDef *)0x40004800U)
#define PWR ((PWR_TypeDef *)0x40007000U)
#define TIM1 ((TIM_TypeDef *)0x40010000U)
#define USART1 ((USART_TypeDef *)0x40011000U)
#define USART6 ((USART_TypeDef *)0x40011400U)
#define ADC1 ((ADC_TypeDef *)0x40012000U)
#define ADC ((ADC_Common_TypeDef *)0x40012300U)
#define SPI1 ((SPI_TypeDef *)0x40013000U)
#define SYSCFG ((SYSCFG_TypeDef *)0x40013800U)
#define EXTI ((EXTI_TypeDef *)0x40013C00U)
#define GPIOA ((GPIO_TypeDef *)0x40020000U)
#define GPIOB ((GPIO_TypeDef *)0x40020400U)
#define GPIOC ((GPIO_TypeDef *)0x40020800U)
#define GPIOD ((GPIO_TypeDef *)0x40020C00U)
#define GPIOE ((GPIO_TypeDef *)0x40021000U)
#define CRC ((CRC_TypeDef *)0x40023000U)
#define RCC ((RCC_TypeDef *)0x40023800U)
#define FLASH ((FLASH_TypeDef *)0x40023C00U)
#define DMA1 ((DMA_TypeDef *)0x40026000U)
#define DMA2 ((DMA_TypeDef *)0x40026400U)
#define DWT ((DWT_TypeDef *)0xE0001000U)
#define SysTick ((SysTick_TypeDef *)0xE000E010U)
#define NVIC ((NVIC_TypeDef *)0xE000E100U)
#define SCB ((SCB_TypeDef *)0xE000ED00U)
#define CoreDebug ((CoreDebug_TypeDef *)0xE000EDF0U)

#define RCC_CR_HSEON (1U << 16)
#define RCC_CR_HSERDY (1U << 17)
#define RCC_CR_PLLON (1U << 24)
#define RCC_CR_PLLRDY (1U << 25)
#define RCC_PLLCFGR_PLLSRC_HSE (1U << 22)
#define RCC_CFGR_SW_PLL (2U << 0)
#define RCC_CFGR_SWS (3U << 2)
#define RCC_CFGR_SWS_PLL (2U << 2)
#define RCC_CFGR_PPRE1_DIV2 (4U << 10)
#define RCC_CFGR_PPRE1_DIV4 (5U << 10)
#define RCC_CFGR_PPRE2_DIV2 (4U << 13)
#define RCC_AHB1ENR_GPIOAEN (1U << 0)
#define RCC_AHB1ENR_GPIOBEN (1U << 1)
#define RCC_AHB1ENR_GPIOCEN (1U << 2)
#define RCC_AHB1ENR_GPIODEN (1U << 3)
#define RCC_AHB1ENR_GPIOEEN (1U << 4)
#define RCC_AHB1ENR_CRCEN (1U << 12)
#define RCC_AHB1ENR_DMA1EN (1U << 21)
#define RCC_AHB1ENR_DMA2EN (1U << 22)
#define RCC_APB1ENR_TIM2EN (1U << 0)
#define RCC_APB1ENR_TIM3EN (1U << 1)
#define RCC_APB1ENR_TIM4EN (1U << 2)
#define RCC_APB1ENR_TIM5EN (1U << 3)
#define RCC_APB1ENR_TIM6EN (1U << 4)
#define RCC_APB1ENR_TIM7EN (1U << 5)
#define RCC_APB1ENR_SPI2EN (1U << 14)
#define RCC_APB1ENR_SPI3EN (1U << 15)
#define RCC_APB1ENR_USART2EN (1U << 17)
#define RCC_APB1ENR_USART3EN (1U << 18)
#define RCC_APB1ENR_PWREN (1U << 28)
#define RCC_APB2ENR_TIM1EN (1U << 0)
#define RCC_APB2ENR_USART1EN (1U << 4)
#define RCC_APB2ENR_USART6EN (1U << 5)
#define RCC_APB2ENR_ADC1EN (1U << 8)
#define RCC_APB2ENR_SPI1EN (1U << 12)
#define RCC_APB2ENR_SYSCFGEN (1U << 14)
#define RCC_CSR_LSION (1U << 0)
#define RCC_CSR_LSIRDY (1U << 1)
#define RCC_CSR_RMVF (1U << 24)
#define RCC_CSR_PINRSTF (1U << 26)
#define RCC_CSR_PORRSTF (1U << 27)
#define RCC_CSR_SFTRSTF (1U << 28)
#define RCC_CSR_IWDGRSTF (1U << 29)
#define FLASH_ACR_LATENCY_5WS (5U << 0)
#define FLASH_ACR_PRFTEN (1U << 8)
#define FLASH_ACR_ICEN (1U << 9)
#define FLASH_ACR_DCEN (1U << 10)
#define USART_SR_ORE (1U << 3)
#define USART_SR_IDLE (1U << 4)
#define USART_SR_RXNE (1U << 5)
#define USART_SR_TC (1U << 6)
#define USART_SR_TXE (1U << 7)
#define USART_CR1_RE (1U << 2)
#define USART_CR1_TE (1U << 3)
#define USART_CR1_IDLEIE (1U << 4)
#define USART_CR1_RXNEIE (1U << 5)
#define USART_CR1_TCIE (1U << 6)
#define USART_CR1_TXEIE (1U << 7)
#define USART_CR1_UE (1U << 13)
#define USART_CR3_DMAR (1U << 6)
#define USART_CR3_DMAT (1U << 7)
#define SPI_CR1_CPHA (1U << 0)
#define SPI_CR1_CPOL (1U << 1)
#define SPI_CR1_MSTR (1U << 2)
#define SPI_CR1_SPE (1U << 6)
#define SPI_CR1_SSI (1U << 8)
#define SPI_CR1_SSM (1U << 9)
#define SPI_CR1_DFF (1U << 11)
#define SPI_SR_RXNE (1U << 0)
#define SPI_SR_TXE (1U << 1)
#define SPI_SR_BSY (1U << 7)
#define TIM_CR1_CEN (1U << 0)
#define TIM_CR1_URS (1U << 2)
#define TIM_CR1_OPM (1U << 3)
#define TIM_CR1_ARPE (1U << 7)
#define TIM_DIER_UIE (1U << 0)
#define TIM_DIER_CC1IE (1U << 1)
#define TIM_SR_UIF (1U << 0)
#define TIM_SR_CC1IF (1U << 1)
#define TIM_EGR_UG (1U << 0)
#define TIM_CCMR1_OC1PE (1U << 3)
#define TIM_CCMR1_OC1M_PWM1 (6U << 4)
#define TIM_CCER_CC1E (1U << 0)
#define TIM_CCER_CC1P (1U << 1)
#define TIM_CCER_CC2E (1U << 4)
#define TIM_BDTR_MOE (1U << 15)
#define DMA_SxCR_EN (1U << 0)
#define DMA_SxCR_TCIE (1U << 4)
#define DMA_SxCR_DIR_M2P (1U << 6)
#define DMA_SxCR_DIR_M2M (2U << 6)
#define DMA_SxCR_CIRC (1U << 8)
#define DMA_SxCR_PINC (1U << 9)
#define DMA_SxCR_MINC (1U << 10)
#define DMA_SxCR_PSIZE_16 (1U << 11)
#define DMA_SxCR_PSIZE_32 (2U << 11)
#define DMA_SxCR_MSIZE_16 (1U << 13)
#define DMA_SxCR_MSIZE_32 (2U << 13)
#define DMA_SxCR_CHSEL_4 (4U << 25)
#define ADC_SR_EOC (1U << 1)
#define ADC_CR1_EOCIE (1U << 5)
#define ADC_CR2_ADON (1U << 0)
#define ADC_CR2_CONT (1U << 1)
#define ADC_CR2_DMA (1U << 8)
#define ADC_CR2_SWSTART (1U << 30)
#define SysTick_CTRL_ENABLE (1U << 0)
#define SysTick_CTRL_TICKINT (1U << 1)
#define SysTick_CTRL_CLKSOURCE (1U << 2)
#define SysTick_CTRL_COUNTFLAG (1U << 16)
#define SCB_ICSR_PENDSVSET (1U << 28)
#define SCB_SCR_SLEEPONEXIT (1U << 1)

typedef enum {
    SVCall_IRQn = -5, PendSV_IRQn = -2, SysTick_IRQn = -1,
    EXTI0_IRQn = 6, EXTI1_IRQn = 7, EXTI2_IRQn = 8, EXTI3_IRQn = 9, EXTI4_IRQn = 10,
    DMA1_Stream0_IRQn = 11, DMA1_Stream1_IRQn = 12, DMA1_Stream2_IRQn = 13, DMA1_Stream3_IRQn = 14,
    DMA1_Stream4_IRQn = 15, DMA1_Stream5_IRQn = 16, DMA1_Stream6_IRQn = 17, ADC_IRQn = 18, EXTI9_5_IRQn = 23,
    TIM1_UP_IRQn = 25, TIM1_CC_IRQn = 27, TIM2_IRQn = 28, TIM3_IRQn = 29, TIM4_IRQn = 30, SPI1_IRQn = 35,
    SPI2_IRQn = 36, USART1_IRQn = 37, USART2_IRQn = 38, USART3_IRQn = 39, EXTI15_10_IRQn = 40,
    DMA1_Stream7_IRQn = 47, TIM5_IRQn = 50, SPI3_IRQn = 51, TIM6_DAC_IRQn = 54, TIM7_IRQn = 55,
    DMA2_Stream0_IRQn = 56, DMA2_Stream1_IRQn = 57, DMA2_Stream2_IRQn = 58, DMA2_Stream3_IRQn = 59,
    DMA2_Stream4_IRQn = 60, DMA2_Stream5_IRQn = 68, DMA2_Stream6_IRQn = 69, DMA2_Stream7_IRQn = 70, USART6_IRQn = 71
} IRQn_Type;

static inline void __enable_irq(void) { __asm volatile("cpsie i" ::: "memory"); }
static inline void __disable_irq(void) { __asm volatile("cpsid i" ::: "memory"); }
static inline void __WFI(void) { __asm volatile("wfi" ::: "memory"); }
static inline void __NOP(void) { __asm volatile("nop"); }
static inline void __DSB(void) { __asm volatile("dsb" ::: "memory"); }
static inline void __ISB(void) { __asm volatile("isb" ::: "memory"); }
static inline void __set_MSP(uint32_t top) { __asm volatile("msr msp, %0" ::"r"(top)); }
static inline uint32_t __get_PRIMASK(void) { uint32_t mask; __asm volatile("mrs %0, primask" : "=r"(mask)); return mask; }
static inline void __set_PRIMASK(uint32_t mask) { __asm volatile("msr primask, %0" ::"r"(mask) : "memory"); }

static inline void NVIC_EnableIRQ(IRQn_Type irq) { NVIC->ISER[(uint32_t)irq >> 5] = 1U << ((uint32_t)irq & 31U); }
static inline void NVIC_DisableIRQ(IRQn_Type irq) { NVIC->ICER[(uint32_t)irq >> 5] = 1U << ((uint32_t)irq & 31U); }

/* priority: 0 is the most urgent, 15 the least. */
static inline void NVIC_SetPriority(IRQn_Type irq, uint32_t priority) {
    if (irq >= 0) NVIC->IP[irq] = (uint8_t)(priority << 4);
    else SCB->SHP[((uint32_t)irq & 15U) - 4U] = (uint8_t)(priority << 4);
}

#endif
