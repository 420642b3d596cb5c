	.text
	.p2align 4
	.globl	is_palindrome
	.type	is_palindrome, @function
is_palindrome:
	leaq	(%rdi,%rsi), %rsi
	cmpq	%rsi, %rdi
	jae	.Lyes
	.p2align 4
.Lloop:
	movzbl	(%rdi), %eax
	movzbl	-1(%rsi), %ecx
	movzbl	.Lplain(%rax), %eax
	movzbl	.Lplain(%rcx), %ecx
	testl	%eax, %eax
	je	.Lskip_left
	testl	%ecx, %ecx
	je	.Lskip_right
	cmpl	%ecx, %eax
	jne	.Lno
	incq	%rdi
	decq	%rsi
	cmpq	%rsi, %rdi
	jb	.Lloop
.Lyes:
	movl	$1, %eax
	ret
.Lskip_left:
	incq	%rdi
	cmpq	%rsi, %rdi
	jb	.Lloop
	movl	$1, %eax
	ret
.Lskip_right:
	decq	%rsi
	cmpq	%rsi, %rdi
	jb	.Lloop
	movl	$1, %eax
	ret
.Lno:
	xorl	%eax, %eax
	ret
	.size	is_palindrome, .-is_palindrome
	.section	.rodata
	.p2align 4
.Lplain:
	.quad	0, 0, 0, 0, 0, 0
	.ascii	"0123456789"
	.byte	0, 0, 0, 0, 0, 0, 0
	.ascii	"abcdefghijklmnopqrstuvwxyz"
	.byte	0, 0, 0, 0, 0, 0
	.ascii	"abcdefghijklmnopqrstuvwxyz"
	.byte	0, 0, 0, 0, 0
	.quad	0, 0, 0, 0, 0, 0, 0, 0
	.quad	0, 0, 0, 0, 0, 0, 0, 0
	.section	.note.GNU-stack,"",@progbits
