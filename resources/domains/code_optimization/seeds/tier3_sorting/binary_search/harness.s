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
	movq	%rax, (%rsp)
	call	read_integer
	movq	%rax, %r14
.L16:
	cmpq	%rbx, %r14
	je	.L32
	call	read_integer
	movl	%eax, words.0(,%rbx,4)
	incq	%rbx
	jmp	.L16
.L32:
	leaq	0(,%r14,4), %rax
	xorl	%ebx, %ebx
	xorl	%r12d, %r12d
	movq	%rax, 8(%rsp)
.L18:
	cmpq	%rbx, (%rsp)
	je	.L33
	cmpq	$0, sorted.1(%rip)
	movl	8(%rsp), %ecx
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
	movq	%rax, sorted.1(%rip)
.L19:
	movq	sorted.1(%rip), %r8
	xorl	%r13d, %r13d
	testq	%r14, %r14
	je	.L20
	xorl	%ecx, %ecx
	xorl	%esi, %esi
	xorl	%edx, %edx
	movl	$3, %r9d
	movl	$97, %edi
.L22:
	addl	%ecx, %edx
	movl	%edx, (%r8,%rsi,4)
	incq	%rsi
	cmpq	%rsi, %r14
	je	.L29
	imulq	$16777259, %rsi, %rax
	xorl	%edx, %edx
	divq	%r9
	xorl	%edx, %edx
	movq	%rax, %rcx
	movl	0(%rbp), %eax
	divl	%edi
	jmp	.L22
.L29:
	xorl	%r15d, %r15d
	xorl	%r13d, %r13d
.L21:
	cmpq	%r15, %r14
	je	.L20
	movl	0(%rbp,%r15,4), %edx
	movq	sorted.1(%rip), %rdi
	movq	%r14, %rsi
	incq	%r15
	call	lower_bound
	imulq	$31, %r13, %rcx
	leaq	(%rcx,%rax), %r13
	jmp	.L21
.L20:
	imulq	$31, %r12, %r12
	movl	$1, %edi
	movq	%rbx, %rax
	addq	%r13, %r12
	testq	%r14, %r14
	cmovne	%r14, %rdi
	xorl	%edx, %edx
	divq	%rdi
	movq	%rdx, %rcx
	testq	%r14, %r14
	je	.L25
	movq	%rbx, %rax
	xorl	%edx, %edx
	divq	%r14
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
	incq	%rbx
	jmp	.L18
.L33:
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
	.local	sorted.1
	.comm	sorted.1,8,8
	.section	.note.GNU-stack,"",@progbits
