"""Hooks: what agents' hosts call at the turns of a session, and what puts it into their settings.

Nothing is imported here: a host waits for every hook, and most of them need little.
"""
