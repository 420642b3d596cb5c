	.text
	.p2align 4
	.globl	popcount_words
	.type	popcount_words, @function
popcount_words:
	xorl	%eax, %eax
	cmpq	$4, %rsi
	jb	.Ltail
	movdqa	.Lm1(%rip), %xmm4
	movdqa	.Lm2(%rip), %xmm5
	movdqa	.Lm4(%rip), %xmm6
	pxor	%xmm7, %xmm7
	pxor	%xmm3, %xmm3
	.p2align 4
.Lfour:
	movdqu	(%rdi), %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$1, %xmm1
	pand	%xmm4, %xmm1
	psubb	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$2, %xmm1
	pand	%xmm5, %xmm0
	pand	%xmm5, %xmm1
	paddb	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$4, %xmm1
	paddb	%xmm1, %xmm0
	pand	%xmm6, %xmm0
	psadbw	%xmm7, %xmm0
	paddq	%xmm0, %xmm3
	addq	$16, %rdi
	subq	$4, %rsi
	cmpq	$4, %rsi
	jae	.Lfour
	pshufd	$0x4e, %xmm3, %xmm0
	paddq	%xmm3, %xmm0
	movq	%xmm0, %rax
.Ltail:
	testq	%rsi, %rsi
	je	.Lreturn
.Lone:
	movl	(%rdi), %ecx
	addq	$4, %rdi
	movl	%ecx, %edx
	shrl	%edx
	andl	$0x55555555, %edx
	subl	%edx, %ecx
	movl	%ecx, %edx
	shrl	$2, %edx
	andl	$0x33333333, %ecx
	andl	$0x33333333, %edx
	addl	%edx, %ecx
	movl	%ecx, %edx
	shrl	$4, %edx
	addl	%edx, %ecx
	andl	$0x0f0f0f0f, %ecx
	imull	$0x01010101, %ecx, %ecx
	shrl	$24, %ecx
	addq	%rcx, %rax
	decq	%rsi
	jne	.Lone
.Lreturn:
	ret
	.size	popcount_words, .-popcount_words
	.section	.rodata
	.p2align 4
.Lm1:
	.long	0x55555555, 0x55555555, 0x55555555, 0x55555555
.Lm2:
	.long	0x33333333, 0x33333333, 0x33333333, 0x33333333
.Lm4:
	.long	0x0f0f0f0f, 0x0f0f0f0f, 0x0f0f0f0f, 0x0f0f0f0f
	.section	.note.GNU-stack,"",@progbits
