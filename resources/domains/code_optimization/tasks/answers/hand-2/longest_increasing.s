	.text
	.p2align 4
	.globl	longest_increasing
	.type	longest_increasing, @function
# smallest last numbers of the subsequences of each length, in lengths[]
longest_increasing:
	xorl	%eax, %eax
	testq	%rsi, %rsi
	je	.Lret
	leaq	(%rdi,%rsi,4), %rsi
	movl	(%rdi), %r8d
	movl	%r8d, (%rdx)
	movl	$1, %eax
	addq	$4, %rdi
	cmpq	%rsi, %rdi
	je	.Lret
	.p2align 4
.Lnext:
	movl	(%rdi), %ecx
	cmpl	%r8d, %ecx
	jle	.Lseek
	movl	%ecx, (%rdx,%rax,4)
	movl	%ecx, %r8d
	addq	$1, %rax
	addq	$4, %rdi
	cmpq	%rsi, %rdi
	jne	.Lnext
.Lret:
	ret
.Lseek:
	movq	%rdx, %r9
	movq	%rax, %r10
	jmp	.Lhalftest
.Lhalf:
	shrq	%r11
	subq	%r11, %r10
	leaq	(%r9,%r11,4), %r11
	cmpl	%ecx, -4(%r11)
	cmovl	%r11, %r9
.Lhalftest:
	movq	%r10, %r11
	cmpq	$1, %r10
	jne	.Lhalf
	xorl	%r11d, %r11d
	cmpl	%ecx, (%r9)
	setl	%r11b
	movl	%ecx, (%r9,%r11,4)
	movl	-4(%rdx,%rax,4), %r8d
	addq	$4, %rdi
	cmpq	%rsi, %rdi
	jne	.Lnext
	ret
	.size	longest_increasing, .-longest_increasing
	.section	.note.GNU-stack,"",@progbits
