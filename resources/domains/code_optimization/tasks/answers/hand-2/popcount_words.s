	.text
	.p2align 4
	.globl	popcount_words
	.type	popcount_words, @function
popcount_words:
	movdqa	.L55(%rip), %xmm8
	movdqa	.L33(%rip), %xmm9
	movdqa	.L0f(%rip), %xmm10
	pxor	%xmm11, %xmm11
	pxor	%xmm12, %xmm12
	subq	$16, %rsi
	jb	.Lunder16
	.p2align 4
.Lblock:
	movdqu	(%rdi), %xmm0
	movdqu	16(%rdi), %xmm1
	movdqu	32(%rdi), %xmm2
	movdqu	48(%rdi), %xmm3
	movdqa	%xmm0, %xmm4
	movdqa	%xmm1, %xmm5
	movdqa	%xmm2, %xmm6
	movdqa	%xmm3, %xmm7
	psrld	$1, %xmm4
	psrld	$1, %xmm5
	psrld	$1, %xmm6
	psrld	$1, %xmm7
	pand	%xmm8, %xmm4
	pand	%xmm8, %xmm5
	pand	%xmm8, %xmm6
	pand	%xmm8, %xmm7
	psubd	%xmm4, %xmm0
	psubd	%xmm5, %xmm1
	psubd	%xmm6, %xmm2
	psubd	%xmm7, %xmm3
	movdqa	%xmm0, %xmm4
	movdqa	%xmm1, %xmm5
	movdqa	%xmm2, %xmm6
	movdqa	%xmm3, %xmm7
	pand	%xmm9, %xmm0
	pand	%xmm9, %xmm1
	pand	%xmm9, %xmm2
	pand	%xmm9, %xmm3
	psrld	$2, %xmm4
	psrld	$2, %xmm5
	psrld	$2, %xmm6
	psrld	$2, %xmm7
	pand	%xmm9, %xmm4
	pand	%xmm9, %xmm5
	pand	%xmm9, %xmm6
	pand	%xmm9, %xmm7
	paddd	%xmm1, %xmm0
	paddd	%xmm5, %xmm4
	paddd	%xmm3, %xmm2
	paddd	%xmm7, %xmm6
	paddd	%xmm4, %xmm0
	paddd	%xmm6, %xmm2
	movdqa	%xmm0, %xmm4
	movdqa	%xmm2, %xmm6
	psrld	$4, %xmm4
	psrld	$4, %xmm6
	pand	%xmm10, %xmm0
	pand	%xmm10, %xmm2
	pand	%xmm10, %xmm4
	pand	%xmm10, %xmm6
	paddd	%xmm2, %xmm0
	paddd	%xmm6, %xmm4
	paddd	%xmm4, %xmm0
	addq	$64, %rdi
	psadbw	%xmm11, %xmm0
	paddq	%xmm0, %xmm12
	subq	$16, %rsi
	jae	.Lblock
.Lunder16:
	addq	$12, %rsi
	js	.Lunder4
.Lfour:
	movdqu	(%rdi), %xmm0
	addq	$16, %rdi
	movdqa	%xmm0, %xmm4
	psrld	$1, %xmm4
	pand	%xmm8, %xmm4
	psubd	%xmm4, %xmm0
	movdqa	%xmm0, %xmm4
	psrld	$2, %xmm4
	pand	%xmm9, %xmm0
	pand	%xmm9, %xmm4
	paddd	%xmm4, %xmm0
	movdqa	%xmm0, %xmm4
	psrld	$4, %xmm4
	paddd	%xmm4, %xmm0
	pand	%xmm10, %xmm0
	psadbw	%xmm11, %xmm0
	paddq	%xmm0, %xmm12
	subq	$4, %rsi
	jns	.Lfour
.Lunder4:
	movdqa	%xmm12, %xmm0
	psrldq	$8, %xmm0
	paddq	%xmm0, %xmm12
	movq	%xmm12, %rax
	addq	$4, %rsi
	je	.Lend
.Lword:
	movl	-4(%rdi,%rsi,4), %ecx
	movl	%ecx, %edx
	shrl	$1, %edx
	andl	$0x55555555, %edx
	subl	%edx, %ecx
	movl	%ecx, %edx
	shrl	$2, %ecx
	andl	$0x33333333, %edx
	andl	$0x33333333, %ecx
	addl	%edx, %ecx
	movl	%ecx, %edx
	shrl	$4, %edx
	addl	%edx, %ecx
	andl	$0x0f0f0f0f, %ecx
	imull	$0x01010101, %ecx, %ecx
	shrl	$24, %ecx
	addq	%rcx, %rax
	subq	$1, %rsi
	jne	.Lword
.Lend:
	ret
	.size	popcount_words, .-popcount_words
	.section	.rodata
	.align 16
.L55:	.long	0x55555555, 0x55555555, 0x55555555, 0x55555555
.L33:	.long	0x33333333, 0x33333333, 0x33333333, 0x33333333
.L0f:	.long	0x0f0f0f0f, 0x0f0f0f0f, 0x0f0f0f0f, 0x0f0f0f0f
	.section	.note.GNU-stack,"",@progbits
