	.file	"kernel.c"
	.text
	.type	room, @function
room:
	pushq	%rbp
	movq	%rdi, %rbp
	leaq	8192(%rdi), %rsi
	xorl	%r9d, %r9d
	pushq	%rbx
	orl	$-1, %r8d
	movl	$34, %ecx
	xorl	%edx, %edx
	pushq	%rax
	xorl	%edi, %edi
	call	mmap
	movl	$3, %edx
	movq	%rbp, %rsi
	leaq	4096(%rax), %rbx
	movq	%rbx, %rdi
	call	mprotect
	movq	%rbx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	room, .-room
	.type	call, @function
call:
	pushq	%r12
	movq	%rsi, %r12
	shrq	%r12
	cmpq	$0, row_room.5(%rip)
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	jne	.L4
	movl	$65536, %edi
	call	room
	movq	%rax, row_room.5(%rip)
.L4:
	subq	%r12, %rbx
	movq	row_room.5(%rip), %r8
	movq	%rbx, %rcx
	testb	$1, round_now(%rip)
	jne	.L5
	leaq	4(,%rbx,4), %rax
	subq	%rax, %r8
	addq	$65536, %r8
.L5:
	leaq	0(%rbp,%r12), %rdx
	movq	%r12, %rsi
	movq	%rbp, %rdi
	call	edit_distance
	popq	%rbx
	popq	%rbp
	movl	%eax, %eax
	popq	%r12
	ret
	.size	call, .-call
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"a const argument was changed"
.LC1:
	.string	"%llu\n"
	.section	.text.startup,"ax",@progbits
	.globl	main
	.type	main, @function
main:
	pushq	%r15
	movl	$16384, %edi
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	call	room
	movq	%rax, %rbx
.L10:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L10
	cmpl	$10, %eax
	je	.L10
	xorl	%r12d, %r12d
	cmpl	$45, %eax
	jne	.L11
	call	getchar_unlocked
	movl	$1, %r12d
.L11:
	xorl	%ebp, %ebp
.L12:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L44
	imulq	$10, %rbp, %rbp
	cltq
	addq	%rax, %rbp
	call	getchar_unlocked
	jmp	.L12
.L44:
	testl	%r12d, %r12d
	je	.L14
	negq	%rbp
.L14:
	movl	$16383, %edx
	movl	$1, %esi
	movl	$text.4, %edi
	movq	stdin(%rip), %rcx
	call	fread
	movq	%rax, %r13
	movl	%eax, %r15d
	xorl	%eax, %eax
.L15:
	movb	%al, letters.3(%rax)
	incq	%rax
	cmpq	$256, %rax
	jne	.L15
	leal	1(%r15), %eax
	xorl	%r12d, %r12d
	movl	%eax, 4(%rsp)
.L16:
	movl	round_now(%rip), %ecx
	cmpl	%ebp, %ecx
	jnb	.L45
	movl	4(%rsp), %r9d
	movq	%rbx, %r14
	testb	$1, %cl
	jne	.L17
	movq	%rbx, %rax
	subq	%r9, %rax
	leaq	16384(%rax), %r14
.L17:
	xorl	%eax, %eax
.L18:
	cmpl	%r15d, %eax
	jnb	.L46
	movzbl	text.4(%rax), %edx
	movb	letters.3(%rdx), %dl
	movb	%dl, (%r14,%rax)
	incq	%rax
	jmp	.L18
.L46:
	leal	(%rcx,%rcx), %edi
	xorl	%esi, %esi
.L20:
	testl	%ecx, %ecx
	setne	%dl
	testl	%r15d, %r15d
	setne	%al
	testb	%al, %dl
	je	.L32
	cmpl	$2, %esi
	je	.L32
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
	divl	%r15d
	movb	$32, %al
	addq	%r14, %rdx
	movb	(%rdx), %r10b
	leal	-32(%r10), %r11d
	cmpb	$93, %r11b
	ja	.L21
	leal	1(%r10), %eax
.L21:
	movb	%al, (%rdx)
	incl	%esi
	jmp	.L20
.L32:
	movl	%r13d, %eax
	movq	%r9, %rcx
	movq	%r14, %rsi
	movl	$kept.2, %edi
	movb	$0, (%r14,%rax)
	imulq	$31, %r12, %r12
	rep movsb
	movq	%r14, %rdi
	movq	%rax, %rsi
	movq	%r9, 8(%rsp)
	call	call
	movq	8(%rsp), %rdx
	movq	%r14, %rdi
	movl	$kept.2, %esi
	addq	%rax, %r12
	movl	$26, %r14d
	call	memcmp
	movl	$12, %esi
	testl	%eax, %eax
	setne	%al
	xorl	%r11d, %r11d
	movzbl	%al, %eax
	orl	%eax, is_const_changed(%rip)
	movl	round_now(%rip), %eax
	leal	1(%rax), %edi
	movl	%edi, %edx
	shrl	$16, %edx
	xorl	%edi, %edx
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
	movsbl	digit_steps.0(%rax), %r9d
	movl	%edx, %edx
	movsbl	steps.1(%rdx), %r10d
.L24:
	movl	%esi, %eax
	xorl	%edx, %edx
	incq	%r11
	addl	%r10d, %esi
	divl	%r14d
	leal	97(%rdx), %eax
	addl	$65, %edx
	movb	%al, letters.3+96(%r11)
	movb	%dl, letters.3+64(%r11)
	cmpq	$26, %r11
	jne	.L24
	xorl	%esi, %esi
	movl	$10, %r10d
.L25:
	movl	%ecx, %eax
	xorl	%edx, %edx
	incq	%rsi
	addl	%r9d, %ecx
	divl	%r10d
	addl	$48, %edx
	movb	%dl, letters.3+47(%rsi)
	cmpq	$10, %rsi
	jne	.L25
	movl	%edi, round_now(%rip)
	jmp	.L16
.L45:
	cmpl	$0, is_const_changed(%rip)
	je	.L27
	movl	$.LC0, %edi
	call	puts
	jmp	.L43
.L27:
	movq	%r12, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L43:
	addq	$24, %rsp
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
	.local	kept.2
	.comm	kept.2,16384,32
	.local	letters.3
	.comm	letters.3,256,32
	.local	text.4
	.comm	text.4,16384,32
	.local	row_room.5
	.comm	row_room.5,8,8
	.local	is_const_changed
	.comm	is_const_changed,4,4
	.local	round_now
	.comm	round_now,4,4
	.section	.note.GNU-stack,"",@progbits
