	.file	"kernel.c"
	.text
	.p2align 4
	.globl	square_root
	.type	square_root, @function
square_root:
	movl	$32, %esi
	movl	$2147483648, %ecx
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L3:
	movq	%rax, %rdx
	orq	%rcx, %rdx
	movq	%rdx, %r8
	imulq	%rdx, %r8
	cmpq	%r8, %rdi
	cmovnb	%rdx, %rax
	shrq	%rcx
	subl	$1, %esi
	jne	.L3
	ret
	.size	square_root, .-square_root
	.section	.note.GNU-stack,"",@progbits
