import importlib.util

import pytest

from tests.services import need
from tests.view.browser import CHROMIUM, shared


@pytest.fixture(scope="session")
def browser(request):
    is_there = CHROMIUM.exists() and importlib.util.find_spec("playwright") is not None
    need("Chromium", is_there=is_there)
    return shared(request.config)
