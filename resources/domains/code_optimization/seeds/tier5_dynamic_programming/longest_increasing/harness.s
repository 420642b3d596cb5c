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
	pushq	%rbp
	xorl	%ebp, %ebp
	pushq	%rbx
	subq	$24, %rsp
	call	mmap
	movq	%rax, 8(%rsp)
	call	read_integer
	movq	%rax, %r13
	call	read_integer
	movq	%rax, %rbx
.L16:
	cmpq	%rbp, %rbx
	je	.L26
	call	read_integer
	movl	%eax, words.0(,%rbp,4)
	incq	%rbp
	jmp	.L16
.L26:
	leaq	0(,%rbx,4), %r15
	xorl	%ebp, %ebp
	xorl	%r12d, %r12d
	movl	$words.0, %r14d
.L18:
	cmpq	%rbp, %r13
	je	.L27
	cmpq	$0, lengths.1(%rip)
	movq	8(%rsp), %rdi
	movl	%r15d, %ecx
	movq	%r14, %rsi
	rep movsb
	jne	.L19
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	xorl	%edi, %edi
	movl	$3, %edx
	movl	$65536, %esi
	call	mmap
	movq	%rax, lengths.1(%rip)
.L19:
	movq	lengths.1(%rip), %rdx
	movq	8(%rsp), %rdi
	imulq	$31, %r12, %r12
	movq	%rbx, %rsi
	call	longest_increasing
	movl	$1, %esi
	movl	%eax, %eax
	addq	%rax, %r12
	testq	%rbx, %rbx
	movq	%rbp, %rax
	cmovne	%rbx, %rsi
	xorl	%edx, %edx
	divq	%rsi
	movq	%rdx, %rcx
	testq	%rbx, %rbx
	je	.L21
	movq	%rbp, %rax
	xorl	%edx, %edx
	divq	%rbx
	incq	%rdx
.L20:
	cmpq	%rdx, %rcx
	jnb	.L21
	imull	$1664525, words.0(,%rcx,4), %eax
	addl	$1013904223, %eax
	movl	%eax, words.0(,%rcx,4)
	incq	%rcx
	jmp	.L20
.L21:
	incq	%rbp
	jmp	.L18
.L27:
	movq	%r12, %rsi
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
	.local	lengths.1
	.comm	lengths.1,8,8
	.section	.note.GNU-stack,"",@progbits
