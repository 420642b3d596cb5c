	.file	"kernel.c"
	.text
	.p2align 4
	.globl	most_frequent
	.type	most_frequent, @function
most_frequent:
	subq	$912, %rsp
	movq	%rdi, %rdx
	movl	$128, %ecx
	xorl	%eax, %eax
	leaq	-120(%rsp), %r8
	movq	%r8, %rdi
	rep stosq
	testq	%rsi, %rsi
	je	.L2
	movq	%rdx, %rdi
	leaq	(%rdx,%rsi), %rdx
	.p2align 4,,10
	.p2align 3
.L3:
	movzbl	(%rdi), %eax
	addq	$1, %rdi
	addl	$1, -120(%rsp,%rax,4)
	cmpq	%rdx, %rdi
	jne	.L3
.L2:
	xorl	%eax, %eax
	movl	$-1, %ecx
	.p2align 4,,10
	.p2align 3
.L7:
	movl	(%r8,%rax,4), %edx
	testl	%edx, %edx
	je	.L4
	movl	%eax, %esi
	cmpl	$-1, %ecx
	je	.L8
	movslq	%ecx, %rdi
.L6:
	cmpl	%edx, -120(%rsp,%rdi,4)
	jb	.L9
	addq	$1, %rax
	cmpq	$256, %rax
	je	.L1
	movl	(%r8,%rax,4), %edx
	movl	%eax, %esi
	testl	%edx, %edx
	jne	.L6
	.p2align 4,,10
	.p2align 3
.L4:
	addq	$1, %rax
	cmpq	$256, %rax
	jne	.L7
.L1:
	movl	%ecx, %eax
	addq	$912, %rsp
	ret
	.p2align 4,,10
	.p2align 3
.L8:
	movl	%eax, %ecx
	addq	$1, %rax
	cmpq	$256, %rax
	jne	.L7
	jmp	.L1
	.p2align 4,,10
	.p2align 3
.L9:
	addq	$1, %rax
	movl	%esi, %ecx
	cmpq	$256, %rax
	jne	.L7
	jmp	.L1
	.size	most_frequent, .-most_frequent
	.section	.note.GNU-stack,"",@progbits
