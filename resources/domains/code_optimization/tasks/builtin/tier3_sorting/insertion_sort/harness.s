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
	.type	call, @function
call:
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	pushq	%rcx
	call	insertion_sort
	xorl	%edx, %edx
	xorl	%eax, %eax
.L3:
	cmpq	%rdx, %rbx
	je	.L7
	imulq	$31, %rax, %rax
	movl	0(%rbp,%rdx,4), %ecx
	incq	%rdx
	addq	%rcx, %rax
	jmp	.L3
.L7:
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	call, .-call
	.type	input_for, @function
input_for:
	pushq	%rbp
	movl	%edi, %ebp
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	pushq	%rbx
	movl	$34, %ecx
	movl	%esi, %ebx
	xorl	%edi, %edi
	pushq	%rax
	leaq	12288(%rdx), %rsi
	movl	$3, %edx
	call	mmap
	leaq	12288(%rax), %rdx
	movl	%ebp, 4096(%rax)
	addq	$4096, %rax
	movl	%ebx, 4(%rax)
	movq	%rdx, 16(%rax)
	movq	%rdx, 8(%rax)
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	input_for, .-input_for
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L12:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L12
	cmpl	$10, %eax
	je	.L12
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L13
	call	getchar_unlocked
	movl	$1, %ebp
.L13:
	xorl	%ebx, %ebx
.L14:
	leal	-48(%rax), %edx
	cmpl	$9, %edx
	ja	.L22
	imulq	$10, %rbx, %rbx
	movslq	%edx, %rdx
	addq	%rdx, %rbx
	call	getchar_unlocked
	jmp	.L14
.L22:
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
	je	.L10
	negq	%rbx
.L10:
	movq	%rbx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	read_integer, .-read_integer
	.type	read_section, @function
read_section:
	pushq	%r13
	movl	%esi, %r13d
	pushq	%r12
	movq	%r13, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	xorl	%ebx, %ebx
	pushq	%rdx
.L24:
	cmpq	%r13, %rbx
	jne	.L25
.L28:
	leal	-1(%rbx), %eax
	movl	%ebx, %ecx
	leaq	0(%rbp,%rbx,4), %rdi
	leaq	0(%rbp,%rax,4), %rsi
	xorl	%eax, %eax
	jmp	.L26
.L25:
	cmpl	$0, is_line_over(%rip)
	jne	.L28
	call	read_integer
	movl	%eax, 0(%rbp,%rbx,4)
	incq	%rbx
	jmp	.L24
.L26:
	leal	(%rcx,%rax), %edx
	cmpl	%r12d, %edx
	jnb	.L31
	movl	(%rsi), %edx
	addl	0(%rbp,%rax,4), %edx
	movl	%edx, (%rdi,%rax,4)
	incq	%rax
	jmp	.L26
.L31:
	popq	%rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	ret
	.size	read_section, .-read_section
	.type	read_words, @function
read_words:
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	call	read_integer
	movl	%eax, %ebp
	testl	%eax, %eax
	jne	.L54
	xorl	%r12d, %r12d
	cmpl	$0, is_plus(%rip)
	je	.L36
	call	read_integer
	xorl	%esi, %esi
	xorl	%r12d, %r12d
	movl	%eax, %edx
	movl	%eax, %edi
	imulq	$20, %rdx, %rdx
	addq	$2097152, %rdx
	movq	%rdx, (%rbx)
	call	input_for
	movq	%rax, %rbx
	movq	16(%rax), %rax
	addq	$2097152, %rax
	movq	%rax, 24(%rbx)
	jmp	.L39
.L54:
	xorl	%r12d, %r12d
	xorl	%r13d, %r13d
.L33:
	cmpl	$0, is_plus(%rip)
	je	.L36
	cmpq	$64, %r13
	je	.L64
	call	read_integer
	incq	%r13
	movl	%r13d, %r12d
	jmp	.L33
.L64:
	movl	$64, %r12d
	jmp	.L36
.L39:
	cmpl	(%rbx), %r12d
	jnb	.L32
	call	read_integer
	movl	%r12d, %edx
	incl	%r12d
	imulq	$20, %rdx, %rdx
	addq	24(%rbx), %rdx
	movq	%rax, %r13
	movl	%eax, %esi
	movl	%eax, 4(%rdx)
	movl	%eax, 8(%rdx)
	xorl	%eax, %eax
	movl	%ebp, (%rdx)
	movq	%rax, 12(%rdx)
	movq	8(%rbx), %rax
	movl	%ebp, %edx
	addl	%r13d, %ebp
	leaq	(%rax,%rdx,4), %rdi
	call	read_section
	jmp	.L39
.L36:
	call	read_integer
	xorl	%edx, %edx
	testl	%r12d, %r12d
	movl	%ebp, %edi
	setne	%dl
	movl	%eax, %r13d
	movl	%eax, %eax
	movl	%r12d, %esi
	salq	$20, %rdx
	xorl	%r14d, %r14d
	xorl	%ebp, %ebp
	leaq	(%rdx,%rax,4), %rdx
	movq	%rdx, (%rbx)
	call	input_for
	movq	%rax, %rbx
.L43:
	movl	%ebp, 40(%rbx,%r14,8)
	movq	8(%rbx), %rax
	movl	%ebp, %edx
	movl	%r13d, %esi
	movl	%r13d, 44(%rbx,%r14,8)
	incq	%r14
	addl	%r13d, %ebp
	leaq	(%rax,%rdx,4), %rdi
	call	read_section
	cmpl	%r12d, %r14d
	jnb	.L42
	call	read_integer
	movl	%eax, %r13d
	jmp	.L43
.L42:
	testl	%r12d, %r12d
	je	.L32
	movq	8(%rbx), %r9
	movl	(%rbx), %esi
	salq	$2, %rbp
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
.L45:
	cmpq	%rbp, %rcx
	jnb	.L65
	movzbl	(%r9,%rcx), %edi
	addq	$16, %rcx
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L45
.L65:
	leaq	808(%rbx), %rdx
	movb	$1, %al
	movl	%esi, %ecx
	movq	%rdx, %rdi
	movl	$1, %edx
	rep stosb
	movb	$0, 808(%rbx)
	movl	4(%rbx), %eax
	leal	0(,%rax,4), %ecx
	movl	$4, %eax
.L47:
	cmpl	%esi, %edx
	jnb	.L55
	cmpl	%ecx, %eax
	jnb	.L55
	movl	%eax, %edi
	andl	$3, %edi
	cmpl	$3, %edi
	je	.L48
	movl	%edx, %edi
	incl	%edx
	movb	%al, 808(%rbx,%rdi)
.L48:
	incl	%eax
	jmp	.L47
.L55:
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
	movb	809(%rsi), %r9b
	movb	808(%rbx,%rdx), %al
	movb	%al, 809(%rsi)
	movb	%r9b, 808(%rbx,%rdx)
	jmp	.L51
.L32:
	movq	%rbx, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	read_words, .-read_words
	.type	placed.constprop.0, @function
placed.constprop.0:
	pushq	%r12
	movq	%rsi, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rsi, %rsi
	je	.L67
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L67:
	cmpq	$0, 0(%rbp)
	jne	.L68
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
.L68:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L69
	testq	%rsi, %rsi
	je	.L70
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L70:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L69:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L71
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L72
.L71:
	leaq	(%rdx,%rbx), %rax
.L72:
	movq	%rdx, 8(%rbp)
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed.constprop.0, .-placed.constprop.0
	.type	run_round_of_words.constprop.0, @function
run_round_of_words.constprop.0:
	movl	round_now(%rip), %ecx
	cmpl	%ecx, (%rdi)
	je	.L99
	pushq	%r15
	movq	%rdi, %r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$56, %rsp
	movq	24(%rdi), %rax
	testq	%rax, %rax
	je	.L82
	movl	%ecx, %edx
	imulq	$20, %rdx, %rdx
	addq	%rdx, %rax
	movl	(%rax), %ebx
	movl	4(%rax), %r14d
	movl	8(%rax), %ebp
	movl	12(%rax), %r13d
	movl	16(%rax), %r12d
	jmp	.L83
.L82:
	cmpl	$0, 4(%rdi)
	je	.L84
	movl	%ecx, %eax
	movb	808(%rdi,%rax), %al
	movq	%rax, %rdx
	andl	$3, %eax
	shrq	$2, %rdx
	andl	$63, %edx
	addq	$4, %rdx
	movl	8(%rdi,%rdx,8), %ebx
	movl	12(%rdi,%rdx,8), %r14d
	cmpb	$2, %al
	je	.L85
	movzbl	%al, %eax
	movl	%r14d, %ebp
	jmp	.L86
.L84:
	movl	44(%rdi), %ebp
	xorl	%eax, %eax
	testl	%ecx, %ecx
	movl	40(%rdi), %ebx
	setne	%al
	movl	%ebp, %r14d
	jmp	.L86
.L85:
	xorl	%ebp, %ebp
	testl	%r14d, %r14d
	je	.L104
	movl	44(%rdi), %ebp
.L104:
	movl	$2, %eax
.L86:
	xorl	%r12d, %r12d
	decl	%eax
	sete	%r12b
	xorl	%r13d, %r13d
.L83:
	movq	8(%r15), %rax
	movl	$given_room.1, %edi
	movl	%ecx, 44(%rsp)
	movq	%rax, 16(%rsp)
	movl	%ebp, %eax
	leaq	0(,%rax,4), %rsi
	movq	%rax, 24(%rsp)
	movq	%rsi, 32(%rsp)
	call	placed.constprop.0
	movq	32(%rsp), %rsi
	movl	$kept_room.0, %edi
	movq	%rax, 8(%rsp)
	call	placed.constprop.0
	movl	44(%rsp), %ecx
	xorl	%r9d, %r9d
	xorl	%r8d, %r8d
	movq	%rax, %r11
	imull	$-1640531527, %ecx, %esi
.L87:
	cmpl	%ebp, %r9d
	jnb	.L105
	movq	16(%rsp), %rdx
	movl	%r8d, %eax
	addq	%rbx, %rax
	movl	(%rdx,%rax,4), %ecx
	testl	%r12d, %r12d
	je	.L88
	movl	%esi, %edi
	xorl	%ecx, %edi
	call	scattered
	movl	%eax, %edi
	movl	%ecx, %eax
	shrl	%ecx
	orl	$1, %eax
	orl	%eax, %ecx
	movl	%ecx, %eax
	shrl	$2, %eax
	orl	%ecx, %eax
	movl	%eax, %ecx
	shrl	$4, %ecx
	orl	%eax, %ecx
	movl	%ecx, %eax
	shrl	$8, %eax
	orl	%ecx, %eax
	movl	%eax, %ecx
	shrl	$16, %ecx
	orl	%eax, %ecx
	andl	%edi, %ecx
.L88:
	incl	%r8d
	movq	8(%rsp), %rax
	movl	%ecx, (%r11,%r9,4)
	cmpl	%r14d, %r8d
	cmovnb	%r13d, %r8d
	movl	%ecx, (%rax,%r9,4)
	subl	$2048144789, %esi
	incq	%r9
	jmp	.L87
.L105:
	call	kernel_begins
	movq	24(%rsp), %rsi
	movq	8(%rsp), %rdi
	call	call
	movq	%rax, %rbx
	call	kernel_ended
	imulq	$31, 32(%r15), %rax
	addq	%rbx, %rax
	xorl	%ebx, %ebx
	movq	%rax, 32(%r15)
.L91:
	cmpl	room_count(%rip), %ebx
	jnb	.L106
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L91
.L106:
	incl	round_now(%rip)
	addq	$56, %rsp
	movl	$1, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
.L99:
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
.L108:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L116
	call	round_over
	jmp	.L108
.L116:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	32(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L115
	cmpl	$0, is_beside_changed(%rip)
	je	.L112
	movl	$.LC1, %edi
.L115:
	call	puts
	jmp	.L114
.L112:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L114:
	addq	$16, %rsp
	shrl	$31, %eax
	popq	%rbx
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
