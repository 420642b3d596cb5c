	.text
	.p2align 4
	.globl	count_code_points
	.type	count_code_points, @function
count_code_points:
	xorl	%eax, %eax
	leaq	(%rdi,%rsi), %r8
	cmpq	%r8, %rdi
	je	.Lret
	.p2align 4
.Lnext:
	movzbl	(%rdi), %ecx
	testb	%cl, %cl
	js	.Lmulti
	leaq	16(%rdi), %rdx
	cmpq	%r8, %rdx
	ja	.Lsingle
.Lplain:
	movdqu	(%rdi), %xmm0
	pmovmskb	%xmm0, %ecx
	testl	%ecx, %ecx
	jne	.Lmixed
	movq	%rdx, %rdi
	addq	$16, %rax
	addq	$16, %rdx
	cmpq	%r8, %rdx
	jbe	.Lplain
	cmpq	%r8, %rdi
	jne	.Lnext
.Lret:
	ret
.Lmixed:
	bsfl	%ecx, %ecx
	addq	%rcx, %rax
	addq	%rcx, %rdi
	movzbl	(%rdi), %ecx
	jmp	.Lmulti
.Lsingle:
	addq	$1, %rdi
	addq	$1, %rax
	cmpq	%r8, %rdi
	jne	.Lnext
	ret
.Lmulti:
	cmpl	$0xe0, %ecx
	jae	.Llong
	cmpl	$0xc2, %ecx
	jb	.Lbad
	addq	$2, %rdi
	cmpq	%r8, %rdi
	ja	.Lbad
	cmpb	$-65, -1(%rdi)
	jg	.Lbad
	addq	$1, %rax
	cmpq	%r8, %rdi
	jne	.Lnext
	ret
.Llong:
	cmpl	$0xf0, %ecx
	jae	.Lfour
	addq	$3, %rdi
	cmpq	%r8, %rdi
	ja	.Lbad
	movzbl	-2(%rdi), %edx
	cmpb	$-65, -1(%rdi)
	jg	.Lbad
	subl	$128, %edx
	cmpl	$63, %edx
	ja	.Lbad
	andl	$15, %ecx
	shll	$6, %ecx
	addl	%edx, %ecx
	cmpl	$32, %ecx
	jb	.Lbad
	subl	$0x360, %ecx
	cmpl	$32, %ecx
	jb	.Lbad
	addq	$1, %rax
	cmpq	%r8, %rdi
	jne	.Lnext
	ret
.Lfour:
	cmpl	$0xf5, %ecx
	jae	.Lbad
	addq	$4, %rdi
	cmpq	%r8, %rdi
	ja	.Lbad
	movzbl	-3(%rdi), %edx
	cmpb	$-65, -2(%rdi)
	jg	.Lbad
	cmpb	$-65, -1(%rdi)
	jg	.Lbad
	subl	$128, %edx
	cmpl	$63, %edx
	ja	.Lbad
	andl	$7, %ecx
	shll	$6, %ecx
	leal	-16(%rcx,%rdx), %ecx
	cmpl	$255, %ecx
	ja	.Lbad
	addq	$1, %rax
	cmpq	%r8, %rdi
	jne	.Lnext
	ret
.Lbad:
	movq	$-1, %rax
	ret
	.size	count_code_points, .-count_code_points
	.section	.note.GNU-stack,"",@progbits
