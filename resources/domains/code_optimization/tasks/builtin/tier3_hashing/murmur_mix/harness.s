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
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L4:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L4
	cmpl	$10, %eax
	je	.L4
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L5
	call	getchar_unlocked
	movl	$1, %ebp
.L5:
	xorl	%ebx, %ebx
.L6:
	leal	-48(%rax), %edx
	cmpl	$9, %edx
	ja	.L15
	imulq	$10, %rbx, %rbx
	movslq	%edx, %rdx
	addq	%rdx, %rbx
	call	getchar_unlocked
	jmp	.L6
.L15:
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
	je	.L2
	negq	%rbx
.L2:
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
.L17:
	cmpl	$0, is_plus(%rip)
	je	.L19
	cmpq	$64, %r13
	je	.L19
	call	read_integer
	incq	%r13
	jmp	.L17
.L19:
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
.L27:
	movq	4104(%rbx), %rcx
	movl	%ebp, 4128(%rbx,%r12,8)
	movl	%ebp, %eax
	xorl	%r15d, %r15d
	movl	%r14d, 4132(%rbx,%r12,8)
	leaq	(%rcx,%rax,4), %rcx
.L21:
	movl	%r15d, %edi
	cmpl	%r14d, %r15d
	jnb	.L22
	cmpl	$0, is_line_over(%rip)
	jne	.L22
	movq	%rcx, 8(%rsp)
	call	read_integer
	movq	8(%rsp), %rcx
	movl	%eax, (%rcx,%r15,4)
	incq	%r15
	jmp	.L21
.L22:
	leal	-1(%rdi), %eax
	leaq	(%rcx,%r15,4), %r8
	leaq	(%rcx,%rax,4), %r9
	xorl	%eax, %eax
.L24:
	leal	(%rdi,%rax), %esi
	cmpl	%r14d, %esi
	jnb	.L46
	movl	(%r9), %esi
	addl	(%rcx,%rax,4), %esi
	movl	%esi, (%r8,%rax,4)
	incq	%rax
	jmp	.L24
.L46:
	incq	%r12
	addl	%r14d, %ebp
	cmpl	%r13d, %r12d
	jnb	.L26
	call	read_integer
	movl	%eax, %r14d
	jmp	.L27
.L26:
	testl	%r13d, %r13d
	je	.L16
	movq	4104(%rbx), %r9
	salq	$2, %rbp
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	movl	4096(%rbx), %esi
.L29:
	cmpq	%rbp, %rcx
	jnb	.L47
	movzbl	(%r9,%rcx), %edi
	addq	$16, %rcx
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L29
.L47:
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
.L31:
	cmpl	%ecx, %eax
	jnb	.L38
	cmpl	%esi, %edx
	jnb	.L38
	movl	%eax, %edi
	andl	$3, %edi
	cmpl	$3, %edi
	je	.L32
	movl	%edx, %edi
	incl	%edx
	movb	%al, 4896(%rbx,%rdi)
.L32:
	incl	%eax
	jmp	.L31
.L38:
	decl	%esi
	movq	%rsi, %rcx
	addq	%rbx, %rsi
.L35:
	decq	%rsi
	testl	%ecx, %ecx
	je	.L16
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
	jmp	.L35
.L16:
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
	.type	call, @function
call:
	pushq	%rcx
	testq	%rsi, %rsi
	je	.L49
	leaq	4(%rdi), %rax
	movl	(%rdi), %edx
	decq	%rsi
	movq	%rax, %rdi
	jmp	.L52
.L49:
	movl	$42, %edx
	xorl	%esi, %esi
.L52:
	call	murmur3
	popq	%rdx
	movl	%eax, %eax
	ret
	.size	call, .-call
	.type	placed.constprop.0, @function
placed.constprop.0:
	pushq	%r12
	movq	%rsi, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rsi, %rsi
	je	.L54
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L54:
	cmpq	$0, 0(%rbp)
	jne	.L55
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
.L55:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L56
	testq	%rsi, %rsi
	je	.L57
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L57:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L56:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L58
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L59
.L58:
	leaq	(%rdx,%rbx), %rax
.L59:
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
	je	.L81
	pushq	%r15
	movq	%rdi, %r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$56, %rsp
	cmpl	$0, 4(%rdi)
	je	.L69
	movl	%ecx, %eax
	movb	800(%rdi,%rax), %dl
	movq	%rdx, %rax
	andl	$3, %edx
	shrq	$2, %rax
	andl	$63, %eax
	addq	$4, %rax
	movl	(%rdi,%rax,8), %r12d
	movl	4(%rdi,%rax,8), %ebp
	cmpb	$2, %dl
	je	.L70
	movzbl	%dl, %r13d
	movl	%ebp, %ebx
	jmp	.L71
.L69:
	movl	36(%rdi), %ebx
	xorl	%r13d, %r13d
	testl	%ecx, %ecx
	movl	32(%rdi), %r12d
	setne	%r13b
	movl	%ebx, %ebp
	jmp	.L71
.L70:
	xorl	%ebx, %ebx
	testl	%ebp, %ebp
	je	.L86
	movl	36(%rdi), %ebx
.L86:
	movl	$2, %r13d
.L71:
	movl	%ebx, %eax
	movl	$given_room.1, %edi
	movl	%ecx, 44(%rsp)
	movq	8(%r15), %r14
	movq	%rax, 32(%rsp)
	salq	$2, %rax
	movq	%rax, %rsi
	movq	%rax, 8(%rsp)
	call	placed.constprop.0
	movq	8(%rsp), %rsi
	movl	$kept_room.0, %edi
	movq	%rax, 16(%rsp)
	call	placed.constprop.0
	movl	44(%rsp), %ecx
	xorl	%r9d, %r9d
	xorl	%r11d, %r11d
	movq	%rax, 24(%rsp)
	imull	$-1640531527, %ecx, %esi
.L72:
	cmpl	%ebx, %r9d
	jnb	.L87
	movl	%r11d, %eax
	addq	%r12, %rax
	movl	(%r14,%rax,4), %ecx
	cmpl	$1, %r13d
	jne	.L73
	movl	%ecx, %edi
	xorl	%esi, %edi
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
.L73:
	movq	24(%rsp), %rax
	incl	%r11d
	movl	%ecx, (%rax,%r9,4)
	movq	16(%rsp), %rax
	movl	%ecx, (%rax,%r9,4)
	cmpl	%ebp, %r11d
	jb	.L74
	xorl	%r11d, %r11d
.L74:
	incq	%r9
	subl	$2048144789, %esi
	jmp	.L72
.L87:
	call	kernel_begins
	movq	32(%rsp), %rsi
	movq	16(%rsp), %rdi
	call	call
	movq	%rax, %r12
	call	kernel_ended
	imulq	$31, 24(%r15), %rax
	movq	8(%rsp), %rdx
	movq	24(%rsp), %rsi
	movq	16(%rsp), %rdi
	addq	%r12, %rax
	movq	%rax, 24(%r15)
	call	memcmp
	testl	%eax, %eax
	setne	%al
	xorl	%ebx, %ebx
	movzbl	%al, %eax
	orl	%eax, is_const_changed(%rip)
.L76:
	cmpl	room_count(%rip), %ebx
	jnb	.L88
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L76
.L88:
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
.L81:
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
.L90:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L98
	call	round_over
	jmp	.L90
.L98:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	24(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L97
	cmpl	$0, is_beside_changed(%rip)
	je	.L94
	movl	$.LC1, %edi
.L97:
	call	puts
	jmp	.L96
.L94:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L96:
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
