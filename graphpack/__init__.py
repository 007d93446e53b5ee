"""graphpack turns a conversation into a context graph that you can carry."""

__version__ = "0.1.0"
