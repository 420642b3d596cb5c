	.file	"kernel.c"
	.text
	.type	room, @function
room:
	pushq	%rbp
	movq	%rdi, %rbp
	leaq	8192(%rdi), %rsi
	xorl	%r9d, %r9d
	pushq	%rbx
	orl	$-1, %r8d
	movl	$34, %ecx
	xorl	%edx, %edx
	pushq	%rax
	xorl	%edi, %edi
	call	mmap
	movl	$3, %edx
	movq	%rbp, %rsi
	leaq	4096(%rax), %rbx
	movq	%rbx, %rdi
	call	mprotect
	movq	%rbx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	room, .-room
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L5:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L5
	cmpl	$10, %eax
	je	.L5
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L6
	call	getchar_unlocked
	movl	$1, %ebp
.L6:
	xorl	%ebx, %ebx
.L7:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L16
	imulq	$10, %rbx, %rbx
	cltq
	addq	%rax, %rbx
	call	getchar_unlocked
	jmp	.L7
.L16:
	testl	%ebp, %ebp
	je	.L3
	negq	%rbx
.L3:
	movq	%rbx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	read_integer, .-read_integer
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"a const argument was changed"
.LC1:
	.string	"%llu\n"
	.section	.text.startup,"ax",@progbits
	.globl	main
	.type	main, @function
main:
	pushq	%r15
	movl	$65536, %edi
	pushq	%r14
	xorl	%r14d, %r14d
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	call	room
	movq	%rax, %rbp
	call	read_integer
	movl	%eax, %r12d
	call	read_integer
	movq	%rax, %rbx
	movl	%eax, %r13d
.L18:
	cmpl	%r13d, %r14d
	jnb	.L36
	call	read_integer
	movl	%eax, words.1(,%r14,4)
	incq	%r14
	jmp	.L18
.L36:
	movl	%ebx, %ebx
	movq	%rbp, %rax
	salq	$2, %rbx
	subq	%rbx, %rax
	xorl	%ebx, %ebx
	addq	$65536, %rax
	movq	%rax, 8(%rsp)
.L20:
	movl	round_now(%rip), %edi
	cmpl	%r12d, %edi
	jnb	.L37
	movq	8(%rsp), %r14
	movl	%edi, %r15d
	andl	$1, %r15d
	cmovne	%rbp, %r14
	imull	$-1640531527, %edi, %r8d
	xorl	%ecx, %ecx
.L22:
	cmpl	%r13d, %ecx
	jnb	.L38
	movl	words.1(,%rcx,4), %edx
	testl	%edi, %edi
	je	.L23
	xorl	%r8d, %edx
	movl	$20000, %esi
	movl	%edx, %eax
	shrl	$16, %eax
	xorl	%edx, %eax
	imull	$2146121005, %eax, %eax
	movl	%eax, %edx
	shrl	$15, %edx
	xorl	%eax, %edx
	imull	$-2073254261, %edx, %edx
	movl	%edx, %eax
	shrl	$16, %eax
	xorl	%edx, %eax
	xorl	%edx, %edx
	divl	%esi
.L23:
	movl	%edx, kept.0(,%rcx,4)
	movl	%edx, (%r14,%rcx,4)
	subl	$2048144789, %r8d
	incq	%rcx
	jmp	.L22
.L38:
	cmpq	$0, marks_room.2(%rip)
	jne	.L25
	movl	$122880, %edi
	call	room
	movq	%rax, marks_room.2(%rip)
.L25:
	movl	(%r14), %ecx
	movq	marks_room.2(%rip), %rdx
	testl	%r15d, %r15d
	jne	.L26
	subq	%rcx, %rdx
	addq	$122880, %rdx
.L26:
	movb	$7, %al
	imulq	$31, %rbx, %rbx
	movq	%rdx, %rdi
	rep stosb
	movq	%rdx, %rdi
	movl	(%r14), %esi
	call	count_primes
	incl	round_now(%rip)
	movl	%eax, %eax
	addq	%rax, %rbx
	jmp	.L20
.L37:
	cmpl	$0, is_const_changed(%rip)
	je	.L28
	movl	$.LC0, %edi
	call	puts
	jmp	.L35
.L28:
	movq	%rbx, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L35:
	addq	$24, %rsp
	shrl	$31, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	main, .-main
	.local	kept.0
	.comm	kept.0,65536,32
	.local	words.1
	.comm	words.1,65536,32
	.local	marks_room.2
	.comm	marks_room.2,8,8
	.local	is_const_changed
	.comm	is_const_changed,4,4
	.local	round_now
	.comm	round_now,4,4
	.section	.note.GNU-stack,"",@progbits
