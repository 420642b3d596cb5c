	.file	"kernel.c"
	.text
	.p2align 4
	.globl	longest_increasing
	.type	longest_increasing, @function
longest_increasing:
	movq	%rdi, %r9
	xorl	%r8d, %r8d
	xorl	%r11d, %r11d
	movl	$1, %ecx
	testq	%rsi, %rsi
	je	.L1
	.p2align 4,,10
	.p2align 3
.L2:
	cmpl	%ecx, %r11d
	leaq	1(%r8), %rax
	movl	%ecx, (%rdx,%r8,4)
	cmovb	%ecx, %r11d
	cmpq	%rax, %rsi
	je	.L1
	movl	(%r9,%rax,4), %r10d
	xorl	%ecx, %ecx
	xorl	%eax, %eax
	jmp	.L5
	.p2align 4,,10
	.p2align 3
.L7:
	movq	%rdi, %rax
.L5:
	cmpl	%r10d, (%r9,%rax,4)
	jge	.L4
	movl	(%rdx,%rax,4), %edi
	cmpl	%edi, %ecx
	cmovb	%edi, %ecx
.L4:
	leaq	1(%rax), %rdi
	cmpq	%rax, %r8
	jne	.L7
	addl	$1, %ecx
	movq	%rdi, %r8
	jmp	.L2
	.p2align 4,,10
	.p2align 3
.L1:
	movl	%r11d, %eax
	ret
	.size	longest_increasing, .-longest_increasing
	.section	.note.GNU-stack,"",@progbits
