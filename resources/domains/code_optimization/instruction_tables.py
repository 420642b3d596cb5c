"""Tables of instructions: their operands by number, kind and size, and mnemonics that exist without being tabled.

What compilers write: integer instructions in full, the vector instructions of SSE and SSE2 by their operands' kinds.
Whether a statement fits them is `instruction_forms`.
"""

from dataclasses import dataclass
from functools import cache

from resources.domains.code_optimization.mnemonics import CONDITIONS
from resources.domains.code_optimization.registers import SIZES

ALL_SIZES = (1, 2, 4, 8)
WIDE_SIZES = (2, 4, 8)


@dataclass(frozen=True)
class Form:
    """`patterns`: one for each number of operands, with the letters that each operand may have: r register, c a
    shift's count, i constant, m memory, n a name, x xmm, j indirect. `sizes`: bytes that a suffix or a general register
    may give it."""

    patterns: tuple[tuple[str, ...], ...]
    sizes: tuple[int, ...] = ()


_INTEGER: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("add adc sub sbb and or xor cmp mov", "irm,rm", ALL_SIZES),
    ("test xchg", "irm,rm", ALL_SIZES),
    ("lea", "m,r", WIDE_SIZES),
    ("imul", "rm irm,r i,rm,r", ALL_SIZES),
    ("mul neg not inc dec", "rm", ALL_SIZES),
    ("div idiv", "rm rm,r", ALL_SIZES),
    ("sal shl sar shr rol ror rcl rcr", "rm ic,rm", ALL_SIZES),
    ("push", "rmi", (2, 8)),
    ("pop", "rm", (2, 8)),
    ("bswap", "r", (4, 8)),
    ("bsf bsr popcnt lzcnt tzcnt", "rm,r", WIDE_SIZES),
    ("bt bts btr btc", "ir,rm", WIDE_SIZES),
    ("xadd cmpxchg", "r,rm", ALL_SIZES),
    *((f"cmov{condition}", "rm,r", WIDE_SIZES) for condition in CONDITIONS),
)
_FIXED: tuple[tuple[str, str], ...] = (
    ("cltq cltd cqto cwtl cwtd cbtw leaveq leave ud2 endbr64 int3 cld std pause lfence mfence sfence hlt", ""),
    ("sahf lahf clc stc cmc", ""),
    *((f"j{condition}", "n") for condition in CONDITIONS),
    ("jmp call callq jmpq", "mrj"),
    ("movdqa movdqu movaps movapd movups movupd", "xm,x x,m"),
    ("movss", "xm,x x,m"),
    ("movhps movlps movhpd movlpd", "m,x x,m"),
    ("movd", "rm,x x,rm"),
    (
        "paddb paddw paddd paddq psubb psubw psubd psubq pmuludq pmullw pmulhw pmaddwd pand pandn por pxor pcmpeqb"
        " pcmpeqw pcmpeqd pcmpgtb pcmpgtw pcmpgtd punpcklbw punpcklwd punpckldq punpckhbw punpckhwd punpckhdq"
        " packssdw packsswb packuswb pmaxub pminub pmaxsw pminsw psadbw pavgb pavgw paddusb psubusb paddusw psubusw",
        "xm,x",
    ),
    (
        "punpcklqdq punpckhqdq andps andpd andnps andnpd orps orpd xorps xorpd addps addpd addss addsd subps subpd"
        " subss subsd mulps mulpd mulss mulsd divps divpd divss divsd sqrtps sqrtpd sqrtss sqrtsd maxps maxpd maxss"
        " maxsd minps minpd minss minsd unpcklps unpcklpd unpckhps unpckhpd ucomiss ucomisd comiss comisd cvtdq2ps"
        " cvtps2dq cvttps2dq cvtdq2pd cvtps2pd cvtpd2ps cvtss2sd cvtsd2ss pmulld pmuldq pminsd pmaxsd pminud pmaxud"
        " pcmpeqq pcmpgtq phaddd phaddw pshufb pabsd pabsw pabsb",
        "xm,x",
    ),
    ("pshufd pshuflw pshufhw shufps shufpd", "i,xm,x"),
    ("psrldq pslldq", "i,x"),
    ("psllw pslld psllq psrlw psrld psrlq psraw psrad", "ixm,x"),
    ("pmovmskb movmskps movmskpd", "x,r"),
    ("movhlps movlhps", "x,x"),
)
UNTABLED = frozenset(
    "movs stos lods scas cmps movzb movzw movsxb movsxw movsxl movzxb movzxw nop"
    " nopw nopl nopq movsd movsb movsw movsl movsq cmpsb cmpsw cmpsl cmpsq cmpsd stosb stosw stosl stosq lodsb"
    " lodsw lodsl lodsq scasb scasw scasl scasq movabs movabsq movabsl movabsw movabsb shld shldl shldq shldw shrd"
    " shrdl shrdq shrdw enter int into iret movsx movzx movsxd cdq cdqe cqo cwd cwde cbw movnti movntdq movntps movntpd"
    " movdq2q movq2dq cvtsi2sd cvtsi2sdl cvtsi2sdq cvtsi2ss cvtsi2ssl cvtsi2ssq cvttsd2si cvttsd2sil cvttsd2siq"
    " cvttss2si cvttss2sil cvttss2siq cvtsd2si cvtss2si cmpps cmppd cmpss pinsrw pextrw pinsrb pinsrd pinsrq pextrb"
    " pextrd pextrq rdtsc cpuid syscall emms ldmxcsr stmxcsr fxsave fxrstor prefetcht0 prefetcht1 prefetcht2"
    " prefetchnta prefetchw clflush cmpxchg8b cmpxchg16b pushf pushfq popf popfq xlat xlatb loop loope loopne jrcxz"
    " jecxz jcxz movbe crc32 crc32b crc32w crc32l crc32q ptest roundss roundsd roundps roundpd blendps blendpd"
    " pblendw pblendvb palignr mpsadbw phminposuw insertps extractps movddup movshdup movsldup lddqu haddps haddpd"
    " hsubps hsubpd addsubps addsubpd pmaddubsw pmulhrsw pmulhuw psignb psignw psignd pmovzxbw pmovzxbd pmovzxbq"
    " pmovzxwd pmovzxwq pmovzxdq pmovsxbw pmovsxbd pmovsxbq pmovsxwd pmovsxwq pmovsxdq packusdw dpps dppd rcpps rcpss"
    " rsqrtps rsqrtss paddsb paddsw psubsb psubsw maskmovdqu movntdqa pminsb pmaxsb pminuw pmaxuw phsubd phsubw in out"
    " inb outb inw outw inl outl lock rdrand rdseed xgetbv sysenter sysexit hltq ud1 ud0 ud2a ud2b rdtscp rdpid"
    " rdpmc insb insl insw outsb outsl outsw retw lret lcall ljmp wait fwait andn bextr blsi blsr"
    " blsmsk bzhi mulx pdep pext rorx sarx shlx shrx adcx adox aesenc aesdec aesenclast aesdeclast pclmulqdq endbr32"
    " movmskb salc cvtpi2ps cvttpd2dq cvtpd2dq cmpeqps cmpeqsd cmpltsd cmplesd cmpneqsd cmpltss cmpless cmpeqss".split()
)


@cache
def forms() -> dict[str, tuple[Form, int]]:
    """Mnemonic → form and the bytes that its suffix asks for, 0 where it has none."""
    found: dict[str, tuple[Form, int]] = {}
    for names, patterns, sizes in _INTEGER:
        form = Form(_patterns(patterns), sizes)
        for name in names.split():
            found.setdefault(name, (form, 0))
            for letter, size in SIZES.items():
                found.setdefault(f"{name}{letter}", (form, size))
    for names, text in _FIXED:
        fixed = Form(_patterns(text) if text else ((),))
        found.update((name, (fixed, 0)) for name in names.split())
    found["ret"] = found["retq"] = (Form(((), ("i",))), 0)
    found["movq"] = (Form((("irmx", "rmx"),), (8,)), 8)
    one_byte = Form((("rm",),), (1,))
    found.update((f"set{condition}{suffix}", (one_byte, 0)) for condition in CONDITIONS for suffix in ("", "b"))
    return found


def _patterns(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(part.split(",")) for part in text.split())
