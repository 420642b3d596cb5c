	.text
	.p2align 4
	.globl	square_root
	.type	square_root, @function
square_root:
	movq	%rdi, %rax
	shrq	%rax
	pxor	%xmm0, %xmm0
	cvtsi2sdq	%rax, %xmm0
	addsd	%xmm0, %xmm0
	sqrtsd	%xmm0, %xmm0
	cvttsd2siq	%xmm0, %rax
	movq	%rax, %rdx
	shrq	$32, %rdx
	subq	%rdx, %rax
	movq	%rax, %rdx
	imulq	%rax, %rdx
	xorl	%ecx, %ecx
	subq	%rdx, %rdi
	sbbq	$0, %rax
	leaq	(%rax,%rax), %rdx
	cmpq	%rdx, %rdi
	setg	%cl
	addl	%ecx, %eax
	ret
	.size	square_root, .-square_root
	.section	.note.GNU-stack,"",@progbits
