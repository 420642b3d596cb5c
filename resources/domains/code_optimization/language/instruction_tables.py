"""Tables of instructions: their operands by number, kind and size, mnemonics that exist without being tabled, and those
beyond SSE2, which the assembler knows and refuses.

What compilers write: integer instructions in full, the vector instructions of SSE and SSE2 by their operands' kinds.
Whether a statement fits them is `instruction_forms`.
"""

import re
from dataclasses import dataclass
from functools import cache

from resources.domains.code_optimization.language.vocabulary import CONDITIONS, SIZES

_SUFFIXED = (
    "popcnt lzcnt tzcnt andn bextr blsi blsr blsmsk bzhi mulx pdep pext rorx sarx shlx shrx adcx adox movbe".split()
)
"""Named without their suffix."""
_NAMES = frozenset(
    "addsubpd addsubps haddpd haddps hsubpd hsubps lddqu movddup movshdup movsldup fisttp pabsb pabsw pabsd"
    " palignr phaddw phaddd phaddsw phsubw phsubd phsubsw pmaddubsw pmulhrsw pshufb psignb psignw psignd blendpd"
    " blendps blendvpd blendvps dppd dpps extractps insertps movntdqa mpsadbw packusdw pblendvb pblendw pcmpeqq"
    " pcmpgtq pextrb pextrd pextrq phminposuw pinsrb pinsrd pinsrq pmaxsb pmaxsd pmaxud pmaxuw pminsb pminsd"
    " pminud pminuw pmovsxbd pmovsxbq pmovsxbw pmovsxdq pmovsxwd pmovsxwq pmovzxbd pmovzxbq pmovzxbw pmovzxdq"
    " pmovzxwd pmovzxwq pmuldq pmulld ptest roundpd roundps roundsd roundss pcmpestri pcmpestrm pcmpistri"
    " pcmpistrm crc32 aesdec aesdeclast aesenc aesenclast aesimc aeskeygenassist pclmulqdq sha1msg1 sha1msg2"
    " sha1nexte sha1rnds4 sha256msg1 sha256msg2 sha256rnds2 clflushopt clwb cmpxchg16b movdiri movdir64b movntsd"
    " movntss prefetch prefetchw prefetchwt1 rdpkru wrpkru xgetbv xsetbv xsavec xsaveopt extrq insertq kmovb kmovw"
    " kandw korw kxorw knotw kortestw".split()
)
_AVX = re.compile(
    r"v(?:(?:add|sub|mul|div|max|min|sqrt)[ps][sd]|(?:andn?|x?or|unpck[hl]|shuf|mova|movu|movmsk|movnt|mov[hl])p[sd]"
    r"|mov(?:dq[au](?:8|16|32|64)?|[dq]|s[sd]|hlps|lhps|ntdq)"
    r"|u?comis[sd]|cmp[ps][sd]|cvt(?:dq2p[sd]|p[sd]2dq|ps2pd|pd2ps|tp[sd]2dq|s[sd]2si|ts[sd]2si|si2s[sd]|ss2sd|sd2ss)"
    r"|(?:rcp|rsqrt)[ps]s|ldmxcsr|stmxcsr|zeroall|zeroupper|testp[sd]|p(?:add|sub)(?:[bwdq]|u?s[bw])"
    r"|p(?:mul(?:ld|lw|hw|huw|hrsw|udq|dq)|maddwd|sadbw|avg[bw]|and[dq]?|andn[dq]?|x?or[dq]?|cmp(?:eq|gt)[bwdq])"
    r"|p(?:max|min)(?:s[bwdq]|u[bwdq])|p(?:unpck[hl](?:bw|wd|dq|qdq)|ack[su]s(?:wb|dw)|shuf(?:d|hw|lw)|movmskb)"
    r"|ps[lr]l(?:[wdq]|dq|v[dq])|psra(?:[wd]|vd)|broadcast(?:s[sd]|[fi]128)|pbroadcast[bwdq]|perm(?:d|q|p[sd]|ilp[sd]|2[fi]128)"
    r"|p?maskmov(?:p[sd]|[dq])|p?gather[dq](?:p[sd]|[dq])|(?:extract|insert)[fi]128|pblendd"
    r"|fn?m(?:add|sub)(?:132|213|231)[ps][sd]|fm(?:addsub|subadd)(?:132|213|231)p[sd]|pternlog[dq])"
)


def extension(name: str) -> str:
    """The mnemonic as the refusal names it; "" for one that plain x86-64 has, or that is none."""
    if name in _NAMES or _AVX.fullmatch(name) or (name[:1] == "v" and name[1:] in _NAMES and name[1] != "k"):
        return name
    for bare in (name, name[:-1]):
        suffixed = bare == name or name[-1] in "bwlq"
        if suffixed and (bare in _SUFFIXED or bare in ("crc32", "fisttp")):
            return bare
    return ""


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
    table: dict[str, tuple[Form, int]] = {}
    for names, patterns, sizes in _INTEGER:
        form = Form(_patterns(patterns), sizes)
        for name in names.split():
            table.setdefault(name, (form, 0))
            for letter, size in SIZES.items():
                table.setdefault(f"{name}{letter}", (form, size))
    for names, text in _FIXED:
        fixed = Form(_patterns(text) if text else ((),))
        table.update((name, (fixed, 0)) for name in names.split())
    table["ret"] = table["retq"] = (Form(((), ("i",))), 0)
    table["movq"] = (Form((("irmx", "rmx"),), (8,)), 8)
    one_byte = Form((("rm",),), (1,))
    table.update((f"set{condition}{suffix}", (one_byte, 0)) for condition in CONDITIONS for suffix in ("", "b"))
    return table


def _patterns(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(part.split(",")) for part in text.split())
