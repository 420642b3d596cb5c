"""`icwm judge BUNDLE FILE`: the real tools' verdict on one answer, and its reward as a file."""

from pathlib import Path

from rich.console import Console

from assets.harbor.judge import Judge, read_answer_file
from orchestration.bundle_lookup import BundleLookup
from orchestration.candidate_file import require_language
from orchestration.settings import read_settings
from resources.domains.registry import load_domains
from resources.execution.bundle import EnvironmentBundle, bundle_from_json
from resources.storage.lake import Lake


class NoBundle(Exception):
    """The message says what to do."""


def judge(
    console: Console, bundle_name: str, file: Path, reward: Path | None, *, is_reply: bool, absent_fails: bool
) -> int:
    """The command's exit status: 0 with a verdict, whatever it is. Without one no reward is written. A file that cannot
    be read is its caller's mistake, unless `absent_fails`: then an agent was to write it. Raises NoAnswer, NoBundle,
    BundleNotFound and WrongLanguage."""
    if not absent_fails:
        read_answer_file(file, str(file))
    bundle = find_bundle(bundle_name)
    if not is_reply:
        require_language(bundle, str(file))
    with Judge() as bench:
        verdict = bench.judge_file(bundle, file, is_reply=is_reply)
    if reward:
        reward.write_text(f"{verdict.reward}\n", encoding="utf-8")
    console.print(verdict.text, markup=False, highlight=False, soft_wrap=True)
    console.print(f"reward {verdict.reward}", highlight=False)
    return 0


def find_bundle(name: str) -> EnvironmentBundle:
    """Of a file where there is one of that name, else of the home. Raises NoBundle and BundleNotFound."""
    path = Path(name)
    if path.exists() and not path.is_file():
        raise NoBundle(f"{path} is no ordinary file; name a bundle.json, a seed's id or a bundle's hash")
    if not path.is_file():
        return BundleLookup(Lake(read_settings().lake)).find(name)
    try:
        bundle = bundle_from_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise NoBundle(f"{path} is no bundle as `icwm export harbor` writes it ({error})") from error
    if bundle.domain not in load_domains():
        raise NoBundle(f"{path} is of domain {bundle.domain!r}, which this installation does not have")
    return bundle
