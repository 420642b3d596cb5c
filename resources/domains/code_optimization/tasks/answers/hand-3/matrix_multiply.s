	.text
	.p2align 4
	.globl	matrix_multiply
	.type	matrix_multiply, @function
matrix_multiply:
	testq	%rcx, %rcx
	je	.Lreturn
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	leaq	0(,%rcx,4), %r8
	movq	%rcx, %r12
.Lrow:
	leaq	(%rsi,%r8), %rbp
	xorl	%r9d, %r9d
.Leight_test:
	leaq	8(%r9), %rax
	cmpq	%rcx, %rax
	ja	.Lfour_test
	leaq	(%rdx,%r9,4), %r10
	movq	%rsi, %r11
	pxor	%xmm0, %xmm0
	pxor	%xmm1, %xmm1
	pxor	%xmm2, %xmm2
	pxor	%xmm3, %xmm3
	.p2align 4
.Leight:
	movd	(%r11), %xmm4
	movdqu	(%r10), %xmm5
	movdqu	16(%r10), %xmm6
	pshufd	$0, %xmm4, %xmm4
	pshufd	$0xf5, %xmm5, %xmm7
	pshufd	$0xf5, %xmm6, %xmm8
	pmuludq	%xmm4, %xmm5
	pmuludq	%xmm4, %xmm6
	pmuludq	%xmm4, %xmm7
	pmuludq	%xmm4, %xmm8
	paddq	%xmm5, %xmm0
	paddq	%xmm7, %xmm1
	paddq	%xmm6, %xmm2
	paddq	%xmm8, %xmm3
	addq	$4, %r11
	addq	%r8, %r10
	cmpq	%rbp, %r11
	jb	.Leight
	pshufd	$0x08, %xmm0, %xmm0
	pshufd	$0x08, %xmm1, %xmm1
	punpckldq	%xmm1, %xmm0
	pshufd	$0x08, %xmm2, %xmm2
	pshufd	$0x08, %xmm3, %xmm3
	punpckldq	%xmm3, %xmm2
	movdqu	%xmm0, (%rdi,%r9,4)
	movdqu	%xmm2, 16(%rdi,%r9,4)
	addq	$8, %r9
	jmp	.Leight_test
.Lfour_test:
	leaq	4(%r9), %rax
	cmpq	%rcx, %rax
	ja	.Lone_test
	leaq	(%rdx,%r9,4), %r10
	movq	%rsi, %r11
	pxor	%xmm0, %xmm0
	pxor	%xmm1, %xmm1
	.p2align 4
.Lfour:
	movd	(%r11), %xmm4
	movdqu	(%r10), %xmm5
	pshufd	$0, %xmm4, %xmm4
	pshufd	$0xf5, %xmm5, %xmm7
	pmuludq	%xmm4, %xmm5
	pmuludq	%xmm4, %xmm7
	paddq	%xmm5, %xmm0
	paddq	%xmm7, %xmm1
	addq	$4, %r11
	addq	%r8, %r10
	cmpq	%rbp, %r11
	jb	.Lfour
	pshufd	$0x08, %xmm0, %xmm0
	pshufd	$0x08, %xmm1, %xmm1
	punpckldq	%xmm1, %xmm0
	movdqu	%xmm0, (%rdi,%r9,4)
	addq	$4, %r9
.Lone_test:
	cmpq	%rcx, %r9
	jae	.Lrow_done
	leaq	(%rdx,%r9,4), %r10
	movq	%rsi, %r11
	xorl	%eax, %eax
.Lone:
	movl	(%r11), %ebx
	imull	(%r10), %ebx
	addl	%ebx, %eax
	addq	$4, %r11
	addq	%r8, %r10
	cmpq	%rbp, %r11
	jb	.Lone
	movl	%eax, (%rdi,%r9,4)
	incq	%r9
	jmp	.Lone_test
.Lrow_done:
	addq	%r8, %rsi
	addq	%r8, %rdi
	decq	%r12
	jne	.Lrow
	popq	%r12
	popq	%rbp
	popq	%rbx
.Lreturn:
	ret
	.size	matrix_multiply, .-matrix_multiply
	.section	.note.GNU-stack,"",@progbits
