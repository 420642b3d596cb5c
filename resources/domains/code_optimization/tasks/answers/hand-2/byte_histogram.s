	.text
	.p2align 4
	.globl	most_frequent
	.type	most_frequent, @function
most_frequent:
	testq	%rsi, %rsi
	je	.Lnone
	subq	$1032, %rsp
	pxor	%xmm0, %xmm0
	movl	$960, %eax
.Lzero:
	movaps	%xmm0, (%rsp,%rax)
	movaps	%xmm0, 16(%rsp,%rax)
	movaps	%xmm0, 32(%rsp,%rax)
	movaps	%xmm0, 48(%rsp,%rax)
	subq	$64, %rax
	jns	.Lzero
	addq	%rdi, %rsi
	leaq	-8(%rsi), %rdx
	cmpq	%rdx, %rdi
	ja	.Lfew
	.p2align 4
.Leight:
	movzbl	(%rdi), %eax
	movzbl	1(%rdi), %ecx
	movzbl	2(%rdi), %r8d
	movzbl	3(%rdi), %r9d
	addl	$1, (%rsp,%rax,4)
	addl	$1, (%rsp,%rcx,4)
	addl	$1, (%rsp,%r8,4)
	addl	$1, (%rsp,%r9,4)
	movzbl	4(%rdi), %eax
	movzbl	5(%rdi), %ecx
	movzbl	6(%rdi), %r8d
	movzbl	7(%rdi), %r9d
	addl	$1, (%rsp,%rax,4)
	addl	$1, (%rsp,%rcx,4)
	addl	$1, (%rsp,%r8,4)
	addl	$1, (%rsp,%r9,4)
	addq	$8, %rdi
	cmpq	%rdx, %rdi
	jbe	.Leight
.Lfew:
	cmpq	%rsi, %rdi
	je	.Lcounted
.Lsingle:
	movzbl	(%rdi), %eax
	addq	$1, %rdi
	addl	$1, (%rsp,%rax,4)
	cmpq	%rsi, %rdi
	jne	.Lsingle
.Lcounted:
	pxor	%xmm4, %xmm4
	movl	$960, %eax
.Lmax:
	movdqa	(%rsp,%rax), %xmm1
	movdqa	16(%rsp,%rax), %xmm2
	psubd	%xmm0, %xmm1
	psubd	%xmm4, %xmm2
	movdqa	%xmm1, %xmm3
	movdqa	%xmm2, %xmm5
	psrad	$31, %xmm3
	psrad	$31, %xmm5
	pandn	%xmm1, %xmm3
	pandn	%xmm2, %xmm5
	paddd	%xmm3, %xmm0
	paddd	%xmm5, %xmm4
	movdqa	32(%rsp,%rax), %xmm1
	movdqa	48(%rsp,%rax), %xmm2
	psubd	%xmm0, %xmm1
	psubd	%xmm4, %xmm2
	movdqa	%xmm1, %xmm3
	movdqa	%xmm2, %xmm5
	psrad	$31, %xmm3
	psrad	$31, %xmm5
	pandn	%xmm1, %xmm3
	pandn	%xmm2, %xmm5
	paddd	%xmm3, %xmm0
	paddd	%xmm5, %xmm4
	subq	$64, %rax
	jns	.Lmax
	psubd	%xmm0, %xmm4
	movdqa	%xmm4, %xmm3
	psrad	$31, %xmm3
	pandn	%xmm4, %xmm3
	paddd	%xmm3, %xmm0
	pshufd	$0x4e, %xmm0, %xmm1
	psubd	%xmm0, %xmm1
	movdqa	%xmm1, %xmm3
	psrad	$31, %xmm3
	pandn	%xmm1, %xmm3
	paddd	%xmm3, %xmm0
	pshufd	$0xb1, %xmm0, %xmm1
	psubd	%xmm0, %xmm1
	movdqa	%xmm1, %xmm3
	psrad	$31, %xmm3
	pandn	%xmm1, %xmm3
	paddd	%xmm3, %xmm0
	pshufd	$0, %xmm0, %xmm0
	movq	%rsp, %rdx
.Lfind:
	movdqa	(%rdx), %xmm1
	movdqa	16(%rdx), %xmm2
	movdqa	32(%rdx), %xmm3
	movdqa	48(%rdx), %xmm4
	pcmpeqd	%xmm0, %xmm1
	pcmpeqd	%xmm0, %xmm2
	pcmpeqd	%xmm0, %xmm3
	pcmpeqd	%xmm0, %xmm4
	packssdw	%xmm2, %xmm1
	packssdw	%xmm4, %xmm3
	packsswb	%xmm3, %xmm1
	pmovmskb	%xmm1, %eax
	addq	$64, %rdx
	testl	%eax, %eax
	je	.Lfind
	bsfl	%eax, %eax
	subq	%rsp, %rdx
	shrl	$2, %edx
	leal	-16(%rax,%rdx), %eax
	addq	$1032, %rsp
	ret
.Lnone:
	movl	$-1, %eax
	ret
	.size	most_frequent, .-most_frequent
	.section	.note.GNU-stack,"",@progbits
