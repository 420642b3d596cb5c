	.file	"kernel.c"
	.text
	.p2align 4
	.globl	crc32
	.type	crc32, @function
crc32:
	testq	%rsi, %rsi
	je	.L12
	movq	%rdi, %rcx
	movl	$-1, %eax
	leaq	(%rdi,%rsi), %rdi
	.p2align 4,,10
	.p2align 3
.L11:
	movzbl	(%rcx), %edx
	xorl	%edx, %eax
	movl	%eax, %edx
	shrl	%edx
	movl	%edx, %esi
	xorl	$-306674912, %esi
	testb	$1, %al
	cmovne	%esi, %edx
	movl	%edx, %eax
	shrl	%eax
	movl	%eax, %esi
	xorl	$-306674912, %esi
	andl	$1, %edx
	cmovne	%esi, %eax
	movl	%eax, %edx
	shrl	%edx
	movl	%edx, %esi
	xorl	$-306674912, %esi
	testb	$1, %al
	cmovne	%esi, %edx
	movl	%edx, %eax
	shrl	%eax
	movl	%eax, %esi
	xorl	$-306674912, %esi
	andl	$1, %edx
	cmovne	%esi, %eax
	movl	%eax, %edx
	shrl	%edx
	movl	%edx, %esi
	xorl	$-306674912, %esi
	testb	$1, %al
	cmovne	%esi, %edx
	movl	%edx, %eax
	shrl	%eax
	movl	%eax, %esi
	xorl	$-306674912, %esi
	andl	$1, %edx
	cmovne	%esi, %eax
	movl	%eax, %edx
	shrl	%edx
	movl	%edx, %esi
	xorl	$-306674912, %esi
	testb	$1, %al
	cmovne	%esi, %edx
	movl	%edx, %eax
	shrl	%eax
	movl	%eax, %esi
	xorl	$-306674912, %esi
	andl	$1, %edx
	cmovne	%esi, %eax
	addq	$1, %rcx
	cmpq	%rcx, %rdi
	jne	.L11
	notl	%eax
	ret
.L12:
	xorl	%eax, %eax
	ret
	.size	crc32, .-crc32
	.section	.note.GNU-stack,"",@progbits
