	.file	"kernel.c"
	.text
	.p2align 4
	.globl	adler32
	.type	adler32, @function
adler32:
	testq	%rsi, %rsi
	je	.L4
	addq	%rdi, %rsi
	xorl	%eax, %eax
	movl	$1, %edx
	movl	$2147975281, %r8d
	.p2align 4,,10
	.p2align 3
.L3:
	movzbl	(%rdi), %ecx
	addq	$1, %rdi
	addl	%ecx, %edx
	movq	%rdx, %rcx
	imulq	%r8, %rdx
	shrq	$47, %rdx
	imull	$65521, %edx, %r9d
	subl	%r9d, %ecx
	addl	%ecx, %eax
	movl	%ecx, %edx
	movl	%eax, %eax
	movq	%rax, %rcx
	imulq	%r8, %rax
	shrq	$47, %rax
	imull	$65521, %eax, %r9d
	movl	%ecx, %eax
	subl	%r9d, %eax
	cmpq	%rdi, %rsi
	jne	.L3
	sall	$16, %eax
	orl	%edx, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L4:
	movl	$1, %eax
	ret
	.size	adler32, .-adler32
	.section	.note.GNU-stack,"",@progbits
