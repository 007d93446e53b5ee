from __future__ import annotations

import json

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import Attachment, Conversation, Image, Role
from graphpack.readers import read

from .people_records import post, slack_files, slack_users, ts, zipped


def channel(*items: object) -> Conversation:
    (found,) = read(zipped(slack_files(harbour=[list(items)])))
    assert found.source.format == "slack"
    assert {message.role for message in found.messages} == {Role.USER}
    return found


def said(found: Conversation) -> list[tuple[str | None, str]]:
    return [(message.author, message.text) for message in found.messages]


def codes(found: Conversation) -> dict[str, int]:
    counts: dict[str, int] = {}
    for notice in found.notices:
        counts[notice.code] = counts.get(notice.code, 0) + notice.count
    return counts


def test_a_conversation_for_each_channel_with_its_name_and_id() -> None:
    files = slack_files(
        harbour=[[post(1, "Open?")], [post(1500, "Closed.")]], office=[[post(2, "Hi")]]
    )
    one, other = read(zipped(files))
    assert (one.id, one.title, [m.text for m in one.messages]) == (
        "C01",
        "harbour",
        ["Open?", "Closed."],
    )
    assert (other.id, other.title) == ("C02", "office")
    assert one.started_at is not None
    assert one.started_at.isoformat().startswith("2026-03-01T09:01:00")


def test_names_come_from_the_profile_and_else_from_the_message() -> None:
    guest = {"display_name": "", "real_name": "Ada Guest"}
    found = channel(
        post(1, "One"),
        post(2, "Two", "U02LUKA"),
        post(3, "Three", "U09NEW", user_profile=guest),
        post(4, "Four", "U10GONE"),
    )
    assert [author for author, _ in said(found)] == ["Mara", "Luka Brandt", "Ada Guest", "U10GONE"]


def test_two_people_of_one_name_stay_two() -> None:
    files = slack_files(harbour=[[post(1, "One"), post(2, "Two", "U03")]])
    files["users.json"] = [
        *slack_users(),
        {"id": "U03", "name": "mara2", "profile": {"display_name": "Mara"}},
    ]
    (found,) = read(zipped(files))
    assert [author for author, _ in said(found)] == ["Mara (mvoss)", "Mara (mara2)"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<@U02LUKA> and <@U99|zoe>", "@Luka Brandt and @zoe"),
        ("see <#C01> or <#C7|quay>", "see #harbour or #quay"),
        ("<!here> <!subteam^S1|@crew> <!date^0^{date}|1 May>", "@here @crew 1 May"),
        ("<https://tide.example/a|the table>", "the table (https://tide.example/a)"),
        ("<http://tide.example|tide.example>", "http://tide.example"),
        ("<mailto:a@tide.example|a@tide.example>", "a@tide.example"),
        ("a &lt; b &amp;&amp; c &gt; d", "a < b && c > d"),
        ("5 <b> 6", "5 <b> 6"),
    ],
)
def test_markup_is_written_as_a_reader_sees_it(text: str, shown: str) -> None:
    assert said(channel(post(1, text))) == [("Mara", shown)]


def test_a_thread_that_goes_on_days_later_stands_with_its_beginning() -> None:
    days = [
        [post(1, "Paint the gate?", reply_count=2), post(2, "Lunch?", "U02LUKA")],
        [post(1500, "Green.", "U02LUKA", thread_ts=ts(1)), post(1501, "Rain today.")],
        [post(3000, "Green it is.", thread_ts=ts(1))],
    ]
    (found,) = read(zipped(slack_files(harbour=days)))
    texts = [text for _, text in said(found)]
    assert texts == ["Paint the gate?", "Green.", "Green it is.", "Lunch?", "Rain today."]


def test_a_thread_without_its_beginning_stands_where_its_first_reply_does() -> None:
    lost = "1700000000.000000"
    found = channel(
        post(1, "a"), post(2, "b", thread_ts=lost), post(3, "c"), post(4, "d", thread_ts=lost)
    )
    assert [text for _, text in said(found)] == ["a", "b", "d", "c"]


def test_a_reply_also_sent_to_the_channel_is_read_once() -> None:
    found = channel(
        post(1, "Gate?"),
        post(2, "Open.", thread_ts=ts(1)),
        post(2, "Open.", thread_ts=ts(1), subtype="thread_broadcast"),
        post(3, "Open.", thread_ts=ts(1), subtype="thread_broadcast"),
        post(4, "Only here.", thread_ts=ts(1), subtype="thread_broadcast"),
    )
    assert [text for _, text in said(found)] == ["Gate?", "Open.", "Only here."]
    assert codes(found)["duplicate-message"] == 2


def test_joins_and_topics_are_left_out_and_bots_kept() -> None:
    found = channel(
        post(1, "<@U01MARA> has joined the channel", subtype="channel_join"),
        post(2, "set the topic", subtype="channel_topic"),
        post(3, "gone", subtype="tombstone"),
        post(4, "commented", subtype="file_comment"),
        post(
            5,
            "added an integration: <https://x.example/services/B0CI|tide-ci>",
            subtype="bot_add",
            bot_id="B0CI",
        ),
        {
            "type": "message",
            "subtype": "bot_message",
            "bot_id": "B0CI",
            "text": "Built.",
            "ts": ts(6),
        },
        {**post(7, "Signed."), "user": None, "subtype": "bot_message", "username": "signer"},
        post(8, "waves", subtype="me_message"),
    )
    assert said(found) == [("tide-ci", "Built."), ("signer", "Signed."), ("Mara", "waves")]
    assert codes(found) == {"system-line": 5}


def test_text_only_in_blocks_attachments_or_files() -> None:
    section = {
        "type": "rich_text_section",
        "elements": [
            {"type": "text", "text": "ask "},
            {"type": "user", "user_id": "U02LUKA"},
            {"type": "link", "url": "https://t.example", "text": "here"},
            {"type": "emoji", "name": "wave"},
        ],
    }
    items = {"type": "rich_text_list", "elements": [section, section]}
    found = channel(
        post(1, "", blocks=[{"type": "rich_text", "elements": [section]}]),
        post(2, "", blocks=[{"type": "rich_text", "elements": [items]}]),
        post(
            3,
            "",
            blocks=[{"type": "section", "text": {"type": "mrkdwn", "text": "*Go* <@U01MARA>"}}],
        ),
        post(
            4, "", attachments=[{"pretext": "1 commit", "text": "<https://c.example/abc|abc>: fix"}]
        ),
        post(5, "", attachments=[{"fallback": "a fallback"}]),
        post(
            6, "", files=[{"name": "plan.txt", "mimetype": "text/plain", "preview": "north first"}]
        ),
        post(7, "", file={"name": "gate.png", "mimetype": "image/png"}),
    )
    line = "ask @Luka Brandthere (https://t.example):wave:"
    assert [text for _, text in said(found)][:5] == [
        line,
        f"- {line}\n- {line}",
        "*Go* @Mara",
        "1 commit\nabc (https://c.example/abc): fix",
        "a fallback",
    ]
    assert found.messages[5].parts == (Attachment("plan.txt", "north first", "text/plain"),)
    assert found.messages[6].parts == (Image("image/png", "gate.png"),)


def test_previews_of_links_are_not_what_somebody_said() -> None:
    preview = {"from_url": "https://t.example", "title": "Tides", "text": "All about tides"}
    found = channel(post(1, "See <https://t.example>", attachments=[preview]))
    assert said(found) == [("Mara", "See https://t.example")]
    assert codes(found) == {"link-preview": 1}


def test_edits_and_deletions_of_event_logs() -> None:
    found = channel(
        post(1, "Paint it red"),
        post(2, "Oops"),
        {
            "type": "message",
            "subtype": "message_changed",
            "ts": ts(3),
            "message": post(1, "Paint it green"),
        },
        {"type": "message", "subtype": "message_deleted", "ts": ts(4), "deleted_ts": ts(2)},
    )
    assert said(found) == [("Mara", "Paint it green")]
    assert codes(found) == {"edited-message": 1, "deleted-message": 1}


def test_missing_replies_key_broken_records_and_odd_times() -> None:
    found = channel(
        post(2, "b", reply_count=3), 7, {"x": 1}, {**post(1, "a"), "ts": 12}, post(3, "c")
    )
    assert sorted(text for _, text in said(found)) == ["a", "b", "c"]
    assert codes(found)["broken-record"] == 2


def test_a_file_hidden_by_the_plans_limit_is_counted() -> None:
    found = channel(post(1, "look", files=[{"id": "F1", "mode": "hidden_by_limit"}]))
    assert said(found) == [("Mara", "look")]
    assert codes(found) == {"missing-file": 1}


def test_a_slackdump_file_has_its_replies_inside() -> None:
    root = post(1, "Gate?", thread_ts=ts(1))
    root["slackdump_thread_replies"] = [root | {}, post(2, "Open.", "U02", thread_ts=ts(1))]
    dump = {"channel_id": "C9", "name": "quay", "messages": [post(3, "Later."), root]}
    (found,) = read(json.dumps(dump).encode())
    assert (found.id, found.title, found.source.format) == ("C9", "quay", "slack")
    assert [message.text for message in found.messages] == ["Gate?", "Open.", "Later."]


def test_a_direct_message_is_named_after_its_people() -> None:
    files = slack_files(harbour=[[post(1, "x")]])
    files["dms.json"] = [{"id": "D01", "created": 1, "members": ["U01MARA", "U02LUKA"]}]
    files["D01/2026-03-01.json"] = [post(1, "psst")]
    one, _ = read(zipped(files))
    assert (one.id, one.title) == ("D01", "Mara, Luka Brandt")


def test_one_day_alone_and_a_folder_of_days(tmp_path) -> None:
    (one,) = read(json.dumps([post(1, "Open?")]).encode())
    assert (one.source.format, one.messages[0].author) == ("slack", "U01MARA")
    for number, text in enumerate(["Open?", "Closed."], start=1):
        path = tmp_path / f"2026-03-0{number}.json"
        path.write_text(json.dumps([post(number, text)]))
    (both,) = read(tmp_path)
    assert [message.text for message in both.messages] == ["Open?", "Closed."]


def test_an_export_beside_other_files_is_gathered_by_content(tmp_path) -> None:
    for name, value in slack_files(harbour=[[post(1, "Open?")]]).items():
        path = tmp_path / "team" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))
    (tmp_path / "chat.json").write_text(
        json.dumps([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}])
    )
    found = {one.source.format: one for one in read(tmp_path)}
    assert set(found) == {"slack", "openai-chat"}
    assert found["slack"].messages[0].author == "Mara"


def test_a_side_file_alone_is_refused_kindly() -> None:
    with pytest.raises(ReadError, match="no messages of a Slack channel"):
        list(read(json.dumps(slack_users()).encode()))


def test_a_damaged_day_loses_that_day_alone() -> None:
    files = slack_files(harbour=[[post(1, "Open?")], [post(1500, "Closed.")]])
    files["harbour/2026-03-02.json"] = b"\x00\x01 not json"
    (found,) = read(zipped(files))
    assert [message.text for message in found.messages] == ["Open?"]
    assert "unreadable-member" in codes(found)
