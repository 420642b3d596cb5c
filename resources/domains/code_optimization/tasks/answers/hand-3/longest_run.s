	.text
	.p2align 4
	.globl	longest_run
	.type	longest_run, @function
longest_run:
	xorl	%eax, %eax
	testq	%rsi, %rsi
	je	.Lreturn
	leaq	(%rdi,%rsi), %rsi
	movl	$1, %eax
	# rdi start of a run that may be longer, rax longest
.Louter:
	leaq	(%rdi,%rax), %rdx
	cmpq	%rsi, %rdx
	jae	.Lreturn
	movzbl	(%rdx), %ecx
	leaq	-1(%rdx), %r8
	.p2align 4
.Lback:
	cmpb	%cl, (%r8)
	jne	.Lmismatch
	decq	%r8
	cmpq	%rdi, %r8
	jae	.Lback
.Lextend:
	incq	%rdx
	cmpq	%rsi, %rdx
	jae	.Lfound
	cmpb	%cl, (%rdx)
	je	.Lextend
.Lfound:
	movq	%rdx, %rax
	subq	%rdi, %rax
	movq	%rdx, %rdi
	jmp	.Louter
.Lmismatch:
	leaq	1(%r8), %rdi
	jmp	.Louter
.Lreturn:
	ret
	.size	longest_run, .-longest_run
	.section	.note.GNU-stack,"",@progbits
