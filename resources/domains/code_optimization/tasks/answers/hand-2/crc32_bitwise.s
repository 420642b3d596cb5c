	.text
	.p2align 4
	.globl	crc32
	.type	crc32, @function
crc32:
	movl	$-1, %eax
	addq	%rdi, %rsi
	movq	%rsi, %rdx
	subq	%rdi, %rdx
	cmpq	$384, %rdx
	jae	.Lbuild
.Lsmall:
	cmpq	%rsi, %rdi
	je	.Ldone
.Lnib:
	movzbl	(%rdi), %ecx
	addq	$1, %rdi
	xorl	%ecx, %eax
	movl	%eax, %ecx
	shrl	$4, %eax
	andl	$15, %ecx
	xorl	.Lrow1(,%rcx,4), %eax
	movl	%eax, %ecx
	shrl	$4, %eax
	andl	$15, %ecx
	xorl	.Lrow1(,%rcx,4), %eax
	cmpq	%rsi, %rdi
	jne	.Lnib
.Ldone:
	notl	%eax
	ret
# rows of 4, 8, 12 ... 32 zero steps for the 16 nibbles, then four byte tables from pairs of rows
.Lbuild:
	movdqa	.Lrow1(%rip), %xmm0
	movdqa	.Lrow1+16(%rip), %xmm1
	movdqa	.Lrow1+32(%rip), %xmm2
	movdqa	.Lrow1+48(%rip), %xmm3
	movdqa	%xmm0, .Lrows(%rip)
	movdqa	%xmm1, .Lrows+16(%rip)
	movdqa	%xmm2, .Lrows+32(%rip)
	movdqa	%xmm3, .Lrows+48(%rip)
	xorl	%edx, %edx
.Lgrow:
	movl	.Lrows(%rdx), %ecx
	movl	.Lrows+4(%rdx), %r9d
	movl	%ecx, %r8d
	movl	%r9d, %r10d
	shrl	$4, %ecx
	shrl	$4, %r9d
	andl	$15, %r8d
	andl	$15, %r10d
	xorl	.Lrow1(,%r8,4), %ecx
	xorl	.Lrow1(,%r10,4), %r9d
	movl	%ecx, .Lrows+64(%rdx)
	movl	%r9d, .Lrows+68(%rdx)
	addl	$8, %edx
	cmpl	$448, %edx
	jne	.Lgrow
	xorl	%edx, %edx
	xorl	%ecx, %ecx
.Ltable:
	movdqa	.Lrows+64(%rdx), %xmm0
	movdqa	.Lrows+80(%rdx), %xmm1
	movdqa	.Lrows+96(%rdx), %xmm2
	movdqa	.Lrows+112(%rdx), %xmm3
	leaq	64(%rdx), %r8
.Lline:
	movd	.Lrows(%rdx), %xmm4
	pshufd	$0, %xmm4, %xmm4
	movdqa	%xmm4, %xmm5
	movdqa	%xmm4, %xmm6
	movdqa	%xmm4, %xmm7
	pxor	%xmm0, %xmm4
	pxor	%xmm1, %xmm5
	pxor	%xmm2, %xmm6
	pxor	%xmm3, %xmm7
	movdqa	%xmm4, .Ltabs(%rcx)
	movdqa	%xmm5, .Ltabs+16(%rcx)
	movdqa	%xmm6, .Ltabs+32(%rcx)
	movdqa	%xmm7, .Ltabs+48(%rcx)
	addq	$64, %rcx
	addq	$4, %rdx
	cmpq	%r8, %rdx
	jne	.Lline
	addq	$64, %rdx
	cmpq	$512, %rdx
	jne	.Ltable
	leaq	-8(%rsi), %r8
	.p2align 4
.Lslice:
	xorl	(%rdi), %eax
	movzbl	%al, %ecx
	movzbl	%ah, %edx
	shrl	$16, %eax
	movzbl	%al, %r9d
	shrl	$8, %eax
	movl	.Ltabs(,%rax,4), %eax
	xorl	.Ltabs+1024(,%r9,4), %eax
	xorl	.Ltabs+2048(,%rdx,4), %eax
	xorl	.Ltabs+3072(,%rcx,4), %eax
	xorl	4(%rdi), %eax
	movzbl	%al, %ecx
	movzbl	%ah, %edx
	shrl	$16, %eax
	movzbl	%al, %r9d
	shrl	$8, %eax
	movl	.Ltabs(,%rax,4), %eax
	xorl	.Ltabs+1024(,%r9,4), %eax
	xorl	.Ltabs+2048(,%rdx,4), %eax
	xorl	.Ltabs+3072(,%rcx,4), %eax
	addq	$8, %rdi
	cmpq	%r8, %rdi
	jbe	.Lslice
	jmp	.Lsmall
	.size	crc32, .-crc32
	.section	.rodata
	.align 16
.Lrow1:
	.long	0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac
	.long	0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c
	.long	0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c
	.long	0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c
	.bss
	.align 32
.Lrows:
	.zero	512
.Ltabs:
	.zero	4096
	.section	.note.GNU-stack,"",@progbits
