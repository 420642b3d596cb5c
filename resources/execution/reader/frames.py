"""Frames between a process and its reader: a length in front of so many bytes, over a stream socket."""

import socket
import struct

_LENGTH = struct.Struct("=Q")
MAXIMUM_BYTES = 256 << 20


class ChannelClosed(Exception):
    """The other side is gone, or sends what is no frame."""


def send(channel: socket.socket, content: bytes) -> None:
    """Raises ChannelClosed, and TimeoutError where the channel has a time-out."""
    try:
        channel.sendall(_LENGTH.pack(len(content)) + content)
    except (BrokenPipeError, ConnectionError) as error:
        raise ChannelClosed(str(error)) from None


def receive(channel: socket.socket) -> bytes:
    """Raises as `send` does; no more than `MAXIMUM_BYTES` are taken."""
    (length,) = _LENGTH.unpack(_exactly(channel, _LENGTH.size))
    if length > MAXIMUM_BYTES:
        raise ChannelClosed(f"a frame of {length} bytes")
    return _exactly(channel, length)


def _exactly(channel: socket.socket, length: int) -> bytes:
    received = bytearray()
    while len(received) < length:
        try:
            part = channel.recv(min(length - len(received), 1 << 20))
        except ConnectionError as error:
            raise ChannelClosed(str(error)) from None
        if not part:
            raise ChannelClosed("closed")
        received += part
    return bytes(received)
