	.file	"kernel.c"
	.text
	.p2align 4
	.globl	insertion_sort
	.type	insertion_sort, @function
insertion_sort:
	leaq	4(%rdi), %r11
	movl	$1, %r10d
	cmpq	$1, %rsi
	jbe	.L1
	.p2align 4,,10
	.p2align 3
.L6:
	movl	(%r11), %r9d
	movq	%r11, %rax
	movq	%r10, %rdx
	jmp	.L3
	.p2align 4,,10
	.p2align 3
.L5:
	movl	%ecx, (%rax)
	leaq	-4(%r8), %rax
	subq	$1, %rdx
	je	.L8
.L3:
	movl	-4(%rax), %ecx
	movq	%rax, %r8
	cmpl	%r9d, %ecx
	jg	.L5
	addq	$1, %r10
	movl	%r9d, (%r8)
	addq	$4, %r11
	cmpq	%r10, %rsi
	jne	.L6
.L1:
	ret
	.p2align 4,,10
	.p2align 3
.L8:
	movq	%rdi, %r8
	addq	$1, %r10
	addq	$4, %r11
	movl	%r9d, (%r8)
	cmpq	%r10, %rsi
	jne	.L6
	jmp	.L1
	.size	insertion_sort, .-insertion_sort
	.section	.note.GNU-stack,"",@progbits
