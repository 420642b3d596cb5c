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
	movl	%eax, %edx
	xorl	%ebp, %ebp
	shrl	$31, %edx
	movl	%edx, is_over(%rip)
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
	.type	placed.constprop.0, @function
placed.constprop.0:
	pushq	%r12
	movq	%rsi, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rsi, %rsi
	je	.L16
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L16:
	cmpq	$0, 0(%rbp)
	jne	.L17
	xorl	%edx, %edx
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	movl	$532480, %esi
	xorl	%edi, %edi
	call	mmap
	addq	$4096, %rax
	movq	%rax, 0(%rbp)
	movl	room_count(%rip), %eax
	leal	1(%rax), %edx
	movq	%rbp, rooms(,%rax,8)
	movl	%edx, room_count(%rip)
.L17:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L18
	testq	%rsi, %rsi
	je	.L19
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L19:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L18:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L20
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L21
.L20:
	leaq	(%rdx,%rbx), %rax
.L21:
	movq	%rdx, 8(%rbp)
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed.constprop.0, .-placed.constprop.0
	.type	call, @function
call:
	pushq	%r15
	pushq	%r14
	movq	%rdi, %r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	movl	$1, %ebp
	pushq	%rbx
	movq	%rsi, %rbx
	subq	$24, %rsp
	testq	%rsi, %rsi
	je	.L30
	movl	(%rdi), %eax
	movl	$12, %ecx
	xorl	%edx, %edx
	decq	%rbx
	divl	%ecx
	movq	%rbx, %rax
	leal	1(%rdx), %ebp
	xorl	%edx, %edx
	divq	%rbp
	movq	%rax, %rbx
	testb	$16, (%rdi)
	je	.L30
	xchgq	%rbx, %rbp
.L30:
	movq	%rbp, %rax
	movl	$field_room.1, %edi
	xorl	%r12d, %r12d
	imulq	%rbx, %rax
	movq	%rax, %rsi
	movq	%rax, 8(%rsp)
	call	placed.constprop.0
	movq	8(%rsp), %rsi
	movl	$next_room.0, %edi
	movq	%rax, %r13
	call	placed.constprop.0
	movq	%rax, %r15
.L31:
	cmpq	%r12, 8(%rsp)
	je	.L45
	incq	%r12
	movb	(%r14,%r12,4), %al
	shrb	$7, %al
	movb	%al, -1(%r13,%r12)
	jmp	.L31
.L45:
	movq	%rbp, %rcx
	movq	%rbx, %rdx
	movq	%r13, %rsi
	movq	%r15, %rdi
	call	life_step
	movl	is_const_changed(%rip), %esi
	xorl	%ecx, %ecx
	xorl	%edx, %edx
	xorl	%eax, %eax
.L33:
	cmpq	%rdx, %r12
	je	.L46
	imulq	$31, %rax, %rax
	movzbl	(%r15,%rdx), %ecx
	movzbl	0(%r13,%rdx), %r8d
	incq	%rdx
	addq	%rcx, %rax
	movl	(%r14,%rdx,4), %ecx
	shrl	$7, %ecx
	andl	$1, %ecx
	cmpl	%r8d, %ecx
	setne	%cl
	movzbl	%cl, %ecx
	orl	%ecx, %esi
	movb	$1, %cl
	jmp	.L33
.L46:
	testb	%cl, %cl
	je	.L29
	movl	%esi, is_const_changed(%rip)
.L29:
	addq	$24, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	call, .-call
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
	movq	%r15, %rsi
	movl	$given_room.3, %edi
	movl	%r8d, 8(%rsp)
	call	placed.constprop.0
	movl	$kept_room.2, %edi
	movq	%r15, %rsi
	movq	%rax, (%rsp)
	call	placed.constprop.0
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
	.type	next_room.0, @object
	.size	next_room.0, 32
next_room.0:
	.zero	32
	.align 32
	.type	field_room.1, @object
	.size	field_room.1, 32
field_room.1:
	.zero	32
	.align 32
	.type	kept_room.2, @object
	.size	kept_room.2, 32
kept_room.2:
	.zero	32
	.align 32
	.type	given_room.3, @object
	.size	given_room.3, 32
given_room.3:
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
