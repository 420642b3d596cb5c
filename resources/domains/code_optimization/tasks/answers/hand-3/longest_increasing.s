	.text
	.p2align 4
	.globl	longest_increasing
	.type	longest_increasing, @function
# lengths holds the smallest last number of a subsequence of each length
longest_increasing:
	xorl	%eax, %eax
	testq	%rsi, %rsi
	je	.Lreturn
	leaq	(%rdi,%rsi,4), %rsi
	movl	(%rdi), %ecx
	movl	%ecx, (%rdx)
	movl	$1, %eax
	addq	$4, %rdi
	cmpq	%rsi, %rdi
	jae	.Lreturn
	.p2align 4
.Lnumber:
	movl	(%rdi), %ecx
	addq	$4, %rdi
	cmpl	%ecx, -4(%rdx,%rax,4)
	jl	.Lappend
	movq	%rdx, %r8
	movq	%rax, %r9
	cmpq	$1, %r9
	je	.Lstore
	.p2align 4
.Lsearch:
	movq	%r9, %r10
	shrq	%r10
	leaq	(%r8,%r10,4), %r11
	subq	%r10, %r9
	cmpl	%ecx, -4(%r11)
	cmovl	%r11, %r8
	cmpq	$1, %r9
	ja	.Lsearch
.Lstore:
	movl	%ecx, (%r8)
	cmpq	%rsi, %rdi
	jb	.Lnumber
	ret
.Lappend:
	movl	%ecx, (%rdx,%rax,4)
	incq	%rax
	cmpq	%rsi, %rdi
	jb	.Lnumber
.Lreturn:
	ret
	.size	longest_increasing, .-longest_increasing
	.section	.note.GNU-stack,"",@progbits
