	.file	"kernel.c"
	.text
	.p2align 4
	.globl	reverse_bits
	.type	reverse_bits, @function
reverse_bits:
	testq	%rsi, %rsi
	je	.L1
	leaq	(%rdi,%rsi,4), %rcx
	.p2align 4,,10
	.p2align 3
.L3:
	movl	(%rdi), %eax
	addq	$4, %rdi
	movl	%eax, %edx
	addl	%eax, %eax
	shrl	%edx
	andl	$-1431655766, %eax
	andl	$1431655765, %edx
	orl	%eax, %edx
	movl	%edx, %eax
	sall	$2, %edx
	shrl	$2, %eax
	andl	$-858993460, %edx
	andl	$858993459, %eax
	orl	%edx, %eax
	movl	%eax, %edx
	sall	$4, %eax
	shrl	$4, %edx
	andl	$-252645136, %eax
	andl	$252645135, %edx
	orl	%edx, %eax
	bswap	%eax
	movl	%eax, -4(%rdi)
	cmpq	%rcx, %rdi
	jne	.L3
.L1:
	ret
	.size	reverse_bits, .-reverse_bits
	.section	.note.GNU-stack,"",@progbits
