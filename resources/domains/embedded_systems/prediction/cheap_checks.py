"""Features of a candidate that cost no tool: counts of tokens, registers and constructs, distance to the reference, and
the scenarios as `simulator` runs them.

For the hybrid world model and the baselines. Nothing is judged here.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from resources.domains.embedded_systems.execution.rejection import reject
from resources.domains.embedded_systems.language.declarations import declarations
from resources.domains.embedded_systems.language.logical_lines import without_comments
from resources.domains.embedded_systems.language.source import unreadable
from resources.domains.embedded_systems.prediction.simulator import SIMULATOR
from resources.domains.toolkit.text_measures import difference, sizes
from resources.execution.bundle import Candidate, EnvironmentBundle

_PATTERNS = {
    name: re.compile(pattern)
    for name, pattern in {
        "registers": r"\b\w+->\w+",
        "clock_enables": r"RCC->A[HP]B[12]ENR\s*\|=",
        "moder": r"->MODER\b",
        "afr": r"->AFR\b",
        "bsrr": r"->BSRR\b",
        "flag_clears": r"->(?:SR|PR|LIFCR|HIFCR)\s*=",
        "volatile": r"\bvolatile\b",
        "handlers": r"\b\w+_(?:IRQ)?Handler\b",
        "nvic": r"\bNVIC_\w+",
        "waits": r"\b__WFI\b",
        "masks": r"\b__(?:disable|enable)_irq\b|PRIMASK",
        "loops": r"\b(?:while|for|do)\b",
        "ifs": r"\bif\b",
        "switches": r"\bswitch\b",
        "shifts": r"<<",
        "calls": r"\b\w+\s*\(",
        "assignments": r"[^=!<>]=[^=]",
        "semicolons": r";",
        "numbers": r"\b(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*\b",
        "assembly": r"\b__?asm(?:__)?\b",
        "pointer_casts": r"\(\s*(?:volatile\s+)?\w+\s*\*\s*\)",
        "divisions": r"(?<![/*])/(?![/*])|%",
    }.items()
}
_REGISTER = re.compile(r"\b(\w+)->(\w+)")
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")


def cheap_checks(bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
    """Features by name; see the Domain protocol. All are counts, or fractions between 0 and 1."""
    code = candidate.code
    features = sizes(code) | _balances(code) | difference(bundle.reference, code)
    if unreadable(code):
        return features | {"unreadable": 1.0}
    counts, reference = _counts(code), _counts(bundle.reference)
    features |= {f"count_{name}": value for name, value in counts.items()}
    features |= {f"more_{name}": counts[name] - reference[name] for name in counts}
    features |= _names(bundle, code) | _declarations(bundle, code)
    features["forbidden"] = float(len(reject(code)))
    return {**features, **SIMULATOR.compare(bundle, candidate).checks}


def _balances(code: str) -> dict[str, float]:
    return {f"balance_{left}": float(abs(code.count(left) - code.count(right))) for left, right in ("()", "{}", "[]")}


@lru_cache(maxsize=512)
def _counts(code: str) -> Mapping[str, float]:
    bare = without_comments(code, and_texts=True)
    return {name: float(len(pattern.findall(bare))) for name, pattern in _PATTERNS.items()}


def _names(bundle: EnvironmentBundle, code: str) -> dict[str, float]:
    """Names and registers that the reference and the board's header lack, or that the reference has alone."""
    known = _known(bundle.reference, bundle.files.get("stm32f405.h", ""))
    bare, before = without_comments(code, and_texts=True), without_comments(bundle.reference, and_texts=True)
    registers, expected = Counter(_REGISTER.findall(bare)), Counter(_REGISTER.findall(before))
    return {
        "unknown_names": float(len(set(_WORD.findall(bare)) - known)),
        "registers_missing": float(sum((expected - registers).values())),
        "registers_added": float(sum((registers - expected).values())),
    }


def _declarations(bundle: EnvironmentBundle, code: str) -> dict[str, float]:
    """What a compiler would say of names and calls, as far as one syntax tree shows it. A name is undeclared where
    neither the candidate nor a header declares it and the reference does without, too."""
    own, reference = declarations(code), declarations(bundle.reference)
    if own is None or reference is None:
        return {}
    headers = _known(*bundle.files.values())
    outside = (reference.used - reference.declared) | headers
    return {
        "syntax_errors": float(own.syntax_errors - reference.syntax_errors),
        "unknown_members": float(len(own.members - reference.members - headers)),
        "includes_lost": float(len(reference.included - own.included)),
        "undeclared_names": float(len(own.used - own.declared - outside)),
        "declarations_lost": float(len((reference.declared & reference.used) - own.declared)),
        "unused_names": float(len(own.declared - own.used) - len(reference.declared - reference.used)),
        "repeated_functions": float(own.repeated),
        "argument_misfits": float(own.misfits),
        "constants_written": float(own.constants_written),
    }


@lru_cache(maxsize=256)
def _known(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in _WORD.findall(text))
