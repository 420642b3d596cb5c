	.file	"kernel.c"
	.text
	.type	placed, @function
placed:
	pushq	%r12
	movq	%rdx, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rdx, %rdx
	je	.L2
	leaq	4095(%rdx), %rbx
	andq	$-4096, %rbx
.L2:
	cmpq	$0, 0(%rbp)
	jne	.L3
	xorl	%edx, %edx
	addq	$8192, %rsi
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	xorl	%edi, %edi
	call	mmap
	addq	$4096, %rax
	movq	%rax, 0(%rbp)
	movl	room_count(%rip), %eax
	leal	1(%rax), %edx
	movq	%rbp, rooms(,%rax,8)
	movl	%edx, room_count(%rip)
.L3:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L4
	testq	%rsi, %rsi
	je	.L5
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L5:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L4:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L6
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L7
.L6:
	leaq	(%rdx,%rbx), %rax
.L7:
	movq	%rdx, 8(%rbp)
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed, .-placed
	.type	call, @function
call:
	pushq	%rbx
	movl	(%rdi), %edx
	movq	%rdi, %rbx
	movl	$409600, %esi
	movl	$marks_room.0, %edi
	call	placed
	movl	(%rbx), %ecx
	movq	%rax, %rdx
	movb	$7, %al
	movq	%rdx, %rdi
	rep stosb
	movq	%rdx, %rdi
	movl	(%rbx), %esi
	call	count_primes
	popq	%rbx
	movl	%eax, %eax
	ret
	.size	call, .-call
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L20:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L20
	cmpl	$10, %eax
	je	.L20
	movl	%eax, %edx
	xorl	%ebp, %ebp
	shrl	$31, %edx
	movl	%edx, is_over(%rip)
	cmpl	$45, %eax
	jne	.L21
	call	getchar_unlocked
	movl	$1, %ebp
.L21:
	xorl	%ebx, %ebx
.L22:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L30
	imulq	$10, %rbx, %rbx
	cltq
	addq	%rax, %rbx
	call	getchar_unlocked
	jmp	.L22
.L30:
	testl	%ebp, %ebp
	je	.L18
	negq	%rbx
.L18:
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
	.string	"memory beside an argument was changed"
.LC2:
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
	subq	$24, %rsp
	call	read_integer
	movl	%eax, %r13d
	call	read_integer
	movl	$3, %edx
	xorl	%r9d, %r9d
	xorl	%edi, %edi
	movl	%eax, %ebp
	movl	%eax, %r14d
	orl	$-1, %r8d
	movl	$34, %ecx
	leaq	0(,%rbp,4), %r15
	leaq	1(%r15), %rax
	movq	%rax, %rsi
	movq	%rax, (%rsp)
	call	mmap
	xorl	%edx, %edx
	movq	%rax, %rbx
.L32:
	movl	%edx, %r12d
	cmpl	%r14d, %edx
	jnb	.L35
	movq	%rdx, 8(%rsp)
	call	read_integer
	movq	8(%rsp), %rdx
	cmpl	$0, is_over(%rip)
	movl	%eax, (%rbx,%rdx,4)
	leaq	1(%rdx), %rax
	je	.L47
.L35:
	leal	-1(%r12), %eax
	leaq	(%rbx,%rdx,4), %rdi
	leaq	(%rbx,%rax,4), %rsi
	xorl	%eax, %eax
	jmp	.L33
.L47:
	movq	%rax, %rdx
	jmp	.L32
.L33:
	leal	(%r12,%rax), %edx
	cmpl	%r14d, %edx
	jnb	.L54
	movl	(%rsi), %edx
	addl	(%rbx,%rax,4), %edx
	movl	%edx, (%rdi,%rax,4)
	incq	%rax
	jmp	.L33
.L54:
	movq	(%rsp), %rsi
	movl	$1, %edx
	movq	%rbx, %rdi
	xorl	%r12d, %r12d
	call	mprotect
	call	rounds_begin
.L37:
	movl	round_now(%rip), %r9d
	cmpl	%r13d, %r9d
	jnb	.L55
	movq	%r15, %rdx
	movl	$524288, %esi
	movl	$given_room.2, %edi
	movl	%r9d, 8(%rsp)
	call	placed
	movl	$524288, %esi
	movl	$kept_room.1, %edi
	movq	%r15, %rdx
	movq	%rax, (%rsp)
	call	placed
	movl	8(%rsp), %r9d
	movq	(%rsp), %r8
	xorl	%ecx, %ecx
	movq	%rax, %rsi
	imull	$-1640531527, %r9d, %edi
.L38:
	cmpl	%r14d, %ecx
	jnb	.L56
	movl	(%rbx,%rcx,4), %edx
	testl	%r9d, %r9d
	je	.L39
	xorl	%edi, %edx
	movl	$20000, %r10d
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
	divl	%r10d
.L39:
	movl	%edx, (%rsi,%rcx,4)
	movl	%edx, (%r8,%rcx,4)
	subl	$2048144789, %edi
	incq	%rcx
	jmp	.L38
.L56:
	imulq	$31, %r12, %r12
	movq	%rbp, %rsi
	movq	%r8, %rdi
	call	call
	xorl	%ecx, %ecx
	addq	%rax, %r12
.L41:
	cmpl	room_count(%rip), %ecx
	jnb	.L57
	movq	rooms(,%rcx,8), %rax
	movl	$165, %edx
	movq	%rcx, (%rsp)
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	movq	(%rsp), %rcx
	orl	%eax, is_beside_changed(%rip)
	incq	%rcx
	jmp	.L41
.L57:
	call	round_over
	incl	round_now(%rip)
	jmp	.L37
.L55:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movl	$.LC0, %edi
	jne	.L53
	cmpl	$0, is_beside_changed(%rip)
	je	.L46
	movl	$.LC1, %edi
.L53:
	call	puts
	jmp	.L52
.L46:
	movq	%r12, %rsi
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L52:
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
	.section	harness_state,"aw"
	.align 32
	.type	marks_room.0, @object
	.size	marks_room.0, 32
marks_room.0:
	.zero	32
	.align 32
	.type	kept_room.1, @object
	.size	kept_room.1, 32
kept_room.1:
	.zero	32
	.align 32
	.type	given_room.2, @object
	.size	given_room.2, 32
given_room.2:
	.zero	32
	.align 4
	.type	is_over, @object
	.size	is_over, 4
is_over:
	.zero	4
	.align 4
	.type	is_beside_changed, @object
	.size	is_beside_changed, 4
is_beside_changed:
	.zero	4
	.align 4
	.type	is_const_changed, @object
	.size	is_const_changed, 4
is_const_changed:
	.zero	4
	.align 4
	.type	round_now, @object
	.size	round_now, 4
round_now:
	.zero	4
	.align 4
	.type	room_count, @object
	.size	room_count, 4
room_count:
	.zero	4
	.align 32
	.type	rooms, @object
	.size	rooms, 64
rooms:
	.zero	64
	.section	.note.GNU-stack,"",@progbits
