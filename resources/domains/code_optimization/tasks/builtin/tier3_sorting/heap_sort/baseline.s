	.file	"kernel.c"
	.text
	.p2align 4
	.globl	heap_sort
	.type	heap_sort, @function
heap_sort:
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	movq	%rsi, %rbp
	shrq	%rbp
	pushq	%rbx
	je	.L1
	subq	$1, %rbp
	movq	%rdi, %rax
	movq	%rsi, %r11
	leaq	(%rdi,%rbp,4), %r12
	leaq	1(%rbp,%rbp), %r13
	.p2align 4,,10
	.p2align 3
.L6:
	movl	(%r12), %ebx
	movq	%r12, %rcx
	cmpq	%r11, %r13
	jnb	.L3
	movq	%r13, %rcx
	movq	%rbp, %rdi
	jmp	.L5
	.p2align 4,,10
	.p2align 3
.L30:
	leaq	(%rax,%r8,8), %r8
	movl	(%r8), %r10d
	cmpl	%r10d, %esi
	jnb	.L13
	movl	%r10d, %esi
	movq	%r8, %r9
	leaq	(%rax,%rdi,4), %rcx
	cmpl	%esi, %ebx
	jnb	.L3
.L31:
	movl	%esi, (%rcx)
	leaq	1(%rdx,%rdx), %rcx
	cmpq	%r11, %rcx
	jnb	.L29
	movq	%rdx, %rdi
.L5:
	leaq	1(%rdi), %r8
	leaq	(%rax,%rcx,4), %r9
	leaq	(%r8,%r8), %rdx
	movl	(%r9), %esi
	cmpq	%r11, %rdx
	jb	.L30
.L13:
	movq	%rcx, %rdx
	leaq	(%rax,%rdi,4), %rcx
	cmpl	%esi, %ebx
	jb	.L31
.L3:
	movl	%ebx, (%rcx)
	subq	$4, %r12
	subq	$2, %r13
	testq	%rbp, %rbp
	je	.L26
.L32:
	subq	$1, %rbp
	jmp	.L6
	.p2align 4,,10
	.p2align 3
.L29:
	movq	%r9, %rcx
	subq	$4, %r12
	subq	$2, %r13
	movl	%ebx, (%rcx)
	testq	%rbp, %rbp
	jne	.L32
.L26:
	leaq	-1(%r11), %r8
	movl	(%rax), %ebp
	leaq	(%rax,%r8,4), %r13
	movl	0(%r13), %ebx
	movl	%ebx, (%rax)
	cmpq	$1, %r8
	je	.L7
	movq	%r11, %rdx
	negq	%rdx
	leaq	0(%r13,%rdx,4), %r12
	.p2align 4,,10
	.p2align 3
.L11:
	xorl	%edi, %edi
	movl	$1, %ecx
	jmp	.L10
	.p2align 4,,10
	.p2align 3
.L34:
	leaq	(%rax,%r9,8), %r9
	movl	(%r9), %r14d
	cmpl	%r14d, %esi
	jnb	.L16
	movl	%r14d, %esi
	movq	%r9, %r10
	leaq	(%rax,%rdi,4), %rcx
	cmpl	%esi, %ebx
	jnb	.L9
.L35:
	movl	%esi, (%rcx)
	leaq	1(%rdx,%rdx), %rcx
	cmpq	%r8, %rcx
	jnb	.L33
	movq	%rdx, %rdi
.L10:
	leaq	1(%rdi), %r9
	leaq	(%rax,%rcx,4), %r10
	leaq	(%r9,%r9), %rdx
	movl	(%r10), %esi
	cmpq	%r8, %rdx
	jb	.L34
.L16:
	movq	%rcx, %rdx
	leaq	(%rax,%rdi,4), %rcx
	cmpl	%esi, %ebx
	jb	.L35
.L9:
	movl	%ebx, (%rcx)
	movl	%ebp, 4(%r12,%r8,4)
	subq	$1, %r8
	movl	(%rax), %ebp
	movl	(%rax,%r8,4), %ebx
	movl	%ebx, (%rax)
	cmpq	$1, %r8
	jne	.L11
.L7:
	movq	%r11, %rax
	xorl	%edx, %edx
	negq	%rax
	cmpq	$1, %r11
	leaq	8(,%rax,4), %rax
	cmove	%rdx, %rax
	movl	%ebp, 0(%r13,%rax)
.L1:
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.p2align 4,,10
	.p2align 3
.L33:
	movq	%r10, %rcx
	jmp	.L9
	.size	heap_sort, .-heap_sort
	.section	.note.GNU-stack,"",@progbits
