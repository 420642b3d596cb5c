"""Indexing into tensors of host code: reading gives a view or a copy as torch would, and setting writes through."""

from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import raised
from resources.domains.gpu_kernels.interpretation.python_values import is_flat
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, fresh


def index(tensor: Tensor, key: Any) -> Tensor:
    """A view where the key is one of slices and numbers, else a copy."""
    plain = _plain_key(key)
    try:
        found = tensor.view[plain]
    except (IndexError, ValueError, TypeError):
        raise raised("an index") from None
    if isinstance(found, np.ndarray) and np.may_share_memory(found, tensor.view):
        return tensor.seen(found)
    if not isinstance(found, np.ndarray) and not _is_advanced(plain):
        return tensor.seen(tensor.view[(*plain, ...) if isinstance(plain, tuple) else (plain, ...)])
    return fresh(found, tensor.kind)


def set_index(tensor: Tensor, key: Any, value: Any) -> None:
    try:
        tensor.view[_plain_key(key)] = value.view if isinstance(value, Tensor) else value
    except (IndexError, ValueError, TypeError, OverflowError):
        raise raised("an assignment to an index") from None


def _plain_key(key: Any) -> Any:
    if isinstance(key, tuple) and is_flat(key):
        return tuple(_plain_key(item) for item in key)
    if isinstance(key, Tensor):
        return key.view
    if isinstance(key, slice | int | type(None) | type(...) | list):
        return key
    raise raised("an index")


def _is_advanced(key: Any) -> bool:
    return any(isinstance(item, np.ndarray | list) for item in (key if isinstance(key, tuple) else (key,)))
