	.text
	.p2align 4
	.globl	base64_encode
	.type	base64_encode, @function
base64_encode:
	movq	%rdi, %r9
	cmpq	$8, %rdx
	jb	.Lthree
	.p2align 4
.Lsix:
	movq	(%rsi), %rax
	addq	$6, %rsi
	bswapq	%rax
	rolq	$6, %rax
	movl	%eax, %ecx
	andl	$63, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, (%rdi)
	rolq	$6, %rax
	movl	%eax, %ecx
	andl	$63, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, 1(%rdi)
	rolq	$6, %rax
	movl	%eax, %ecx
	andl	$63, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, 2(%rdi)
	rolq	$6, %rax
	movl	%eax, %ecx
	andl	$63, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, 3(%rdi)
	rolq	$6, %rax
	movl	%eax, %ecx
	andl	$63, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, 4(%rdi)
	rolq	$6, %rax
	movl	%eax, %ecx
	andl	$63, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, 5(%rdi)
	rolq	$6, %rax
	movl	%eax, %ecx
	andl	$63, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, 6(%rdi)
	rolq	$6, %rax
	andl	$63, %eax
	movzbl	.Lletters(%rax), %ecx
	movb	%cl, 7(%rdi)
	addq	$8, %rdi
	subq	$6, %rdx
	cmpq	$8, %rdx
	jae	.Lsix
.Lthree:
	cmpq	$3, %rdx
	jb	.Lrest
	movzbl	(%rsi), %eax
	movzbl	1(%rsi), %ecx
	movzbl	2(%rsi), %r8d
	sall	$16, %eax
	sall	$8, %ecx
	orl	%ecx, %eax
	orl	%r8d, %eax
	movl	%eax, %ecx
	shrl	$18, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, (%rdi)
	movl	%eax, %ecx
	shrl	$12, %ecx
	andl	$63, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, 1(%rdi)
	movl	%eax, %ecx
	shrl	$6, %ecx
	andl	$63, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, 2(%rdi)
	andl	$63, %eax
	movzbl	.Lletters(%rax), %ecx
	movb	%cl, 3(%rdi)
	addq	$3, %rsi
	addq	$4, %rdi
	subq	$3, %rdx
	jmp	.Lthree
.Lrest:
	testq	%rdx, %rdx
	je	.Ldone
	movzbl	(%rsi), %eax
	sall	$16, %eax
	movl	$'=', %r8d
	movl	$'=', %r10d
	cmpq	$1, %rdx
	je	.Lone
	movzbl	1(%rsi), %ecx
	sall	$8, %ecx
	orl	%ecx, %eax
	movl	%eax, %ecx
	shrl	$6, %ecx
	andl	$63, %ecx
	movzbl	.Lletters(%rcx), %r8d
.Lone:
	movl	%eax, %ecx
	shrl	$18, %ecx
	movzbl	.Lletters(%rcx), %ecx
	movb	%cl, (%rdi)
	shrl	$12, %eax
	andl	$63, %eax
	movzbl	.Lletters(%rax), %ecx
	movb	%cl, 1(%rdi)
	movb	%r8b, 2(%rdi)
	movb	%r10b, 3(%rdi)
	addq	$4, %rdi
.Ldone:
	movq	%rdi, %rax
	subq	%r9, %rax
	ret
	.size	base64_encode, .-base64_encode
	.section	.rodata
	.p2align 4
.Lletters:
	.ascii	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	.section	.note.GNU-stack,"",@progbits
