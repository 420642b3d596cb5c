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
	movl	$3, %edx
	pushq	%r14
	movl	$16384, %esi
	xorl	%edi, %edi
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
	movl	$34, %ecx
	call	mmap
	movq	%rax, %rbx
.L3:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L3
	cmpl	$10, %eax
	je	.L3
	xorl	%r12d, %r12d
	cmpl	$45, %eax
	jne	.L4
	call	getchar_unlocked
	movl	$1, %r12d
.L4:
	xorl	%ebp, %ebp
.L5:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L25
	imulq	$10, %rbp, %rbp
	cltq
	addq	%rax, %rbp
	call	getchar_unlocked
	jmp	.L5
.L25:
	testl	%r12d, %r12d
	je	.L7
	negq	%rbp
.L7:
	movl	$16383, %edx
	movl	$1, %esi
	xorl	%r13d, %r13d
	xorl	%r14d, %r14d
	movq	stdin(%rip), %rcx
	movl	$text.0, %edi
	call	fread
	movq	%rax, %r12
	leaq	1(%rax), %r15
.L8:
	cmpq	%r13, %rbp
	je	.L26
	cmpq	$0, target.1(%rip)
	movl	$text.0, %esi
	movq	%rbx, %rdi
	movq	%r15, %rcx
	rep movsb
	jne	.L9
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	xorl	%edi, %edi
	movl	$3, %edx
	movl	$32768, %esi
	call	mmap
	movq	%rax, target.1(%rip)
.L9:
	movq	target.1(%rip), %rdi
	movq	%r12, %rdx
	movq	%rbx, %rsi
	call	base64_encode
	movq	target.1(%rip), %rsi
	xorl	%ecx, %ecx
	xorl	%edx, %edx
.L10:
	cmpq	%rcx, %rax
	je	.L27
	imulq	$31, %rdx, %rdx
	movzbl	(%rsi,%rcx), %edi
	incq	%rcx
	addq	%rdi, %rdx
	jmp	.L10
.L27:
	addq	%r14, %rdx
	imulq	$31, %rdx, %rdx
	leaq	(%rdx,%rax), %r14
	testq	%r12, %r12
	je	.L12
	movq	%r13, %rax
	xorl	%edx, %edx
	divq	%r12
	movb	$32, %al
	movb	text.0(%rdx), %cl
	leal	-32(%rcx), %esi
	cmpb	$93, %sil
	ja	.L13
	leal	1(%rcx), %eax
.L13:
	movb	%al, text.0(%rdx)
.L12:
	incq	%r13
	jmp	.L8
.L26:
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
	.local	text.0
	.comm	text.0,16384,32
	.local	target.1
	.comm	target.1,8,8
	.section	.note.GNU-stack,"",@progbits
