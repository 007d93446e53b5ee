"""A pack as something to look at: one HTML file that needs no network and no server."""

from graphpack.view.html import view_html
from graphpack.view.page import Page, page_of

__all__ = ["Page", "page_of", "view_html"]
