# Conversions of floating point to integers, as a device makes them. The assembler reads this before a candidate.
#
# The compiler announces a conversion whose integer type does not hold the value (-fsanitize=float-cast-overflow), and
# then makes it with one of these instructions. Each takes the device's result in place of this processor's where its
# source is the value that was announced (runtime/conversions.cpp). Flags, and all registers but the target, stay.

.macro cudashim_convert instruction, compare, register, load, store, move, target, source:vararg
    .set cudashim_is_register, 0
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        .ifc \source, %xmm\number
            .set cudashim_is_register, 1
        .endif
    .endr
    .if cudashim_is_register
        \move \source, cudashim_source(%rip)
    .else
        \load \source
        \store cudashim_source(%rip)
    .endif
    \instruction cudashim_source(%rip), \target
    pushfq
    cmpq $0, cudashim_announced(%rip)
    je .Lcudashim_converted\@
    pushq %r11
    mov cudashim_source(%rip), \register
    .irp slot, 0, 1, 2, 3
        cmpq $0, cudashim_slots+24*\slot(%rip)
        je .Lcudashim_other\@_\slot
        \compare cudashim_slots+24*\slot+8(%rip), \register
        jne .Lcudashim_other\@_\slot
        popq %r11
        mov cudashim_slots+24*\slot+16(%rip), \target
        movq $0, cudashim_slots+24*\slot(%rip)
        decq cudashim_announced(%rip)
        jmp .Lcudashim_converted\@
.Lcudashim_other\@_\slot:
    .endr
    popq %r11
.Lcudashim_converted\@:
    popfq
.endm

# An address has up to two commas of its own.
.macro cudashim_conversion instruction, compare, register, load, store, move, one, two, three, four
    .ifnb \four
        cudashim_convert \instruction, \compare, \register, \load, \store, \move, \four, \one,\two,\three
    .else
    .ifnb \three
        cudashim_convert \instruction, \compare, \register, \load, \store, \move, \three, \one,\two
    .else
        cudashim_convert \instruction, \compare, \register, \load, \store, \move, \two, \one
    .endif
    .endif
.endm

.macro cvttss2sil one, two, three, four
    cudashim_conversion cvttss2si, cmpl, %r11d, flds, fstps, movss, \one, \two, \three, \four
.endm
.macro cvttss2siq one, two, three, four
    cudashim_conversion cvttss2si, cmpl, %r11d, flds, fstps, movss, \one, \two, \three, \four
.endm
.macro cvttsd2sil one, two, three, four
    cudashim_conversion cvttsd2si, cmpq, %r11, fldl, fstpl, movsd, \one, \two, \three, \four
.endm
.macro cvttsd2siq one, two, three, four
    cudashim_conversion cvttsd2si, cmpq, %r11, fldl, fstpl, movsd, \one, \two, \three, \four
.endm
