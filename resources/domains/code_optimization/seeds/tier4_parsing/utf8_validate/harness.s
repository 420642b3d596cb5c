	.file	"kernel.c"
	.text
	.type	call, @function
call:
	salq	$2, %rsi
	jmp	count_code_points
	.size	call, .-call
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L4:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L4
	cmpl	$10, %eax
	je	.L4
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L5
	call	getchar_unlocked
	movl	$1, %ebp
.L5:
	xorl	%ebx, %ebx
.L6:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L15
	imulq	$10, %rbx, %rbx
	cltq
	addq	%rax, %rbx
	call	getchar_unlocked
	jmp	.L6
.L15:
	testl	%ebp, %ebp
	je	.L2
	negq	%rbx
.L2:
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
	movl	$34, %ecx
	pushq	%r14
	xorl	%edx, %edx
	movl	$73728, %esi
	xorl	%edi, %edi
	pushq	%r13
	xorl	%r14d, %r14d
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	call	mmap
	movl	$3, %edx
	movl	$65536, %esi
	addq	$4096, %rax
	movq	%rax, %rdi
	movq	%rax, (%rsp)
	call	mprotect
	call	read_integer
	movl	%eax, %r12d
	call	read_integer
	movq	%rax, %rbp
	movl	%eax, %r13d
.L17:
	cmpl	%r13d, %r14d
	jnb	.L33
	call	read_integer
	movl	%eax, words.1(,%r14,4)
	incq	%r14
	jmp	.L17
.L33:
	movq	(%rsp), %rax
	movl	%ebp, %ebp
	xorl	%ebx, %ebx
	leaq	0(,%rbp,4), %r14
	subq	%r14, %rax
	leaq	65536(%rax), %r15
.L19:
	movl	round_now(%rip), %r8d
	cmpl	%r12d, %r8d
	jnb	.L34
	movq	(%rsp), %rdi
	testb	$1, %r8b
	cmove	%r15, %rdi
	imull	$-1640531527, %r8d, %r9d
	xorl	%eax, %eax
.L21:
	cmpl	%r13d, %eax
	jnb	.L35
	movl	words.1(,%rax,4), %r10d
	testl	%r8d, %r8d
	je	.L22
	movl	%r9d, %esi
	xorl	%r10d, %esi
	movl	%esi, %edx
	shrl	$16, %edx
	xorl	%esi, %edx
	imull	$2146121005, %edx, %edx
	movl	%edx, %esi
	shrl	$15, %esi
	xorl	%edx, %esi
	movl	%r10d, %edx
	shrl	%r10d
	orl	$1, %edx
	imull	$-2073254261, %esi, %esi
	orl	%r10d, %edx
	movl	%edx, %r10d
	shrl	$2, %r10d
	orl	%r10d, %edx
	movl	%edx, %r10d
	shrl	$4, %r10d
	orl	%r10d, %edx
	movl	%edx, %r10d
	shrl	$8, %r10d
	orl	%r10d, %edx
	movl	%edx, %r10d
	shrl	$16, %r10d
	orl	%edx, %r10d
	movl	%esi, %edx
	shrl	$16, %edx
	xorl	%esi, %edx
	andl	%edx, %r10d
.L22:
	movl	%r10d, kept.0(,%rax,4)
	subl	$2048144789, %r9d
	movl	%r10d, (%rdi,%rax,4)
	incq	%rax
	jmp	.L21
.L35:
	imulq	$31, %rbx, %rbx
	movq	%rbp, %rsi
	movq	%rdi, 8(%rsp)
	call	call
	movq	8(%rsp), %rdi
	movq	%r14, %rdx
	movl	$kept.0, %esi
	addq	%rax, %rbx
	call	memcmp
	testl	%eax, %eax
	setne	%al
	incl	round_now(%rip)
	movzbl	%al, %eax
	orl	%eax, is_const_changed(%rip)
	jmp	.L19
.L34:
	cmpl	$0, is_const_changed(%rip)
	je	.L25
	movl	$.LC0, %edi
	call	puts
	jmp	.L32
.L25:
	movq	%rbx, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L32:
	addq	$24, %rsp
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
