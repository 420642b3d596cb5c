	.text
	.p2align 4
	.globl	insertion_sort
	.type	insertion_sort, @function
# runs of eight by insertion, then merging by cmov between the array and .Lbuf
insertion_sort:
	cmpq	$2, %rsi
	jb	.Lret
	movl	$8, %r11d
	cmpq	$32, %rsi
	jbe	.Lwhole
	cmpq	$131072, %rsi
	jbe	.Lruns
.Lwhole:
	movq	%rsi, %r11
.Lruns:
	leaq	(%rdi,%rsi,4), %r10
	movq	%rdi, %r9
.Lrun:
	leaq	(%r9,%r11,4), %rcx
	cmpq	%r10, %rcx
	cmova	%r10, %rcx
	leaq	4(%r9), %rdx
	jmp	.Lkeytest
.Lkey:
	movl	(%rdx), %eax
	movq	%rdx, %r8
	cmpl	(%r9), %eax
	jl	.Lnewmin
.Lprobe:
	cmpl	-4(%r8), %eax
	jge	.Lplace
	pushq	%rbx
	movl	-4(%r8), %ebx
.Lshift:
	movl	%ebx, (%r8)
	subq	$4, %r8
	movl	-4(%r8), %ebx
	cmpl	%eax, %ebx
	jg	.Lshift
	popq	%rbx
.Lplace:
	movl	%eax, (%r8)
	addq	$4, %rdx
.Lkeytest:
	cmpq	%rcx, %rdx
	jb	.Lkey
	movq	%rcx, %r9
	cmpq	%r10, %r9
	jb	.Lrun
	cmpq	%rsi, %r11
	jb	.Lmerges
.Lret:
	ret
.Lnewmin:
	pushq	%rbx
.Lnewmin1:
	movl	-4(%r8), %ebx
	movl	%ebx, (%r8)
	subq	$4, %r8
	cmpq	%r9, %r8
	jne	.Lnewmin1
	popq	%rbx
	jmp	.Lplace

.Lmerges:
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	movq	%rdi, %r12
	movl	$.Lbuf, %r13d
	leaq	(,%rsi,4), %r14
	shlq	$2, %r11
# r12 source, r13 target, r14 bytes in all, r11 bytes in a run
.Llevel:
	movq	%r12, %rsi
	movq	%r13, %rdi
	leaq	(%r12,%r14), %r15
.Ltwo:
	leaq	(%rsi,%r11), %rbx
	cmpq	%r15, %rbx
	jae	.Ltailcopy
	movq	%rbx, %rdx
	leaq	(%rbx,%r11), %rbp
	cmpq	%r15, %rbp
	cmova	%r15, %rbp
	movl	-4(%rbx), %eax
	cmpl	(%rbx), %eax
	jle	.Linorder
	.p2align 4
.Lzip:
	movl	(%rsi), %eax
	movl	(%rdx), %ecx
	xorl	%r8d, %r8d
	cmpl	%ecx, %eax
	setg	%r8b
	cmovg	%ecx, %eax
	leaq	(%rdx,%r8,4), %rdx
	movl	%eax, (%rdi)
	xorl	$1, %r8d
	addq	$4, %rdi
	leaq	(%rsi,%r8,4), %rsi
	cmpq	%rbp, %rdx
	je	.Lrestleft
	cmpq	%rbx, %rsi
	jne	.Lzip
	movq	%rdx, %rsi
	movq	%rbp, %r9
	jmp	.Lcopy
.Lrestleft:
	movq	%rbx, %r9
	jmp	.Lcopy
.Linorder:
	movq	%rbp, %r9
.Lcopy:
	movq	%r9, %rcx
	subq	%rsi, %rcx
	subq	$16, %rcx
	jb	.Lcopyfew
.Lcopy16:
	movdqu	(%rsi), %xmm0
	movdqu	%xmm0, (%rdi)
	addq	$16, %rsi
	addq	$16, %rdi
	subq	$16, %rcx
	jae	.Lcopy16
.Lcopyfew:
	addq	$16, %rcx
	je	.Lcopied
.Lcopy4:
	movl	(%rsi), %eax
	movl	%eax, (%rdi)
	addq	$4, %rsi
	addq	$4, %rdi
	subq	$4, %rcx
	jne	.Lcopy4
.Lcopied:
	movq	%rbp, %rsi
	cmpq	%r15, %rsi
	jb	.Ltwo
.Lleveldone:
	xchgq	%r12, %r13
	addq	%r11, %r11
	cmpq	%r14, %r11
	jb	.Llevel
	cmpq	$.Lbuf, %r12
	jne	.Lmerged
	movq	%r12, %rsi
	movq	%r13, %rdi
	addq	%r12, %r14
.Lhome:
	movl	(%rsi), %eax
	addq	$4, %rsi
	movl	%eax, (%rdi)
	addq	$4, %rdi
	cmpq	%r14, %rsi
	jne	.Lhome
.Lmerged:
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	ret
.Ltailcopy:
	movq	%r15, %rbp
	movq	%r15, %r9
	jmp	.Lcopy
	.size	insertion_sort, .-insertion_sort
	.bss
	.align 32
.Lbuf:
	.zero	524288
	.section	.note.GNU-stack,"",@progbits
