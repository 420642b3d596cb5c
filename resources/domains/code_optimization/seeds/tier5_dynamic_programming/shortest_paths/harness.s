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
	pushq	%r12
	xorl	%r12d, %r12d
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	call	mmap
	movq	%rax, %rbp
	call	read_integer
	movq	%rax, %r13
	call	read_integer
	movq	%rax, %rbx
.L16:
	cmpq	%r12, %rbx
	je	.L31
	call	read_integer
	movl	%eax, words.0(,%r12,4)
	incq	%r12
	jmp	.L16
.L31:
	leaq	0(,%rbx,4), %r15
	xorl	%r12d, %r12d
	xorl	%r14d, %r14d
.L18:
	cmpq	%r12, %r13
	je	.L32
	movl	%r15d, %ecx
	movq	%rbp, %rdi
	movl	$words.0, %esi
	xorl	%eax, %eax
	rep movsb
.L19:
	movq	%rax, %rcx
	leaq	1(%rax), %rax
	movq	%rax, %rdx
	imulq	%rax, %rdx
	cmpq	%rdx, %rbx
	jnb	.L19
	xorl	%esi, %esi
	movl	$1000000, %edi
.L20:
	cmpq	%rsi, %rbx
	je	.L33
	movl	0(%rbp,%rsi,4), %eax
	xorl	%edx, %edx
	divl	%edi
	movl	%edx, 0(%rbp,%rsi,4)
	incq	%rsi
	jmp	.L20
.L33:
	movq	%rcx, %rsi
	movq	%rbp, %rdi
	movq	%rcx, 8(%rsp)
	call	shortest_paths
	movq	8(%rsp), %rcx
	xorl	%edx, %edx
	xorl	%eax, %eax
	imulq	%rcx, %rcx
.L22:
	cmpq	%rdx, %rcx
	je	.L34
	imulq	$31, %rax, %rax
	movl	0(%rbp,%rdx,4), %esi
	incq	%rdx
	addq	%rsi, %rax
	jmp	.L22
.L34:
	imulq	$31, %r14, %r8
	movl	$1, %edi
	testq	%rbx, %rbx
	cmovne	%rbx, %rdi
	xorl	%edx, %edx
	leaq	(%r8,%rax), %r14
	movq	%r12, %rax
	divq	%rdi
	movq	%rdx, %rcx
	testq	%rbx, %rbx
	je	.L25
	movq	%r12, %rax
	xorl	%edx, %edx
	divq	%rbx
	incq	%rdx
.L24:
	cmpq	%rdx, %rcx
	jnb	.L25
	imull	$1664525, words.0(,%rcx,4), %eax
	addl	$1013904223, %eax
	movl	%eax, words.0(,%rcx,4)
	incq	%rcx
	jmp	.L24
.L25:
	incq	%r12
	jmp	.L18
.L32:
	movq	%r14, %rsi
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
