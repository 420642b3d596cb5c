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
	pushq	%rbx
	xorl	%ebx, %ebx
	pushq	%rcx
	movl	$34, %ecx
	call	mmap
	movq	%rax, %rbp
	call	read_integer
	movq	%rax, %r13
	call	read_integer
	movq	%rax, %r14
.L16:
	cmpq	%rbx, %r14
	je	.L28
	call	read_integer
	movl	%eax, words.0(,%rbx,4)
	incq	%rbx
	jmp	.L16
.L28:
	leaq	0(,%r14,4), %r15
	xorl	%ebx, %ebx
	xorl	%r12d, %r12d
.L18:
	cmpq	%rbx, %r13
	je	.L29
	movl	%r15d, %ecx
	movq	%rbp, %rdi
	movl	$words.0, %esi
	rep movsb
	testq	%r14, %r14
	je	.L19
	movl	0(%rbp), %edx
	leaq	-1(%r14), %rsi
	leaq	4(%rbp), %rdi
	jmp	.L27
.L19:
	movl	$42, %edx
	xorl	%esi, %esi
	movq	%rbp, %rdi
.L27:
	call	murmur3
	imulq	$31, %r12, %r12
	movl	$1, %ecx
	movl	%eax, %eax
	addq	%rax, %r12
	testq	%r14, %r14
	movq	%rbx, %rax
	cmovne	%r14, %rcx
	xorl	%edx, %edx
	divq	%rcx
	movq	%rdx, %rcx
	testq	%r14, %r14
	je	.L22
	movq	%rbx, %rax
	xorl	%edx, %edx
	divq	%r14
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
	incq	%rbx
	jmp	.L18
.L29:
	movq	%r12, %rsi
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
