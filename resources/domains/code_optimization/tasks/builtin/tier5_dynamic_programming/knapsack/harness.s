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
	pushq	%r14
	movl	$500, %r14d
	pushq	%r13
	movq	%rsi, %r13
	pushq	%r12
	shrq	%r13
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	testb	$1, %sil
	je	.L17
	movl	-4(%rdi,%rsi,4), %eax
	xorl	%edx, %edx
	movl	$1000, %edi
	divl	%edi
	movl	%edx, %r14d
.L17:
	leaq	0(,%r13,4), %r12
	movl	$524288, %esi
	movl	$weights_room.2, %edi
	movq	%r12, %rdx
	call	placed
	movq	%r12, %rdx
	movl	$524288, %esi
	movl	$values_room.1, %edi
	movq	%rax, %rbp
	call	placed
	leal	1(%r14), %edx
	movl	$4096, %esi
	movl	$best_room.0, %edi
	salq	$2, %rdx
	movq	%rax, %r12
	call	placed
	xorl	%ecx, %ecx
	movl	$200, %esi
	movl	$20000000, %edi
	movq	%rax, %r8
.L18:
	cmpq	%r13, %rcx
	je	.L32
	movl	(%rbx,%rcx,8), %eax
	xorl	%edx, %edx
	divl	%esi
	incl	%edx
	movl	%edx, 0(%rbp,%rcx,4)
	movl	4(%rbx,%rcx,8), %eax
	xorl	%edx, %edx
	divl	%edi
	movl	%edx, (%r12,%rcx,4)
	incq	%rcx
	jmp	.L18
.L32:
	movl	%r14d, %ecx
	movq	%r12, %rsi
	movq	%rbp, %rdi
	movq	%r13, %rdx
	call	knapsack
	movl	is_const_changed(%rip), %edi
	xorl	%ecx, %ecx
	movl	$200, %r8d
	movl	%eax, %esi
	movl	$20000000, %r9d
	xorl	%eax, %eax
.L20:
	cmpq	%r13, %rcx
	je	.L33
	movl	(%rbx,%rcx,8), %eax
	xorl	%edx, %edx
	divl	%r8d
	movl	$1, %eax
	incl	%edx
	cmpl	%edx, 0(%rbp,%rcx,4)
	jne	.L21
	movl	4(%rbx,%rcx,8), %eax
	xorl	%edx, %edx
	divl	%r9d
	xorl	%eax, %eax
	cmpl	(%r12,%rcx,4), %edx
	setne	%al
.L21:
	orl	%eax, %edi
	incq	%rcx
	movb	$1, %al
	jmp	.L20
.L33:
	testb	%al, %al
	je	.L23
	movl	%edi, is_const_changed(%rip)
.L23:
	popq	%rbx
	movl	%esi, %eax
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	call, .-call
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L36:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L36
	cmpl	$10, %eax
	je	.L36
	movl	%eax, %edx
	xorl	%ebp, %ebp
	shrl	$31, %edx
	movl	%edx, is_over(%rip)
	cmpl	$45, %eax
	jne	.L37
	call	getchar_unlocked
	movl	$1, %ebp
.L37:
	xorl	%ebx, %ebx
.L38:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L46
	imulq	$10, %rbx, %rbx
	cltq
	addq	%rax, %rbx
	call	getchar_unlocked
	jmp	.L38
.L46:
	testl	%ebp, %ebp
	je	.L34
	negq	%rbx
.L34:
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
.L48:
	movl	%edx, %r12d
	cmpl	%r14d, %edx
	jnb	.L51
	movq	%rdx, 8(%rsp)
	call	read_integer
	movq	8(%rsp), %rdx
	cmpl	$0, is_over(%rip)
	movl	%eax, (%rbx,%rdx,4)
	leaq	1(%rdx), %rax
	je	.L63
.L51:
	leal	-1(%r12), %eax
	leaq	(%rbx,%rdx,4), %rdi
	leaq	(%rbx,%rax,4), %rsi
	xorl	%eax, %eax
	jmp	.L49
.L63:
	movq	%rax, %rdx
	jmp	.L48
.L49:
	leal	(%r12,%rax), %edx
	cmpl	%r14d, %edx
	jnb	.L70
	movl	(%rsi), %edx
	addl	(%rbx,%rax,4), %edx
	movl	%edx, (%rdi,%rax,4)
	incq	%rax
	jmp	.L49
.L70:
	movq	(%rsp), %rsi
	movl	$1, %edx
	movq	%rbx, %rdi
	xorl	%r12d, %r12d
	call	mprotect
	call	rounds_begin
.L53:
	movl	round_now(%rip), %r8d
	cmpl	%r13d, %r8d
	jnb	.L71
	movq	%r15, %rdx
	movl	$524288, %esi
	movl	$given_room.4, %edi
	movl	%r8d, 8(%rsp)
	call	placed
	movq	%r15, %rdx
	movl	$kept_room.3, %edi
	movl	$524288, %esi
	movq	%rax, (%rsp)
	call	placed
	movl	8(%rsp), %r8d
	movq	(%rsp), %rcx
	xorl	%edx, %edx
	movq	%rax, %rdi
	imull	$-1640531527, %r8d, %r9d
.L54:
	cmpl	%r14d, %edx
	jnb	.L72
	movl	(%rbx,%rdx,4), %r10d
	testl	%r8d, %r8d
	je	.L55
	movl	%r9d, %esi
	xorl	%r10d, %esi
	movl	%esi, %eax
	shrl	$16, %eax
	xorl	%esi, %eax
	imull	$2146121005, %eax, %eax
	movl	%eax, %esi
	shrl	$15, %esi
	xorl	%eax, %esi
	movl	%r10d, %eax
	shrl	%r10d
	orl	$1, %eax
	imull	$-2073254261, %esi, %esi
	orl	%r10d, %eax
	movl	%eax, %r10d
	shrl	$2, %r10d
	orl	%r10d, %eax
	movl	%eax, %r10d
	shrl	$4, %r10d
	orl	%r10d, %eax
	movl	%eax, %r10d
	shrl	$8, %r10d
	orl	%r10d, %eax
	movl	%eax, %r10d
	shrl	$16, %r10d
	orl	%eax, %r10d
	movl	%esi, %eax
	shrl	$16, %eax
	xorl	%esi, %eax
	andl	%eax, %r10d
.L55:
	movl	%r10d, (%rdi,%rdx,4)
	subl	$2048144789, %r9d
	movl	%r10d, (%rcx,%rdx,4)
	incq	%rdx
	jmp	.L54
.L72:
	imulq	$31, %r12, %r12
	movq	%rcx, %rdi
	movq	%rbp, %rsi
	call	call
	xorl	%ecx, %ecx
	addq	%rax, %r12
.L57:
	cmpl	room_count(%rip), %ecx
	jnb	.L73
	movq	rooms(,%rcx,8), %rax
	movl	$165, %edx
	movq	%rcx, (%rsp)
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	movq	(%rsp), %rcx
	orl	%eax, is_beside_changed(%rip)
	incq	%rcx
	jmp	.L57
.L73:
	call	round_over
	incl	round_now(%rip)
	jmp	.L53
.L71:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movl	$.LC0, %edi
	jne	.L69
	cmpl	$0, is_beside_changed(%rip)
	je	.L62
	movl	$.LC1, %edi
.L69:
	call	puts
	jmp	.L68
.L62:
	movq	%r12, %rsi
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L68:
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
	.type	best_room.0, @object
	.size	best_room.0, 32
best_room.0:
	.zero	32
	.align 32
	.type	values_room.1, @object
	.size	values_room.1, 32
values_room.1:
	.zero	32
	.align 32
	.type	weights_room.2, @object
	.size	weights_room.2, 32
weights_room.2:
	.zero	32
	.align 32
	.type	kept_room.3, @object
	.size	kept_room.3, 32
kept_room.3:
	.zero	32
	.align 32
	.type	given_room.4, @object
	.size	given_room.4, 32
given_room.4:
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
