	.file	"kernel.c"
	.text
	.p2align 4
	.globl	transpose
	.type	transpose, @function
transpose:
	testq	%rdx, %rdx
	je	.L1
	testq	%rcx, %rcx
	je	.L1
	leaq	(%rcx,%rcx), %r11
	leaq	(%rdx,%rdx), %r9
	xorl	%r10d, %r10d
	leaq	(%rsi,%r11), %r8
	.p2align 4,,10
	.p2align 3
.L3:
	movq	%r8, %rax
	movq	%rdi, %rcx
	subq	%r11, %rax
	.p2align 4,,10
	.p2align 3
.L4:
	movzwl	(%rax), %esi
	addq	$2, %rax
	movw	%si, (%rcx)
	addq	%r9, %rcx
	cmpq	%rax, %r8
	jne	.L4
	addq	$1, %r10
	addq	$2, %rdi
	addq	%r11, %r8
	cmpq	%r10, %rdx
	jne	.L3
.L1:
	ret
	.size	transpose, .-transpose
	.section	.note.GNU-stack,"",@progbits
