	.text
	.p2align 4
	.globl	fnv1a
	.type	fnv1a, @function
fnv1a:
	movabsq	$-3750763034362895579, %rax
	movabsq	$1099511628211, %rcx
	movl	%esi, %edx
	andl	$7, %edx
	je	.Lmain
	subq	%rdx, %rsi
.Lodd:
	xorb	(%rdi), %al
	imulq	%rcx, %rax
	addq	$1, %rdi
	subl	$1, %edx
	jne	.Lodd
.Lmain:
	testq	%rsi, %rsi
	je	.Lend
	addq	%rdi, %rsi
	.p2align 4
.Leight:
	xorb	(%rdi), %al
	imulq	%rcx, %rax
	xorb	1(%rdi), %al
	imulq	%rcx, %rax
	xorb	2(%rdi), %al
	imulq	%rcx, %rax
	xorb	3(%rdi), %al
	imulq	%rcx, %rax
	xorb	4(%rdi), %al
	imulq	%rcx, %rax
	xorb	5(%rdi), %al
	imulq	%rcx, %rax
	xorb	6(%rdi), %al
	imulq	%rcx, %rax
	xorb	7(%rdi), %al
	imulq	%rcx, %rax
	addq	$8, %rdi
	cmpq	%rsi, %rdi
	jne	.Leight
.Lend:
	ret
	.size	fnv1a, .-fnv1a
	.section	.note.GNU-stack,"",@progbits
