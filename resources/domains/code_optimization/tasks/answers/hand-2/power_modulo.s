	.text
	.p2align 4
	.globl	power_modulo
	.type	power_modulo, @function
# Barrett reduction by a 64-bit reciprocal; exponent from the left, two bits at a time
power_modulo:
	movl	%edx, %r9d
	xorl	%eax, %eax
	cmpl	$1, %r9d
	seta	%al
	testl	%esi, %esi
	je	.Lret
	movq	%rax, -32(%rsp)
	movq	$-1, %rax
	xorl	%edx, %edx
	divq	%r9
	movq	%rax, %r8
	movl	%edi, %eax
	cmpq	%r9, %rax
	jb	.Lsmall
	movq	%rax, %r10
	mulq	%r8
	imulq	%r9, %rdx
	subq	%rdx, %r10
	movq	%r10, %rax
	subq	%r9, %rax
	cmovb	%r10, %rax
.Lsmall:
	movq	%rax, %rdi
	movq	%rax, -24(%rsp)
	bsrl	%esi, %ecx
	andl	$-2, %ecx
	jne	.Lwide
	cmpl	$1, %esi
	je	.Lret
.Lwide:
	imulq	%rax, %rax
	movq	%rax, %r10
	mulq	%r8
	imulq	%r9, %rdx
	subq	%rdx, %r10
	movq	%r10, %rax
	subq	%r9, %rax
	cmovb	%r10, %rax
	movq	%rax, -16(%rsp)
	imulq	%rdi, %rax
	movq	%rax, %r10
	mulq	%r8
	imulq	%r9, %rdx
	subq	%rdx, %r10
	movq	%r10, %rax
	subq	%r9, %rax
	cmovb	%r10, %rax
	movq	%rax, -8(%rsp)
	movl	%esi, %edx
	shrl	%cl, %edx
	movq	-32(%rsp,%rdx,8), %rax
	subl	$2, %ecx
	js	.Lret
	.p2align 4
.Lwindow:
	imulq	%rax, %rax
	movq	%rax, %r10
	mulq	%r8
	imulq	%r9, %rdx
	subq	%rdx, %r10
	movq	%r10, %rax
	subq	%r9, %rax
	cmovb	%r10, %rax
	imulq	%rax, %rax
	movl	%esi, %edi
	shrl	%cl, %edi
	movq	%rax, %r10
	mulq	%r8
	andl	$3, %edi
	imulq	%r9, %rdx
	subq	%rdx, %r10
	movq	%r10, %rax
	subq	%r9, %rax
	cmovb	%r10, %rax
	imulq	-32(%rsp,%rdi,8), %rax
	movq	%rax, %r10
	mulq	%r8
	imulq	%r9, %rdx
	subq	%rdx, %r10
	movq	%r10, %rax
	subq	%r9, %rax
	cmovb	%r10, %rax
	subl	$2, %ecx
	jns	.Lwindow
.Lret:
	ret
	.size	power_modulo, .-power_modulo
	.section	.note.GNU-stack,"",@progbits
