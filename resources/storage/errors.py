"""What can be wrong with stored data. Failures of a disk or a network stay what they are (OSError)."""


class LakeError(Exception):
    """The base of the lake's own errors."""


class LakeCorrupt(LakeError):
    """A committed file is missing, truncated or altered. The message names it and what to do."""


class WarehouseCorrupt(LakeError):
    """The warehouse's file cannot be opened. It is derived, so the message says to delete it and publish again."""


class TableNotWritten(LakeError):
    """The table, or the partition asked for, was never written. The message says what exists."""


class SchemaMismatch(LakeError):
    """Rows do not fit the table's schema. The message names the columns."""


class NoResult(LakeError):
    """A statement that gives no rows was asked for some."""


class SeveralQueries(LakeError):
    """Where one is expected: of several only the last one's rows would be seen."""


class StoreUnsuitable(LakeError):
    """The object store cannot hold a lake, since it does not compare before it writes. The message says what can."""
