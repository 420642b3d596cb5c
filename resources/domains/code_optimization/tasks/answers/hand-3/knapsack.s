	.text
	.p2align 4
	.globl	knapsack
	.type	knapsack, @function
# values in best are kept with the top bit flipped so that signed compares work
knapsack:
	movl	%ecx, %ecx
	xorl	%eax, %eax
	movl	$0x80000000, %r9d
.Lclear:
	movl	%r9d, (%r8,%rax,4)
	incq	%rax
	cmpq	%rcx, %rax
	jbe	.Lclear
	testq	%rdx, %rdx
	je	.Lfinish
	leaq	(%rdi,%rdx,4), %rdx
	pushq	%rbx
	.p2align 4
.Lthing:
	movl	(%rdi), %r9d
	movl	(%rsi), %r10d
	addq	$4, %rdi
	addq	$4, %rsi
	cmpq	%rcx, %r9
	ja	.Lnext
	movd	%r10d, %xmm0
	pshufd	$0, %xmm0, %xmm0
	movq	%rcx, %rax
	subq	%r9, %rax
	incq	%rax
	leaq	(%r8,%rcx,4), %r11
	leaq	0(,%r9,4), %rbx
	negq	%rbx
	cmpq	$4, %rax
	jb	.Lscalar
	.p2align 4
.Lfour:
	movdqu	-12(%r11,%rbx), %xmm1
	movdqu	-12(%r11), %xmm2
	paddd	%xmm0, %xmm1
	movdqa	%xmm1, %xmm3
	pcmpgtd	%xmm2, %xmm3
	pxor	%xmm2, %xmm1
	pand	%xmm3, %xmm1
	pxor	%xmm2, %xmm1
	movdqu	%xmm1, -12(%r11)
	subq	$16, %r11
	subq	$4, %rax
	cmpq	$4, %rax
	jae	.Lfour
.Lscalar:
	testq	%rax, %rax
	je	.Lnext
.Lone:
	movl	(%r11,%rbx), %r9d
	addl	%r10d, %r9d
	cmpl	(%r11), %r9d
	cmovl	(%r11), %r9d
	movl	%r9d, (%r11)
	subq	$4, %r11
	decq	%rax
	jne	.Lone
.Lnext:
	cmpq	%rdx, %rdi
	jb	.Lthing
	popq	%rbx
.Lfinish:
	xorl	%eax, %eax
.Lflip:
	xorl	$0x80000000, (%r8,%rax,4)
	incq	%rax
	cmpq	%rcx, %rax
	jbe	.Lflip
	movl	(%r8,%rcx,4), %eax
	ret
	.size	knapsack, .-knapsack
	.section	.note.GNU-stack,"",@progbits
