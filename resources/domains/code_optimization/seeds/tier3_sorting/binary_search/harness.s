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
	cmpq	$0, sorted_room.2(%rip)
	pushq	%r14
	pushq	%r13
	pushq	%r12
	movq	%rdi, %r12
	pushq	%rbp
	pushq	%rbx
	movq	%rsi, %rbx
	jne	.L18
	call	room.constprop.0
	movq	%rax, sorted_room.2(%rip)
.L18:
	movq	sorted_room.2(%rip), %rbp
	testb	$1, round_now(%rip)
	jne	.L19
	leaq	0(,%rbx,4), %rax
	subq	%rax, %rbp
	addq	$65536, %rbp
.L19:
	xorl	%ecx, %ecx
	movl	$3, %edi
	movl	$97, %r8d
.L20:
	cmpq	%rbx, %rcx
	je	.L31
	movl	(%r12), %eax
	xorl	%edx, %edx
	divl	%edi
	movq	%rcx, %rax
	leal	1(%rdx), %esi
	xorl	%edx, %edx
	divq	%rsi
	movl	(%r12), %eax
	movl	%ecx, %esi
	subl	%edx, %esi
	xorl	%edx, %edx
	divl	%r8d
	imull	$262139, %esi, %esi
	addl	%edx, %esi
	movl	%esi, 0(%rbp,%rcx,4)
	incq	%rcx
	jmp	.L20
.L31:
	xorl	%r14d, %r14d
	xorl	%r13d, %r13d
.L22:
	cmpq	%rbx, %r14
	je	.L32
	movl	(%r12,%r14,4), %edx
	imulq	$31, %r13, %r13
	movq	%rbx, %rsi
	movq	%rbp, %rdi
	incq	%r14
	call	lower_bound
	addq	%rax, %r13
	jmp	.L22
.L32:
	movl	is_const_changed(%rip), %edi
	xorl	%eax, %eax
	xorl	%ecx, %ecx
	movl	$3, %r8d
	movl	$97, %r9d
.L24:
	cmpq	%rbx, %rcx
	je	.L33
	movl	(%r12), %eax
	xorl	%edx, %edx
	divl	%r8d
	movq	%rcx, %rax
	leal	1(%rdx), %esi
	xorl	%edx, %edx
	divq	%rsi
	movl	(%r12), %eax
	movl	%ecx, %esi
	subl	%edx, %esi
	xorl	%edx, %edx
	divl	%r9d
	imull	$262139, %esi, %esi
	xorl	%eax, %eax
	addl	%edx, %esi
	cmpl	0(%rbp,%rcx,4), %esi
	setne	%al
	incq	%rcx
	orl	%eax, %edi
	movb	$1, %al
	jmp	.L24
.L33:
	testb	%al, %al
	je	.L17
	movl	%edi, is_const_changed(%rip)
.L17:
	popq	%rbx
	movq	%r13, %rax
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
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
	pushq	%r13
	xorl	%r13d, %r13d
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
	call	room.constprop.0
	movq	%rax, %rbx
	call	read_integer
	movl	%eax, %ebp
	call	read_integer
	movq	%rax, %r14
	movl	%eax, %r12d
.L35:
	cmpl	%r12d, %r13d
	jnb	.L51
	call	read_integer
	movl	%eax, words.1(,%r13,4)
	incq	%r13
	jmp	.L35
.L51:
	movl	%r14d, %r14d
	movq	%rbx, %rax
	xorl	%r15d, %r15d
	leaq	0(,%r14,4), %rdx
	subq	%rdx, %rax
	leaq	65536(%rax), %r13
.L37:
	movl	round_now(%rip), %esi
	cmpl	%ebp, %esi
	jnb	.L52
	testb	$1, %sil
	movq	%rbx, %rdi
	cmove	%r13, %rdi
	imull	$-1640531527, %esi, %r8d
	xorl	%eax, %eax
.L39:
	cmpl	%r12d, %eax
	jnb	.L53
	movl	words.1(,%rax,4), %r9d
	testl	%esi, %esi
	je	.L40
	movl	%r9d, %ecx
	xorl	%r8d, %ecx
	movl	%ecx, %edx
	shrl	$16, %edx
	xorl	%ecx, %edx
	imull	$2146121005, %edx, %edx
	movl	%edx, %ecx
	shrl	$15, %ecx
	xorl	%edx, %ecx
	movl	%r9d, %edx
	shrl	%r9d
	orl	$1, %edx
	imull	$-2073254261, %ecx, %ecx
	orl	%r9d, %edx
	movl	%edx, %r9d
	shrl	$2, %r9d
	orl	%r9d, %edx
	movl	%edx, %r9d
	shrl	$4, %r9d
	orl	%r9d, %edx
	movl	%edx, %r9d
	shrl	$8, %r9d
	orl	%r9d, %edx
	movl	%edx, %r9d
	shrl	$16, %r9d
	orl	%edx, %r9d
	movl	%ecx, %edx
	shrl	$16, %edx
	xorl	%ecx, %edx
	andl	%edx, %r9d
.L40:
	movl	%r9d, kept.0(,%rax,4)
	subl	$2048144789, %r8d
	movl	%r9d, (%rdi,%rax,4)
	incq	%rax
	jmp	.L39
.L53:
	imulq	$31, %r15, %r15
	movq	%r14, %rsi
	call	call
	incl	round_now(%rip)
	addq	%rax, %r15
	jmp	.L37
.L52:
	cmpl	$0, is_const_changed(%rip)
	je	.L43
	movl	$.LC0, %edi
	call	puts
	jmp	.L50
.L43:
	movq	%r15, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L50:
	popq	%rdx
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
	.local	sorted_room.2
	.comm	sorted_room.2,8,8
	.local	is_const_changed
	.comm	is_const_changed,4,4
	.local	round_now
	.comm	round_now,4,4
	.section	.note.GNU-stack,"",@progbits
