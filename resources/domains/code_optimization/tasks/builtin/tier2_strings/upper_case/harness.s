	.file	"kernel.c"
	.text
	.type	call, @function
call:
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	pushq	%rcx
	call	upper_case
	xorl	%ecx, %ecx
	xorl	%edx, %edx
.L2:
	imulq	$31, %rdx, %rdx
	cmpq	%rcx, %rbx
	je	.L6
	movzbl	0(%rbp,%rcx), %esi
	incq	%rcx
	addq	%rsi, %rdx
	jmp	.L2
.L6:
	addq	%rdx, %rax
	popq	%rdx
	popq	%rbx
	popq	%rbp
	ret
	.size	call, .-call
	.type	placed.constprop.0, @function
placed.constprop.0:
	pushq	%r12
	movq	%rsi, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movl	$4096, %ebx
	testq	%rsi, %rsi
	je	.L8
	leaq	4095(%rsi), %rbx
	andq	$-4096, %rbx
.L8:
	cmpq	$0, 0(%rbp)
	jne	.L9
	xorl	%edx, %edx
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	movl	$139264, %esi
	xorl	%edi, %edi
	call	mmap
	addq	$4096, %rax
	movq	%rax, 0(%rbp)
	movl	room_count(%rip), %eax
	leal	1(%rax), %edx
	movq	%rbp, rooms(,%rax,8)
	movl	%edx, room_count(%rip)
.L9:
	movq	16(%rbp), %rsi
	cmpq	%rbx, %rsi
	je	.L10
	testq	%rsi, %rsi
	je	.L11
	movq	0(%rbp), %rdi
	xorl	%edx, %edx
	call	mprotect
.L11:
	movq	0(%rbp), %rdi
	movl	$3, %edx
	movq	%rbx, %rsi
	call	mprotect
	movq	%rbx, 16(%rbp)
.L10:
	movq	0(%rbp), %rdi
	movq	%rbx, %rcx
	movb	$-91, %al
	subq	%r12, %rbx
	testb	$1, round_now(%rip)
	rep stosb
	movq	%rbx, 24(%rbp)
	movq	0(%rbp), %rdx
	je	.L12
	movq	%rdx, %rax
	leaq	(%rdx,%r12), %rdx
	jmp	.L13
.L12:
	leaq	(%rdx,%rbx), %rax
.L13:
	movq	%rdx, 8(%rbp)
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	placed.constprop.0, .-placed.constprop.0
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
	xorl	%r9d, %r9d
	orl	$-1, %r8d
	movl	$34, %ecx
	pushq	%r14
	movl	$3, %edx
	movl	$131073, %esi
	xorl	%edi, %edi
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$296, %rsp
	call	mmap
	movq	%rax, %r13
.L23:
	call	getchar_unlocked
	cmpl	$32, %eax
	je	.L23
	cmpl	$10, %eax
	je	.L23
	xorl	%ebp, %ebp
	cmpl	$45, %eax
	jne	.L24
	call	getchar_unlocked
	movl	$1, %ebp
.L24:
	xorl	%ebx, %ebx
.L25:
	subl	$48, %eax
	cmpl	$9, %eax
	ja	.L59
	imulq	$10, %rbx, %rbx
	cltq
	addq	%rax, %rbx
	call	getchar_unlocked
	jmp	.L25
.L59:
	testl	%ebp, %ebp
	je	.L27
	negq	%rbx
.L27:
	movq	stdin(%rip), %rcx
	movl	$131071, %edx
	movl	$1, %esi
	movq	%r13, %rdi
	call	fread
	movq	%rax, %r14
	movl	%eax, %r12d
	xorl	%eax, %eax
.L28:
	movb	%al, 32(%rsp,%rax)
	incq	%rax
	cmpq	$256, %rax
	jne	.L28
	movl	$1, %edx
	movl	$131073, %esi
	movq	%r13, %rdi
	xorl	%ebp, %ebp
	call	mprotect
	call	rounds_begin
	leal	1(%r12), %eax
	movl	%eax, 20(%rsp)
.L29:
	movl	round_now(%rip), %r15d
	cmpl	%ebx, %r15d
	jnb	.L60
	movl	20(%rsp), %eax
	movl	$given_room.3, %edi
	movq	%rax, %rsi
	movq	%rax, 8(%rsp)
	call	placed.constprop.0
	movq	8(%rsp), %rsi
	movl	$kept_room.2, %edi
	movq	%rax, 24(%rsp)
	call	placed.constprop.0
	movq	24(%rsp), %r8
	movq	%rax, %r9
	xorl	%eax, %eax
.L30:
	cmpl	%r12d, %eax
	jnb	.L61
	movzbl	0(%r13,%rax), %edx
	movb	32(%rsp,%rdx), %dl
	movb	%dl, (%r8,%rax)
	incq	%rax
	jmp	.L30
.L61:
	leal	(%r15,%r15), %edi
	xorl	%esi, %esi
.L32:
	testl	%r12d, %r12d
	setne	%dl
	testl	%r15d, %r15d
	setne	%al
	testb	%al, %dl
	je	.L46
	cmpl	$2, %esi
	je	.L46
	leal	(%rdi,%rsi), %edx
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
	divl	%r12d
	movb	$32, %al
	addq	%r8, %rdx
	movb	(%rdx), %r10b
	leal	-32(%r10), %r11d
	cmpb	$93, %r11b
	ja	.L33
	leal	1(%r10), %eax
.L33:
	movb	%al, (%rdx)
	incl	%esi
	jmp	.L32
.L46:
	movl	%r14d, %eax
	movq	8(%rsp), %rcx
	movq	%r9, %rdi
	movq	%r8, %rsi
	movb	$0, (%r8,%rax)
	imulq	$31, %rbp, %rbp
	xorl	%r15d, %r15d
	rep movsb
	movq	%rax, %rsi
	movq	%r8, %rdi
	call	call
	addq	%rax, %rbp
.L36:
	cmpl	room_count(%rip), %r15d
	jnb	.L62
	movq	rooms(,%r15,8), %rax
	movl	$165, %edx
	incq	%r15
	movq	24(%rax), %rsi
	movq	8(%rax), %rdi
	call	is_other_than
	orl	%eax, is_beside_changed(%rip)
	jmp	.L36
.L62:
	movl	round_now(%rip), %eax
	movl	$12, %esi
	leaq	32(%rsp), %r8
	leaq	58(%rsp), %r11
	movq	%r8, %rdi
	movl	$26, %r9d
	incl	%eax
	movl	%eax, %edx
	shrl	$16, %edx
	xorl	%eax, %edx
	imull	$2146121005, %edx, %edx
	movl	%edx, %eax
	shrl	$15, %eax
	xorl	%edx, %eax
	xorl	%edx, %edx
	imull	$-2073254261, %eax, %eax
	movl	%eax, %ecx
	shrl	$16, %ecx
	xorl	%eax, %ecx
	movl	%ecx, %eax
	divl	%esi
	movl	%ecx, %eax
	movl	%ecx, %esi
	shrl	$24, %ecx
	shrl	$16, %eax
	shrl	$8, %esi
	andl	$15, %ecx
	andl	$3, %eax
	andl	$31, %esi
	movsbl	digit_steps.0(%rax), %r10d
	movl	%edx, %edx
	movsbl	steps.1(%rdx), %r15d
.L38:
	movl	%esi, %eax
	xorl	%edx, %edx
	incq	%rdi
	addl	%r15d, %esi
	divl	%r9d
	leal	97(%rdx), %eax
	addl	$65, %edx
	movb	%al, 96(%rdi)
	movb	%dl, 64(%rdi)
	cmpq	%rdi, %r11
	jne	.L38
	leaq	42(%rsp), %rdi
	movl	$10, %esi
.L39:
	movl	%ecx, %eax
	xorl	%edx, %edx
	incq	%r8
	addl	%r10d, %ecx
	divl	%esi
	addl	$48, %edx
	movb	%dl, 47(%r8)
	cmpq	%r8, %rdi
	jne	.L39
	call	round_over
	incl	round_now(%rip)
	jmp	.L29
.L60:
	call	rounds_end
	cmpl	$0, is_const_changed(%rip)
	movl	$.LC0, %edi
	jne	.L58
	cmpl	$0, is_beside_changed(%rip)
	je	.L43
	movl	$.LC1, %edi
.L58:
	call	puts
	jmp	.L57
.L43:
	movq	%rbp, %rsi
	movl	$.LC2, %edi
	xorl	%eax, %eax
	call	printf
.L57:
	addq	$296, %rsp
	shrl	$31, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	main, .-main
	.section	.rodata
	.type	digit_steps.0, @object
	.size	digit_steps.0, 4
digit_steps.0:
	.ascii	"\001\003\007\t"
	.align 8
	.type	steps.1, @object
	.size	steps.1, 12
steps.1:
	.ascii	"\001\003\005\007\t\013\017\021\023\025\027\031"
	.section	harness_state,"aw"
	.align 32
	.type	kept_room.2, @object
	.size	kept_room.2, 32
kept_room.2:
	.zero	32
	.align 32
	.type	given_room.3, @object
	.size	given_room.3, 32
given_room.3:
	.zero	32
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
