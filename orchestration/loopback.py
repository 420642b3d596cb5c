"""A port of the loopback interface, looked at before a server is started on it."""

import errno
import socket


class PortTaken(Exception):
    """Another program listens there. The message says what to do."""


def require_free(port: int, host: str = "127.0.0.1") -> None:
    """Raises PortTaken. A port that a server has just left is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            why = "is in use" if error.errno == errno.EADDRINUSE else "is not for your user"
            raise PortTaken(f"port {port} {why}: end what listens there, or name another with --port") from error
