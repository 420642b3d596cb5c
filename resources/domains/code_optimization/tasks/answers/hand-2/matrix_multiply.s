	.text
	.p2align 4
	.globl	matrix_multiply
	.type	matrix_multiply, @function
# one line times eight (four) columns; even and odd columns have 64-bit sums of their own
matrix_multiply:
	testq	%rcx, %rcx
	je	.Lret
	pushq	%rbx
	pushq	%rbp
	movq	%rcx, %r11
	negq	%r11
	leaq	(,%rcx,4), %r8
	movq	%rcx, %rbx
	addq	%r8, %rsi
	cmpq	$4, %rcx
	jb	.Lsmall
	leaq	-4(%rcx), %rbp
.Lline:
	xorl	%r9d, %r9d
.Lcolumns:
	movq	%rcx, %rax
	subq	%r9, %rax
	je	.Llinedone
	cmpq	$8, %rax
	jb	.Lfour
	leaq	(%rdx,%r9,4), %r10
	movq	%r11, %rax
	pxor	%xmm8, %xmm8
	pxor	%xmm9, %xmm9
	pxor	%xmm10, %xmm10
	pxor	%xmm11, %xmm11
	.p2align 4
.Lmac8:
	movd	(%rsi,%rax,4), %xmm0
	movdqu	(%r10), %xmm1
	movdqu	16(%r10), %xmm2
	pshufd	$0, %xmm0, %xmm0
	pshufd	$0xf5, %xmm1, %xmm3
	pshufd	$0xf5, %xmm2, %xmm4
	pmuludq	%xmm0, %xmm1
	pmuludq	%xmm0, %xmm2
	pmuludq	%xmm0, %xmm3
	pmuludq	%xmm0, %xmm4
	addq	%r8, %r10
	paddq	%xmm1, %xmm8
	paddq	%xmm2, %xmm10
	paddq	%xmm3, %xmm9
	paddq	%xmm4, %xmm11
	addq	$1, %rax
	jne	.Lmac8
	pshufd	$0x08, %xmm8, %xmm8
	pshufd	$0x08, %xmm9, %xmm9
	pshufd	$0x08, %xmm10, %xmm10
	pshufd	$0x08, %xmm11, %xmm11
	punpckldq	%xmm9, %xmm8
	punpckldq	%xmm11, %xmm10
	movdqu	%xmm8, (%rdi,%r9,4)
	movdqu	%xmm10, 16(%rdi,%r9,4)
	addq	$8, %r9
	jmp	.Lcolumns
.Lfour:
	cmpq	%rbp, %r9
	cmova	%rbp, %r9
	leaq	(%rdx,%r9,4), %r10
	movq	%r11, %rax
	pxor	%xmm8, %xmm8
	pxor	%xmm9, %xmm9
.Lmac4:
	movd	(%rsi,%rax,4), %xmm0
	movdqu	(%r10), %xmm1
	pshufd	$0, %xmm0, %xmm0
	pshufd	$0xf5, %xmm1, %xmm3
	pmuludq	%xmm0, %xmm1
	pmuludq	%xmm0, %xmm3
	addq	%r8, %r10
	paddq	%xmm1, %xmm8
	paddq	%xmm3, %xmm9
	addq	$1, %rax
	jne	.Lmac4
	pshufd	$0x08, %xmm8, %xmm8
	pshufd	$0x08, %xmm9, %xmm9
	punpckldq	%xmm9, %xmm8
	movdqu	%xmm8, (%rdi,%r9,4)
	addq	$4, %r9
	jmp	.Lcolumns
.Llinedone:
	addq	%r8, %rdi
	addq	%r8, %rsi
	subq	$1, %rbx
	jne	.Lline
	popq	%rbp
	popq	%rbx
.Lret:
	ret
.Lsmall:
	pushq	%r12
.Ltiny:
	xorl	%r9d, %r9d
.Ltcol:
	leaq	(%rdx,%r9,4), %r10
	movq	%r11, %rax
	xorl	%ebp, %ebp
.Ltmac:
	movl	(%rsi,%rax,4), %r12d
	imull	(%r10), %r12d
	addl	%r12d, %ebp
	addq	%r8, %r10
	addq	$1, %rax
	jne	.Ltmac
	movl	%ebp, (%rdi,%r9,4)
	addq	$1, %r9
	cmpq	%rcx, %r9
	jne	.Ltcol
	addq	%r8, %rdi
	addq	%r8, %rsi
	subq	$1, %rbx
	jne	.Ltiny
	popq	%r12
	popq	%rbp
	popq	%rbx
	ret
	.size	matrix_multiply, .-matrix_multiply
	.section	.note.GNU-stack,"",@progbits
