	.file	"kernel.c"
	.text
	.p2align 4
	.globl	dot_product
	.type	dot_product, @function
dot_product:
	movq	%rdi, %rcx
	testq	%rdx, %rdx
	je	.L6
	leaq	-1(%rdx), %rax
	cmpq	$6, %rax
	jbe	.L7
	movq	%rdx, %rdi
	xorl	%eax, %eax
	pxor	%xmm1, %xmm1
	shrq	$3, %rdi
	salq	$4, %rdi
	.p2align 4,,10
	.p2align 3
.L4:
	movdqu	(%rcx,%rax), %xmm0
	movdqu	(%rsi,%rax), %xmm2
	addq	$16, %rax
	pmaddwd	%xmm2, %xmm0
	paddd	%xmm0, %xmm1
	cmpq	%rax, %rdi
	jne	.L4
	movdqa	%xmm1, %xmm0
	movq	%rdx, %rdi
	psrldq	$8, %xmm0
	andq	$-8, %rdi
	paddd	%xmm0, %xmm1
	movdqa	%xmm1, %xmm0
	psrldq	$4, %xmm0
	paddd	%xmm0, %xmm1
	movd	%xmm1, %eax
	testb	$7, %dl
	je	.L13
.L3:
	movswl	(%rcx,%rdi,2), %r9d
	movswl	(%rsi,%rdi,2), %r10d
	leaq	(%rdi,%rdi), %r8
	imull	%r10d, %r9d
	addl	%r9d, %eax
	leaq	1(%rdi), %r9
	cmpq	%rdx, %r9
	jnb	.L1
	movswl	2(%rcx,%r8), %r9d
	movswl	2(%rsi,%r8), %r10d
	imull	%r10d, %r9d
	addl	%r9d, %eax
	leaq	2(%rdi), %r9
	cmpq	%rdx, %r9
	jnb	.L1
	movswl	4(%rcx,%r8), %r9d
	movswl	4(%rsi,%r8), %r10d
	imull	%r10d, %r9d
	addl	%r9d, %eax
	leaq	3(%rdi), %r9
	cmpq	%rdx, %r9
	jnb	.L1
	movswl	6(%rcx,%r8), %r9d
	movswl	6(%rsi,%r8), %r10d
	imull	%r10d, %r9d
	addl	%r9d, %eax
	leaq	4(%rdi), %r9
	cmpq	%rdx, %r9
	jnb	.L1
	movswl	8(%rcx,%r8), %r9d
	movswl	8(%rsi,%r8), %r10d
	imull	%r10d, %r9d
	addl	%r9d, %eax
	leaq	5(%rdi), %r9
	cmpq	%rdx, %r9
	jnb	.L1
	movswl	10(%rcx,%r8), %r9d
	movswl	10(%rsi,%r8), %r10d
	addq	$6, %rdi
	imull	%r10d, %r9d
	addl	%r9d, %eax
	cmpq	%rdx, %rdi
	jnb	.L1
	movswl	12(%rsi,%r8), %edx
	movswl	12(%rcx,%r8), %ecx
	imull	%ecx, %edx
	addl	%edx, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L6:
	xorl	%eax, %eax
.L1:
	ret
	.p2align 4,,10
	.p2align 3
.L13:
	ret
.L7:
	xorl	%edi, %edi
	xorl	%eax, %eax
	jmp	.L3
	.size	dot_product, .-dot_product
	.section	.note.GNU-stack,"",@progbits
