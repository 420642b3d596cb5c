	.file	"kernel.c"
	.text
	.p2align 4
	.globl	shortest_paths
	.type	shortest_paths, @function
shortest_paths:
	testq	%rsi, %rsi
	je	.L13
	leaq	0(,%rsi,4), %r11
	pushq	%r13
	movq	%rsi, %r10
	pushq	%r12
	leaq	(%rdi,%r11), %r13
	movq	%rdi, %r12
	pushq	%rbp
	xorl	%ebp, %ebp
	pushq	%rbx
	xorl	%ebx, %ebx
	.p2align 4,,10
	.p2align 3
.L3:
	movq	%rbp, %rsi
	movq	%r12, %r8
	movq	%r13, %rcx
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L6:
	movl	(%r8,%rbx,4), %edi
	movq	%r8, %rax
	.p2align 4,,10
	.p2align 3
.L5:
	movl	(%rax,%rsi,4), %edx
	addl	%edi, %edx
	cmpl	(%rax), %edx
	jnb	.L4
	movl	%edx, (%rax)
.L4:
	addq	$4, %rax
	cmpq	%rax, %rcx
	jne	.L5
	leaq	1(%r9), %rax
	addq	%r11, %rcx
	addq	%r11, %r8
	subq	%r10, %rsi
	cmpq	%rax, %r10
	je	.L17
	movq	%rax, %r9
	jmp	.L6
.L17:
	leaq	1(%rbx), %rax
	addq	%r10, %rbp
	cmpq	%rbx, %r9
	je	.L1
	movq	%rax, %rbx
	jmp	.L3
.L1:
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	ret
.L13:
	ret
	.size	shortest_paths, .-shortest_paths
	.section	.note.GNU-stack,"",@progbits
