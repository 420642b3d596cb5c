"""Character constants: read as the assembler reads them, whichever character they hold."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.code_optimization.language.acceptance import assemble
from resources.domains.code_optimization.language.assembly import parsed
from resources.domains.code_optimization.language.character_constants import numbered

OPERANDS = ["$'(", "$'a'", "$';", "$'#", "$'\\n", "$',", "$'0'+1", "$'\"'", "$' ", "$'/'", "$'\\\\'"]


def assembled(folder: Path, operand: str) -> bytes:
    """The code that gas makes of a comparison with the operand."""
    source, made = folder / "a.s", folder / "a.o"
    source.write_text(f"\tcmpb {operand}, %cl\n\tret\n")
    subprocess.run(["as", source, "-o", made], check=True, capture_output=True)
    listing = subprocess.run(["objdump", "-s", "-j", ".text", made], check=True, capture_output=True).stdout
    return listing.splitlines()[-1]


@pytest.mark.parametrize("operand", OPERANDS)
def test_a_constant_is_the_number_that_gas_makes_of_it(tmp_path: Path, operand: str) -> None:
    assert assembled(tmp_path, operand) == assembled(tmp_path, numbered(operand))


@pytest.mark.parametrize("operand", OPERANDS)
def test_a_constant_parts_no_statement_and_no_operands(operand: str) -> None:
    code = f"\tcmpb {operand}, %cl\n\tret\n"
    (first, second) = parsed(code).instructions
    assert [item.text for item in first.operands] == [operand.strip(), "%cl"]
    assert second.name == "ret"
    assert not assemble(parsed(code)).fails


@settings(max_examples=200)
@given(st.text(alphabet="'\"(),;#\\ ax1$%\n", max_size=30))
def test_any_text_is_read(text: str) -> None:
    for item in parsed(text).statements:
        assert text[item.start : item.end].strip() or not item.operands
        for operand in item.operands:
            assert text[operand.start : operand.end] == operand.text
