	.text
	.p2align 4
	.globl	power_modulo
	.type	power_modulo, @function
power_modulo:
	movl	%edx, %r8d
	movl	%edi, %edi
	xorl	%r10d, %r10d
	cmpl	$1, %r8d
	setne	%r10b
	testl	%esi, %esi
	je	.Lreturn
	# r9 = floor((2^64 - 1) / modulus)
	movq	$-1, %rax
	xorl	%edx, %edx
	divq	%r8
	movq	%rax, %r9
	# square = base % modulus
	mulq	%rdi
	imulq	%r8, %rdx
	subq	%rdx, %rdi
	movq	%rdi, %rax
	subq	%r8, %rax
	cmovae	%rax, %rdi
	.p2align 4
.Lloop:
	shrl	%esi
	jnc	.Lsquare
	imulq	%rdi, %r10
	movq	%r10, %rax
	mulq	%r9
	imulq	%r8, %rdx
	subq	%rdx, %r10
	movq	%r10, %rax
	subq	%r8, %rax
	cmovae	%rax, %r10
	testl	%esi, %esi
	je	.Lreturn
.Lsquare:
	imulq	%rdi, %rdi
	movq	%rdi, %rax
	mulq	%r9
	imulq	%r8, %rdx
	subq	%rdx, %rdi
	movq	%rdi, %rax
	subq	%r8, %rax
	cmovae	%rax, %rdi
	jmp	.Lloop
.Lreturn:
	movl	%r10d, %eax
	ret
	.size	power_modulo, .-power_modulo
	.section	.note.GNU-stack,"",@progbits
