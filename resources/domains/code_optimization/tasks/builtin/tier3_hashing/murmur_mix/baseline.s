	.file	"kernel.c"
	.text
	.p2align 4
	.globl	murmur3
	.type	murmur3, @function
murmur3:
	movl	%edx, %eax
	testq	%rsi, %rsi
	je	.L2
	leaq	(%rdi,%rsi,4), %rcx
	.p2align 4,,10
	.p2align 3
.L3:
	imull	$-862048943, (%rdi), %edx
	addq	$4, %rdi
	roll	$15, %edx
	imull	$461845907, %edx, %edx
	xorl	%eax, %edx
	roll	$13, %edx
	leal	-430675100(%rdx,%rdx,4), %eax
	cmpq	%rdi, %rcx
	jne	.L3
.L2:
	sall	$2, %esi
	xorl	%eax, %esi
	movl	%esi, %eax
	shrl	$16, %eax
	xorl	%esi, %eax
	imull	$-2048144789, %eax, %eax
	movl	%eax, %edx
	shrl	$13, %edx
	xorl	%eax, %edx
	imull	$-1028477387, %edx, %edx
	movl	%edx, %eax
	shrl	$16, %eax
	xorl	%edx, %eax
	ret
	.size	murmur3, .-murmur3
	.section	.note.GNU-stack,"",@progbits
