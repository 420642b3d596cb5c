	.file	"kernel.c"
	.text
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L3:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L3
	cmpl	$10, %eax
	je	.L3
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L4
	call	getchar_unlocked
	movl	$1, %ebp
.L4:
	xorl	%ebx, %ebx
.L5:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L14
	imulq	$10, %rbx, %rbx
	cltq
	addq	%rax, %rbx
	call	getchar_unlocked
	jmp	.L5
.L14:
	testl	%ebp, %ebp
	je	.L1
	negq	%rbx
.L1:
	movq	%rbx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	read_integer, .-read_integer
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"%llu\n"
	.section	.text.startup,"ax",@progbits
	.globl	main
	.type	main, @function
main:
	pushq	%r15
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	pushq	%r14
	movl	$3, %edx
	movl	$65536, %esi
	xorl	%edi, %edi
	pushq	%r13
	xorl	%r13d, %r13d
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	call	mmap
	movq	%rax, %rbp
	call	read_integer
	movq	%rax, %r12
	call	read_integer
	movq	%rax, %rbx
.L16:
	cmpq	%r13, %rbx
	je	.L25
	call	read_integer
	movl	%eax, words.0(,%r13,4)
	incq	%r13
	jmp	.L16
.L25:
	leaq	(%rbx,%rbx), %r13
	leaq	0(,%rbx,4), %r15
	xorl	%r14d, %r14d
	leaq	0(%rbp,%r13), %rax
	xorl	%r13d, %r13d
	movq	%rax, 8(%rsp)
.L18:
	cmpq	%r14, %r12
	je	.L26
	movl	%r15d, %ecx
	movq	%rbp, %rdi
	movl	$words.0, %esi
	movq	%rbx, %rdx
	rep movsb
	movq	8(%rsp), %rsi
	movq	%rbp, %rdi
	call	dot_product
	imulq	$31, %r13, %r9
	movl	$1, %esi
	testq	%rbx, %rbx
	cmovne	%rbx, %rsi
	movl	%eax, %eax
	xorl	%edx, %edx
	leaq	(%r9,%rax), %r13
	movq	%r14, %rax
	divq	%rsi
	movq	%rdx, %rcx
	testq	%rbx, %rbx
	je	.L20
	movq	%r14, %rax
	xorl	%edx, %edx
	divq	%rbx
	incq	%rdx
.L19:
	cmpq	%rdx, %rcx
	jnb	.L20
	imull	$1664525, words.0(,%rcx,4), %eax
	addl	$1013904223, %eax
	movl	%eax, words.0(,%rcx,4)
	incq	%rcx
	jmp	.L19
.L20:
	incq	%r14
	jmp	.L18
.L26:
	movq	%r13, %rsi
	movl	$.LC0, %edi
	xorl	%eax, %eax
	call	printf
	addq	$24, %rsp
	popq	%rbx
	shrl	$31, %eax
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	main, .-main
	.local	words.0
	.comm	words.0,65536,32
	.section	.note.GNU-stack,"",@progbits
