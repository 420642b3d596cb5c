	.file	"kernel.c"
	.text
	.p2align 4
	.globl	is_palindrome
	.type	is_palindrome, @function
is_palindrome:
	testq	%rsi, %rsi
	je	.L14
	xorl	%edx, %edx
	jmp	.L13
	.p2align 4,,10
	.p2align 3
.L3:
	leal	-97(%rax), %r8d
	cmpl	$25, %r8d
	jbe	.L17
	leal	-48(%rax), %r8d
	cmpl	$9, %r8d
	jbe	.L17
.L6:
	addq	$1, %rdx
.L11:
	cmpq	%rsi, %rdx
	jnb	.L14
.L13:
	movsbl	(%rdi,%rdx), %eax
	movsbl	-1(%rdi,%rsi), %ecx
	leaq	-1(%rsi), %r10
	leal	-65(%rax), %r8d
	leal	-65(%rcx), %r9d
	cmpl	$25, %r8d
	ja	.L3
	addl	$32, %eax
	movl	%ecx, %r8d
	cmpl	$25, %r9d
	jbe	.L4
	leal	-48(%rcx), %esi
	cmpl	$9, %esi
	jbe	.L12
	leal	-97(%rcx), %esi
	cmpl	$25, %esi
	jbe	.L12
.L15:
	movq	%r10, %rsi
	cmpq	%rsi, %rdx
	jb	.L13
.L14:
	movl	$1, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L17:
	movl	%ecx, %r8d
	cmpl	$25, %r9d
	jbe	.L30
	leal	-97(%rcx), %r9d
	cmpl	$25, %r9d
	jbe	.L10
	leal	-48(%rcx), %r9d
	cmpl	$9, %r9d
	jbe	.L10
	testl	%eax, %eax
	je	.L6
	jmp	.L15
	.p2align 4,,10
	.p2align 3
.L30:
	testl	%eax, %eax
	je	.L6
.L4:
	addl	$32, %r8d
	cmpl	%eax, %r8d
	jne	.L16
.L31:
	addq	$1, %rdx
	movq	%r10, %rsi
	jmp	.L11
	.p2align 4,,10
	.p2align 3
.L10:
	testl	%eax, %eax
	je	.L6
.L12:
	testl	%ecx, %ecx
	je	.L15
	cmpl	%eax, %r8d
	je	.L31
.L16:
	xorl	%eax, %eax
	ret
	.size	is_palindrome, .-is_palindrome
	.section	.note.GNU-stack,"",@progbits
