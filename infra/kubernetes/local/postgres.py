"""A Postgres of one's own on the loopback interface, for Dagster's storage while the local cluster is tried."""

import getpass
import os
import secrets
import shutil
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path


class NoPostgres(Exception):
    """The server's programs are not installed. The message says which package has them."""


@dataclass(frozen=True)
class Database:
    """`url` names user, password, port, database, and the driver: SQLAlchemy 2.1 would take another than is there."""

    folder: Path
    password: str
    port: int

    @property
    def url(self) -> str:
        return f"postgresql+psycopg2://icwm:{self.password}@127.0.0.1:{self.port}/postgres"

    def stop(self) -> None:
        _run(self.folder, _program("pg_ctl"), "-D", str(self.folder / "data"), "-m", "immediate", "stop")


def start(folder: Path) -> Database:
    """A new, empty database in `folder`, which must not exist. Raises NoPostgres."""
    database = Database(folder, secrets.token_hex(16), _free_port())
    folder.mkdir(parents=True)
    (folder / "password").write_text(database.password)
    if os.geteuid() == 0:
        for path in (folder, folder / "password"):
            shutil.chown(path, "postgres", "postgres")
    data, options = str(folder / "data"), f"-h 127.0.0.1 -p {database.port} -k {folder} -F"
    _run(folder, _program("initdb"), "-U", "icwm", "-A", "scram-sha-256", f"--pwfile={folder}/password", data)
    _run(folder, _program("pg_ctl"), "-D", data, "-o", options, "-w", "-l", str(folder / "log"), "start")
    return database


def _program(name: str) -> str:
    found = shutil.which(name) or next(map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), "")
    if not found:
        raise NoPostgres(f"{name} is not installed: `apt-get install postgresql`")
    return found


def _run(folder: Path, *command: str) -> None:
    """As the user postgres where this is root, whom Postgres refuses."""
    prefix = ("runuser", "-u", "postgres", "--") if getpass.getuser() == "root" else ()
    subprocess.run((*prefix, *command), check=True, stdout=subprocess.DEVNULL, cwd=folder)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
