	.text
	.p2align 4
	.globl	longest_run
	.type	longest_run, @function
# bit i of a 64-bit mask: the byte equals the one before it; r9 = ones that end the last mask
longest_run:
	cmpq	$65, %rsi
	jb	.Lshort
	movl	$1, %r8d
	xorl	%r9d, %r9d
	addq	$1, %rdi
	subq	$1, %rsi
	.p2align 4
.Lword:
	movdqu	(%rdi), %xmm0
	movdqu	-1(%rdi), %xmm1
	movdqu	16(%rdi), %xmm2
	movdqu	15(%rdi), %xmm3
	movdqu	32(%rdi), %xmm4
	movdqu	31(%rdi), %xmm5
	movdqu	48(%rdi), %xmm6
	movdqu	47(%rdi), %xmm7
	pcmpeqb	%xmm1, %xmm0
	pcmpeqb	%xmm3, %xmm2
	pcmpeqb	%xmm5, %xmm4
	pcmpeqb	%xmm7, %xmm6
	pmovmskb	%xmm0, %eax
	pmovmskb	%xmm2, %ecx
	pmovmskb	%xmm4, %edx
	pmovmskb	%xmm6, %r10d
	shll	$16, %ecx
	shll	$16, %r10d
	orl	%ecx, %eax
	orl	%r10d, %edx
	shlq	$32, %rdx
	orq	%rdx, %rax
	cmpq	$64, %rsi
	jb	.Lpartial
.Lmask:
	addq	$64, %rdi
	subq	$64, %rsi
	movq	%rax, %rcx
	notq	%rcx
	testq	%rcx, %rcx
	je	.Lsolid
	bsfq	%rcx, %r10
	leaq	1(%r9,%r10), %r10
	cmpq	%r8, %r10
	cmova	%r10, %r8
	bsrq	%rcx, %r9
	xorl	$63, %r9d
	testq	%rax, %rax
	je	.Lmore
	movl	$1, %edx
.Lerode:
	leaq	(%rax,%rax), %r10
	addq	$1, %rdx
	andq	%r10, %rax
	jne	.Lerode
	cmpq	%r8, %rdx
	cmova	%rdx, %r8
.Lmore:
	testq	%rsi, %rsi
	jg	.Lnextword
	leaq	1(%r9), %rax
	cmpq	%r8, %rax
	cmovb	%r8, %rax
	ret
.Lsolid:
	addq	$64, %r9
	jmp	.Lmore
.Lnextword:
	cmpq	$64, %rsi
	jae	.Lword
	leaq	-64(%rdi,%rsi), %rdi
	jmp	.Lword
.Lpartial:
	movl	$64, %ecx
	subl	%esi, %ecx
	shrq	%cl, %rax
	jmp	.Lmask
.Lshort:
	xorl	%eax, %eax
	testq	%rsi, %rsi
	je	.Lret
	movl	$1, %eax
	movl	$1, %ecx
	movl	$1, %r9d
	movl	$1, %edx
	jmp	.Lstest
.Lsbyte:
	movzbl	(%rdi,%rdx), %r8d
	addq	$1, %rcx
	cmpb	-1(%rdi,%rdx), %r8b
	cmovne	%r9, %rcx
	cmpq	%rax, %rcx
	cmova	%rcx, %rax
	addq	$1, %rdx
.Lstest:
	cmpq	%rsi, %rdx
	jne	.Lsbyte
.Lret:
	ret
	.size	longest_run, .-longest_run
	.section	.note.GNU-stack,"",@progbits
