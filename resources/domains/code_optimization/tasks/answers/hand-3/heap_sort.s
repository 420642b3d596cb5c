	.text
	.p2align 4
	.type	sift_down, @function
# rdi words, rsi count, r8 root, eax word
sift_down:
	movq	%r8, %rdx
	leaq	2(%r8,%r8), %rcx
	cmpq	%rsi, %rcx
	jae	.Lbottom
	.p2align 4
.Ldown:
	movl	(%rdi,%rcx,4), %r10d
	movl	-4(%rdi,%rcx,4), %r11d
	cmpl	%r11d, %r10d
	cmovb	%r11d, %r10d
	sbbq	$0, %rcx
	movl	%r10d, (%rdi,%rdx,4)
	movq	%rcx, %rdx
	leaq	2(%rcx,%rcx), %rcx
	cmpq	%rsi, %rcx
	jb	.Ldown
.Lbottom:
	jne	.Lup
	decq	%rcx
	movl	(%rdi,%rcx,4), %r10d
	movl	%r10d, (%rdi,%rdx,4)
	movq	%rcx, %rdx
.Lup:
	cmpq	%r8, %rdx
	jbe	.Lplace
	leaq	-1(%rdx), %rcx
	shrq	%rcx
	movl	(%rdi,%rcx,4), %r10d
	cmpl	%eax, %r10d
	jae	.Lplace
	movl	%r10d, (%rdi,%rdx,4)
	movq	%rcx, %rdx
	jmp	.Lup
.Lplace:
	movl	%eax, (%rdi,%rdx,4)
	ret
	.size	sift_down, .-sift_down

	.p2align 4
	.globl	heap_sort
	.type	heap_sort, @function
heap_sort:
	cmpq	$2, %rsi
	jb	.Lreturn
	movq	%rsi, %r8
	shrq	%r8
.Lbuild:
	decq	%r8
	movl	(%rdi,%r8,4), %eax
	call	sift_down
	testq	%r8, %r8
	jne	.Lbuild
.Ltake:
	decq	%rsi
	movl	(%rdi), %r9d
	movl	(%rdi,%rsi,4), %eax
	movl	%r9d, (%rdi,%rsi,4)
	call	sift_down
	cmpq	$1, %rsi
	ja	.Ltake
.Lreturn:
	ret
	.size	heap_sort, .-heap_sort
	.section	.note.GNU-stack,"",@progbits
