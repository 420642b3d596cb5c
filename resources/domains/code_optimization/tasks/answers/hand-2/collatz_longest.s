	.text
	.p2align 4
	.globl	collatz_longest
	.type	collatz_longest, @function
# walks odd starts only; an odd m stands for m << j, the largest such number <= limit
collatz_longest:
	xorl	%eax, %eax
	movl	%edi, %r8d
	testl	%edi, %edi
	je	.Lout
	pushq	%rbx
	bsrl	%r8d, %ecx
	movl	%ecx, %r10d
	movl	$1, %eax
	shlq	%cl, %rax
	movl	%ecx, %esi
	movl	$1, %r11d
	movw	$0, .Lsteps(%rip)
	movl	$131071, %ebx
	cmpq	%rbx, %r8
	cmovb	%r8, %rbx
	movl	$3, %r9d
	.p2align 4
.Lodd3:
	cmpq	%rbx, %r9
	ja	.Lmaindone
	movq	%r9, %rdx
	xorl	%edi, %edi
.Lwalk:
	leaq	1(%rdx,%rdx,2), %rdx
	bsfq	%rdx, %rcx
	shrq	%cl, %rdx
	leal	1(%rdi,%rcx), %edi
	cmpq	%r9, %rdx
	jae	.Lwalk
	movzwl	.Lsteps-1(%rdx), %ecx
	addl	%ecx, %edi
	movw	%di, .Lsteps-1(%r9)
	cmpq	%r11, %r9
	ja	.Ladj3
.Lback3:
	addl	%r10d, %edi
	cmpl	%esi, %edi
	jae	.Lupd3
.Lnext3:
	addq	$2, %r9
	cmpq	%rbx, %r9
	ja	.Lmaindone
	leaq	1(%r9,%r9,2), %rdx
	bsfq	%rdx, %rcx
	shrq	%cl, %rdx
	leal	1(%rcx), %edi
	movzwl	.Lsteps-1(%rdx), %ecx
	addl	%ecx, %edi
	movw	%di, .Lsteps-1(%r9)
	cmpq	%r11, %r9
	ja	.Ladj1
.Lback1:
	addl	%r10d, %edi
	cmpl	%esi, %edi
	jae	.Lupd1
.Lnext1:
	addq	$2, %r9
	jmp	.Lodd3
.Lmaindone:
	cmpq	%r8, %r9
	jbe	.Lhuge
	popq	%rbx
.Lout:
	ret
.Ladj3:
	movl	%r10d, %ecx
.Ladj3b:
	subl	$1, %ecx
	movq	%r8, %r11
	shrq	%cl, %r11
	cmpq	%r11, %r9
	ja	.Ladj3b
	movl	%ecx, %r10d
	jmp	.Lback3
.Ladj1:
	movl	%r10d, %ecx
.Ladj1b:
	subl	$1, %ecx
	movq	%r8, %r11
	shrq	%cl, %r11
	cmpq	%r11, %r9
	ja	.Ladj1b
	movl	%ecx, %r10d
	jmp	.Lback1
.Lupd3:
	movl	%r10d, %ecx
	movq	%r9, %rdx
	shlq	%cl, %rdx
	cmpl	%esi, %edi
	ja	.Ltake3
	cmpq	%rax, %rdx
	jae	.Lnext3
.Ltake3:
	movq	%rdx, %rax
	movl	%edi, %esi
	jmp	.Lnext3
.Lupd1:
	movl	%r10d, %ecx
	movq	%r9, %rdx
	shlq	%cl, %rdx
	cmpl	%esi, %edi
	ja	.Ltake1
	cmpq	%rax, %rdx
	jae	.Lnext1
.Ltake1:
	movq	%rdx, %rax
	movl	%edi, %esi
	jmp	.Lnext1
.Lhuge:
	movl	$131072, %ebx
.Lhloop:
	movq	%r9, %rdx
	xorl	%edi, %edi
.Lhwalk:
	leaq	1(%rdx,%rdx,2), %rdx
	bsfq	%rdx, %rcx
	shrq	%cl, %rdx
	leal	1(%rdi,%rcx), %edi
	cmpq	%rbx, %rdx
	jae	.Lhwalk
	movzwl	.Lsteps-1(%rdx), %ecx
	addl	%ecx, %edi
	movl	%r10d, %ecx
	cmpq	%r11, %r9
	jbe	.Lhin
.Lhadj:
	subl	$1, %ecx
	movq	%r8, %r11
	shrq	%cl, %r11
	cmpq	%r11, %r9
	ja	.Lhadj
	movl	%ecx, %r10d
.Lhin:
	addl	%r10d, %edi
	movq	%r9, %rdx
	shlq	%cl, %rdx
	cmpl	%esi, %edi
	jb	.Lhnext
	ja	.Lhtake
	cmpq	%rax, %rdx
	jae	.Lhnext
.Lhtake:
	movq	%rdx, %rax
	movl	%edi, %esi
.Lhnext:
	addq	$2, %r9
	cmpq	%r8, %r9
	jbe	.Lhloop
	popq	%rbx
	ret
	.size	collatz_longest, .-collatz_longest
	.bss
	.align 32
.Lsteps:
	.zero	131072
	.section	.note.GNU-stack,"",@progbits
