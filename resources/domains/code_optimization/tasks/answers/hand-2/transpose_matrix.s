	.text
	.p2align 4
	.globl	transpose
	.type	transpose, @function
# squares of eight; the last ones overlap those before them
transpose:
	testq	%rdx, %rdx
	je	.Lret
	testq	%rcx, %rcx
	je	.Lret
	leaq	(%rdx,%rdx), %r8
	leaq	(%rcx,%rcx), %r9
	cmpq	$8, %rdx
	jb	.Lthin
	cmpq	$8, %rcx
	jb	.Lthin
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	leaq	(%r9,%r9,2), %r10
	leaq	(%r8,%r8,2), %r11
	subq	$8, %rdx
	subq	$8, %rcx
	xorl	%r12d, %r12d
.Lrows:
	movq	%r12, %rbx
	imulq	%r9, %rbx
	addq	%rsi, %rbx
	leaq	(%rdi,%r12,2), %rbp
	xorl	%r13d, %r13d
	.p2align 4
.Lcols:
	leaq	(%rbx,%r13,2), %rax
	movdqu	(%rax), %xmm0
	movdqu	(%rax,%r9), %xmm1
	movdqu	(%rax,%r9,2), %xmm2
	movdqu	(%rax,%r10), %xmm3
	leaq	(%rax,%r9,4), %rax
	movdqu	(%rax), %xmm4
	movdqu	(%rax,%r9), %xmm5
	movdqu	(%rax,%r9,2), %xmm6
	movdqu	(%rax,%r10), %xmm7
	movq	%r13, %rax
	imulq	%r8, %rax
	addq	%rbp, %rax
	movdqa	%xmm0, %xmm8
	movdqa	%xmm2, %xmm9
	movdqa	%xmm4, %xmm10
	movdqa	%xmm6, %xmm11
	punpcklwd	%xmm1, %xmm0
	punpckhwd	%xmm1, %xmm8
	punpcklwd	%xmm3, %xmm2
	punpckhwd	%xmm3, %xmm9
	punpcklwd	%xmm5, %xmm4
	punpckhwd	%xmm5, %xmm10
	punpcklwd	%xmm7, %xmm6
	punpckhwd	%xmm7, %xmm11
	movdqa	%xmm0, %xmm1
	movdqa	%xmm4, %xmm3
	movdqa	%xmm8, %xmm5
	movdqa	%xmm10, %xmm7
	punpckldq	%xmm2, %xmm0
	punpckhdq	%xmm2, %xmm1
	punpckldq	%xmm6, %xmm4
	punpckhdq	%xmm6, %xmm3
	punpckldq	%xmm9, %xmm8
	punpckhdq	%xmm9, %xmm5
	punpckldq	%xmm11, %xmm10
	punpckhdq	%xmm11, %xmm7
	movdqa	%xmm0, %xmm2
	movdqa	%xmm1, %xmm6
	movdqa	%xmm8, %xmm9
	movdqa	%xmm5, %xmm11
	punpcklqdq	%xmm4, %xmm0
	punpckhqdq	%xmm4, %xmm2
	punpcklqdq	%xmm3, %xmm1
	punpckhqdq	%xmm3, %xmm6
	punpcklqdq	%xmm10, %xmm8
	punpckhqdq	%xmm10, %xmm9
	punpcklqdq	%xmm7, %xmm5
	punpckhqdq	%xmm7, %xmm11
	movdqu	%xmm0, (%rax)
	movdqu	%xmm2, (%rax,%r8)
	movdqu	%xmm1, (%rax,%r8,2)
	movdqu	%xmm6, (%rax,%r11)
	leaq	(%rax,%r8,4), %rax
	movdqu	%xmm8, (%rax)
	movdqu	%xmm9, (%rax,%r8)
	movdqu	%xmm5, (%rax,%r8,2)
	movdqu	%xmm11, (%rax,%r11)
	cmpq	%rcx, %r13
	je	.Lcolsdone
	addq	$8, %r13
	cmpq	%rcx, %r13
	cmova	%rcx, %r13
	jmp	.Lcols
.Lcolsdone:
	cmpq	%rdx, %r12
	je	.Ldone
	addq	$8, %r12
	cmpq	%rdx, %r12
	cmova	%rdx, %r12
	jmp	.Lrows
.Ldone:
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
.Lret:
	ret
.Lthin:
	leaq	(%rsi,%r9), %r10
	movq	%rdi, %rax
.Lcell:
	movzwl	(%rsi), %r11d
	addq	$2, %rsi
	movw	%r11w, (%rax)
	addq	%r8, %rax
	cmpq	%r10, %rsi
	jne	.Lcell
	addq	$2, %rdi
	subq	$1, %rdx
	jne	.Lthin
	ret
	.size	transpose, .-transpose
	.section	.note.GNU-stack,"",@progbits
