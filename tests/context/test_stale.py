"""What no longer holds, and what must not be taken for it."""

from graphpack.context import Kind, Record
from graphpack.context.stale import stale

TASK = "Which version of Perl does the tide server run, and how large is the log limit?"


def said(number, text, role="assistant"):
    return Record(f"r{number}", Kind.MESSAGE, text, role=role)


def decided(number, text, status="accepted"):
    return Record(f"r{number}", Kind.DECISION, text, status=status)


def old(*records):
    return set(stale(records, TASK))


def test_a_status_and_a_word_of_its_own_say_it():
    records = [
        decided(1, "The tide server runs Perl 5.30", "obsolete"),
        said(2, "Outdated: the server stands in the cellar"),
        said(3, "The server stands in the attic"),
    ]
    assert old(*records) == {"r1", "r2"}


def test_another_value_in_a_later_decision_or_run():
    claim = said(1, "The tide server runs Perl 5.30")
    assert old(claim, decided(2, "The tide server runs Perl 5.40")) == {"r1"}
    run = Record("r2", Kind.TOOL_CALL, "perl 5.40", name="perl -v", exit_code=0)
    assert old(claim, run) == {"r1"}


def test_a_mere_claim_a_failed_run_and_an_earlier_decision_replace_nothing():
    claim = said(1, "The tide server runs Perl 5.30")
    assert old(claim, said(2, "The tide server runs Perl 5.40")) == set()
    run = Record("r2", Kind.TOOL_CALL, "perl 5.40", name="perl -v", exit_code=1)
    assert old(claim, run) == set()


def test_a_text_that_has_both_values_compares():
    both = said(1, "Perl 5.30 and Perl 5.40 differ in the tide server")
    assert old(both, decided(2, "The tide server runs Perl 5.40")) == set()


def test_a_failure_is_never_stale():
    tried = said(1, "Tried Perl 5.30 for the tide server: it did not help")
    assert old(tried, decided(2, "The tide server runs Perl 5.40")) == set()


def test_what_a_later_decision_gives_up():
    first = decided(1, "The tide server writes its log to Oracle")
    later = decided(2, "The tide server moves its log from Oracle to Postgres")
    assert old(first, later) == {"r1"}
    assert old(later, decided(3, "The crane writes its log to Oracle")) == set()
    assert old(decided(1, "The canteen pays Oracle by the hour"), later) == set()


def test_a_long_message_that_names_what_was_given_up_stays():
    long = said(1, "The tide server and its log were slow with Oracle because " + "of locks " * 40)
    later = decided(2, "The tide server moves its log from Oracle to Postgres")
    assert old(long, later) == set()


def test_steps_are_no_versions():
    first = said(1, "Step 1 of the tide server is done")
    assert old(first, decided(2, "Step 2 of the tide server is Perl")) == set()
