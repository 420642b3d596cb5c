	.file	"kernel.c"
	.text
	.p2align 4
	.globl	power_modulo
	.type	power_modulo, @function
power_modulo:
	movl	%edx, %r8d
	movl	$1, %eax
	xorl	%edx, %edx
	divl	%r8d
	movl	%edi, %eax
	movl	%edx, %r9d
	xorl	%edx, %edx
	divl	%r8d
	movq	%r9, %r10
	movq	%rdx, %rcx
	testl	%esi, %esi
	je	.L1
	movl	%r8d, %edi
	.p2align 4,,10
	.p2align 3
.L4:
	testb	$1, %sil
	je	.L3
	movq	%r9, %rax
	xorl	%edx, %edx
	imulq	%rcx, %rax
	divq	%rdi
	movq	%rdx, %r9
.L3:
	imulq	%rcx, %rcx
	xorl	%edx, %edx
	movq	%rcx, %rax
	divq	%rdi
	shrl	%esi
	movq	%rdx, %rcx
	jne	.L4
	movl	%r9d, %r10d
.L1:
	movl	%r10d, %eax
	ret
	.size	power_modulo, .-power_modulo
	.section	.note.GNU-stack,"",@progbits
