	.text
	.p2align 4
	.globl	quick_sort
	.type	quick_sort, @function
quick_sort:
	pushq	%rbx
	pushq	%rbp
	subq	$8, %rsp
.Lagain:
	cmpq	$16, %rsi
	jbe	.Linsertion
	# median of three
	movq	%rsi, %rax
	shrq	%rax
	movl	(%rdi), %ecx
	movl	(%rdi,%rax,4), %edx
	movl	-4(%rdi,%rsi,4), %r8d
	movl	%ecx, %r9d
	cmpl	%edx, %ecx
	cmovg	%edx, %ecx
	cmovg	%r9d, %edx
	cmpl	%r8d, %edx
	cmovg	%r8d, %edx
	cmpl	%ecx, %edx
	cmovl	%ecx, %edx
	# smaller than the pivot to the front
	movq	%rdi, %rax
	movq	%rdi, %rcx
	leaq	(%rdi,%rsi,4), %r11
	xorl	%r10d, %r10d
	.p2align 4
.Lless:
	movl	(%rax), %r8d
	movl	(%rcx), %r9d
	movl	%r9d, (%rax)
	movl	%r8d, (%rcx)
	xorl	%r10d, %r10d
	cmpl	%edx, %r8d
	setl	%r10b
	leaq	(%rcx,%r10,4), %rcx
	addq	$4, %rax
	cmpq	%r11, %rax
	jb	.Lless
	cmpq	%rdi, %rcx
	je	.Lequal
	# recurse into the left part, loop on the right one
	movq	%rcx, %rbx
	movq	%r11, %rbp
	movq	%rcx, %rsi
	subq	%rdi, %rsi
	shrq	$2, %rsi
	call	quick_sort
	movq	%rbx, %rdi
	movq	%rbp, %rsi
	subq	%rbx, %rsi
	shrq	$2, %rsi
	jmp	.Lagain
.Lequal:
	# the pivot is the smallest: those equal to it to the front
	movq	%rdi, %rax
	.p2align 4
.Lnotgreater:
	movl	(%rax), %r8d
	movl	(%rcx), %r9d
	movl	%r9d, (%rax)
	movl	%r8d, (%rcx)
	xorl	%r10d, %r10d
	cmpl	%edx, %r8d
	setle	%r10b
	leaq	(%rcx,%r10,4), %rcx
	addq	$4, %rax
	cmpq	%r11, %rax
	jb	.Lnotgreater
	movq	%rcx, %rdi
	movq	%r11, %rsi
	subq	%rcx, %rsi
	shrq	$2, %rsi
	jmp	.Lagain
.Linsertion:
	cmpq	$2, %rsi
	jb	.Lreturn
	movl	$1, %eax
.Louter:
	movl	(%rdi,%rax,4), %ecx
	movq	%rax, %rdx
.Linner:
	movl	-4(%rdi,%rdx,4), %r8d
	cmpl	%ecx, %r8d
	jle	.Lplace
	movl	%r8d, (%rdi,%rdx,4)
	decq	%rdx
	jne	.Linner
.Lplace:
	movl	%ecx, (%rdi,%rdx,4)
	incq	%rax
	cmpq	%rsi, %rax
	jb	.Louter
.Lreturn:
	addq	$8, %rsp
	popq	%rbp
	popq	%rbx
	ret
	.size	quick_sort, .-quick_sort
	.section	.note.GNU-stack,"",@progbits
