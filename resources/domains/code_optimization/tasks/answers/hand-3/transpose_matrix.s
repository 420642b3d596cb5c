	.text
	.p2align 4
	.globl	transpose
	.type	transpose, @function
# rdi target, rsi source, rdx rows, rcx columns
transpose:
	testq	%rdx, %rdx
	je	.Lreturn
	testq	%rcx, %rcx
	je	.Lreturn
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	leaq	(%rcx,%rcx), %r8
	leaq	(%rdx,%rdx), %r9
	leaq	(%r8,%r8,2), %r12
	leaq	(%r9,%r9,2), %r13
	xorl	%r10d, %r10d
.Lrows:
	leaq	8(%r10), %rax
	cmpq	%rdx, %rax
	ja	.Lrow_rest
	xorl	%r11d, %r11d
	leaq	(%rdi,%r10,2), %rbp
	movq	%rsi, %rbx
.Lcolumns:
	leaq	8(%r11), %rax
	cmpq	%rcx, %rax
	ja	.Lcolumn_rest
	leaq	(%rbx,%r8,4), %rax
	movdqu	(%rbx), %xmm0
	movdqu	(%rbx,%r8), %xmm1
	movdqu	(%rbx,%r8,2), %xmm2
	movdqu	(%rbx,%r12), %xmm3
	movdqu	(%rax), %xmm4
	movdqu	(%rax,%r8), %xmm5
	movdqu	(%rax,%r8,2), %xmm6
	movdqu	(%rax,%r12), %xmm7
	movdqa	%xmm0, %xmm8
	punpcklwd	%xmm1, %xmm0
	punpckhwd	%xmm1, %xmm8
	movdqa	%xmm2, %xmm9
	punpcklwd	%xmm3, %xmm2
	punpckhwd	%xmm3, %xmm9
	movdqa	%xmm4, %xmm10
	punpcklwd	%xmm5, %xmm4
	punpckhwd	%xmm5, %xmm10
	movdqa	%xmm6, %xmm11
	punpcklwd	%xmm7, %xmm6
	punpckhwd	%xmm7, %xmm11
	# columns 0-3: xmm0 xmm2 xmm4 xmm6, columns 4-7: xmm8 xmm9 xmm10 xmm11
	movdqa	%xmm0, %xmm1
	punpckldq	%xmm2, %xmm0
	punpckhdq	%xmm2, %xmm1
	movdqa	%xmm4, %xmm5
	punpckldq	%xmm6, %xmm4
	punpckhdq	%xmm6, %xmm5
	movdqa	%xmm8, %xmm3
	punpckldq	%xmm9, %xmm8
	punpckhdq	%xmm9, %xmm3
	movdqa	%xmm10, %xmm7
	punpckldq	%xmm11, %xmm10
	punpckhdq	%xmm11, %xmm7
	leaq	(%rbp,%r9,4), %rax
	movdqa	%xmm0, %xmm2
	punpcklqdq	%xmm4, %xmm0
	punpckhqdq	%xmm4, %xmm2
	movdqu	%xmm0, (%rbp)
	movdqu	%xmm2, (%rbp,%r9)
	movdqa	%xmm1, %xmm2
	punpcklqdq	%xmm5, %xmm1
	punpckhqdq	%xmm5, %xmm2
	movdqu	%xmm1, (%rbp,%r9,2)
	movdqu	%xmm2, (%rbp,%r13)
	movdqa	%xmm8, %xmm2
	punpcklqdq	%xmm10, %xmm8
	punpckhqdq	%xmm10, %xmm2
	movdqu	%xmm8, (%rax)
	movdqu	%xmm2, (%rax,%r9)
	movdqa	%xmm3, %xmm2
	punpcklqdq	%xmm7, %xmm3
	punpckhqdq	%xmm7, %xmm2
	movdqu	%xmm3, (%rax,%r9,2)
	movdqu	%xmm2, (%rax,%r13)
	addq	$16, %rbx
	leaq	(%rbp,%r9,8), %rbp
	addq	$8, %r11
	jmp	.Lcolumns
.Lcolumn_rest:
	cmpq	%rcx, %r11
	jae	.Lrows_next
	leaq	(%rbx,%r8,4), %rax
	movzwl	(%rbx), %r14d
	movw	%r14w, (%rbp)
	movzwl	(%rbx,%r8), %r14d
	movw	%r14w, 2(%rbp)
	movzwl	(%rbx,%r8,2), %r14d
	movw	%r14w, 4(%rbp)
	movzwl	(%rbx,%r12), %r14d
	movw	%r14w, 6(%rbp)
	movzwl	(%rax), %r14d
	movw	%r14w, 8(%rbp)
	movzwl	(%rax,%r8), %r14d
	movw	%r14w, 10(%rbp)
	movzwl	(%rax,%r8,2), %r14d
	movw	%r14w, 12(%rbp)
	movzwl	(%rax,%r12), %r14d
	movw	%r14w, 14(%rbp)
	addq	$2, %rbx
	addq	%r9, %rbp
	incq	%r11
	jmp	.Lcolumn_rest
.Lrows_next:
	leaq	(%rsi,%r8,8), %rsi
	addq	$8, %r10
	jmp	.Lrows
.Lrow_rest:
	cmpq	%rdx, %r10
	jae	.Ldone
	leaq	(%rdi,%r10,2), %rbp
	leaq	(%rsi,%r8), %rbx
.Lsingle:
	movzwl	(%rsi), %eax
	movw	%ax, (%rbp)
	addq	$2, %rsi
	addq	%r9, %rbp
	cmpq	%rbx, %rsi
	jb	.Lsingle
	incq	%r10
	jmp	.Lrow_rest
.Ldone:
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
.Lreturn:
	ret
	.size	transpose, .-transpose
	.section	.note.GNU-stack,"",@progbits
