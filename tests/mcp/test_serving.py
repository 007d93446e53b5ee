"""What the command line puts together for a server."""

from graphpack.cli.serving import Wanted, _desk
from graphpack.mcp.store import Store
from graphpack.mcp.toolbox import Toolbox
from graphpack.settings import Settings


def listed(wanted):
    store = Store()
    toolbox = Toolbox(_desk(store, Settings(), wanted, ()))
    found = toolbox.call("list_sessions", {"where": "machine"})
    assert not found.is_error, found.text
    store.close()
    return [one["path"] for one in found.answer["sessions"]]


def test_agents_sessions_are_within_reach_of_standard_streams_alone(machine, tmp_path, monkeypatch):
    _, path = machine
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.chdir(tmp_path)
    assert listed(Wanted()) == [str(path)]
    assert (tmp_path / "cache" / "graphpack" / "sessions.json").is_file()  # need not be read again
    assert listed(Wanted(is_http=True)) == []
    assert listed(Wanted(with_machine=False)) == []
    assert listed(Wanted(is_http=True, with_machine=True)) == [str(path)]
