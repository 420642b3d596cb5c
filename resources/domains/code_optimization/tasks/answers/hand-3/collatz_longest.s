	.text
	.p2align 4
	.globl	collatz_longest
	.type	collatz_longest, @function
collatz_longest:
	xorl	%eax, %eax
	testl	%edi, %edi
	je	.Lreturn
	movl	%edi, %edi
	movl	%edi, %esi
	shrl	%esi
	incq	%rsi
	movl	%esi, %eax
	movl	$-1, %r8d
.Lstart:
	movq	%rsi, %rdx
	bsfq	%rdx, %rcx
	shrq	%cl, %rdx
	movl	%ecx, %r9d
	cmpq	$1, %rdx
	je	.Lended
	.p2align 4
.Lstep:
	leaq	1(%rdx,%rdx,2), %rdx
	bsfq	%rdx, %rcx
	shrq	%cl, %rdx
	leal	1(%r9,%rcx), %r9d
	cmpq	$1, %rdx
	jne	.Lstep
.Lended:
	cmpl	%r8d, %r9d
	jg	.Lbetter
.Lnext:
	incq	%rsi
	cmpq	%rdi, %rsi
	jbe	.Lstart
.Lreturn:
	ret
.Lbetter:
	movl	%r9d, %r8d
	movl	%esi, %eax
	jmp	.Lnext
	.size	collatz_longest, .-collatz_longest
	.section	.note.GNU-stack,"",@progbits
