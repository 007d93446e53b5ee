"""The twenty tasks: each can be done from its tool's result at the level that is the default."""

import pytest

from graphpack.compress import compress

from .tasks import TASKS, missing


@pytest.mark.parametrize("task", [pytest.param(task, id=task.name) for task in TASKS])
def test_a_task_can_be_done_from_what_summary_leaves(task):
    made = compress(task.text, focus=task.focus)
    assert not missing(task, made.text)
    assert not made.failures


def test_there_are_five_tasks_of_each_group_and_each_result_gives_its_answer():
    groups = [task.name[0] for task in TASKS]
    assert {group: groups.count(group) for group in groups} == {"F": 5, "E": 5, "R": 5, "U": 5}
    for task in TASKS:
        assert not missing(task, task.text), task.name
