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
	xorl	%eax, %eax
	pushq	%rbx
	pushq	%rcx
.L3:
	movq	%rax, %rbx
	leaq	1(%rax), %rax
	movq	%rax, %rdx
	imulq	%rax, %rdx
	cmpq	%rdx, %rsi
	jnb	.L3
	xorl	%eax, %eax
.L4:
	cmpq	%rsi, %rax
	je	.L11
	andl	$1073741823, 0(%rbp,%rax,4)
	incq	%rax
	jmp	.L4
.L11:
	movq	%rbx, %rsi
	imulq	%rbx, %rbx
	movq	%rbp, %rdi
	call	shortest_paths
	xorl	%edx, %edx
	xorl	%eax, %eax
.L6:
	cmpq	%rbx, %rdx
	je	.L12
	imulq	$31, %rax, %rax
	movl	0(%rbp,%rdx,4), %ecx
	incq	%rdx
	addq	%rcx, %rax
	jmp	.L6
.L12:
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	call, .-call
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L15:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L15
	cmpl	$10, %eax
	je	.L15
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L16
	call	getchar_unlocked
	movl	$1, %ebp
.L16:
	xorl	%ebx, %ebx
.L17:
	leal	-48(%rax), %edx
	cmpl	$9, %edx
	ja	.L25
	imulq	$10, %rbx, %rbx
	movslq	%edx, %rdx
	addq	%rdx, %rbx
	call	getchar_unlocked
	jmp	.L17
.L25:
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
	je	.L13
	negq	%rbx
.L13:
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
.L27:
	cmpl	$0, is_plus(%rip)
	je	.L29
	cmpq	$64, %r13
	je	.L29
	call	read_integer
	incq	%r13
	jmp	.L27
.L29:
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
.L37:
	movq	4104(%rbx), %rcx
	movl	%ebp, 4128(%rbx,%r12,8)
	movl	%ebp, %eax
	xorl	%r15d, %r15d
	movl	%r14d, 4132(%rbx,%r12,8)
	leaq	(%rcx,%rax,4), %rcx
.L31:
	movl	%r15d, %edi
	cmpl	%r14d, %r15d
	jnb	.L32
	cmpl	$0, is_line_over(%rip)
	jne	.L32
	movq	%rcx, 8(%rsp)
	call	read_integer
	movq	8(%rsp), %rcx
	movl	%eax, (%rcx,%r15,4)
	incq	%r15
	jmp	.L31
.L32:
	leal	-1(%rdi), %eax
	leaq	(%rcx,%r15,4), %r8
	leaq	(%rcx,%rax,4), %r9
	xorl	%eax, %eax
.L34:
	leal	(%rdi,%rax), %esi
	cmpl	%r14d, %esi
	jnb	.L56
	movl	(%r9), %esi
	addl	(%rcx,%rax,4), %esi
	movl	%esi, (%r8,%rax,4)
	incq	%rax
	jmp	.L34
.L56:
	incq	%r12
	addl	%r14d, %ebp
	cmpl	%r13d, %r12d
	jnb	.L36
	call	read_integer
	movl	%eax, %r14d
	jmp	.L37
.L36:
	testl	%r13d, %r13d
	je	.L26
	movq	4104(%rbx), %r9
	salq	$2, %rbp
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	movl	4096(%rbx), %esi
.L39:
	cmpq	%rbp, %rcx
	jnb	.L57
	movzbl	(%r9,%rcx), %edi
	addq	$16, %rcx
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L39
.L57:
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
.L41:
	cmpl	%ecx, %eax
	jnb	.L48
	cmpl	%esi, %edx
	jnb	.L48
	movl	%eax, %edi
	andl	$3, %edi
	cmpl	$3, %edi
	je	.L42
	movl	%edx, %edi
	incl	%edx
	movb	%al, 4896(%rbx,%rdi)
.L42:
	incl	%eax
	jmp	.L41
.L48:
	decl	%esi
	movq	%rsi, %rcx
	addq	%rbx, %rsi
.L45:
	decq	%rsi
	testl	%ecx, %ecx
	je	.L26
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
	jmp	.L45
.L26:
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
	je	.L59
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L59:
	cmpq	$0, 0(%rbp)
	jne	.L60
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
.L60:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L61
	testq	%rsi, %rsi
	je	.L62
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L62:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L61:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L63
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L64
.L63:
	leaq	(%rdx,%rbx), %rax
.L64:
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
	je	.L86
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	subq	$40, %rsp
	cmpl	$0, 4(%rdi)
	je	.L74
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
	je	.L75
	movzbl	%r15b, %r15d
	movl	%r13d, %ebp
	jmp	.L76
.L74:
	movl	36(%rdi), %ebp
	xorl	%r15d, %r15d
	testl	%ecx, %ecx
	movl	32(%rdi), %r12d
	setne	%r15b
	movl	%ebp, %r13d
	jmp	.L76
.L75:
	xorl	%ebp, %ebp
	testl	%r13d, %r13d
	je	.L91
	movl	36(%rdi), %ebp
.L91:
	movl	$2, %r15d
.L76:
	movl	%ebp, %eax
	movl	$given_room.1, %edi
	movl	%ecx, 28(%rsp)
	movq	8(%rbx), %r14
	leaq	0(,%rax,4), %rsi
	movq	%rax, 8(%rsp)
	movq	%rsi, 16(%rsp)
	call	placed.constprop.0
	movq	16(%rsp), %rsi
	movl	$kept_room.0, %edi
	movq	%rax, (%rsp)
	call	placed.constprop.0
	movl	28(%rsp), %ecx
	xorl	%esi, %esi
	xorl	%r8d, %r8d
	movq	%rax, %r10
	imull	$-1640531527, %ecx, %ecx
.L77:
	cmpl	%ebp, %esi
	jnb	.L92
	movl	%r8d, %eax
	addq	%r12, %rax
	movl	(%r14,%rax,4), %r11d
	cmpl	$1, %r15d
	jne	.L78
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
.L78:
	movq	(%rsp), %rax
	incl	%r8d
	movl	%r11d, (%r10,%rsi,4)
	movl	%r11d, (%rax,%rsi,4)
	cmpl	%r13d, %r8d
	jb	.L79
	xorl	%r8d, %r8d
.L79:
	incq	%rsi
	subl	$2048144789, %ecx
	jmp	.L77
.L92:
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
.L81:
	cmpl	room_count(%rip), %ebx
	jnb	.L93
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L81
.L93:
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
.L86:
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
.L95:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L103
	call	round_over
	jmp	.L95
.L103:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	24(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L102
	cmpl	$0, is_beside_changed(%rip)
	je	.L99
	movl	$.LC1, %edi
.L102:
	call	puts
	jmp	.L101
.L99:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L101:
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
