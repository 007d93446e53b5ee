"""What a run can be told, and from where: flags, environment, files, defaults, in that order.

A setting has one name everywhere: the flag ``--budget``, the variable ``GRAPHPACK_BUDGET`` and
the key ``budget`` of a file are the same thing. Nothing here reads a provider's key, and nothing
but a setting called ``model`` ever makes a run use one.
"""

from graphpack.settings.layers import Traced, load, project_file, traced, user_config_file
from graphpack.settings.values import Compression, CompressionLevel, Settings

__all__ = [
    "Compression",
    "CompressionLevel",
    "Settings",
    "Traced",
    "load",
    "project_file",
    "traced",
    "user_config_file",
]
