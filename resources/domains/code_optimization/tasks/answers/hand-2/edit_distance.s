	.text
	.p2align 4
	.globl	edit_distance
	.type	edit_distance, @function
# bit-parallel columns, 64 lines at a time; row[] keeps the horizontal steps between blocks
# as byte pairs (plus, minus), and .Lpeq is all zero between the blocks
edit_distance:
	movl	%ecx, %eax
	testq	%rsi, %rsi
	je	.Ltriv
	movl	%esi, %eax
	testq	%rcx, %rcx
	jne	.Lreal
.Ltriv:
	ret
.Lreal:
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	pushq	%rsi
	movabsq	$0x0001000100010001, %rax
	leaq	3(%rcx), %r9
	shrq	$2, %r9
.Lfill:
	movq	%rax, -8(%r8,%r9,8)
	subq	$1, %r9
	jne	.Lfill
	leaq	(%rdx,%rcx), %r10
	leaq	(%r8,%rcx,2), %r11
	negq	%rcx
	pushq	%rcx
.Lblock:
	movl	$64, %ecx
	cmpq	%rcx, %rsi
	cmovb	%rsi, %rcx
	movl	$1, %eax
	xorl	%ebx, %ebx
.Lset:
	movzbl	(%rdi,%rbx), %edx
	addq	$1, %rbx
	orq	%rax, .Lpeq(,%rdx,8)
	addq	%rax, %rax
	cmpq	%rcx, %rbx
	jne	.Lset
	subl	$1, %ecx
	movq	(%rsp), %r9
	movl	8(%rsp), %r8d
	movq	$-1, %r14
	xorl	%r15d, %r15d
	.p2align 4
.Lcolumn:
	movzbl	(%r10,%r9), %eax
	movzbl	(%r11,%r9,2), %ebx
	movzbl	1(%r11,%r9,2), %ebp
	movq	.Lpeq(,%rax,8), %rdx
	movq	%rdx, %r12
	orq	%r15, %r12
	orq	%rbp, %rdx
	movq	%rdx, %r13
	andq	%r14, %r13
	addq	%r14, %r13
	xorq	%r14, %r13
	orq	%rdx, %r13
	movq	%r13, %rax
	orq	%r14, %rax
	notq	%rax
	orq	%r15, %rax
	andq	%r14, %r13
	btq	%rcx, %rax
	setc	(%r11,%r9,2)
	adcl	$0, %r8d
	btq	%rcx, %r13
	setc	1(%r11,%r9,2)
	sbbl	$0, %r8d
	leaq	(%rbx,%rax,2), %rax
	leaq	(%rbp,%r13,2), %r14
	movq	%r12, %r15
	orq	%rax, %r12
	notq	%r12
	orq	%r12, %r14
	andq	%rax, %r15
	addq	$1, %r9
	jne	.Lcolumn
	leaq	1(%rcx), %rbx
	subq	%rbx, %rsi
	addq	%rbx, %rdi
	negq	%rbx
.Lclear:
	movzbl	(%rdi,%rbx), %edx
	movq	$0, .Lpeq(,%rdx,8)
	addq	$1, %rbx
	jne	.Lclear
	testq	%rsi, %rsi
	jne	.Lblock
	movl	%r8d, %eax
	addq	$16, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	ret
	.size	edit_distance, .-edit_distance
	.bss
	.align 32
.Lpeq:
	.zero	2048
	.section	.note.GNU-stack,"",@progbits
