"""Made-up sessions as hosts write them, of any size, and the calls that hosts make about them."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

INPUTS = Path(__file__).parent / "inputs"
START = datetime(2026, 11, 20, 9, tzinfo=UTC)
SECRET = "ghp_" + "x7Qz9LmR2vTb4WcY6nKd8sFg1hJp3aVe5uXo"
RULE = "Never use slug pellets in the beds, children play there."

TALK = (
    ("user", "We plan the school garden. Which bed should the tomatoes go into?"),
    ("assistant", "Bed 2 gets the most sun. I would plant the tomatoes there, 60 cm apart."),
    ("user", f"Decision: the tomatoes go into bed 2. {RULE}"),
    ("assistant", "Noted: no slug pellets. Copper tape around bed 2 keeps the slugs out instead."),
    ("user", f"The token of the weather station is {SECRET}, use it for the watering plan."),
    ("assistant", "The watering plan reads the weather station once an hour now."),
    ("user", "The water tap is broken since Monday, the caretaker has to repair it. Still open."),
    ("assistant", "Then I leave the drip line out until the tap works again."),
)


def _at(number):
    return (START + timedelta(seconds=number)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def _noise(number, size):
    lines = (f"{_at(number)} INFO pump {n} reads {n * 7 % 93} litres" for n in range(size // 45))
    return "\n".join(lines)


def claude_code(path, size=0, session="3f6c1a52-7c0e-4b5d-9d0a-51f0c2b7a911", nested=False):
    """Write a Claude Code session: the talk, tool calls with long output up to a size."""
    records, written, before = [], 0, None
    output = max(20_000, size // 100)  # what makes a session long is long output

    def add(kind, message, **more):
        nonlocal written, before
        uuid = f"{session[:8]}-{len(records)}"
        record = {
            "type": kind, "uuid": uuid, "parentUuid": before, "sessionId": session,
            "isSidechain": False, "cwd": "/home/ida/garden", "timestamp": _at(len(records)),
            "message": message, **more,
        }  # fmt: skip
        before = uuid
        records.append(json.dumps(record))
        written += len(records[-1])

    def say(role, text):
        content = [{"type": "text", "text": text}] if role == "assistant" else text
        add(role, {"role": role, "content": content, "id": f"m{len(records)}"})

    def run(number):
        call = f"toolu_{number}"
        use = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": "pump --log"}}
        add("assistant", {"role": "assistant", "content": [use], "id": f"m{len(records)}"})
        result = {"type": "tool_result", "tool_use_id": call, "content": _noise(number, output)}
        add("user", {"role": "user", "content": [result]})
        if number % 10 == 0:
            say("user", f"Please look at pump {number} again, its pressure sensor looks odd to me.")
            say("assistant", f"Pump {number} was dry; the filter of line {number % 7} was clogged.")

    for role, text in TALK[:4]:
        say(role, text)
    if nested:
        inner = {"isSidechain": True, "agentId": "a7d31f09"}
        add("user", {"role": "user", "content": "Count the watering cans in shed 4."}, **inner)
        text = [{"type": "text", "text": "Decision: paint the nine watering cans purple."}]
        add("assistant", {"role": "assistant", "content": text, "id": "sub"}, **inner)
    number = 0
    while written < size:
        number += 1
        run(number)
    for role, text in TALK[4:]:
        say(role, text)
    path.write_text("\n".join(records) + "\n", encoding="utf-8")
    return path


def codex(path, session="0199c1f2-3b6a-7a10-9b1e-0f5c2d7e8a11"):
    """Write a Codex rollout of the talk."""
    meta = {"id": session, "timestamp": _at(0), "cwd": "/home/ida/garden", "originator": "codex"}
    records = [{"timestamp": _at(0), "type": "session_meta", "payload": meta}]
    for number, (role, text) in enumerate(TALK, 1):
        kind = "input_text" if role == "user" else "output_text"
        item = {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}
        records.append({"timestamp": _at(number), "type": "response_item", "payload": item})
        if role == "user":
            said = {"type": "user_message", "message": text}
            records.append({"timestamp": _at(number), "type": "event_msg", "payload": said})
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


def gemini(path, session="c0b1a8de-5a53-4c1b-8a35-1b2f9a4d7e33"):
    """Write a Gemini CLI session of the talk."""
    messages = [
        {
            "id": f"g{number}", "timestamp": _at(number), "content": text,
            "type": "user" if role == "user" else "gemini",
        }
        for number, (role, text) in enumerate(TALK)
    ]  # fmt: skip
    about = {"sessionId": session, "projectHash": "ab", "startTime": _at(0), "lastUpdated": _at(9)}
    path.write_text(json.dumps({**about, "messages": messages}), encoding="utf-8")
    return path


WRITERS = {"claude-code": claude_code, "codex": codex, "gemini": gemini}


def call(host, name, project, transcript):
    """Give the bytes that a host sends, as they were recorded, about other places."""
    text = (INPUTS / host / f"{name}.json").read_text(encoding="utf-8")
    places = {"{TRANSCRIPT}": str(transcript), "{PROJECT}": str(project)}
    for mark, place in places.items():
        text = text.replace(mark, json.dumps(place)[1:-1])
    return text.encode()
