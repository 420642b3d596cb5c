	.text
	.p2align 4
	.globl	reverse_bits
	.type	reverse_bits, @function
reverse_bits:
	subq	$4, %rsi
	jb	.Lrest
	movdqa	.L55(%rip), %xmm5
	movdqa	.L33(%rip), %xmm6
	movdqa	.L0f(%rip), %xmm7
	.p2align 4
.Lfour:
	movdqu	(%rdi), %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$8, %xmm0
	psllw	$8, %xmm1
	por	%xmm1, %xmm0
	pshuflw	$0xb1, %xmm0, %xmm0
	pshufhw	$0xb1, %xmm0, %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$4, %xmm0
	pand	%xmm7, %xmm1
	pand	%xmm7, %xmm0
	psllw	$4, %xmm1
	por	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$2, %xmm0
	pand	%xmm6, %xmm1
	pand	%xmm6, %xmm0
	psllw	$2, %xmm1
	por	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	psrlw	$1, %xmm0
	pand	%xmm5, %xmm1
	pand	%xmm5, %xmm0
	paddb	%xmm1, %xmm1
	por	%xmm1, %xmm0
	movdqu	%xmm0, (%rdi)
	addq	$16, %rdi
	subq	$4, %rsi
	jae	.Lfour
.Lrest:
	addq	$4, %rsi
	je	.Lend
.Lone:
	movl	-4(%rdi,%rsi,4), %eax
	bswapl	%eax
	movl	%eax, %ecx
	shrl	$4, %eax
	andl	$0x0f0f0f0f, %ecx
	andl	$0x0f0f0f0f, %eax
	shll	$4, %ecx
	orl	%ecx, %eax
	movl	%eax, %ecx
	shrl	$2, %eax
	andl	$0x33333333, %ecx
	andl	$0x33333333, %eax
	leal	(%rax,%rcx,4), %eax
	movl	%eax, %ecx
	shrl	$1, %eax
	andl	$0x55555555, %ecx
	andl	$0x55555555, %eax
	leal	(%rax,%rcx,2), %eax
	movl	%eax, -4(%rdi,%rsi,4)
	subq	$1, %rsi
	jne	.Lone
.Lend:
	ret
	.size	reverse_bits, .-reverse_bits
	.section	.rodata
	.align 16
.L55:	.long	0x55555555, 0x55555555, 0x55555555, 0x55555555
.L33:	.long	0x33333333, 0x33333333, 0x33333333, 0x33333333
.L0f:	.long	0x0f0f0f0f, 0x0f0f0f0f, 0x0f0f0f0f, 0x0f0f0f0f
	.section	.note.GNU-stack,"",@progbits
