	.text
	.p2align 4
	.globl	edit_distance
	.type	edit_distance, @function
edit_distance:
	movl	%ecx, %eax
	testq	%rsi, %rsi
	je	.Lquick
	movl	%esi, %eax
	testq	%rcx, %rcx
	je	.Lquick
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	subq	$2072, %rsp
	movl	%esi, 2048(%rsp)
	leaq	(%rdx,%rcx), %rbx
	xorl	%eax, %eax
.Linit:
	movl	$1, (%r8,%rax,4)
	incq	%rax
	cmpq	%rcx, %rax
	jb	.Linit
	movq	%rdx, 2056(%rsp)
.Lblock:
	pxor	%xmm0, %xmm0
	xorl	%eax, %eax
.Lzero:
	movups	%xmm0, (%rsp,%rax)
	movups	%xmm0, 16(%rsp,%rax)
	movups	%xmm0, 32(%rsp,%rax)
	movups	%xmm0, 48(%rsp,%rax)
	addl	$64, %eax
	cmpl	$2048, %eax
	jne	.Lzero
	movl	$64, %ecx
	cmpq	%rcx, %rsi
	cmovb	%rsi, %rcx
	subq	%rcx, %rsi
	movl	$1, %eax
.Lpattern:
	movzbl	(%rdi), %r9d
	incq	%rdi
	orq	%rax, (%rsp,%r9,8)
	addq	%rax, %rax
	decl	%ecx
	jne	.Lpattern
	# top bit of the block
	rorq	%rax
	bsfq	%rax, %rcx
	movq	2056(%rsp), %rdx
	movq	%r8, %rbp
	movq	$-1, %r10
	xorl	%r11d, %r11d
	.p2align 4
.Lcolumn:
	movzbl	(%rdx), %eax
	movl	(%rbp), %r9d
	movq	(%rsp,%rax,8), %r12
	movl	%r9d, %r13d
	shrl	%r13d
	andl	$1, %r9d
	movq	%r12, %r14
	orq	%r11, %r14
	orq	%r13, %r12
	movq	%r12, %r15
	andq	%r10, %r15
	addq	%r10, %r15
	xorq	%r10, %r15
	orq	%r12, %r15
	movq	%r15, %rax
	orq	%r10, %rax
	notq	%rax
	orq	%r11, %rax
	andq	%r10, %r15
	movq	%rax, %r10
	movq	%r15, %r12
	shrq	%cl, %r10
	shrq	%cl, %r12
	andl	$1, %r10d
	andl	$1, %r12d
	leal	(%r10,%r12,2), %r10d
	movl	%r10d, (%rbp)
	leaq	(%r9,%rax,2), %rax
	leaq	(%r13,%r15,2), %r15
	movq	%r14, %r10
	orq	%rax, %r10
	notq	%r10
	orq	%r15, %r10
	movq	%rax, %r11
	andq	%r14, %r11
	addq	$4, %rbp
	incq	%rdx
	cmpq	%rbx, %rdx
	jb	.Lcolumn
	testq	%rsi, %rsi
	jne	.Lblock
	movl	2048(%rsp), %eax
.Lscore:
	subq	$4, %rbp
	movl	(%rbp), %ecx
	movl	%ecx, %edx
	andl	$1, %ecx
	shrl	%edx
	addl	%ecx, %eax
	subl	%edx, %eax
	cmpq	%r8, %rbp
	ja	.Lscore
	addq	$2072, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
.Lquick:
	ret
	.size	edit_distance, .-edit_distance
	.section	.note.GNU-stack,"",@progbits
