	.file	"kernel.c"
	.text
	.p2align 4
	.globl	base64_encode
	.type	base64_encode, @function
base64_encode:
	testq	%rdx, %rdx
	je	.L9
	movq	%rdi, %r9
	movq	%rsi, %r10
	movq	%rdx, %rcx
	pushq	%rbx
	movl	$2, %edi
	movl	$1, %edx
	xorl	%esi, %esi
	jmp	.L8
	.p2align 4,,10
	.p2align 3
.L19:
	movl	%r11d, %eax
	andl	$63, %eax
	movzbl	letters.0(%rax), %eax
	movb	%al, -1(%r9,%rsi)
.L17:
	leaq	3(%rdx), %rax
	addq	$2, %rdx
	addq	$3, %rdi
	cmpq	%rcx, %rdx
	jnb	.L1
	movq	%rax, %rdx
.L8:
	xorl	%r8d, %r8d
	cmpq	%rcx, %rdx
	jnb	.L3
	movzbl	(%r10,%rdx), %r8d
	sall	$8, %r8d
.L3:
	xorl	%r11d, %r11d
	cmpq	%rcx, %rdi
	jnb	.L4
	movzbl	1(%r10,%rdx), %r11d
.L4:
	movzbl	-1(%r10,%rdx), %eax
	xorl	%ebx, %ebx
	sall	$16, %eax
	orl	%r8d, %eax
	movl	%eax, %r8d
	orl	%eax, %r11d
	shrl	$12, %eax
	shrl	$18, %r8d
	andl	$63, %eax
	movb	letters.0(%r8), %bl
	movb	letters.0(%rax), %bh
	movl	$61, %r8d
	movw	%bx, (%r9,%rsi)
	cmpq	%rcx, %rdx
	jnb	.L5
	movl	%r11d, %eax
	shrl	$6, %eax
	andl	$63, %eax
	movzbl	letters.0(%rax), %r8d
.L5:
	movb	%r8b, 2(%r9,%rsi)
	addq	$4, %rsi
	cmpq	%rcx, %rdi
	jb	.L19
	movb	$61, -1(%r9,%rsi)
	jmp	.L17
	.p2align 4,,10
	.p2align 3
.L1:
	movq	%rsi, %rax
	popq	%rbx
	ret
	.p2align 4,,10
	.p2align 3
.L9:
	xorl	%eax, %eax
	ret
	.size	base64_encode, .-base64_encode
	.section	.rodata
	.align 32
	.type	letters.0, @object
	.size	letters.0, 65
letters.0:
	.string	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	.section	.note.GNU-stack,"",@progbits
