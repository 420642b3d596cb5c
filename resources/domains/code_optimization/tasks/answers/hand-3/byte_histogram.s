	.text
	.p2align 4
	.globl	most_frequent
	.type	most_frequent, @function
most_frequent:
	testq	%rsi, %rsi
	je	.Lempty
	subq	$1032, %rsp
	pxor	%xmm0, %xmm0
	xorl	%eax, %eax
.Lzero:
	movups	%xmm0, (%rsp,%rax)
	movups	%xmm0, 16(%rsp,%rax)
	movups	%xmm0, 32(%rsp,%rax)
	movups	%xmm0, 48(%rsp,%rax)
	addl	$64, %eax
	cmpl	$1024, %eax
	jne	.Lzero
	cmpq	$8, %rsi
	jb	.Lbytes
	.p2align 4
.Leight:
	movq	(%rdi), %rax
	addq	$8, %rdi
	movzbl	%al, %ecx
	movzbl	%ah, %edx
	incl	(%rsp,%rcx,4)
	incl	(%rsp,%rdx,4)
	shrq	$16, %rax
	movzbl	%al, %ecx
	movzbl	%ah, %edx
	incl	(%rsp,%rcx,4)
	incl	(%rsp,%rdx,4)
	shrq	$16, %rax
	movzbl	%al, %ecx
	movzbl	%ah, %edx
	incl	(%rsp,%rcx,4)
	incl	(%rsp,%rdx,4)
	shrq	$16, %rax
	movzbl	%al, %ecx
	movzbl	%ah, %edx
	incl	(%rsp,%rcx,4)
	incl	(%rsp,%rdx,4)
	subq	$8, %rsi
	cmpq	$8, %rsi
	jae	.Leight
.Lbytes:
	testq	%rsi, %rsi
	je	.Lsearch
.Lbyte:
	movzbl	(%rdi), %eax
	incq	%rdi
	incl	(%rsp,%rax,4)
	decq	%rsi
	jne	.Lbyte
.Lsearch:
	pxor	%xmm0, %xmm0
	xorl	%eax, %eax
.Lmax:
	movups	(%rsp,%rax), %xmm1
	movdqa	%xmm1, %xmm2
	pcmpgtd	%xmm0, %xmm2
	pand	%xmm2, %xmm1
	pandn	%xmm0, %xmm2
	movdqa	%xmm2, %xmm0
	por	%xmm1, %xmm0
	addl	$16, %eax
	cmpl	$1024, %eax
	jne	.Lmax
	pshufd	$0x4e, %xmm0, %xmm1
	movdqa	%xmm1, %xmm2
	pcmpgtd	%xmm0, %xmm2
	pand	%xmm2, %xmm1
	pandn	%xmm0, %xmm2
	por	%xmm2, %xmm1
	movd	%xmm1, %ecx
	pshufd	$0xb1, %xmm1, %xmm1
	movd	%xmm1, %edx
	cmpl	%ecx, %edx
	cmova	%edx, %ecx
	movl	$-1, %eax
.Lfind:
	incl	%eax
	cmpl	%ecx, (%rsp,%rax,4)
	jne	.Lfind
	addq	$1032, %rsp
	ret
.Lempty:
	movl	$-1, %eax
	ret
	.size	most_frequent, .-most_frequent
	.section	.note.GNU-stack,"",@progbits
