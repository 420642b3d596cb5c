	.text
	.p2align 4
	.globl	knapsack
	.type	knapsack, @function
# best[] is kept with its top bit flipped, so that signed compares order it
knapsack:
	movl	%ecx, %ecx
	leaq	1(%rcx), %r9
	movdqa	.Lflip(%rip), %xmm7
	movq	%r9, %r10
	subq	$4, %r10
	jb	.Linit1
.Linit4:
	movdqu	%xmm7, (%r8,%r10,4)
	subq	$4, %r10
	jae	.Linit4
.Linit1:
	addq	$4, %r10
	je	.Linitdone
.Linit0:
	movl	$0x80000000, -4(%r8,%r10,4)
	subq	$1, %r10
	jne	.Linit0
.Linitdone:
	testq	%rdx, %rdx
	je	.Lfinish
	leaq	(%rdi,%rdx,4), %rdx
.Lthing:
	movl	(%rdi), %eax
	movq	%r9, %r10
	subq	%rax, %r10
	jbe	.Lskip
	movd	(%rsi), %xmm0
	leaq	(%r8,%rax,4), %r11
	pshufd	$0, %xmm0, %xmm0
	subq	$8, %r10
	jb	.Lunder8
	.p2align 4
.Leight:
	movdqu	(%r8,%r10,4), %xmm1
	movdqu	16(%r8,%r10,4), %xmm2
	movdqu	(%r11,%r10,4), %xmm3
	movdqu	16(%r11,%r10,4), %xmm4
	paddd	%xmm0, %xmm1
	paddd	%xmm0, %xmm2
	movdqa	%xmm1, %xmm5
	movdqa	%xmm2, %xmm6
	pcmpgtd	%xmm3, %xmm5
	pcmpgtd	%xmm4, %xmm6
	pxor	%xmm3, %xmm1
	pxor	%xmm4, %xmm2
	pand	%xmm5, %xmm1
	pand	%xmm6, %xmm2
	pxor	%xmm3, %xmm1
	pxor	%xmm4, %xmm2
	movdqu	%xmm1, (%r11,%r10,4)
	movdqu	%xmm2, 16(%r11,%r10,4)
	subq	$8, %r10
	jae	.Leight
.Lunder8:
	addq	$8, %r10
	cmpq	$4, %r10
	jb	.Lunder4
	movdqu	-16(%r8,%r10,4), %xmm1
	movdqu	-16(%r11,%r10,4), %xmm3
	paddd	%xmm0, %xmm1
	movdqa	%xmm1, %xmm5
	pcmpgtd	%xmm3, %xmm5
	pxor	%xmm3, %xmm1
	pand	%xmm5, %xmm1
	pxor	%xmm3, %xmm1
	movdqu	%xmm1, -16(%r11,%r10,4)
	subq	$4, %r10
.Lunder4:
	testq	%r10, %r10
	je	.Lskip
.Lscalar:
	movl	-4(%r8,%r10,4), %eax
	addl	(%rsi), %eax
	cmpl	-4(%r11,%r10,4), %eax
	jle	.Lkeep
	movl	%eax, -4(%r11,%r10,4)
.Lkeep:
	subq	$1, %r10
	jne	.Lscalar
.Lskip:
	addq	$4, %rdi
	addq	$4, %rsi
	cmpq	%rdx, %rdi
	jne	.Lthing
.Lfinish:
	movl	(%r8,%rcx,4), %eax
	xorl	$0x80000000, %eax
	movq	%r9, %r10
	subq	$4, %r10
	jb	.Lplain1
.Lplain4:
	movdqu	(%r8,%r10,4), %xmm0
	pxor	%xmm7, %xmm0
	movdqu	%xmm0, (%r8,%r10,4)
	subq	$4, %r10
	jae	.Lplain4
.Lplain1:
	addq	$4, %r10
	je	.Lout
.Lplain0:
	xorl	$0x80000000, -4(%r8,%r10,4)
	subq	$1, %r10
	jne	.Lplain0
.Lout:
	ret
	.size	knapsack, .-knapsack
	.section	.rodata
	.align 16
.Lflip:
	.long	0x80000000, 0x80000000, 0x80000000, 0x80000000
	.section	.note.GNU-stack,"",@progbits
