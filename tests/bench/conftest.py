"""Loads the scripts of bench/, which is no package."""

import importlib.util
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


def load(name):
    spec = importlib.util.spec_from_file_location(
        "bench_" + name.replace("/", "_"), BENCH / f"{name}.py"
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def quality():
    return load("quality")


@pytest.fixture(scope="session")
def train():
    return load("train_offline")


@pytest.fixture(scope="session")
def baselines():
    return load("baselines")
