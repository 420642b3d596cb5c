"""What becomes of a command that raises: one line that says what to do, and a status that scripts can read.

Anything that is not listed here is a defect, and shows its traceback.
"""

import errno
import threading
from collections.abc import Callable

import click

from orchestration.log_output import NOTES, OUTPUT, before_options
from orchestration.termination import noted_interrupt

_ADVICE = {
    errno.ENOSPC: "make room, and run again: what is finished is kept",
    errno.EDQUOT: "ask for a larger quota, and run again: what is finished is kept",
    errno.EROFS: "name another home (ICWM_HOME), and run again: what is finished is kept",
    errno.EACCES: "let your user read and write there, or name another home (ICWM_HOME)",
    errno.EPERM: "let your user read and write there, or name another home (ICWM_HOME)",
    errno.ENOTDIR: "a file stands where a folder is needed; name another",
    errno.EISDIR: "a folder stands where a file is needed; name a file",
    errno.ENAMETOOLONG: "no file system takes a name that long; name another",
}
"""What the message itself does not say."""
_NAMES = (errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG)
"""What is wrong with a name that was given, and not with the machine."""
_KIND = {1: "not done", 2: "called wrongly"}
"""What a line begins with, by status."""
_INTERRUPTED = 130


def status_of(command: Callable[[], object]) -> int:
    """Runs a click command that is not standalone; its exit status. A mistake is told in one line: 1, or 2 where it
    was called wrongly. Ctrl-C is one, too: 130, as shells have it."""
    OUTPUT.configure(before_options())
    with noted_interrupt() as pressed:
        code = _status_of(command, pressed)
    if code == 0 or not pressed.is_set():
        return code
    NOTES.error("ended by Ctrl-C")
    return _INTERRUPTED


def _status_of(command: Callable[[], object], pressed: threading.Event) -> int:
    """After Ctrl-C was `pressed`, what is raised is no mistake and no defect."""
    try:
        code = command()
    except click.exceptions.NoArgsIsHelpError as help_page:
        help_page.show()
        return 2
    except click.ClickException as error:
        NOTES.error("called wrongly: %s See %s", _ended(error.format_message().strip()), _help_of(error))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:
        return _INTERRUPTED if pressed.is_set() else _told(error)
    return code if isinstance(code, int) else 0


def _missing(error: ModuleNotFoundError) -> int:
    """Raises the error again where what is missing is a module of ours."""
    from resources.execution.missing_package import is_foreign, missing_package

    if not is_foreign(error.name or ""):
        raise error
    NOTES.error("%s", missing_package(error))
    NOTES.debug("it was raised here", exc_info=error)
    return 1


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def _help_of(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"`{context.command_path if context else 'icwm'} --help`"


def _sentence(error: Exception) -> str:
    """Without Python's number of an operating system's failure."""
    if isinstance(error, OSError) and error.strerror:
        return ": ".join(str(part) for part in (error.filename, error.strerror) if part)
    return str(error)


def _what_to_do(error: Exception) -> str:
    advice = _ADVICE.get(error.errno or 0) if isinstance(error, OSError) else None
    return f"; {advice}" if advice else ""


def _told(error: Exception) -> int:
    """Raises the error again where the message alone does not say what to do."""
    if isinstance(error, ModuleNotFoundError):
        return _missing(error)
    status = _status(error)
    if status is None:
        raise error
    NOTES.error("%s: %s%s", _KIND[status], _sentence(error), _what_to_do(error))
    NOTES.debug("it was raised here", exc_info=error)
    return status


def _status(error: Exception) -> int | None:
    """2 where what was typed, or a setting, names nothing or means nothing; 1 where it could not be done; None for a
    defect."""
    from resources.domains.registry import DomainUnusable

    # First: behind a domain that cannot be loaded, no module of the assets can be imported.
    if isinstance(error, DomainUnusable):
        return 1
    if isinstance(error, _called_wrongly()):
        return 2
    if isinstance(error, OSError) and error.errno in _ADVICE:
        return 2 if error.errno in _NAMES else 1
    return 1 if isinstance(error, _not_done()) else None


def _called_wrongly() -> tuple[type[Exception], ...]:
    from assets.corpus.ancestry import RowNotFound
    from assets.generation.config_file import GeneratorsRefused
    from assets.harbor.judge import NoAnswer
    from assets.inspection.inspection import TrajectoryNotFound
    from assets.profile import ProfileNotFound
    from assets.publication.folder import FolderTaken
    from assets.seeds.public_set import NoLicenceExpression
    from assets.tokens.tokenizers import NoTokenizer
    from orchestration.bundle_lookup import BundleNotFound
    from orchestration.candidate_file import NoCandidate, WrongLanguage
    from orchestration.judge_command import NoBundle
    from orchestration.query_command import QueryRefused
    from orchestration.settings import SettingsRefused
    from orchestration.show_command import NoSuchTurn
    from orchestration.typed_names import NoSuchDomain, NoSuchFamily, NoSuchKind
    from resources.domains.importing import ImportSourceError
    from resources.generation.recorded.samples import UnreadableSamples
    from resources.storage.errors import NoResult, SeveralQueries

    return (
        BundleNotFound,
        FolderTaken,
        GeneratorsRefused,
        ImportSourceError,
        NoAnswer,
        NoBundle,
        NoCandidate,
        NoLicenceExpression,
        NoResult,
        NoSuchDomain,
        NoSuchFamily,
        NoSuchKind,
        NoSuchTurn,
        NoTokenizer,
        ProfileNotFound,
        QueryRefused,
        RowNotFound,
        SeveralQueries,
        SettingsRefused,
        TrajectoryNotFound,
        UnreadableSamples,
        WrongLanguage,
    )


def _not_done() -> tuple[type[Exception], ...]:
    from assets.home import HomeDamaged, HomeUnusable
    from assets.world_model.asset import NothingToLearn
    from assets.world_model.checkpoints import NoCheckpoint
    from orchestration.loopback import PortTaken
    from orchestration.predict_command import NotTrainedOn
    from orchestration.query_command import TableNotMade
    from orchestration.run_lock import HomeInUse
    from resources.execution.errors import EnvironmentFailure
    from resources.serving.errors import ServingFailed
    from resources.storage.errors import LakeError
    from resources.world_model.checkpoint import CorruptCheckpointError

    return (
        CorruptCheckpointError,
        EnvironmentFailure,
        HomeDamaged,
        HomeInUse,
        HomeUnusable,
        LakeError,
        NoCheckpoint,
        NotTrainedOn,
        NothingToLearn,
        PortTaken,
        ServingFailed,
        TableNotMade,
    )
