	.text
	.p2align 4
	.globl	murmur3
	.type	murmur3, @function
murmur3:
	movl	%edx, %eax
	leal	(,%rsi,4), %r8d
	leaq	(%rdi,%rsi,4), %r9
	andl	$3, %esi
	je	.Lfours
.Lodd:
	imull	$-862048943, (%rdi), %ecx
	addq	$4, %rdi
	roll	$15, %ecx
	imull	$461845907, %ecx, %ecx
	xorl	%ecx, %eax
	roll	$13, %eax
	leal	-430675100(%rax,%rax,4), %eax
	subl	$1, %esi
	jne	.Lodd
.Lfours:
	cmpq	%r9, %rdi
	je	.Lfinal
	.p2align 4
.Lfour:
	imull	$-862048943, (%rdi), %ecx
	imull	$-862048943, 4(%rdi), %edx
	imull	$-862048943, 8(%rdi), %esi
	imull	$-862048943, 12(%rdi), %r10d
	addq	$16, %rdi
	roll	$15, %ecx
	roll	$15, %edx
	roll	$15, %esi
	roll	$15, %r10d
	imull	$461845907, %ecx, %ecx
	imull	$461845907, %edx, %edx
	imull	$461845907, %esi, %esi
	imull	$461845907, %r10d, %r10d
	xorl	%ecx, %eax
	roll	$13, %eax
	leal	-430675100(%rax,%rax,4), %eax
	xorl	%edx, %eax
	roll	$13, %eax
	leal	-430675100(%rax,%rax,4), %eax
	xorl	%esi, %eax
	roll	$13, %eax
	leal	-430675100(%rax,%rax,4), %eax
	xorl	%r10d, %eax
	roll	$13, %eax
	leal	-430675100(%rax,%rax,4), %eax
	cmpq	%r9, %rdi
	jne	.Lfour
.Lfinal:
	xorl	%r8d, %eax
	movl	%eax, %ecx
	shrl	$16, %ecx
	xorl	%ecx, %eax
	imull	$0x85ebca6b, %eax, %eax
	movl	%eax, %ecx
	shrl	$13, %ecx
	xorl	%ecx, %eax
	imull	$0xc2b2ae35, %eax, %eax
	movl	%eax, %ecx
	shrl	$16, %ecx
	xorl	%ecx, %eax
	ret
	.size	murmur3, .-murmur3
	.section	.note.GNU-stack,"",@progbits
