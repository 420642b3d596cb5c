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
	movq	%rax, %r12
	call	read_integer
	movq	%rax, %r13
	call	read_integer
	movq	%rax, %rbp
.L16:
	cmpq	%rbx, %rbp
	je	.L23
	call	read_integer
	movl	%eax, words.0(,%rbx,4)
	incq	%rbx
	jmp	.L16
.L23:
	leaq	0(,%rbp,4), %r15
	xorl	%r14d, %r14d
	xorl	%ebx, %ebx
.L18:
	cmpq	%r14, %r13
	je	.L24
	movl	%r15d, %ecx
	imulq	$31, %rbx, %rbx
	movq	%r12, %rdi
	movl	$words.0, %esi
	rep movsb
	movl	(%r12), %edi
	call	collatz_longest
	xorl	%ecx, %ecx
	movl	$1000, %esi
	movl	%eax, %eax
	addq	%rax, %rbx
.L19:
	cmpq	%rcx, %rbp
	je	.L25
	imull	$1664525, words.0(,%rcx,4), %eax
	xorl	%edx, %edx
	addl	$1013904223, %eax
	divl	%esi
	movl	%edx, words.0(,%rcx,4)
	incq	%rcx
	jmp	.L19
.L25:
	incq	%r14
	jmp	.L18
.L24:
	movq	%rbx, %rsi
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
