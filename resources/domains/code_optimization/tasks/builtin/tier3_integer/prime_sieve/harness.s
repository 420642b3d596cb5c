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
	leaq	(%rcx,%r15,4), %r8
	leaq	(%rcx,%rax,4), %r9
	xorl	%eax, %eax
.L40:
	leal	(%rdi,%rax), %esi
	cmpl	%r14d, %esi
	jnb	.L62
	movl	(%r9), %esi
	addl	(%rcx,%rax,4), %esi
	movl	%esi, (%r8,%rax,4)
	incq	%rax
	jmp	.L40
.L62:
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
	jnb	.L63
	movzbl	(%r9,%rcx), %edi
	addq	$16, %rcx
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L45
.L63:
	leaq	4896(%rbx), %rdx
	movb	$1, %al
	movl	%esi, %ecx
	movq	%rdx, %rdi
	movl	$1, %edx
	rep stosb
	movb	$0, 4896(%rbx)
	movl	4100(%rbx), %eax
	leal	0(,%rax,4), %ecx
	movl	$4, %eax
.L47:
	cmpl	%ecx, %eax
	jnb	.L54
	cmpl	%esi, %edx
	jnb	.L54
	movl	%eax, %edi
	andl	$3, %edi
	cmpl	$3, %edi
	je	.L48
	movl	%edx, %edi
	incl	%edx
	movb	%al, 4896(%rbx,%rdi)
.L48:
	incl	%eax
	jmp	.L47
.L54:
	decl	%esi
	movq	%rsi, %rcx
	addq	%rbx, %rsi
.L51:
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
	jmp	.L51
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
	movl	round_now(%rip), %ecx
	cmpl	%ecx, (%rdi)
	je	.L78
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	subq	$40, %rsp
	cmpl	$0, 4(%rdi)
	je	.L66
	movl	%ecx, %eax
	movb	800(%rdi,%rax), %bpl
	movq	%rbp, %rax
	andl	$3, %ebp
	shrq	$2, %rax
	andl	$63, %eax
	addq	$4, %rax
	movl	(%rdi,%rax,8), %r13d
	movl	4(%rdi,%rax,8), %r14d
	cmpb	$2, %bpl
	je	.L67
	movzbl	%bpl, %ebp
	movl	%r14d, %r12d
	jmp	.L68
.L66:
	movl	36(%rdi), %r12d
	xorl	%ebp, %ebp
	testl	%ecx, %ecx
	movl	32(%rdi), %r13d
	setne	%bpl
	movl	%r12d, %r14d
	jmp	.L68
.L67:
	xorl	%r12d, %r12d
	testl	%r14d, %r14d
	je	.L83
	movl	36(%rdi), %r12d
.L83:
	movl	$2, %ebp
.L68:
	movl	%r12d, %eax
	movl	$524288, %esi
	movl	%ecx, 28(%rsp)
	movq	8(%rbx), %r15
	leaq	0(,%rax,4), %rdx
	movl	$given_room.2, %edi
	movq	%rax, 8(%rsp)
	movq	%rdx, 16(%rsp)
	call	placed
	movq	16(%rsp), %rdx
	movl	$524288, %esi
	movl	$kept_room.1, %edi
	movq	%rax, (%rsp)
	call	placed
	movl	28(%rsp), %ecx
	xorl	%esi, %esi
	xorl	%r9d, %r9d
	movq	%rax, %r11
	movl	$20000, %r8d
	imull	$-1640531527, %ecx, %ecx
.L69:
	cmpl	%r12d, %esi
	jnb	.L84
	movl	%r9d, %eax
	addq	%r13, %rax
	movl	(%r15,%rax,4), %edx
	cmpl	$1, %ebp
	jne	.L70
	movl	%edx, %edi
	xorl	%ecx, %edi
	call	scattered
	xorl	%edx, %edx
	divl	%r8d
.L70:
	movq	(%rsp), %rax
	movl	%edx, (%r11,%rsi,4)
	movl	%edx, (%rax,%rsi,4)
	incl	%r9d
	cmpl	%r14d, %r9d
	jb	.L71
	xorl	%r9d, %r9d
.L71:
	incq	%rsi
	subl	$2048144789, %ecx
	jmp	.L69
.L84:
	call	kernel_begins
	movq	8(%rsp), %rsi
	movq	(%rsp), %rdi
	call	call
	movq	%rax, %rbp
	call	kernel_ended
	imulq	$31, 24(%rbx), %rax
	addq	%rbp, %rax
	movq	%rax, 24(%rbx)
	xorl	%ebx, %ebx
.L73:
	cmpl	room_count(%rip), %ebx
	jnb	.L85
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L73
.L85:
	incl	round_now(%rip)
	addq	$40, %rsp
	movl	$1, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
.L78:
	xorl	%eax, %eax
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
.L87:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L95
	call	round_over
	jmp	.L87
.L95:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	24(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L94
	cmpl	$0, is_beside_changed(%rip)
	je	.L91
	movl	$.LC1, %edi
.L94:
	call	puts
	jmp	.L93
.L91:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L93:
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
