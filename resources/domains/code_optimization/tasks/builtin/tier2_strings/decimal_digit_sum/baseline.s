	.file	"kernel.c"
	.text
	.p2align 4
	.globl	digit_sum
	.type	digit_sum, @function
digit_sum:
	movabsq	$-3689348814741910323, %r8
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L2:
	movq	%rdi, %rax
	movq	%rdi, %rsi
	mulq	%r8
	shrq	$3, %rdx
	leaq	(%rdx,%rdx,4), %rax
	addq	%rax, %rax
	subq	%rax, %rsi
	movq	%rdi, %rax
	movq	%rdx, %rdi
	addl	%esi, %ecx
	cmpq	$9, %rax
	ja	.L2
	movl	%ecx, %eax
	ret
	.size	digit_sum, .-digit_sum
	.section	.note.GNU-stack,"",@progbits
