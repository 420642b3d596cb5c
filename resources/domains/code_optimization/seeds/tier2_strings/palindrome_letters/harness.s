	.file	"kernel.c"
	.text
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
	movl	$16384, %esi
	xorl	%edi, %edi
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$40, %rsp
	call	mmap
	movq	%rax, (%rsp)
.L3:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L3
	cmpl	$10, %eax
	je	.L3
	xorl	%ebx, %ebx
	cmpl	$45, %eax
	jne	.L4
	call	getchar_unlocked
	movl	$1, %ebx
.L4:
	xorl	%ebp, %ebp
.L5:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L24
	imulq	$10, %rbp, %rbp
	cltq
	addq	%rax, %rbp
	call	getchar_unlocked
	jmp	.L5
.L24:
	testl	%ebx, %ebx
	je	.L7
	negq	%rbp
.L7:
	movl	$16383, %edx
	movl	$1, %esi
	xorl	%r13d, %r13d
	xorl	%r15d, %r15d
	movq	stdin(%rip), %rcx
	movl	$text.0, %edi
	call	fread
	movq	%rax, %r12
	shrq	%rax
	movq	%rax, 16(%rsp)
	leaq	1(%r12), %rax
	movq	%rax, 24(%rsp)
.L8:
	cmpq	%r13, %rbp
	je	.L25
	movq	(%rsp), %rdi
	movq	24(%rsp), %rcx
	movl	$text.0, %esi
	movl	$7, %r14d
	rep movsb
	cmpq	%r14, %r12
	cmovbe	%r12, %r14
	xorl	%ebx, %ebx
	movq	%r14, 8(%rsp)
	xorl	%r14d, %r14d
.L9:
	movq	(%rsp), %rax
	movq	%r12, %rsi
	imulq	$31, %rbx, %rbx
	subq	%r14, %rsi
	leaq	(%rax,%r14), %rdi
	incq	%r14
	call	is_palindrome
	cltq
	addq	%rax, %rbx
	cmpq	%r14, 8(%rsp)
	jnb	.L9
	addq	%r15, %rbx
	movq	16(%rsp), %rsi
	movq	(%rsp), %rdi
	imulq	$31, %rbx, %rbx
	call	is_palindrome
	cltq
	leaq	(%rbx,%rax), %r15
	testq	%r12, %r12
	je	.L10
	movq	%r13, %rax
	xorl	%edx, %edx
	divq	%r12
	movb	$32, %al
	movb	text.0(%rdx), %cl
	leal	-32(%rcx), %esi
	cmpb	$93, %sil
	ja	.L11
	leal	1(%rcx), %eax
.L11:
	movb	%al, text.0(%rdx)
.L10:
	incq	%r13
	jmp	.L8
.L25:
	movq	%r15, %rsi
	movl	$.LC0, %edi
	xorl	%eax, %eax
	call	printf
	addq	$40, %rsp
	popq	%rbx
	shrl	$31, %eax
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	main, .-main
	.local	text.0
	.comm	text.0,16384,32
	.section	.note.GNU-stack,"",@progbits
