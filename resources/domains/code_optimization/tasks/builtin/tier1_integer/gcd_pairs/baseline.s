	.file	"kernel.c"
	.text
	.p2align 4
	.globl	gcd_pairs
	.type	gcd_pairs, @function
gcd_pairs:
	cmpq	$1, %rsi
	jbe	.L6
	leaq	-4(%rdi,%rsi,4), %r8
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L5:
	movl	(%rdi), %eax
	movl	4(%rdi), %edx
	movl	%eax, %ecx
	testl	%edx, %edx
	je	.L3
	.p2align 4,,10
	.p2align 3
.L4:
	movl	%edx, %ecx
	movl	%edx, %r9d
	xorl	%edx, %edx
	divl	%r9d
	movl	%ecx, %eax
	testl	%edx, %edx
	jne	.L4
.L3:
	addq	$4, %rdi
	addq	%rcx, %rsi
	cmpq	%rdi, %r8
	jne	.L5
	movq	%rsi, %rax
	ret
.L6:
	xorl	%esi, %esi
	movq	%rsi, %rax
	ret
	.size	gcd_pairs, .-gcd_pairs
	.section	.note.GNU-stack,"",@progbits
