	.text
	.p2align 4
	.globl	insertion_sort
	.type	insertion_sort, @function
insertion_sort:
	cmpq	$2, %rsi
	jb	.Lreturn
	movl	$1, %eax
	.p2align 4
.Louter:
	movl	(%rdi,%rax,4), %ecx
	movq	%rax, %rdx
	cmpq	$4, %rdx
	jb	.Lscalar
	movd	%ecx, %xmm0
	pshufd	$0, %xmm0, %xmm0
	.p2align 4
.Lvector:
	movdqu	-16(%rdi,%rdx,4), %xmm1
	movdqa	%xmm1, %xmm2
	pcmpgtd	%xmm0, %xmm2
	movmskps	%xmm2, %r8d
	cmpl	$15, %r8d
	jne	.Lscalar
	movdqu	%xmm1, -12(%rdi,%rdx,4)
	subq	$4, %rdx
	cmpq	$4, %rdx
	jae	.Lvector
.Lscalar:
	testq	%rdx, %rdx
	je	.Lplace
.Lone:
	movl	-4(%rdi,%rdx,4), %r8d
	cmpl	%ecx, %r8d
	jle	.Lplace
	movl	%r8d, (%rdi,%rdx,4)
	decq	%rdx
	jne	.Lone
.Lplace:
	movl	%ecx, (%rdi,%rdx,4)
	incq	%rax
	cmpq	%rsi, %rax
	jb	.Louter
.Lreturn:
	ret
	.size	insertion_sort, .-insertion_sort
	.section	.note.GNU-stack,"",@progbits
