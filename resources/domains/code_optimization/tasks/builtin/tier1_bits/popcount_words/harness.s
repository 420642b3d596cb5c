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
	movl	%eax, %r14d
	call	read_integer
	movl	$3, %edx
	xorl	%r9d, %r9d
	xorl	%edi, %edi
	movl	%eax, %ebp
	movl	%eax, %r15d
	orl	$-1, %r8d
	movl	$34, %ecx
	leaq	0(,%rbp,4), %r13
	leaq	1(%r13), %rax
	movq	%rax, %rsi
	movq	%rax, (%rsp)
	call	mmap
	xorl	%edx, %edx
	movq	%rax, %rbx
.L30:
	movl	%edx, %r12d
	cmpl	%r15d, %edx
	jnb	.L31
	movq	%rdx, 8(%rsp)
	call	read_integer
	movq	8(%rsp), %rdx
	cmpl	$0, is_over(%rip)
	movl	%eax, (%rbx,%rdx,4)
	leaq	1(%rdx), %rax
	jne	.L31
	movq	%rax, %rdx
	jmp	.L30
.L31:
	leal	-1(%r12), %eax
	leaq	(%rbx,%rdx,4), %rdi
	leaq	(%rbx,%rax,4), %rsi
	xorl	%eax, %eax
.L33:
	leal	(%r12,%rax), %edx
	cmpl	%r15d, %edx
	jnb	.L51
	movl	(%rsi), %edx
	addl	(%rbx,%rax,4), %edx
	movl	%edx, (%rdi,%rax,4)
	incq	%rax
	jmp	.L33
.L51:
	movq	(%rsp), %rsi
	movl	$1, %edx
	movq	%rbx, %rdi
	call	mprotect
	call	rounds_begin
	xorl	%eax, %eax
	movq	%rax, (%rsp)
.L35:
	movl	round_now(%rip), %edx
	cmpl	%r14d, %edx
	jnb	.L52
	movq	%r13, %rsi
	movl	$given_room.1, %edi
	movl	%edx, 8(%rsp)
	call	placed.constprop.0
	movq	%r13, %rsi
	movl	$kept_room.0, %edi
	movq	%rax, %r12
	call	placed.constprop.0
	movl	8(%rsp), %edx
	xorl	%esi, %esi
	movq	%rax, %rcx
	imull	$-1640531527, %edx, %r8d
.L36:
	cmpl	%r15d, %esi
	jnb	.L53
	movl	(%rbx,%rsi,4), %r9d
	testl	%edx, %edx
	je	.L37
	movl	%r8d, %edi
	xorl	%r9d, %edi
	movl	%edi, %eax
	shrl	$16, %eax
	xorl	%edi, %eax
	imull	$2146121005, %eax, %eax
	movl	%eax, %edi
	shrl	$15, %edi
	xorl	%eax, %edi
	movl	%r9d, %eax
	shrl	%r9d
	orl	$1, %eax
	imull	$-2073254261, %edi, %edi
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
	movl	%edi, %eax
	shrl	$16, %eax
	xorl	%edi, %eax
	andl	%eax, %r9d
.L37:
	movl	%r9d, (%rcx,%rsi,4)
	subl	$2048144789, %r8d
	movl	%r9d, (%r12,%rsi,4)
	incq	%rsi
	jmp	.L36
.L53:
	movq	%r12, %rdi
	movq	%rbp, %rsi
	movq	%rcx, 8(%rsp)
	call	popcount_words
	imulq	$31, (%rsp), %rdx
	movq	8(%rsp), %rsi
	movq	%r12, %rdi
	addq	%rdx, %rax
	movq	%r13, %rdx
	movq	%rax, (%rsp)
	call	memcmp
	testl	%eax, %eax
	setne	%al
	xorl	%r12d, %r12d
	movzbl	%al, %eax
	orl	%eax, is_const_changed(%rip)
.L39:
	cmpl	room_count(%rip), %r12d
	jnb	.L54
	movq	rooms(,%r12,8), %rax
	movl	$165, %edx
	incq	%r12
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L39
.L54:
	call	round_over
	incl	round_now(%rip)
	jmp	.L35
.L52:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movl	$.LC0, %edi
	jne	.L50
	cmpl	$0, is_beside_changed(%rip)
	je	.L44
	movl	$.LC1, %edi
.L50:
	call	puts
	jmp	.L49
.L44:
	movq	(%rsp), %rsi
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L49:
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
	.type	kept_room.0, @object
	.size	kept_room.0, 32
kept_room.0:
	.zero	32
	.align 32
	.type	given_room.1, @object
	.size	given_room.1, 32
given_room.1:
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
