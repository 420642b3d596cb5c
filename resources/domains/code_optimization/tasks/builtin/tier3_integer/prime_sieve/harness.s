	.file	"kernel.c"
	.text
	.type	scattered, @function
scattered:
	movl	%edi, %eax
	shrl	$16, %eax
	xorl	%edi, %eax
	imull	$2146121005, %eax, %eax
	movl	%eax, %edx
	shrl	$15, %edx
	xorl	%eax, %edx
	imull	$-2073254261, %edx, %edx
	movl	%edx, %eax
	shrl	$16, %eax
	xorl	%edx, %eax
	ret
	.size	scattered, .-scattered
	.type	placed, @function
placed:
	pushq	%r12
	movq	%rdx, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rdx, %rdx
	je	.L3
	leaq	4095(%rdx), %rbx
	andq	$-4096, %rbx
.L3:
	cmpq	$0, 0(%rbp)
	jne	.L4
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
.L4:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L5
	testq	%rsi, %rsi
	je	.L6
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L6:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L5:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L7
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L8
.L7:
	leaq	(%rdx,%rbx), %rax
.L8:
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
.L21:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L21
	cmpl	$10, %eax
	je	.L21
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L22
	call	getchar_unlocked
	movl	$1, %ebp
.L22:
	xorl	%ebx, %ebx
.L23:
	leal	-48(%rax), %edx
	cmpl	$9, %edx
	ja	.L31
	imulq	$10, %rbx, %rbx
	movslq	%edx, %rdx
	addq	%rdx, %rbx
	call	getchar_unlocked
	jmp	.L23
.L31:
	movl	%eax, %ecx
	xorl	%edx, %edx
	shrl	$31, %ecx
	cmpl	$10, %eax
	sete	%dl
	orl	%ecx, %edx
	cmpl	$43, %eax
	sete	%al
	movl	%edx, is_line_over(%rip)
	movzbl	%al, %eax
	movl	%eax, is_plus(%rip)
	testl	%ebp, %ebp
	je	.L19
	negq	%rbx
.L19:
	movq	%rbx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	read_integer, .-read_integer
	.type	read_words, @function
read_words:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	xorl	%r13d, %r13d
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	subq	$24, %rsp
	call	read_integer
	movq	%rax, %rbp
.L33:
	cmpl	$0, is_plus(%rip)
	je	.L35
	cmpq	$64, %r13
	je	.L35
	call	read_integer
	incq	%r13
	jmp	.L33
.L35:
	call	read_integer
	xorl	%edx, %edx
	testl	%r13d, %r13d
	movl	$34, %ecx
	setne	%dl
	movl	%eax, %r14d
	movl	%eax, %eax
	xorl	%r9d, %r9d
	salq	$20, %rdx
	orl	$-1, %r8d
	xorl	%edi, %edi
	xorl	%r12d, %r12d
	leaq	(%rdx,%rax,4), %rsi
	movl	$3, %edx
	movq	%rsi, (%rbx)
	addq	$12288, %rsi
	call	mmap
	movq	%rax, %rbx
	leaq	4096(%rax), %rax
	movq	%rax, (%rsp)
	leaq	12288(%rbx), %rax
	movl	%r13d, 4100(%rbx)
	movq	%rax, 4112(%rbx)
	movq	%rax, 4104(%rbx)
	movl	%ebp, 4096(%rbx)
	xorl	%ebp, %ebp
.L43:
	movq	4104(%rbx), %rcx
	movl	%ebp, 4128(%rbx,%r12,8)
	movl	%ebp, %eax
	xorl	%r15d, %r15d
	movl	%r14d, 4132(%rbx,%r12,8)
	leaq	(%rcx,%rax,4), %rcx
.L37:
	movl	%r15d, %edi
	cmpl	%r14d, %r15d
	jnb	.L38
	cmpl	$0, is_line_over(%rip)
	jne	.L38
	movq	%rcx, 8(%rsp)
	call	read_integer
	movq	8(%rsp), %rcx
	movl	%eax, (%rcx,%r15,4)
	incq	%r15
	jmp	.L37
.L38:
	leal	-1(%rdi), %eax
	leaq	(%rcx,%r15,4), %r9
	leaq	(%rcx,%rax,4), %r8
	xorl	%eax, %eax
.L40:
	leal	(%rdi,%rax), %esi
	cmpl	%r14d, %esi
	jnb	.L58
	movl	(%r8), %esi
	addl	(%rcx,%rax,4), %esi
	movl	%esi, (%r9,%rax,4)
	incq	%rax
	jmp	.L40
.L58:
	incq	%r12
	addl	%r14d, %ebp
	cmpl	%r13d, %r12d
	jnb	.L42
	call	read_integer
	movl	%eax, %r14d
	jmp	.L43
.L42:
	testl	%r13d, %r13d
	je	.L32
	movq	4104(%rbx), %r9
	salq	$2, %rbp
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	movl	4096(%rbx), %esi
.L45:
	cmpq	%rbp, %rcx
	jnb	.L59
	movzbl	(%r9,%rcx), %edi
	addq	$16, %rcx
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L45
.L59:
	leaq	4896(%rbx), %rdx
	movb	$1, %al
	movl	%esi, %ecx
	movq	%rdx, %rdi
	rep stosb
	movb	$0, 4896(%rbx)
	movl	4100(%rbx), %eax
	leal	(%rax,%rax), %ecx
	movl	$1, %eax
.L47:
	leal	1(%rax), %edx
	cmpl	%ecx, %edx
	jnb	.L53
	cmpl	%esi, %eax
	jnb	.L53
	movb	%dl, 4896(%rbx,%rax)
	movl	%edx, %eax
	jmp	.L47
.L53:
	decl	%esi
	movq	%rsi, %rcx
	addq	%rbx, %rsi
.L50:
	decq	%rsi
	testl	%ecx, %ecx
	je	.L32
	movl	%r8d, %edi
	xorl	%ecx, %edi
	call	scattered
	leal	1(%rcx), %edi
	xorl	%edx, %edx
	decl	%ecx
	divl	%edi
	movb	4897(%rsi), %r9b
	movb	4896(%rbx,%rdx), %al
	movb	%al, 4897(%rsi)
	movb	%r9b, 4896(%rbx,%rdx)
	jmp	.L50
.L32:
	movq	(%rsp), %rax
	addq	$24, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	read_words, .-read_words
	.type	run_round_of_words.constprop.0, @function
run_round_of_words.constprop.0:
	pushq	%r15
	xorl	%eax, %eax
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	movl	round_now(%rip), %r15d
	cmpl	%r15d, (%rdi)
	je	.L60
	cmpl	$0, 4(%rdi)
	movq	%rdi, %rbx
	je	.L62
	movl	%r15d, %eax
	movzbl	800(%rdi,%rax), %r8d
	jmp	.L63
.L62:
	xorl	%r8d, %r8d
	testl	%r15d, %r15d
	setne	%r8b
.L63:
	movl	%r8d, %eax
	movl	$524288, %esi
	movl	$given_room.2, %edi
	movl	%r8d, 12(%rsp)
	shrl	%eax
	imull	$-1640531527, %r15d, %r15d
	addq	$4, %rax
	movl	4(%rbx,%rax,8), %r12d
	movl	(%rbx,%rax,8), %edx
	movq	8(%rbx), %rax
	movq	%r12, %r13
	leaq	(%rax,%rdx,4), %r14
	leaq	0(,%r12,4), %rdx
	movq	%rdx, (%rsp)
	call	placed
	movq	(%rsp), %rdx
	movl	$524288, %esi
	movl	$kept_room.1, %edi
	movq	%rax, %rbp
	call	placed
	movl	12(%rsp), %r8d
	xorl	%ecx, %ecx
	movl	$20000, %r9d
	movq	%rax, %rsi
	andl	$1, %r8d
.L64:
	cmpl	%r13d, %ecx
	jnb	.L75
	movl	(%r14,%rcx,4), %edx
	testl	%r8d, %r8d
	je	.L65
	movl	%edx, %edi
	xorl	%r15d, %edi
	call	scattered
	xorl	%edx, %edx
	divl	%r9d
.L65:
	movl	%edx, (%rsi,%rcx,4)
	movl	%edx, 0(%rbp,%rcx,4)
	subl	$2048144789, %r15d
	incq	%rcx
	jmp	.L64
.L75:
	call	kernel_begins
	movq	%rbp, %rdi
	movq	%r12, %rsi
	call	call
	movq	%rax, %rbp
	call	kernel_ended
	imulq	$31, 24(%rbx), %rax
	addq	%rbp, %rax
	movq	%rax, 24(%rbx)
	xorl	%ebx, %ebx
.L67:
	cmpl	room_count(%rip), %ebx
	jnb	.L76
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L67
.L76:
	incl	round_now(%rip)
	movl	$1, %eax
.L60:
	addq	$24, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	run_round_of_words.constprop.0, .-run_round_of_words.constprop.0
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
	pushq	%rbx
	subq	$16, %rsp
	leaq	8(%rsp), %rdi
	call	read_words
	movq	8(%rsp), %rdx
	movl	$8192, %esi
	movq	%rax, %rdi
	movq	%rax, %rbx
	call	rounds_begin
.L78:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L86
	call	round_over
	jmp	.L78
.L86:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	24(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L85
	cmpl	$0, is_beside_changed(%rip)
	je	.L82
	movl	$.LC1, %edi
.L85:
	call	puts
	jmp	.L84
.L82:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L84:
	addq	$16, %rsp
	shrl	$31, %eax
	popq	%rbx
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
	.type	is_plus, @object
	.size	is_plus, 4
is_plus:
	.zero	4
	.align 4
	.type	is_line_over, @object
	.size	is_line_over, 4
is_line_over:
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
