	.file	"kernel.c"
	.text
	.p2align 4
	.globl	count_code_points
	.type	count_code_points, @function
count_code_points:
	testq	%rsi, %rsi
	je	.L12
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
.L11:
	movzbl	(%rdi,%rcx), %eax
	leaq	1(%rcx), %r11
	leal	16(%rax), %edx
	cmpb	$7, %dl
	ja	.L3
	movl	%eax, %edx
	movl	$65536, %r9d
	movl	$3, %r10d
	andl	$7, %edx
.L4:
	cmpq	%rsi, %r11
	jnb	.L23
	movzbl	(%rdi,%r11), %eax
	movl	%eax, %r11d
	andl	$-64, %r11d
	cmpb	$-128, %r11b
	jne	.L23
	sall	$6, %edx
	andl	$63, %eax
	leaq	2(%rcx), %r11
	orl	%eax, %edx
	cmpl	$1, %r10d
	je	.L9
	cmpq	%rsi, %r11
	jnb	.L23
	movzbl	(%rdi,%r11), %eax
	movl	%eax, %r11d
	andl	$-64, %r11d
	cmpb	$-128, %r11b
	jne	.L23
	sall	$6, %edx
	andl	$63, %eax
	leaq	3(%rcx), %r11
	orl	%edx, %eax
	cmpl	$2, %r10d
	je	.L19
	cmpq	%rsi, %r11
	jnb	.L23
	movzbl	(%rdi,%r11), %edx
	movl	%edx, %r10d
	andl	$-64, %r10d
	cmpb	$-128, %r10b
	jne	.L23
	sall	$6, %eax
	andl	$63, %edx
	addq	$4, %rcx
	orl	%edx, %eax
.L8:
	cmpl	%r9d, %eax
	jb	.L23
	cmpl	$1114111, %eax
	ja	.L23
	subl	$55296, %eax
	cmpl	$2047, %eax
	jbe	.L23
.L7:
	addq	$1, %r8
	cmpq	%rsi, %rcx
	jb	.L11
.L1:
	movq	%r8, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L3:
	leal	32(%rax), %edx
	cmpb	$15, %dl
	ja	.L5
	movl	%eax, %edx
	movl	$2048, %r9d
	movl	$2, %r10d
	andl	$15, %edx
	jmp	.L4
	.p2align 4,,10
	.p2align 3
.L5:
	leal	64(%rax), %edx
	cmpb	$31, %dl
	jbe	.L28
	testb	%al, %al
	js	.L23
.L26:
	movq	%r11, %rcx
	jmp	.L7
.L9:
	cmpl	%r9d, %edx
	jnb	.L26
.L23:
	movq	$-1, %r8
	movq	%r8, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L28:
	movl	%eax, %edx
	movl	$128, %r9d
	movl	$1, %r10d
	andl	$31, %edx
	jmp	.L4
.L19:
	movq	%r11, %rcx
	jmp	.L8
.L12:
	xorl	%r8d, %r8d
	jmp	.L1
	.size	count_code_points, .-count_code_points
	.section	.note.GNU-stack,"",@progbits
