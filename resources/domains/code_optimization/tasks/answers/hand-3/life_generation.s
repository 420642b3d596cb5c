	.text
	.p2align 4
	.globl	life_step
	.type	life_step, @function
# rdi next row, rsi row, rdx rows, rcx columns
life_step:
	testq	%rdx, %rdx
	je	.Lreturn
	testq	%rcx, %rcx
	je	.Lreturn
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	movdqa	.Lthrees(%rip), %xmm8
	movdqa	.Lfours(%rip), %xmm9
	movdqa	.Lones(%rip), %xmm10
	xorl	%r8d, %r8d
.Lrow:
	# r9 row above, r10 row below, r11d and r12d their masks
	movq	%rsi, %r9
	xorl	%r11d, %r11d
	testq	%r8, %r8
	je	.Lno_up
	subq	%rcx, %r9
	movl	$-1, %r11d
.Lno_up:
	movq	%rsi, %r10
	xorl	%r12d, %r12d
	leaq	1(%r8), %rax
	cmpq	%rdx, %rax
	jae	.Lno_down
	addq	%rcx, %r10
	movl	$-1, %r12d
.Lno_down:
	movd	%r11d, %xmm6
	movd	%r12d, %xmm7
	pshufd	$0, %xmm6, %xmm6
	pshufd	$0, %xmm7, %xmm7
	xorl	%ebx, %ebx
.Lcell:
	# scalar cell at column rbx
	movzbl	(%r9,%rbx), %eax
	movzbl	(%r10,%rbx), %ebp
	movzbl	(%rsi,%rbx), %r13d
	movl	%r13d, %r14d
	testq	%rbx, %rbx
	je	.Lno_left
	movzbl	-1(%r9,%rbx), %r15d
	addl	%r15d, %eax
	movzbl	-1(%r10,%rbx), %r15d
	addl	%r15d, %ebp
	movzbl	-1(%rsi,%rbx), %r15d
	addl	%r15d, %r13d
.Lno_left:
	leaq	1(%rbx), %r15
	cmpq	%rcx, %r15
	jae	.Lno_right
	movzbl	1(%r9,%rbx), %r15d
	addl	%r15d, %eax
	movzbl	1(%r10,%rbx), %r15d
	addl	%r15d, %ebp
	movzbl	1(%rsi,%rbx), %r15d
	addl	%r15d, %r13d
.Lno_right:
	andl	%r11d, %eax
	andl	%r12d, %ebp
	addl	%ebp, %eax
	addl	%r13d, %eax
	subl	%r14d, %eax
	orl	%r14d, %eax
	cmpl	$3, %eax
	sete	(%rdi,%rbx)
	incq	%rbx
	cmpq	%rcx, %rbx
	jae	.Lrow_done
.Lvector_test:
	leaq	17(%rbx), %rax
	cmpq	%rcx, %rax
	ja	.Lpartial
	.p2align 4
.Lvector:
	movdqu	-1(%r9,%rbx), %xmm0
	movdqu	(%r9,%rbx), %xmm1
	movdqu	1(%r9,%rbx), %xmm2
	paddb	%xmm1, %xmm0
	paddb	%xmm2, %xmm0
	pand	%xmm6, %xmm0
	movdqu	-1(%r10,%rbx), %xmm3
	movdqu	(%r10,%rbx), %xmm4
	movdqu	1(%r10,%rbx), %xmm5
	paddb	%xmm4, %xmm3
	paddb	%xmm5, %xmm3
	pand	%xmm7, %xmm3
	paddb	%xmm3, %xmm0
	movdqu	-1(%rsi,%rbx), %xmm1
	movdqu	(%rsi,%rbx), %xmm2
	movdqu	1(%rsi,%rbx), %xmm3
	paddb	%xmm1, %xmm0
	paddb	%xmm2, %xmm0
	paddb	%xmm3, %xmm0
	movdqa	%xmm0, %xmm1
	pcmpeqb	%xmm8, %xmm0
	pcmpeqb	%xmm9, %xmm1
	pand	%xmm10, %xmm0
	pand	%xmm2, %xmm1
	por	%xmm1, %xmm0
	movdqu	%xmm0, (%rdi,%rbx)
	addq	$16, %rbx
	leaq	17(%rbx), %rax
	cmpq	%rcx, %rax
	jbe	.Lvector
.Lpartial:
	cmpq	$18, %rcx
	jb	.Lcell
	leaq	-1(%rcx), %rax
	cmpq	%rax, %rbx
	jae	.Lcell
	leaq	-17(%rcx), %rbx
	jmp	.Lvector
.Lrow_done:
	addq	%rcx, %rsi
	addq	%rcx, %rdi
	incq	%r8
	cmpq	%rdx, %r8
	jb	.Lrow
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
.Lreturn:
	ret
	.size	life_step, .-life_step
	.section	.rodata
	.p2align 4
.Lthrees:
	.long	0x03030303, 0x03030303, 0x03030303, 0x03030303
.Lfours:
	.long	0x04040404, 0x04040404, 0x04040404, 0x04040404
.Lones:
	.long	0x01010101, 0x01010101, 0x01010101, 0x01010101
	.section	.note.GNU-stack,"",@progbits
