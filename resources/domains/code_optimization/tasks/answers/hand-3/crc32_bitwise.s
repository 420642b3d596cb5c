	.text
	.p2align 4
	.globl	crc32
	.type	crc32, @function
crc32:
	movl	$-1, %eax
	testq	%rsi, %rsi
	je	.Lreturn
	cmpq	$64, %rsi
	jae	.Llong
.Lshort:
	movzbl	(%rdi), %edx
	incq	%rdi
	xorb	%al, %dl
	shrl	$8, %eax
	movl	%edx, %ecx
	andl	$15, %edx
	shrl	$4, %ecx
	xorl	.Llow(,%rdx,4), %eax
	xorl	.Lhigh(,%rcx,4), %eax
	decq	%rsi
	jne	.Lshort
.Lreturn:
	notl	%eax
	ret
.Llong:
	subq	$1032, %rsp
	movdqa	.Llow(%rip), %xmm0
	movdqa	.Llow+16(%rip), %xmm1
	movdqa	.Llow+32(%rip), %xmm2
	movdqa	.Llow+48(%rip), %xmm3
	movq	%rsp, %r8
	xorl	%ecx, %ecx
.Lbuild:
	movd	.Lhigh(,%rcx,4), %xmm4
	pshufd	$0, %xmm4, %xmm4
	movdqa	%xmm4, %xmm5
	movdqa	%xmm4, %xmm6
	movdqa	%xmm4, %xmm7
	pxor	%xmm0, %xmm4
	pxor	%xmm1, %xmm5
	pxor	%xmm2, %xmm6
	pxor	%xmm3, %xmm7
	movdqu	%xmm4, (%r8)
	movdqu	%xmm5, 16(%r8)
	movdqu	%xmm6, 32(%r8)
	movdqu	%xmm7, 48(%r8)
	addq	$64, %r8
	incl	%ecx
	cmpl	$16, %ecx
	jne	.Lbuild
	.p2align 4
.Lfour:
	movzbl	(%rdi), %edx
	xorb	%al, %dl
	shrl	$8, %eax
	xorl	(%rsp,%rdx,4), %eax
	movzbl	1(%rdi), %edx
	xorb	%al, %dl
	shrl	$8, %eax
	xorl	(%rsp,%rdx,4), %eax
	movzbl	2(%rdi), %edx
	xorb	%al, %dl
	shrl	$8, %eax
	xorl	(%rsp,%rdx,4), %eax
	movzbl	3(%rdi), %edx
	xorb	%al, %dl
	shrl	$8, %eax
	xorl	(%rsp,%rdx,4), %eax
	addq	$4, %rdi
	subq	$4, %rsi
	cmpq	$4, %rsi
	jae	.Lfour
	testq	%rsi, %rsi
	je	.Lend
.Lone:
	movzbl	(%rdi), %edx
	incq	%rdi
	xorb	%al, %dl
	shrl	$8, %eax
	xorl	(%rsp,%rdx,4), %eax
	decq	%rsi
	jne	.Lone
.Lend:
	addq	$1032, %rsp
	notl	%eax
	ret
	.size	crc32, .-crc32
	.section	.rodata
	.p2align 4
.Llow:
	.long	0x00000000, 0x77073096, 0xee0e612c, 0x990951ba
	.long	0x076dc419, 0x706af48f, 0xe963a535, 0x9e6495a3
	.long	0x0edb8832, 0x79dcb8a4, 0xe0d5e91e, 0x97d2d988
	.long	0x09b64c2b, 0x7eb17cbd, 0xe7b82d07, 0x90bf1d91
.Lhigh:
	.long	0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac
	.long	0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c
	.long	0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c
	.long	0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c
	.section	.note.GNU-stack,"",@progbits
