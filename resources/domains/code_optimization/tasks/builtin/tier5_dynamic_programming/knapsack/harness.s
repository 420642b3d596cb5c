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
	movl	%eax, %edx
	xorl	%ebp, %ebp
	shrl	$31, %edx
	movl	%edx, is_over(%rip)
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
	.type	placed.constprop.0, @function
placed.constprop.0:
	pushq	%r12
	movq	%rsi, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rsi, %rsi
	je	.L16
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L16:
	cmpq	$0, 0(%rbp)
	jne	.L17
	xorl	%edx, %edx
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	movl	$532480, %esi
	xorl	%edi, %edi
	call	mmap
	addq	$4096, %rax
	movq	%rax, 0(%rbp)
	movl	room_count(%rip), %eax
	leal	1(%rax), %edx
	movq	%rbp, rooms(,%rax,8)
	movl	%edx, room_count(%rip)
.L17:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L18
	testq	%rsi, %rsi
	je	.L19
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L19:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L18:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L20
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L21
.L20:
	leaq	(%rdx,%rbx), %rax
.L21:
	movq	%rdx, 8(%rbp)
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed.constprop.0, .-placed.constprop.0
	.type	call, @function
call:
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	shrq	%rbx
	testb	$1, %sil
	je	.L39
	movl	-4(%rdi,%rsi,4), %eax
	movl	%eax, %edi
	sarl	$31, %edi
	andl	$130072, %edi
	addl	$1000, %edi
	jmp	.L30
.L39:
	movl	$500, %eax
	movl	$1000, %edi
.L30:
	xorl	%edx, %edx
	leaq	0(,%rbx,4), %r13
	divl	%edi
	movq	%r13, %rsi
	movl	$weights_room.2, %edi
	movl	%edx, %r14d
	call	placed.constprop.0
	movq	%r13, %rsi
	movl	$values_room.1, %edi
	movq	%rax, %r12
	call	placed.constprop.0
	leal	1(%r14), %esi
	movl	$best_room.0, %edi
	salq	$2, %rsi
	movq	%rax, %r13
	call	placed.constprop.0
	xorl	%ecx, %ecx
	movl	$200, %edi
	movl	$4294967295, %r9d
	movq	%rax, %r8
.L31:
	cmpq	%rbx, %rcx
	je	.L52
	movl	0(%rbp,%rcx,8), %eax
	movl	%eax, %edx
	shrl	$28, %edx
	cmpl	$15, %edx
	je	.L32
	xorl	%edx, %edx
	divl	%edi
	leal	1(%rdx), %eax
.L32:
	movl	%eax, (%r12,%rcx,4)
	xorl	%edx, %edx
	movq	%r9, %rax
	movl	4(%rbp,%rcx,8), %r10d
	divq	%rbx
	xorl	%edx, %edx
	leaq	1(%rax), %rsi
	movq	%r10, %rax
	divq	%rsi
	movl	%edx, 0(%r13,%rcx,4)
	incq	%rcx
	jmp	.L31
.L52:
	movl	%r14d, %ecx
	movq	%r13, %rsi
	movq	%rbx, %rdx
	movq	%r12, %rdi
	call	knapsack
	movl	is_const_changed(%rip), %r8d
	xorl	%ecx, %ecx
	movl	$200, %r9d
	movl	%eax, %esi
	movl	$4294967295, %r10d
	xorl	%eax, %eax
.L34:
	cmpq	%rbx, %rcx
	je	.L53
	movl	0(%rbp,%rcx,8), %eax
	movl	(%r12,%rcx,4), %edi
	movl	%eax, %edx
	shrl	$28, %edx
	cmpl	$15, %edx
	je	.L35
	xorl	%edx, %edx
	divl	%r9d
	leal	1(%rdx), %eax
.L35:
	movl	$1, %edx
	cmpl	%eax, %edi
	jne	.L36
	xorl	%edx, %edx
	movq	%r10, %rax
	movl	4(%rbp,%rcx,8), %r11d
	divq	%rbx
	xorl	%edx, %edx
	leaq	1(%rax), %rdi
	movq	%r11, %rax
	divq	%rdi
	cmpl	%edx, 0(%r13,%rcx,4)
	setne	%dl
	movzbl	%dl, %edx
.L36:
	orl	%edx, %r8d
	incq	%rcx
	movb	$1, %al
	jmp	.L34
.L53:
	testb	%al, %al
	je	.L38
	movl	%r8d, is_const_changed(%rip)
.L38:
	popq	%rbx
	movl	%esi, %eax
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	call, .-call
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"a const argument was changed"
.LC1:
	.string	"memory beside an argument was changed"
.LC2:
	.string	"%llu\n"
	.section	.text.startup,"ax",@progbits
	.globl	main
	.type	main, @function
main:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	call	read_integer
	movl	%eax, %r13d
	call	read_integer
	movl	$3, %edx
	xorl	%r9d, %r9d
	xorl	%edi, %edi
	movl	%eax, %ebp
	movl	%eax, %r14d
	orl	$-1, %r8d
	movl	$34, %ecx
	leaq	0(,%rbp,4), %r15
	leaq	1(%r15), %rax
	movq	%rax, %rsi
	movq	%rax, (%rsp)
	call	mmap
	xorl	%edx, %edx
	movq	%rax, %rbx
.L55:
	movl	%edx, %r12d
	cmpl	%r14d, %edx
	jnb	.L58
	movq	%rdx, 8(%rsp)
	call	read_integer
	movq	8(%rsp), %rdx
	cmpl	$0, is_over(%rip)
	movl	%eax, (%rbx,%rdx,4)
	leaq	1(%rdx), %rax
	je	.L70
.L58:
	leal	-1(%r12), %eax
	leaq	(%rbx,%rdx,4), %rdi
	leaq	(%rbx,%rax,4), %rsi
	xorl	%eax, %eax
	jmp	.L56
.L70:
	movq	%rax, %rdx
	jmp	.L55
.L56:
	leal	(%r12,%rax), %edx
	cmpl	%r14d, %edx
	jnb	.L77
	movl	(%rsi), %edx
	addl	(%rbx,%rax,4), %edx
	movl	%edx, (%rdi,%rax,4)
	incq	%rax
	jmp	.L56
.L77:
	movq	(%rsp), %rsi
	movl	$1, %edx
	movq	%rbx, %rdi
	xorl	%r12d, %r12d
	call	mprotect
	call	rounds_begin
.L60:
	movl	round_now(%rip), %r8d
	cmpl	%r13d, %r8d
	jnb	.L78
	movq	%r15, %rsi
	movl	$given_room.4, %edi
	movl	%r8d, 8(%rsp)
	call	placed.constprop.0
	movl	$kept_room.3, %edi
	movq	%r15, %rsi
	movq	%rax, (%rsp)
	call	placed.constprop.0
	movl	8(%rsp), %r8d
	movq	(%rsp), %rcx
	xorl	%edx, %edx
	movq	%rax, %rdi
	imull	$-1640531527, %r8d, %r9d
.L61:
	cmpl	%r14d, %edx
	jnb	.L79
	movl	(%rbx,%rdx,4), %r10d
	testl	%r8d, %r8d
	je	.L62
	movl	%r9d, %esi
	xorl	%r10d, %esi
	movl	%esi, %eax
	shrl	$16, %eax
	xorl	%esi, %eax
	imull	$2146121005, %eax, %eax
	movl	%eax, %esi
	shrl	$15, %esi
	xorl	%eax, %esi
	movl	%r10d, %eax
	shrl	%r10d
	orl	$1, %eax
	imull	$-2073254261, %esi, %esi
	orl	%r10d, %eax
	movl	%eax, %r10d
	shrl	$2, %r10d
	orl	%r10d, %eax
	movl	%eax, %r10d
	shrl	$4, %r10d
	orl	%r10d, %eax
	movl	%eax, %r10d
	shrl	$8, %r10d
	orl	%r10d, %eax
	movl	%eax, %r10d
	shrl	$16, %r10d
	orl	%eax, %r10d
	movl	%esi, %eax
	shrl	$16, %eax
	xorl	%esi, %eax
	andl	%eax, %r10d
.L62:
	movl	%r10d, (%rdi,%rdx,4)
	subl	$2048144789, %r9d
	movl	%r10d, (%rcx,%rdx,4)
	incq	%rdx
	jmp	.L61
.L79:
	imulq	$31, %r12, %r12
	movq	%rcx, %rdi
	movq	%rbp, %rsi
	call	call
	xorl	%ecx, %ecx
	addq	%rax, %r12
.L64:
	cmpl	room_count(%rip), %ecx
	jnb	.L80
	movq	rooms(,%rcx,8), %rax
	movl	$165, %edx
	movq	%rcx, (%rsp)
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	movq	(%rsp), %rcx
	orl	%eax, is_beside_changed(%rip)
	incq	%rcx
	jmp	.L64
.L80:
	call	round_over
	incl	round_now(%rip)
	jmp	.L60
.L78:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movl	$.LC0, %edi
	jne	.L76
	cmpl	$0, is_beside_changed(%rip)
	je	.L69
	movl	$.LC1, %edi
.L76:
	call	puts
	jmp	.L75
.L69:
	movq	%r12, %rsi
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L75:
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
	.section	harness_state,"aw"
	.align 32
	.type	best_room.0, @object
	.size	best_room.0, 32
best_room.0:
	.zero	32
	.align 32
	.type	values_room.1, @object
	.size	values_room.1, 32
values_room.1:
	.zero	32
	.align 32
	.type	weights_room.2, @object
	.size	weights_room.2, 32
weights_room.2:
	.zero	32
	.align 32
	.type	kept_room.3, @object
	.size	kept_room.3, 32
kept_room.3:
	.zero	32
	.align 32
	.type	given_room.4, @object
	.size	given_room.4, 32
given_room.4:
	.zero	32
	.align 4
	.type	is_over, @object
	.size	is_over, 4
is_over:
	.zero	4
	.align 4
	.type	is_beside_changed, @object
	.size	is_beside_changed, 4
is_beside_changed:
	.zero	4
	.align 4
	.type	is_const_changed, @object
	.size	is_const_changed, 4
is_const_changed:
	.zero	4
	.align 4
	.type	round_now, @object
	.size	round_now, 4
round_now:
	.zero	4
	.align 4
	.type	room_count, @object
	.size	room_count, 4
room_count:
	.zero	4
	.align 32
	.type	rooms, @object
	.size	rooms, 64
rooms:
	.zero	64
	.section	.note.GNU-stack,"",@progbits
