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
	pushq	%r13
	movl	%esi, %r13d
	pushq	%r12
	movq	%r13, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	xorl	%ebx, %ebx
	pushq	%rdx
.L19:
	cmpq	%r13, %rbx
	jne	.L20
.L23:
	leal	-1(%rbx), %eax
	movl	%ebx, %ecx
	leaq	0(%rbp,%rbx,4), %rdi
	leaq	0(%rbp,%rax,4), %rsi
	xorl	%eax, %eax
	jmp	.L21
.L20:
	cmpl	$0, is_line_over(%rip)
	jne	.L23
	call	read_integer
	movl	%eax, 0(%rbp,%rbx,4)
	incq	%rbx
	jmp	.L19
.L21:
	leal	(%rcx,%rax), %edx
	cmpl	%r12d, %edx
	jnb	.L26
	movl	(%rsi), %edx
	addl	0(%rbp,%rax,4), %edx
	movl	%edx, (%rdi,%rax,4)
	incq	%rax
	jmp	.L21
.L26:
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
	jne	.L49
	xorl	%r12d, %r12d
	cmpl	$0, is_plus(%rip)
	je	.L31
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
	jmp	.L34
.L49:
	xorl	%r12d, %r12d
	xorl	%r13d, %r13d
.L28:
	cmpl	$0, is_plus(%rip)
	je	.L31
	cmpq	$64, %r13
	je	.L59
	call	read_integer
	incq	%r13
	movl	%r13d, %r12d
	jmp	.L28
.L59:
	movl	$64, %r12d
	jmp	.L31
.L34:
	cmpl	(%rbx), %r12d
	jnb	.L27
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
	jmp	.L34
.L31:
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
.L38:
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
	jnb	.L37
	call	read_integer
	movl	%eax, %r13d
	jmp	.L38
.L37:
	testl	%r12d, %r12d
	je	.L27
	movq	8(%rbx), %r9
	movl	(%rbx), %esi
	salq	$2, %rbp
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
.L40:
	cmpq	%rbp, %rcx
	jnb	.L60
	movzbl	(%r9,%rcx), %edi
	addq	$16, %rcx
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L40
.L60:
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
.L42:
	cmpl	%esi, %edx
	jnb	.L50
	cmpl	%ecx, %eax
	jnb	.L50
	movl	%eax, %edi
	andl	$3, %edi
	cmpl	$3, %edi
	je	.L43
	movl	%edx, %edi
	incl	%edx
	movb	%al, 808(%rbx,%rdi)
.L43:
	incl	%eax
	jmp	.L42
.L50:
	decl	%esi
	movq	%rsi, %rcx
	addq	%rbx, %rsi
.L46:
	decq	%rsi
	testl	%ecx, %ecx
	je	.L27
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
	jmp	.L46
.L27:
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
	je	.L62
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L62:
	cmpq	$0, 0(%rbp)
	jne	.L63
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
.L63:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L64
	testq	%rsi, %rsi
	je	.L65
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L65:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L64:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L66
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L67
.L66:
	leaq	(%rdx,%rbx), %rax
.L67:
	movq	%rdx, 8(%rbp)
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed.constprop.0, .-placed.constprop.0
	.type	call, @function
call:
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	shrq	%rbx
	testb	$1, %sil
	je	.L87
	movl	-4(%rdi,%rsi,4), %eax
	movl	$131072, %edi
	movl	%eax, %edx
	shrl	$28, %edx
	cmpl	$15, %edx
	movl	$1000, %edx
	cmovne	%edx, %edi
	jmp	.L76
.L87:
	movl	$500, %eax
	movl	$1000, %edi
.L76:
	xorl	%edx, %edx
	leaq	0(,%rbx,4), %r13
	divl	%edi
	movq	%r13, %rsi
	movl	$weights_room.2, %edi
	movl	%edx, %r14d
	call	placed.constprop.0
	movq	%r13, %rsi
	movl	$values_room.1, %edi
	movq	%rax, %r12
	call	placed.constprop.0
	leal	1(%r14), %esi
	movl	$best_room.0, %edi
	salq	$2, %rsi
	movq	%rax, %r13
	call	placed.constprop.0
	xorl	%ecx, %ecx
	movl	$20000, %r9d
	movl	$200, %r10d
	movq	%rax, %r8
	movl	$4294967295, %edi
.L77:
	cmpq	%rbx, %rcx
	je	.L102
	movl	0(%rbp,%rcx,8), %eax
	movl	%eax, %edx
	shrl	$28, %edx
	cmpl	$15, %edx
	je	.L78
	cmpl	$14, %edx
	movl	%r10d, %esi
	cmove	%r9d, %esi
	xorl	%edx, %edx
	divl	%esi
	leal	1(%rdx), %eax
.L78:
	movl	%eax, (%r12,%rcx,4)
	xorl	%edx, %edx
	movq	%rdi, %rax
	movl	4(%rbp,%rcx,8), %r11d
	divq	%rbx
	xorl	%edx, %edx
	leaq	1(%rax), %rsi
	movq	%r11, %rax
	divq	%rsi
	movl	%edx, 0(%r13,%rcx,4)
	incq	%rcx
	jmp	.L77
.L102:
	movl	%r14d, %ecx
	movq	%r13, %rsi
	movq	%rbx, %rdx
	movq	%r12, %rdi
	call	knapsack
	movl	is_const_changed(%rip), %r8d
	xorl	%ecx, %ecx
	movl	$20000, %r10d
	movl	%eax, %esi
	movl	$200, %r11d
	xorl	%eax, %eax
	movl	$4294967295, %r9d
.L81:
	cmpq	%rbx, %rcx
	je	.L103
	movl	0(%rbp,%rcx,8), %eax
	movl	(%r12,%rcx,4), %edi
	movl	%eax, %edx
	shrl	$28, %edx
	cmpl	$15, %edx
	je	.L82
	cmpl	$14, %edx
	movl	%r11d, %r14d
	cmove	%r10d, %r14d
	xorl	%edx, %edx
	divl	%r14d
	leal	1(%rdx), %eax
.L82:
	movl	$1, %edx
	cmpl	%eax, %edi
	jne	.L84
	xorl	%edx, %edx
	movq	%r9, %rax
	movl	4(%rbp,%rcx,8), %r14d
	divq	%rbx
	xorl	%edx, %edx
	leaq	1(%rax), %rdi
	movq	%r14, %rax
	divq	%rdi
	cmpl	%edx, 0(%r13,%rcx,4)
	setne	%dl
	movzbl	%dl, %edx
.L84:
	orl	%edx, %r8d
	incq	%rcx
	movb	$1, %al
	jmp	.L81
.L103:
	testb	%al, %al
	je	.L86
	movl	%r8d, is_const_changed(%rip)
.L86:
	popq	%rbx
	movl	%esi, %eax
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	call, .-call
	.type	run_round_of_words.constprop.0, @function
run_round_of_words.constprop.0:
	movl	round_now(%rip), %ecx
	cmpl	%ecx, (%rdi)
	je	.L123
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
	je	.L106
	movl	%ecx, %edx
	imulq	$20, %rdx, %rdx
	addq	%rdx, %rax
	movl	(%rax), %ebx
	movl	4(%rax), %r14d
	movl	8(%rax), %ebp
	movl	12(%rax), %r13d
	movl	16(%rax), %r12d
	jmp	.L107
.L106:
	cmpl	$0, 4(%rdi)
	je	.L108
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
	je	.L109
	movzbl	%al, %eax
	movl	%r14d, %ebp
	jmp	.L110
.L108:
	movl	44(%rdi), %ebp
	xorl	%eax, %eax
	testl	%ecx, %ecx
	movl	40(%rdi), %ebx
	setne	%al
	movl	%ebp, %r14d
	jmp	.L110
.L109:
	xorl	%ebp, %ebp
	testl	%r14d, %r14d
	je	.L128
	movl	44(%rdi), %ebp
.L128:
	movl	$2, %eax
.L110:
	xorl	%r12d, %r12d
	decl	%eax
	sete	%r12b
	xorl	%r13d, %r13d
.L107:
	movq	8(%r15), %rax
	movl	$given_room.4, %edi
	movl	%ecx, 44(%rsp)
	movq	%rax, 16(%rsp)
	movl	%ebp, %eax
	leaq	0(,%rax,4), %rsi
	movq	%rax, 24(%rsp)
	movq	%rsi, 32(%rsp)
	call	placed.constprop.0
	movq	32(%rsp), %rsi
	movl	$kept_room.3, %edi
	movq	%rax, 8(%rsp)
	call	placed.constprop.0
	movl	44(%rsp), %ecx
	xorl	%r9d, %r9d
	xorl	%r8d, %r8d
	movq	%rax, %r11
	imull	$-1640531527, %ecx, %esi
.L111:
	cmpl	%ebp, %r9d
	jnb	.L129
	movq	16(%rsp), %rdx
	movl	%r8d, %eax
	addq	%rbx, %rax
	movl	(%rdx,%rax,4), %ecx
	testl	%r12d, %r12d
	je	.L112
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
.L112:
	incl	%r8d
	movq	8(%rsp), %rax
	movl	%ecx, (%r11,%r9,4)
	cmpl	%r14d, %r8d
	cmovnb	%r13d, %r8d
	movl	%ecx, (%rax,%r9,4)
	subl	$2048144789, %esi
	incq	%r9
	jmp	.L111
.L129:
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
.L115:
	cmpl	room_count(%rip), %ebx
	jnb	.L130
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L115
.L130:
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
.L123:
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
.L132:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L140
	call	round_over
	jmp	.L132
.L140:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	32(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L139
	cmpl	$0, is_beside_changed(%rip)
	je	.L136
	movl	$.LC1, %edi
.L139:
	call	puts
	jmp	.L138
.L136:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L138:
	addq	$16, %rsp
	shrl	$31, %eax
	popq	%rbx
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
