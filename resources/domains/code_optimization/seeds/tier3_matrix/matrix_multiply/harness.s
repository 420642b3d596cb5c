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
	pushq	%rbx
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	xorl	%edx, %edx
	movl	$73728, %esi
	xorl	%edi, %edi
	call	mmap
	movl	$3, %edx
	movl	$65536, %esi
	leaq	4096(%rax), %rbx
	movq	%rbx, %rdi
	call	mprotect
	movq	%rbx, %rax
	popq	%rbx
	ret
	.size	room.constprop.0, .-room.constprop.0
	.type	call, @function
call:
	pushq	%r13
	xorl	%edx, %edx
	pushq	%r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	pushq	%rcx
.L18:
	movq	%rdx, %r12
	leaq	1(%rdx), %rdx
	movq	%rdx, %rax
	imulq	%rdx, %rax
	addq	%rax, %rax
	cmpq	%rax, %rsi
	jnb	.L18
	cmpq	$0, product_room.2(%rip)
	jne	.L19
	call	room.constprop.0
	movq	%rax, product_room.2(%rip)
.L19:
	movq	%r12, %r13
	movq	product_room.2(%rip), %rbx
	imulq	%r12, %r13
	leaq	0(,%r13,4), %rdx
	testb	$1, round_now(%rip)
	jne	.L20
	subq	%rdx, %rbx
	addq	$65536, %rbx
.L20:
	addq	%rbp, %rdx
	movq	%r12, %rcx
	movq	%rbp, %rsi
	movq	%rbx, %rdi
	call	matrix_multiply
	xorl	%edx, %edx
	xorl	%eax, %eax
.L21:
	cmpq	%r13, %rdx
	je	.L25
	imulq	$31, %rax, %rax
	movl	(%rbx,%rdx,4), %ecx
	incq	%rdx
	addq	%rcx, %rax
	jmp	.L21
.L25:
	popq	%rdx
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	ret
	.size	call, .-call
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
	pushq	%r14
	xorl	%r14d, %r14d
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	call	room.constprop.0
	movq	%rax, %rbp
	call	read_integer
	movl	%eax, %r12d
	call	read_integer
	movq	%rax, %r15
	movl	%eax, %r13d
.L27:
	cmpl	%r13d, %r14d
	jnb	.L43
	call	read_integer
	movl	%eax, words.1(,%r14,4)
	incq	%r14
	jmp	.L27
.L43:
	movl	%r15d, %r15d
	movq	%rbp, %rax
	xorl	%ebx, %ebx
	leaq	0(,%r15,4), %r14
	subq	%r14, %rax
	addq	$65536, %rax
	movq	%rax, (%rsp)
.L29:
	movl	round_now(%rip), %r8d
	cmpl	%r12d, %r8d
	jnb	.L44
	movq	(%rsp), %rdi
	testb	$1, %r8b
	cmovne	%rbp, %rdi
	imull	$-1640531527, %r8d, %r9d
	xorl	%eax, %eax
.L31:
	cmpl	%r13d, %eax
	jnb	.L45
	movl	words.1(,%rax,4), %r10d
	testl	%r8d, %r8d
	je	.L32
	movl	%r10d, %esi
	xorl	%r9d, %esi
	movl	%esi, %edx
	shrl	$16, %edx
	xorl	%esi, %edx
	imull	$2146121005, %edx, %edx
	movl	%edx, %esi
	shrl	$15, %esi
	xorl	%edx, %esi
	movl	%r10d, %edx
	shrl	%r10d
	orl	$1, %edx
	imull	$-2073254261, %esi, %esi
	orl	%r10d, %edx
	movl	%edx, %r10d
	shrl	$2, %r10d
	orl	%r10d, %edx
	movl	%edx, %r10d
	shrl	$4, %r10d
	orl	%r10d, %edx
	movl	%edx, %r10d
	shrl	$8, %r10d
	orl	%r10d, %edx
	movl	%edx, %r10d
	shrl	$16, %r10d
	orl	%edx, %r10d
	movl	%esi, %edx
	shrl	$16, %edx
	xorl	%esi, %edx
	andl	%edx, %r10d
.L32:
	movl	%r10d, kept.0(,%rax,4)
	subl	$2048144789, %r9d
	movl	%r10d, (%rdi,%rax,4)
	incq	%rax
	jmp	.L31
.L45:
	imulq	$31, %rbx, %rbx
	movq	%r15, %rsi
	movq	%rdi, 8(%rsp)
	call	call
	movq	8(%rsp), %rdi
	movq	%r14, %rdx
	movl	$kept.0, %esi
	addq	%rax, %rbx
	call	memcmp
	testl	%eax, %eax
	setne	%al
	incl	round_now(%rip)
	movzbl	%al, %eax
	orl	%eax, is_const_changed(%rip)
	jmp	.L29
.L44:
	cmpl	$0, is_const_changed(%rip)
	je	.L35
	movl	$.LC0, %edi
	call	puts
	jmp	.L42
.L35:
	movq	%rbx, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L42:
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
	.local	product_room.2
	.comm	product_room.2,8,8
	.local	is_const_changed
	.comm	is_const_changed,4,4
	.local	round_now
	.comm	round_now,4,4
	.section	.note.GNU-stack,"",@progbits
