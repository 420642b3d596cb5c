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
	.type	room.constprop.0, @function
room.constprop.0:
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	xorl	%edi, %edi
	movl	$3, %edx
	movl	$65536, %esi
	jmp	mmap
	.size	room.constprop.0, .-room.constprop.0
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"%llu\n"
	.section	.text.startup,"ax",@progbits
	.globl	main
	.type	main, @function
main:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	xorl	%ebp, %ebp
	pushq	%rbx
	subq	$24, %rsp
	call	room.constprop.0
	movq	%rax, %r12
	call	read_integer
	movq	%rax, 8(%rsp)
	call	read_integer
	movq	%rax, %rbx
.L17:
	cmpq	%rbp, %rbx
	je	.L34
	call	read_integer
	movl	%eax, words.0(,%rbp,4)
	incq	%rbp
	jmp	.L17
.L34:
	leaq	0(,%rbx,4), %r15
	xorl	%ebp, %ebp
	xorl	%r13d, %r13d
.L19:
	cmpq	%rbp, 8(%rsp)
	je	.L35
	cmpq	$0, field.2(%rip)
	movl	%r15d, %ecx
	movq	%r12, %rdi
	movl	$words.0, %esi
	rep movsb
	jne	.L20
	call	room.constprop.0
	movq	%rax, field.2(%rip)
.L20:
	cmpq	$0, next.1(%rip)
	jne	.L21
	call	room.constprop.0
	movq	%rax, next.1(%rip)
.L21:
	testq	%rbx, %rbx
	je	.L31
	movl	(%r12), %eax
	movl	$12, %ecx
	xorl	%edx, %edx
	divl	%ecx
	leaq	-1(%rbx), %rax
	leal	1(%rdx), %ecx
	xorl	%edx, %edx
	divq	%rcx
	jmp	.L22
.L31:
	xorl	%eax, %eax
	movl	$1, %ecx
.L22:
	movq	%rax, %r14
	movq	field.2(%rip), %rdi
	xorl	%edx, %edx
	imulq	%rcx, %r14
.L23:
	cmpq	%r14, %rdx
	je	.L36
	incq	%rdx
	movb	(%r12,%rdx,4), %sil
	shrb	$7, %sil
	movb	%sil, -1(%rdi,%rdx)
	jmp	.L23
.L36:
	movq	%rdi, %rsi
	movq	next.1(%rip), %rdi
	movq	%rax, %rdx
	call	life_step
	movq	next.1(%rip), %rcx
	xorl	%edx, %edx
	xorl	%eax, %eax
.L25:
	cmpq	%rdx, %r14
	je	.L37
	imulq	$31, %rax, %rax
	movzbl	(%rcx,%rdx), %esi
	incq	%rdx
	addq	%rsi, %rax
	jmp	.L25
.L37:
	imulq	$31, %r13, %r13
	movl	$1, %edi
	addq	%rax, %r13
	testq	%rbx, %rbx
	movq	%rbp, %rax
	cmovne	%rbx, %rdi
	xorl	%edx, %edx
	divq	%rdi
	movq	%rdx, %rcx
	testq	%rbx, %rbx
	je	.L28
	movq	%rbp, %rax
	xorl	%edx, %edx
	divq	%rbx
	incq	%rdx
.L27:
	cmpq	%rdx, %rcx
	jnb	.L28
	imull	$1664525, words.0(,%rcx,4), %eax
	addl	$1013904223, %eax
	movl	%eax, words.0(,%rcx,4)
	incq	%rcx
	jmp	.L27
.L28:
	incq	%rbp
	jmp	.L19
.L35:
	movq	%r13, %rsi
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
	.local	next.1
	.comm	next.1,8,8
	.local	field.2
	.comm	field.2,8,8
	.section	.note.GNU-stack,"",@progbits
