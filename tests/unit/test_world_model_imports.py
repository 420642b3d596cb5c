"""What the code location loads must not load torch: modules are imported in a fresh interpreter."""

import subprocess
import sys

LIGHT = ("model", "rendering", "manifest", "features", "hint", "checkpoint", "settings", "prediction", "baselines")
HEAVY = ("torch", "transformers", "lightgbm", "statsmodels", "scipy", "tokenizers")


def test_light_modules_load_nothing_heavy() -> None:
    modules = [f"resources.world_model.{name}" for name in LIGHT]
    modules += ["assets.world_model.splits", "assets.world_model.split_rule", "assets.world_model.fidelity"]
    code = f"import sys, {', '.join(modules)}; print([name for name in {HEAVY!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
