	.text
	.p2align 4
	.globl	base64_encode
	.type	base64_encode, @function
base64_encode:
	movq	%rdi, %r11
	cmpq	$13, %rdx
	jb	.Ltriples
	movdqa	.Lm0(%rip), %xmm8
	movdqa	.Lk25(%rip), %xmm9
	movdqa	.Lk51(%rip), %xmm10
	movdqa	.Lk61(%rip), %xmm11
	movdqa	.Lk62(%rip), %xmm12
	movdqa	.LkA(%rip), %xmm13
	.p2align 4
.Lvec:
	movd	(%rsi), %xmm0
	movd	3(%rsi), %xmm1
	movd	6(%rsi), %xmm2
	movd	9(%rsi), %xmm3
	punpckldq	%xmm1, %xmm0
	punpckldq	%xmm3, %xmm2
	punpcklqdq	%xmm2, %xmm0
	movdqa	%xmm0, %xmm1
	psrld	$2, %xmm1
	pand	%xmm8, %xmm1
	movdqa	%xmm0, %xmm2
	pslld	$12, %xmm2
	pand	.Lm1(%rip), %xmm2
	por	%xmm2, %xmm1
	movdqa	%xmm0, %xmm3
	psrld	$4, %xmm3
	pand	.Lm2(%rip), %xmm3
	por	%xmm3, %xmm1
	movdqa	%xmm0, %xmm4
	pslld	$10, %xmm4
	pand	.Lm3(%rip), %xmm4
	por	%xmm4, %xmm1
	movdqa	%xmm0, %xmm5
	psrld	$6, %xmm5
	pand	.Lm4(%rip), %xmm5
	por	%xmm5, %xmm1
	pslld	$8, %xmm0
	pand	.Lm5(%rip), %xmm0
	por	%xmm0, %xmm1
	movdqa	%xmm1, %xmm2
	movdqa	%xmm1, %xmm3
	movdqa	%xmm1, %xmm4
	movdqa	%xmm1, %xmm5
	paddb	%xmm13, %xmm1
	pcmpgtb	%xmm9, %xmm2
	pcmpgtb	%xmm10, %xmm3
	pcmpgtb	%xmm11, %xmm4
	pcmpgtb	%xmm12, %xmm5
	pand	.La6(%rip), %xmm2
	pand	.La75(%rip), %xmm3
	pand	.La15(%rip), %xmm4
	pand	.La3(%rip), %xmm5
	paddb	%xmm2, %xmm1
	paddb	%xmm3, %xmm4
	paddb	%xmm5, %xmm1
	paddb	%xmm4, %xmm1
	movdqu	%xmm1, (%rdi)
	addq	$12, %rsi
	addq	$16, %rdi
	subq	$12, %rdx
	cmpq	$13, %rdx
	jae	.Lvec
.Ltriples:
	subq	$3, %rdx
	jb	.Lrest
.Lthree:
	movzbl	(%rsi), %eax
	movzbl	1(%rsi), %ecx
	movzbl	2(%rsi), %r8d
	shll	$16, %eax
	shll	$8, %ecx
	orl	%ecx, %eax
	orl	%r8d, %eax
	movl	%eax, %ecx
	movl	%eax, %r8d
	movl	%eax, %r9d
	shrl	$18, %ecx
	shrl	$12, %r8d
	shrl	$6, %r9d
	andl	$63, %r8d
	andl	$63, %r9d
	andl	$63, %eax
	movzbl	.Labc(%rcx), %ecx
	movzbl	.Labc(%r8), %r8d
	movzbl	.Labc(%r9), %r9d
	movzbl	.Labc(%rax), %eax
	movb	%cl, (%rdi)
	movb	%r8b, 1(%rdi)
	movb	%r9b, 2(%rdi)
	movb	%al, 3(%rdi)
	addq	$3, %rsi
	addq	$4, %rdi
	subq	$3, %rdx
	jae	.Lthree
.Lrest:
	addq	$3, %rdx
	je	.Lend
	movzbl	(%rsi), %eax
	movl	%eax, %ecx
	shrl	$2, %ecx
	andl	$3, %eax
	shll	$4, %eax
	movzbl	.Labc(%rcx), %ecx
	movb	%cl, (%rdi)
	movb	$61, 2(%rdi)
	movb	$61, 3(%rdi)
	cmpq	$1, %rdx
	je	.Lone
	movzbl	1(%rsi), %r8d
	movl	%r8d, %r9d
	shrl	$4, %r8d
	orl	%r8d, %eax
	andl	$15, %r9d
	movzbl	.Labc(,%r9,4), %r9d
	movb	%r9b, 2(%rdi)
.Lone:
	movzbl	.Labc(%rax), %eax
	movb	%al, 1(%rdi)
	addq	$4, %rdi
.Lend:
	movq	%rdi, %rax
	subq	%r11, %rax
	ret
	.size	base64_encode, .-base64_encode
	.section	.rodata
	.align 16
.Lm0:	.long	0x0000003f, 0x0000003f, 0x0000003f, 0x0000003f
.Lm1:	.long	0x00003000, 0x00003000, 0x00003000, 0x00003000
.Lm2:	.long	0x00000f00, 0x00000f00, 0x00000f00, 0x00000f00
.Lm3:	.long	0x003c0000, 0x003c0000, 0x003c0000, 0x003c0000
.Lm4:	.long	0x00030000, 0x00030000, 0x00030000, 0x00030000
.Lm5:	.long	0x3f000000, 0x3f000000, 0x3f000000, 0x3f000000
.Lk25:	.long	0x19191919, 0x19191919, 0x19191919, 0x19191919
.Lk51:	.long	0x33333333, 0x33333333, 0x33333333, 0x33333333
.Lk61:	.long	0x3d3d3d3d, 0x3d3d3d3d, 0x3d3d3d3d, 0x3d3d3d3d
.Lk62:	.long	0x3e3e3e3e, 0x3e3e3e3e, 0x3e3e3e3e, 0x3e3e3e3e
.LkA:	.long	0x41414141, 0x41414141, 0x41414141, 0x41414141
.La6:	.long	0x06060606, 0x06060606, 0x06060606, 0x06060606
.La75:	.long	0xb5b5b5b5, 0xb5b5b5b5, 0xb5b5b5b5, 0xb5b5b5b5
.La15:	.long	0xf1f1f1f1, 0xf1f1f1f1, 0xf1f1f1f1, 0xf1f1f1f1
.La3:	.long	0x03030303, 0x03030303, 0x03030303, 0x03030303
.Labc:
	.ascii	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	.section	.note.GNU-stack,"",@progbits
