	.file	"kernel.c"
	.text
	.p2align 4
	.globl	fnv1a
	.type	fnv1a, @function
fnv1a:
	movabsq	$-3750763034362895579, %rax
	testq	%rsi, %rsi
	je	.L1
	movabsq	$1099511628211, %rcx
	addq	%rdi, %rsi
	.p2align 4,,10
	.p2align 3
.L3:
	movzbl	(%rdi), %edx
	addq	$1, %rdi
	xorq	%rdx, %rax
	imulq	%rcx, %rax
	cmpq	%rdi, %rsi
	jne	.L3
.L1:
	ret
	.size	fnv1a, .-fnv1a
	.section	.note.GNU-stack,"",@progbits
