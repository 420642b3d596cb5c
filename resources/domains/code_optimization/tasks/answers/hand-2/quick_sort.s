	.text
	.p2align 4
	.globl	quick_sort
	.type	quick_sort, @function
# median of three, partition without branches on the data, insertion below 20,
# the smaller part by a call, the larger one by a jump
quick_sort:
.Lsort:
	cmpq	$20, %rsi
	jbe	.Linsert
	movq	%rsi, %rdx
	shrq	%rdx
	leaq	(%rdi,%rdx,4), %r8
	leaq	-4(%rdi,%rsi,4), %r9
	movl	(%rdi), %eax
	movl	(%r8), %ecx
	movl	(%r9), %r10d
	movl	%eax, %edx
	cmpl	%ecx, %edx
	cmovg	%ecx, %eax
	cmovg	%edx, %ecx
	movl	%ecx, %edx
	cmpl	%r10d, %edx
	cmovg	%r10d, %ecx
	cmovg	%edx, %r10d
	movl	%eax, %edx
	cmpl	%ecx, %edx
	cmovg	%ecx, %eax
	cmovg	%edx, %ecx
	movl	%r10d, (%r9)
	movl	%eax, (%r8)
	movl	%ecx, (%rdi)
	movl	%ecx, %r10d
	leaq	4(%r9), %r11
	leaq	4(%rdi), %r9
	movq	%r9, %r8
	.p2align 4
.Lsplit:
	movl	(%r9), %eax
	movl	(%r8), %ecx
	xorl	%edx, %edx
	cmpl	%r10d, %eax
	movl	%ecx, (%r9)
	setl	%dl
	movl	%eax, (%r8)
	addq	$4, %r9
	leaq	(%r8,%rdx,4), %r8
	cmpq	%r11, %r9
	jne	.Lsplit
	movl	-4(%r8), %eax
	movl	%eax, (%rdi)
	movl	%r10d, -4(%r8)
	leaq	-4(%r8), %rsi
	subq	%rdi, %rsi
	je	.Lleast
	shrq	$2, %rsi
	movq	%r11, %rdx
	subq	%r8, %rdx
	shrq	$2, %rdx
	cmpq	%rdx, %rsi
	ja	.Lrightfirst
	pushq	%r8
	pushq	%rdx
	subq	$8, %rsp
	call	.Lsort
	addq	$8, %rsp
	popq	%rsi
	popq	%rdi
	jmp	.Lsort
.Lrightfirst:
	pushq	%rdi
	pushq	%rsi
	subq	$8, %rsp
	movq	%r8, %rdi
	movq	%rdx, %rsi
	call	.Lsort
	addq	$8, %rsp
	popq	%rsi
	popq	%rdi
	jmp	.Lsort
# nothing is less than the pivot: set its equals aside
.Lleast:
	movq	%r8, %r9
.Lequal:
	movl	(%r9), %eax
	movl	(%r8), %ecx
	xorl	%edx, %edx
	cmpl	%r10d, %eax
	movl	%ecx, (%r9)
	setle	%dl
	movl	%eax, (%r8)
	addq	$4, %r9
	leaq	(%r8,%rdx,4), %r8
	cmpq	%r11, %r9
	jne	.Lequal
	movq	%r8, %rdi
	movq	%r11, %rsi
	subq	%r8, %rsi
	shrq	$2, %rsi
	jmp	.Lsort
.Linsert:
	cmpq	$2, %rsi
	jb	.Lret
	leaq	(%rdi,%rsi,4), %rsi
	leaq	4(%rdi), %rdx
.Lkey:
	movl	(%rdx), %eax
	movq	%rdx, %r8
	cmpl	(%rdi), %eax
	jl	.Lfront
	movl	-4(%r8), %ecx
	cmpl	%eax, %ecx
	jle	.Lkeynext
.Lshift:
	movl	%ecx, (%r8)
	subq	$4, %r8
	movl	-4(%r8), %ecx
	cmpl	%eax, %ecx
	jg	.Lshift
	movl	%eax, (%r8)
.Lkeynext:
	addq	$4, %rdx
	cmpq	%rsi, %rdx
	jne	.Lkey
.Lret:
	ret
.Lfront:
	movl	-4(%r8), %ecx
	movl	%ecx, (%r8)
	subq	$4, %r8
	cmpq	%rdi, %r8
	jne	.Lfront
	movl	%eax, (%r8)
	addq	$4, %rdx
	cmpq	%rsi, %rdx
	jne	.Lkey
	ret
	.size	quick_sort, .-quick_sort
	.section	.note.GNU-stack,"",@progbits
