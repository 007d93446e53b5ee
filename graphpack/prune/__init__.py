"""Cuts a graph to its budget, least worth first, with an account of every cut."""

from graphpack.prune.budget import Budget, Pruned
from graphpack.prune.steps import CONFLICT, prune

__all__ = ["CONFLICT", "Budget", "Pruned", "prune"]
