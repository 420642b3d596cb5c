	.file	"kernel.c"
	.text
	.p2align 4
	.globl	life_step
	.type	life_step, @function
life_step:
	testq	%rdx, %rdx
	je	.L57
	testq	%rcx, %rcx
	je	.L57
	pushq	%r15
	movq	%rsi, %rax
	movq	%rcx, %rsi
	movq	%rdx, %r11
	pushq	%r14
	negq	%rsi
	movq	$-1, %r15
	pushq	%r13
	pushq	%r12
	xorl	%r12d, %r12d
	pushq	%rbp
	movq	%rdi, %rbp
	leaq	(%rax,%rcx), %rdi
	pushq	%rbx
	leaq	(%rax,%rcx,2), %rbx
	movq	%rdi, -24(%rsp)
	movq	%rbx, -16(%rsp)
	movq	%rsi, -32(%rsp)
	movq	%rax, -8(%rsp)
.L4:
	movq	-32(%rsp), %rax
	addq	$1, %r12
	movq	$-1, %rdx
	movq	%rax, %rdi
	addq	%rcx, %rax
	cmpq	%r11, %r15
	movq	%rax, -32(%rsp)
	movq	-24(%rsp), %rax
	setb	%r14b
	cmpq	%r11, %r12
	setb	%r13b
	leaq	(%rax,%rdi), %r9
	movq	-16(%rsp), %rax
	leaq	(%rax,%rdi), %r8
	movq	-8(%rsp), %rax
	addq	%rax, %rdi
	jmp	.L18
	.p2align 4,,10
	.p2align 3
.L66:
	testb	%r14b, %r14b
	je	.L7
	xorl	%esi, %esi
	cmpb	$0, -1(%rdi)
	setne	%sil
	cmpb	$1, (%rdi)
	sbbl	$-1, %esi
	cmpq	%rcx, %r10
	jnb	.L8
	cmpb	$1, 1(%rdi)
	sbbl	$-1, %esi
.L8:
	cmpb	$1, -1(%r9)
	sbbl	$-1, %esi
	cmpq	%rcx, %r10
	jb	.L64
.L13:
	testb	%r13b, %r13b
	je	.L11
	testb	%bl, %bl
	je	.L11
	cmpb	$1, -1(%r8)
	sbbl	$-1, %esi
.L14:
	cmpb	$1, (%r8)
	sbbl	$-1, %esi
	testb	%r13b, %r13b
	je	.L15
	testb	%al, %al
	je	.L15
	cmpb	$1, 1(%r8)
	sbbl	$-1, %esi
	cmpl	$3, %esi
	je	.L65
.L17:
	xorl	%ebx, %ebx
	cmpl	$2, %esi
	jne	.L5
	cmpb	$0, (%r9)
	setne	%bl
.L5:
	movb	%bl, 1(%rbp,%rdx)
	addq	$1, %r9
	addq	$1, %rdx
	addq	$1, %r8
	addq	$1, %rdi
	cmpq	%rcx, %r10
	jnb	.L6
.L18:
	cmpq	%rcx, %rdx
	leaq	2(%rdx), %r10
	setb	%bl
	cmpq	%rcx, %r10
	setb	%al
	testb	%bl, %bl
	jne	.L66
.L7:
	xorl	%esi, %esi
	cmpq	%r11, %r15
	jb	.L67
.L9:
	cmpq	%rcx, %rdx
	jb	.L8
	cmpq	%rcx, %r10
	jb	.L60
	xorl	%ebx, %ebx
	cmpq	%r11, %r12
	jnb	.L5
	jmp	.L14
	.p2align 4,,10
	.p2align 3
.L67:
	xorl	%esi, %esi
	cmpb	$0, (%rdi)
	setne	%sil
	testb	%r14b, %r14b
	je	.L9
	testb	%al, %al
	je	.L9
	cmpb	$0, 1(%rdi)
	je	.L62
	addl	$1, %esi
.L62:
	cmpq	%rcx, %rdx
	jb	.L8
	.p2align 4,,10
	.p2align 3
.L60:
	cmpb	$1, 1(%r9)
	sbbl	$-1, %esi
.L11:
	cmpq	%r11, %r12
	jb	.L14
.L15:
	movl	$1, %ebx
	cmpl	$3, %esi
	jne	.L17
	jmp	.L5
.L6:
	addq	$1, %r15
	addq	%rcx, %rbp
	cmpq	%r12, %r11
	jne	.L4
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
.L65:
	movb	$1, 1(%rbp,%rdx)
	addq	$1, %r9
	addq	$1, %rdx
	addq	$1, %r8
	addq	$1, %rdi
	jmp	.L18
.L57:
	ret
.L64:
	cmpb	$1, 1(%r9)
	sbbl	$-1, %esi
	jmp	.L13
	.size	life_step, .-life_step
	.section	.note.GNU-stack,"",@progbits
