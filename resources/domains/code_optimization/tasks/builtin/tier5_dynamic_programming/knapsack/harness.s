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
	.type	placed.constprop.0, @function
placed.constprop.0:
	pushq	%r12
	movq	%rsi, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rsi, %rsi
	je	.L49
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L49:
	cmpq	$0, 0(%rbp)
	jne	.L50
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
.L50:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L51
	testq	%rsi, %rsi
	je	.L52
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L52:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L51:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L53
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L54
.L53:
	leaq	(%rdx,%rbx), %rax
.L54:
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
	je	.L74
	movl	-4(%rdi,%rsi,4), %eax
	movl	$131072, %edi
	movl	%eax, %edx
	shrl	$28, %edx
	cmpl	$15, %edx
	movl	$1000, %edx
	cmovne	%edx, %edi
	jmp	.L63
.L74:
	movl	$500, %eax
	movl	$1000, %edi
.L63:
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
.L64:
	cmpq	%rbx, %rcx
	je	.L89
	movl	0(%rbp,%rcx,8), %eax
	movl	%eax, %edx
	shrl	$28, %edx
	cmpl	$15, %edx
	je	.L65
	cmpl	$14, %edx
	movl	%r10d, %esi
	cmove	%r9d, %esi
	xorl	%edx, %edx
	divl	%esi
	leal	1(%rdx), %eax
.L65:
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
	jmp	.L64
.L89:
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
.L68:
	cmpq	%rbx, %rcx
	je	.L90
	movl	0(%rbp,%rcx,8), %eax
	movl	(%r12,%rcx,4), %edi
	movl	%eax, %edx
	shrl	$28, %edx
	cmpl	$15, %edx
	je	.L69
	cmpl	$14, %edx
	movl	%r11d, %r14d
	cmove	%r10d, %r14d
	xorl	%edx, %edx
	divl	%r14d
	leal	1(%rdx), %eax
.L69:
	movl	$1, %edx
	cmpl	%eax, %edi
	jne	.L71
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
.L71:
	orl	%edx, %r8d
	incq	%rcx
	movb	$1, %al
	jmp	.L68
.L90:
	testb	%al, %al
	je	.L73
	movl	%r8d, is_const_changed(%rip)
.L73:
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
	je	.L105
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	subq	$40, %rsp
	cmpl	$0, 4(%rdi)
	je	.L93
	movl	%ecx, %eax
	movb	800(%rdi,%rax), %r15b
	movq	%r15, %rax
	andl	$3, %r15d
	shrq	$2, %rax
	andl	$63, %eax
	addq	$4, %rax
	movl	(%rdi,%rax,8), %r12d
	movl	4(%rdi,%rax,8), %r13d
	cmpb	$2, %r15b
	je	.L94
	movzbl	%r15b, %r15d
	movl	%r13d, %ebp
	jmp	.L95
.L93:
	movl	36(%rdi), %ebp
	xorl	%r15d, %r15d
	testl	%ecx, %ecx
	movl	32(%rdi), %r12d
	setne	%r15b
	movl	%ebp, %r13d
	jmp	.L95
.L94:
	xorl	%ebp, %ebp
	testl	%r13d, %r13d
	je	.L110
	movl	36(%rdi), %ebp
.L110:
	movl	$2, %r15d
.L95:
	movl	%ebp, %eax
	movl	$given_room.4, %edi
	movl	%ecx, 28(%rsp)
	movq	8(%rbx), %r14
	leaq	0(,%rax,4), %rsi
	movq	%rax, 8(%rsp)
	movq	%rsi, 16(%rsp)
	call	placed.constprop.0
	movq	16(%rsp), %rsi
	movl	$kept_room.3, %edi
	movq	%rax, (%rsp)
	call	placed.constprop.0
	movl	28(%rsp), %ecx
	xorl	%esi, %esi
	xorl	%r8d, %r8d
	movq	%rax, %r10
	imull	$-1640531527, %ecx, %ecx
.L96:
	cmpl	%ebp, %esi
	jnb	.L111
	movl	%r8d, %eax
	addq	%r12, %rax
	movl	(%r14,%rax,4), %r11d
	cmpl	$1, %r15d
	jne	.L97
	movl	%r11d, %edi
	xorl	%ecx, %edi
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
	movq	(%rsp), %rax
	incl	%r8d
	movl	%r11d, (%r10,%rsi,4)
	movl	%r11d, (%rax,%rsi,4)
	cmpl	%r13d, %r8d
	jb	.L98
	xorl	%r8d, %r8d
.L98:
	incq	%rsi
	subl	$2048144789, %ecx
	jmp	.L96
.L111:
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
.L100:
	cmpl	room_count(%rip), %ebx
	jnb	.L112
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L100
.L112:
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
.L105:
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
.L114:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L122
	call	round_over
	jmp	.L114
.L122:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	24(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L121
	cmpl	$0, is_beside_changed(%rip)
	je	.L118
	movl	$.LC1, %edi
.L121:
	call	puts
	jmp	.L120
.L118:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L120:
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
