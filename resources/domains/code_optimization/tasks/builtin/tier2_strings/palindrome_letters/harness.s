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
	.type	answer, @function
answer:
	pushq	%r12
	leal	(%rsi,%rsi,8), %eax
	movq	%rdi, %rcx
	pushq	%rbp
	leal	1(%rax,%rdx), %edi
	pushq	%rbx
	call	scattered
	testq	%rsi, %rsi
	je	.L3
	testb	$1, %al
	je	.L4
.L3:
	movq	%rcx, %rdi
	call	is_palindrome
	cltq
	jmp	.L2
.L4:
	movl	%esi, %ebx
	movl	%eax, %eax
	movq	%rcx, %rdi
	imulq	%rax, %rbx
	shrq	$32, %rbx
	addq	%rcx, %rbx
	movb	(%rbx), %r12b
	cmpb	$113, %r12b
	sete	%bpl
	leal	113(%rbp,%rbp,8), %ebp
	movb	%bpl, (%rbx)
	call	is_palindrome
	xorl	%edx, %edx
	cmpb	%bpl, (%rbx)
	movb	%r12b, (%rbx)
	setne	%dl
	orl	%edx, is_const_changed(%rip)
	cltq
.L2:
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	answer, .-answer
	.type	call, @function
call:
	movl	$7, %eax
	pushq	%r14
	cmpq	%rax, %rsi
	pushq	%r13
	movq	%rdi, %r13
	cmovbe	%rsi, %rax
	pushq	%r12
	xorl	%r12d, %r12d
	pushq	%rbp
	movq	%rsi, %rbp
	pushq	%rbx
	movq	%rax, %r14
	xorl	%ebx, %ebx
.L14:
	imulq	$31, %rbx, %rbx
	movq	%rbp, %rsi
	leaq	0(%r13,%r12), %rdi
	movq	%r12, %rdx
	subq	%r12, %rsi
	incq	%r12
	call	answer
	addq	%rax, %rbx
	cmpq	%r12, %r14
	jnb	.L14
	imulq	$31, %rbx, %rbx
	movq	%rbp, %rsi
	movq	%r13, %rdi
	movl	$8, %edx
	shrq	%rsi
	call	answer
	addq	%rbx, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	call, .-call
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L19:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L19
	cmpl	$10, %eax
	je	.L19
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L20
	call	getchar_unlocked
	movl	$1, %ebp
.L20:
	xorl	%ebx, %ebx
.L21:
	leal	-48(%rax), %edx
	cmpl	$9, %edx
	ja	.L29
	imulq	$10, %rbx, %rbx
	movslq	%edx, %rdx
	addq	%rdx, %rbx
	call	getchar_unlocked
	jmp	.L21
.L29:
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
	je	.L17
	negq	%rbx
.L17:
	movq	%rbx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	read_integer, .-read_integer
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
	jne	.L58
	xorl	%ebp, %ebp
	cmpl	$0, is_plus(%rip)
	je	.L70
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
	jmp	.L39
.L58:
	xorl	%ebp, %ebp
	xorl	%ebx, %ebx
.L33:
	cmpl	$0, is_plus(%rip)
	je	.L36
	cmpq	$64, %rbx
	je	.L72
	call	read_integer
	movl	%eax, (%rsp,%rbx,4)
	incq	%rbx
	movl	%ebx, %ebp
	jmp	.L33
.L72:
	movl	$64, %ebp
	jmp	.L60
.L41:
	call	read_integer
	movq	%rax, %rbp
	call	read_integer
	movl	is_plus(%rip), %edx
	orl	is_line_over(%rip), %edx
	movq	%rax, %r14
	movl	$1, %eax
	jne	.L40
	call	read_integer
.L40:
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
.L39:
	cmpl	(%rbx), %r13d
	jb	.L41
	movq	16(%rbx), %rdi
	movl	$2097152, %edx
	movl	$1, %esi
	movq	stdin(%rip), %rcx
	call	fread
	cmpq	$2097152, %rax
	jne	.L32
	xorl	%ecx, %ecx
	movl	%ecx, (%rbx)
	jmp	.L32
.L36:
	testl	%ebp, %ebp
	jne	.L60
.L70:
	movl	$131072, %edx
	jmp	.L44
.L60:
	movl	$524288, %edx
.L44:
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
.L45:
	cmpl	%ebp, %edx
	jnb	.L73
	movl	(%rsp,%rdx,4), %esi
	movl	%ecx, 40(%rbx,%rdx,8)
	leal	-1(%rsi), %edi
	addl	%esi, %ecx
	movl	%edi, 44(%rbx,%rdx,8)
	incq	%rdx
	jmp	.L45
.L73:
	testl	%ebp, %ebp
	jne	.L47
.L57:
	xorl	%eax, %eax
	jmp	.L48
.L47:
	movq	16(%rbx), %r10
	movl	(%rbx), %esi
	movl	%eax, %ecx
	xorl	%r9d, %r9d
	xorl	%r8d, %r8d
.L49:
	cmpq	%rcx, %r9
	jnb	.L74
	movzbl	(%r10,%r9), %edi
	addq	$16, %r9
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L49
.L74:
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
.L51:
	cmpl	%esi, %edx
	jnb	.L61
	cmpl	%ecx, %eax
	jnb	.L61
	movl	%eax, %edi
	andl	$3, %edi
	cmpl	$3, %edi
	je	.L52
	movl	%edx, %edi
	incl	%edx
	movb	%al, 808(%rbx,%rdi)
.L52:
	incl	%eax
	jmp	.L51
.L61:
	decl	%esi
	movq	%rsi, %rcx
	addq	%rbx, %rsi
.L55:
	decq	%rsi
	testl	%ecx, %ecx
	je	.L57
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
	jmp	.L55
.L48:
	movb	%al, 552(%rbx,%rax)
	incq	%rax
	cmpq	$256, %rax
	jne	.L48
.L32:
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
	movq	%rsi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rsi, %rsi
	je	.L76
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L76:
	cmpq	$0, (%r12)
	jne	.L77
	xorl	%edx, %edx
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	movl	$139264, %esi
	xorl	%edi, %edi
	call	mmap
	addq	$4096, %rax
	movq	%rax, (%r12)
	movl	room_count(%rip), %eax
	leal	1(%rax), %edx
	movq	%r12, rooms(,%rax,8)
	movl	%edx, room_count(%rip)
.L77:
	movq	8(%r12), %rsi
	cmpq	%rbx, %rsi
	je	.L78
	testq	%rsi, %rsi
	je	.L79
	movq	(%r12), %rdi
	xorl	%edx, %edx
	call	mprotect
.L79:
	movq	(%r12), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 8(%r12)
.L78:
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
	je	.L80
	movl	%esi, %ecx
	andl	$7, %ecx
	cmpl	$3, %ecx
	je	.L80
	cmpl	$3, %eax
	jne	.L86
	cmpq	$1, %rbx
	jbe	.L86
	leal	(%rsi,%rbx), %edi
	leaq	-1(%rbx), %rcx
	call	scattered
	xorl	%edx, %edx
	movl	%eax, %eax
	divq	%rcx
	incq	%rdx
	jmp	.L80
.L86:
	movq	%rbx, %rdx
.L80:
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
.L81:
	cmpq	%rbp, %r8
	jnb	.L93
	movq	%rbp, %rcx
	leaq	(%rbx,%r8), %rax
	movq	%rbx, %rsi
	subq	%r8, %rcx
	movq	%rax, %rdi
	cmpq	%r8, %rcx
	cmova	%r8, %rcx
	addq	%r8, %r8
	rep movsb
	jmp	.L81
.L93:
	movq	%rbx, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed.constprop.0, .-placed.constprop.0
	.type	run_round_of_text.constprop.0, @function
run_round_of_text.constprop.0:
	movl	round_now(%rip), %eax
	cmpl	%eax, (%rdi)
	je	.L129
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
	je	.L96
	imulq	$20, %rax, %rax
	addq	%rdx, %rax
	movl	(%rax), %r15d
	movl	4(%rax), %edx
	movl	8(%rax), %r13d
	movl	12(%rax), %r9d
	movl	16(%rax), %r14d
	jmp	.L97
.L96:
	cmpl	$0, 4(%rdi)
	je	.L98
	movb	808(%rdi,%rax), %al
	movq	%rax, %rdx
	andl	$3, %eax
	shrq	$2, %rdx
	andl	$63, %edx
	addq	$4, %rdx
	movl	8(%rdi,%rdx,8), %r15d
	movl	12(%rdi,%rdx,8), %edx
	cmpb	$2, %al
	je	.L99
	movzbl	%al, %eax
	movl	%edx, %r13d
	jmp	.L100
.L98:
	movl	44(%rdi), %r13d
	testl	%eax, %eax
	movl	40(%rdi), %r15d
	setne	%al
	movzbl	%al, %eax
	movl	%r13d, %edx
	jmp	.L100
.L99:
	xorl	%r13d, %r13d
	testl	%edx, %edx
	je	.L134
	movl	44(%rdi), %r13d
.L134:
	movl	$2, %eax
.L100:
	xorl	%r14d, %r14d
	decl	%eax
	sete	%r14b
	xorl	%r9d, %r9d
.L97:
	leal	1(%r13), %eax
	movl	$given_room.3, %edi
	movl	%edx, 24(%rsp)
	movq	16(%rbx), %rbp
	movq	%rax, %rsi
	movl	%r9d, 28(%rsp)
	movq	%rax, 8(%rsp)
	addq	%r15, %rbp
	call	placed.constprop.0
	movq	8(%rsp), %rsi
	movl	$kept_room.2, %edi
	movq	%rax, %r12
	call	placed.constprop.0
	movl	24(%rsp), %edx
	movl	28(%rsp), %r9d
	xorl	%edi, %edi
	movq	%rax, 16(%rsp)
	xorl	%eax, %eax
.L101:
	cmpl	%r13d, %edi
	jnb	.L135
	movl	%eax, %esi
	movzbl	0(%rbp,%rsi), %esi
	testl	%r14d, %r14d
	je	.L102
	movb	552(%rbx,%rsi), %sil
.L102:
	incl	%eax
	movb	%sil, (%r12,%rdi)
	cmpl	%edx, %eax
	cmovnb	%r9d, %eax
	incq	%rdi
	jmp	.L101
.L135:
	movl	round_now(%rip), %eax
	xorl	%esi, %esi
	leal	(%rax,%rax), %r9d
.L105:
	testl	%r14d, %r14d
	setne	%dl
	testl	%r13d, %r13d
	setne	%al
	testb	%al, %dl
	je	.L120
	cmpl	$2, %esi
	je	.L120
	leal	(%r9,%rsi), %edi
	call	scattered
	xorl	%edx, %edx
	divl	%r13d
	addq	%r12, %rdx
	movb	(%rdx), %al
	testb	%al, %al
	js	.L106
	leal	-32(%rax), %r10d
	movb	$32, %dil
	cmpb	$93, %r10b
	ja	.L107
	leal	1(%rax), %edi
.L107:
	movb	%dil, (%rdx)
.L106:
	incl	%esi
	jmp	.L105
.L120:
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
.L110:
	cmpl	room_count(%rip), %r12d
	jnb	.L136
	movq	rooms(,%r12,8), %rbp
	movzbl	32(%rbp), %edx
	movq	16(%rbp), %rsi
	movq	0(%rbp), %rdi
	call	is_other_than
	movl	%eax, %edx
	movl	$1, %eax
	testl	%edx, %edx
	jne	.L111
	movq	24(%rbp), %rsi
	movq	8(%rbp), %rdi
	movzbl	32(%rbp), %edx
	subq	%rsi, %rdi
	addq	0(%rbp), %rdi
	call	is_other_than
	testl	%eax, %eax
	setne	%al
	movzbl	%al, %eax
.L111:
	orl	%eax, is_beside_changed(%rip)
	incq	%r12
	jmp	.L110
.L136:
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
.L113:
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
	jne	.L113
	xorl	%esi, %esi
	movl	$10, %edi
.L114:
	movl	%ecx, %eax
	xorl	%edx, %edx
	addl	%r8d, %ecx
	divl	%edi
	addl	$48, %edx
	movb	%dl, 600(%rbx,%rsi)
	incq	%rsi
	cmpq	$10, %rsi
	jne	.L114
	addq	$40, %rsp
	movl	$1, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
.L129:
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
.L138:
	movq	%rbx, %rdi
	call	run_round_of_text.constprop.0
	testl	%eax, %eax
	je	.L146
	call	round_over
	jmp	.L138
.L146:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	32(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L145
	cmpl	$0, is_beside_changed(%rip)
	je	.L142
	movl	$.LC1, %edi
.L145:
	call	puts
	jmp	.L144
.L142:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L144:
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
	.type	kept_room.2, @object
	.size	kept_room.2, 40
kept_room.2:
	.zero	40
	.align 32
	.type	given_room.3, @object
	.size	given_room.3, 40
given_room.3:
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
