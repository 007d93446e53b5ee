"""Which notices tell of a loss."""

import re
from pathlib import Path

from graphpack.model.report import INFORMATIONAL, Gap, Notice, Report, Strategy

PACKAGE = Path(__file__).parents[2] / "graphpack"


def test_a_code_that_nobody_knows_tells_of_a_loss():
    assert Notice("plug-in-special", "a.json", "something").is_loss
    assert Notice("broken-record", "a.json:3", "not JSON; left out").is_loss
    assert not Notice("local-time", "a.json", "times without a zone; taken as UTC").is_loss


def test_losses_are_notices_of_a_loss_and_gaps():
    notices = (Notice("broken-record", "a:1", "x", 7), Notice("reaction", "a:2", "y", 9))
    report = Report("offline", Strategy.SINGLE_PASS, 1, 1, "x", notices, gaps=(Gap(0, 1, "z"),))
    assert report.losses == 2


def test_every_informational_code_is_one_that_is_given():
    said = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        if path != PACKAGE / "model" / "report.py":
            said.update(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', path.read_text(encoding="utf-8")))
    assert sorted(INFORMATIONAL - said) == []
