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
	movl	$3, %edx
	pushq	%r14
	movl	$65536, %esi
	xorl	%edi, %edi
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	xorl	%ebp, %ebp
	pushq	%rbx
	pushq	%rcx
	movl	$34, %ecx
	call	mmap
	movq	%rax, %r12
	call	read_integer
	movq	%rax, %r13
	call	read_integer
	movq	%rax, %rbx
.L16:
	cmpq	%rbp, %rbx
	je	.L27
	call	read_integer
	movl	%eax, words.0(,%rbp,4)
	incq	%rbp
	jmp	.L16
.L27:
	leaq	0(,%rbx,4), %r15
	xorl	%ebp, %ebp
	xorl	%r14d, %r14d
.L18:
	cmpq	%rbp, %r13
	je	.L28
	movl	%r15d, %ecx
	movq	%r12, %rdi
	movl	$words.0, %esi
	rep movsb
	movq	%rbx, %rsi
	movq	%r12, %rdi
	call	insertion_sort
	xorl	%edx, %edx
	xorl	%eax, %eax
.L19:
	cmpq	%rdx, %rbx
	je	.L29
	imulq	$31, %rax, %rax
	movl	(%r12,%rdx,4), %ecx
	incq	%rdx
	addq	%rcx, %rax
	jmp	.L19
.L29:
	imulq	$31, %r14, %r8
	movl	$1, %esi
	testq	%rbx, %rbx
	cmovne	%rbx, %rsi
	xorl	%edx, %edx
	leaq	(%r8,%rax), %r14
	movq	%rbp, %rax
	divq	%rsi
	movq	%rdx, %rcx
	testq	%rbx, %rbx
	je	.L22
	movq	%rbp, %rax
	xorl	%edx, %edx
	divq	%rbx
	incq	%rdx
.L21:
	cmpq	%rdx, %rcx
	jnb	.L22
	imull	$1664525, words.0(,%rcx,4), %eax
	addl	$1013904223, %eax
	movl	%eax, words.0(,%rcx,4)
	incq	%rcx
	jmp	.L21
.L22:
	incq	%rbp
	jmp	.L18
.L28:
	movq	%r14, %rsi
	movl	$.LC0, %edi
	xorl	%eax, %eax
	call	printf
	popq	%rdx
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
