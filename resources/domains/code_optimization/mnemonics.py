"""What mnemonics do to flags and control, as far as rewrites and cheap checks ask. Not a full instruction set."""

import re

CONDITIONS = "a ae b be c e g ge l le na nae nb nbe nc ne ng nge nl nle no np ns nz o p pe po s z".split()
INVERSE = {
    "e": "ne", "ne": "e", "l": "ge", "ge": "l", "g": "le", "le": "g", "a": "be", "be": "a", "b": "ae", "ae": "b",
    "s": "ns", "ns": "s", "c": "nc", "nc": "c", "o": "no", "no": "o", "p": "np", "np": "p", "z": "nz", "nz": "z",
}  # fmt: skip
OTHER_SIGN = {"l": "b", "b": "l", "g": "a", "a": "g", "le": "be", "be": "le", "ge": "ae", "ae": "ge"}
OTHER_BOUND = {"l": "le", "le": "l", "g": "ge", "ge": "g", "a": "ae", "ae": "a", "b": "be", "be": "b"}
SWAPPED = {"l": "g", "g": "l", "le": "ge", "ge": "le", "a": "b", "b": "a", "ae": "be", "be": "ae", "e": "e", "ne": "ne"}

_CONDITIONAL = re.compile(rf"(j|set|cmov)({'|'.join(sorted(CONDITIONS, key=len, reverse=True))})([bwlq]?)")
_READS_FLAGS = re.compile(r"adc|sbb|rc[lr]|lahf|pushf|cmc")
_SETS_ALL = re.compile(r"(add|sub|cmp|test|and|or|xor|neg|imul|mul|popcnt|u?comis[sd]|vu?comis[sd]|ptest)[bwlq]?")
_SETS_BY_SHIFT = re.compile(r"(sal|shl|sar|shr)[bwlq]?")
_KNOWN = re.compile(
    r"(mov|add|sub|and|or|xor|cmp|test|lea|imul|mul|div|idiv|neg|not|inc|dec|sal|shl|sar|shr|rol|ror|rcl|rcr|adc|sbb"
    r"|push|pop|xchg|bswap|bsf|bsr|bt|bts|btr|btc|popcnt|lzcnt|tzcnt|shld|shrd|ret|call|leave|cmpxchg|xadd"
    r"|movs|stos|lods|scas|cmps)[bwlq]?"
    r"|jmp|nop[wl]?|ud2|endbr64|cltq|cltd|cqto|cwtl|cwtd|cbtw|int3|cld|std|pause|movabsq?|[lms]fence|hlt|leaveq"
    r"|mov[sz](bw|bl|bq|wl|wq|lq|x|xd)|prefetch\w+|sahf|lahf|clc|stc|cmc|enter"
)
_VECTOR = re.compile(
    r"v?(mov(ap|up|dq|hp|lp|s|d|q|mskp|nt)\w*|p?(add|sub|mul|madd|and|andn|or|xor|cmp|max|min|avg|sad|sign|abs|shuf|unpck"
    r"|pack|sll|srl|sra|align|blend|insr|extr|mov|test|hadd|hsub)\w*|div[ps][sd]|sqrt[ps][sd]|cvt\w+|u?comis[sd]"
    r"|shufp[sd]|unpck\w+|rcp\w+|rsqrt\w+|round\w+|broadcast\w+|perm\w+|zero\w+|fn?m\w+|gather\w+|ld\w+|st\w+|insert\w+"
    r"|extract\w+|haddp\w)|f\w+|pdep|pext|bextr|bls\w+|andn|mulx|rorx|sarx|shlx|shrx|bzhi"
)


def condition_of(mnemonic: str) -> tuple[str, str, str] | None:
    """("j", "ge", "") of "jge"; None for mnemonics without a condition."""
    match = _CONDITIONAL.fullmatch(mnemonic)
    return (match[1], match[2], match[3]) if match else None


def reads_flags(mnemonic: str) -> bool:
    return condition_of(mnemonic) is not None or bool(_READS_FLAGS.match(mnemonic))


def sets_all_flags(mnemonic: str, first_operand: str) -> bool:
    """Whether the flags before no longer matter. A shift by nothing leaves them: only constants count."""
    if _SETS_BY_SHIFT.fullmatch(mnemonic):
        return first_operand.startswith("$") and first_operand != "$0"
    return bool(_SETS_ALL.fullmatch(mnemonic))


def is_known(mnemonic: str) -> bool:
    """Whether this looks like an instruction that compilers write."""
    return any(pattern.fullmatch(mnemonic) for pattern in (_KNOWN, _VECTOR)) or condition_of(mnemonic) is not None
