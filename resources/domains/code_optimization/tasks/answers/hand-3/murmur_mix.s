	.text
	.p2align 4
	.globl	murmur3
	.type	murmur3, @function
murmur3:
	movl	%edx, %eax
	leal	0(,%rsi,4), %r8d
	cmpq	$4, %rsi
	jb	.Ltail
	.p2align 4
.Lfour:
	imull	$0xcc9e2d51, (%rdi), %ecx
	imull	$0xcc9e2d51, 4(%rdi), %edx
	imull	$0xcc9e2d51, 8(%rdi), %r9d
	imull	$0xcc9e2d51, 12(%rdi), %r10d
	roll	$15, %ecx
	roll	$15, %edx
	roll	$15, %r9d
	roll	$15, %r10d
	imull	$0x1b873593, %ecx, %ecx
	imull	$0x1b873593, %edx, %edx
	imull	$0x1b873593, %r9d, %r9d
	imull	$0x1b873593, %r10d, %r10d
	xorl	%ecx, %eax
	roll	$13, %eax
	leal	-430675100(%rax,%rax,4), %eax
	xorl	%edx, %eax
	roll	$13, %eax
	leal	-430675100(%rax,%rax,4), %eax
	xorl	%r9d, %eax
	roll	$13, %eax
	leal	-430675100(%rax,%rax,4), %eax
	xorl	%r10d, %eax
	roll	$13, %eax
	leal	-430675100(%rax,%rax,4), %eax
	addq	$16, %rdi
	subq	$4, %rsi
	cmpq	$4, %rsi
	jae	.Lfour
.Ltail:
	testq	%rsi, %rsi
	je	.Lfinish
.Lone:
	imull	$0xcc9e2d51, (%rdi), %ecx
	addq	$4, %rdi
	roll	$15, %ecx
	imull	$0x1b873593, %ecx, %ecx
	xorl	%ecx, %eax
	roll	$13, %eax
	leal	-430675100(%rax,%rax,4), %eax
	decq	%rsi
	jne	.Lone
.Lfinish:
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
