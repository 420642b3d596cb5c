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
	pushq	%rax
	movl	(%rdi), %edi
	call	collatz_longest
	popq	%rdx
	movl	%eax, %eax
	ret
	.size	call, .-call
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
	.type	read_words, @function
read_words:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	xorl	%r12d, %r12d
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	subq	$24, %rsp
	call	read_integer
	movq	%rax, %r14
.L19:
	cmpl	$0, is_plus(%rip)
	je	.L21
	cmpq	$64, %r12
	je	.L21
	call	read_integer
	incq	%r12
	jmp	.L19
.L21:
	call	read_integer
	movl	%eax, %r13d
	movl	%eax, %eax
	leaq	0(,%rax,4), %rbp
	xorl	%eax, %eax
	testl	%r12d, %r12d
	je	.L23
	addq	$1048576, %rbp
	movl	$65536, %eax
.L23:
	movq	%rbp, (%rbx)
	leaq	800(%rbp,%rax), %rsi
	xorl	%r9d, %r9d
	xorl	%edi, %edi
	orl	$-1, %r8d
	movl	$34, %ecx
	movl	$3, %edx
	xorl	%r15d, %r15d
	call	mmap
	movl	%r14d, (%rax)
	movq	%rax, %rbx
	xorl	%r14d, %r14d
	movl	%r12d, 4(%rax)
	leaq	800(%rax,%rbp), %rax
	movq	%rax, 784(%rbx)
	leaq	792(%rbx), %rax
	movq	%rax, (%rsp)
.L31:
	movq	(%rsp), %rdx
	movl	%r14d, 16(%rbx,%r15,8)
	movl	%r14d, %eax
	xorl	%ebp, %ebp
	movl	%r13d, 20(%rbx,%r15,8)
	leaq	(%rdx,%rax,4), %rcx
.L24:
	movl	%ebp, %edi
	cmpl	%r13d, %ebp
	jb	.L25
.L28:
	leal	-1(%rdi), %eax
	leaq	(%rcx,%rbp,4), %r9
	leaq	(%rcx,%rax,4), %r8
	xorl	%eax, %eax
	jmp	.L26
.L25:
	cmpl	$0, is_line_over(%rip)
	jne	.L28
	movq	%rcx, 8(%rsp)
	call	read_integer
	movq	8(%rsp), %rcx
	movl	%eax, (%rcx,%rbp,4)
	incq	%rbp
	jmp	.L24
.L26:
	leal	(%rdi,%rax), %esi
	cmpl	%r13d, %esi
	jnb	.L48
	movl	(%r8), %esi
	addl	(%rcx,%rax,4), %esi
	movl	%esi, (%r9,%rax,4)
	incq	%rax
	jmp	.L26
.L48:
	incq	%r15
	addl	%r13d, %r14d
	cmpl	%r12d, %r15d
	jnb	.L30
	call	read_integer
	movl	%eax, %r13d
	jmp	.L31
.L30:
	testl	%r12d, %r12d
	je	.L18
	movl	%r14d, %ecx
	movl	(%rbx), %r9d
	xorl	%r8d, %r8d
	xorl	%esi, %esi
	salq	$2, %rcx
.L33:
	cmpq	%rcx, %r8
	jnb	.L49
	movzbl	792(%rbx,%r8), %edi
	addq	$16, %r8
	xorl	%esi, %edi
	call	scattered
	movl	%eax, %esi
	jmp	.L33
.L49:
	movq	784(%rbx), %rdi
	movb	$1, %al
	movl	%r9d, %ecx
	rep stosb
	movq	784(%rbx), %rax
	movb	$0, (%rax)
	movl	$1, %eax
.L35:
	movl	4(%rbx), %edi
	leal	1(%rax), %edx
	leal	(%rdi,%rdi), %ecx
	cmpl	%ecx, %edx
	jnb	.L42
	cmpl	%r9d, %eax
	jnb	.L42
	movq	784(%rbx), %rcx
	movb	%dl, (%rcx,%rax)
	movl	%edx, %eax
	jmp	.L35
.L42:
	leal	-1(%r9), %ecx
.L38:
	testq	%rcx, %rcx
	je	.L18
	movl	%esi, %edi
	leal	1(%rcx), %r9d
	xorl	%ecx, %edi
	call	scattered
	xorl	%edx, %edx
	movq	784(%rbx), %r8
	divl	%r9d
	leaq	(%r8,%rcx), %rdi
	decq	%rcx
	movb	(%rdi), %r10b
	movb	(%r8,%rdx), %al
	movb	%al, (%rdi)
	movq	784(%rbx), %rax
	movb	%r10b, (%rax,%rdx)
	jmp	.L38
.L18:
	addq	$24, %rsp
	movq	%rbx, %rax
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
	je	.L51
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L51:
	cmpq	$0, 0(%rbp)
	jne	.L52
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
.L52:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L53
	testq	%rsi, %rsi
	je	.L54
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L54:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L53:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L55
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L56
.L55:
	leaq	(%rdx,%rbx), %rax
.L56:
	movq	%rdx, 8(%rbp)
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed.constprop.0, .-placed.constprop.0
	.type	run_round_of_words.constprop.0, @function
run_round_of_words.constprop.0:
	pushq	%r15
	xorl	%eax, %eax
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	movl	round_now(%rip), %r14d
	cmpl	%r14d, (%rdi)
	je	.L64
	cmpl	$0, 4(%rdi)
	movq	%rdi, %rbx
	je	.L66
	movq	784(%rdi), %rdx
	movl	%r14d, %eax
	movzbl	(%rdx,%rax), %r15d
	jmp	.L67
.L66:
	xorl	%r15d, %r15d
	testl	%r14d, %r14d
	setne	%r15b
.L67:
	movl	%r15d, %eax
	movl	$given_room.1, %edi
	andl	$1, %r15d
	shrl	%eax
	imull	$-1640531527, %r14d, %r14d
	addq	$2, %rax
	movl	4(%rbx,%rax,8), %esi
	movl	(%rbx,%rax,8), %eax
	movq	%rsi, %r12
	salq	$2, %rsi
	leaq	792(%rbx,%rax,4), %r13
	movq	%rsi, 8(%rsp)
	call	placed.constprop.0
	movq	8(%rsp), %rsi
	movl	$kept_room.0, %edi
	movq	%rax, %rbp
	call	placed.constprop.0
	xorl	%ecx, %ecx
	movl	$1000, %r8d
	movq	%rax, %rsi
.L68:
	cmpl	%r12d, %ecx
	jnb	.L79
	movl	0(%r13,%rcx,4), %edx
	testl	%r15d, %r15d
	je	.L69
	xorl	%r14d, %edx
	movl	%edx, %edi
	call	scattered
	xorl	%edx, %edx
	divl	%r8d
.L69:
	movl	%edx, (%rsi,%rcx,4)
	movl	%edx, 0(%rbp,%rcx,4)
	subl	$2048144789, %r14d
	incq	%rcx
	jmp	.L68
.L79:
	call	kernel_begins
	movl	0(%rbp), %edi
	call	collatz_longest
	movl	%eax, %ebp
	call	kernel_ended
	imulq	$31, 8(%rbx), %rax
	addq	%rbp, %rax
	movq	%rax, 8(%rbx)
	xorl	%ebx, %ebx
.L71:
	cmpl	room_count(%rip), %ebx
	jnb	.L80
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L71
.L80:
	incl	round_now(%rip)
	movl	$1, %eax
.L64:
	addq	$24, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
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
	movq	%rax, %rbx
	movq	8(%rsp), %rax
	movq	%rbx, %rdi
	leaq	800(%rax), %rsi
	call	rounds_begin
.L82:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L90
	call	round_over
	jmp	.L82
.L90:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	8(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L89
	cmpl	$0, is_beside_changed(%rip)
	je	.L86
	movl	$.LC1, %edi
.L89:
	call	puts
	jmp	.L88
.L86:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L88:
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
