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
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	xorl	%ebp, %ebp
	pushq	%rbx
	subq	$72, %rsp
	call	room
	movq	%rax, 16(%rsp)
	call	read_integer
	movl	%eax, 28(%rsp)
	call	read_integer
	movq	%rax, %rbx
	movl	%eax, %r15d
.L18:
	cmpl	%r15d, %ebp
	jnb	.L55
	call	read_integer
	movl	%eax, words.1(,%rbp,4)
	incq	%rbp
	jmp	.L18
.L55:
	movl	%ebx, %edx
	movl	$65536, %ebp
	movq	16(%rsp), %rsi
	andl	$1, %ebx
	leaq	0(,%rdx,4), %rax
	movq	%rbp, %rcx
	shrq	%rdx
	movq	%rbx, 48(%rsp)
	subq	%rax, %rcx
	subq	$4, %rax
	movq	%rdx, 8(%rsp)
	movq	%rax, 40(%rsp)
	movq	%rdx, %rax
	addq	%rcx, %rsi
	salq	$2, %rax
	movq	%rsi, 32(%rsp)
	subq	%rax, %rbp
	xorl	%eax, %eax
	movq	%rax, (%rsp)
.L20:
	movl	round_now(%rip), %esi
	movl	28(%rsp), %eax
	cmpl	%eax, %esi
	jnb	.L56
	movl	%esi, %r13d
	movq	16(%rsp), %rbx
	andl	$1, %r13d
	cmove	32(%rsp), %rbx
	xorl	%edx, %edx
	imull	$-1640531527, %esi, %edi
.L22:
	cmpl	%r15d, %edx
	jnb	.L57
	movl	words.1(,%rdx,4), %r8d
	testl	%esi, %esi
	je	.L23
	movl	%r8d, %ecx
	xorl	%edi, %ecx
	movl	%ecx, %eax
	shrl	$16, %eax
	xorl	%ecx, %eax
	imull	$2146121005, %eax, %eax
	movl	%eax, %ecx
	shrl	$15, %ecx
	xorl	%eax, %ecx
	movl	%r8d, %eax
	shrl	%r8d
	orl	$1, %eax
	imull	$-2073254261, %ecx, %ecx
	orl	%r8d, %eax
	movl	%eax, %r8d
	shrl	$2, %r8d
	orl	%r8d, %eax
	movl	%eax, %r8d
	shrl	$4, %r8d
	orl	%r8d, %eax
	movl	%eax, %r8d
	shrl	$8, %r8d
	orl	%r8d, %eax
	movl	%eax, %r8d
	shrl	$16, %r8d
	orl	%eax, %r8d
	movl	%ecx, %eax
	shrl	$16, %eax
	xorl	%ecx, %eax
	andl	%eax, %r8d
.L23:
	movl	%r8d, kept.0(,%rdx,4)
	subl	$2048144789, %edi
	movl	%r8d, (%rbx,%rdx,4)
	incq	%rdx
	jmp	.L22
.L57:
	cmpq	$0, 48(%rsp)
	movl	$500, 24(%rsp)
	je	.L25
	movq	40(%rsp), %rax
	movl	$1000, %esi
	xorl	%edx, %edx
	movl	(%rbx,%rax), %eax
	divl	%esi
	movl	%edx, 24(%rsp)
.L25:
	cmpq	$0, weights_room.4(%rip)
	jne	.L26
	movl	$65536, %edi
	call	room
	movq	%rax, weights_room.4(%rip)
.L26:
	movq	weights_room.4(%rip), %r12
	movq	values_room.3(%rip), %r14
	movq	best_room.2(%rip), %r8
	testl	%r13d, %r13d
	je	.L27
	testq	%r14, %r14
	jne	.L28
	movl	$65536, %edi
	movq	%r8, 56(%rsp)
	call	room
	movq	56(%rsp), %r8
	movq	%rax, values_room.3(%rip)
	movq	%rax, %r14
.L28:
	testq	%r8, %r8
	jne	.L29
	movl	$4096, %edi
	call	room
	movq	%rax, best_room.2(%rip)
	movq	%rax, %r8
	jmp	.L29
.L27:
	addq	%rbp, %r12
	testq	%r14, %r14
	jne	.L31
	movl	$65536, %edi
	movq	%r8, 56(%rsp)
	call	room
	movq	56(%rsp), %r8
	movq	%rax, values_room.3(%rip)
	movq	%rax, %r14
.L31:
	movl	24(%rsp), %eax
	addq	%rbp, %r14
	leal	1(%rax), %r13d
	salq	$2, %r13
	testq	%r8, %r8
	jne	.L32
	movl	$4096, %edi
	call	room
	movq	%rax, best_room.2(%rip)
	movq	%rax, %r8
.L32:
	subq	%r13, %r8
	addq	$4096, %r8
.L29:
	xorl	%r13d, %r13d
	movl	$200, %ecx
	movl	$20000000, %edi
.L33:
	cmpq	%r13, 8(%rsp)
	je	.L58
	movl	(%rbx,%r13,8), %eax
	xorl	%edx, %edx
	divl	%ecx
	incl	%edx
	movl	%edx, (%r12,%r13,4)
	movl	4(%rbx,%r13,8), %eax
	xorl	%edx, %edx
	divl	%edi
	movl	%edx, (%r14,%r13,4)
	incq	%r13
	jmp	.L33
.L58:
	movl	24(%rsp), %ecx
	movq	8(%rsp), %rdx
	movq	%r12, %rdi
	movq	%r14, %rsi
	call	knapsack
	movl	is_const_changed(%rip), %r8d
	xorl	%ecx, %ecx
	movl	$200, %r9d
	movl	%eax, %edi
	movl	$20000000, %r10d
	xorl	%eax, %eax
.L35:
	cmpq	%rcx, %r13
	je	.L59
	movl	(%rbx,%rcx,8), %eax
	xorl	%edx, %edx
	divl	%r9d
	movl	$1, %eax
	incl	%edx
	cmpl	%edx, (%r12,%rcx,4)
	jne	.L36
	movl	4(%rbx,%rcx,8), %eax
	xorl	%edx, %edx
	divl	%r10d
	xorl	%eax, %eax
	cmpl	(%r14,%rcx,4), %edx
	setne	%al
.L36:
	orl	%eax, %r8d
	incq	%rcx
	movb	$1, %al
	jmp	.L35
.L59:
	testb	%al, %al
	je	.L38
	movl	%r8d, is_const_changed(%rip)
.L38:
	imulq	$31, (%rsp), %rax
	incl	round_now(%rip)
	addq	%rdi, %rax
	movq	%rax, (%rsp)
	jmp	.L20
.L56:
	cmpl	$0, is_const_changed(%rip)
	je	.L40
	movl	$.LC0, %edi
	call	puts
	jmp	.L53
.L40:
	movq	(%rsp), %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L53:
	addq	$72, %rsp
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
	.local	best_room.2
	.comm	best_room.2,8,8
	.local	values_room.3
	.comm	values_room.3,8,8
	.local	weights_room.4
	.comm	weights_room.4,8,8
	.local	is_const_changed
	.comm	is_const_changed,4,4
	.local	round_now
	.comm	round_now,4,4
	.section	.note.GNU-stack,"",@progbits
