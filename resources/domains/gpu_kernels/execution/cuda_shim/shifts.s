# Shifts by as many bits as the type has, or by more, as a device makes them (PTX ISA, shl and shr): nothing is left but
# copies of the sign. The assembler reads this before a candidate.
#
# The compiler announces such a shift (-fsanitize=shift-exponent), and then makes it with one of these instructions, of
# which this processor takes the count's low bits alone. The runtime says whether value and count are those that were
# announced (runtime/shifts.cpp). All registers but the target stay; flags are nobody's after a shift by a register.

.macro cudashim_shift instruction, move, register, bits, rotates, emptied, count, target:vararg
    .set cudashim_is_variable, 0
    .ifc \count, %cl
        .ifnb \target
            .set cudashim_is_variable, 1
        .endif
    .endif
    .ifb \target
        {load} \instruction \count
    .else
    .if cudashim_is_variable
        cmpq $0, cudashim_shifts_announced(%rip)
        je .Lcudashim_narrow\@
        movq %r11, cudashim_saved(%rip)
        \move \target, \register
        \move \register, cudashim_shifted(%rip)
        movq cudashim_saved(%rip), %r11
        movq %rcx, cudashim_count(%rip)
        movl $\bits, cudashim_bits(%rip)
        movl $\rotates, cudashim_rotates(%rip)
        call *cudashim_take_shift@GOTPCREL(%rip)
        .if \rotates == 0
            cmpq $0, cudashim_is_wide(%rip)
            je .Lcudashim_narrow\@
            {load} \emptied, \target
            jmp .Lcudashim_shifted\@
        .endif
.Lcudashim_narrow\@:
    .endif
        {load} \instruction \count, \target
.Lcudashim_shifted\@:
    .endif
.endm

.macro sall count, target:vararg
    cudashim_shift sall, movl, %r11d, 32, 0, "andl $0", \count, \target
.endm
.macro shll count, target:vararg
    cudashim_shift sall, movl, %r11d, 32, 0, "andl $0", \count, \target
.endm
.macro salq count, target:vararg
    cudashim_shift salq, movq, %r11, 64, 0, "andq $0", \count, \target
.endm
.macro shlq count, target:vararg
    cudashim_shift salq, movq, %r11, 64, 0, "andq $0", \count, \target
.endm
.macro shrl count, target:vararg
    cudashim_shift shrl, movl, %r11d, 32, 0, "andl $0", \count, \target
.endm
.macro shrq count, target:vararg
    cudashim_shift shrq, movq, %r11, 64, 0, "andq $0", \count, \target
.endm
.macro sarl count, target:vararg
    cudashim_shift sarl, movl, %r11d, 32, 0, "sarl $31", \count, \target
.endm
.macro sarq count, target:vararg
    cudashim_shift sarq, movq, %r11, 64, 0, "sarq $63", \count, \target
.endm
# Two shifts that the compiler has put together: one by no bits beside one by all of them leaves the value as it is.
.macro roll count, target:vararg
    cudashim_shift roll, movl, %r11d, 32, 1, "", \count, \target
.endm
.macro rorl count, target:vararg
    cudashim_shift rorl, movl, %r11d, 32, 1, "", \count, \target
.endm
.macro rolq count, target:vararg
    cudashim_shift rolq, movq, %r11, 64, 1, "", \count, \target
.endm
.macro rorq count, target:vararg
    cudashim_shift rorq, movq, %r11, 64, 1, "", \count, \target
.endm
