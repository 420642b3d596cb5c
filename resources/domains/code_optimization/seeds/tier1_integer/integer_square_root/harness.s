	.file	"kernel.c"
	.text
	.type	call, @function
call:
	pushq	%r13
	movq	%rsi, %r13
	pushq	%r12
	movq	%rdi, %r12
	pushq	%rbp
	movl	$1, %ebp
	pushq	%rbx
	xorl	%ebx, %ebx
	pushq	%rcx
.L2:
	cmpq	%r13, %rbp
	jnb	.L6
	movl	-4(%r12,%rbp,4), %edi
	movl	(%r12,%rbp,4), %eax
	imulq	$31, %rbx, %rbx
	incq	%rbp
	salq	$32, %rdi
	orq	%rax, %rdi
	call	square_root
	movl	%eax, %eax
	addq	%rax, %rbx
	jmp	.L2
.L6:
	popq	%rdx
	movq	%rbx, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	ret
	.size	call, .-call
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L9:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L9
	cmpl	$10, %eax
	je	.L9
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L10
	call	getchar_unlocked
	movl	$1, %ebp
.L10:
	xorl	%ebx, %ebx
.L11:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L19
	imulq	$10, %rbx, %rbx
	cltq
	addq	%rax, %rbx
	call	getchar_unlocked
	jmp	.L11
.L19:
	testl	%ebp, %ebp
	je	.L7
	negq	%rbx
.L7:
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
	pushq	%r13
	xorl	%r13d, %r13d
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
	movl	$34, %ecx
	call	mmap
	movl	$3, %edx
	movl	$65536, %esi
	leaq	4096(%rax), %rbx
	movq	%rbx, %rdi
	call	mprotect
	call	read_integer
	movl	%eax, %ebp
	call	read_integer
	movq	%rax, %r14
	movl	%eax, %r12d
.L21:
	cmpl	%r12d, %r13d
	jnb	.L37
	call	read_integer
	movl	%eax, words.1(,%r13,4)
	incq	%r13
	jmp	.L21
.L37:
	movl	%r14d, %r14d
	movq	%rbx, %rax
	xorl	%r15d, %r15d
	leaq	0(,%r14,4), %rdx
	subq	%rdx, %rax
	leaq	65536(%rax), %r13
.L23:
	movl	round_now(%rip), %esi
	cmpl	%ebp, %esi
	jnb	.L38
	testb	$1, %sil
	movq	%rbx, %rdi
	cmove	%r13, %rdi
	imull	$-1640531527, %esi, %r8d
	xorl	%eax, %eax
.L25:
	cmpl	%r12d, %eax
	jnb	.L39
	movl	words.1(,%rax,4), %r9d
	testl	%esi, %esi
	je	.L26
	movl	%r8d, %ecx
	xorl	%r9d, %ecx
	movl	%ecx, %edx
	shrl	$16, %edx
	xorl	%ecx, %edx
	imull	$2146121005, %edx, %edx
	movl	%edx, %ecx
	shrl	$15, %ecx
	xorl	%edx, %ecx
	movl	%r9d, %edx
	shrl	%r9d
	orl	$1, %edx
	imull	$-2073254261, %ecx, %ecx
	orl	%r9d, %edx
	movl	%edx, %r9d
	shrl	$2, %r9d
	orl	%r9d, %edx
	movl	%edx, %r9d
	shrl	$4, %r9d
	orl	%r9d, %edx
	movl	%edx, %r9d
	shrl	$8, %r9d
	orl	%r9d, %edx
	movl	%edx, %r9d
	shrl	$16, %r9d
	orl	%edx, %r9d
	movl	%ecx, %edx
	shrl	$16, %edx
	xorl	%ecx, %edx
	andl	%edx, %r9d
.L26:
	movl	%r9d, kept.0(,%rax,4)
	subl	$2048144789, %r8d
	movl	%r9d, (%rdi,%rax,4)
	incq	%rax
	jmp	.L25
.L39:
	imulq	$31, %r15, %r15
	movq	%r14, %rsi
	call	call
	incl	round_now(%rip)
	addq	%rax, %r15
	jmp	.L23
.L38:
	cmpl	$0, is_const_changed(%rip)
	je	.L29
	movl	$.LC0, %edi
	call	puts
	jmp	.L36
.L29:
	movq	%r15, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L36:
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
