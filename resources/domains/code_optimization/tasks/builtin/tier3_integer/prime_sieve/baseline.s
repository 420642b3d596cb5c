	.file	"kernel.c"
	.text
	.p2align 4
	.globl	count_primes
	.type	count_primes, @function
count_primes:
	pushq	%rbp
	pushq	%rbx
	movl	%esi, %ebx
	xorl	%esi, %esi
	movq	%rbx, %rdx
	subq	$8, %rsp
	call	memset
	cmpl	$2, %ebx
	jbe	.L7
	movq	%rax, %rdi
	movl	$2, %edx
	xorl	%ecx, %ecx
	jmp	.L6
	.p2align 4,,10
	.p2align 3
.L3:
	addq	$1, %rdx
	cmpq	%rbx, %rdx
	je	.L1
.L6:
	cmpb	$0, (%rdi,%rdx)
	jne	.L3
	movq	%rdx, %rax
	addl	$1, %ecx
	imulq	%rdx, %rax
	cmpq	%rbx, %rax
	jnb	.L3
	.p2align 4,,10
	.p2align 3
.L5:
	movb	$1, (%rdi,%rax)
	addq	%rdx, %rax
	cmpq	%rbx, %rax
	jb	.L5
	addq	$1, %rdx
	cmpq	%rbx, %rdx
	jne	.L6
.L1:
	addq	$8, %rsp
	movl	%ecx, %eax
	popq	%rbx
	popq	%rbp
	ret
.L7:
	addq	$8, %rsp
	xorl	%ecx, %ecx
	movl	%ecx, %eax
	popq	%rbx
	popq	%rbp
	ret
	.size	count_primes, .-count_primes
	.section	.note.GNU-stack,"",@progbits
