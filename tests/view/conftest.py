import importlib.util

import pytest

from tests.services import need
from tests.view.browser import CHROMIUM, chromium


@pytest.fixture(scope="session")
def browser():
    is_there = CHROMIUM.exists() and importlib.util.find_spec("playwright") is not None
    need("Chromium", is_there=is_there)
    with chromium() as running:
        yield running
