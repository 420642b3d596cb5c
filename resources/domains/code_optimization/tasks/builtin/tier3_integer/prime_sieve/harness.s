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
	.type	placed, @function
placed:
	pushq	%r12
	movq	%rdx, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rdx, %rdx
	je	.L5
	leaq	4095(%rdx), %rbx
	andq	$-4096, %rbx
.L5:
	cmpq	$0, 0(%rbp)
	jne	.L6
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
.L6:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L7
	testq	%rsi, %rsi
	je	.L8
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L8:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L7:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L9
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L10
.L9:
	leaq	(%rdx,%rbx), %rax
.L10:
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
.L23:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L23
	cmpl	$10, %eax
	je	.L23
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L24
	call	getchar_unlocked
	movl	$1, %ebp
.L24:
	xorl	%ebx, %ebx
.L25:
	leal	-48(%rax), %edx
	cmpl	$9, %edx
	ja	.L33
	imulq	$10, %rbx, %rbx
	movslq	%edx, %rdx
	addq	%rdx, %rbx
	call	getchar_unlocked
	jmp	.L25
.L33:
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
	je	.L21
	negq	%rbx
.L21:
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
.L35:
	cmpq	%r13, %rbx
	jne	.L36
.L39:
	leal	-1(%rbx), %eax
	movl	%ebx, %ecx
	leaq	0(%rbp,%rbx,4), %rdi
	leaq	0(%rbp,%rax,4), %rsi
	xorl	%eax, %eax
	jmp	.L37
.L36:
	cmpl	$0, is_line_over(%rip)
	jne	.L39
	call	read_integer
	movl	%eax, 0(%rbp,%rbx,4)
	incq	%rbx
	jmp	.L35
.L37:
	leal	(%rcx,%rax), %edx
	cmpl	%r12d, %edx
	jnb	.L42
	movl	(%rsi), %edx
	addl	0(%rbp,%rax,4), %edx
	movl	%edx, (%rdi,%rax,4)
	incq	%rax
	jmp	.L37
.L42:
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
	jne	.L65
	xorl	%r12d, %r12d
	cmpl	$0, is_plus(%rip)
	je	.L47
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
	jmp	.L50
.L65:
	xorl	%r12d, %r12d
	xorl	%r13d, %r13d
.L44:
	cmpl	$0, is_plus(%rip)
	je	.L47
	cmpq	$64, %r13
	je	.L75
	call	read_integer
	incq	%r13
	movl	%r13d, %r12d
	jmp	.L44
.L75:
	movl	$64, %r12d
	jmp	.L47
.L50:
	cmpl	(%rbx), %r12d
	jnb	.L43
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
	jmp	.L50
.L47:
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
.L54:
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
	jnb	.L53
	call	read_integer
	movl	%eax, %r13d
	jmp	.L54
.L53:
	testl	%r12d, %r12d
	je	.L43
	movq	8(%rbx), %r9
	movl	(%rbx), %esi
	salq	$2, %rbp
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
.L56:
	cmpq	%rbp, %rcx
	jnb	.L76
	movzbl	(%r9,%rcx), %edi
	addq	$16, %rcx
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L56
.L76:
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
.L58:
	cmpl	%esi, %edx
	jnb	.L66
	cmpl	%ecx, %eax
	jnb	.L66
	movl	%eax, %edi
	andl	$3, %edi
	cmpl	$3, %edi
	je	.L59
	movl	%edx, %edi
	incl	%edx
	movb	%al, 808(%rbx,%rdi)
.L59:
	incl	%eax
	jmp	.L58
.L66:
	decl	%esi
	movq	%rsi, %rcx
	addq	%rbx, %rsi
.L62:
	decq	%rsi
	testl	%ecx, %ecx
	je	.L43
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
	jmp	.L62
.L43:
	movq	%rbx, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	read_words, .-read_words
	.type	run_round_of_words.constprop.0, @function
run_round_of_words.constprop.0:
	movl	round_now(%rip), %ecx
	cmpl	%ecx, (%rdi)
	je	.L96
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	subq	$56, %rsp
	movq	24(%rdi), %rax
	testq	%rax, %rax
	je	.L79
	movl	%ecx, %edx
	imulq	$20, %rdx, %rdx
	addq	%rdx, %rax
	movl	(%rax), %ebp
	movl	4(%rax), %r15d
	movl	8(%rax), %r12d
	movl	12(%rax), %r14d
	movl	16(%rax), %r13d
	jmp	.L80
.L79:
	cmpl	$0, 4(%rdi)
	je	.L81
	movl	%ecx, %eax
	movb	808(%rdi,%rax), %al
	movq	%rax, %rdx
	andl	$3, %eax
	shrq	$2, %rdx
	andl	$63, %edx
	addq	$4, %rdx
	movl	8(%rdi,%rdx,8), %ebp
	movl	12(%rdi,%rdx,8), %r15d
	cmpb	$2, %al
	je	.L82
	movzbl	%al, %eax
	movl	%r15d, %r12d
	jmp	.L83
.L81:
	movl	44(%rdi), %r12d
	xorl	%eax, %eax
	testl	%ecx, %ecx
	movl	40(%rdi), %ebp
	setne	%al
	movl	%r12d, %r15d
	jmp	.L83
.L82:
	xorl	%r12d, %r12d
	testl	%r15d, %r15d
	je	.L101
	movl	44(%rdi), %r12d
.L101:
	movl	$2, %eax
.L83:
	xorl	%r13d, %r13d
	decl	%eax
	sete	%r13b
	xorl	%r14d, %r14d
.L80:
	movq	8(%rbx), %rax
	movl	$524288, %esi
	movl	$given_room.2, %edi
	movl	%ecx, 44(%rsp)
	movq	%rax, 16(%rsp)
	movl	%r12d, %eax
	leaq	0(,%rax,4), %rdx
	movq	%rax, 24(%rsp)
	movq	%rdx, 32(%rsp)
	call	placed
	movq	32(%rsp), %rdx
	movl	$524288, %esi
	movl	$kept_room.1, %edi
	movq	%rax, 8(%rsp)
	call	placed
	movl	44(%rsp), %ecx
	xorl	%r9d, %r9d
	xorl	%esi, %esi
	movq	%rax, %r11
	movl	$20000, %r8d
	imull	$-1640531527, %ecx, %ecx
.L84:
	cmpl	%r12d, %r9d
	jnb	.L102
	movq	16(%rsp), %rdi
	movl	%esi, %eax
	addq	%rbp, %rax
	movl	(%rdi,%rax,4), %edx
	testl	%r13d, %r13d
	je	.L85
	movl	%edx, %edi
	xorl	%ecx, %edi
	call	scattered
	xorl	%edx, %edx
	divl	%r8d
.L85:
	movq	8(%rsp), %rax
	movl	%edx, (%r11,%r9,4)
	movl	%edx, (%rax,%r9,4)
	incl	%esi
	cmpl	%r15d, %esi
	cmovnb	%r14d, %esi
	incq	%r9
	subl	$2048144789, %ecx
	jmp	.L84
.L102:
	call	kernel_begins
	movq	24(%rsp), %rsi
	movq	8(%rsp), %rdi
	call	call
	movq	%rax, %rbp
	call	kernel_ended
	imulq	$31, 32(%rbx), %rax
	addq	%rbp, %rax
	movq	%rax, 32(%rbx)
	xorl	%ebx, %ebx
.L88:
	cmpl	room_count(%rip), %ebx
	jnb	.L103
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L88
.L103:
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
.L96:
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
.L105:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L113
	call	round_over
	jmp	.L105
.L113:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	32(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L112
	cmpl	$0, is_beside_changed(%rip)
	je	.L109
	movl	$.LC1, %edi
.L112:
	call	puts
	jmp	.L111
.L109:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L111:
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
