	.file	"kernel.c"
	.text
	.type	call, @function
call:
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	pushq	%rcx
	call	upper_case
	xorl	%ecx, %ecx
	xorl	%edx, %edx
.L2:
	imulq	$31, %rdx, %rdx
	cmpq	%rcx, %rbx
	je	.L6
	movzbl	0(%rbp,%rcx), %esi
	incq	%rcx
	addq	%rsi, %rdx
	jmp	.L2
.L6:
	addq	%rdx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
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
	xorl	%edx, %edx
	movl	$24576, %esi
	xorl	%edi, %edi
	pushq	%r14
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
	movl	$34, %ecx
	call	mmap
	movl	$3, %edx
	movl	$16384, %esi
	leaq	4096(%rax), %rbx
	movq	%rbx, %rdi
	call	mprotect
.L9:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L9
	cmpl	$10, %eax
	je	.L9
	xorl	%r12d, %r12d
	cmpl	$45, %eax
	jne	.L10
	call	getchar_unlocked
	movl	$1, %r12d
.L10:
	xorl	%ebp, %ebp
.L11:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L43
	imulq	$10, %rbp, %rbp
	cltq
	addq	%rax, %rbp
	call	getchar_unlocked
	jmp	.L11
.L43:
	testl	%r12d, %r12d
	je	.L13
	negq	%rbp
.L13:
	movl	$16383, %edx
	movl	$1, %esi
	movl	$text.4, %edi
	movq	stdin(%rip), %rcx
	call	fread
	movq	%rax, %r15
	movl	%eax, %r14d
	xorl	%eax, %eax
.L14:
	movb	%al, letters.3(%rax)
	incq	%rax
	cmpq	$256, %rax
	jne	.L14
	xorl	%r13d, %r13d
	leal	1(%r14), %r12d
.L15:
	movl	round_now(%rip), %esi
	cmpl	%ebp, %esi
	jnb	.L44
	movl	%r12d, %ecx
	movq	%rbx, %r8
	testb	$1, %sil
	jne	.L16
	movq	%rbx, %rax
	subq	%rcx, %rax
	leaq	16384(%rax), %r8
.L16:
	xorl	%eax, %eax
.L17:
	cmpl	%r14d, %eax
	jnb	.L45
	movzbl	text.4(%rax), %edx
	movb	letters.3(%rdx), %dl
	movb	%dl, (%r8,%rax)
	incq	%rax
	jmp	.L17
.L45:
	leal	(%rsi,%rsi), %r9d
	xorl	%edi, %edi
.L19:
	testl	%esi, %esi
	setne	%dl
	testl	%r14d, %r14d
	setne	%al
	testb	%al, %dl
	je	.L31
	cmpl	$2, %edi
	je	.L31
	leal	(%r9,%rdi), %edx
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
	divl	%r14d
	movb	$32, %al
	addq	%r8, %rdx
	movb	(%rdx), %r10b
	leal	-32(%r10), %r11d
	cmpb	$93, %r11b
	ja	.L20
	leal	1(%r10), %eax
.L20:
	movb	%al, (%rdx)
	incl	%edi
	jmp	.L19
.L31:
	movl	%r15d, %eax
	imulq	$31, %r13, %r13
	movq	%r8, %rsi
	movl	$kept.2, %edi
	movb	$0, (%r8,%rax)
	rep movsb
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	call
	movl	$12, %esi
	xorl	%r10d, %r10d
	movl	$26, %r11d
	addq	%rax, %r13
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
	movsbl	digit_steps.0(%rax), %r8d
	movl	%edx, %edx
	movsbl	steps.1(%rdx), %r9d
.L23:
	movl	%esi, %eax
	xorl	%edx, %edx
	incq	%r10
	addl	%r9d, %esi
	divl	%r11d
	leal	97(%rdx), %eax
	addl	$65, %edx
	movb	%al, letters.3+96(%r10)
	movb	%dl, letters.3+64(%r10)
	cmpq	$26, %r10
	jne	.L23
	xorl	%esi, %esi
	movl	$10, %r9d
.L24:
	movl	%ecx, %eax
	xorl	%edx, %edx
	incq	%rsi
	addl	%r8d, %ecx
	divl	%r9d
	addl	$48, %edx
	movb	%dl, letters.3+47(%rsi)
	cmpq	$10, %rsi
	jne	.L24
	movl	%edi, round_now(%rip)
	jmp	.L15
.L44:
	cmpl	$0, is_const_changed(%rip)
	je	.L26
	movl	$.LC0, %edi
	call	puts
	jmp	.L42
.L26:
	movq	%r13, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L42:
	popq	%rdx
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
	.local	is_const_changed
	.comm	is_const_changed,4,4
	.local	round_now
	.comm	round_now,4,4
	.section	.note.GNU-stack,"",@progbits
