	.text
	.p2align 4
	.globl	count_primes
	.type	count_primes, @function
# marks[i] stands for the odd number 2 * i + 1
count_primes:
	xorl	%eax, %eax
	cmpl	$2, %esi
	jbe	.Lreturn
	movl	%esi, %esi
	movq	%rsi, %rdx
	shrq	%rdx
	pxor	%xmm0, %xmm0
	xorl	%ecx, %ecx
	movq	%rdx, %r8
	andq	$-16, %r8
	je	.Lclear_tail
.Lclear:
	movdqu	%xmm0, (%rdi,%rcx)
	addq	$16, %rcx
	cmpq	%r8, %rcx
	jb	.Lclear
.Lclear_tail:
	cmpq	%rdx, %rcx
	jae	.Lsieve
	movb	$0, (%rdi,%rcx)
	incq	%rcx
	jmp	.Lclear_tail
.Lsieve:
	movl	$3, %ecx
	leaq	(%rdi,%rdx), %r11
.Lnumber:
	movq	%rcx, %rax
	imulq	%rax, %rax
	cmpq	%rsi, %rax
	jae	.Lcount
	movq	%rcx, %r8
	shrq	%r8
	cmpb	$0, (%rdi,%r8)
	jne	.Lnext
	shrq	%rax
	addq	%rdi, %rax
	leaq	(%rcx,%rcx,2), %r9
	movq	%r11, %r10
	subq	%r9, %r10
	cmpq	%r10, %rax
	jae	.Lmark_tail
	.p2align 4
.Lmark:
	movb	$1, (%rax)
	movb	$1, (%rax,%rcx)
	movb	$1, (%rax,%rcx,2)
	movb	$1, (%rax,%r9)
	leaq	(%rax,%rcx,4), %rax
	cmpq	%r10, %rax
	jb	.Lmark
.Lmark_tail:
	cmpq	%r11, %rax
	jae	.Lnext
	movb	$1, (%rax)
	addq	%rcx, %rax
	jmp	.Lmark_tail
.Lnext:
	addq	$2, %rcx
	jmp	.Lnumber
.Lcount:
	pxor	%xmm1, %xmm1
	pxor	%xmm2, %xmm2
	xorl	%ecx, %ecx
	movq	%rdx, %r8
	andq	$-16, %r8
	je	.Lcount_sum
.Lcount_loop:
	movdqu	(%rdi,%rcx), %xmm0
	psadbw	%xmm1, %xmm0
	paddq	%xmm0, %xmm2
	addq	$16, %rcx
	cmpq	%r8, %rcx
	jb	.Lcount_loop
.Lcount_sum:
	pshufd	$0x4e, %xmm2, %xmm0
	paddq	%xmm0, %xmm2
	movd	%xmm2, %r9d
	movl	%edx, %eax
	subl	%r9d, %eax
.Lcount_tail:
	cmpq	%rdx, %rcx
	jae	.Lreturn
	movzbl	(%rdi,%rcx), %r9d
	subl	%r9d, %eax
	incq	%rcx
	jmp	.Lcount_tail
.Lreturn:
	ret
	.size	count_primes, .-count_primes
	.section	.note.GNU-stack,"",@progbits
