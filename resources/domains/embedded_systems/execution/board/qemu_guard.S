@ Added behind a program for its run in QEMU only. It bounds the run by QEMU's TIM5, whose virtual time is counted in
@ instructions, and shows a fault's registers: r1 CFSR, r2 HFSR, r3 BFAR, r4 LR of the handler, r0 the stacked PC.
@ An undefined instruction within HardFault is a lock-up, at which QEMU prints its registers and ends.
    .syntax unified
    .cpu cortex-m4
    .thumb
    b.w start
    b.w fault
    b.w finish
reset_handler:
    .word 0
start:
    ldr r0, =0x40000C00
    ldr r1, =5000
    str r1, [r0, #0x2C]
    movs r1, #1
    str r1, [r0, #0x0C]
    movw r1, #3999
    str r1, [r0, #0x28]
    movs r1, #1
    str r1, [r0, #0x14]
    ldr r2, =0xE000E104
    ldr r3, =0x40000
    str r3, [r2]
    str r1, [r0]
    ldr r0, reset_handler
    bx r0
fault:
    ldr r5, =0x1CEDFA17
    cmp r6, r5
    beq locked
    ldr r0, =0xE000ED00
    ldr r1, [r0, #0x28]
    ldr r2, [r0, #0x2C]
    ldr r3, [r0, #0x38]
    mov r4, lr
    mov r6, r5
    mvn r0, #0
    ldr r0, [sp, #24]
locked:
    udf #0
finish:
    ldr r6, =0x1CEDFA17
    ldr r0, =0xE0D0F1ED
    udf #0
    .ltorg
