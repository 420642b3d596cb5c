	.text
	.p2align 4
	.globl	expression_value
	.type	expression_value, @function
expression_value:
	xorl	%eax, %eax
	movl	$1, %ecx
	xorl	%r8d, %r8d
	jmp	.Lfactor
.Lfactor_blank:
	incq	%rdi
.Lfactor:
	movzbl	(%rdi), %edx
	subl	$48, %edx
	cmpl	$9, %edx
	ja	.Lnodigit
	movl	%edx, %esi
	incq	%rdi
	movzbl	(%rdi), %edx
	subl	$48, %edx
	cmpl	$9, %edx
	ja	.Lnumber
	.p2align 4
.Ldigit:
	leaq	(%rsi,%rsi,4), %rsi
	leaq	(%rdx,%rsi,2), %rsi
	incq	%rdi
	movzbl	(%rdi), %edx
	subl	$48, %edx
	cmpl	$9, %edx
	jbe	.Ldigit
.Lnumber:
	imulq	%rsi, %rcx
	jmp	.Loperator
.Lblank:
	incq	%rdi
	movzbl	(%rdi), %edx
	subl	$48, %edx
.Loperator:
	cmpl	$-16, %edx
	je	.Lblank
	cmpl	$-6, %edx
	je	.Ltimes
	cmpl	$-5, %edx
	je	.Lplus
	cmpl	$-3, %edx
	je	.Lminus
	addq	%rcx, %rax
	testl	%r8d, %r8d
	je	.Lreturn
	decl	%r8d
	movq	%rax, %rsi
	popq	%rax
	popq	%rcx
	cmpl	$-7, %edx
	jne	.Lnumber
	incq	%rdi
	movzbl	(%rdi), %edx
	subl	$48, %edx
	jmp	.Lnumber
.Ltimes:
	incq	%rdi
	jmp	.Lfactor
.Lplus:
	addq	%rcx, %rax
	movl	$1, %ecx
	incq	%rdi
	jmp	.Lfactor
.Lminus:
	addq	%rcx, %rax
	movq	$-1, %rcx
	incq	%rdi
	jmp	.Lfactor
.Lnodigit:
	cmpl	$-16, %edx
	je	.Lfactor_blank
	xorl	%esi, %esi
	cmpl	$-8, %edx
	jne	.Lnumber
	incq	%rdi
	pushq	%rcx
	pushq	%rax
	incl	%r8d
	xorl	%eax, %eax
	movl	$1, %ecx
	jmp	.Lfactor
.Lreturn:
	ret
	.size	expression_value, .-expression_value
	.section	.note.GNU-stack,"",@progbits
