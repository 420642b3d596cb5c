	.text
	.p2align 4
	.globl	expression_value
	.type	expression_value, @function
# no recursion: a level is (r8 = finished terms, r9 = signed product so far), saved at '('
expression_value:
	movq	%rsp, %r10
	xorl	%r8d, %r8d
	movl	$1, %r9d
.Lfactor:
	movzbl	(%rdi), %eax
.Lfactor1:
	xorl	%edx, %edx
	leal	-48(%rax), %ecx
	cmpl	$9, %ecx
	ja	.Lnodigit
.Ldigit:
	leaq	(%rdx,%rdx,4), %rdx
	addq	$1, %rdi
	leaq	(%rcx,%rdx,2), %rdx
	movzbl	(%rdi), %eax
	leal	-48(%rax), %ecx
	cmpl	$9, %ecx
	jbe	.Ldigit
.Lnumber:
	imulq	%rdx, %r9
.Lafter:
	cmpl	$32, %eax
	je	.Lblank
.Lafter1:
	cmpl	$42, %eax
	je	.Lmul
	cmpl	$43, %eax
	je	.Ladd
	cmpl	$45, %eax
	je	.Lsub
	leaq	(%r8,%r9), %rdx
	cmpq	%r10, %rsp
	je	.Ldone
	popq	%r9
	popq	%r8
	imulq	%rdx, %r9
	cmpl	$41, %eax
	jne	.Lafter1
	addq	$1, %rdi
	movzbl	(%rdi), %eax
	jmp	.Lafter
.Lblank:
	addq	$1, %rdi
	movzbl	(%rdi), %eax
	jmp	.Lafter
.Lmul:
	addq	$1, %rdi
	jmp	.Lfactor
.Ladd:
	addq	%r9, %r8
	movl	$1, %r9d
	addq	$1, %rdi
	jmp	.Lfactor
.Lsub:
	addq	%r9, %r8
	movq	$-1, %r9
	addq	$1, %rdi
	jmp	.Lfactor
.Lnodigit:
	cmpl	$40, %eax
	je	.Lopen
	cmpl	$32, %eax
	jne	.Lnumber
	addq	$1, %rdi
	movzbl	(%rdi), %eax
	jmp	.Lfactor1
.Lopen:
	pushq	%r8
	pushq	%r9
	addq	$1, %rdi
	xorl	%r8d, %r8d
	movl	$1, %r9d
	jmp	.Lfactor
.Ldone:
	movq	%rdx, %rax
	ret
	.size	expression_value, .-expression_value
	.section	.note.GNU-stack,"",@progbits
