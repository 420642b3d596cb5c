	.text
	.p2align 4
	.globl	gcd_pairs
	.type	gcd_pairs, @function
gcd_pairs:
	xorl	%r10d, %r10d
	cmpq	$2, %rsi
	jb	.Lreturn
	leaq	-4(%rdi,%rsi,4), %rsi
	.p2align 4
.Lpair:
	movl	(%rdi), %eax
	movl	4(%rdi), %edx
	addq	$4, %rdi
	testl	%eax, %eax
	je	.Lleft_zero
	testl	%edx, %edx
	je	.Ladd
	movl	%eax, %ecx
	orl	%edx, %ecx
	bsfl	%ecx, %r11d
	bsfl	%eax, %ecx
	shrl	%cl, %eax
	bsfl	%edx, %ecx
	shrl	%cl, %edx
	.p2align 4
.Lgcd:
	movl	%eax, %r9d
	subl	%edx, %r9d
	movl	%edx, %r8d
	subl	%eax, %r8d
	je	.Lequal
	cmovb	%edx, %eax
	cmovb	%r9d, %r8d
	bsfl	%r8d, %ecx
	shrl	%cl, %r8d
	movl	%r8d, %edx
	jmp	.Lgcd
.Lequal:
	movl	%r11d, %ecx
	sall	%cl, %eax
.Ladd:
	addq	%rax, %r10
	cmpq	%rsi, %rdi
	jb	.Lpair
.Lreturn:
	movq	%r10, %rax
	ret
.Lleft_zero:
	movl	%edx, %eax
	jmp	.Ladd
	.size	gcd_pairs, .-gcd_pairs
	.section	.note.GNU-stack,"",@progbits
