	.text
	.p2align 4
	.globl	digit_sum
	.type	digit_sum, @function
digit_sum:
	xorl	%r8d, %r8d
	movq	%rdi, %rcx
	shrq	$32, %rcx
	je	.Lsmall
	movabsq	$2951479051793528259, %rsi
	.p2align 4
.Llarge:
	movq	%rdi, %rax
	shrq	$2, %rax
	mulq	%rsi
	shrq	$2, %rdx
	imulq	$100, %rdx, %rax
	subq	%rax, %rdi
	movzbl	.Ldigits(%rdi), %eax
	addl	%eax, %r8d
	movq	%rdx, %rdi
	shrq	$32, %rdx
	jne	.Llarge
.Lsmall:
	movl	%edi, %edi
	cmpl	$100, %edi
	jb	.Llast
	.p2align 4
.Lloop:
	movl	%edi, %eax
	imulq	$1374389535, %rax, %rax
	shrq	$37, %rax
	imull	$100, %eax, %ecx
	subl	%ecx, %edi
	movzbl	.Ldigits(%rdi), %ecx
	addl	%ecx, %r8d
	movl	%eax, %edi
	cmpl	$100, %edi
	jae	.Lloop
.Llast:
	movzbl	.Ldigits(%rdi), %eax
	addl	%r8d, %eax
	ret
	.size	digit_sum, .-digit_sum
	.section	.rodata
	.p2align 4
.Ldigits:
	.byte	0, 1, 2, 3, 4, 5, 6, 7, 8, 9
	.byte	1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	.byte	2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	.byte	3, 4, 5, 6, 7, 8, 9, 10, 11, 12
	.byte	4, 5, 6, 7, 8, 9, 10, 11, 12, 13
	.byte	5, 6, 7, 8, 9, 10, 11, 12, 13, 14
	.byte	6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	.byte	7, 8, 9, 10, 11, 12, 13, 14, 15, 16
	.byte	8, 9, 10, 11, 12, 13, 14, 15, 16, 17
	.byte	9, 10, 11, 12, 13, 14, 15, 16, 17, 18
	.section	.note.GNU-stack,"",@progbits
