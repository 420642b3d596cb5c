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
	pushq	%rbx
	xorl	%ebx, %ebx
	subq	$24, %rsp
	call	mmap
	movq	%rax, %rbp
	call	read_integer
	movq	%rax, 8(%rsp)
	call	read_integer
	movq	%rax, %r14
.L16:
	cmpq	%rbx, %r14
	je	.L30
	call	read_integer
	movl	%eax, words.0(,%rbx,4)
	incq	%rbx
	jmp	.L16
.L30:
	leaq	0(,%r14,4), %r15
	xorl	%ebx, %ebx
	xorl	%r12d, %r12d
.L18:
	cmpq	%rbx, 8(%rsp)
	je	.L31
	cmpq	$0, product.1(%rip)
	movl	%r15d, %ecx
	movq	%rbp, %rdi
	movl	$words.0, %esi
	rep movsb
	jne	.L19
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	xorl	%edi, %edi
	movl	$3, %edx
	movl	$65536, %esi
	call	mmap
	movq	%rax, product.1(%rip)
.L19:
	xorl	%eax, %eax
.L20:
	movq	%rax, %rcx
	incq	%rax
	movq	%rax, %rdx
	imulq	%rax, %rdx
	addq	%rdx, %rdx
	cmpq	%rdx, %r14
	jnb	.L20
	movq	%rcx, %r13
	movq	product.1(%rip), %rdi
	movq	%rbp, %rsi
	imulq	%rcx, %r13
	leaq	0(%rbp,%r13,4), %rdx
	call	matrix_multiply
	movq	product.1(%rip), %rcx
	xorl	%edx, %edx
	xorl	%eax, %eax
.L21:
	cmpq	%rdx, %r13
	je	.L32
	imulq	$31, %rax, %rax
	movl	(%rcx,%rdx,4), %esi
	incq	%rdx
	addq	%rsi, %rax
	jmp	.L21
.L32:
	imulq	$31, %r12, %r12
	movl	$1, %edi
	addq	%rax, %r12
	testq	%r14, %r14
	movq	%rbx, %rax
	cmovne	%r14, %rdi
	xorl	%edx, %edx
	divq	%rdi
	movq	%rdx, %rcx
	testq	%r14, %r14
	je	.L24
	movq	%rbx, %rax
	xorl	%edx, %edx
	divq	%r14
	incq	%rdx
.L23:
	cmpq	%rdx, %rcx
	jnb	.L24
	imull	$1664525, words.0(,%rcx,4), %eax
	addl	$1013904223, %eax
	movl	%eax, words.0(,%rcx,4)
	incq	%rcx
	jmp	.L23
.L24:
	incq	%rbx
	jmp	.L18
.L31:
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
	.local	product.1
	.comm	product.1,8,8
	.section	.note.GNU-stack,"",@progbits
