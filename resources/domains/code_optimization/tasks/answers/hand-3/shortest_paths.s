	.text
	.p2align 4
	.globl	shortest_paths
	.type	shortest_paths, @function
shortest_paths:
	testq	%rsi, %rsi
	je	.Lreturn
	pushq	%rbx
	pushq	%rbp
	leaq	0(,%rsi,4), %r8
	movq	%rdi, %r9
	xorl	%edx, %edx
.Lmiddle:
	movq	%rdi, %r10
	xorl	%ecx, %ecx
.Lfrom:
	cmpq	%rdx, %rcx
	je	.Lnext
	movl	(%r10,%rdx,4), %r11d
	xorl	%eax, %eax
	cmpq	$4, %rsi
	jb	.Lscalar
	movd	%r11d, %xmm0
	pshufd	$0, %xmm0, %xmm0
	leaq	-4(%rsi), %rbx
	.p2align 4
.Lfour:
	movdqu	(%r9,%rax,4), %xmm1
	movdqu	(%r10,%rax,4), %xmm2
	paddd	%xmm0, %xmm1
	movdqa	%xmm2, %xmm3
	pcmpgtd	%xmm1, %xmm3
	pxor	%xmm2, %xmm1
	pand	%xmm3, %xmm1
	pxor	%xmm2, %xmm1
	movdqu	%xmm1, (%r10,%rax,4)
	addq	$4, %rax
	cmpq	%rbx, %rax
	jbe	.Lfour
	cmpq	%rsi, %rax
	jae	.Lnext
	movq	%rbx, %rax
	jmp	.Lfour
.Lscalar:
	movl	(%r9,%rax,4), %ebp
	addl	%r11d, %ebp
	cmpl	(%r10,%rax,4), %ebp
	jae	.Lkeep
	movl	%ebp, (%r10,%rax,4)
.Lkeep:
	incq	%rax
	cmpq	%rsi, %rax
	jb	.Lscalar
.Lnext:
	addq	%r8, %r10
	incq	%rcx
	cmpq	%rsi, %rcx
	jb	.Lfrom
	addq	%r8, %r9
	incq	%rdx
	cmpq	%rsi, %rdx
	jb	.Lmiddle
	popq	%rbp
	popq	%rbx
.Lreturn:
	ret
	.size	shortest_paths, .-shortest_paths
	.section	.note.GNU-stack,"",@progbits
