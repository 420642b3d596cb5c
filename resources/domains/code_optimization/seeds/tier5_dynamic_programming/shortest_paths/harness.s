	.file	"kernel.c"
	.text
	.type	call, @function
call:
	pushq	%rbp
	movq	%rdi, %rbp
	xorl	%eax, %eax
	pushq	%rbx
	pushq	%rcx
.L2:
	movq	%rax, %rbx
	leaq	1(%rax), %rax
	movq	%rax, %rdx
	imulq	%rax, %rdx
	cmpq	%rdx, %rsi
	jnb	.L2
	xorl	%eax, %eax
.L3:
	cmpq	%rsi, %rax
	je	.L10
	andl	$1073741823, 0(%rbp,%rax,4)
	incq	%rax
	jmp	.L3
.L10:
	movq	%rbx, %rsi
	imulq	%rbx, %rbx
	movq	%rbp, %rdi
	call	shortest_paths
	xorl	%edx, %edx
	xorl	%eax, %eax
.L5:
	cmpq	%rbx, %rdx
	je	.L11
	imulq	$31, %rax, %rax
	movl	0(%rbp,%rdx,4), %ecx
	incq	%rdx
	addq	%rcx, %rax
	jmp	.L5
.L11:
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	call, .-call
	.type	read_integer, @function
read_integer:
	pushq	%rbp
	pushq	%rbx
	pushq	%rcx
.L14:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L14
	cmpl	$10, %eax
	je	.L14
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L15
	call	getchar_unlocked
	movl	$1, %ebp
.L15:
	xorl	%ebx, %ebx
.L16:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L24
	imulq	$10, %rbx, %rbx
	cltq
	addq	%rax, %rbx
	call	getchar_unlocked
	jmp	.L16
.L24:
	testl	%ebp, %ebp
	je	.L12
	negq	%rbx
.L12:
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
.L26:
	cmpl	%r12d, %r13d
	jnb	.L42
	call	read_integer
	movl	%eax, words.1(,%r13,4)
	incq	%r13
	jmp	.L26
.L42:
	movl	%r14d, %r14d
	movq	%rbx, %rax
	xorl	%r15d, %r15d
	leaq	0(,%r14,4), %rdx
	subq	%rdx, %rax
	leaq	65536(%rax), %r13
.L28:
	movl	round_now(%rip), %esi
	cmpl	%ebp, %esi
	jnb	.L43
	testb	$1, %sil
	movq	%rbx, %rdi
	cmove	%r13, %rdi
	imull	$-1640531527, %esi, %r8d
	xorl	%eax, %eax
.L30:
	cmpl	%r12d, %eax
	jnb	.L44
	movl	words.1(,%rax,4), %r9d
	testl	%esi, %esi
	je	.L31
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
.L31:
	movl	%r9d, kept.0(,%rax,4)
	subl	$2048144789, %r8d
	movl	%r9d, (%rdi,%rax,4)
	incq	%rax
	jmp	.L30
.L44:
	imulq	$31, %r15, %r15
	movq	%r14, %rsi
	call	call
	incl	round_now(%rip)
	addq	%rax, %r15
	jmp	.L28
.L43:
	cmpl	$0, is_const_changed(%rip)
	je	.L34
	movl	$.LC0, %edi
	call	puts
	jmp	.L41
.L34:
	movq	%r15, %rsi
	movl	$.LC1, %edi
	xorl	%eax, %eax
	call	printf
.L41:
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
