	.text
	.p2align 4
	.globl	count_code_points
	.type	count_code_points, @function
count_code_points:
	xorl	%eax, %eax
	leaq	(%rdi,%rsi), %rsi
	cmpq	%rsi, %rdi
	jae	.Lreturn
	leaq	-16(%rsi), %r8
	cmpq	$16, %rsi
	.p2align 4
.Lloop:
	movzbl	(%rdi), %ecx
	testb	%cl, %cl
	js	.Lmulti
	movq	%rsi, %rdx
	subq	%rdi, %rdx
	cmpq	$16, %rdx
	jb	.Lsingle
	movdqu	(%rdi), %xmm0
	pmovmskb	%xmm0, %edx
	testl	%edx, %edx
	jne	.Lsome
	addq	$16, %rdi
	addq	$16, %rax
	cmpq	%rsi, %rdi
	jb	.Lloop
	ret
.Lsome:
	bsfl	%edx, %edx
	addq	%rdx, %rdi
	addq	%rdx, %rax
	movzbl	(%rdi), %ecx
	jmp	.Lmulti
.Lsingle:
	incq	%rdi
	incq	%rax
	cmpq	%rsi, %rdi
	jb	.Lloop
	ret
	.p2align 4
.Lmulti:
	movq	%rsi, %r9
	subq	%rdi, %r9
	cmpl	$0xe0, %ecx
	jae	.Lthree
	cmpl	$0xc2, %ecx
	jb	.Lbad
	cmpq	$2, %r9
	jb	.Lbad
	cmpb	$-64, 1(%rdi)
	jge	.Lbad
	addq	$2, %rdi
	incq	%rax
	cmpq	%rsi, %rdi
	jae	.Lreturn
	movzbl	(%rdi), %ecx
	testb	%cl, %cl
	js	.Lmulti
	jmp	.Lloop
.Lthree:
	cmpl	$0xf0, %ecx
	jae	.Lfour
	cmpq	$3, %r9
	jb	.Lbad
	movsbl	1(%rdi), %edx
	cmpl	$-64, %edx
	jge	.Lbad
	cmpb	$-64, 2(%rdi)
	jge	.Lbad
	andl	$15, %ecx
	andl	$63, %edx
	sall	$6, %ecx
	orl	%edx, %ecx
	# bits 15:6 of the code point
	cmpl	$0x20, %ecx
	jb	.Lbad
	subl	$0x360, %ecx
	cmpl	$0x20, %ecx
	jb	.Lbad
	addq	$3, %rdi
	incq	%rax
	cmpq	%rsi, %rdi
	jae	.Lreturn
	movzbl	(%rdi), %ecx
	testb	%cl, %cl
	js	.Lmulti
	jmp	.Lloop
.Lfour:
	cmpl	$0xf4, %ecx
	ja	.Lbad
	cmpq	$4, %r9
	jb	.Lbad
	movsbl	1(%rdi), %edx
	cmpl	$-64, %edx
	jge	.Lbad
	cmpb	$-64, 2(%rdi)
	jge	.Lbad
	cmpb	$-64, 3(%rdi)
	jge	.Lbad
	andl	$7, %ecx
	andl	$63, %edx
	sall	$6, %ecx
	orl	%edx, %ecx
	# bits 20:12 of the code point: 0x10 to 0x10f
	subl	$0x10, %ecx
	cmpl	$0x100, %ecx
	jae	.Lbad
	addq	$4, %rdi
	incq	%rax
	cmpq	%rsi, %rdi
	jae	.Lreturn
	movzbl	(%rdi), %ecx
	testb	%cl, %cl
	js	.Lmulti
	jmp	.Lloop
.Lbad:
	movq	$-1, %rax
.Lreturn:
	ret
	.size	count_code_points, .-count_code_points
	.section	.note.GNU-stack,"",@progbits
