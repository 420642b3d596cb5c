	.file	"kernel.c"
	.text
	.p2align 4
	.globl	quick_sort
	.type	quick_sort, @function
quick_sort:
	cmpq	$1, %rsi
	jbe	.L18
	pushq	%r12
	movq	%rdi, %r10
	movq	%rsi, %r12
	pushq	%rbp
	pushq	%rbx
.L2:
	movq	%r12, %rax
	leaq	-1(%r12), %rdi
	movq	%r10, %rbx
	xorl	%ebp, %ebp
	shrq	%rax
	movl	(%r10,%rax,4), %r8d
	leaq	0(,%rdi,4), %rax
	.p2align 4,,10
	.p2align 3
.L3:
	movl	(%rbx), %r9d
	leaq	(%r10,%rax), %rsi
	movl	(%rsi), %ecx
	cmpl	%r8d, %r9d
	jl	.L4
	cmpl	%ecx, %r8d
	jge	.L5
	leaq	-1(%rdi), %rdx
	leaq	(%r10,%rdx,4), %rax
	jmp	.L6
	.p2align 4,,10
	.p2align 3
.L19:
	subq	$1, %rdx
.L6:
	movq	%rax, %rsi
	movl	(%rax), %ecx
	subq	$4, %rax
	movq	%rdx, %rdi
	cmpl	%r8d, %ecx
	jg	.L19
.L5:
	cmpq	%rdi, %rbp
	jnb	.L7
	movl	%ecx, (%rbx)
	subq	$1, %rdi
	movl	%r9d, (%rsi)
	leaq	0(,%rdi,4), %rax
.L4:
	addq	$1, %rbp
	addq	$4, %rbx
	jmp	.L3
	.p2align 4,,10
	.p2align 3
.L7:
	movq	%rbp, %rsi
	movq	%r10, %rdi
	subq	%rbp, %r12
	call	quick_sort
	cmpq	$1, %r12
	jbe	.L20
	movq	%rbx, %r10
	jmp	.L2
.L20:
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
.L18:
	ret
	.size	quick_sort, .-quick_sort
	.section	.note.GNU-stack,"",@progbits
