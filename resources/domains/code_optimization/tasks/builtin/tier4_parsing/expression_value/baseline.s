	.file	"kernel.c"
	.text
	.p2align 4
	.type	sum, @function
sum:
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	subq	$8, %rsp
	movq	(%rdi), %rax
	movzbl	(%rax), %edx
	cmpb	$32, %dl
	jne	.L2
	leaq	1(%rax), %rcx
	.p2align 4,,10
	.p2align 3
.L3:
	movq	%rcx, (%rbx)
	movq	%rcx, %rax
	movzbl	(%rcx), %edx
	addq	$1, %rcx
	cmpb	$32, %dl
	je	.L3
.L2:
	cmpb	$40, %dl
	je	.L4
	leal	-48(%rdx), %esi
	leaq	1(%rax), %rcx
	xorl	%r12d, %r12d
	cmpb	$9, %sil
	ja	.L6
	.p2align 4,,10
	.p2align 3
.L8:
	movq	%rcx, (%rbx)
	leal	-48(%rdx), %eax
	movzbl	(%rcx), %edx
	leaq	(%r12,%r12,4), %rsi
	movsbq	%al, %rax
	leaq	(%rax,%rsi,2), %r12
	leal	-48(%rdx), %esi
	movq	%rcx, %rax
	addq	$1, %rcx
	cmpb	$9, %sil
	jbe	.L8
.L7:
	cmpb	$32, %dl
	jne	.L6
	leaq	1(%rax), %rcx
	.p2align 4,,10
	.p2align 3
.L9:
	movq	%rcx, (%rbx)
	movq	%rcx, %rax
	movzbl	(%rcx), %edx
	addq	$1, %rcx
	cmpb	$32, %dl
	je	.L9
.L6:
	cmpb	$42, %dl
	jne	.L76
.L79:
	leaq	1(%rax), %rdi
	movq	%rdi, (%rbx)
	movzbl	1(%rax), %edx
	cmpb	$32, %dl
	jne	.L11
	addq	$2, %rax
	.p2align 4,,10
	.p2align 3
.L12:
	movq	%rax, (%rbx)
	movq	%rax, %rdi
	movzbl	(%rax), %edx
	addq	$1, %rax
	cmpb	$32, %dl
	je	.L12
.L11:
	cmpb	$40, %dl
	je	.L13
	leal	-48(%rdx), %eax
	leaq	1(%rdi), %rsi
	xorl	%ecx, %ecx
	cmpb	$9, %al
	ja	.L78
	.p2align 4,,10
	.p2align 3
.L18:
	subl	$48, %edx
	leaq	(%rcx,%rcx,4), %rax
	movq	%rsi, (%rbx)
	movsbq	%dl, %rdx
	leaq	(%rdx,%rax,2), %rcx
	movzbl	(%rsi), %edx
	movq	%rsi, %rax
	leaq	1(%rsi), %rsi
	leal	-48(%rdx), %edi
	cmpb	$9, %dil
	jbe	.L18
.L75:
	imulq	%rcx, %r12
.L17:
	cmpb	$32, %dl
	jne	.L6
	leaq	1(%rax), %rcx
	.p2align 4,,10
	.p2align 3
.L19:
	movq	%rcx, (%rbx)
	movq	%rcx, %rax
	movzbl	(%rcx), %edx
	addq	$1, %rcx
	cmpb	$32, %dl
	je	.L19
	cmpb	$42, %dl
	je	.L79
.L76:
	subl	$43, %edx
	andl	$253, %edx
	jne	.L80
	.p2align 4,,10
	.p2align 3
.L43:
	leaq	1(%rax), %rsi
	movq	%rsi, (%rbx)
	movzbl	1(%rax), %edx
	movzbl	(%rax), %r13d
	cmpb	$32, %dl
	jne	.L22
	addq	$2, %rax
	.p2align 4,,10
	.p2align 3
.L23:
	movq	%rax, (%rbx)
	movq	%rax, %rsi
	movzbl	(%rax), %edx
	addq	$1, %rax
	cmpb	$32, %dl
	je	.L23
.L22:
	cmpb	$40, %dl
	je	.L24
	leal	-48(%rdx), %eax
	leaq	1(%rsi), %rcx
	xorl	%ebp, %ebp
	cmpb	$9, %al
	ja	.L81
	.p2align 4,,10
	.p2align 3
.L28:
	subl	$48, %edx
	leaq	0(%rbp,%rbp,4), %rax
	movq	%rcx, (%rbx)
	movsbq	%dl, %rdx
	leaq	(%rdx,%rax,2), %rbp
	movzbl	(%rcx), %edx
	movq	%rcx, %rax
	addq	$1, %rcx
	leal	-48(%rdx), %esi
	cmpb	$9, %sil
	jbe	.L28
.L27:
	cmpb	$32, %dl
	jne	.L26
	leaq	1(%rax), %rcx
	.p2align 4,,10
	.p2align 3
.L29:
	movq	%rcx, (%rbx)
	movq	%rcx, %rax
	movzbl	(%rcx), %edx
	addq	$1, %rcx
	cmpb	$32, %dl
	je	.L29
.L26:
	cmpb	$42, %dl
	jne	.L30
.L83:
	leaq	1(%rax), %rdi
	movq	%rdi, (%rbx)
	movzbl	1(%rax), %edx
	cmpb	$32, %dl
	jne	.L31
	addq	$2, %rax
	.p2align 4,,10
	.p2align 3
.L32:
	movq	%rax, (%rbx)
	movq	%rax, %rdi
	movzbl	(%rax), %edx
	addq	$1, %rax
	cmpb	$32, %dl
	je	.L32
.L31:
	cmpb	$40, %dl
	je	.L33
	leal	-48(%rdx), %eax
	leaq	1(%rdi), %rsi
	xorl	%ecx, %ecx
	cmpb	$9, %al
	ja	.L82
	.p2align 4,,10
	.p2align 3
.L38:
	subl	$48, %edx
	leaq	(%rcx,%rcx,4), %rax
	movq	%rsi, (%rbx)
	movsbq	%dl, %rdx
	leaq	(%rdx,%rax,2), %rcx
	movzbl	(%rsi), %edx
	movq	%rsi, %rax
	leaq	1(%rsi), %rsi
	leal	-48(%rdx), %edi
	cmpb	$9, %dil
	jbe	.L38
	imulq	%rcx, %rbp
.L37:
	cmpb	$32, %dl
	jne	.L26
	leaq	1(%rax), %rcx
	.p2align 4,,10
	.p2align 3
.L39:
	movq	%rcx, (%rbx)
	movq	%rcx, %rax
	movzbl	(%rcx), %edx
	addq	$1, %rcx
	cmpb	$32, %dl
	je	.L39
	cmpb	$42, %dl
	je	.L83
.L30:
	movq	%r12, %rcx
	subq	%rbp, %rcx
	addq	%r12, %rbp
	cmpb	$45, %r13b
	cmovne	%rbp, %rcx
	subl	$43, %edx
	andl	$253, %edx
	movq	%rcx, %r12
	je	.L43
.L80:
	addq	$8, %rsp
	movq	%r12, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	ret
.L82:
	movq	%rdi, %rax
	xorl	%ebp, %ebp
	jmp	.L26
	.p2align 4,,10
	.p2align 3
.L33:
	addq	$1, %rdi
	movq	%rdi, (%rbx)
	movq	%rbx, %rdi
	call	sum
	movq	(%rbx), %rcx
	movq	%rax, %rsi
	movzbl	(%rcx), %edx
	cmpb	$41, %dl
	je	.L36
	imulq	%rax, %rbp
	movq	%rcx, %rax
	jmp	.L37
.L36:
	imulq	%rsi, %rbp
	leaq	1(%rcx), %rax
	movq	%rax, (%rbx)
	movzbl	1(%rcx), %edx
	jmp	.L37
.L24:
	addq	$1, %rsi
	movq	%rbx, %rdi
	movq	%rsi, (%rbx)
	call	sum
	movq	%rax, %rbp
	movq	(%rbx), %rax
	movzbl	(%rax), %edx
	cmpb	$41, %dl
	jne	.L27
	leaq	1(%rax), %rcx
	movq	%rcx, (%rbx)
	movzbl	1(%rax), %edx
	movq	%rcx, %rax
	jmp	.L27
.L13:
	addq	$1, %rdi
	movq	%rdi, (%rbx)
	movq	%rbx, %rdi
	call	sum
	movq	%rax, %rcx
	movq	(%rbx), %rax
	movzbl	(%rax), %edx
	cmpb	$41, %dl
	jne	.L75
	imulq	%rcx, %r12
	leaq	1(%rax), %rsi
	movq	%rsi, (%rbx)
	movzbl	1(%rax), %edx
	movq	%rsi, %rax
	jmp	.L17
.L81:
	movq	%rsi, %rax
	jmp	.L26
.L78:
	movq	%rdi, %rax
	xorl	%r12d, %r12d
	jmp	.L6
.L4:
	addq	$1, %rax
	movq	%rbx, %rdi
	movq	%rax, (%rbx)
	call	sum
	movq	%rax, %r12
	movq	(%rbx), %rax
	movzbl	(%rax), %edx
	cmpb	$41, %dl
	jne	.L7
	leaq	1(%rax), %rcx
	movq	%rcx, (%rbx)
	movzbl	1(%rax), %edx
	movq	%rcx, %rax
	jmp	.L7
	.size	sum, .-sum
	.p2align 4
	.globl	expression_value
	.type	expression_value, @function
expression_value:
	subq	$24, %rsp
	movq	%rdi, 8(%rsp)
	leaq	8(%rsp), %rdi
	call	sum
	addq	$24, %rsp
	ret
	.size	expression_value, .-expression_value
	.section	.note.GNU-stack,"",@progbits
