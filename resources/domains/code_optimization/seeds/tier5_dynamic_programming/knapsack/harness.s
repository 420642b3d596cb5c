	.file	"kernel.c"
	.text
	.type	room, @function
room:
	movq	%rdi, %rsi
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	movl	$3, %edx
	xorl	%edi, %edi
	jmp	mmap
	.size	room, .-room
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
	.string	"%llu\n"
	.section	.text.startup,"ax",@progbits
	.globl	main
	.type	main, @function
main:
	pushq	%r15
	movl	$65536, %edi
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	xorl	%ebp, %ebp
	pushq	%rbx
	subq	$24, %rsp
	call	room
	movq	%rax, %r12
	call	read_integer
	movq	%rax, (%rsp)
	call	read_integer
	movq	%rax, %rbx
.L17:
	cmpq	%rbp, %rbx
	je	.L34
	call	read_integer
	movl	%eax, words.0(,%rbp,4)
	incq	%rbp
	jmp	.L17
.L34:
	movq	%rbx, %rax
	leaq	0(,%rbx,4), %r14
	xorl	%ebp, %ebp
	xorl	%r13d, %r13d
	shrq	%rax
	leaq	-4(%r12,%r14), %r15
	movq	%rax, 8(%rsp)
.L19:
	cmpq	%rbp, (%rsp)
	je	.L35
	cmpq	$0, weights.3(%rip)
	movl	%r14d, %ecx
	movq	%r12, %rdi
	movl	$words.0, %esi
	rep movsb
	jne	.L20
	movl	$65536, %edi
	call	room
	movq	%rax, weights.3(%rip)
.L20:
	cmpq	$0, values.2(%rip)
	jne	.L21
	movl	$65536, %edi
	call	room
	movq	%rax, values.2(%rip)
.L21:
	cmpq	$0, best.1(%rip)
	jne	.L22
	movl	$4096, %edi
	call	room
	movq	%rax, best.1(%rip)
.L22:
	movq	weights.3(%rip), %rdi
	movq	values.2(%rip), %r9
	xorl	%esi, %esi
	movl	$200, %ecx
	movl	$1000, %r8d
.L23:
	cmpq	%rsi, 8(%rsp)
	je	.L36
	movl	(%r12,%rsi,8), %eax
	xorl	%edx, %edx
	divl	%ecx
	incl	%edx
	movl	%edx, (%rdi,%rsi,4)
	movl	4(%r12,%rsi,8), %eax
	xorl	%edx, %edx
	divl	%r8d
	movl	%edx, (%r9,%rsi,4)
	incq	%rsi
	jmp	.L23
.L36:
	movq	best.1(%rip), %r8
	movl	$500, %ecx
	testb	$1, %bl
	je	.L25
	movl	(%r15), %eax
	movl	$1000, %ecx
	xorl	%edx, %edx
	divl	%ecx
	movl	%edx, %ecx
.L25:
	movq	%rsi, %rdx
	imulq	$31, %r13, %r13
	movq	%r9, %rsi
	call	knapsack
	movl	$1, %edi
	movl	%eax, %eax
	addq	%rax, %r13
	testq	%rbx, %rbx
	movq	%rbp, %rax
	cmovne	%rbx, %rdi
	xorl	%edx, %edx
	divq	%rdi
	movq	%rdx, %rcx
	testq	%rbx, %rbx
	je	.L27
	movq	%rbp, %rax
	xorl	%edx, %edx
	divq	%rbx
	incq	%rdx
.L26:
	cmpq	%rdx, %rcx
	jnb	.L27
	imull	$1664525, words.0(,%rcx,4), %eax
	addl	$1013904223, %eax
	movl	%eax, words.0(,%rcx,4)
	incq	%rcx
	jmp	.L26
.L27:
	incq	%rbp
	jmp	.L19
.L35:
	movq	%r13, %rsi
	movl	$.LC0, %edi
	xorl	%eax, %eax
	call	printf
	addq	$24, %rsp
	popq	%rbx
	shrl	$31, %eax
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	main, .-main
	.local	words.0
	.comm	words.0,65536,32
	.local	best.1
	.comm	best.1,8,8
	.local	values.2
	.comm	values.2,8,8
	.local	weights.3
	.comm	weights.3,8,8
	.section	.note.GNU-stack,"",@progbits
