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
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	xorl	%ebx, %ebx
	subq	$56, %rsp
	call	room.constprop.0
	movq	%rax, 16(%rsp)
	call	read_integer
	movl	%eax, 28(%rsp)
	call	read_integer
	movq	%rax, %rbp
	movl	%eax, %r14d
.L18:
	cmpl	%r14d, %ebx
	jnb	.L48
	call	read_integer
	movl	%eax, words.1(,%rbx,4)
	incq	%rbx
	jmp	.L18
.L48:
	movq	16(%rsp), %rax
	movl	%ebp, %ebp
	leaq	0(,%rbp,4), %rdx
	subq	%rdx, %rax
	xorl	%edx, %edx
	addq	$65536, %rax
	movq	%rdx, (%rsp)
	movq	%rax, 40(%rsp)
.L20:
	movl	round_now(%rip), %esi
	movl	28(%rsp), %eax
	cmpl	%eax, %esi
	jnb	.L49
	movl	%esi, %eax
	movq	16(%rsp), %r12
	andl	$1, %eax
	cmove	40(%rsp), %r12
	xorl	%edx, %edx
	movl	%eax, 32(%rsp)
	imull	$-1640531527, %esi, %edi
.L22:
	cmpl	%r14d, %edx
	jnb	.L50
	movl	words.1(,%rdx,4), %r9d
	testl	%esi, %esi
	je	.L23
	movl	%edi, %ecx
	xorl	%r9d, %ecx
	movl	%ecx, %eax
	shrl	$16, %eax
	xorl	%ecx, %eax
	imull	$2146121005, %eax, %eax
	movl	%eax, %ecx
	shrl	$15, %ecx
	xorl	%eax, %ecx
	movl	%r9d, %eax
	shrl	%r9d
	orl	$1, %eax
	imull	$-2073254261, %ecx, %ecx
	orl	%r9d, %eax
	movl	%eax, %r9d
	shrl	$2, %r9d
	orl	%r9d, %eax
	movl	%eax, %r9d
	shrl	$4, %r9d
	orl	%r9d, %eax
	movl	%eax, %r9d
	shrl	$8, %r9d
	orl	%r9d, %eax
	movl	%eax, %r9d
	shrl	$16, %r9d
	orl	%eax, %r9d
	movl	%ecx, %eax
	shrl	$16, %eax
	xorl	%ecx, %eax
	andl	%eax, %r9d
.L23:
	movl	%r9d, kept.0(,%rdx,4)
	subl	$2048144789, %edi
	movl	%r9d, (%r12,%rdx,4)
	incq	%rdx
	jmp	.L22
.L50:
	testq	%rbp, %rbp
	je	.L39
	movl	(%r12), %eax
	movl	$12, %ecx
	xorl	%edx, %edx
	divl	%ecx
	leaq	-1(%rbp), %rax
	leal	1(%rdx), %ebx
	xorl	%edx, %edx
	divq	%rbx
	movq	%rax, 8(%rsp)
	jmp	.L25
.L39:
	xorl	%eax, %eax
	movl	$1, %ebx
	movq	%rax, 8(%rsp)
.L25:
	cmpq	$0, field_room.3(%rip)
	jne	.L26
	call	room.constprop.0
	movq	%rax, field_room.3(%rip)
.L26:
	movq	8(%rsp), %r15
	movq	field_room.3(%rip), %r13
	movq	next_room.2(%rip), %rax
	imulq	%rbx, %r15
	cmpl	$0, 32(%rsp)
	je	.L27
	testq	%rax, %rax
	jne	.L28
	call	room.constprop.0
	movq	%rax, next_room.2(%rip)
	jmp	.L28
.L27:
	movl	$65536, %edx
	subq	%r15, %rdx
	addq	%rdx, %r13
	testq	%rax, %rax
	jne	.L29
	movq	%rdx, 32(%rsp)
	call	room.constprop.0
	movq	32(%rsp), %rdx
	movq	%rax, next_room.2(%rip)
.L29:
	addq	%rdx, %rax
.L28:
	xorl	%r9d, %r9d
.L30:
	cmpq	%r9, %r15
	je	.L51
	incq	%r9
	movb	(%r12,%r9,4), %dl
	shrb	$7, %dl
	movb	%dl, -1(%r13,%r9)
	jmp	.L30
.L51:
	movq	8(%rsp), %rdx
	movq	%rax, %rdi
	movq	%rbx, %rcx
	movq	%r13, %rsi
	movq	%r9, 32(%rsp)
	movq	%rax, 8(%rsp)
	call	life_step
	movl	is_const_changed(%rip), %edi
	xorl	%esi, %esi
	xorl	%edx, %edx
	movq	8(%rsp), %rax
	movq	32(%rsp), %r9
	xorl	%ecx, %ecx
.L32:
	cmpq	%rdx, %r9
	je	.L52
	imulq	$31, %rcx, %rcx
	movzbl	(%rax,%rdx), %esi
	movzbl	0(%r13,%rdx), %r10d
	incq	%rdx
	addq	%rsi, %rcx
	movl	(%r12,%rdx,4), %esi
	shrl	$7, %esi
	andl	$1, %esi
	cmpl	%r10d, %esi
	setne	%sil
	movzbl	%sil, %esi
	orl	%esi, %edi
	movb	$1, %sil
	jmp	.L32
.L52:
	testb	%sil, %sil
	je	.L34
	movl	%edi, is_const_changed(%rip)
.L34:
	imulq	$31, (%rsp), %rax
	incl	round_now(%rip)
	addq	%rcx, %rax
	movq	%rax, (%rsp)
	jmp	.L20
.L49:
	cmpl	$0, is_const_changed(%rip)
	je	.L36
	movl	$.LC0, %edi
	call	puts
	jmp	.L47
.L36:
	movq	(%rsp), %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L47:
	addq	$56, %rsp
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
	.local	next_room.2
	.comm	next_room.2,8,8
	.local	field_room.3
	.comm	field_room.3,8,8
	.local	is_const_changed
	.comm	is_const_changed,4,4
	.local	round_now
	.comm	round_now,4,4
	.section	.note.GNU-stack,"",@progbits
