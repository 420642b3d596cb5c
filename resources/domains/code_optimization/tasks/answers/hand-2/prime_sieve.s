	.text
	.p2align 4
	.globl	count_primes
	.type	count_primes, @function
# marks[i] stands for 2i + 1; multiples of 3 come from a pattern; 1 is counted in place of 2
count_primes:
	movl	%esi, %esi
	cmpl	$130, %esi
	jb	.Lfew
	movl	%esi, %r8d
	shrl	%r8d
	leaq	(%rdi,%r8), %r10
	movdqa	.Lp0(%rip), %xmm0
	movdqa	.Lp1(%rip), %xmm1
	movdqa	.Lp2(%rip), %xmm2
	movq	%rdi, %rax
	.p2align 4
.Lfill:
	movdqu	%xmm0, (%rax)
	movdqu	%xmm1, 16(%rax)
	movdqu	%xmm2, 32(%rax)
	addq	$48, %rax
	cmpq	%r10, %rax
	jb	.Lfill
	movb	$0, 1(%rdi)
	movl	$2, %ecx
.Louter:
	leaq	1(%rcx), %rax
	imulq	%rcx, %rax
	addq	%rax, %rax
	cmpq	%r8, %rax
	jae	.Lcount
	cmpb	$0, (%rdi,%rcx)
	jne	.Lskip
	leaq	1(%rcx,%rcx), %rdx
	addq	%rdi, %rax
	leaq	(%rdx,%rdx,2), %r11
	movq	%r10, %r9
	subq	%r11, %r9
	cmpq	%r9, %rax
	jae	.Llast
	.p2align 4
.Lfour:
	movb	$1, (%rax)
	movb	$1, (%rax,%rdx)
	movb	$1, (%rax,%rdx,2)
	movb	$1, (%rax,%r11)
	leaq	(%rax,%rdx,4), %rax
	cmpq	%r9, %rax
	jb	.Lfour
	cmpq	%r10, %rax
	jae	.Lskip
.Llast:
	movb	$1, (%rax)
	addq	%rdx, %rax
	cmpq	%r10, %rax
	jb	.Llast
.Lskip:
	addq	$1, %rcx
	jmp	.Louter
.Lcount:
	pxor	%xmm4, %xmm4
	pxor	%xmm5, %xmm5
	movdqu	%xmm4, (%r10)
	movdqu	%xmm4, 16(%r10)
	movdqu	%xmm4, 32(%r10)
	movdqu	%xmm4, 48(%r10)
	.p2align 4
.Lsum:
	movdqu	(%rdi), %xmm0
	movdqu	16(%rdi), %xmm1
	movdqu	32(%rdi), %xmm2
	movdqu	48(%rdi), %xmm3
	addq	$64, %rdi
	paddb	%xmm1, %xmm0
	paddb	%xmm3, %xmm2
	paddb	%xmm2, %xmm0
	psadbw	%xmm4, %xmm0
	paddq	%xmm0, %xmm5
	cmpq	%r10, %rdi
	jb	.Lsum
	movdqa	%xmm5, %xmm0
	psrldq	$8, %xmm0
	paddq	%xmm0, %xmm5
	movd	%xmm5, %ecx
	movl	%r8d, %eax
	subl	%ecx, %eax
	ret
.Lfew:
	movq	$-1, %rax
.Lfew1:
	addq	$1, %rax
	movzbl	.Lsmall(%rax), %ecx
	cmpl	%esi, %ecx
	jb	.Lfew1
	ret
	.size	count_primes, .-count_primes
	.section	.rodata
	.align 16
.Lp0:	.byte	0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0
.Lp1:	.byte	1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1
.Lp2:	.byte	0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0
.Lsmall:
	.byte	2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53
	.byte	59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 255
	.section	.note.GNU-stack,"",@progbits
