	.text
	.p2align 4
	.globl	digit_sum
	.type	digit_sum, @function
# value = a * 10^16 + b * 10^8 + c; b and c are split in parallel lanes, a in scalar ones
digit_sum:
	movabsq	$-6067343680855748867, %rcx
	movq	%rdi, %rax
	mulq	%rcx
	shrq	$26, %rdx
	imulq	$100000000, %rdx, %rax
	movq	%rdx, %rsi
	subq	%rax, %rdi
	movq	%rdx, %rax
	mulq	%rcx
	shrq	$26, %rdx
	imulq	$100000000, %rdx, %rax
	subq	%rax, %rsi
	movd	%edi, %xmm0
	movd	%esi, %xmm1
	punpcklqdq	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	pmuludq	.Lr4(%rip), %xmm1
	pxor	%xmm3, %xmm3
	psrlq	$45, %xmm1
	pmuludq	.Ls4(%rip), %xmm1
	paddq	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	pmulhuw	.Lr2(%rip), %xmm1
	psrlw	$3, %xmm1
	movdqa	%xmm1, %xmm2
	pslld	$16, %xmm1
	pmullw	.L100(%rip), %xmm2
	psubw	%xmm2, %xmm0
	por	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	pmulhuw	.Lr1(%rip), %xmm1
	pmullw	.L9(%rip), %xmm1
	psubw	%xmm1, %xmm0
	psadbw	%xmm3, %xmm0
	imull	$5243, %edx, %ecx
	shrl	$19, %ecx
	imull	$65436, %ecx, %ecx
	addl	%edx, %ecx
	imull	$103, %ecx, %edx
	shrl	$10, %edx
	andl	$0x000f000f, %edx
	leal	(%rdx,%rdx,8), %edx
	subl	%edx, %ecx
	movl	%ecx, %edx
	shrl	$16, %edx
	addl	%edx, %ecx
	movzbl	%cl, %ecx
	movdqa	%xmm0, %xmm1
	psrldq	$8, %xmm1
	paddd	%xmm1, %xmm0
	movd	%xmm0, %eax
	addl	%ecx, %eax
	ret
	.size	digit_sum, .-digit_sum
	.section	.rodata
	.align 16
.Lr4:	.quad	3518437209, 3518437209
.Ls4:	.quad	4294957296, 4294957296
.Lr2:	.value	5243, 5243, 5243, 5243, 5243, 5243, 5243, 5243
.L100:	.value	100, 100, 100, 100, 100, 100, 100, 100
.Lr1:	.value	6554, 6554, 6554, 6554, 6554, 6554, 6554, 6554
.L9:	.value	9, 9, 9, 9, 9, 9, 9, 9
	.section	.note.GNU-stack,"",@progbits
