	.text
	.p2align 4
	.globl	reverse_bits
	.type	reverse_bits, @function
reverse_bits:
	cmpq	$4, %rsi
	jb	.Ltail
	movdqa	.Lm1(%rip), %xmm4
	movdqa	.Lm2(%rip), %xmm5
	movdqa	.Lm4(%rip), %xmm6
	.p2align 4
.Lfour:
	movdqu	(%rdi), %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$1, %xmm0
	pand	%xmm4, %xmm1
	pand	%xmm4, %xmm0
	paddw	%xmm1, %xmm1
	por	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$2, %xmm0
	pand	%xmm5, %xmm1
	pand	%xmm5, %xmm0
	psllw	$2, %xmm1
	por	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$4, %xmm0
	pand	%xmm6, %xmm1
	pand	%xmm6, %xmm0
	psllw	$4, %xmm1
	por	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$8, %xmm0
	psllw	$8, %xmm1
	por	%xmm1, %xmm0
	pshuflw	$0xb1, %xmm0, %xmm0
	pshufhw	$0xb1, %xmm0, %xmm0
	movdqu	%xmm0, (%rdi)
	addq	$16, %rdi
	subq	$4, %rsi
	cmpq	$4, %rsi
	jae	.Lfour
.Ltail:
	testq	%rsi, %rsi
	je	.Lreturn
.Lone:
	movl	(%rdi), %eax
	bswapl	%eax
	movl	%eax, %ecx
	shrl	%eax
	andl	$0x55555555, %ecx
	andl	$0x55555555, %eax
	leal	(%rax,%rcx,2), %eax
	movl	%eax, %ecx
	shrl	$2, %eax
	andl	$0x33333333, %ecx
	andl	$0x33333333, %eax
	leal	(%rax,%rcx,4), %eax
	movl	%eax, %ecx
	shrl	$4, %eax
	andl	$0x0f0f0f0f, %ecx
	andl	$0x0f0f0f0f, %eax
	sall	$4, %ecx
	orl	%ecx, %eax
	movl	%eax, (%rdi)
	addq	$4, %rdi
	decq	%rsi
	jne	.Lone
.Lreturn:
	ret
	.size	reverse_bits, .-reverse_bits
	.section	.rodata
	.p2align 4
.Lm1:
	.long	0x55555555, 0x55555555, 0x55555555, 0x55555555
.Lm2:
	.long	0x33333333, 0x33333333, 0x33333333, 0x33333333
.Lm4:
	.long	0x0f0f0f0f, 0x0f0f0f0f, 0x0f0f0f0f, 0x0f0f0f0f
	.section	.note.GNU-stack,"",@progbits
