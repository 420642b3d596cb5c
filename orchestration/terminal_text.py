"""Text of others on a terminal or in a log file: control characters are shown and not obeyed."""

import unicodedata


def printable(text: str) -> str:
    """Control characters but line ends and tabs as \\x1b and the like; so are those that turn the direction of text."""
    return "".join(_shown(letter) for letter in text)


def _shown(letter: str) -> str:
    is_control = unicodedata.category(letter) in ("Cc", "Cf", "Cs") and letter not in "\n\t"
    return letter.encode("unicode_escape").decode() if is_control else letter
