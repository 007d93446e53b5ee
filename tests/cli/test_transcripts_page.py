"""docs/transcripts.md names the keys that are written, and its example is read."""

import json
import re
from pathlib import Path

from graphpack.readers import read
from graphpack.resources import read_text
from tests.cli.conftest import GARDEN

PAGE = (Path(__file__).parents[2] / "docs" / "transcripts.md").read_text(encoding="utf-8")


def section(name):
    return PAGE.split(f"## {name}\n")[1].split("\n## ")[0]


def test_the_example_is_read():
    text = PAGE.split("```markdown\n")[1].split("```")[0].replace("~~~", "```")
    (found,) = read(text.encode())
    assert (found.id, found.title, found.notices) == ("7c1f", "Beehive", ())
    assert [message.author for message in found.messages] == ["Runa", None]
    (call,) = found.messages[1].parts
    assert (call.name, call.call_id, call.arguments) == ("shell", "t1", {"cmd": "scale 3"})


def test_the_keys_of_the_lines_are_the_schemas():
    schema = json.loads(read_text("schemas", "messages.v1.schema.json"))
    told = set(re.findall(r"`(\w+)`", section("jsonl").split("| key")[0]))
    told |= set(re.findall(r"^\| `(\w+)` \|", section("jsonl"), re.MULTILINE))
    assert told == set(schema["properties"])


def test_the_keys_of_list_and_manifest_are_told(cli, clean):
    (clean / "garden.json").write_text(json.dumps({"title": "Garden", "messages": GARDEN}))
    (row,) = cli("read", "garden.json", "--json").pack
    assert not [key for key in row if f"`{key}`" not in section("The list")]
    cli("export", "garden.json", "--all", "-o", "packs", "--no-evidence")
    whole = json.loads((clean / "packs" / "manifest.json").read_text())
    told = section("The manifest")
    assert not [key for key in (*whole, *whole["packs"][0]) if f"`{key}`" not in told]
