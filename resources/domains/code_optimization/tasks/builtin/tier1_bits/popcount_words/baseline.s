	.file	"kernel.c"
	.text
	.p2align 4
	.globl	popcount_words
	.type	popcount_words, @function
popcount_words:
	testq	%rsi, %rsi
	je	.L6
	leaq	(%rdi,%rsi,4), %rsi
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L5:
	movl	(%rdi), %eax
	testl	%eax, %eax
	je	.L3
	.p2align 4,,10
	.p2align 3
.L4:
	leal	-1(%rax), %edx
	addq	$1, %rcx
	andl	%edx, %eax
	jne	.L4
.L3:
	addq	$4, %rdi
	cmpq	%rdi, %rsi
	jne	.L5
	movq	%rcx, %rax
	ret
.L6:
	xorl	%ecx, %ecx
	movq	%rcx, %rax
	ret
	.size	popcount_words, .-popcount_words
	.section	.note.GNU-stack,"",@progbits
