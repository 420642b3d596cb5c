	.text
	.p2align 4
	.globl	dot_product
	.type	dot_product, @function
dot_product:
	cmpq	$8, %rdx
	jb	.Lshort
	pxor	%xmm0, %xmm0
	pxor	%xmm1, %xmm1
	subq	$32, %rdx
	jb	.Lless
	.p2align 4
.Lquad:
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
	jae	.Lquad
.Lless:
	addq	$24, %rdx
	js	.Lpart
.Leight:
	movdqu	(%rdi), %xmm2
	movdqu	(%rsi), %xmm3
	addq	$16, %rdi
	addq	$16, %rsi
	pmaddwd	%xmm3, %xmm2
	paddd	%xmm2, %xmm0
	subq	$8, %rdx
	jns	.Leight
.Lpart:
	addq	$8, %rdx
	je	.Ljoin
	movdqu	-16(%rdi,%rdx,2), %xmm2
	movdqu	-16(%rsi,%rdx,2), %xmm3
	movdqu	.Lmask(%rdx,%rdx), %xmm4
	pand	%xmm4, %xmm2
	pmaddwd	%xmm3, %xmm2
	paddd	%xmm2, %xmm0
.Ljoin:
	paddd	%xmm1, %xmm0
	pshufd	$0x4e, %xmm0, %xmm1
	paddd	%xmm1, %xmm0
	pshufd	$0xb1, %xmm0, %xmm1
	paddd	%xmm1, %xmm0
	movd	%xmm0, %eax
	ret
.Lshort:
	xorl	%eax, %eax
	testq	%rdx, %rdx
	je	.Lzip
.Lone:
	movswl	-2(%rdi,%rdx,2), %ecx
	movswl	-2(%rsi,%rdx,2), %r8d
	imull	%r8d, %ecx
	addl	%ecx, %eax
	subq	$1, %rdx
	jne	.Lone
.Lzip:
	ret
	.size	dot_product, .-dot_product
	.section	.rodata
	.align 16
.Lmask:
	.value	0, 0, 0, 0, 0, 0, 0, 0
	.value	-1, -1, -1, -1, -1, -1, -1, -1
	.section	.note.GNU-stack,"",@progbits
