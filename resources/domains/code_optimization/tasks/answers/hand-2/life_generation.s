	.text
	.p2align 4
	.globl	life_step
	.type	life_step, @function
# strips of 1024 columns: vertical sums of three rows into a padded line on the stack,
# then three neighbouring sums make the count
life_step:
	testq	%rdx, %rdx
	je	.Lret
	testq	%rcx, %rcx
	je	.Lret
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	subq	$1096, %rsp
	movq	%rdx, (%rsp)
	movq	%rdi, %r13
	movq	%rsi, %r12
	movq	%rcx, %r14
	movdqa	.Lone(%rip), %xmm6
	movdqa	.Lthree(%rip), %xmm7
	xorl	%r15d, %r15d
.Lstrip:
	movq	%r14, %rbx
	subq	%r15, %rbx
	movl	$1024, %eax
	cmpq	%rax, %rbx
	cmova	%rax, %rbx
	movb	$0, 32(%rsp)
	movb	$0, 33(%rsp,%rbx)
	movq	%r15, %rax
	leaq	33(%rsp), %rdx
	movq	%rbx, %rbp
	xorl	%esi, %esi
	testq	%r15, %r15
	je	.Lleftmost
	subq	$1, %rax
	subq	$1, %rdx
	addq	$1, %rbp
	movl	$1, %esi
.Lleftmost:
	movq	%rsi, 16(%rsp)
	leaq	(%r15,%rbx), %rcx
	cmpq	%r14, %rcx
	adcq	$0, %rbp
	leaq	(%r12,%rax), %r8
	movl	$.Lnothing, %r9d
	leaq	(%r13,%r15), %rdi
	movq	(%rsp), %rcx
.Lrow:
	leaq	(%r8,%r14), %r10
	cmpq	$1, %rcx
	jne	.Lhasdown
	movl	$.Lnothing, %r10d
.Lhasdown:
	xorl	%eax, %eax
	movq	%rbp, %rsi
	subq	$16, %rsi
	jb	.Lvbytes
	.p2align 4
.Lv16:
	movdqu	(%r8,%rax), %xmm0
	movdqu	(%r9,%rax), %xmm1
	movdqu	(%r10,%rax), %xmm2
	paddb	%xmm1, %xmm0
	paddb	%xmm2, %xmm0
	movdqu	%xmm0, (%rdx,%rax)
	addq	$16, %rax
	cmpq	%rsi, %rax
	jbe	.Lv16
	cmpq	%rbp, %rax
	je	.Lvdone
	movdqu	(%r8,%rsi), %xmm0
	movdqu	(%r9,%rsi), %xmm1
	movdqu	(%r10,%rsi), %xmm2
	paddb	%xmm1, %xmm0
	paddb	%xmm2, %xmm0
	movdqu	%xmm0, (%rdx,%rsi)
	jmp	.Lvdone
.Lvbytes:
	movzbl	(%r8,%rax), %r11d
	addb	(%r9,%rax), %r11b
	addb	(%r10,%rax), %r11b
	movb	%r11b, (%rdx,%rax)
	addq	$1, %rax
	cmpq	%rbp, %rax
	jne	.Lvbytes
.Lvdone:
	movq	16(%rsp), %r11
	addq	%r8, %r11
	xorl	%eax, %eax
	movq	%rbx, %rsi
	subq	$16, %rsi
	jb	.Lhbytes
	.p2align 4
.Lh16:
	movdqu	32(%rsp,%rax), %xmm0
	movdqu	33(%rsp,%rax), %xmm1
	movdqu	34(%rsp,%rax), %xmm2
	movdqu	(%r11,%rax), %xmm3
	paddb	%xmm1, %xmm0
	psubb	%xmm3, %xmm2
	paddb	%xmm2, %xmm0
	por	%xmm3, %xmm0
	pcmpeqb	%xmm7, %xmm0
	pand	%xmm6, %xmm0
	movdqu	%xmm0, (%rdi,%rax)
	addq	$16, %rax
	cmpq	%rsi, %rax
	jbe	.Lh16
	cmpq	%rbx, %rax
	je	.Lhdone
	movdqu	32(%rsp,%rsi), %xmm0
	movdqu	33(%rsp,%rsi), %xmm1
	movdqu	34(%rsp,%rsi), %xmm2
	movdqu	(%r11,%rsi), %xmm3
	paddb	%xmm1, %xmm0
	psubb	%xmm3, %xmm2
	paddb	%xmm2, %xmm0
	por	%xmm3, %xmm0
	pcmpeqb	%xmm7, %xmm0
	pand	%xmm6, %xmm0
	movdqu	%xmm0, (%rdi,%rsi)
	jmp	.Lhdone
.Lhbytes:
	movzbl	32(%rsp,%rax), %r10d
	addb	33(%rsp,%rax), %r10b
	addb	34(%rsp,%rax), %r10b
	movzbl	(%r11,%rax), %esi
	subl	%esi, %r10d
	orl	%esi, %r10d
	cmpl	$3, %r10d
	sete	(%rdi,%rax)
	addq	$1, %rax
	cmpq	%rbx, %rax
	jne	.Lhbytes
.Lhdone:
	movq	%r8, %r9
	addq	%r14, %r8
	addq	%r14, %rdi
	subq	$1, %rcx
	jne	.Lrow
	addq	%rbx, %r15
	cmpq	%r14, %r15
	jb	.Lstrip
	addq	$1096, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
.Lret:
	ret
	.size	life_step, .-life_step
	.section	.rodata
	.align 16
.Lone:
	.long	0x01010101, 0x01010101, 0x01010101, 0x01010101
.Lthree:
	.long	0x03030303, 0x03030303, 0x03030303, 0x03030303
	.bss
	.align 32
.Lnothing:
	.zero	1088
	.section	.note.GNU-stack,"",@progbits
