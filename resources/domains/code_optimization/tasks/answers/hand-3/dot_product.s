	.text
	.p2align 4
	.globl	dot_product
	.type	dot_product, @function
dot_product:
	xorl	%eax, %eax
	cmpq	$8, %rdx
	jb	.Ltail
	pxor	%xmm0, %xmm0
	pxor	%xmm1, %xmm1
	cmpq	$32, %rdx
	jb	.Leight
	.p2align 4
.Lloop:
	movdqu	(%rdi), %xmm2
	movdqu	(%rsi), %xmm3
	movdqu	16(%rdi), %xmm4
	movdqu	16(%rsi), %xmm5
	pmaddwd	%xmm3, %xmm2
	pmaddwd	%xmm5, %xmm4
	paddd	%xmm2, %xmm0
	paddd	%xmm4, %xmm1
	movdqu	32(%rdi), %xmm2
	movdqu	32(%rsi), %xmm3
	movdqu	48(%rdi), %xmm4
	movdqu	48(%rsi), %xmm5
	pmaddwd	%xmm3, %xmm2
	pmaddwd	%xmm5, %xmm4
	paddd	%xmm2, %xmm0
	paddd	%xmm4, %xmm1
	addq	$64, %rdi
	addq	$64, %rsi
	subq	$32, %rdx
	cmpq	$32, %rdx
	jae	.Lloop
	cmpq	$8, %rdx
	jb	.Lsum
.Leight:
	movdqu	(%rdi), %xmm2
	movdqu	(%rsi), %xmm3
	pmaddwd	%xmm3, %xmm2
	paddd	%xmm2, %xmm0
	addq	$16, %rdi
	addq	$16, %rsi
	subq	$8, %rdx
	cmpq	$8, %rdx
	jae	.Leight
.Lsum:
	paddd	%xmm1, %xmm0
	pshufd	$0x4e, %xmm0, %xmm1
	paddd	%xmm1, %xmm0
	pshufd	$0xb1, %xmm0, %xmm1
	paddd	%xmm1, %xmm0
	movd	%xmm0, %eax
.Ltail:
	testq	%rdx, %rdx
	je	.Lreturn
.Lone:
	movswl	(%rdi), %ecx
	movswl	(%rsi), %r8d
	imull	%r8d, %ecx
	addl	%ecx, %eax
	addq	$2, %rdi
	addq	$2, %rsi
	decq	%rdx
	jne	.Lone
.Lreturn:
	ret
	.size	dot_product, .-dot_product
	.section	.note.GNU-stack,"",@progbits
