	.file	"kernel.c"
	.text
	.p2align 4
	.globl	longest_run
	.type	longest_run, @function
longest_run:
	xorl	%ecx, %ecx
	testq	%rsi, %rsi
	je	.L1
	movl	$1, %eax
	movl	$1, %edx
	movl	$1, %ecx
	cmpq	$1, %rsi
	je	.L1
	.p2align 4,,10
	.p2align 3
.L5:
	movzbl	-1(%rdi,%rax), %r8d
	addq	$1, %rdx
	cmpb	%r8b, (%rdi,%rax)
	je	.L4
	movl	$1, %edx
.L4:
	cmpq	%rdx, %rcx
	cmovb	%rdx, %rcx
	addq	$1, %rax
	cmpq	%rax, %rsi
	jne	.L5
.L1:
	movq	%rcx, %rax
	ret
	.size	longest_run, .-longest_run
	.section	.note.GNU-stack,"",@progbits
