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
	pushq	%r12
	xorl	%r12d, %r12d
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	subq	$24, %rsp
	call	read_integer
	movq	%rax, %r14
.L17:
	cmpl	$0, is_plus(%rip)
	je	.L19
	cmpq	$64, %r12
	je	.L19
	call	read_integer
	incq	%r12
	jmp	.L17
.L19:
	call	read_integer
	movl	%eax, %r13d
	movl	%eax, %eax
	leaq	0(,%rax,4), %rbp
	xorl	%eax, %eax
	testl	%r12d, %r12d
	je	.L21
	addq	$1048576, %rbp
	movl	$65536, %eax
.L21:
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
.L29:
	movq	(%rsp), %rdx
	movl	%r14d, 16(%rbx,%r15,8)
	movl	%r14d, %eax
	xorl	%ebp, %ebp
	movl	%r13d, 20(%rbx,%r15,8)
	leaq	(%rdx,%rax,4), %rcx
.L22:
	movl	%ebp, %edi
	cmpl	%r13d, %ebp
	jb	.L23
.L26:
	leal	-1(%rdi), %eax
	leaq	(%rcx,%rbp,4), %r9
	leaq	(%rcx,%rax,4), %r8
	xorl	%eax, %eax
	jmp	.L24
.L23:
	cmpl	$0, is_line_over(%rip)
	jne	.L26
	movq	%rcx, 8(%rsp)
	call	read_integer
	movq	8(%rsp), %rcx
	movl	%eax, (%rcx,%rbp,4)
	incq	%rbp
	jmp	.L22
.L24:
	leal	(%rdi,%rax), %esi
	cmpl	%r13d, %esi
	jnb	.L46
	movl	(%r8), %esi
	addl	(%rcx,%rax,4), %esi
	movl	%esi, (%r9,%rax,4)
	incq	%rax
	jmp	.L24
.L46:
	incq	%r15
	addl	%r13d, %r14d
	cmpl	%r12d, %r15d
	jnb	.L28
	call	read_integer
	movl	%eax, %r13d
	jmp	.L29
.L28:
	testl	%r12d, %r12d
	je	.L16
	movl	%r14d, %ecx
	movl	(%rbx), %r9d
	xorl	%r8d, %r8d
	xorl	%esi, %esi
	salq	$2, %rcx
.L31:
	cmpq	%rcx, %r8
	jnb	.L47
	movzbl	792(%rbx,%r8), %edi
	addq	$16, %r8
	xorl	%esi, %edi
	call	scattered
	movl	%eax, %esi
	jmp	.L31
.L47:
	movq	784(%rbx), %rdi
	movb	$1, %al
	movl	%r9d, %ecx
	rep stosb
	movq	784(%rbx), %rax
	movb	$0, (%rax)
	movl	$1, %eax
.L33:
	movl	4(%rbx), %edi
	leal	1(%rax), %edx
	leal	(%rdi,%rdi), %ecx
	cmpl	%ecx, %edx
	jnb	.L40
	cmpl	%r9d, %eax
	jnb	.L40
	movq	784(%rbx), %rcx
	movb	%dl, (%rcx,%rax)
	movl	%edx, %eax
	jmp	.L33
.L40:
	leal	-1(%r9), %ecx
.L36:
	testq	%rcx, %rcx
	je	.L16
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
	jmp	.L36
.L16:
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
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	movq	%rdi, %r12
	movl	$sorted_room.0, %edi
	pushq	%rbp
	pushq	%rbx
	movq	%rsi, %rbx
	salq	$2, %rsi
	pushq	%rcx
	call	placed.constprop.0
	movl	$3, %edi
	cmpq	$16385, %rbx
	movl	$97, %r8d
	sbbl	%ebp, %ebp
	movq	%rax, %r13
	xorl	%ecx, %ecx
	andl	$229390, %ebp
	addl	$32749, %ebp
.L63:
	cmpq	%rbx, %rcx
	je	.L74
	movl	(%r12), %eax
	xorl	%edx, %edx
	divl	%edi
	movq	%rcx, %rax
	leal	1(%rdx), %esi
	xorl	%edx, %edx
	divq	%rsi
	movl	(%r12), %eax
	movl	%ecx, %esi
	subl	%edx, %esi
	xorl	%edx, %edx
	divl	%r8d
	imull	%ebp, %esi
	addl	%edx, %esi
	movl	%esi, 0(%r13,%rcx,4)
	incq	%rcx
	jmp	.L63
.L74:
	xorl	%r15d, %r15d
	xorl	%r14d, %r14d
.L65:
	cmpq	%rbx, %r15
	je	.L75
	movl	(%r12,%r15,4), %edx
	imulq	$31, %r14, %r14
	movq	%rbx, %rsi
	movq	%r13, %rdi
	incq	%r15
	call	lower_bound
	addq	%rax, %r14
	jmp	.L65
.L75:
	movl	is_const_changed(%rip), %edi
	xorl	%eax, %eax
	xorl	%ecx, %ecx
	movl	$3, %r8d
	movl	$97, %r9d
.L67:
	cmpq	%rbx, %rcx
	je	.L76
	movl	(%r12), %eax
	xorl	%edx, %edx
	divl	%r8d
	movq	%rcx, %rax
	leal	1(%rdx), %esi
	xorl	%edx, %edx
	divq	%rsi
	movl	(%r12), %eax
	movl	%ecx, %esi
	subl	%edx, %esi
	xorl	%edx, %edx
	divl	%r9d
	imull	%ebp, %esi
	xorl	%eax, %eax
	addl	%edx, %esi
	cmpl	0(%r13,%rcx,4), %esi
	setne	%al
	incq	%rcx
	orl	%eax, %edi
	movb	$1, %al
	jmp	.L67
.L76:
	testb	%al, %al
	je	.L62
	movl	%edi, is_const_changed(%rip)
.L62:
	popq	%rdx
	movq	%r14, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	call, .-call
	.type	run_round_of_words.constprop.0, @function
run_round_of_words.constprop.0:
	movl	round_now(%rip), %ecx
	cmpl	%ecx, (%rdi)
	je	.L90
	pushq	%r15
	pushq	%r14
	movq	%rdi, %r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	cmpl	$0, 4(%rdi)
	je	.L79
	movq	784(%rdi), %rdx
	movl	%ecx, %eax
	movzbl	(%rdx,%rax), %r15d
	jmp	.L80
.L79:
	xorl	%r15d, %r15d
	testl	%ecx, %ecx
	setne	%r15b
.L80:
	movl	%r15d, %eax
	movl	$given_room.2, %edi
	movl	%ecx, 12(%rsp)
	andl	$1, %r15d
	shrl	%eax
	addq	$2, %rax
	movl	4(%r14,%rax,8), %ebp
	movl	(%r14,%rax,8), %eax
	leaq	0(,%rbp,4), %rsi
	leaq	792(%r14,%rax,4), %r13
	movq	%rbp, %r12
	movq	%rsi, (%rsp)
	call	placed.constprop.0
	movq	(%rsp), %rsi
	movl	$kept_room.1, %edi
	movq	%rax, %rbx
	call	placed.constprop.0
	movl	12(%rsp), %ecx
	xorl	%esi, %esi
	movq	%rax, %r9
	imull	$-1640531527, %ecx, %ecx
.L81:
	cmpl	%r12d, %esi
	jnb	.L95
	movl	0(%r13,%rsi,4), %r10d
	testl	%r15d, %r15d
	je	.L82
	movl	%ecx, %edi
	xorl	%r10d, %edi
	call	scattered
	movl	%eax, %edx
	movl	%r10d, %eax
	shrl	%r10d
	orl	$1, %eax
	orl	%r10d, %eax
	movl	%eax, %edi
	shrl	$2, %edi
	orl	%edi, %eax
	movl	%eax, %edi
	shrl	$4, %edi
	orl	%edi, %eax
	movl	%eax, %edi
	shrl	$8, %edi
	orl	%edi, %eax
	movl	%eax, %r10d
	shrl	$16, %r10d
	orl	%eax, %r10d
	andl	%edx, %r10d
.L82:
	movl	%r10d, (%r9,%rsi,4)
	subl	$2048144789, %ecx
	movl	%r10d, (%rbx,%rsi,4)
	incq	%rsi
	jmp	.L81
.L95:
	call	kernel_begins
	movq	%rbx, %rdi
	movq	%rbp, %rsi
	call	call
	movq	%rax, %rbx
	call	kernel_ended
	imulq	$31, 8(%r14), %rax
	addq	%rbx, %rax
	xorl	%ebx, %ebx
	movq	%rax, 8(%r14)
.L84:
	cmpl	room_count(%rip), %ebx
	jnb	.L96
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L84
.L96:
	incl	round_now(%rip)
	addq	$24, %rsp
	movl	$1, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
.L90:
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
	movq	%rax, %rbx
	movq	8(%rsp), %rax
	movq	%rbx, %rdi
	leaq	800(%rax), %rsi
	call	rounds_begin
.L98:
	movq	%rbx, %rdi
	call	run_round_of_words.constprop.0
	testl	%eax, %eax
	je	.L106
	call	round_over
	jmp	.L98
.L106:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	8(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L105
	cmpl	$0, is_beside_changed(%rip)
	je	.L102
	movl	$.LC1, %edi
.L105:
	call	puts
	jmp	.L104
.L102:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L104:
	addq	$16, %rsp
	shrl	$31, %eax
	popq	%rbx
	ret
	.size	main, .-main
	.section	harness_state,"aw"
	.align 32
	.type	sorted_room.0, @object
	.size	sorted_room.0, 32
sorted_room.0:
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
