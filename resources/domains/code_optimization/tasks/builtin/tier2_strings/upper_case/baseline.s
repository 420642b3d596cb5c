	.file	"kernel.c"
	.text
	.p2align 4
	.globl	upper_case
	.type	upper_case, @function
upper_case:
	testq	%rsi, %rsi
	je	.L5
	addq	%rdi, %rsi
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L4:
	movzbl	(%rdi), %eax
	leal	-97(%rax), %edx
	cmpb	$25, %dl
	ja	.L3
	subl	$32, %eax
	addq	$1, %rcx
	movb	%al, (%rdi)
.L3:
	addq	$1, %rdi
	cmpq	%rdi, %rsi
	jne	.L4
	movq	%rcx, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L5:
	xorl	%ecx, %ecx
	movq	%rcx, %rax
	ret
	.size	upper_case, .-upper_case
	.section	.note.GNU-stack,"",@progbits
