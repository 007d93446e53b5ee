"""A team's archive to look at: server-rendered pages and a JSON API on one small application."""

from graphpack.web.app import Site, application

__all__ = ["Site", "application"]
