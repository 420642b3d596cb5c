	.file	"kernel.c"
	.text
	.type	placed, @function
placed:
	pushq	%r12
	movq	%rdx, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rdx, %rdx
	je	.L2
	leaq	4095(%rdx), %rbx
	andq	$-4096, %rbx
.L2:
	cmpq	$0, 0(%rbp)
	jne	.L3
	xorl	%edx, %edx
	addq	$8192, %rsi
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	xorl	%edi, %edi
	call	mmap
	addq	$4096, %rax
	movq	%rax, 0(%rbp)
	movl	room_count(%rip), %eax
	leal	1(%rax), %edx
	movq	%rbp, rooms(,%rax,8)
	movl	%edx, room_count(%rip)
.L3:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L4
	testq	%rsi, %rsi
	je	.L5
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L5:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L4:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L6
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L7
.L6:
	leaq	(%rdx,%rbx), %rax
.L7:
	movq	%rdx, 8(%rbp)
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed, .-placed
	.type	call, @function
call:
	pushq	%rbp
	movq	%rsi, %rcx
	movq	%rdi, %rbp
	pushq	%rbx
	subq	$24, %rsp
	cmpq	$4096, %rsi
	ja	.L17
	movq	%rsi, %rbx
	shrq	%rbx
	jmp	.L18
.L17:
	movl	$3, %ebx
	testb	$1, %sil
	jne	.L18
	leaq	-3(%rsi), %rbx
.L18:
	subq	%rbx, %rcx
	movl	$524288, %esi
	movl	$row_room.2, %edi
	leaq	4(,%rcx,4), %rdx
	movq	%rcx, 8(%rsp)
	call	placed
	movq	8(%rsp), %rcx
	movq	%rbx, %rsi
	movq	%rbp, %rdi
	leaq	0(%rbp,%rbx), %rdx
	movq	%rax, %r8
	call	edit_distance
	addq	$24, %rsp
	movl	%eax, %eax
	popq	%rbx
	popq	%rbp
	ret
	.size	call, .-call
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
	pushq	%r15
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	pushq	%r14
	movl	$3, %edx
	movl	$131073, %esi
	xorl	%edi, %edi
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$296, %rsp
	call	mmap
	movq	%rax, 8(%rsp)
.L23:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L23
	cmpl	$10, %eax
	je	.L23
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L24
	call	getchar_unlocked
	movl	$1, %ebp
.L24:
	xorl	%ebx, %ebx
.L25:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L59
	imulq	$10, %rbx, %rbx
	cltq
	addq	%rax, %rbx
	call	getchar_unlocked
	jmp	.L25
.L59:
	testl	%ebp, %ebp
	je	.L27
	negq	%rbx
.L27:
	movq	8(%rsp), %rdi
	movl	$131071, %edx
	movl	$1, %esi
	movq	stdin(%rip), %rcx
	call	fread
	movq	%rax, %r15
	movl	%eax, %r13d
	xorl	%eax, %eax
.L28:
	movb	%al, 32(%rsp,%rax)
	incq	%rax
	cmpq	$256, %rax
	jne	.L28
	movq	8(%rsp), %rdi
	movl	$1, %edx
	movl	$131073, %esi
	xorl	%r12d, %r12d
	call	mprotect
	call	rounds_begin
	leal	1(%r13), %eax
	movl	%eax, 28(%rsp)
.L29:
	movl	round_now(%rip), %ebp
	cmpl	%ebx, %ebp
	jnb	.L60
	movl	28(%rsp), %eax
	movl	$131072, %esi
	movl	$given_room.4, %edi
	movq	%rax, %rdx
	movq	%rax, (%rsp)
	call	placed
	movq	(%rsp), %rdx
	movl	$131072, %esi
	movl	$kept_room.3, %edi
	movq	%rax, %r14
	call	placed
	movq	%rax, 16(%rsp)
	xorl	%eax, %eax
.L30:
	cmpl	%r13d, %eax
	jnb	.L61
	movq	8(%rsp), %rcx
	movzbl	(%rcx,%rax), %edx
	movb	32(%rsp,%rdx), %dl
	movb	%dl, (%r14,%rax)
	incq	%rax
	jmp	.L30
.L61:
	leal	(%rbp,%rbp), %edi
	xorl	%esi, %esi
.L32:
	testl	%ebp, %ebp
	setne	%dl
	testl	%r13d, %r13d
	setne	%al
	testb	%al, %dl
	je	.L46
	cmpl	$2, %esi
	je	.L46
	leal	(%rdi,%rsi), %edx
	movl	%edx, %eax
	shrl	$16, %eax
	xorl	%edx, %eax
	imull	$2146121005, %eax, %eax
	movl	%eax, %edx
	shrl	$15, %edx
	xorl	%eax, %edx
	imull	$-2073254261, %edx, %edx
	movl	%edx, %eax
	shrl	$16, %eax
	xorl	%edx, %eax
	xorl	%edx, %edx
	divl	%r13d
	movb	$32, %al
	addq	%r14, %rdx
	movb	(%rdx), %r9b
	leal	-32(%r9), %r10d
	cmpb	$93, %r10b
	ja	.L33
	leal	1(%r9), %eax
.L33:
	movb	%al, (%rdx)
	incl	%esi
	jmp	.L32
.L46:
	movl	%r15d, %eax
	movq	16(%rsp), %rdi
	movq	(%rsp), %rcx
	movq	%r14, %rsi
	movb	$0, (%r14,%rax)
	imulq	$31, %r12, %r12
	rep movsb
	movq	%rax, %rsi
	movq	%r14, %rdi
	call	call
	movq	(%rsp), %rdx
	movq	16(%rsp), %rsi
	movq	%r14, %rdi
	addq	%rax, %r12
	call	memcmp
	testl	%eax, %eax
	setne	%al
	xorl	%ebp, %ebp
	movzbl	%al, %eax
	orl	%eax, is_const_changed(%rip)
.L36:
	cmpl	room_count(%rip), %ebp
	jnb	.L62
	movq	rooms(,%rbp,8), %rax
	movl	$165, %edx
	incq	%rbp
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L36
.L62:
	movl	round_now(%rip), %eax
	movl	$12, %esi
	leaq	32(%rsp), %r8
	leaq	58(%rsp), %r11
	movq	%r8, %rdi
	movl	$26, %r9d
	incl	%eax
	movl	%eax, %edx
	shrl	$16, %edx
	xorl	%eax, %edx
	imull	$2146121005, %edx, %edx
	movl	%edx, %eax
	shrl	$15, %eax
	xorl	%edx, %eax
	xorl	%edx, %edx
	imull	$-2073254261, %eax, %eax
	movl	%eax, %ecx
	shrl	$16, %ecx
	xorl	%eax, %ecx
	movl	%ecx, %eax
	divl	%esi
	movl	%ecx, %eax
	movl	%ecx, %esi
	shrl	$24, %ecx
	shrl	$16, %eax
	shrl	$8, %esi
	andl	$15, %ecx
	andl	$3, %eax
	andl	$31, %esi
	movsbl	digit_steps.0(%rax), %r10d
	movl	%edx, %edx
	movsbl	steps.1(%rdx), %ebp
.L38:
	movl	%esi, %eax
	xorl	%edx, %edx
	incq	%rdi
	addl	%ebp, %esi
	divl	%r9d
	leal	97(%rdx), %eax
	addl	$65, %edx
	movb	%al, 96(%rdi)
	movb	%dl, 64(%rdi)
	cmpq	%rdi, %r11
	jne	.L38
	leaq	42(%rsp), %rdi
	movl	$10, %esi
.L39:
	movl	%ecx, %eax
	xorl	%edx, %edx
	incq	%r8
	addl	%r10d, %ecx
	divl	%esi
	addl	$48, %edx
	movb	%dl, 47(%r8)
	cmpq	%r8, %rdi
	jne	.L39
	call	round_over
	incl	round_now(%rip)
	jmp	.L29
.L60:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movl	$.LC0, %edi
	jne	.L58
	cmpl	$0, is_beside_changed(%rip)
	je	.L43
	movl	$.LC1, %edi
.L58:
	call	puts
	jmp	.L57
.L43:
	movq	%r12, %rsi
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L57:
	addq	$296, %rsp
	shrl	$31, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
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
	.type	row_room.2, @object
	.size	row_room.2, 32
row_room.2:
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
