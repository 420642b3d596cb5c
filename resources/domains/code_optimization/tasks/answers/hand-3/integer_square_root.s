	.text
	.p2align 4
	.globl	square_root
	.type	square_root, @function
square_root:
	pxor	%xmm0, %xmm0
	testq	%rdi, %rdi
	js	.Lbig
	cvtsi2sdq	%rdi, %xmm0
.Lroot:
	sqrtsd	%xmm0, %xmm0
	cvttsd2siq	%xmm0, %rax
	movl	$4294967295, %ecx
	cmpq	%rcx, %rax
	cmova	%rcx, %rax
	movq	%rax, %rdx
	imulq	%rdx, %rdx
	cmpq	%rdx, %rdi
	sbbl	$0, %eax
	ret
.Lbig:
	movq	%rdi, %rax
	movl	%edi, %ecx
	shrq	%rax
	andl	$1, %ecx
	orq	%rcx, %rax
	cvtsi2sdq	%rax, %xmm0
	addsd	%xmm0, %xmm0
	jmp	.Lroot
	.size	square_root, .-square_root
	.section	.note.GNU-stack,"",@progbits
