"""Builds the documents as a site in build/site/site, and looks that it holds together.

    python docs/build_site.py [FOLDER]

The site's source mirrors the repository (README.md is its front page), so that every link works in
both. The build fails on a link or an anchor that leads nowhere, and on anything that a page would
load from elsewhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
CONFIG = ROOT / "docs" / "site.toml"
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE")
FOLDERS = {"docs": {".md"}, "schemas": {".json"}, "examples": set()}
"""What is shown, with the endings that are; none named is all."""

_LOADED = {"src", "srcset", "data", "poster", "action"}
_LINK_LOADS = {"stylesheet", "icon", "preload", "modulepreload", "manifest", "preconnect"}


def stage(into: Path) -> None:
    """Copy what the site shows, laid out as it is in the repository.

    Args:
        into: A folder that is there.
    """
    for name in PAGES:
        shutil.copyfile(ROOT / name, into / name)
    for folder, endings in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and (not endings or path.suffix in endings):
                target = into / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                # a pack's Markdown is shown as it was written, not made a page of
                is_form = folder == "examples" and path.suffix == ".md"
                shutil.copyfile(path, target.with_suffix(".md.txt") if is_form else target)


def build(folder: Path) -> Path:
    """Build the site.

    Args:
        folder: Where source and site are put; what a build left there before goes.

    Returns:
        The site's folder.

    Raises:
        SystemExit: The builder warned, or a link or a resource is not as it has to be.
    """
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "source").mkdir(parents=True)
    stage(folder / "source")
    shutil.copyfile(CONFIG, folder / "zensical.toml")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    site = folder / "site"
    found = list(faults(site))
    if found:
        raise SystemExit("\n".join(found))
    return site


@dataclass
class Page(HTMLParser):
    """What a page of the site points to: links, anchors, and what it loads."""

    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what one tag points to."""
        values = {name: value for name, value in attrs if value is not None}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        self.loads += [values[name] for name in sorted(_LOADED & values.keys())]
        if tag == "link" and _LINK_LOADS & set(values.get("rel", "").split()):
            self.loads.append(values.get("href", ""))
        elif tag == "a" and "href" in values:
            self.links.append(values["href"])


def faults(site: Path) -> Iterator[str]:
    """Find what leads nowhere, and what is loaded from elsewhere.

    Args:
        site: The site's folder.

    Yields:
        A line for each fault: the page, and what is wrong there.
    """
    pages = {path.resolve(): _page(path) for path in sorted(site.rglob("*.html")) if _is_own(path)}
    for path, page in pages.items():
        name = path.relative_to(site.resolve())
        for address in page.loads:
            if urlsplit(address).netloc:
                yield f"{name}: loads {address}"
        for address in [*page.links, *page.loads]:
            if not _leads_somewhere(address, path, pages):
                yield f"{name}: {address} leads nowhere"


def _is_own(path: Path) -> bool:
    """Tell the site's pages from the example packs, which are pages of their own kind."""
    return "out" not in path.parts and path.name != "404.html"


def _page(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _leads_somewhere(address: str, path: Path, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return True  # another site's; nothing here asks the network
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    # the theme's own «skip» link leads to a page's first heading
    anchor = unquote(parts.fragment)
    return not anchor or target not in pages or anchor in pages[target].anchors


def main() -> None:
    """Build the site in the folder that is named, or in build/site."""
    site = build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site")
    count = sum(1 for _ in site.rglob("*.html"))
    print(f"{count} pages in {site}; python -m http.server -d {site} shows them")  # noqa: T201


if __name__ == "__main__":
    main()
