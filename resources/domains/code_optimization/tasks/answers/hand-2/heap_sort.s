	.text
	.p2align 4
	.globl	heap_sort
	.type	heap_sort, @function
# few words: insertion; up to 131072: byte-wise radix passes through .Ltmp; more: a plain heap
heap_sort:
	cmpq	$80, %rsi
	jbe	.Lfew
	cmpq	$131072, %rsi
	ja	.Lheap
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	movq	%rdi, %r12
	movq	%rsi, %r13
	movl	$.Ltmp, %r14d
	pxor	%xmm0, %xmm0
	movl	$4032, %eax
.Lwipe:
	movdqa	%xmm0, .Lhist(%rax)
	movdqa	%xmm0, .Lhist+16(%rax)
	movdqa	%xmm0, .Lhist+32(%rax)
	movdqa	%xmm0, .Lhist+48(%rax)
	subq	$64, %rax
	jns	.Lwipe
	leaq	(%rdi,%rsi,4), %rsi
	.p2align 4
.Ltally:
	movl	(%rdi), %eax
	addq	$4, %rdi
	movzbl	%al, %ecx
	movzbl	%ah, %edx
	shrl	$16, %eax
	addl	$1, .Lhist(,%rcx,4)
	addl	$1, .Lhist+1024(,%rdx,4)
	movzbl	%al, %ecx
	shrl	$8, %eax
	addl	$1, .Lhist+2048(,%rcx,4)
	addl	$1, .Lhist+3072(,%rax,4)
	cmpq	%rsi, %rdi
	jne	.Ltally
	movl	$.Lhist, %ebx
	xorl	%ecx, %ecx
.Lpass:
	movl	(%r12), %eax
	shrl	%cl, %eax
	movzbl	%al, %eax
	cmpl	%r13d, (%rbx,%rax,4)
	je	.Lsame
	xorl	%eax, %eax
	leaq	1024(%rbx), %rdx
	movq	%rbx, %rdi
.Lscan:
	movl	(%rdi), %r8d
	movl	%eax, (%rdi)
	addl	%r8d, %eax
	movl	4(%rdi), %r8d
	movl	%eax, 4(%rdi)
	addl	%r8d, %eax
	movl	8(%rdi), %r8d
	movl	%eax, 8(%rdi)
	addl	%r8d, %eax
	movl	12(%rdi), %r8d
	movl	%eax, 12(%rdi)
	addl	%r8d, %eax
	addq	$16, %rdi
	cmpq	%rdx, %rdi
	jne	.Lscan
	movq	%r12, %rsi
	leaq	(%r12,%r13,4), %rbp
	.p2align 4
.Lmove:
	movl	(%rsi), %eax
	addq	$4, %rsi
	movl	%eax, %edx
	shrl	%cl, %edx
	movzbl	%dl, %edx
	movl	(%rbx,%rdx,4), %r8d
	addl	$1, (%rbx,%rdx,4)
	movl	%eax, (%r14,%r8,4)
	cmpq	%rbp, %rsi
	jne	.Lmove
	xchgq	%r12, %r14
.Lsame:
	addq	$1024, %rbx
	addl	$8, %ecx
	cmpl	$32, %ecx
	jne	.Lpass
	cmpq	$.Ltmp, %r12
	jne	.Lsorted
	movq	%r13, %rax
	andq	$-4, %rax
	xorl	%edx, %edx
.Lback:
	movdqa	(%r12,%rdx,4), %xmm0
	movdqu	%xmm0, (%r14,%rdx,4)
	addq	$4, %rdx
	cmpq	%rax, %rdx
	jne	.Lback
	cmpq	%r13, %rdx
	je	.Lsorted
.Lback1:
	movl	(%r12,%rdx,4), %eax
	movl	%eax, (%r14,%rdx,4)
	addq	$1, %rdx
	cmpq	%r13, %rdx
	jne	.Lback1
.Lsorted:
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	ret
.Lfew:
	cmpq	$2, %rsi
	jb	.Lfewend
	leaq	(%rdi,%rsi,4), %rsi
	leaq	4(%rdi), %rdx
.Lins:
	movl	(%rdx), %eax
	movq	%rdx, %r8
	cmpl	(%rdi), %eax
	jb	.Llow
	movl	-4(%r8), %ecx
	cmpl	%eax, %ecx
	jbe	.Linsnext
.Lslide:
	movl	%ecx, (%r8)
	subq	$4, %r8
	movl	-4(%r8), %ecx
	cmpl	%eax, %ecx
	ja	.Lslide
	movl	%eax, (%r8)
.Linsnext:
	addq	$4, %rdx
	cmpq	%rsi, %rdx
	jne	.Lins
.Lfewend:
	ret
.Llow:
	movl	-4(%r8), %ecx
	movl	%ecx, (%r8)
	subq	$4, %r8
	cmpq	%rdi, %r8
	jne	.Llow
	movl	%eax, (%r8)
	addq	$4, %rdx
	cmpq	%rsi, %rdx
	jne	.Lins
	ret
.Lheap:
	movq	%rsi, %rdx
	shrq	%rdx
.Lmake:
	subq	$1, %rdx
	movq	%rdx, %r9
	movq	%rsi, %r10
	call	.Lsift
	testq	%rdx, %rdx
	jne	.Lmake
.Ltake:
	subq	$1, %rsi
	movl	(%rdi), %edx
	movl	(%rdi,%rsi,4), %eax
	movl	%eax, (%rdi)
	xorl	%r9d, %r9d
	movq	%rsi, %r10
	call	.Lsift
	movl	%edx, (%rdi,%rsi,4)
	cmpq	$1, %rsi
	ja	.Ltake
	ret
.Lsift:
	movl	(%rdi,%r9,4), %eax
.Lsift1:
	leaq	1(%r9,%r9), %rcx
	cmpq	%r10, %rcx
	jae	.Lput
	leaq	1(%rcx), %r8
	cmpq	%r10, %r8
	jae	.Llonely
	movl	(%rdi,%r8,4), %r11d
	cmpl	(%rdi,%rcx,4), %r11d
	cmova	%r8, %rcx
.Llonely:
	movl	(%rdi,%rcx,4), %r11d
	cmpl	%eax, %r11d
	jbe	.Lput
	movl	%r11d, (%rdi,%r9,4)
	movq	%rcx, %r9
	jmp	.Lsift1
.Lput:
	movl	%eax, (%rdi,%r9,4)
	ret
	.size	heap_sort, .-heap_sort
	.bss
	.align 32
.Lhist:
	.zero	4096
.Ltmp:
	.zero	524288
	.section	.note.GNU-stack,"",@progbits
