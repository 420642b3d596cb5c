# A product and the sum or difference that takes it are rounded once, as nvcc has it (-fmad=true). The assembler reads this
# before a candidate.
#
# Each product is kept under the low bits of its rounded value, beside its factors (runtime/products.cpp). A sum one of
# whose operands has the bits of a kept product is made anew from the factors, the first operand before the second. Flags,
# and all registers but the target, stay.

.macro cudashim_keep place, move, load, store, source:vararg
    .set cudashim_is_register, 0
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        .ifc \source, %xmm\number
            .set cudashim_is_register, 1
        .endif
    .endr
    .if cudashim_is_register
        \move \source, cudashim_operands+\place(%rip)
    .else
        \load \source
        \store cudashim_operands+\place(%rip)
    .endif
.endm

.macro cudashim_product_single instruction, target, source:vararg
    movss \target, cudashim_operands(%rip)
    cudashim_keep 4, movss, flds, fstps, \source
    {load} \instruction \source, \target
    movq %r10, cudashim_kept_r10(%rip)
    movq %r11, cudashim_kept_r11(%rip)
    movss \target, cudashim_result(%rip)
    movl cudashim_result(%rip), %r10d
    movzwl %r10w, %r11d
    movl %r10d, cudashim_products_single(,%r11,4)
    movq cudashim_operands(%rip), %r10
    movq %r10, cudashim_factors_single(,%r11,8)
    movq cudashim_kept_r10(%rip), %r10
    movq cudashim_kept_r11(%rip), %r11
.endm

.macro cudashim_product_double instruction, target, source:vararg
    movsd \target, cudashim_operands(%rip)
    cudashim_keep 8, movsd, fldl, fstpl, \source
    {load} \instruction \source, \target
    movq %r10, cudashim_kept_r10(%rip)
    movq %r11, cudashim_kept_r11(%rip)
    movsd \target, cudashim_result(%rip)
    movq cudashim_result(%rip), %r10
    movzwl %r10w, %r11d
    movq %r10, cudashim_products_double(,%r11,8)
    leaq (%r11,%r11), %r11
    movq cudashim_operands(%rip), %r10
    movq %r10, cudashim_factors_double(,%r11,8)
    movq cudashim_operands+8(%rip), %r10
    movq %r10, cudashim_factors_double+8(,%r11,8)
    movq cudashim_kept_r10(%rip), %r10
    movq cudashim_kept_r11(%rip), %r11
.endm

.macro cudashim_sum_single instruction, target, source:vararg
    movss \target, cudashim_operands(%rip)
    cudashim_keep 4, movss, flds, fstps, \source
    {load} \instruction \source, \target
    movss \target, cudashim_result(%rip)
    call cudashim_take_products_\instruction
    movss cudashim_result(%rip), \target
.endm

.macro cudashim_sum_double instruction, target, source:vararg
    movsd \target, cudashim_operands(%rip)
    cudashim_keep 8, movsd, fldl, fstpl, \source
    {load} \instruction \source, \target
    movsd \target, cudashim_result(%rip)
    call cudashim_take_products_\instruction
    movsd cudashim_result(%rip), \target
.endm

.macro cudashim_multiplied_single
    movups %xmm14, cudashim_kept_xmm14(%rip)
    movups %xmm15, cudashim_kept_xmm15(%rip)
    cvtss2sd cudashim_factors_single(,%r11,8), %xmm15
    cvtss2sd cudashim_factors_single+4(,%r11,8), %xmm14
    {load} mulsd %xmm14, %xmm15
.endm

# What a sum of single precision calls. `wide` is the sum in double precision, which holds each product.
.macro cudashim_taking_single instruction, wide
cudashim_take_products_\instruction:
    pushfq
    cmpb $0, cudashim_fuses(%rip)
    je .Lcudashim_apart\@
    movq %r10, cudashim_kept_r10(%rip)
    movq %r11, cudashim_kept_r11(%rip)
    movl cudashim_operands(%rip), %r10d
    movzwl %r10w, %r11d
    cmpl %r10d, cudashim_products_single(,%r11,4)
    je .Lcudashim_first\@
    movl cudashim_operands+4(%rip), %r10d
    movzwl %r10w, %r11d
    cmpl %r10d, cudashim_products_single(,%r11,4)
    jne .Lcudashim_none\@
    cudashim_multiplied_single
    cvtss2sd cudashim_operands(%rip), %xmm14
    {load} \wide %xmm15, %xmm14
    cvtsd2ss %xmm14, %xmm15
    jmp .Lcudashim_taken\@
.Lcudashim_first\@:
    cudashim_multiplied_single
    cvtss2sd cudashim_operands+4(%rip), %xmm14
    {load} \wide %xmm14, %xmm15
    cvtsd2ss %xmm15, %xmm15
.Lcudashim_taken\@:
    movss %xmm15, cudashim_result(%rip)
    movups cudashim_kept_xmm14(%rip), %xmm14
    movups cudashim_kept_xmm15(%rip), %xmm15
.Lcudashim_none\@:
    movq cudashim_kept_r10(%rip), %r10
    movq cudashim_kept_r11(%rip), %r11
.Lcudashim_apart\@:
    popfq
    ret
.endm

# What a sum of double precision calls: the runtime makes it, as no register holds such a product.
.macro cudashim_taking_double instruction, subtracts
cudashim_take_products_\instruction:
    pushfq
    cmpb $0, cudashim_fuses(%rip)
    je .Lcudashim_apart\@
    pushq %r11
    pushq %r10
    movq cudashim_operands(%rip), %r10
    movzwl %r10w, %r11d
    cmpq %r10, cudashim_products_double(,%r11,8)
    je .Lcudashim_taken\@
    movq cudashim_operands+8(%rip), %r10
    movzwl %r10w, %r11d
    cmpq %r10, cudashim_products_double(,%r11,8)
    jne .Lcudashim_none\@
.Lcudashim_taken\@:
    .irp register, rax, rcx, rdx, rsi, rdi, r8, r9, rbp
        pushq %\register
    .endr
    movq %rsp, %rbp
    subq $512, %rsp
    andq $-64, %rsp
    fxsave64 (%rsp)
    movl $\subtracts, %edi
    call *cudashim_fused_double@GOTPCREL(%rip)
    fxrstor64 (%rsp)
    movq %rbp, %rsp
    .irp register, rbp, r9, r8, rdi, rsi, rdx, rcx, rax
        popq %\register
    .endr
.Lcudashim_none\@:
    popq %r10
    popq %r11
.Lcudashim_apart\@:
    popfq
    ret
.endm

.text
cudashim_taking_single addss, addsd
cudashim_taking_single subss, subsd
cudashim_taking_double addsd, 0
cudashim_taking_double subsd, 1

# An address has up to two commas of its own.
.macro cudashim_arithmetic made, instruction, one, two, three, four
    .ifnb \four
        \made \instruction, \four, \one,\two,\three
    .else
    .ifnb \three
        \made \instruction, \three, \one,\two
    .else
        \made \instruction, \two, \one
    .endif
    .endif
.endm

.macro mulss one, two, three, four
    cudashim_arithmetic cudashim_product_single, mulss, \one, \two, \three, \four
.endm
.macro mulsd one, two, three, four
    cudashim_arithmetic cudashim_product_double, mulsd, \one, \two, \three, \four
.endm
.macro addss one, two, three, four
    cudashim_arithmetic cudashim_sum_single, addss, \one, \two, \three, \four
.endm
.macro subss one, two, three, four
    cudashim_arithmetic cudashim_sum_single, subss, \one, \two, \three, \four
.endm
.macro addsd one, two, three, four
    cudashim_arithmetic cudashim_sum_double, addsd, \one, \two, \three, \four
.endm
.macro subsd one, two, three, four
    cudashim_arithmetic cudashim_sum_double, subsd, \one, \two, \three, \four
.endm
