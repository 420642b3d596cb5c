	.text
	.p2align 4
	.globl	gcd_pairs
	.type	gcd_pairs, @function
gcd_pairs:
	xorl	%eax, %eax
	cmpq	$2, %rsi
	jb	.Lret
	pushq	%rbx
	leaq	-4(%rdi,%rsi,4), %r8
	movl	(%rdi), %r9d
	.p2align 4
.Lpair:
	movl	%r9d, %edx
	movl	4(%rdi), %r9d
	addq	$4, %rdi
	movl	%r9d, %esi
	movl	%edx, %ebx
	orl	%esi, %ebx
	testl	%edx, %edx
	je	.Lzero
	testl	%esi, %esi
	je	.Lzero
	bsfl	%esi, %ecx
	shrl	%cl, %esi
	bsfl	%edx, %ecx
.Lstep:
	shrl	%cl, %edx
	movl	%esi, %r11d
	movl	%edx, %r10d
	subl	%edx, %r11d
	subl	%esi, %edx
	cmovb	%r10d, %esi
	cmovb	%r11d, %edx
	bsfl	%edx, %ecx
	jne	.Lstep
	bsfl	%ebx, %ecx
	shll	%cl, %esi
	addq	%rsi, %rax
	cmpq	%r8, %rdi
	jne	.Lpair
	popq	%rbx
.Lret:
	ret
.Lzero:
	addq	%rbx, %rax
	cmpq	%r8, %rdi
	jne	.Lpair
	popq	%rbx
	ret
	.size	gcd_pairs, .-gcd_pairs
	.section	.note.GNU-stack,"",@progbits
