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
	movq	%rax, %r14
	call	read_integer
	movq	%rax, %rbp
.L16:
	cmpq	%rbx, %rbp
	je	.L24
	call	read_integer
	movl	%eax, words.0(,%rbx,4)
	incq	%rbx
	jmp	.L16
.L24:
	leaq	0(,%rbp,4), %r15
	xorl	%r13d, %r13d
	xorl	%ebx, %ebx
.L18:
	cmpq	%r13, %r14
	je	.L25
	cmpq	$0, marks.1(%rip)
	movl	%r15d, %ecx
	movq	%r12, %rdi
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
	movq	%rax, marks.1(%rip)
.L19:
	movq	marks.1(%rip), %rdi
	movb	$7, %al
	imulq	$31, %rbx, %rbx
	movl	$65536, %ecx
	rep stosb
	movq	marks.1(%rip), %rdi
	movl	(%r12), %esi
	call	count_primes
	xorl	%ecx, %ecx
	movl	$20000, %esi
	movl	%eax, %eax
	addq	%rax, %rbx
.L20:
	cmpq	%rcx, %rbp
	je	.L26
	imull	$1664525, words.0(,%rcx,4), %eax
	xorl	%edx, %edx
	addl	$1013904223, %eax
	divl	%esi
	movl	%edx, words.0(,%rcx,4)
	incq	%rcx
	jmp	.L20
.L26:
	incq	%r13
	jmp	.L18
.L25:
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
	.local	marks.1
	.comm	marks.1,8,8
	.section	.note.GNU-stack,"",@progbits
