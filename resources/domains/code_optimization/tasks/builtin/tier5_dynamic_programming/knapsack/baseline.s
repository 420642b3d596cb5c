	.file	"kernel.c"
	.text
	.p2align 4
	.globl	knapsack
	.type	knapsack, @function
knapsack:
	leal	-5(%rcx), %eax
	movq	%rsi, %r9
	movq	%rdi, %r10
	movq	%rdx, %rsi
	movl	%ecx, %r11d
	cmpl	$-7, %eax
	ja	.L12
	leal	-3(%rcx), %edx
	xorl	%eax, %eax
	pxor	%xmm0, %xmm0
	shrl	$2, %edx
	addl	$1, %edx
.L3:
	movq	%rax, %rcx
	addq	$1, %rax
	salq	$4, %rcx
	movups	%xmm0, (%r8,%rcx)
	cmpl	%edx, %eax
	jb	.L3
	sall	$2, %edx
	leal	1(%r11), %eax
	cmpl	%eax, %edx
	je	.L5
	movl	%edx, %eax
	movl	$0, (%r8,%rax,4)
	leal	1(%rdx), %eax
	cmpl	%eax, %r11d
	jb	.L5
	addl	$2, %edx
	movl	$0, (%r8,%rax,4)
	cmpl	%edx, %r11d
	jb	.L5
	movl	$0, (%r8,%rdx,4)
.L5:
	testq	%rsi, %rsi
	je	.L21
.L27:
	pushq	%rbx
	leaq	(%r9,%rsi,4), %rbx
	.p2align 4,,10
	.p2align 3
.L7:
	movl	(%r10), %edx
	movl	%r11d, %eax
	cmpl	%edx, %r11d
	jnb	.L24
	jmp	.L10
	.p2align 4,,10
	.p2align 3
.L26:
	movl	%esi, (%rcx)
	movl	(%r10), %edx
	subl	$1, %eax
	cmpl	%edx, %eax
	jb	.L10
.L24:
	movl	(%r9), %edi
.L11:
	movl	%eax, %ecx
	subl	%edx, %ecx
	movl	(%r8,%rcx,4), %esi
	movl	%eax, %ecx
	leaq	(%r8,%rcx,4), %rcx
	addl	%edi, %esi
	cmpl	%esi, (%rcx)
	jb	.L26
	subl	$1, %eax
	cmpl	%edx, %eax
	jnb	.L11
.L10:
	addq	$4, %r9
	addq	$4, %r10
	cmpq	%rbx, %r9
	jne	.L7
	movl	%r11d, %r11d
	popq	%rbx
	movl	(%r8,%r11,4), %eax
	ret
.L12:
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L2:
	movl	%eax, %edx
	addl	$1, %eax
	movl	$0, (%r8,%rdx,4)
	cmpl	%eax, %r11d
	jnb	.L2
	testq	%rsi, %rsi
	jne	.L27
.L21:
	movl	%r11d, %r11d
	movl	(%r8,%r11,4), %eax
	ret
	.size	knapsack, .-knapsack
	.section	.note.GNU-stack,"",@progbits
