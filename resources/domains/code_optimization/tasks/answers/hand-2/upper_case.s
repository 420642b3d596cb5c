	.text
	.p2align 4
	.globl	upper_case
	.type	upper_case, @function
upper_case:
	xorl	%eax, %eax
	cmpq	$16, %rsi
	jb	.Lfew
	movdqa	.Lup(%rip), %xmm5
	movdqa	.Lcut(%rip), %xmm6
	movdqa	.Lbit(%rip), %xmm7
	pxor	%xmm8, %xmm8
	pxor	%xmm9, %xmm9
	leaq	(%rdi,%rsi), %rdx
	subq	$64, %rsi
	jb	.Lunder64
	.p2align 4
.Lblock:
	movdqu	(%rdi), %xmm0
	movdqu	16(%rdi), %xmm1
	movdqu	32(%rdi), %xmm2
	movdqu	48(%rdi), %xmm3
	movdqa	%xmm0, %xmm4
	movdqa	%xmm1, %xmm10
	movdqa	%xmm2, %xmm11
	movdqa	%xmm3, %xmm12
	paddb	%xmm5, %xmm4
	paddb	%xmm5, %xmm10
	paddb	%xmm5, %xmm11
	paddb	%xmm5, %xmm12
	pcmpgtb	%xmm6, %xmm4
	pcmpgtb	%xmm6, %xmm10
	pcmpgtb	%xmm6, %xmm11
	pcmpgtb	%xmm6, %xmm12
	pand	%xmm7, %xmm4
	pand	%xmm7, %xmm10
	pand	%xmm7, %xmm11
	pand	%xmm7, %xmm12
	psubb	%xmm4, %xmm0
	psubb	%xmm10, %xmm1
	psubb	%xmm11, %xmm2
	psubb	%xmm12, %xmm3
	paddb	%xmm10, %xmm4
	paddb	%xmm12, %xmm11
	movdqu	%xmm0, (%rdi)
	movdqu	%xmm1, 16(%rdi)
	paddb	%xmm11, %xmm4
	movdqu	%xmm2, 32(%rdi)
	movdqu	%xmm3, 48(%rdi)
	psadbw	%xmm8, %xmm4
	addq	$64, %rdi
	paddq	%xmm4, %xmm9
	subq	$64, %rsi
	jae	.Lblock
.Lunder64:
	addq	$64, %rsi
	je	.Lsum
	subq	$16, %rdx
.Lsixteen:
	cmpq	%rdx, %rdi
	cmova	%rdx, %rdi
	movdqu	(%rdi), %xmm0
	movdqa	%xmm0, %xmm4
	paddb	%xmm5, %xmm4
	pcmpgtb	%xmm6, %xmm4
	pand	%xmm7, %xmm4
	psubb	%xmm4, %xmm0
	movdqu	%xmm0, (%rdi)
	psadbw	%xmm8, %xmm4
	paddq	%xmm4, %xmm9
	addq	$16, %rdi
	subq	$16, %rsi
	ja	.Lsixteen
.Lsum:
	movdqa	%xmm9, %xmm0
	psrldq	$8, %xmm0
	paddq	%xmm0, %xmm9
	movq	%xmm9, %rax
	shrq	$5, %rax
	ret
.Lfew:
	testq	%rsi, %rsi
	je	.Lret
.Lbyte:
	movzbl	-1(%rdi,%rsi), %ecx
	leal	-97(%rcx), %edx
	cmpl	$25, %edx
	ja	.Lother
	subl	$32, %ecx
	addq	$1, %rax
	movb	%cl, -1(%rdi,%rsi)
.Lother:
	subq	$1, %rsi
	jne	.Lbyte
.Lret:
	ret
	.size	upper_case, .-upper_case
	.section	.rodata
	.align 16
.Lup:	.long	0x05050505, 0x05050505, 0x05050505, 0x05050505
.Lcut:	.long	0x65656565, 0x65656565, 0x65656565, 0x65656565
.Lbit:	.long	0x20202020, 0x20202020, 0x20202020, 0x20202020
	.section	.note.GNU-stack,"",@progbits
