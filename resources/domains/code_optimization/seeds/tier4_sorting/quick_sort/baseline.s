	.file	"kernel.c"
	.text
	.p2align 4
	.globl	quick_sort
	.type	quick_sort, @function
quick_sort:
	cmpq	$1, %rsi
	jbe	.L122
	pushq	%r15
	movq	%rdi, %r11
	pushq	%r14
	pushq	%r13
	pushq	%r12
	movq	%rsi, %r12
	pushq	%rbp
	pushq	%rbx
	subq	$184, %rsp
.L2:
	movq	%r12, %rax
	movq	%r11, %r13
	xorl	%ebp, %ebp
	shrq	%rax
	movl	(%r11,%rax,4), %r8d
	leaq	-1(%r12), %rax
	leaq	0(,%rax,4), %rsi
.L3:
	movl	0(%r13), %r9d
	leaq	(%r11,%rsi), %rdx
	movl	(%rdx), %ecx
	cmpl	%r8d, %r9d
	jl	.L4
	cmpl	%ecx, %r8d
	jge	.L5
	leaq	-1(%rax), %rdi
	leaq	(%r11,%rdi,4), %rsi
	jmp	.L6
.L123:
	subq	$1, %rdi
.L6:
	movq	%rsi, %rdx
	movl	(%rsi), %ecx
	subq	$4, %rsi
	movq	%rdi, %rax
	cmpl	%r8d, %ecx
	jg	.L123
.L5:
	cmpq	%rax, %rbp
	jnb	.L124
	movl	%ecx, 0(%r13)
	subq	$1, %rax
	movl	%r9d, (%rdx)
	leaq	0(,%rax,4), %rsi
.L4:
	addq	$1, %rbp
	addq	$4, %r13
	jmp	.L3
.L124:
	movq	%rbp, %r15
	movq	%r13, %rax
	movq	%r12, %r14
	cmpq	$1, %rbp
	jbe	.L16
.L8:
	movq	%r15, %rdx
	movq	%r11, %r12
	xorl	%ebx, %ebx
	shrq	%rdx
	movl	(%r11,%rdx,4), %r9d
	leaq	-1(%r15), %rdx
	leaq	0(,%rdx,4), %rdi
.L10:
	movl	(%r12), %r10d
	leaq	(%r11,%rdi), %rcx
	movl	(%rcx), %esi
	cmpl	%r10d, %r9d
	jg	.L11
	cmpl	%esi, %r9d
	jge	.L12
	leaq	-1(%rdx), %r8
	leaq	(%r11,%r8,4), %rdi
	jmp	.L13
.L125:
	subq	$1, %r8
.L13:
	movq	%rdi, %rcx
	movl	(%rdi), %esi
	subq	$4, %rdi
	movq	%r8, %rdx
	cmpl	%esi, %r9d
	jl	.L125
.L12:
	cmpq	%rdx, %rbx
	jnb	.L126
	movl	%esi, (%r12)
	subq	$1, %rdx
	movl	%r10d, (%rcx)
	leaq	0(,%rdx,4), %rdi
.L11:
	addq	$1, %rbx
	addq	$4, %r12
	jmp	.L10
.L130:
	movq	%rax, %r13
	movq	%r14, %r12
.L16:
	subq	%rbp, %r12
	cmpq	$1, %r12
	jbe	.L127
	movq	%r13, %r11
	jmp	.L2
.L127:
	addq	$184, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
.L126:
	movq	%rbx, %r13
	cmpq	$1, %rbx
	jbe	.L23
	movq	%rax, %r9
	movq	%r15, %rdi
	movq	%rbp, %rdx
	movq	%r12, %rax
.L15:
	movq	%r13, %rcx
	movq	%rax, 16(%rsp)
	movq	%r11, %r12
	xorl	%ebp, %ebp
	shrq	%rcx
	movl	(%r11,%rcx,4), %r10d
	leaq	-1(%r13), %rcx
	leaq	0(,%rcx,4), %r8
.L17:
	movl	(%r12), %eax
	leaq	(%r11,%r8), %rsi
	movl	(%rsi), %r15d
	cmpl	%eax, %r10d
	jg	.L18
	cmpl	%r15d, %r10d
	jge	.L19
	leaq	-1(%rcx), %r8
	leaq	(%r11,%r8,4), %rsi
	jmp	.L20
.L128:
	subq	$1, %r8
.L20:
	movq	%rsi, 8(%rsp)
	movl	(%rsi), %r15d
	subq	$4, %rsi
	movq	%r8, %rcx
	cmpl	%r15d, %r10d
	jl	.L128
	movq	8(%rsp), %rsi
.L19:
	cmpq	%rcx, %rbp
	jnb	.L129
	movl	%r15d, (%r12)
	subq	$1, %rcx
	movl	%eax, (%rsi)
	leaq	0(,%rcx,4), %r8
.L18:
	addq	$1, %rbp
	addq	$4, %r12
	jmp	.L17
.L147:
	movq	%rax, %r12
	movq	%rdi, %r15
	movq	%rdx, %rbp
	movq	%r9, %rax
.L23:
	subq	%rbx, %r15
	cmpq	$1, %r15
	jbe	.L130
	movq	%r12, %r11
	jmp	.L8
.L129:
	movq	16(%rsp), %rax
	movq	%rbp, %r15
	cmpq	$1, %rbp
	jbe	.L30
	movq	%rdi, 24(%rsp)
	movq	%r13, %rcx
	movq	%rdx, %r10
	movq	%rax, %r8
	movq	%r9, 32(%rsp)
	movq	%rbx, %rdx
	movq	%r14, %r13
	movq	%rbp, 40(%rsp)
.L22:
	movq	%r15, %rsi
	movq	%rdx, 16(%rsp)
	movq	%r11, %rbp
	xorl	%ebx, %ebx
	shrq	%rsi
	movl	(%r11,%rsi,4), %eax
	leaq	-1(%r15), %rsi
	leaq	0(,%rsi,4), %r9
.L24:
	movl	0(%rbp), %edx
	leaq	(%r11,%r9), %rdi
	movl	(%rdi), %r14d
	cmpl	%edx, %eax
	jg	.L25
	cmpl	%r14d, %eax
	jge	.L26
	leaq	-1(%rsi), %r9
	leaq	(%r11,%r9,4), %rdi
	jmp	.L27
.L131:
	subq	$1, %r9
.L27:
	movq	%rdi, 8(%rsp)
	movl	(%rdi), %r14d
	subq	$4, %rdi
	movq	%r9, %rsi
	cmpl	%r14d, %eax
	jl	.L131
	movq	8(%rsp), %rdi
.L26:
	cmpq	%rsi, %rbx
	jnb	.L132
	movl	%r14d, 0(%rbp)
	subq	$1, %rsi
	movl	%edx, (%rdi)
	leaq	0(,%rsi,4), %r9
.L25:
	addq	$1, %rbx
	addq	$4, %rbp
	jmp	.L24
.L132:
	movq	16(%rsp), %rdx
	movq	%rbx, %r14
	cmpq	$1, %rbx
	jbe	.L37
	movq	%rcx, 48(%rsp)
	movq	%r8, %r9
	movq	%rdx, %r8
	movq	%rbx, %rdx
	movq	%r12, 64(%rsp)
	movq	%r15, 56(%rsp)
	movq	%r13, %r15
.L29:
	movq	%r14, %rsi
	movq	%rdx, 16(%rsp)
	leaq	-1(%r14), %rdi
	movq	%r11, %r12
	shrq	%rsi
	xorl	%ebx, %ebx
	movl	(%r11,%rsi,4), %eax
	leaq	0(,%rdi,4), %rsi
.L31:
	movl	(%r12), %edx
	leaq	(%r11,%rsi), %rcx
	movl	(%rcx), %r13d
	cmpl	%edx, %eax
	jg	.L32
	cmpl	%r13d, %eax
	jge	.L33
	leaq	-1(%rdi), %rcx
	leaq	(%r11,%rcx,4), %rsi
	jmp	.L34
.L133:
	subq	$1, %rcx
.L34:
	movq	%rsi, 8(%rsp)
	movl	(%rsi), %r13d
	subq	$4, %rsi
	movq	%rcx, %rdi
	cmpl	%r13d, %eax
	jl	.L133
	movq	8(%rsp), %rcx
.L33:
	cmpq	%rdi, %rbx
	jnb	.L134
	movl	%r13d, (%r12)
	subq	$1, %rdi
	movl	%edx, (%rcx)
	leaq	0(,%rdi,4), %rsi
.L32:
	addq	$1, %rbx
	addq	$4, %r12
	jmp	.L31
.L134:
	movq	16(%rsp), %rdx
	movq	%rbx, %r13
	cmpq	$1, %rbx
	jbe	.L44
	movq	%r14, 72(%rsp)
	movq	%rdx, %rcx
	movq	%rbx, %rax
	movq	%rbp, %rdx
	movq	%r10, 80(%rsp)
	movq	%r9, 88(%rsp)
	movq	%r8, 96(%rsp)
.L36:
	movq	%r13, %rdi
	movq	%r13, 8(%rsp)
	movq	%r11, %rbx
	xorl	%ebp, %ebp
	shrq	%rdi
	movl	(%r11,%rdi,4), %r10d
	leaq	-1(%r13), %rdi
	leaq	0(,%rdi,4), %r9
.L38:
	movl	(%rbx), %r14d
	leaq	(%r11,%r9), %rsi
	movl	(%rsi), %r13d
	cmpl	%r14d, %r10d
	jg	.L39
	cmpl	%r13d, %r10d
	jge	.L40
	leaq	-1(%rdi), %r9
	leaq	(%r11,%r9,4), %r8
	jmp	.L41
	.p2align 4,,10
	.p2align 3
.L135:
	subq	$1, %r9
.L41:
	movq	%r8, %rsi
	movl	(%r8), %r13d
	subq	$4, %r8
	movq	%r9, %rdi
	cmpl	%r13d, %r10d
	jl	.L135
.L40:
	cmpq	%rdi, %rbp
	jnb	.L136
	movl	%r13d, (%rbx)
	subq	$1, %rdi
	movl	%r14d, (%rsi)
	leaq	0(,%rdi,4), %r9
.L39:
	addq	$1, %rbp
	addq	$4, %rbx
	jmp	.L38
.L136:
	movq	8(%rsp), %r13
	movq	%rbp, %r14
	cmpq	$1, %rbp
	jbe	.L51
	movq	%rcx, 120(%rsp)
	movq	%rax, %r10
	movq	%rbp, %rax
	movq	%r13, 104(%rsp)
	movq	%rbx, %r13
	movq	%rdx, 112(%rsp)
	movq	%r12, %rdx
.L43:
	movq	%r14, %rcx
	movq	%r14, 8(%rsp)
	movq	%r11, %r12
	xorl	%ebx, %ebx
	shrq	%rcx
	movl	(%r11,%rcx,4), %r8d
	leaq	-1(%r14), %rcx
	leaq	0(,%rcx,4), %r9
	.p2align 4,,10
	.p2align 3
.L45:
	movl	(%r12), %r14d
	leaq	(%r11,%r9), %rsi
	movl	(%rsi), %edi
	cmpl	%r14d, %r8d
	jg	.L46
	cmpl	%edi, %r8d
	jge	.L47
	leaq	-1(%rcx), %r9
	leaq	(%r11,%r9,4), %rsi
	jmp	.L48
	.p2align 4,,10
	.p2align 3
.L77:
	movq	%rbp, %rsi
	subq	$1, %r9
.L48:
	movl	(%rsi), %edi
	leaq	-4(%rsi), %rbp
	movq	%r9, %rcx
	cmpl	%edi, %r8d
	jl	.L77
.L47:
	cmpq	%rcx, %rbx
	jnb	.L137
	movl	%edi, (%r12)
	subq	$1, %rcx
	movl	%r14d, (%rsi)
	leaq	0(,%rcx,4), %r9
.L46:
	addq	$1, %rbx
	addq	$4, %r12
	jmp	.L45
.L137:
	movq	8(%rsp), %r14
	movq	%rbx, %rbp
	cmpq	$1, %rbx
	jbe	.L58
	movq	%r14, 128(%rsp)
	movq	%r12, %r14
	movq	%r15, %r12
	movq	%rdx, 136(%rsp)
	movq	%rbx, %rdx
	movq	%r10, 144(%rsp)
	movq	%rax, %r10
	movq	%r13, %rax
.L50:
	movq	%rbp, %rsi
	movq	%r11, %r13
	xorl	%ebx, %ebx
	shrq	%rsi
	movl	(%r11,%rsi,4), %r9d
	leaq	-1(%rbp), %rsi
	leaq	0(,%rsi,4), %r8
	.p2align 4,,10
	.p2align 3
.L52:
	movl	0(%r13), %ecx
	leaq	(%r11,%r8), %r15
	movl	(%r15), %edi
	movl	%ecx, 8(%rsp)
	cmpl	%ecx, %r9d
	jg	.L53
	cmpl	%edi, %r9d
	jge	.L54
	leaq	-1(%rsi), %r8
	leaq	(%r11,%r8,4), %rcx
	jmp	.L55
	.p2align 4,,10
	.p2align 3
.L138:
	subq	$1, %r8
.L55:
	movq	%rcx, %r15
	movl	(%rcx), %edi
	subq	$4, %rcx
	movq	%r8, %rsi
	cmpl	%edi, %r9d
	jl	.L138
.L54:
	cmpq	%rsi, %rbx
	jnb	.L139
	movl	%edi, 0(%r13)
	movl	8(%rsp), %edi
	subq	$1, %rsi
	leaq	0(,%rsi,4), %r8
	movl	%edi, (%r15)
.L53:
	addq	$1, %rbx
	addq	$4, %r13
	jmp	.L52
.L139:
	cmpq	$1, %rbx
	jbe	.L64
	movq	%rbx, 8(%rsp)
	movq	%rax, %rcx
	movq	%r12, %r9
	movq	%rdx, %rax
	movq	%rbp, %r12
	movq	%rbx, %rbp
.L57:
	movq	%rbp, %rdx
	movq	%r12, 152(%rsp)
	movq	%r11, %r15
	xorl	%ebx, %ebx
	shrq	%rdx
	movq	%rbp, 160(%rsp)
	movl	(%r11,%rdx,4), %r8d
	leaq	-1(%rbp), %rdx
	leaq	0(,%rdx,4), %rdi
	.p2align 4,,10
	.p2align 3
.L59:
	movl	(%r15), %ebp
	leaq	(%r11,%rdi), %rsi
	movl	(%rsi), %r12d
	cmpl	%ebp, %r8d
	jg	.L60
	cmpl	%r12d, %r8d
	jge	.L61
	leaq	-1(%rdx), %rdi
	leaq	(%r11,%rdi,4), %rsi
	jmp	.L62
	.p2align 4,,10
	.p2align 3
.L140:
	subq	$1, %rdi
.L62:
	movq	%rsi, 16(%rsp)
	movl	(%rsi), %r12d
	subq	$4, %rsi
	movq	%rdi, %rdx
	cmpl	%r12d, %r8d
	jl	.L140
	movq	16(%rsp), %rsi
.L61:
	cmpq	%rdx, %rbx
	jnb	.L63
	movl	%r12d, (%r15)
	subq	$1, %rdx
	movl	%ebp, (%rsi)
	leaq	0(,%rdx,4), %rdi
.L60:
	addq	$1, %rbx
	addq	$4, %r15
	jmp	.L59
.L142:
	movq	8(%rsp), %rbx
	movq	%r12, %rbp
	movq	%rax, %rdx
	movq	%r9, %r12
	movq	%rcx, %rax
.L64:
	subq	%rbx, %rbp
	cmpq	$1, %rbp
	jbe	.L141
	movq	%r13, %r11
	jmp	.L50
	.p2align 4,,10
	.p2align 3
.L63:
	movq	160(%rsp), %rbp
	movq	%rbx, %rsi
	movq	%r11, %rdi
	movq	%rcx, 168(%rsp)
	movq	%r10, 160(%rsp)
	movq	152(%rsp), %r12
	subq	%rbx, %rbp
	movq	%rax, 152(%rsp)
	movq	%r9, 16(%rsp)
	call	quick_sort
	cmpq	$1, %rbp
	movq	16(%rsp), %r9
	movq	152(%rsp), %rax
	movq	160(%rsp), %r10
	movq	168(%rsp), %rcx
	jbe	.L142
	movq	%r15, %r11
	jmp	.L57
.L141:
	movq	%rax, %r13
	movq	%rdx, %rbx
	movq	%r10, %rax
	movq	%r12, %r15
	movq	144(%rsp), %r10
	movq	%r14, %r12
	movq	136(%rsp), %rdx
	movq	128(%rsp), %r14
.L58:
	subq	%rbx, %r14
	cmpq	$1, %r14
	jbe	.L143
	movq	%r12, %r11
	jmp	.L43
.L143:
	movq	%rdx, %r12
	movq	%r13, %rbx
	movq	120(%rsp), %rcx
	movq	112(%rsp), %rdx
	movq	104(%rsp), %r13
	movq	%rax, %rbp
	movq	%r10, %rax
.L51:
	subq	%rbp, %r13
	cmpq	$1, %r13
	jbe	.L144
	movq	%rbx, %r11
	jmp	.L36
.L144:
	movq	72(%rsp), %r14
	movq	80(%rsp), %r10
	movq	%rdx, %rbp
	movq	%rax, %rbx
	movq	88(%rsp), %r9
	movq	96(%rsp), %r8
	movq	%rcx, %rdx
.L44:
	subq	%rbx, %r14
	cmpq	$1, %r14
	jbe	.L145
	movq	%r12, %r11
	jmp	.L29
.L145:
	movq	%r15, %r13
	movq	48(%rsp), %rcx
	movq	64(%rsp), %r12
	movq	%rdx, %rbx
	movq	56(%rsp), %r15
	movq	%r8, %rdx
	movq	%r9, %r8
.L37:
	subq	%rbx, %r15
	cmpq	$1, %r15
	jbe	.L146
	movq	%rbp, %r11
	jmp	.L22
.L146:
	movq	24(%rsp), %rdi
	movq	32(%rsp), %r9
	movq	%rdx, %rbx
	movq	%r13, %r14
	movq	40(%rsp), %rbp
	movq	%r8, %rax
	movq	%r10, %rdx
	movq	%rcx, %r13
.L30:
	subq	%rbp, %r13
	cmpq	$1, %r13
	jbe	.L147
	movq	%r12, %r11
	jmp	.L15
.L122:
	ret
	.size	quick_sort, .-quick_sort
	.section	.note.GNU-stack,"",@progbits
