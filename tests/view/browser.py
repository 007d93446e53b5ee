"""Debian's Chromium, headless; it reaches this machine alone, and tells what pages do."""

from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.timing import HANGS_S

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Seen:
    """What a page did that it ought not to: messages of the console, requests."""

    console: list = field(default_factory=list)
    requests: list = field(default_factory=list)


@contextmanager
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, timeout=HANGS_S * 1000
        )
        yield browser
        browser.close()


_running = []


def shared(config):
    """The one browser of a test process: two loops of Playwright cannot run side by side."""
    if not _running:
        context = chromium()
        _running.append(context.__enter__())
        config.add_cleanup(lambda: context.__exit__(None, None, None))
    return _running[0]


@contextmanager
def page_in(browser, *, width=1280, height=800, scheme="light", script=True, state=None):
    """A new window; yields the page and what is seen of it."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        java_script_enabled=script,
        permissions=["clipboard-read", "clipboard-write"] if script else [],
        storage_state=state,
        service_workers="block",
    )
    seen = Seen()
    page = context.new_page()
    page.on("console", lambda message: seen.console.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: seen.console.append(f"error: {error}"))
    page.on("request", lambda request: seen.requests.append(request.url))
    page.set_default_timeout(HANGS_S * 1000)
    try:
        yield page, seen
    finally:
        context.close()
