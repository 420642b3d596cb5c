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
	xorl	%r12d, %r12d
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	call	read_integer
	movl	%eax, %r13d
	call	read_integer
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	xorl	%edi, %edi
	movl	%eax, %r14d
	movl	%eax, %eax
	movl	$34, %ecx
	movl	$3, %edx
	salq	$2, %rax
	leaq	1(%rax), %r15
	movq	%rax, 8(%rsp)
	movq	%r15, %rsi
	call	mmap
	movq	%rax, %rbp
.L30:
	movl	%r12d, %ebx
	cmpl	%r14d, %r12d
	jnb	.L33
	call	read_integer
	cmpl	$0, is_over(%rip)
	movl	%eax, 0(%rbp,%r12,4)
	leaq	1(%r12), %rax
	je	.L45
.L33:
	leal	-1(%rbx), %eax
	leaq	0(%rbp,%r12,4), %rdi
	leaq	0(%rbp,%rax,4), %rsi
	xorl	%eax, %eax
	jmp	.L31
.L45:
	movq	%rax, %r12
	jmp	.L30
.L31:
	leal	(%rbx,%rax), %edx
	cmpl	%r14d, %edx
	jnb	.L52
	movl	(%rsi), %edx
	addl	0(%rbp,%rax,4), %edx
	movl	%edx, (%rdi,%rax,4)
	incq	%rax
	jmp	.L31
.L52:
	movl	$1, %edx
	movq	%r15, %rsi
	movq	%rbp, %rdi
	xorl	%r12d, %r12d
	call	mprotect
	call	rounds_begin
.L35:
	movl	round_now(%rip), %ebx
	cmpl	%r13d, %ebx
	jnb	.L53
	movq	8(%rsp), %rsi
	movl	$given_room.1, %edi
	call	placed.constprop.0
	movq	8(%rsp), %rsi
	movl	$kept_room.0, %edi
	movq	%rax, %r15
	call	placed.constprop.0
	imull	$-1640531527, %ebx, %edi
	xorl	%ecx, %ecx
	movq	%rax, %rsi
.L36:
	cmpl	%r14d, %ecx
	jnb	.L54
	movl	0(%rbp,%rcx,4), %edx
	testl	%ebx, %ebx
	je	.L37
	xorl	%edi, %edx
	movl	$1000, %r10d
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
.L37:
	movl	%edx, (%rsi,%rcx,4)
	movl	%edx, (%r15,%rcx,4)
	subl	$2048144789, %edi
	incq	%rcx
	jmp	.L36
.L54:
	movl	(%r15), %edi
	imulq	$31, %r12, %r12
	xorl	%ebx, %ebx
	call	collatz_longest
	movl	%eax, %eax
	addq	%rax, %r12
.L39:
	cmpl	room_count(%rip), %ebx
	jnb	.L55
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L39
.L55:
	call	round_over
	incl	round_now(%rip)
	jmp	.L35
.L53:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movl	$.LC0, %edi
	jne	.L51
	cmpl	$0, is_beside_changed(%rip)
	je	.L44
	movl	$.LC1, %edi
.L51:
	call	puts
	jmp	.L50
.L44:
	movq	%r12, %rsi
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L50:
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
