	.text
	.p2align 4
	.globl	lower_bound
	.type	lower_bound, @function
lower_bound:
	xorl	%eax, %eax
	testq	%rsi, %rsi
	je	.Lret
	movq	%rdi, %r8
	bsrq	%rsi, %rcx
	movl	$1, %eax
	shlq	%cl, %rax
	subq	%rax, %rsi
	leaq	(%rdi,%rsi,4), %r9
	cmpl	%edx, -4(%rdi,%rax,4)
	cmovb	%r9, %rdi
	cmpq	$17, %rcx
	ja	.Lbig
.Ljump:
	jmp	*.Ltab(,%rcx,8)
.Lbig:
	shrq	%rax
	leaq	(%rdi,%rax,4), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
	subq	$1, %rcx
	cmpq	$17, %rcx
	ja	.Lbig
	jmp	.Ljump
	.p2align 4
.L17:
	leaq	262144(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L16:
	leaq	131072(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L15:
	leaq	65536(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L14:
	leaq	32768(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L13:
	leaq	16384(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L12:
	leaq	8192(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L11:
	leaq	4096(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L10:
	leaq	2048(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L9:
	leaq	1024(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L8:
	leaq	512(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L7:
	leaq	256(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L6:
	leaq	128(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L5:
	leaq	64(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L4:
	leaq	32(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L3:
	leaq	16(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L2:
	leaq	8(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L1:
	leaq	4(%rdi), %r9
	cmpl	%edx, -4(%r9)
	cmovb	%r9, %rdi
.L0:
	movl	(%rdi), %eax
	subq	%r8, %rdi
	shrq	$2, %rdi
	cmpl	%edx, %eax
	adcq	$0, %rdi
	movq	%rdi, %rax
.Lret:
	ret
	.size	lower_bound, .-lower_bound
	.section	.rodata
	.align 8
.Ltab:
	.quad	.L0, .L1, .L2, .L3, .L4, .L5, .L6, .L7, .L8
	.quad	.L9, .L10, .L11, .L12, .L13, .L14, .L15, .L16, .L17
	.section	.note.GNU-stack,"",@progbits
