	.text
	.p2align 4
	.globl	is_palindrome
	.type	is_palindrome, @function
is_palindrome:
	movl	$1, %eax
	addq	%rdi, %rsi
.Lleft:
	cmpq	%rsi, %rdi
	jae	.Lret
	movzbl	(%rdi), %ecx
	addq	$1, %rdi
	movzbl	.Lplain(%rcx), %ecx
	testl	%ecx, %ecx
	je	.Lleft
.Lright:
	movzbl	-1(%rsi), %edx
	subq	$1, %rsi
	movzbl	.Lplain(%rdx), %edx
	testl	%edx, %edx
	je	.Lright
	cmpl	%edx, %ecx
	je	.Lleft
	xorl	%eax, %eax
.Lret:
	ret
	.size	is_palindrome, .-is_palindrome
	.section	.rodata
	.align 32
.Lplain:
	.zero	48
	.ascii	"0123456789"
	.zero	7
	.ascii	"abcdefghijklmnopqrstuvwxyz"
	.zero	6
	.ascii	"abcdefghijklmnopqrstuvwxyz"
	.zero	133
	.section	.note.GNU-stack,"",@progbits
