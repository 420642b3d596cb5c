"""Unified diffs of CVDP's agentic rows, applied by git. Nothing is applied outside a temporary folder."""

import os
import subprocess
import tempfile
from pathlib import Path


class PatchError(Exception):
    """A patch that does not apply. The message names the file and git's reason."""


def patched(path: str, original: str, patch: str) -> str:
    """`original` after a unified diff whose hunks may stand without file headers; "" where it is deleted.

    git sees the file under a fixed name, so that no name in the patch decides where anything is written.
    """
    start = patch.find("@@ ")
    if start < 0 or (start and patch[start - 1] != "\n"):
        raise PatchError(f"{path}: not a unified diff")
    source = "a/file" if original else "/dev/null"
    body = patch[start:] if patch.endswith("\n") else patch[start:] + "\n"
    mode = "" if original else "new file mode 100644\n"
    text = f"diff --git a/file b/file\n{mode}--- {source}\n+++ b/file\n{body}"
    with tempfile.TemporaryDirectory(prefix="cvdp-patch-") as folder:
        if original:
            Path(folder, "file").write_text(original, encoding="utf-8", newline="\n")
        _apply(path, folder, text)
        target = Path(folder, "file")
        return target.read_text(encoding="utf-8") if target.is_file() else ""


def _apply(path: str, folder: str, text: str) -> None:
    command = ["git", "apply", "--whitespace=nowarn", "--unidiff-zero", "--include=file", "-"]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            input=text.encode(),
            capture_output=True,
            timeout=20,
            env={
                "PATH": os.environ.get("PATH", os.defpath),
                "GIT_CEILING_DIRECTORIES": str(Path(folder).parent),
                "LC_ALL": "C",
            },
        )
    except FileNotFoundError:
        raise PatchError(f"{path}: git is not installed, and patches are applied with it") from None
    except subprocess.TimeoutExpired:
        raise PatchError(f"{path}: git apply took more than 20 s") from None
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise PatchError(f"{path}: git apply: {reason[0] if reason else done.returncode}")
