	.file	"kernel.c"
	.text
	.p2align 4
	.globl	matrix_multiply
	.type	matrix_multiply, @function
matrix_multiply:
	testq	%rcx, %rcx
	je	.L12
	pushq	%r13
	movq	%rsi, %r11
	xorl	%r13d, %r13d
	pushq	%r12
	movq	%rdx, %r12
	pushq	%rbp
	movq	%rcx, %rbp
	pushq	%rbx
	movq	%rdi, %rbx
	leaq	0(,%rcx,4), %rdi
	leaq	(%rsi,%rdi), %r8
	.p2align 4,,10
	.p2align 3
.L3:
	movq	%r12, %r9
	xorl	%r10d, %r10d
	.p2align 4,,10
	.p2align 3
.L6:
	movq	%r9, %rcx
	movq	%r11, %rax
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L4:
	movl	(%rax), %edx
	imull	(%rcx), %edx
	addq	$4, %rax
	addq	%rdi, %rcx
	addl	%edx, %esi
	cmpq	%rax, %r8
	jne	.L4
	leaq	1(%r10), %rax
	movl	%esi, (%rbx,%r10,4)
	addq	$4, %r9
	cmpq	%rax, %rbp
	je	.L5
	movq	%rax, %r10
	jmp	.L6
.L5:
	leaq	1(%r13), %rax
	addq	%rdi, %rbx
	addq	%rdi, %r11
	addq	%rdi, %r8
	cmpq	%r13, %r10
	je	.L1
	movq	%rax, %r13
	jmp	.L3
.L1:
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	ret
.L12:
	ret
	.size	matrix_multiply, .-matrix_multiply
	.section	.note.GNU-stack,"",@progbits
