	.text
	.p2align 4
	.globl	upper_case
	.type	upper_case, @function
upper_case:
	xorl	%eax, %eax
	cmpq	$16, %rsi
	jb	.Ltail
	movdqa	.Lbelow(%rip), %xmm3
	movdqa	.Labove(%rip), %xmm4
	movdqa	.Lcase(%rip), %xmm5
	pxor	%xmm6, %xmm6
	pxor	%xmm7, %xmm7
	.p2align 4
.Lloop:
	movdqu	(%rdi), %xmm0
	movdqa	%xmm0, %xmm1
	movdqa	%xmm4, %xmm2
	pcmpgtb	%xmm3, %xmm1
	pcmpgtb	%xmm0, %xmm2
	pand	%xmm2, %xmm1
	pand	%xmm5, %xmm1
	psubb	%xmm1, %xmm0
	psadbw	%xmm6, %xmm1
	paddq	%xmm1, %xmm7
	movdqu	%xmm0, (%rdi)
	addq	$16, %rdi
	subq	$16, %rsi
	cmpq	$16, %rsi
	jae	.Lloop
	pshufd	$0x4e, %xmm7, %xmm0
	paddq	%xmm7, %xmm0
	movq	%xmm0, %rax
	shrq	$5, %rax
.Ltail:
	testq	%rsi, %rsi
	je	.Lreturn
.Lone:
	movzbl	(%rdi), %ecx
	leal	-97(%rcx), %edx
	cmpl	$26, %edx
	jae	.Lskip
	subl	$32, %ecx
	movb	%cl, (%rdi)
	incq	%rax
.Lskip:
	incq	%rdi
	decq	%rsi
	jne	.Lone
.Lreturn:
	ret
	.size	upper_case, .-upper_case
	.section	.rodata
	.p2align 4
.Lbelow:
	.long	0x60606060, 0x60606060, 0x60606060, 0x60606060
.Labove:
	.long	0x7b7b7b7b, 0x7b7b7b7b, 0x7b7b7b7b, 0x7b7b7b7b
.Lcase:
	.long	0x20202020, 0x20202020, 0x20202020, 0x20202020
	.section	.note.GNU-stack,"",@progbits
