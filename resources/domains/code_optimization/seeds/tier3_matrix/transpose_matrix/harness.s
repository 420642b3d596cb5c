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
	pushq	%r14
	pushq	%r13
	xorl	%r13d, %r13d
	pushq	%r12
	movq	%rdi, %r12
	pushq	%rbp
	pushq	%rbx
	movq	%rsi, %rbx
	testq	%rsi, %rsi
	je	.L18
	movl	(%rdi), %eax
	decq	%rbx
	xorl	%edx, %edx
	addq	%rbx, %rbx
	andl	$15, %eax
	leaq	1(%rax), %r13
	movq	%rbx, %rax
	divq	%r13
	movq	%rax, %rbx
.L18:
	cmpq	$0, target_room.2(%rip)
	jne	.L19
	call	room.constprop.0
	movq	%rax, target_room.2(%rip)
.L19:
	movq	%rbx, %r14
	movq	target_room.2(%rip), %rbp
	imulq	%r13, %r14
	testb	$1, round_now(%rip)
	jne	.L20
	leaq	(%r14,%r14), %rax
	subq	%rax, %rbp
	addq	$65536, %rbp
.L20:
	movq	%r13, %rdx
	leaq	4(%r12), %rsi
	movq	%rbx, %rcx
	movq	%rbp, %rdi
	call	transpose
	xorl	%edx, %edx
	xorl	%eax, %eax
.L21:
	cmpq	%rdx, %r14
	je	.L27
	imulq	$31, %rax, %rax
	movzwl	0(%rbp,%rdx,2), %ecx
	incq	%rdx
	addq	%rcx, %rax
	jmp	.L21
.L27:
	popq	%rbx
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
.L29:
	cmpl	%r13d, %r14d
	jnb	.L45
	call	read_integer
	movl	%eax, words.1(,%r14,4)
	incq	%r14
	jmp	.L29
.L45:
	movl	%r15d, %r15d
	movq	%rbp, %rax
	xorl	%ebx, %ebx
	leaq	0(,%r15,4), %r14
	subq	%r14, %rax
	addq	$65536, %rax
	movq	%rax, (%rsp)
.L31:
	movl	round_now(%rip), %r8d
	cmpl	%r12d, %r8d
	jnb	.L46
	movq	(%rsp), %rdi
	testb	$1, %r8b
	cmovne	%rbp, %rdi
	imull	$-1640531527, %r8d, %r9d
	xorl	%eax, %eax
.L33:
	cmpl	%r13d, %eax
	jnb	.L47
	movl	words.1(,%rax,4), %r10d
	testl	%r8d, %r8d
	je	.L34
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
.L34:
	movl	%r10d, kept.0(,%rax,4)
	subl	$2048144789, %r9d
	movl	%r10d, (%rdi,%rax,4)
	incq	%rax
	jmp	.L33
.L47:
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
	jmp	.L31
.L46:
	cmpl	$0, is_const_changed(%rip)
	je	.L37
	movl	$.LC0, %edi
	call	puts
	jmp	.L44
.L37:
	movq	%rbx, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L44:
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
	.local	target_room.2
	.comm	target_room.2,8,8
	.local	is_const_changed
	.comm	is_const_changed,4,4
	.local	round_now
	.comm	round_now,4,4
	.section	.note.GNU-stack,"",@progbits
