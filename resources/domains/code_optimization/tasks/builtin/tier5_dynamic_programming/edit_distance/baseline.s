	.file	"kernel.c"
	.text
	.p2align 4
	.globl	edit_distance
	.type	edit_distance, @function
edit_distance:
	pushq	%rbx
	movq	%rdx, %r10
	movq	%rcx, %r9
	cmpq	$2, %rcx
	jbe	.L10
	addq	$1, %rcx
	movdqa	.LC0(%rip), %xmm1
	movq	%r8, %rax
	movdqa	.LC1(%rip), %xmm4
	movq	%rcx, %rdx
	movdqa	.LC2(%rip), %xmm3
	shrq	$2, %rdx
	salq	$4, %rdx
	addq	%r8, %rdx
	.p2align 4,,10
	.p2align 3
.L3:
	movdqa	%xmm1, %xmm0
	addq	$16, %rax
	paddq	%xmm4, %xmm1
	movdqa	%xmm0, %xmm2
	paddq	%xmm3, %xmm2
	shufps	$136, %xmm2, %xmm0
	movups	%xmm0, -16(%rax)
	cmpq	%rdx, %rax
	jne	.L3
	movq	%rcx, %rax
	andq	$-4, %rax
	andl	$3, %ecx
	je	.L4
.L2:
	leaq	1(%rax), %rdx
	movl	%eax, (%r8,%rax,4)
	leaq	0(,%rax,4), %rcx
	cmpq	%rdx, %r9
	jb	.L4
	addq	$2, %rax
	movl	%edx, 4(%r8,%rcx)
	cmpq	%rax, %r9
	jb	.L4
	movl	%eax, 8(%r8,%rcx)
.L4:
	movl	$1, %r11d
	leaq	(%rdi,%rsi), %rbx
	subl	%edi, %r11d
	testq	%rsi, %rsi
	je	.L8
	.p2align 4,,10
	.p2align 3
.L7:
	leal	(%r11,%rdi), %eax
	movl	(%r8), %esi
	xorl	%edx, %edx
	movl	%eax, (%r8)
	testq	%r9, %r9
	je	.L9
	.p2align 4,,10
	.p2align 3
.L6:
	movzbl	(%r10,%rdx), %ecx
	cmpb	%cl, (%rdi)
	setne	%cl
	addq	$1, %rdx
	addl	$1, %eax
	movzbl	%cl, %ecx
	addl	%esi, %ecx
	movl	(%r8,%rdx,4), %esi
	cmpl	%ecx, %eax
	cmova	%ecx, %eax
	leal	1(%rsi), %ecx
	cmpl	%ecx, %eax
	cmova	%ecx, %eax
	movl	%eax, (%r8,%rdx,4)
	cmpq	%r9, %rdx
	jne	.L6
.L9:
	addq	$1, %rdi
	cmpq	%rdi, %rbx
	jne	.L7
.L8:
	movl	(%r8,%r9,4), %eax
	popq	%rbx
	ret
.L10:
	xorl	%eax, %eax
	jmp	.L2
	.size	edit_distance, .-edit_distance
	.section	.rodata.cst16,"aM",@progbits,16
	.align 16
.LC0:
	.quad	0
	.quad	1
	.align 16
.LC1:
	.quad	4
	.quad	4
	.align 16
.LC2:
	.quad	2
	.quad	2
	.section	.note.GNU-stack,"",@progbits
