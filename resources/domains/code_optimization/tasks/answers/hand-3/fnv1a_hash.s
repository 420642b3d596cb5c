	.text
	.p2align 4
	.globl	fnv1a
	.type	fnv1a, @function
fnv1a:
	movabsq	$-3750763034362895579, %rax
	movabsq	$1099511628211, %rdx
	cmpq	$8, %rsi
	jb	.Ltail
	.p2align 4
.Leight:
	xorb	(%rdi), %al
	imulq	%rdx, %rax
	xorb	1(%rdi), %al
	imulq	%rdx, %rax
	xorb	2(%rdi), %al
	imulq	%rdx, %rax
	xorb	3(%rdi), %al
	imulq	%rdx, %rax
	xorb	4(%rdi), %al
	imulq	%rdx, %rax
	xorb	5(%rdi), %al
	imulq	%rdx, %rax
	xorb	6(%rdi), %al
	imulq	%rdx, %rax
	xorb	7(%rdi), %al
	imulq	%rdx, %rax
	addq	$8, %rdi
	subq	$8, %rsi
	cmpq	$8, %rsi
	jae	.Leight
.Ltail:
	testq	%rsi, %rsi
	je	.Lreturn
.Lone:
	xorb	(%rdi), %al
	incq	%rdi
	imulq	%rdx, %rax
	decq	%rsi
	jne	.Lone
.Lreturn:
	ret
	.size	fnv1a, .-fnv1a
	.section	.note.GNU-stack,"",@progbits
