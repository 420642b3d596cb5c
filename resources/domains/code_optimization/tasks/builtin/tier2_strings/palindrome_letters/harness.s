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
	pushq	%r14
	movl	$7, %r14d
	cmpq	%r14, %rsi
	pushq	%r13
	movq	%rdi, %r13
	pushq	%r12
	cmovbe	%rsi, %r14
	xorl	%r12d, %r12d
	pushq	%rbp
	movq	%rsi, %rbp
	pushq	%rbx
	xorl	%ebx, %ebx
.L3:
	movq	%rbp, %rsi
	imulq	$31, %rbx, %rbx
	leaq	0(%r13,%r12), %rdi
	subq	%r12, %rsi
	incq	%r12
	call	is_palindrome
	cltq
	addq	%rax, %rbx
	cmpq	%r12, %r14
	jnb	.L3
	movq	%rbp, %rsi
	imulq	$31, %rbx, %rbx
	movq	%r13, %rdi
	shrq	%rsi
	call	is_palindrome
	cltq
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
.L9:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L9
	cmpl	$10, %eax
	je	.L9
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L10
	call	getchar_unlocked
	movl	$1, %ebp
.L10:
	xorl	%ebx, %ebx
.L11:
	leal	-48(%rax), %edx
	cmpl	$9, %edx
	ja	.L19
	imulq	$10, %rbx, %rbx
	movslq	%edx, %rdx
	addq	%rdx, %rbx
	call	getchar_unlocked
	jmp	.L11
.L19:
	cmpl	$43, %eax
	sete	%al
	movzbl	%al, %eax
	movl	%eax, is_plus(%rip)
	testl	%ebp, %ebp
	je	.L7
	negq	%rbx
.L7:
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
.L21:
	cmpl	$0, is_plus(%rip)
	je	.L22
	cmpq	$64, %rbx
	je	.L44
	call	read_integer
	movl	%eax, (%rsp,%rbx,4)
	incq	%rbx
	jmp	.L21
.L44:
	movl	$64, %r14d
	movl	$524288, %ebp
	movl	$65536, %eax
	jmp	.L24
.L22:
	cmpl	$1, %ebx
	movl	%ebx, %r14d
	sbbq	%rbp, %rbp
	andq	$-393216, %rbp
	addq	$524288, %rbp
	negl	%ebx
	sbbq	%rax, %rax
	andl	$65536, %eax
.L24:
	movq	%rbp, (%r12)
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	leaq	800(%rax,%rbp), %rsi
	movl	$3, %edx
	xorl	%edi, %edi
	call	mmap
	movq	(%r12), %rdx
	movl	$1, %esi
	movq	stdin(%rip), %rcx
	movq	%rax, %rbx
	movl	%r13d, (%rax)
	movl	%r14d, 4(%rax)
	leaq	800(%rax,%rbp), %rax
	decq	%rdx
	leaq	792(%rbx), %rdi
	movq	%rax, 784(%rbx)
	call	fread
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	movl	%eax, 20(%rbx)
	movl	%edx, 16(%rbx)
	xorl	%edx, %edx
.L25:
	cmpl	%r14d, %edx
	jnb	.L45
	movl	(%rsp,%rdx,4), %esi
	movl	%ecx, 16(%rbx,%rdx,8)
	leal	-1(%rsi), %edi
	addl	%esi, %ecx
	movl	%edi, 20(%rbx,%rdx,8)
	incq	%rdx
	jmp	.L25
.L45:
	testl	%r14d, %r14d
	jne	.L27
.L36:
	xorl	%eax, %eax
	jmp	.L28
.L27:
	movl	(%rbx), %r9d
	movl	%eax, %ecx
	xorl	%r8d, %r8d
	xorl	%esi, %esi
.L29:
	cmpq	%rcx, %r8
	jnb	.L46
	movzbl	792(%rbx,%r8), %edi
	addq	$16, %r8
	xorl	%esi, %edi
	call	scattered
	movl	%eax, %esi
	jmp	.L29
.L46:
	movq	784(%rbx), %rdi
	movb	$1, %al
	movl	%r9d, %ecx
	rep stosb
	movq	784(%rbx), %rax
	movb	$0, (%rax)
	movl	$1, %eax
.L31:
	movl	4(%rbx), %ecx
	leal	1(%rax), %edx
	addl	%ecx, %ecx
	cmpl	%ecx, %edx
	jnb	.L38
	cmpl	%r9d, %eax
	jnb	.L38
	movq	784(%rbx), %rcx
	movb	%dl, (%rcx,%rax)
	movl	%edx, %eax
	jmp	.L31
.L38:
	leal	-1(%r9), %ecx
.L34:
	testq	%rcx, %rcx
	je	.L36
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
	jmp	.L34
.L28:
	movb	%al, 528(%rbx,%rax)
	incq	%rax
	cmpq	$256, %rax
	jne	.L28
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
	movq	%rsi, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rsi, %rsi
	je	.L48
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L48:
	cmpq	$0, 0(%rbp)
	jne	.L49
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
.L49:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L50
	testq	%rsi, %rsi
	je	.L51
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L51:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L50:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L52
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L53
.L52:
	leaq	(%rdx,%rbx), %rax
.L53:
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
	subq	$24, %rsp
	movl	round_now(%rip), %r13d
	cmpl	%r13d, (%rdi)
	je	.L61
	cmpl	$0, 4(%rdi)
	movq	%rdi, %rbx
	je	.L63
	movq	784(%rdi), %rcx
	movl	%r13d, %eax
	movzbl	(%rcx,%rax), %r15d
	jmp	.L64
.L63:
	xorl	%r15d, %r15d
	testl	%r13d, %r13d
	setne	%r15b
.L64:
	movl	%r15d, %eax
	movl	$given_room.3, %edi
	shrl	%eax
	addq	$2, %rax
	movl	4(%rbx,%rax,8), %r12d
	movl	(%rbx,%rax,8), %eax
	leaq	792(%rbx,%rax), %r14
	leal	1(%r12), %eax
	movq	%rax, %rsi
	movq	%rax, (%rsp)
	call	placed.constprop.0
	movq	(%rsp), %rsi
	movl	$kept_room.2, %edi
	movq	%rax, %rbp
	call	placed.constprop.0
	movl	%r15d, %esi
	movq	%rax, 8(%rsp)
	andl	$1, %esi
	xorl	%eax, %eax
.L65:
	cmpl	%r12d, %eax
	jnb	.L91
	movzbl	(%r14,%rax), %ecx
	testl	%esi, %esi
	je	.L66
	movb	528(%rbx,%rcx), %cl
.L66:
	movb	%cl, 0(%rbp,%rax)
	incq	%rax
	jmp	.L65
.L91:
	leal	(%r13,%r13), %esi
	xorl	%ecx, %ecx
	andl	$1, %r15d
	testl	%r12d, %r12d
	je	.L69
.L68:
	cmpl	$2, %ecx
	je	.L69
	testb	%r15b, %r15b
	je	.L69
	leal	(%rcx,%rsi), %edi
	call	scattered
	xorl	%edx, %edx
	divl	%r12d
	movb	$32, %al
	addq	%rbp, %rdx
	movb	(%rdx), %dil
	leal	-32(%rdi), %r8d
	cmpb	$93, %r8b
	ja	.L70
	leal	1(%rdi), %eax
.L70:
	movb	%al, (%rdx)
	incl	%ecx
	jmp	.L68
.L69:
	movb	$0, 0(%rbp,%r12)
	movq	8(%rsp), %rdi
	movq	%rbp, %rsi
	movq	(%rsp), %rcx
	rep movsb
	call	kernel_begins
	movq	%r12, %rsi
	movq	%rbp, %rdi
	call	call
	movq	%rax, %r12
	call	kernel_ended
	imulq	$31, 8(%rbx), %rax
	movq	(%rsp), %rdx
	movq	%rbp, %rdi
	movq	8(%rsp), %rsi
	addq	%r12, %rax
	movq	%rax, 8(%rbx)
	call	memcmp
	testl	%eax, %eax
	setne	%al
	xorl	%ebp, %ebp
	movzbl	%al, %eax
	orl	%eax, is_const_changed(%rip)
.L73:
	cmpl	room_count(%rip), %ebp
	jnb	.L92
	movq	rooms(,%rbp,8), %rax
	movl	$165, %edx
	incq	%rbp
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L73
.L92:
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
.L75:
	movl	%esi, %eax
	xorl	%edx, %edx
	addl	%r10d, %esi
	divl	%r9d
	leal	97(%rdx), %eax
	addl	$65, %edx
	movb	%al, 625(%rbx,%rdi)
	movb	%dl, 593(%rbx,%rdi)
	incq	%rdi
	cmpq	$26, %rdi
	jne	.L75
	xorl	%esi, %esi
	movl	$10, %edi
.L76:
	movl	%ecx, %eax
	xorl	%edx, %edx
	addl	%r8d, %ecx
	divl	%edi
	addl	$48, %edx
	movb	%dl, 576(%rbx,%rsi)
	incq	%rsi
	cmpq	$10, %rsi
	jne	.L76
	movl	$1, %eax
.L61:
	addq	$24, %rsp
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
	movq	%rax, %rbx
	movq	8(%rsp), %rax
	movq	%rbx, %rdi
	leaq	800(%rax), %rsi
	call	rounds_begin
.L94:
	movq	%rbx, %rdi
	call	run_round_of_text.constprop.0
	testl	%eax, %eax
	je	.L102
	call	round_over
	jmp	.L94
.L102:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movq	8(%rbx), %rsi
	movl	$.LC0, %edi
	jne	.L101
	cmpl	$0, is_beside_changed(%rip)
	je	.L98
	movl	$.LC1, %edi
.L101:
	call	puts
	jmp	.L100
.L98:
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L100:
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
