	.file	"kernel.c"
	.text
	.p2align 4
	.globl	collatz_longest
	.type	collatz_longest, @function
collatz_longest:
	testl	%edi, %edi
	je	.L11
	movl	$1, %ecx
	xorl	%r8d, %r8d
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L10:
	movl	%ecx, %eax
	cmpl	$1, %ecx
	je	.L12
	xorl	%edx, %edx
	.p2align 4,,10
	.p2align 3
.L7:
	testb	$1, %al
	je	.L4
	leaq	1(%rax,%rax,2), %rax
	addl	$1, %edx
	cmpq	$1, %rax
	jne	.L7
.L6:
	cmpl	%edx, %r8d
	setb	%al
.L3:
	testl	%esi, %esi
	je	.L13
	testb	%al, %al
	jne	.L13
.L8:
	addl	$1, %ecx
	cmpl	%ecx, %edi
	jnb	.L10
	movl	%esi, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L4:
	shrq	%rax
	addl	$1, %edx
	cmpq	$1, %rax
	jne	.L7
	jmp	.L6
	.p2align 4,,10
	.p2align 3
.L13:
	movl	%edx, %r8d
	movl	%ecx, %esi
	jmp	.L8
	.p2align 4,,10
	.p2align 3
.L12:
	xorl	%eax, %eax
	xorl	%edx, %edx
	jmp	.L3
.L11:
	xorl	%esi, %esi
	movl	%esi, %eax
	ret
	.size	collatz_longest, .-collatz_longest
	.section	.note.GNU-stack,"",@progbits
