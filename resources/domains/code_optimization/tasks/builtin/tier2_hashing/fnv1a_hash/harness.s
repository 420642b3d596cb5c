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
	jmp	fnv1a
	.size	call, .-call
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L5:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L5
	cmpl	$10, %eax
	je	.L5
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L6
	call	getchar_unlocked
	movl	$1, %ebp
.L6:
	xorl	%ebx, %ebx
.L7:
	leal	-48(%rax), %edx
	cmpl	$9, %edx
	ja	.L16
	imulq	$10, %rbx, %rbx
	movslq	%edx, %rdx
	addq	%rdx, %rbx
	call	getchar_unlocked
	jmp	.L7
.L16:
	cmpl	$43, %eax
	sete	%al
	movzbl	%al, %eax
	movl	%eax, is_plus(%rip)
	testl	%ebp, %ebp
	je	.L3
	negq	%rbx
.L3:
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
	pushq	%r12
	movq	%rdi, %r12
	pushq	%rbp
	pushq	%rbx
	xorl	%ebx, %ebx
	subq	$256, %rsp
	call	read_integer
	movq	%rax, %r13
.L18:
	cmpl	$0, is_plus(%rip)
	je	.L19
	cmpq	$64, %rbx
	je	.L45
	call	read_integer
	movl	%eax, (%rsp,%rbx,4)
	incq	%rbx
	jmp	.L18
.L45:
	movl	$64, %r14d
	movl	$524288, %esi
	jmp	.L21
.L19:
	cmpl	$1, %ebx
	movl	%ebx, %r14d
	sbbq	%rsi, %rsi
	andq	$-393216, %rsi
	addq	$524288, %rsi
.L21:
	movq	%rsi, (%r12)
	xorl	%r9d, %r9d
	addq	$12288, %rsi
	xorl	%edi, %edi
	orl	$-1, %r8d
	movl	$34, %ecx
	movl	$3, %edx
	call	mmap
	movq	(%r12), %rdx
	movl	$1, %esi
	movq	stdin(%rip), %rcx
	leaq	12288(%rax), %rdi
	movl	%r13d, 4096(%rax)
	movq	%rax, %rbx
	leaq	4096(%rax), %rbp
	movl	%r14d, 4100(%rax)
	decq	%rdx
	movq	%rdi, 4112(%rax)
	movq	%rdi, 4104(%rax)
	call	fread
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	movl	%eax, 4132(%rbx)
	movl	%edx, 4128(%rbx)
	xorl	%edx, %edx
.L22:
	cmpl	%r14d, %edx
	jnb	.L46
	movl	(%rsp,%rdx,4), %esi
	movl	%ecx, 4128(%rbx,%rdx,8)
	leal	-1(%rsi), %edi
	addl	%esi, %ecx
	movl	%edi, 4132(%rbx,%rdx,8)
	incq	%rdx
	jmp	.L22
.L46:
	testl	%r14d, %r14d
	jne	.L24
.L34:
	xorl	%eax, %eax
	jmp	.L25
.L24:
	movq	4112(%rbx), %r10
	movl	%eax, %ecx
	xorl	%r9d, %r9d
	xorl	%r8d, %r8d
	movl	4096(%rbx), %esi
.L26:
	cmpq	%rcx, %r9
	jnb	.L47
	movzbl	(%r10,%r9), %edi
	addq	$16, %r9
	xorl	%r8d, %edi
	call	scattered
	movl	%eax, %r8d
	jmp	.L26
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
.L28:
	cmpl	%esi, %edx
	jnb	.L36
	cmpl	%ecx, %eax
	jnb	.L36
	movl	%eax, %edi
	andl	$3, %edi
	cmpl	$3, %edi
	je	.L29
	movl	%edx, %edi
	incl	%edx
	movb	%al, 4896(%rbx,%rdi)
.L29:
	incl	%eax
	jmp	.L28
.L36:
	decl	%esi
	movq	%rsi, %rcx
	addq	%rbx, %rsi
.L32:
	decq	%rsi
	testl	%ecx, %ecx
	je	.L34
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
	jmp	.L32
.L25:
	movb	%al, 4640(%rbx,%rax)
	incq	%rax
	cmpq	$256, %rax
	jne	.L25
	addq	$256, %rsp
	movq	%rbp, %rax
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
	movl	$139264, %esi
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
	.type	run_round_of_text.constprop.0, @function
run_round_of_text.constprop.0:
	pushq	%r15
	xorl	%eax, %eax
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$40, %rsp
	movl	round_now(%rip), %r15d
	cmpl	%r15d, (%rdi)
	je	.L62
	cmpl	$0, 4(%rdi)
	movq	%rdi, %rbp
	je	.L64
	movl	%r15d, %eax
	movb	800(%rdi,%rax), %dl
	movq	%rdx, %rax
	andl	$3, %edx
	shrq	$2, %rax
	andl	$63, %eax
	addq	$4, %rax
	movl	(%rdi,%rax,8), %r13d
	movl	4(%rdi,%rax,8), %r10d
	cmpb	$2, %dl
	je	.L65
	movzbl	%dl, %edx
	movl	%r10d, %r12d
	jmp	.L66
.L64:
	movl	36(%rdi), %r12d
	xorl	%edx, %edx
	testl	%r15d, %r15d
	movl	32(%rdi), %r13d
	setne	%dl
	movl	%r12d, %r10d
	jmp	.L66
.L65:
	xorl	%r12d, %r12d
	testl	%r10d, %r10d
	je	.L91
	movl	36(%rdi), %r12d
.L91:
	movl	$2, %edx
.L66:
	leal	1(%r12), %eax
	cmpl	$1, %edx
	movl	%edx, 24(%rsp)
	movq	16(%rbp), %r14
	movq	%rax, %rsi
	movl	$given_room.3, %edi
	sete	23(%rsp)
	movl	%r10d, 28(%rsp)
	addq	%r13, %r14
	movq	%rax, (%rsp)
	call	placed.constprop.0
	movq	(%rsp), %rsi
	movl	$kept_room.2, %edi
	movq	%rax, %rbx
	call	placed.constprop.0
	movl	24(%rsp), %edx
	movl	28(%rsp), %r10d
	xorl	%edi, %edi
	movq	%rax, 8(%rsp)
	xorl	%eax, %eax
.L67:
	cmpl	%r12d, %edi
	jnb	.L92
	movl	%eax, %esi
	movzbl	(%r14,%rsi), %esi
	cmpl	$1, %edx
	jne	.L68
	movb	544(%rbp,%rsi), %sil
.L68:
	incl	%eax
	movb	%sil, (%rbx,%rdi)
	cmpl	%r10d, %eax
	jb	.L69
	xorl	%eax, %eax
.L69:
	incq	%rdi
	jmp	.L67
.L92:
	leal	(%r15,%r15), %r9d
	xorl	%esi, %esi
.L71:
	testl	%r12d, %r12d
	setne	%al
	testb	%al, 23(%rsp)
	je	.L83
	cmpl	$2, %esi
	je	.L83
	leal	(%r9,%rsi), %edi
	call	scattered
	xorl	%edx, %edx
	divl	%r12d
	movb	$32, %al
	addq	%rbx, %rdx
	movb	(%rdx), %dil
	leal	-32(%rdi), %r10d
	cmpb	$93, %r10b
	ja	.L72
	leal	1(%rdi), %eax
.L72:
	movb	%al, (%rdx)
	incl	%esi
	jmp	.L71
.L83:
	movl	%r12d, %r13d
	movq	8(%rsp), %rdi
	movq	(%rsp), %rcx
	movq	%rbx, %rsi
	movb	$0, (%rbx,%r13)
	rep movsb
	call	kernel_begins
	movq	%r13, %rsi
	movq	%rbx, %rdi
	call	fnv1a
	movq	%rax, %r13
	call	kernel_ended
	imulq	$31, 24(%rbp), %rax
	movq	(%rsp), %rdx
	movq	%rbx, %rdi
	movq	8(%rsp), %rsi
	addq	%r13, %rax
	movq	%rax, 24(%rbp)
	call	memcmp
	testl	%eax, %eax
	setne	%al
	xorl	%ebx, %ebx
	movzbl	%al, %eax
	orl	%eax, is_const_changed(%rip)
.L75:
	cmpl	room_count(%rip), %ebx
	jnb	.L93
	movq	rooms(,%rbx,8), %rax
	movl	$165, %edx
	incq	%rbx
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L75
.L93:
	movl	round_now(%rip), %eax
	movl	$12, %esi
	movl	$26, %r10d
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
	movsbl	digit_steps.0(%rax), %r9d
	movl	%edx, %edx
	movsbl	steps.1(%rdx), %r11d
.L77:
	movl	%esi, %eax
	xorl	%edx, %edx
	addl	%r11d, %esi
	divl	%r10d
	leal	97(%rdx), %eax
	addl	$65, %edx
	movb	%al, 641(%rbp,%rdi)
	movb	%dl, 609(%rbp,%rdi)
	incq	%rdi
	cmpq	$26, %rdi
	jne	.L77
	xorl	%esi, %esi
	movl	$10, %edi
.L78:
	movl	%ecx, %eax
	xorl	%edx, %edx
	addl	%r9d, %ecx
	divl	%edi
	addl	$48, %edx
	movb	%dl, 592(%rbp,%rsi)
	incq	%rsi
	cmpq	$10, %rsi
	jne	.L78
	movl	$1, %eax
.L62:
	addq	$40, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
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
.L95:
	movq	%rbx, %rdi
	call	run_round_of_text.constprop.0
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
	.size	kept_room.2, 32
kept_room.2:
	.zero	32
	.align 32
	.type	given_room.3, @object
	.size	given_room.3, 32
given_room.3:
	.zero	32
	.align 4
	.type	is_plus, @object
	.size	is_plus, 4
is_plus:
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
