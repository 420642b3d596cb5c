	.text
	.p2align 4
	.globl	adler32
	.type	adler32, @function
adler32:
	movl	$1, %r10d
	xorl	%r11d, %r11d
	movl	$2147975281, %r8d
	pxor	%xmm7, %xmm7
	cmpq	$16, %rsi
	jb	.Ltail
	movdqa	.Lweights(%rip), %xmm8
	movdqa	.Lweights+16(%rip), %xmm9
.Lblock:
	movl	$5552, %ecx
	cmpq	%rcx, %rsi
	cmovb	%rsi, %rcx
	andq	$-16, %rcx
	subq	%rcx, %rsi
	movq	%r10, %rax
	imulq	%rcx, %rax
	addq	%rax, %r11
	leaq	(%rdi,%rcx), %rdx
	pxor	%xmm0, %xmm0
	pxor	%xmm1, %xmm1
	pxor	%xmm2, %xmm2
	.p2align 4
.Lchunk:
	movdqu	(%rdi), %xmm3
	paddd	%xmm0, %xmm1
	movdqa	%xmm3, %xmm4
	movdqa	%xmm3, %xmm5
	psadbw	%xmm7, %xmm3
	punpcklbw	%xmm7, %xmm4
	punpckhbw	%xmm7, %xmm5
	pmaddwd	%xmm8, %xmm4
	pmaddwd	%xmm9, %xmm5
	paddd	%xmm3, %xmm0
	paddd	%xmm4, %xmm2
	paddd	%xmm5, %xmm2
	addq	$16, %rdi
	cmpq	%rdx, %rdi
	jb	.Lchunk
	pslld	$4, %xmm1
	paddd	%xmm1, %xmm2
	pshufd	$0x4e, %xmm2, %xmm3
	paddd	%xmm3, %xmm2
	pshufd	$0xb1, %xmm2, %xmm3
	paddd	%xmm3, %xmm2
	movd	%xmm2, %eax
	addq	%rax, %r11
	pshufd	$0x4e, %xmm0, %xmm3
	paddd	%xmm3, %xmm0
	movd	%xmm0, %eax
	addq	%rax, %r10
	movq	%r10, %rax
	imulq	%r8, %rax
	shrq	$47, %rax
	imull	$65521, %eax, %eax
	subl	%eax, %r10d
	movq	%r11, %rax
	imulq	%r8, %rax
	shrq	$47, %rax
	imull	$65521, %eax, %eax
	subl	%eax, %r11d
	cmpq	$16, %rsi
	jae	.Lblock
.Ltail:
	testq	%rsi, %rsi
	je	.Ldone
	addq	%rdi, %rsi
.Lbyte:
	movzbl	(%rdi), %eax
	incq	%rdi
	addl	%eax, %r10d
	addl	%r10d, %r11d
	cmpq	%rsi, %rdi
	jne	.Lbyte
	movq	%r10, %rax
	imulq	%r8, %rax
	shrq	$47, %rax
	imull	$65521, %eax, %eax
	subl	%eax, %r10d
	movq	%r11, %rax
	imulq	%r8, %rax
	shrq	$47, %rax
	imull	$65521, %eax, %eax
	subl	%eax, %r11d
.Ldone:
	movl	%r11d, %eax
	sall	$16, %eax
	orl	%r10d, %eax
	ret
	.size	adler32, .-adler32
	.section	.rodata
	.p2align 4
.Lweights:
	.value	16, 15, 14, 13, 12, 11, 10, 9
	.value	8, 7, 6, 5, 4, 3, 2, 1
	.section	.note.GNU-stack,"",@progbits
