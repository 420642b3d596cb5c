	.file	"kernel.c"
	.text
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L3:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L3
	cmpl	$10, %eax
	je	.L3
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L4
	call	getchar_unlocked
	movl	$1, %ebp
.L4:
	xorl	%ebx, %ebx
.L5:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L14
	imulq	$10, %rbx, %rbx
	cltq
	addq	%rax, %rbx
	call	getchar_unlocked
	jmp	.L5
.L14:
	testl	%ebp, %ebp
	je	.L1
	negq	%rbx
.L1:
	movq	%rbx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	read_integer, .-read_integer
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"a const argument was changed"
.LC1:
	.string	"%llu\n"
	.section	.text.startup,"ax",@progbits
	.globl	main
	.type	main, @function
main:
	pushq	%r15
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	xorl	%edx, %edx
	pushq	%r14
	movl	$73728, %esi
	xorl	%edi, %edi
	xorl	%r14d, %r14d
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
	movl	$34, %ecx
	call	mmap
	movl	$3, %edx
	movl	$65536, %esi
	leaq	4096(%rax), %rbp
	movq	%rbp, %rdi
	call	mprotect
	call	read_integer
	movl	%eax, %r12d
	call	read_integer
	movq	%rax, %rbx
	movl	%eax, %r13d
.L16:
	cmpl	%r13d, %r14d
	jnb	.L32
	call	read_integer
	movl	%eax, words.1(,%r14,4)
	incq	%r14
	jmp	.L16
.L32:
	movl	%ebx, %ebx
	movq	%rbp, %rax
	xorl	%r15d, %r15d
	salq	$2, %rbx
	subq	%rbx, %rax
	movl	$1000, %ebx
	leaq	65536(%rax), %r14
.L18:
	movl	round_now(%rip), %esi
	cmpl	%r12d, %esi
	jnb	.L33
	testb	$1, %sil
	movq	%rbp, %r8
	cmove	%r14, %r8
	imull	$-1640531527, %esi, %edi
	xorl	%ecx, %ecx
.L20:
	cmpl	%r13d, %ecx
	jnb	.L34
	movl	words.1(,%rcx,4), %edx
	testl	%esi, %esi
	je	.L21
	xorl	%edi, %edx
	movl	%edx, %eax
	shrl	$16, %eax
	xorl	%edx, %eax
	imull	$2146121005, %eax, %eax
	movl	%eax, %edx
	shrl	$15, %edx
	xorl	%eax, %edx
	imull	$-2073254261, %edx, %edx
	movl	%edx, %eax
	shrl	$16, %eax
	xorl	%edx, %eax
	xorl	%edx, %edx
	divl	%ebx
.L21:
	movl	%edx, kept.0(,%rcx,4)
	movl	%edx, (%r8,%rcx,4)
	subl	$2048144789, %edi
	incq	%rcx
	jmp	.L20
.L34:
	movl	(%r8), %edi
	imulq	$31, %r15, %r15
	call	collatz_longest
	incl	round_now(%rip)
	movl	%eax, %eax
	addq	%rax, %r15
	jmp	.L18
.L33:
	cmpl	$0, is_const_changed(%rip)
	je	.L24
	movl	$.LC0, %edi
	call	puts
	jmp	.L31
.L24:
	movq	%r15, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L31:
	popq	%rdx
	shrl	$31, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	main, .-main
	.local	kept.0
	.comm	kept.0,65536,32
	.local	words.1
	.comm	words.1,65536,32
	.local	is_const_changed
	.comm	is_const_changed,4,4
	.local	round_now
	.comm	round_now,4,4
	.section	.note.GNU-stack,"",@progbits
