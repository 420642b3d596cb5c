	.text
	.p2align 4
	.globl	shortest_paths
	.type	shortest_paths, @function
# sums stay below 2^31, so the sign of a difference is a comparison; the middle line never changes
shortest_paths:
	testq	%rsi, %rsi
	je	.Lret
	pushq	%rbx
	leaq	(,%rsi,4), %r8
	movq	%rdi, %rdx
	xorl	%ecx, %ecx
	movq	%r8, %rbx
	imulq	%rsi, %rbx
	addq	%rdi, %rbx
.Lmiddle:
	movq	%rdi, %r9
.Lfrom:
	cmpq	%rdx, %r9
	je	.Lnextfrom
	movl	(%r9,%rcx,4), %r10d
	movq	%rsi, %r11
	xorl	%eax, %eax
	subq	$4, %r11
	jb	.Lnarrow
	movd	%r10d, %xmm0
	pshufd	$0, %xmm0, %xmm0
	.p2align 4
.Lfour:
	movdqu	(%rdx,%rax,4), %xmm1
	movdqu	(%r9,%rax,4), %xmm2
	paddd	%xmm0, %xmm1
	psubd	%xmm2, %xmm1
	movdqa	%xmm1, %xmm3
	psrad	$31, %xmm3
	pand	%xmm3, %xmm1
	paddd	%xmm1, %xmm2
	movdqu	%xmm2, (%r9,%rax,4)
	addq	$4, %rax
	cmpq	%r11, %rax
	jbe	.Lfour
	cmpq	%rsi, %rax
	je	.Lnextfrom
	movdqu	(%rdx,%r11,4), %xmm1
	movdqu	(%r9,%r11,4), %xmm2
	paddd	%xmm0, %xmm1
	psubd	%xmm2, %xmm1
	movdqa	%xmm1, %xmm3
	psrad	$31, %xmm3
	pand	%xmm3, %xmm1
	paddd	%xmm1, %xmm2
	movdqu	%xmm2, (%r9,%r11,4)
.Lnextfrom:
	addq	%r8, %r9
	cmpq	%rbx, %r9
	jne	.Lfrom
	addq	%r8, %rdx
	addq	$1, %rcx
	cmpq	%rsi, %rcx
	jne	.Lmiddle
	popq	%rbx
.Lret:
	ret
.Lnarrow:
	movl	(%rdx,%rax,4), %r11d
	addl	%r10d, %r11d
	cmpl	(%r9,%rax,4), %r11d
	jae	.Lnokeep
	movl	%r11d, (%r9,%rax,4)
.Lnokeep:
	addq	$1, %rax
	cmpq	%rsi, %rax
	jne	.Lnarrow
	jmp	.Lnextfrom
	.size	shortest_paths, .-shortest_paths
	.section	.note.GNU-stack,"",@progbits
