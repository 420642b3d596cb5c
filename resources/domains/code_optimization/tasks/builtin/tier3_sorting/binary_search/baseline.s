	.file	"kernel.c"
	.text
	.p2align 4
	.globl	lower_bound
	.type	lower_bound, @function
lower_bound:
	xorl	%r8d, %r8d
	jmp	.L3
	.p2align 4,,10
	.p2align 3
.L4:
	movq	%rsi, %rax
	shrq	%rax
	leaq	(%r8,%rax), %rcx
	cmpl	%edx, (%rdi,%rcx,4)
	jb	.L7
	movq	%rax, %rsi
.L3:
	testq	%rsi, %rsi
	jne	.L4
	movq	%r8, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L7:
	subq	$1, %rsi
	leaq	1(%rcx), %r8
	subq	%rax, %rsi
	jmp	.L3
	.size	lower_bound, .-lower_bound
	.section	.note.GNU-stack,"",@progbits
