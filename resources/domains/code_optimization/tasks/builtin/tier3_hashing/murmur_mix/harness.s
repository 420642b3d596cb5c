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
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L6:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L6
	cmpl	$10, %eax
	je	.L6
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L7
	call	getchar_unlocked
	movl	$1, %ebp
.L7:
	xorl	%ebx, %ebx
.L8:
	leal	-48(%rax), %edx
	cmpl	$9, %edx
	ja	.L17
	imulq	$10, %rbx, %rbx
	movslq	%edx, %rdx
	addq	%rdx, %rbx
	call	getchar_unlocked
	jmp	.L8
.L17:
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
	je	.L4
	negq	%rbx
.L4:
	movq	%rbx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	read_integer, .-read_integer
	.type	read_section, @function
read_section:
	pushq	%r14
	pushq	%r13
	pushq	%r12
	movq	%rdi, %r12
	pushq	%rbp
	xorl	%ebp, %ebp
	pushq	%rbx
	movl	%esi, %ebx
	movq	%rbx, %r13
.L19:
	movl	is_plus(%rip), %r14d
	cmpq	%rbx, %rbp
	je	.L20
	movl	%r14d, %eax
	orl	is_line_over(%rip), %eax
	jne	.L20
	call	read_integer
	movl	%eax, (%r12,%rbp,4)
	incq	%rbp
	jmp	.L19
.L20:
	movl	%ebp, %ebx
	movl	%ebp, %eax
	testl	%r14d, %r14d
	je	.L22
	call	read_integer
.L22:
	leal	-1(%rbx), %edx
	subl	%eax, %ebx
	leaq	(%r12,%rbp,4), %rcx
	leaq	(%r12,%rdx,4), %r8
	movl	%ebx, %edx
.L23:
	leal	(%rax,%rdx), %esi
	cmpl	%r13d, %esi
	jnb	.L30
	movl	%edx, %esi
	xorl	%edi, %edi
	movl	(%r12,%rsi,4), %esi
	testl	%r14d, %r14d
	jne	.L24
	movl	(%r8), %edi
.L24:
	addl	%edi, %esi
	addq	$4, %rcx
	incl	%edx
	movl	%esi, -4(%rcx)
	jmp	.L23
.L30:
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
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
	jne	.L53
	xorl	%r12d, %r12d
	cmpl	$0, is_plus(%rip)
	je	.L35
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
	jmp	.L38
.L53:
	xorl	%r12d, %r12d
	xorl	%r13d, %r13d
.L32:
	cmpl	$0, is_plus(%rip)
	je	.L35
	cmpq	$64, %r13
	je	.L63
	call	read_integer
	incq	%r13
	movl	%r13d, %r12d
	jmp	.L32
.L63:
	movl	$64, %r12d
	jmp	.L35
.L38:
	cmpl	(%rbx), %r12d
	jnb	.L31
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
	jmp	.L38
.L35:
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
.L42:
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
	jnb	.L41
	call	read_integer
	movl	%eax, %r13d
	jmp	.L42
.L41:
	testl	%r12d, %r12d
	je	.L31
	movq	8(%rbx), %r9
	movl	(%rbx), %esi
	salq	$2, %rbp
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
.L44:
	cmpq	%rbp, %rcx
	jnb	.L64
	movzbl	(%r9,%rcx), %edi
	addq	$16, %rcx
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L44
.L64:
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
.L46:
	cmpl	%esi, %edx
	jnb	.L54
	cmpl	%ecx, %eax
	jnb	.L54
	movl	%eax, %edi
	andl	$3, %edi
	cmpl	$3, %edi
	je	.L47
	movl	%edx, %edi
	incl	%edx
	movb	%al, 808(%rbx,%rdi)
.L47:
	incl	%eax
	jmp	.L46
.L54:
	decl	%esi
	movq	%rsi, %rcx
	addq	%rbx, %rsi
.L50:
	decq	%rsi
	testl	%ecx, %ecx
	je	.L31
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
	jmp	.L50
.L31:
	movq	%rbx, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	read_words, .-read_words
	.type	call, @function
call:
	pushq	%rcx
	testq	%rsi, %rsi
	je	.L66
	leaq	4(%rdi), %rax
	movl	(%rdi), %edx
	decq	%rsi
	movq	%rax, %rdi
	jmp	.L69
.L66:
	movl	$42, %edx
	xorl	%esi, %esi
.L69:
	call	murmur3
	popq	%rdx
	movl	%eax, %eax
	ret
	.size	call, .-call
	.type	placed.constprop.0, @function
placed.constprop.0:
	pushq	%r12
	movq	%rdi, %r12
	pushq	%rbp
	movq	%rsi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rsi, %rsi
	je	.L71
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L71:
	cmpq	$0, (%r12)
	jne	.L72
	xorl	%edx, %edx
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	movl	$532480, %esi
	xorl	%edi, %edi
	call	mmap
	addq	$4096, %rax
	movq	%rax, (%r12)
	movl	room_count(%rip), %eax
	leal	1(%rax), %edx
	movq	%r12, rooms(,%rax,8)
	movl	%edx, room_count(%rip)
.L72:
	movq	8(%r12), %rsi
	cmpq	%rbx, %rsi
	je	.L73
	testq	%rsi, %rsi
	je	.L74
	movq	(%r12), %rdi
	xorl	%edx, %edx
	call	mprotect
.L74:
	movq	(%r12), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 8(%r12)
.L73:
	movl	round_now(%rip), %esi
	movb	$71, %al
	movq	(%r12), %rdi
	movq	%rbx, %rcx
	xorl	%edx, %edx
	subq	%rbp, %rbx
	imull	%esi, %eax
	subl	$91, %eax
	movb	%al, 32(%r12)
	rep stosb
	movl	%esi, %eax
	andl	$3, %eax
	cmpl	$2, %eax
	je	.L75
	movl	%esi, %ecx
	andl	$7, %ecx
	cmpl	$3, %ecx
	je	.L75
	cmpl	$3, %eax
	jne	.L81
	cmpq	$7, %rbx
	jbe	.L81
	leal	(%rsi,%rbx), %edi
	movq	%rbx, %rcx
	call	scattered
	shrq	$2, %rcx
	xorl	%edx, %edx
	movl	%eax, %eax
	decq	%rcx
	divq	%rcx
	leaq	4(,%rdx,4), %rdx
	jmp	.L75
.L81:
	movq	%rbx, %rdx
.L75:
	subq	%rdx, %rbx
	movq	%rdx, 16(%r12)
	addq	(%r12), %rdx
	movq	%rbp, %rsi
	movq	%rbx, 24(%r12)
	movq	%rdx, %rdi
	movq	%rdx, %rbx
	call	lies_at
	movl	$61, %r8d
	movl	$61, %ecx
	movq	%rbx, %rdi
	cmpq	%r8, %rbp
	movl	round_now(%rip), %eax
	cmovbe	%rbp, %r8
	xorl	%edx, %edx
	divl	%ecx
	movl	%r8d, %ecx
	movl	%edx, %esi
	addq	$anything, %rsi
	rep movsb
.L76:
	cmpq	%rbp, %r8
	jnb	.L88
	movq	%rbp, %rcx
	leaq	(%rbx,%r8), %rax
	movq	%rbx, %rsi
	subq	%r8, %rcx
	movq	%rax, %rdi
	cmpq	%r8, %rcx
	cmova	%r8, %rcx
	addq	%r8, %r8
	rep movsb
	jmp	.L76
.L88:
	movq	%rbx, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed.constprop.0, .-placed.constprop.0
	.type	run_round_of_words.constprop.0, @function
run_round_of_words.constprop.0:
	movl	round_now(%rip), %eax
	cmpl	%eax, (%rdi)
	je	.L110
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	subq	$56, %rsp
	movq	24(%rdi), %rcx
	testq	%rcx, %rcx
	je	.L91
	imulq	$20, %rax, %rax
	addq	%rcx, %rax
	movl	(%rax), %ebx
	movl	4(%rax), %r15d
	movl	8(%rax), %r12d
	movl	12(%rax), %r13d
	movl	16(%rax), %r14d
	jmp	.L92
.L91:
	cmpl	$0, 4(%rdi)
	je	.L93
	movb	808(%rdi,%rax), %al
	movq	%rax, %rcx
	andl	$3, %eax
	shrq	$2, %rcx
	andl	$63, %ecx
	addq	$4, %rcx
	movl	8(%rdi,%rcx,8), %ebx
	movl	12(%rdi,%rcx,8), %r15d
	cmpb	$2, %al
	je	.L94
	movzbl	%al, %eax
	movl	%r15d, %r12d
	jmp	.L95
.L93:
	movl	44(%rdi), %r12d
	testl	%eax, %eax
	movl	40(%rdi), %ebx
	setne	%al
	movzbl	%al, %eax
	movl	%r12d, %r15d
	jmp	.L95
.L94:
	xorl	%r12d, %r12d
	testl	%r15d, %r15d
	je	.L115
	movl	44(%rdi), %r12d
.L115:
	movl	$2, %eax
.L95:
	xorl	%r14d, %r14d
	decl	%eax
	sete	%r14b
	xorl	%r13d, %r13d
.L92:
	movq	8(%rbp), %rax
	movl	$given_room.1, %edi
	movq	%rax, 32(%rsp)
	movl	%r12d, %eax
	movq	%rax, 40(%rsp)
	salq	$2, %rax
	movq	%rax, %rsi
	movq	%rax, 8(%rsp)
	call	placed.constprop.0
	movq	8(%rsp), %rsi
	movl	$kept_room.0, %edi
	movq	%rax, 16(%rsp)
	call	placed.constprop.0
	xorl	%r8d, %r8d
	xorl	%esi, %esi
	imull	$-1640531527, round_now(%rip), %r10d
	movq	%rax, 24(%rsp)
.L96:
	cmpl	%r12d, %r8d
	jnb	.L116
	movq	32(%rsp), %rdx
	movl	%esi, %eax
	addq	%rbx, %rax
	movl	(%rdx,%rax,4), %r11d
	testl	%r14d, %r14d
	je	.L97
	movl	%r10d, %edi
	xorl	%r11d, %edi
	call	scattered
	movl	%eax, %edi
	movl	%r11d, %eax
	shrl	%r11d
	orl	$1, %eax
	orl	%r11d, %eax
	movl	%eax, %r11d
	shrl	$2, %r11d
	orl	%r11d, %eax
	movl	%eax, %r11d
	shrl	$4, %r11d
	orl	%r11d, %eax
	movl	%eax, %r11d
	shrl	$8, %r11d
	orl	%r11d, %eax
	movl	%eax, %r11d
	shrl	$16, %r11d
	orl	%eax, %r11d
	andl	%edi, %r11d
.L97:
	movq	24(%rsp), %rax
	incl	%esi
	cmpl	%r15d, %esi
	movl	%r11d, (%rax,%r8,4)
	movq	16(%rsp), %rax
	cmovnb	%r13d, %esi
	subl	$2048144789, %r10d
	movl	%r11d, (%rax,%r8,4)
	incq	%r8
	jmp	.L96
.L116:
	call	kernel_begins
	movq	40(%rsp), %rsi
	movq	16(%rsp), %rdi
	call	call
	movq	%rax, %rbx
	call	kernel_ended
	imulq	$31, 32(%rbp), %rax
	movq	8(%rsp), %rdx
	movq	24(%rsp), %rsi
	movq	16(%rsp), %rdi
	addq	%rbx, %rax
	movq	%rax, 32(%rbp)
	call	memcmp
	testl	%eax, %eax
	setne	%al
	xorl	%ebp, %ebp
	movzbl	%al, %eax
	orl	%eax, is_const_changed(%rip)
.L100:
	cmpl	room_count(%rip), %ebp
	jnb	.L117
	movq	rooms(,%rbp,8), %rbx
	movzbl	32(%rbx), %edx
	movq	16(%rbx), %rsi
	movq	(%rbx), %rdi
	call	is_other_than
	movl	%eax, %edx
	movl	$1, %eax
	testl	%edx, %edx
	jne	.L101
	movq	24(%rbx), %rsi
	movq	8(%rbx), %rdi
	movzbl	32(%rbx), %edx
	subq	%rsi, %rdi
	addq	(%rbx), %rdi
	call	is_other_than
	testl	%eax, %eax
	setne	%al
	movzbl	%al, %eax
.L101:
	orl	%eax, is_beside_changed(%rip)
	incq	%rbp
	jmp	.L100
.L117:
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
.L110:
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
.L119:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L127
	call	round_over
	jmp	.L119
.L127:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	32(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L126
	cmpl	$0, is_beside_changed(%rip)
	je	.L123
	movl	$.LC1, %edi
.L126:
	call	puts
	jmp	.L125
.L123:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L125:
	addq	$16, %rsp
	shrl	$31, %eax
	popq	%rbx
	ret
	.size	main, .-main
	.section	harness_state,"aw"
	.align 32
	.type	kept_room.0, @object
	.size	kept_room.0, 40
kept_room.0:
	.zero	40
	.align 32
	.type	given_room.1, @object
	.size	given_room.1, 40
given_room.1:
	.zero	40
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
	.section	.rodata
	.align 32
	.type	anything, @object
	.size	anything, 123
anything:
	.string	"\001\234"
	.string	""
	.string	""
	.string	""
	.string	"\007"
	.string	"\363a\377\377\377\377\002[\200\001\001"
	.string	"=\350A\177\024\001\306"
	.string	"*\331\013\001f"
	.string	"\264\023\376\0010\215 \003"
	.string	"\245w\001\005\001\341"
	.string	"L\222\001z(\313"
	.string	"\001V\360\b\001\234"
	.string	""
	.string	""
	.string	""
	.string	"\007"
	.string	"\363a\377\377\377\377\002[\200\001\001"
	.string	"=\350A\177\024\001\306"
	.string	"*\331\013\001f"
	.string	"\264\023\376\0010\215 \003"
	.string	"\245w\001\005\001\341"
	.string	"L\222\001z(\313"
	.string	"\001V\360\b"
	.section	.note.GNU-stack,"",@progbits
