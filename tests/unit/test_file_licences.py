"""Under which licence a source file is by its own words."""

from pathlib import Path

import pytest

from resources.domains.toolkit.file_licence import UNKNOWN, licence_in
from resources.domains.toolkit.licence_files import licence_above
from resources.domains.toolkit.licence_texts import KNOWN
from tests.unit.test_set_origin import MIT


def commented(text: str) -> str:
    return "".join(f"// {line}\n" for line in text.splitlines())


def test_a_licence_in_a_header_beside_other_words() -> None:
    header = commented("A counter of edges.\n\n") + commented(MIT) + commented("\nIt wraps.\n")
    assert licence_in(f"{header}module m; endmodule\n") == "MIT"
    assert licence_in(f"/*\n{MIT}*/\n`timescale 1ns/1ps\nmodule m; endmodule\n") == "MIT"


@pytest.mark.parametrize(
    "more",
    ["For non-commercial use only.", "Permission is granted to students.", "Confidential.", "See the licence of X."],
)
def test_one_word_more_about_a_licence_is_none_that_is_known(more: str) -> None:
    assert licence_in(f"{commented(MIT)}//\n// {more}\nmodule m; endmodule\n") == UNKNOWN


@pytest.mark.parametrize(
    ("header", "licence"),
    [
        ("// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1\n", "Apache-2.0 WITH SHL-2.1"),
        ("/** SPDX-License-Identifier: MIT **/\n// SPDX-License-Identifier: ISC OR MIT\n", "(ISC OR MIT) AND MIT"),
        ("// SPDX-License-Identifier: <script>\n", UNKNOWN),
        ("// License: MIT (see LICENSE file in the repository)\n// Copyright 2020 Ada\n", "MIT"),
        ("// Licensed under the Apache License, Version 2.0, see LICENSE for details.\n", "Apache-2.0"),
        ("// Licensed under the MIT license for teaching.\n", UNKNOWN),
        ("// Copyright (c) 2020 Ada. All rights reserved.\n", None),
        ("// See the LICENSE file for details.\n", None),
        ("// Proprietary and confidential\n", UNKNOWN),
        ("", None),
    ],
)
def test_what_headers_say(header: str, licence: str | None) -> None:
    assert licence_in(f"{header}module m; endmodule\n") == licence


def test_what_stands_behind_the_first_code_is_no_header() -> None:
    assert licence_in("module m; // no license\nendmodule\n") is None


def test_the_nearest_licence_file_counts(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert licence_above(inner, tmp_path) == UNKNOWN
    (tmp_path / "LICENSE").write_text(MIT)
    assert licence_above(inner, tmp_path) == "MIT"
    (tmp_path / "a" / "COPYING").write_text("Ask Ada.\n")
    assert licence_above(inner, tmp_path) == UNKNOWN
    assert licence_above(tmp_path, tmp_path) == "MIT"
    assert "MIT" in KNOWN.values()
