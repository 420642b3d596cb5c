	.file	"kernel.c"
	.text
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
	movl	$34, %ecx
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	call	mmap
	movl	$3, %edx
	movl	$16384, %esi
	addq	$4096, %rax
	movq	%rax, %rdi
	movq	%rax, (%rsp)
	call	mprotect
.L3:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L3
	cmpl	$10, %eax
	je	.L3
	xorl	%r12d, %r12d
	cmpl	$45, %eax
	jne	.L4
	call	getchar_unlocked
	movl	$1, %r12d
.L4:
	xorl	%ebp, %ebp
.L5:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L38
	imulq	$10, %rbp, %rbp
	cltq
	addq	%rax, %rbp
	call	getchar_unlocked
	jmp	.L5
.L38:
	testl	%r12d, %r12d
	je	.L7
	negq	%rbp
.L7:
	movl	$16383, %edx
	movl	$1, %esi
	movl	$text.4, %edi
	movq	stdin(%rip), %rcx
	call	fread
	movq	%rax, %rbx
	movl	%eax, %r15d
	xorl	%eax, %eax
.L8:
	movb	%al, letters.3(%rax)
	incq	%rax
	cmpq	$256, %rax
	jne	.L8
	leal	1(%r15), %eax
	xorl	%r12d, %r12d
	movl	%eax, 12(%rsp)
.L9:
	movl	round_now(%rip), %ecx
	cmpl	%ebp, %ecx
	jnb	.L39
	movl	12(%rsp), %r13d
	movq	(%rsp), %r14
	testb	$1, %cl
	jne	.L10
	movq	%r14, %rax
	subq	%r13, %rax
	leaq	16384(%rax), %r14
.L10:
	xorl	%eax, %eax
.L11:
	cmpl	%r15d, %eax
	jnb	.L40
	movzbl	text.4(%rax), %edx
	movb	letters.3(%rdx), %dl
	movb	%dl, (%r14,%rax)
	incq	%rax
	jmp	.L11
.L40:
	leal	(%rcx,%rcx), %edi
	xorl	%esi, %esi
.L13:
	testl	%ecx, %ecx
	setne	%dl
	testl	%r15d, %r15d
	setne	%al
	testb	%al, %dl
	je	.L25
	cmpl	$2, %esi
	je	.L25
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
	ja	.L14
	leal	1(%r10), %eax
.L14:
	movb	%al, (%rdx)
	incl	%esi
	jmp	.L13
.L25:
	movl	%ebx, %eax
	imulq	$31, %r12, %r12
	movq	%r14, %rsi
	movl	$kept.2, %edi
	movb	$0, (%r14,%rax)
	movq	%r13, %rcx
	rep movsb
	movq	%r14, %rdi
	movq	%rax, %rsi
	call	most_frequent
	movq	%r14, %rdi
	movq	%r13, %rdx
	movl	$kept.2, %esi
	cltq
	movl	$26, %r14d
	addq	%rax, %r12
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
.L17:
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
	jne	.L17
	xorl	%esi, %esi
	movl	$10, %r10d
.L18:
	movl	%ecx, %eax
	xorl	%edx, %edx
	incq	%rsi
	addl	%r9d, %ecx
	divl	%r10d
	addl	$48, %edx
	movb	%dl, letters.3+47(%rsi)
	cmpq	$10, %rsi
	jne	.L18
	movl	%edi, round_now(%rip)
	jmp	.L9
.L39:
	cmpl	$0, is_const_changed(%rip)
	je	.L20
	movl	$.LC0, %edi
	call	puts
	jmp	.L36
.L20:
	movq	%r12, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L36:
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
	.local	is_const_changed
	.comm	is_const_changed,4,4
	.local	round_now
	.comm	round_now,4,4
	.section	.note.GNU-stack,"",@progbits
