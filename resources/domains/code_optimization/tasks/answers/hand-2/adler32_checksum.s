	.text
	.p2align 4
	.globl	adler32
	.type	adler32, @function
adler32:
	movl	$1, %eax
	xorl	%edx, %edx
	movl	$2147975281, %r11d
	pxor	%xmm7, %xmm7
	movdqa	.Lw0(%rip), %xmm5
	movdqa	.Lw1(%rip), %xmm6
.Lchunk:
	cmpq	$16, %rsi
	jb	.Ltail
	movl	$0x100000, %ecx
	cmpq	%rcx, %rsi
	cmovb	%rsi, %rcx
	andq	$-16, %rcx
	subq	%rcx, %rsi
	movq	%rax, %r8
	imulq	%rcx, %r8
	addq	%r8, %rdx
	addq	%rdi, %rcx
	pxor	%xmm0, %xmm0
	pxor	%xmm1, %xmm1
	pxor	%xmm2, %xmm2
	.p2align 4
.Lblk:
	movdqu	(%rdi), %xmm3
	addq	$16, %rdi
	paddq	%xmm0, %xmm1
	movdqa	%xmm3, %xmm4
	movdqa	%xmm3, %xmm8
	punpcklbw	%xmm7, %xmm4
	punpckhbw	%xmm7, %xmm8
	psadbw	%xmm7, %xmm3
	pmaddwd	%xmm5, %xmm4
	pmaddwd	%xmm6, %xmm8
	paddq	%xmm3, %xmm0
	paddd	%xmm4, %xmm2
	paddd	%xmm8, %xmm2
	cmpq	%rcx, %rdi
	jne	.Lblk
	movdqa	%xmm0, %xmm3
	psrldq	$8, %xmm3
	paddq	%xmm3, %xmm0
	movq	%xmm0, %r8
	addq	%r8, %rax
	movdqa	%xmm1, %xmm3
	psrldq	$8, %xmm3
	paddq	%xmm3, %xmm1
	movq	%xmm1, %r8
	shlq	$4, %r8
	addq	%r8, %rdx
	movdqa	%xmm2, %xmm3
	punpckldq	%xmm7, %xmm2
	punpckhdq	%xmm7, %xmm3
	paddq	%xmm3, %xmm2
	movdqa	%xmm2, %xmm3
	psrldq	$8, %xmm3
	paddq	%xmm3, %xmm2
	movq	%xmm2, %r8
	addq	%r8, %rdx
	cmpq	$16, %rsi
	jae	.Lfold
.Ltail:
	testq	%rsi, %rsi
	je	.Lfold
	addq	%rdi, %rsi
.Lbyte:
	movzbl	(%rdi), %ecx
	addq	$1, %rdi
	addq	%rcx, %rax
	addq	%rax, %rdx
	cmpq	%rsi, %rdi
	jne	.Lbyte
	xorl	%esi, %esi
.Lfold:
	movq	%rdx, %r8
	shrq	$16, %r8
	movzwl	%dx, %edx
	leaq	(%r8,%r8,4), %r8
	leaq	(%r8,%r8,2), %r8
	addq	%r8, %rdx
	movq	%rdx, %r8
	shrq	$16, %r8
	movzwl	%dx, %edx
	leaq	(%r8,%r8,4), %r8
	leaq	(%r8,%r8,2), %r8
	addq	%r8, %rdx
	movl	%edx, %edx
	movq	%rdx, %r8
	imulq	%r11, %r8
	shrq	$47, %r8
	imull	$65521, %r8d, %r8d
	subl	%r8d, %edx
	movl	%eax, %eax
	movq	%rax, %r8
	imulq	%r11, %r8
	shrq	$47, %r8
	imull	$65521, %r8d, %r8d
	subl	%r8d, %eax
	testq	%rsi, %rsi
	jne	.Lchunk
	shll	$16, %edx
	orl	%edx, %eax
	ret
	.size	adler32, .-adler32
	.section	.rodata
	.align 16
.Lw0:
	.value	16, 15, 14, 13, 12, 11, 10, 9
.Lw1:
	.value	8, 7, 6, 5, 4, 3, 2, 1
	.section	.note.GNU-stack,"",@progbits
