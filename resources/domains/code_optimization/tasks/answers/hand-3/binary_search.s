	.text
	.p2align 4
	.globl	lower_bound
	.type	lower_bound, @function
lower_bound:
	movq	%rdi, %rax
	testq	%rsi, %rsi
	je	.Lempty
	cmpq	$1, %rsi
	je	.Llast
	.p2align 4
.Lloop:
	movq	%rsi, %rcx
	shrq	%rcx
	leaq	(%rax,%rcx,4), %r8
	subq	%rcx, %rsi
	cmpl	%edx, -4(%r8)
	cmovb	%r8, %rax
	cmpq	$1, %rsi
	ja	.Lloop
.Llast:
	xorl	%ecx, %ecx
	cmpl	%edx, (%rax)
	setb	%cl
	subq	%rdi, %rax
	shrq	$2, %rax
	addq	%rcx, %rax
	ret
.Lempty:
	xorl	%eax, %eax
	ret
	.size	lower_bound, .-lower_bound
	.section	.note.GNU-stack,"",@progbits
