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
	.type	read_text, @function
read_text:
	pushq	%r14
	pushq	%r13
	movq	%rdi, %r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$256, %rsp
	call	read_integer
	movl	%eax, %r12d
	testl	%eax, %eax
	jne	.L44
	xorl	%ebp, %ebp
	cmpl	$0, is_plus(%rip)
	je	.L56
	call	read_integer
	xorl	%esi, %esi
	movl	%eax, %edx
	movl	%eax, %edi
	imulq	$20, %rdx, %rdx
	addq	$2097152, %rdx
	movq	%rdx, 0(%r13)
	xorl	%r13d, %r13d
	call	input_for
	movq	%rax, %rbx
	movq	16(%rax), %rax
	addq	$2097152, %rax
	movq	%rax, 24(%rbx)
	jmp	.L25
.L44:
	xorl	%ebp, %ebp
	xorl	%ebx, %ebx
.L19:
	cmpl	$0, is_plus(%rip)
	je	.L22
	cmpq	$64, %rbx
	je	.L58
	call	read_integer
	movl	%eax, (%rsp,%rbx,4)
	incq	%rbx
	movl	%ebx, %ebp
	jmp	.L19
.L58:
	movl	$64, %ebp
	jmp	.L46
.L27:
	call	read_integer
	movq	%rax, %rbp
	call	read_integer
	movl	is_plus(%rip), %edx
	orl	is_line_over(%rip), %edx
	movq	%rax, %r14
	movl	$1, %eax
	jne	.L26
	call	read_integer
.L26:
	movl	%r13d, %edx
	movl	%ebp, %ecx
	xorl	%esi, %esi
	incl	%r13d
	imulq	$20, %rdx, %rdx
	subl	%eax, %ecx
	addq	24(%rbx), %rdx
	movl	%ebp, 4(%rdx)
	movl	%r14d, 8(%rdx)
	movl	%ecx, 12(%rdx)
	movl	%esi, 16(%rdx)
	movl	%r12d, (%rdx)
	addl	%ebp, %r12d
.L25:
	cmpl	(%rbx), %r13d
	jb	.L27
	movq	16(%rbx), %rdi
	movl	$2097152, %edx
	movl	$1, %esi
	movq	stdin(%rip), %rcx
	call	fread
	cmpq	$2097152, %rax
	jne	.L18
	xorl	%ecx, %ecx
	movl	%ecx, (%rbx)
	jmp	.L18
.L22:
	testl	%ebp, %ebp
	jne	.L46
.L56:
	movl	$131072, %edx
	jmp	.L30
.L46:
	movl	$524288, %edx
.L30:
	movq	%rdx, 0(%r13)
	movl	%ebp, %esi
	movl	%r12d, %edi
	call	input_for
	movq	0(%r13), %rdx
	movl	$1, %esi
	movq	stdin(%rip), %rcx
	movq	16(%rax), %rdi
	movq	%rax, %rbx
	decq	%rdx
	call	fread
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	movl	%eax, 44(%rbx)
	movl	%edx, 40(%rbx)
	xorl	%edx, %edx
.L31:
	cmpl	%ebp, %edx
	jnb	.L59
	movl	(%rsp,%rdx,4), %esi
	movl	%ecx, 40(%rbx,%rdx,8)
	leal	-1(%rsi), %edi
	addl	%esi, %ecx
	movl	%edi, 44(%rbx,%rdx,8)
	incq	%rdx
	jmp	.L31
.L59:
	testl	%ebp, %ebp
	jne	.L33
.L43:
	xorl	%eax, %eax
	jmp	.L34
.L33:
	movq	16(%rbx), %r10
	movl	(%rbx), %esi
	movl	%eax, %ecx
	xorl	%r9d, %r9d
	xorl	%r8d, %r8d
.L35:
	cmpq	%rcx, %r9
	jnb	.L60
	movzbl	(%r10,%r9), %edi
	addq	$16, %r9
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L35
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
.L37:
	cmpl	%esi, %edx
	jnb	.L47
	cmpl	%ecx, %eax
	jnb	.L47
	movl	%eax, %edi
	andl	$3, %edi
	cmpl	$3, %edi
	je	.L38
	movl	%edx, %edi
	incl	%edx
	movb	%al, 808(%rbx,%rdi)
.L38:
	incl	%eax
	jmp	.L37
.L47:
	decl	%esi
	movq	%rsi, %rcx
	addq	%rbx, %rsi
.L41:
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
	jmp	.L41
.L34:
	movb	%al, 552(%rbx,%rax)
	incq	%rax
	cmpq	$256, %rax
	jne	.L34
.L18:
	addq	$256, %rsp
	movq	%rbx, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	read_text, .-read_text
	.type	placed.constprop.0, @function
placed.constprop.0:
	pushq	%r12
	movq	%rdi, %r12
	pushq	%rbp
	movq	%rdx, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rdx, %rdx
	je	.L62
	leaq	4095(%rdx), %rbx
	andq	$-4096, %rbx
.L62:
	cmpq	$0, (%r12)
	jne	.L63
	xorl	%edx, %edx
	addq	$8192, %rsi
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	xorl	%edi, %edi
	call	mmap
	addq	$4096, %rax
	movq	%rax, (%r12)
	movl	room_count(%rip), %eax
	leal	1(%rax), %edx
	movq	%r12, rooms(,%rax,8)
	movl	%edx, room_count(%rip)
.L63:
	movq	8(%r12), %rsi
	cmpq	%rbx, %rsi
	je	.L64
	testq	%rsi, %rsi
	je	.L65
	movq	(%r12), %rdi
	xorl	%edx, %edx
	call	mprotect
.L65:
	movq	(%r12), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 8(%r12)
.L64:
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
	je	.L66
	movl	%esi, %ecx
	andl	$7, %ecx
	cmpl	$3, %ecx
	je	.L66
	cmpl	$3, %eax
	jne	.L72
	cmpq	$1, %rbx
	jbe	.L72
	leal	(%rsi,%rbx), %edi
	leaq	-1(%rbx), %rcx
	call	scattered
	xorl	%edx, %edx
	movl	%eax, %eax
	divq	%rcx
	incq	%rdx
	jmp	.L66
.L72:
	movq	%rbx, %rdx
.L66:
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
.L67:
	cmpq	%rbp, %r8
	jnb	.L79
	movq	%rbp, %rcx
	leaq	(%rbx,%r8), %rax
	movq	%rbx, %rsi
	subq	%r8, %rcx
	movq	%rax, %rdi
	cmpq	%r8, %rcx
	cmova	%r8, %rcx
	addq	%r8, %r8
	rep movsb
	jmp	.L67
.L79:
	movq	%rbx, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed.constprop.0, .-placed.constprop.0
	.type	call, @function
call:
	movl	$3, %ecx
	leaq	2(%rsi), %rax
	xorl	%edx, %edx
	pushq	%r12
	divq	%rcx
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbp
	movq	%rsi, %r12
	movl	$target_room.2, %edi
	movl	$262144, %esi
	leaq	0(,%rax,4), %rdx
	call	placed.constprop.0
	movq	%r12, %rdx
	movq	%rbp, %rsi
	movq	%rax, %rdi
	movq	%rax, %rbx
	call	base64_encode
	xorl	%ecx, %ecx
	xorl	%edx, %edx
.L81:
	imulq	$31, %rdx, %rdx
	cmpq	%rcx, %rax
	je	.L84
	movzbl	(%rbx,%rcx), %esi
	incq	%rcx
	addq	%rsi, %rdx
	jmp	.L81
.L84:
	popq	%rbx
	addq	%rdx, %rax
	popq	%rbp
	popq	%r12
	ret
	.size	call, .-call
	.type	run_round_of_text.constprop.0, @function
run_round_of_text.constprop.0:
	movl	round_now(%rip), %eax
	cmpl	%eax, (%rdi)
	je	.L120
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	subq	$40, %rsp
	movq	24(%rdi), %rdx
	testq	%rdx, %rdx
	je	.L87
	imulq	$20, %rax, %rax
	addq	%rdx, %rax
	movl	(%rax), %r15d
	movl	4(%rax), %r8d
	movl	8(%rax), %r13d
	movl	12(%rax), %r9d
	movl	16(%rax), %r14d
	jmp	.L88
.L87:
	cmpl	$0, 4(%rdi)
	je	.L89
	movb	808(%rdi,%rax), %al
	movq	%rax, %rdx
	andl	$3, %eax
	shrq	$2, %rdx
	andl	$63, %edx
	addq	$4, %rdx
	movl	8(%rdi,%rdx,8), %r15d
	movl	12(%rdi,%rdx,8), %r8d
	cmpb	$2, %al
	je	.L90
	movzbl	%al, %eax
	movl	%r8d, %r13d
	jmp	.L91
.L89:
	movl	44(%rdi), %r13d
	testl	%eax, %eax
	movl	40(%rdi), %r15d
	setne	%al
	movzbl	%al, %eax
	movl	%r13d, %r8d
	jmp	.L91
.L90:
	xorl	%r13d, %r13d
	testl	%r8d, %r8d
	je	.L125
	movl	44(%rdi), %r13d
.L125:
	movl	$2, %eax
.L91:
	xorl	%r14d, %r14d
	decl	%eax
	sete	%r14b
	xorl	%r9d, %r9d
.L88:
	leal	1(%r13), %eax
	movl	$131072, %esi
	movl	$given_room.4, %edi
	movl	%r9d, 28(%rsp)
	movq	%rax, %rdx
	movl	%r8d, 24(%rsp)
	movq	16(%rbx), %rbp
	movq	%rax, 8(%rsp)
	call	placed.constprop.0
	movq	8(%rsp), %rdx
	movl	$131072, %esi
	addq	%r15, %rbp
	movl	$kept_room.3, %edi
	movq	%rax, %r12
	call	placed.constprop.0
	movl	24(%rsp), %r8d
	movl	28(%rsp), %r9d
	xorl	%esi, %esi
	movq	%rax, 16(%rsp)
	xorl	%eax, %eax
.L92:
	cmpl	%r13d, %esi
	jnb	.L126
	movl	%eax, %edx
	movzbl	0(%rbp,%rdx), %edx
	testl	%r14d, %r14d
	je	.L93
	movb	552(%rbx,%rdx), %dl
.L93:
	incl	%eax
	movb	%dl, (%r12,%rsi)
	cmpl	%r8d, %eax
	cmovnb	%r9d, %eax
	incq	%rsi
	jmp	.L92
.L126:
	movl	round_now(%rip), %eax
	xorl	%esi, %esi
	leal	(%rax,%rax), %r8d
.L96:
	testl	%r14d, %r14d
	setne	%dl
	testl	%r13d, %r13d
	setne	%al
	testb	%al, %dl
	je	.L111
	cmpl	$2, %esi
	je	.L111
	leal	(%r8,%rsi), %edi
	call	scattered
	xorl	%edx, %edx
	divl	%r13d
	addq	%r12, %rdx
	movb	(%rdx), %al
	testb	%al, %al
	js	.L97
	leal	-32(%rax), %r9d
	movb	$32, %dil
	cmpb	$93, %r9b
	ja	.L98
	leal	1(%rax), %edi
.L98:
	movb	%dil, (%rdx)
.L97:
	incl	%esi
	jmp	.L96
.L111:
	movl	%r13d, %ebp
	movq	16(%rsp), %rdi
	movq	8(%rsp), %rcx
	movq	%r12, %rsi
	movb	$0, (%r12,%rbp)
	rep movsb
	call	kernel_begins
	movq	%rbp, %rsi
	movq	%r12, %rdi
	call	call
	movq	%rax, %rbp
	call	kernel_ended
	imulq	$31, 32(%rbx), %rax
	movq	8(%rsp), %rdx
	movq	%r12, %rdi
	movq	16(%rsp), %rsi
	addq	%rbp, %rax
	movq	%rax, 32(%rbx)
	call	memcmp
	testl	%eax, %eax
	setne	%al
	xorl	%r12d, %r12d
	movzbl	%al, %eax
	orl	%eax, is_const_changed(%rip)
.L101:
	cmpl	room_count(%rip), %r12d
	jnb	.L127
	movq	rooms(,%r12,8), %rbp
	movzbl	32(%rbp), %edx
	movq	16(%rbp), %rsi
	movq	0(%rbp), %rdi
	call	is_other_than
	movl	%eax, %edx
	movl	$1, %eax
	testl	%edx, %edx
	jne	.L102
	movq	24(%rbp), %rsi
	movq	8(%rbp), %rdi
	movzbl	32(%rbp), %edx
	subq	%rsi, %rdi
	addq	0(%rbp), %rdi
	call	is_other_than
	testl	%eax, %eax
	setne	%al
	movzbl	%al, %eax
.L102:
	orl	%eax, is_beside_changed(%rip)
	incq	%r12
	jmp	.L101
.L127:
	movl	round_now(%rip), %eax
	movl	$12, %esi
	movl	$26, %r9d
	leal	1(%rax), %edi
	movl	%edi, round_now(%rip)
	call	scattered
	xorl	%edx, %edx
	xorl	%edi, %edi
	movl	%eax, %ecx
	divl	%esi
	movl	%ecx, %eax
	movl	%ecx, %esi
	shrl	$24, %ecx
	shrl	$16, %eax
	shrl	$8, %esi
	andl	$15, %ecx
	andl	$3, %eax
	andl	$31, %esi
	movsbl	digit_steps.0(%rax), %r8d
	movl	%edx, %edx
	movsbl	steps.1(%rdx), %r10d
.L104:
	movl	%esi, %eax
	xorl	%edx, %edx
	addl	%r10d, %esi
	divl	%r9d
	leal	97(%rdx), %eax
	addl	$65, %edx
	movb	%al, 649(%rbx,%rdi)
	movb	%dl, 617(%rbx,%rdi)
	incq	%rdi
	cmpq	$26, %rdi
	jne	.L104
	xorl	%esi, %esi
	movl	$10, %edi
.L105:
	movl	%ecx, %eax
	xorl	%edx, %edx
	addl	%r8d, %ecx
	divl	%edi
	addl	$48, %edx
	movb	%dl, 600(%rbx,%rsi)
	incq	%rsi
	cmpq	$10, %rsi
	jne	.L105
	addq	$40, %rsp
	movl	$1, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
.L120:
	xorl	%eax, %eax
	ret
	.size	run_round_of_text.constprop.0, .-run_round_of_text.constprop.0
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
	call	read_text
	movq	8(%rsp), %rdx
	movl	$8192, %esi
	movq	%rax, %rdi
	movq	%rax, %rbx
	call	rounds_begin
.L129:
	movq	%rbx, %rdi
	call	run_round_of_text.constprop.0
	testl	%eax, %eax
	je	.L137
	call	round_over
	jmp	.L129
.L137:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	32(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L136
	cmpl	$0, is_beside_changed(%rip)
	je	.L133
	movl	$.LC1, %edi
.L136:
	call	puts
	jmp	.L135
.L133:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L135:
	addq	$16, %rsp
	shrl	$31, %eax
	popq	%rbx
	ret
	.size	main, .-main
	.section	.rodata
	.type	digit_steps.0, @object
	.size	digit_steps.0, 4
digit_steps.0:
	.ascii	"\001\003\007\t"
	.align 8
	.type	steps.1, @object
	.size	steps.1, 12
steps.1:
	.ascii	"\001\003\005\007\t\013\017\021\023\025\027\031"
	.section	harness_state,"aw"
	.align 32
	.type	target_room.2, @object
	.size	target_room.2, 40
target_room.2:
	.zero	40
	.align 32
	.type	kept_room.3, @object
	.size	kept_room.3, 40
kept_room.3:
	.zero	40
	.align 32
	.type	given_room.4, @object
	.size	given_room.4, 40
given_room.4:
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
